//! The calls over HTTP: one request, one bounded answer with its status, Retry-After and body, never a retry.
//!
//! Addresses and headers are async-openai's. The calls are executed here, because its client drops the Retry-After
//! header, loses the status of an error whose body is not in OpenAI's form (Ollama, proxies), logs server texts, and
//! reads bodies without a bound (platform-facts L20, L21).

mod calls;
mod code;
#[cfg(any(test, feature = "fuzzing"))]
#[path = "../../../../fuzz/readers/adapters/wire.rs"]
pub(super) mod fuzzing;
mod halves;
mod harmony;
pub(super) mod json;
pub(super) mod reply;
pub(super) mod request;
pub(super) mod stream;
mod tag;
mod thoughts;
mod turns;
mod watch;

pub(super) use calls::named;
pub(super) use calls::spoken::words;

use super::{Key, fault};
use crate::ports::model::ModelError;
use async_openai::config::{Config, OpenAIConfig};
use reqwest::RequestBuilder;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, RETRY_AFTER, SERVER};
use reqwest::multipart::Form;
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::Instant;
use watch::{Seen, Watch};

/// How long connecting may take (platform-facts L22).
const CONNECT: Duration = Duration::from_secs(5);
/// How long an answer may pause once it has begun (platform-facts L22), at most a third of the request's own deadline. Only
/// what is said counts: comments and empty pieces of a stream come from a proxy as well, while nobody is at work behind it.
const READ_IDLE: Duration = Duration::from_secs(60);
/// How long an answer may take to begin: a small server first reads the whole prompt, or loads the model.
const FIRST: Duration = Duration::from_secs(300);
/// How long the connection of a stream that has ended may stay open, so that it can be used again.
const LINGER: Duration = Duration::from_secs(1);
/// How long a request whose answer comes at once may take: meanwhile nothing tells whether the server still works.
const WHOLE: Duration = Duration::from_secs(180);
/// The largest answer read, in bytes; pieces take some hundred bytes for each token.
const MAX_BODY: usize = 2 * 1024 * 1024;
const MAX_STREAM: usize = 4 * MAX_BODY;

/// An answer as it came.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The Retry-After header, if it was a number of seconds.
    pub retry_after: Option<Duration>,
    /// The name the server gives itself, or nothing.
    pub server: String,
    /// The body.
    pub body: Vec<u8>,
    /// The body is a stream that was stopped because it repeated itself.
    pub repeats: bool,
}

/// No answer, and whether somebody may have been paid for one all the same.
#[derive(Debug)]
pub(super) struct NoAnswer {
    /// Why there is none.
    pub error: ModelError,
    /// The request went out, or a part of it.
    pub sent: bool,
    /// It took longer than it may.
    pub slow: bool,
}

impl NoAnswer {
    /// Nothing went out.
    pub(super) fn unsent(error: ModelError) -> Self {
        Self { error, sent: false, slow: false }
    }

    fn lost(error: ModelError) -> Self {
        Self { error, sent: true, slow: false }
    }

    fn slow() -> Self {
        Self { slow: true, ..Self::lost(ModelError::Retry { after: fault::DOWN }) }
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
    /// The host is this machine or one of the same network.
    pub near: bool,
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
        let near = url.as_ref().and_then(reqwest::Url::host_str).is_some_and(is_near);
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
        if near {
            // The server of llama.cpp closes a connection right behind a stream; a new one costs next to nothing there.
            builder = builder.pool_max_idle_per_host(0);
        }
        let http = builder.build().map_err(|error| ModelError::Refused(fault::without_address(error)))?;
        // Organisation and project would otherwise come from the environment.
        let config = OpenAIConfig::new().with_api_base(base).with_api_key(secret).with_org_id("").with_project_id("");
        Ok(Self { http, config, keyless: secret.is_empty(), host, domain, near })
    }

    /// Posts JSON to a path such as `/chat/completions`, for an answer at once.
    ///
    /// # Errors
    /// Only what kept an answer from coming; a status of 400 and more is an answer.
    pub(super) async fn post(&self, path: &str, body: Vec<u8>, deadline: Duration) -> Result<Answer, NoAnswer> {
        answer(self.json(path, body), deadline.min(WHOLE)).await
    }

    /// The same for an answer in pieces: as long as they flow only the deadline ends it.
    ///
    /// # Errors
    /// As of [`Wire::post`].
    pub(super) async fn stream(&self, path: &str, body: Vec<u8>, deadline: Duration) -> Result<Answer, NoAnswer> {
        let read = read(self.json(path, body), FIRST.min(deadline), deadline);
        tokio::time::timeout(deadline, read).await.unwrap_or_else(|_| Err(NoAnswer::slow()))
    }

