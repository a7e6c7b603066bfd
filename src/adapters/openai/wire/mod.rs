//! The calls over HTTP: one request, one bounded answer with its status, Retry-After and body, never a retry.
//!
//! Addresses and headers are async-openai's. The calls are executed here, because its client drops the Retry-After
//! header, loses the status of an error whose body is not in OpenAI's form (Ollama, proxies), logs server texts, and
//! reads bodies without a bound (platform-facts L20, L21).

pub(super) mod json;
pub(super) mod reply;
pub(super) mod request;
pub(super) mod stream;

use super::{Key, fault};
use crate::ports::model::ModelError;
use async_openai::config::{Config, OpenAIConfig};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use std::time::Duration;

/// How long connecting may take (platform-facts L22).
const CONNECT: Duration = Duration::from_secs(5);
/// How long an answer may pause once it has begun (platform-facts L22), at most a third of the request's own deadline.
/// Until its first byte only that counts: without streaming a server is silent for as long as it thinks.
const READ_IDLE: Duration = Duration::from_secs(60);
/// How long a request without a deadline of its own may take.
const SHORT: Duration = Duration::from_secs(180);
/// The largest answer read, in bytes; pieces take some hundred bytes for each token.
const MAX_BODY: usize = 2 * 1024 * 1024;
const MAX_STREAM: usize = 4 * MAX_BODY;

/// An answer as it came.
#[derive(Debug)]
pub(super) struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The Retry-After header, if it was a number of seconds.
    pub retry_after: Option<Duration>,
    /// The body.
    pub body: Vec<u8>,
}

/// No answer, and whether somebody may have been paid for one all the same.
#[derive(Debug)]
pub(super) struct NoAnswer {
    /// Why there is none.
    pub error: ModelError,
    /// The request went out, or a part of it.
    pub sent: bool,
}

impl NoAnswer {
    /// Nothing went out.
    pub(super) fn unsent(error: ModelError) -> Self {
        Self { error, sent: false }
    }

    fn lost(error: ModelError) -> Self {
        Self { error, sent: true }
    }
}

impl From<NoAnswer> for ModelError {
    fn from(none: NoAnswer) -> Self {
        none.error
    }
}

/// A server and the key for it.
pub(super) struct Wire {
    http: reqwest::Client,
    config: OpenAIConfig,
    keyless: bool,
    /// Host and port, for people.
    pub host: String,
    /// The host's name alone.
    pub domain: String,
}

impl Wire {
    /// Prepares the calls; nothing is sent.
    ///
    /// # Errors
    /// An address or a key that can never work.
    pub(super) fn new(base_url: &str, key: Option<&Key>) -> Result<Self, ModelError> {
        // An error only says that a provider is installed already.
        rustls::crypto::ring::default_provider().install_default().ok();
        let base = base_url.trim().trim_end_matches('/');
        let url = reqwest::Url::parse(base).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let parts = url.and_then(|url| {
            let domain = url.host_str()?.to_owned();
            let host = url.port().map_or_else(|| domain.clone(), |port| format!("{domain}:{port}"));
            Some((domain, host))
        });
        let Some((domain, host)) = parts else {
            return Err(ModelError::Refused("OPENAI_BASE_URL is not an http or https address".to_owned()));
        };
        let secret = key.map(Key::reveal).unwrap_or_default();
        if !secret.chars().all(|c| c.is_ascii_graphic()) {
            return Err(ModelError::Refused("OPENAI_API_KEY has a character no key can have".to_owned()));
        }
        let mut builder = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never());
        if matches!(domain.as_str(), "localhost" | "127.0.0.1" | "[::1]") {
            builder = builder.no_proxy();
        }
        let http = builder.build().map_err(|error| ModelError::Refused(fault::without_address(error)))?;
        // Organisation and project would otherwise come from the environment.
        let config = OpenAIConfig::new().with_api_base(base).with_api_key(secret).with_org_id("").with_project_id("");
        Ok(Self { http, config, keyless: secret.is_empty(), host, domain })
    }

    /// Posts JSON to a path such as `/chat/completions`.
    ///
    /// # Errors
    /// Only what kept an answer from coming; a status of 400 and more is an answer.
    pub(super) async fn post(&self, path: &str, body: Vec<u8>, deadline: Duration) -> Result<Answer, NoAnswer> {
        let request = self.http.post(self.config.url(path)).headers(self.headers());
        self.answer(request.header(CONTENT_TYPE, "application/json").body(body), deadline).await
    }

    /// Gets a path such as `/models`.
    ///
    /// # Errors
    /// As of [`Wire::post`].
    pub(super) async fn get(&self, path: &str) -> Result<Answer, ModelError> {
        Ok(self.answer(self.http.get(self.config.url(path)).headers(self.headers()), SHORT).await?)
    }

    /// Gets a path of the server's own, outside the compatible part, such as `/props`.
    ///
    /// # Errors
    /// As of [`Wire::post`].
    pub(super) async fn get_root(&self, path: &str) -> Result<Answer, ModelError> {
        let base = self.config.url(path);
        let root = base.strip_suffix(path).unwrap_or(&base).trim_end_matches("/v1");
        Ok(self.answer(self.http.get(format!("{root}{path}")).headers(self.headers()), SHORT).await?)
    }

    fn headers(&self) -> HeaderMap {
        let mut headers = self.config.headers();
        if self.keyless {
            headers.remove(AUTHORIZATION);
        }
        if let Some(value) = headers.get_mut(AUTHORIZATION) {
            value.set_sensitive(true);
        }
        headers
    }

    async fn answer(&self, request: reqwest::RequestBuilder, deadline: Duration) -> Result<Answer, NoAnswer> {
        let mut response = request.send().await.map_err(|error| NoAnswer {
            error: fault::no_answer(&error),
            sent: !(error.is_connect() || error.is_builder()),
        })?;
        let status = response.status().as_u16();
        let retry_after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
        let retry_after = retry_after.and_then(|text| text.trim().parse::<f64>().ok()).and_then(seconds);
        let mut body: Vec<u8> = Vec::new();
        loop {
            let pause = if body.is_empty() { deadline } else { READ_IDLE.min(deadline / 3) };
            let piece = match tokio::time::timeout(pause, response.chunk()).await {
                Ok(Ok(piece)) => piece,
                // What came of a stream says itself that it is not whole.
                Ok(Err(_)) if stream::is_stream(&body) => None,
                Ok(Err(error)) => return Err(NoAnswer::lost(fault::no_answer(&error))),
                Err(_) => return Err(NoAnswer::lost(ModelError::Retry { after: fault::DOWN })),
            };
            let Some(piece) = piece else { return Ok(Answer { status, retry_after, body }) };
            let most = if stream::is_stream(&body) { MAX_STREAM } else { MAX_BODY };
            if body.len().saturating_add(piece.len()) > most {
                let why = format!("the answer has more than {most} bytes");
                return Err(NoAnswer::lost(ModelError::Unusable(why)));
            }
            body.extend_from_slice(&piece);
        }
    }
}

/// A number of seconds as a duration; nothing for what is negative or no number. Too large ones are capped later.
fn seconds(number: f64) -> Option<Duration> {
    (number.is_finite() && number >= 0.0).then(|| Duration::from_secs_f64(number.min(1e9)))
}
