//! The login of a web chat with a password: a login page, sessions that survive a restart, few tries a minute.
//! Without a password there is no login. The token of a session is only in a cookie; the database holds a hash of
//! token and password, so that a new password ends all sessions.

use super::tries::{SECONDS, Tries, Try};
use crate::adapters::web::page::body;
use crate::adapters::web::page::wire::{Refused, refusal, refused};
use crate::adapters::web::{Site, page};
use crate::ports::clock::Entropy;
use crate::ports::web::sessions::Sessions;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// The name of the cookie.
const COOKIE: &str = "secretary_session";
/// How long a session lasts, in seconds: 30 days.
const SESSION_SECONDS: i64 = 30 * 24 * 60 * 60;
/// Sessions at once; a further one ends the oldest.
const SESSIONS: u32 = 64;

pub(crate) type Hash = [u8; 32];

/// Who may enter.
pub(crate) struct Door {
    /// The hash of the password; hashes have one length, so that comparing them tells nothing of it.
    password: Option<Hash>,
    entropy: Arc<dyn Entropy>,
    sessions: Arc<dyn Sessions>,
    tries: Tries,
}

enum Entry {
    Token(String),
    Wrong,
    TooMany,
    Broken,
}

impl Door {
    pub(crate) fn new(password: Option<&str>, entropy: Arc<dyn Entropy>, sessions: Arc<dyn Sessions>) -> Self {
        Self { password: password.map(hash), entropy, sessions, tries: Tries::default() }
    }

    /// Whether there is a password.
    pub(crate) fn locked(&self) -> bool {
        self.password.is_some()
    }

    /// Whether this is the password. Who asks must limit how often.
    pub(crate) fn is_password(&self, given: &str) -> bool {
        self.password.is_some_and(|held| bool::from(held.ct_eq(&hash(given))))
    }

    /// Whether the request comes with a session, or needs none.
    ///
    /// # Errors
    /// The sentence for a visitor whose session cannot be looked up.
    pub(super) async fn admits(&self, headers: &HeaderMap, now: DateTime<Utc>) -> Result<bool, Refused> {
        let Some(password) = &self.password else { return Ok(true) };
        let Some(token) = token(headers) else { return Ok(false) };
        self.sessions.in_session(&key(password, token), now).await.map_err(|error| {
            tracing::warn!(%error, "a session of the web chat cannot be looked up");
            let sentence =
                "The secretary cannot reach its database just now. Nothing is lost; please try again in a moment.";
            refused(StatusCode::SERVICE_UNAVAILABLE, sentence)
        })
    }

    async fn enter(&self, from: IpAddr, given: &str, now: DateTime<Utc>) -> Entry {
        let Some(password) = &self.password else { return Entry::Wrong };
        match self.tries.take(from, || self.is_password(given), now) {
            Try::Right => {}
            Try::Wrong => return Entry::Wrong,
            Try::TooMany => return Entry::TooMany,
        }
        let Ok(seed) = self.entropy.seed() else { return Entry::Broken };
        let token = URL_SAFE_NO_PAD.encode(seed);
        let ends_at = now + TimeDelta::seconds(SESSION_SECONDS);
        match self.sessions.begin_session(&key(password, &token), ends_at, now, SESSIONS).await {
            Ok(()) => Entry::Token(token),
            Err(error) => {
                tracing::warn!(%error, "a session of the web chat cannot be begun");
                Entry::Broken
            }
        }
    }

    /// Whether the session of the request is over.
    async fn leave(&self, headers: &HeaderMap) -> bool {
        let (Some(password), Some(token)) = (&self.password, token(headers)) else { return true };
        let ended = self.sessions.end_session(&key(password, token)).await;
        if let Err(error) = &ended {
            tracing::warn!(%error, "a session of the web chat cannot be ended");
        }
        ended.is_ok()
    }
}

/// What a session is kept under.
fn key(password: &Hash, token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::new().chain_update(password).chain_update(token).finalize())
}

/// The login page.
pub(crate) async fn form(State(site): State<Arc<Site>>, headers: HeaderMap) -> Result<Response, Refused> {
    let inside = site.web.door.admits(&headers, site.web.clock.now()).await?;
    Ok(if inside { Redirect::to("/").into_response() } else { page::login(StatusCode::OK, "") })
}

/// The password sent off.
pub(crate) async fn enter(
    State(site): State<Arc<Site>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
) -> Result<Response, Refused> {
    if site.web.config.password.is_none() {
        return Ok(Redirect::to("/").into_response());
    }
    let sent = body::text(request).await?;
    let given = url::form_urlencoded::parse(sent.as_bytes()).find(|(name, _)| name == "password");
    let given = given.map(|(_, value)| value.into_owned()).unwrap_or_default();
    Ok(match site.web.door.enter(from.ip(), &given, site.web.clock.now()).await {
        Entry::Token(token) => {
            let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={SESSION_SECONDS}");
            ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
        }
        Entry::Wrong => page::login(StatusCode::UNAUTHORIZED, "That is not the password."),
        Entry::TooMany => {
            let mut answer = page::login(StatusCode::TOO_MANY_REQUESTS, "Too many wrong tries. Wait a minute.");
            answer.headers_mut().insert(header::RETRY_AFTER, SECONDS.into());
            answer
        }
        Entry::Broken => page::login(StatusCode::SERVICE_UNAVAILABLE, "Logging in fails just now. Try again."),
    })
}

/// Ends the session.
pub(crate) async fn leave(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    if !site.web.door.leave(&headers).await {
        let sentence = "You are still logged in, because the secretary cannot write to its database just now. Please try again in a moment.";
        return refusal(StatusCode::SERVICE_UNAVAILABLE, sentence);
    }
    let gone = format!("{COOKIE}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
    ([(header::SET_COOKIE, gone)], Redirect::to("/login")).into_response()
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

pub(crate) fn hash(text: impl AsRef<[u8]>) -> Hash {
    Sha256::digest(text.as_ref()).into()
}