    /// Posts a form with a file to a path such as `/audio/transcriptions`.
    ///
    /// # Errors
    /// As of [`Wire::post`].
    pub(super) async fn post_form(&self, path: &str, form: Form, deadline: Duration) -> Result<Answer, NoAnswer> {
        let request = self.http.post(self.config.url(path)).headers(self.headers());
        answer(request.multipart(form), deadline).await
    }

    /// Gets a path such as `/models`.
    ///
    /// # Errors
    /// As of [`Wire::post`].
    pub(super) async fn get(&self, path: &str) -> Result<Answer, ModelError> {
        Ok(answer(self.http.get(self.config.url(path)).headers(self.headers()), WHOLE).await?)
    }

    /// Gets a path of the server's own, outside the compatible part, such as `/props`.
    ///
    /// # Errors
    /// As of [`Wire::post`].
    pub(super) async fn get_root(&self, path: &str) -> Result<Answer, ModelError> {
        let base = self.config.url(path);
        let root = base.strip_suffix(path).unwrap_or(&base).trim_end_matches("/v1");
        Ok(answer(self.http.get(format!("{root}{path}")).headers(self.headers()), WHOLE).await?)
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

    fn json(&self, path: &str, body: Vec<u8>) -> RequestBuilder {
        let request = self.http.post(self.config.url(path)).headers(self.headers());
        request.header(CONTENT_TYPE, "application/json").body(body)
    }
}

/// An answer that comes at once, within a time.
async fn answer(request: RequestBuilder, most: Duration) -> Result<Answer, NoAnswer> {
    tokio::time::timeout(most, read(request, most, most)).await.unwrap_or_else(|_| Err(NoAnswer::slow()))
}

/// Reads an answer whose first words may take so long and whose later ones come steadily.
async fn read(request: RequestBuilder, first: Duration, deadline: Duration) -> Result<Answer, NoAnswer> {
    let began = Instant::now();
    let response = tokio::time::timeout(first, request.send()).await.map_err(|_| NoAnswer::slow())?;
    let mut response = response.map_err(|error| NoAnswer {
        error: fault::no_answer(&error),
        sent: !(error.is_connect() || error.is_builder()),
        slow: false,
    })?;
    let mut answer = Answer {
        status: response.status().as_u16(),
        retry_after: header(&response, &RETRY_AFTER).trim().parse::<f64>().ok().and_then(seconds),
        server: header(&response, &SERVER).to_owned(),
        ..Answer::default()
    };
    let (mut watch, mut over) = (Watch::default(), false);
    // When it said something last.
    let mut said: Option<Instant> = None;
    loop {
        let pause = match said {
            _ if over => LINGER,
            Some(said) => READ_IDLE.min(deadline / 3).saturating_sub(said.elapsed()),
            None => first.saturating_sub(began.elapsed()),
        };
        let piece = match tokio::time::timeout(pause, response.chunk()).await {
            Ok(Ok(piece)) => piece,
            // What came of a stream says itself that it is not whole.
            Ok(Err(_)) if stream::is_stream(&answer.body) => None,
            Ok(Err(error)) => return Err(NoAnswer::lost(fault::no_answer(&error))),
            Err(_) if over => None,
            Err(_) => return Err(NoAnswer::slow()),
        };
        let Some(piece) = piece else { return Ok(answer) };
        let most = if stream::is_stream(&answer.body) { MAX_STREAM } else { MAX_BODY };
        if answer.body.len().saturating_add(piece.len()) > most {
            let why = format!("the answer has more than {most} bytes");
            return Err(NoAnswer::lost(ModelError::Unusable(why)));
        }
        answer.body.extend_from_slice(&piece);
        if stream::is_stream(&answer.body) {
            match watch.look(&answer.body) {
                Seen::More => {}
                Seen::Words => said = Some(Instant::now()),
                Seen::End => over = true,
                Seen::Repeats => return Ok(Answer { repeats: true, ..answer }),
            }
        } else if !piece.trim_ascii().is_empty() {
            // Blanks keep the connection open, too.
            said = Some(Instant::now());
        }
    }
}

/// A header as text, or nothing.
fn header<'a>(response: &'a reqwest::Response, name: &HeaderName) -> &'a str {
    response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Whether a host is this machine or of the same network: a private address, or a name without a provider's domain.
fn is_near(host: &str) -> bool {
    match host.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(IpAddr::V4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        Ok(IpAddr::V6(ip)) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
        Err(_) => !host.contains('.') || [".local", ".localhost", ".internal"].iter().any(|end| host.ends_with(end)),
    }
}

/// A number of seconds as a duration; nothing for what is negative or no number. Too large ones are capped later.
fn seconds(number: f64) -> Option<Duration> {
    (number.is_finite() && number >= 0.0).then(|| Duration::from_secs_f64(number.min(1e9)))
}
