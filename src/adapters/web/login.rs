//! The door of a web chat with a password: a login page, sessions kept in memory, few tries a minute.
//! Without a password the door is open. A session's token is in a cookie and nowhere else.

use super::body;
use super::{Site, page};
use crate::ports::clock::Entropy;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use subtle::ConstantTimeEq;

/// The name of the cookie.
const COOKIE: &str = "secretary_session";
/// Wrong passwords taken in a minute from all visitors together, so that many addresses guess no faster.
const TRIES: usize = 5;
/// The time a wrong try counts, in seconds.
const TRY_SECONDS: i64 = 60;
/// How long a session lasts, in seconds: 30 days.
const SESSION_SECONDS: i64 = 30 * 24 * 60 * 60;
/// Sessions at once; a further one ends the oldest.
const SESSIONS: usize = 64;

pub(super) type Hash = [u8; 32];

/// Who may enter.
pub(super) struct Door {
    /// The hash of the password; hashes have one length, so that comparing them tells nothing of it.
    password: Option<Hash>,
    entropy: Arc<dyn Entropy>,
    book: Mutex<Book>,
}

#[derive(Default)]
struct Book {
    /// The hash of each token and when it ends, oldest first.
    sessions: VecDeque<(Hash, DateTime<Utc>)>,
    /// When wrong passwords were given, oldest first.
    wrong: VecDeque<DateTime<Utc>>,
}

enum Entry {
    Token(String),
    Wrong,
    TooMany,
    NoEntropy,
}

impl Door {
    pub(super) fn new(password: Option<&str>, entropy: Arc<dyn Entropy>) -> Self {
        Self { password: password.map(hash), entropy, book: Mutex::default() }
    }

    /// Whether there is a password.
    pub(super) fn locked(&self) -> bool {
        self.password.is_some()
    }

    /// Whether this is the password. Who asks must limit how often.
    pub(super) fn is_password(&self, given: &str) -> bool {
        self.password.is_some_and(|held| bool::from(held.ct_eq(&hash(given))))
    }

    /// Whether the request comes with a session, or needs none.
    pub(super) fn admits(&self, headers: &HeaderMap, now: DateTime<Utc>) -> bool {
        if self.password.is_none() {
            return true;
        }
        let Some(token) = token(headers).map(hash) else { return false };
        let mut book = self.book();
        book.sessions.retain(|(_, ends_at)| *ends_at > now);
        book.sessions.iter().fold(false, |known, (held, _)| known | bool::from(held.ct_eq(&token)))
    }

    fn enter(&self, given: &str, now: DateTime<Utc>) -> Entry {
        let mut book = self.book();
        let since = now - TimeDelta::seconds(TRY_SECONDS);
        book.wrong.retain(|at| *at > since);
        if book.wrong.len() >= TRIES {
            return Entry::TooMany;
        }
        if !self.is_password(given) {
            book.wrong.push_back(now);
            return Entry::Wrong;
        }
        let Ok(seed) = self.entropy.seed() else { return Entry::NoEntropy };
        let token = URL_SAFE_NO_PAD.encode(seed);
        while book.sessions.len() >= SESSIONS {
            book.sessions.pop_front();
        }
        book.sessions.push_back((hash(&token), now + TimeDelta::seconds(SESSION_SECONDS)));
        Entry::Token(token)
    }

    fn leave(&self, headers: &HeaderMap) {
        if let Some(token) = token(headers).map(hash) {
            self.book().sessions.retain(|(held, _)| !bool::from(held.ct_eq(&token)));
        }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The login page.
pub(super) async fn form(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    if site.web.door.admits(&headers, site.web.clock.now()) {
        return Redirect::to("/").into_response();
    }
    page::login(StatusCode::OK, "")
}

/// The password sent off.
pub(super) async fn enter(State(site): State<Arc<Site>>, request: Request) -> Response {
    if site.web.config.password.is_none() {
        return Redirect::to("/").into_response();
    }
    let sent = match body::text(request).await {
        Ok(sent) => sent,
        Err(answer) => return *answer,
    };
    let given = url::form_urlencoded::parse(sent.as_bytes()).find(|(name, _)| name == "password");
    let given = given.map(|(_, value)| value.into_owned()).unwrap_or_default();
    match site.web.door.enter(&given, site.web.clock.now()) {
        Entry::Token(token) => {
            let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={SESSION_SECONDS}");
            ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
        }
        Entry::Wrong => page::login(StatusCode::UNAUTHORIZED, "That is not the password."),
        Entry::TooMany => {
            let mut answer = page::login(StatusCode::TOO_MANY_REQUESTS, "Too many wrong tries. Wait a minute.");
            answer.headers_mut().insert(header::RETRY_AFTER, TRY_SECONDS.into());
            answer
        }
        Entry::NoEntropy => page::login(StatusCode::SERVICE_UNAVAILABLE, "Logging in fails just now. Try again."),
    }
}

/// Ends the session.
pub(super) async fn leave(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    site.web.door.leave(&headers);
    let gone = format!("{COOKIE}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
    ([(header::SET_COOKIE, gone)], Redirect::to("/login")).into_response()
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

pub(super) fn hash(text: impl AsRef<[u8]>) -> Hash {
    Sha256::digest(text.as_ref()).into()
}
