//! The REST transport: one call is one request with a deadline, never repeated, admitted by `rate_limits`. It knows
//! routes and errors, no messages; the token appears in no error and no log.

use super::rate_limits::{Barrier, Bucket, Limits, Seen};
use crate::ports::trial::{failpoint, planted};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, USER_AGENT};
use reqwest::{Method, StatusCode, multipart};
use serde_json::Value;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The deadline of one call.
const DEADLINE: Duration = Duration::from_secs(15);
/// The wait after a refusal that does not come from Discord.
pub(crate) const NOT_DISCORD: Duration = Duration::from_secs(30);
/// Answers are a page of messages at most; larger ones are not Discord's.
const ANSWER_BYTES: usize = 8 * 1024 * 1024;
/// What Discord asks of a client's name.
pub(crate) const AGENT: &str =
    concat!("DiscordBot (", env!("CARGO_PKG_HOMEPAGE"), ", ", env!("CARGO_PKG_VERSION"), ")");

/// Why a call gave no answer to work with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RestError {
    /// Not called, refused with 429, or refused by something on the way to Discord: again after this long.
    #[error("again in {0:?}")]
    Wait(Duration),
    /// The chat refused us a moment ago; not called.
    #[error("paused: {0}")]
    Paused(String),
    /// The token is refused.
    #[error("Discord refuses the bot token; check DISCORD_TOKEN")]
    Token,
    /// Nothing was sent: no connection.
    #[error("Discord cannot be reached; check the network, and DISCORD_API_URL where it is set")]
    Unreachable,
    /// Sent, but the answer is missing or unreadable.
    #[error("the answer of Discord was lost")]
    Lost,
    /// Refused by Discord.
    #[error("{message} (status {status}, code {code})")]
    Refused {
        /// HTTP status.
        status: u16,
        /// Discord's own code (platform-facts D13), 0 if none.
        code: u64,
        /// Discord's words.
        message: String,
    },
}

impl RestError {
    /// Discord's own code, if it refused.
    pub(crate) fn code(&self) -> Option<u64> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            _ => None,
        }
    }
}

/// A request body.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// None.
    Empty,
    /// JSON.
    Json(Value),
    /// JSON with one file (name, content), as multipart.
    WithFile(Value, String, Vec<u8>),
}

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    method: Method,
    path: String,
    bucket: Bucket,
    body: Body,
    /// Interaction routes carry their own token in the path and need no other.
    free: bool,
}

impl Request {
    /// A request about `major` (a channel, application …); `route` names the template for its limits.
    pub(crate) fn new(method: Method, route: &'static str, major: &str, path: String) -> Self {
        Self { method, path, bucket: Bucket { route, major: major.to_owned() }, body: Body::Empty, free: false }
    }

    /// With this body.
    pub(crate) fn body(mut self, body: Body) -> Self {
        self.body = body;
        self
    }

    /// With this JSON body.
    pub(crate) fn json(self, body: Value) -> Self {
        self.body(Body::Json(body))
    }

    /// One of the interaction routes.
    pub(crate) fn free(mut self) -> Self {
        self.free = true;
        self
    }
}

/// The connection to Discord's REST interface.
pub(crate) struct Rest {
    /// `None` when the TLS client could not be made: then nothing can be reached.
    http: Option<reqwest::Client>,
    root: String,
    authorization: HeaderValue,
    limits: Mutex<Limits>,
    refused: CancellationToken,
}

