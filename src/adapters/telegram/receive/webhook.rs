//! Receives by webhook. An update is answered with 200 only after the intake has stored it; Telegram repeats
//! everything else (platform-facts T9, T10). The answer calls no method (T11).

use super::{inbound, presses};
use crate::adapters::telegram::Inner;
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;
use subtle::ConstantTimeEq;
use url::Url;

/// Where the route is served.
const PATH: &str = "/telegram/webhook";
/// The header Telegram repeats the secret in.
const HEADER: &str = "x-telegram-bot-api-secret-token";
/// Bytes of an update; real ones are far smaller.
const BODY: usize = 1024 * 1024;
/// Deliveries at the same time; the database takes one writer anyway.
const CONNECTIONS: u32 = 8;

/// Where Telegram delivers to, and how it proves to be Telegram.
#[derive(Clone, PartialEq, Eq)]
pub struct Webhook {
    url: String,
    secret: String,
}

/// Why a webhook cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    /// Everybody could post updates without a secret.
    #[error(
        "TELEGRAM_WEBHOOK_URL needs TELEGRAM_WEBHOOK_SECRET as well: 1 to 256 characters of A-Z, a-z, 0-9, _ and -"
    )]
    NoSecret,
    /// Telegram would refuse it.
    #[error("TELEGRAM_WEBHOOK_SECRET must have 1 to 256 characters of A-Z, a-z, 0-9, _ and -")]
    BadSecret,
    /// Not an address Telegram can deliver to.
    #[error("TELEGRAM_WEBHOOK_URL must be the public address of this server, beginning with https://")]
    BadUrl,
}

impl Webhook {
    /// A webhook at a public address. Without a path of its own, the address gets `/telegram/webhook`.
    ///
    /// # Errors
    /// [`WebhookError`] when the secret is missing or malformed (platform-facts T9), or the address is none.
    pub fn new(url: &str, secret: Option<&str>) -> Result<Self, WebhookError> {
        let secret = secret.filter(|secret| !secret.is_empty()).ok_or(WebhookError::NoSecret)?;
        let plain = secret.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        if secret.len() > 256 || !plain {
            return Err(WebhookError::BadSecret);
        }
        let mut url = Url::parse(url.trim()).map_err(|_| WebhookError::BadUrl)?;
        // Plain HTTP serves a Bot API server of one's own; the official one refuses it in words.
        if !matches!(url.scheme(), "https" | "http") || url.host_str().is_none() {
            return Err(WebhookError::BadUrl);
        }
        if url.path() == "/" {
            url.set_path(PATH);
        }
        Ok(Self { url: url.into(), secret: secret.to_owned() })
    }

    /// The parameters of `setWebhook`; `drop_pending_updates` is never among them (platform-facts T4).
    pub(crate) fn registration(&self) -> Value {
        json!({ "url": self.url, "secret_token": self.secret, "max_connections": CONNECTIONS })
    }

    fn is_from_telegram(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(HEADER).map(|value| value.as_bytes()).unwrap_or_default();
        given.ct_eq(self.secret.as_bytes()).into()
    }
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhook").field("url", &self.url).field("secret", &"[hidden]").finish()
    }
}

/// The route, empty unless a webhook is configured.
pub(crate) fn route(inner: &Arc<Inner>) -> Router {
    if inner.webhook.is_none() {
        return Router::new();
    }
    Router::new().route(PATH, post(deliver)).with_state(Arc::clone(inner))
}

async fn deliver(State(inner): State<Arc<Inner>>, request: Request) -> StatusCode {
    let (head, body) = request.into_parts();
    if !inner.webhook.as_ref().is_some_and(|webhook| webhook.is_from_telegram(&head.headers)) {
        return StatusCode::UNAUTHORIZED;
    }
    let Ok(body) = to_bytes(body, BODY).await else { return StatusCode::PAYLOAD_TOO_LARGE };
    // Mentions and commands cannot be told apart before we know our name.
    let Some(us) = inner.us.get() else { return StatusCode::SERVICE_UNAVAILABLE };
    let raw = String::from_utf8_lossy(&body);
    if inbound::number(&raw).is_none() {
        tracing::warn!(bytes = body.len(), "Telegram's webhook got something that is no update; it is kept aside");
    }
    let batch = vec![inbound::read(&raw, us, inner.clock.now())];
    let presses = presses::of(&batch);
    if let Err(error) = inner.intake.receive(batch).await {
        inner.unheard().await;
        inner.status.trouble(error.to_string());
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    inner.status.receiving();
    inner.heard().await;
    Inner::answer_presses(&inner, presses);
    StatusCode::OK
}

#[cfg(test)]
mod tests {
    use crate::adapters::telegram::receive::webhook::*;

    #[test]
    fn a_webhook_needs_a_proper_secret_and_address() {
        let of = |url: &str, secret: Option<&str>| Webhook::new(url, secret);
        assert_eq!(of("https://e.org", None), Err(WebhookError::NoSecret));
        assert_eq!(of("https://e.org", Some("")), Err(WebhookError::NoSecret));
        assert_eq!(of("https://e.org", Some("with space")), Err(WebhookError::BadSecret));
        assert_eq!(of("https://e.org", Some(&"x".repeat(257))), Err(WebhookError::BadSecret));
        assert_eq!(of("e.org", Some("s")), Err(WebhookError::BadUrl));
        assert_eq!(of("ftp://e.org", Some("s")), Err(WebhookError::BadUrl));
        assert!(WebhookError::NoSecret.to_string().contains("TELEGRAM_WEBHOOK_SECRET"));
        let webhook = of("https://e.org", Some("s-_9")).unwrap();
        assert_eq!(webhook.registration()["url"], "https://e.org/telegram/webhook");
        assert_eq!(of("https://e.org/x", Some("s")).unwrap().registration()["url"], "https://e.org/x");
    }
}
