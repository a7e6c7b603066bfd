//! Webhooks: another program posts an event to `/hook/<id>`, signed with the secret that was shown in the chat. It stands
//! outside of the guards of the page: the request comes from another machine, perhaps through a proxy, and no page in a
//! browser knows the secret. A wrong signature gets the same answer as a webhook that is not there.

use super::Site;
use super::access::guard::{dressed, only};
use super::page::body::{self, Fault};
use crate::ports::inbox::ReceiveError;
use crate::ports::triggers::hooks::{HookAnswer, HookCall};
use crate::ports::triggers::signature::signature;
use crate::secretary::flow::trigger::HookSecret;
use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// When the request was signed, in Unix seconds.
const TIMESTAMP: &str = "x-secretary-timestamp";
/// `sha256=` and the signature in hex.
const SIGNATURE: &str = "x-secretary-signature";
/// What the sender calls the event; without it the signature stands for that.
const NAME: &str = "x-secretary-id";
/// How far the clock of the sender may be off, and how long a request may be on its way, in seconds. A repeated request is
/// refused after that; until then it is known.
const LEEWAY: u64 = 300;
/// The longest name of an event.
const LONGEST_NAME: usize = 200;
/// Letters of a signature in hex.
const LETTERS: usize = 64;
/// What is compared with where there is no webhook, so that it takes as long.
const NOBODY: &str = "there is no such webhook";

const UNSIGNED: Fault = (
    StatusCode::UNAUTHORIZED,
    "The signature or the address is wrong. Sign the time in Unix seconds, a dot and the body with the secret (HMAC-SHA256, \
     in hex), and send X-Secretary-Timestamp and X-Secretary-Signature: sha256=... with it. With X-Secretary-Id sign three \
     lines: the time, the id, the body.",
);
const STALE: Fault = (
    StatusCode::UNAUTHORIZED,
    "X-Secretary-Timestamp must be the time of sending in Unix seconds, at most five minutes off.",
);
const UNNAMED: Fault = (StatusCode::BAD_REQUEST, "X-Secretary-Id is 1 to 200 visible ASCII characters.");
const NO_TEXT: Fault = (StatusCode::BAD_REQUEST, "The event must be JSON or UTF-8 text.");
const HELD: Fault =
    (StatusCode::ACCEPTED, "Taken. All work is paused, so the flow begins when that goes on. Do not send it again.");
const NOT_RUNNING: Fault =
    (StatusCode::CONFLICT, "Nobody has agreed to the flow as it is now, or it is deleted. Nothing was begun.");
const BROKEN: Fault =
    (StatusCode::SERVICE_UNAVAILABLE, "The event could not be stored just now. Send it again in a moment.");
const TOO_MANY: Fault =
    (StatusCode::TOO_MANY_REQUESTS, "More events came than the flow takes in an hour. Send this one again later.");

const BEHIND: Fault =
    (StatusCode::TOO_MANY_REQUESTS, "Too many events of the flow wait for their turn. Send this one again later.");
/// When a sender may try again whose event found too many others in line, in seconds.
const AGAIN: u32 = 600;

/// The route of all webhooks.
pub(super) fn routes(site: Arc<Site>) -> Router {
    Router::new().route("/hook/{id}", post(called).fallback(only_posts)).with_state(site)
}

async fn only_posts() -> Response {
    let answer = told((StatusCode::METHOD_NOT_ALLOWED, "A webhook takes POST requests."));
    dressed(([(header::ALLOW, "POST")], answer).into_response(), true)
}

async fn called(State(site): State<Arc<Site>>, id: Result<Path<String>, PathRejection>, request: Request) -> Response {
    let answer = taken(&site, id.ok().map(|Path(id)| id), request).await;
    dressed(answer.unwrap_or_else(told), true)
}