impl Rest {
    /// Prepares a transport to `root` (without `/api/v10`).
    pub(crate) fn new(root: &str, token: &str) -> Self {
        // A second installation is refused and changes nothing.
        drop(rustls::crypto::ring::default_provider().install_default());
        // What cannot be a header cannot be a token: Discord's refusal is then the right answer.
        let mut authorization =
            HeaderValue::from_str(&format!("Bot {token}")).unwrap_or(HeaderValue::from_static("Bot"));
        authorization.set_sensitive(true);
        let http = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(8))
            .timeout(DEADLINE)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .inspect_err(|error| tracing::error!(%error, "cannot prepare connections to Discord"))
            .ok();
        let root = root.trim_end_matches('/').to_owned();
        Self { http, root, authorization, limits: Mutex::default(), refused: CancellationToken::new() }
    }

    /// Cancelled once Discord refused the bot token.
    pub(crate) fn refused(&self) -> &CancellationToken {
        &self.refused
    }

    /// The client, for what is no call of the interface; none when it could not be made.
    pub(crate) fn http(&self) -> Option<&reqwest::Client> {
        self.http.as_ref()
    }

    /// The limits, to pause or reopen a chat.
    pub(crate) fn limits(&self) -> MutexGuard<'_, Limits> {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes one request and gives its JSON (`Null` when there is none).
    ///
    /// # Errors
    /// See [`RestError`].
    pub(crate) async fn call(&self, request: Request) -> Result<Value, RestError> {
        let admitted = self.limits().admit(&request.bucket, request.free, Instant::now());
        let admitted = if planted::is("discord-ignores-wait") { Ok(()) } else { admitted };
        admitted.map_err(|barrier| match barrier {
            Barrier::Wait(after) => RestError::Wait(after),
            Barrier::Paused(reason) => RestError::Paused(reason),
            Barrier::Stopped => RestError::Token,
        })?;
        let mut call = self
            .http
            .as_ref()
            .ok_or(RestError::Unreachable)?
            .request(request.method, format!("{}/api/v10{}", self.root, request.path))
            .header(USER_AGENT, AGENT);
        if !request.free {
            call = call.header(AUTHORIZATION, self.authorization.clone());
        }
        call = match request.body {
            Body::Empty => call,
            Body::Json(json) => call.json(&json),
            Body::WithFile(json, name, bytes) => call.multipart(form(&json, name, bytes)?),
        };
        failpoint::before("discord", request.bucket.route);
        let answer = call.send().await.map_err(|error| {
            if error.is_connect() || error.is_builder() { RestError::Unreachable } else { RestError::Lost }
        })?;
        failpoint::after("discord", request.bucket.route);
        let (status, headers) = (answer.status(), answer.headers().clone());
        let text = body_of(answer).await;
        let json = text.as_ref().ok().and_then(|text| serde_json::from_slice::<Value>(text).ok());
        let seen = seen(status, &headers, json.as_ref(), request.free);
        self.limits().learn(&request.bucket, &seen, Instant::now());
        if seen.unauthorized {
            self.refused.cancel();
        }
        if status.is_success() {
            return match (text, json) {
                (Ok(text), None) if text.is_empty() => Ok(Value::Null),
                (_, Some(json)) => Ok(json),
                (Err(()) | Ok(_), None) => Err(RestError::Lost),
            };
        }
        Err(refusal(status, json.as_ref(), &seen))
    }
}

async fn body_of(mut answer: reqwest::Response) -> Result<Vec<u8>, ()> {
    let mut text = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(drop)? {
        if text.len() + chunk.len() > ANSWER_BYTES {
            return Err(());
        }
        text.extend_from_slice(&chunk);
    }
    Ok(text)
}

fn form(json: &Value, name: String, bytes: Vec<u8>) -> Result<multipart::Form, RestError> {
    let markdown = std::path::Path::new(&name).extension().is_some_and(|e| e == "md");
    let kind = match str::from_utf8(&bytes) {
        Ok(_) if markdown => "text/markdown; charset=utf-8",
        Ok(_) => "text/plain; charset=utf-8",
        Err(_) => "application/octet-stream",
    };
    let file = multipart::Part::bytes(bytes).file_name(name).mime_str(kind);
    let payload = multipart::Part::text(json.to_string()).mime_str("application/json");
    let (Ok(file), Ok(payload)) = (file, payload) else { return Err(RestError::Unreachable) };
    Ok(multipart::Form::new().part("payload_json", payload).part("files[0]", file))
}

