//! The pages for operators: /healthz, /readyz and /metrics. None shows a secret or words of people. The metrics need
//! a key where the chat needs a password; the key works under any Host, since no browser page has it.

use super::Site;
use super::access::login::{Door, Hash, hash};
use super::page::wire::refusal;
use crate::ports::watch::Watch;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use subtle::ConstantTimeEq;

/// Whether the program lives.
pub(super) const ALIVE: &str = "/healthz";
/// Whether it takes anything in.
pub(super) const READY: &str = "/readyz";
/// Its figures.
pub(super) const FIGURES: &str = "/metrics";

/// Wrong keys taken in a minute. They do not count for the login, so that a forgotten scraper locks nobody out.
const TRIES: usize = 10;

/// What the pages show, and who may read the figures.
pub(super) struct Watched {
    watch: Arc<dyn Watch>,
    /// The hash of the key, if one is set beside the password.
    token: Option<Hash>,
    /// When wrong keys were given, oldest first.
    wrong: Mutex<VecDeque<DateTime<Utc>>>,
}

/// What a request for the figures proves.
pub(super) enum Key {
    /// There is none in it.
    None,
    /// It may read them.
    Right,
    /// It is a wrong one, or too many were wrong of late.
    Refused(StatusCode),
}

impl Watched {
    pub(super) fn new(watch: Arc<dyn Watch>, token: Option<&str>) -> Self {
        Self { watch, token: token.map(hash), wrong: Mutex::default() }
    }

    pub(super) fn leaving(&self) -> bool {
        self.watch.leaving()
    }

    /// Whether nobody needs a key.
    pub(super) fn open(&self, door: Option<&Door>) -> bool {
        self.token.is_none() && !door.is_some_and(Door::locked)
    }

    /// The key in a request: `Bearer` with the token if one is set, else `Basic` with any name and the password of
    /// the web chat.
    pub(super) fn key(&self, headers: &HeaderMap, door: Option<&Door>, now: DateTime<Utc>) -> Key {
        let Some(given) = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()) else {
            return Key::None;
        };
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.retain(|at| now - *at < TimeDelta::minutes(1));
        if wrong.len() >= TRIES {
            return Key::Refused(StatusCode::TOO_MANY_REQUESTS);
        }
        let right = match &self.token {
            Some(token) => bearer(given).is_some_and(|key| bool::from(token.ct_eq(&hash(key)))),
            None => password(given).zip(door).is_some_and(|(key, door)| door.is_password(&key)),
        };
        if right {
            return Key::Right;
        }
        wrong.push_back(now);
        Key::Refused(StatusCode::UNAUTHORIZED)
    }

    /// Ready, or one line for each reason why not.
    pub(super) async fn readiness(&self) -> Response {
        let reasons = self.watch.unready().await;
        if reasons.is_empty() {
            return plain(StatusCode::OK, "ready\n".to_owned());
        }
        // One line each, whatever a server's words look like.
        let line = |reason: &String| format!("{}\n", reason.replace(['\n', '\r'], " "));
        plain(StatusCode::SERVICE_UNAVAILABLE, reasons.iter().map(line).collect())
    }

    /// The figures.
    pub(super) async fn rendered(&self) -> Response {
        let text = self.watch.figures().await;
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
    }

    /// What somebody hears who may not read the figures.
    pub(super) fn refused(&self, status: StatusCode) -> Response {
        if status == StatusCode::TOO_MANY_REQUESTS {
            return refusal(status, "Too many wrong keys. Wait a minute.");
        }
        let (way, sentence) = match &self.token {
            Some(_) => ("Bearer", "The figures need the header Authorization: Bearer with METRICS_TOKEN."),
            None => ("Basic realm=\"secretary\"", "The figures need WEB_PASSWORD (Basic, any name) or METRICS_TOKEN."),
        };
        let mut answer = refusal(StatusCode::UNAUTHORIZED, sentence);
        answer.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(way));
        answer
    }
}

fn bearer(given: &str) -> Option<&str> {
    let (way, key) = given.split_once(' ')?;
    way.eq_ignore_ascii_case("bearer").then_some(key.trim())
}

fn password(given: &str) -> Option<String> {
    let (way, pair) = given.split_once(' ')?;
    let pair = String::from_utf8(STANDARD.decode(pair.trim()).ok()?).ok()?;
    let (_, password) = pair.split_once(':')?;
    way.eq_ignore_ascii_case("basic").then(|| password.to_owned())
}

/// On the way out nothing more is taken in; those who watch over the program may go on looking.
pub(super) async fn leave(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let watches = [ALIVE, READY, FIGURES].contains(&request.uri().path());
    if watches || !site.web.watched.as_ref().is_some_and(Watched::leaving) {
        return next.run(request).await;
    }
    let sentence = "The secretary is shutting down. Nothing is lost; please try again in a moment.";
    let mut answer = refusal(StatusCode::SERVICE_UNAVAILABLE, sentence);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    answer
}

/// As long as somebody can answer, the program lives.
pub(super) async fn alive() -> Response {
    plain(StatusCode::OK, "alive\n".to_owned())
}

/// Ready, or one line for each reason why not.
pub(super) async fn ready(State(site): State<Arc<Site>>) -> Response {
    match &site.web.watched {
        Some(watched) => watched.readiness().await,
        None => plain(StatusCode::OK, "ready\n".to_owned()),
    }
}

/// The figures.
pub(super) async fn figures(State(site): State<Arc<Site>>) -> Response {
    match &site.web.watched {
        Some(watched) => watched.rendered().await,
        None => refusal(StatusCode::NOT_FOUND, "There are no figures here."),
    }
}

fn plain(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}