async fn taken(site: &Site, id: Option<String>, request: Request) -> Result<Response, Fault> {
    let now = site.web.clock.now();
    let headers = request.headers().clone();
    let timestamp = one(&headers, TIMESTAMP).filter(|given| near(given, now)).ok_or(STALE)?;
    let given = one(&headers, SIGNATURE).and_then(|given| given.strip_prefix("sha256=")).unwrap_or_default();
    if given.len() != LETTERS {
        return Err(UNSIGNED);
    }
    let body = body::event(request).await?;
    let (Some(hooks), Some(hook)) = (&site.web.hooks, id) else { return Err(UNSIGNED) };
    let secret = hooks.secret(&hook).await.map_err(|error| broken(&error))?;
    let name = if headers.contains_key(NAME) {
        Some(one(&headers, NAME).filter(|name| plain(name)).ok_or(UNNAMED)?)
    } else {
        None
    };
    let right = signature(secret.as_ref().map_or(NOBODY, HookSecret::reveal), timestamp, name, &body);
    let same = bool::from(right.as_bytes().ct_eq(given.to_ascii_lowercase().as_bytes()));
    if !same || secret.is_none() {
        return Err(UNSIGNED);
    }
    let key = name.map_or_else(|| format!("signature/{right}"), |name| format!("name/{name}"));
    let body = read(&body).ok_or(NO_TEXT)?;
    match hooks.submit(HookCall { hook, key, body }).await.map_err(|error| broken(&error))? {
        HookAnswer::Accepted => Ok(told((StatusCode::ACCEPTED, "Taken. The flow begins when its turn comes."))),
        HookAnswer::Held => Ok(told(HELD)),
        HookAnswer::Known => Ok(told((StatusCode::OK, "This event was taken before. Nothing more is begun."))),
        HookAnswer::Unknown => Err(UNSIGNED),
        HookAnswer::NotRunning => Err(NOT_RUNNING),
        HookAnswer::TooMany(until) => Ok(later((until - now).num_seconds().max(1).to_string(), TOO_MANY)),
        HookAnswer::Behind => Ok(later(AGAIN.to_string(), BEHIND)),
    }
}

/// An answer that says when to come again, in seconds.
fn later(wait: String, fault: Fault) -> Response {
    ([(header::RETRY_AFTER, wait)], told(fault)).into_response()
}

/// Whether a time in Unix seconds is near enough.
fn near(given: &str, now: DateTime<Utc>) -> bool {
    let digits = !given.is_empty() && given.bytes().all(|b| b.is_ascii_digit());
    let at = given.parse::<i64>().ok().filter(|_| digits);
    at.is_some_and(|at| at.abs_diff(now.timestamp()) <= LEEWAY)
}

fn plain(name: &str) -> bool {
    !name.is_empty() && name.len() <= LONGEST_NAME && name.bytes().all(|b| b.is_ascii_graphic() || b == b' ')
}

/// JSON if it is that, else text; none if it is neither.
fn read(body: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(body).ok()?;
    if text.trim().is_empty() {
        return Some(Value::Null);
    }
    Some(serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned())))
}

/// The value of a header that stands there once.
fn one<'h>(headers: &'h HeaderMap, name: &'static str) -> Option<&'h str> {
    only(headers, &HeaderName::from_static(name))
}

fn broken(error: &ReceiveError) -> Fault {
    tracing::warn!(%error, "an event of a webhook cannot be taken");
    BROKEN
}

fn told((status, sentence): Fault) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{sentence}\n")).into_response()
}

#[cfg(test)]
mod tests {
    use crate::adapters::web::hook::*;
    use serde_json::json;

    #[test]
    fn a_time_is_near_for_five_minutes() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        for given in ["1800000000", "1799999700", "1800000300"] {
            assert!(near(given, now), "{given}");
        }
        for given in
            ["", "1799999699", "1800000301", "-1", "+1800000000", "1.8e9", "99999999999999999999", " 1800000000"]
        {
            assert!(!near(given, now), "{given}");
        }
    }

    #[test]
    fn a_body_is_json_or_text() {
        assert_eq!(read(br#"{"n": 1}"#), Some(json!({"n": 1})));
        assert_eq!(read(b"n=1"), Some(json!("n=1")));
        assert_eq!(read(b" \n"), Some(Value::Null));
        assert_eq!(read(&[0xff]), None);
    }
}