fn seen(status: StatusCode, headers: &HeaderMap, json: Option<&Value>, free: bool) -> Seen {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let limited = status == StatusCode::TOO_MANY_REQUESTS;
    let shared = text("x-ratelimit-scope") == Some("shared");
    let retry_after = limited.then(|| {
        let body = json.and_then(|json| json["retry_after"].as_f64());
        seconds(body.or_else(|| text("retry-after")?.parse().ok()).unwrap_or(5.0))
    });
    Seen {
        name: text("x-ratelimit-bucket").map(str::to_owned),
        remaining: text("x-ratelimit-remaining").and_then(|n| n.parse().ok()),
        reset_after: text("x-ratelimit-reset-after").and_then(|n| n.parse().ok()).map(seconds),
        retry_after,
        global: limited && json.is_some_and(|json| json["global"] == true),
        invalid: matches!(status.as_u16(), 401 | 403) || (limited && !shared),
        // 50027 is a 401 as well, but about a webhook's token.
        unauthorized: status == StatusCode::UNAUTHORIZED && !free,
    }
}

/// Seconds as Discord writes them, bounded to a day.
pub(crate) fn seconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number.clamp(0.0, 86_400.0)).unwrap_or(Duration::from_secs(5))
}

fn refusal(status: StatusCode, json: Option<&Value>, seen: &Seen) -> RestError {
    if let Some(after) = seen.retry_after {
        return RestError::Wait(after);
    }
    if seen.unauthorized {
        return RestError::Token;
    }
    if status.is_server_error() {
        return RestError::Lost;
    }
    // A page of a proxy's or a firewall's; Discord refuses in JSON. It says nothing about the chat.
    let unsaid = status.is_client_error() && !json.is_some_and(Value::is_object);
    // What is too long stays so.
    if unsaid && !matches!(status, StatusCode::UNAUTHORIZED | StatusCode::PAYLOAD_TOO_LARGE) {
        return RestError::Wait(NOT_DISCORD);
    }
    let code = json.and_then(|json| json["code"].as_u64()).unwrap_or(0);
    let message = json.and_then(|json| json["message"].as_str()).unwrap_or("refused without a reason");
    let mut message: String = message.chars().take(200).collect();
    if let Some(field) = json.and_then(|json| first_error(&json["errors"], String::new(), 0)) {
        message = format!("{message}: {field}");
    }
    RestError::Refused { status: status.as_u16(), code, message }
}

/// The first entry of the tree of errors in an answer 50035, as "path: words".
fn first_error(errors: &Value, path: String, depth: usize) -> Option<String> {
    let map = errors.as_object().filter(|_| depth < 12)?;
    if let Some(words) = map.get("_errors").and_then(|list| list[0]["message"].as_str()) {
        return Some(format!("{path}: {}", words.chars().take(200).collect::<String>()));
    }
    map.iter().find_map(|(key, inner)| {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        first_error(inner, path, depth + 1)
    })
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::send::rest::*;
    use serde_json::json;

    #[test]
    fn the_reason_of_an_invalid_body_is_named() {
        let body = json!({"message": "Invalid Form Body", "code": 50035,
            "errors": {"components": {"0": {"_errors": [{"code": "X", "message": "too long"}]}}}});
        let error = refusal(StatusCode::BAD_REQUEST, Some(&body), &Seen::default());
        assert_eq!(error.to_string(), "Invalid Form Body: components.0: too long (status 400, code 50035)");
    }

    #[test]
    fn a_page_of_a_proxy_is_no_word_of_discord_s() {
        for (number, invalid) in [(400, false), (403, true), (404, false), (408, false)] {
            let status = StatusCode::from_u16(number).unwrap();
            for json in [None, Some(json!("Forbidden"))] {
                let seen = seen(status, &HeaderMap::new(), json.as_ref(), false);
                assert_eq!(refusal(status, json.as_ref(), &seen), RestError::Wait(NOT_DISCORD), "{status}");
                assert_eq!(seen.invalid, invalid, "{status}");
            }
        }
    }

    #[test]
    fn a_webhook_token_refused_is_not_the_bot_token_refused() {
        let seen = seen(StatusCode::UNAUTHORIZED, &HeaderMap::new(), None, true);
        assert!(!seen.unauthorized && seen.invalid);
    }

    #[test]
    fn strange_numbers_of_seconds_are_bounded() {
        assert_eq!(seconds(f64::NAN), Duration::from_secs(5));
        assert_eq!(seconds(-3.0), Duration::ZERO);
        assert_eq!(seconds(1e12), Duration::from_secs(86_400));
    }
}
