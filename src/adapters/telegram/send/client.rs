//! One request to a Bot API server and its outcome: done, refused, not sent, or lost. It never repeats a request, so
//! that the caller controls back-off, and never reveals the token. teloxide's client is not used, since it sleeps 10
//! s inside a call after a 5xx (platform-facts T63).

use crate::ports::trial::{failpoint, planted};
use reqwest::multipart;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use teloxide::requests::Payload;

/// The deadline of a call that is answered at once.
pub(crate) const CALL: Duration = Duration::from_secs(20);
/// An answer larger than this is not read on; 100 updates are far below it.
const ANSWER_BYTES: usize = 32 * 1024 * 1024;
/// The official server, which needs no setting.
const OFFICIAL: &str = "https://api.telegram.org";

/// Why a call brought no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    /// The Bot API refused it: nothing was done.
    #[error("Telegram answered {code}: {description}")]
    Answer {
        /// `error_code`, usually equal to the HTTP status.
        code: u16,
        /// `description`, English.
        description: String,
        /// `parameters.retry_after`.
        retry_after: Option<Duration>,
        /// `parameters.migrate_to_chat_id`.
        moved_to: Option<i64>,
    },
    /// Certainly not sent: no connection, or something before the Bot API turned it away.
    #[error("cannot reach Telegram: {0}; check the network, and TELEGRAM_API_URL where it is set")]
    Unsent(String),
    /// Perhaps done: it was sent, and no readable answer came.
    #[error("no readable answer from Telegram: {0}")]
    Lost(String),
}

impl Failure {
    /// The Bot API itself does not know the token. A 404 says so with these words only; with others ("Not Found: method
    /// not found") it is about what was called.
    pub(crate) fn is_wrong_token(&self) -> bool {
        match self {
            Self::Answer { code: 401, .. } => true,
            Self::Answer { code: 404, description, .. } => description == "Not Found",
            Self::Answer { .. } | Self::Unsent(_) | Self::Lost(_) => false,
        }
    }

    /// The server does not work as it should, whatever was asked of it.
    fn is_trouble(&self) -> bool {
        match self {
            Self::Answer { code, .. } => *code >= 500,
            Self::Unsent(_) | Self::Lost(_) => true,
        }
    }

    /// The wait the server asked for.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Answer { retry_after, .. } => *retry_after,
            Self::Unsent(_) | Self::Lost(_) => None,
        }
    }

    /// Whether the refusal says this, in any case of letters.
    pub(crate) fn says(&self, words: &str) -> bool {
        match self {
            Self::Answer { code: 400, description, .. } => {
                description.to_ascii_lowercase().contains(&words.to_ascii_lowercase())
            }
            Self::Answer { .. } | Self::Unsent(_) | Self::Lost(_) => false,
        }
    }
}

/// The answer of every method.
#[derive(Deserialize)]
struct Envelope<'a> {
    ok: bool,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error_code: Option<u16>,
    description: Option<String>,
    parameters: Option<Parameters>,
}

#[derive(Deserialize, Default)]
struct Parameters {
    retry_after: Option<u64>,
    migrate_to_chat_id: Option<i64>,
}

/// Whether the server works, as far as calls have shown. Calls are numbered as they begin; after trouble only the answer
/// to a call that began later says anything.
#[derive(Default)]
struct Health {
    begun: AtomicU64,
    answered: AtomicU64,
    /// The first number whose answer ends the last trouble.
    wanted: AtomicU64,
}

impl Health {
    fn begin(&self) -> u64 {
        self.begun.fetch_add(1, Ordering::SeqCst) + 1
    }

    fn learn(&self, number: u64, troubled: bool) {
        if troubled {
            self.wanted.fetch_max(self.begun.load(Ordering::SeqCst) + 1, Ordering::SeqCst);
        } else {
            self.answered.fetch_max(number, Ordering::SeqCst);
        }
    }

    fn works(&self) -> bool {
        self.answered.load(Ordering::SeqCst) >= self.wanted.load(Ordering::SeqCst).max(1)
    }
}

/// A method as the Bot API's documentation writes it ("sendMessage"); teloxide's names begin with a capital letter, which
/// only servers that do not look at the case know.
fn documented(method: &str) -> String {
    let mut letters = method.chars();
    letters.next().map(|first| first.to_ascii_lowercase().to_string() + letters.as_str()).unwrap_or_default()
}

/// A connection to one Bot API server for one bot.
pub(crate) struct Client {
    pub(super) http: Result<reqwest::Client, String>,
    /// `<server>/bot<token>/`
    base: String,
    /// `<server>/file/bot<token>`
    pub(super) files: String,
    token: String,
    health: Health,
}

impl Client {
    /// Prepares the client; nothing is sent.
    pub(crate) fn new(token: &str, api_url: Option<&str>) -> Self {
        // Installing twice is an error that means the process has a provider already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(5))
            .pool_idle_timeout(Duration::from_secs(30))
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .build()
            .map_err(|error| error.without_url().to_string());
        let server = api_url.unwrap_or(OFFICIAL).trim_end_matches('/');
        let (base, files) = (format!("{server}/bot{token}/"), format!("{server}/file/bot{token}"));
        Self { http, base, files, token: token.to_owned(), health: Health::default() }
    }

    /// Calls a method of teloxide's catalogue.
    pub(crate) async fn send<P, T>(&self, payload: &P) -> Result<T, Failure>
    where
        P: Payload + Serialize + Sync,
        T: DeserializeOwned,
    {
        self.call(P::NAME, payload, CALL).await
    }

    /// Calls any method with JSON parameters.
    pub(crate) async fn call<P, T>(&self, method: &str, parameters: &P, deadline: Duration) -> Result<T, Failure>
    where
        P: Serialize + Sync + ?Sized,
        T: DeserializeOwned,
    {
        let request = self.request(method)?.json(parameters);
        self.finish(method, request, deadline).await
    }

    /// Calls a method with a file among its parameters.
    pub(super) async fn upload<T: DeserializeOwned>(&self, method: &str, form: multipart::Form) -> Result<T, Failure> {
        let request = self.request(method)?.multipart(form);
        self.finish(method, request, CALL).await
    }

    /// Whether the server has answered a call that began after the last one it did not answer properly.
    pub(super) fn works(&self) -> bool {
        self.health.works()
    }

    fn request(&self, method: &str) -> Result<reqwest::RequestBuilder, Failure> {
        let http = self.http.as_ref().map_err(|reason| Failure::Unsent(reason.clone()))?;
        Ok(http.post(format!("{}{}", self.base, documented(method))))
    }

    async fn finish<T: DeserializeOwned>(
        &self,
        method: &str,
        request: reqwest::RequestBuilder,
        deadline: Duration,
    ) -> Result<T, Failure> {
        let number = self.health.begin();
        failpoint::before("telegram", method);
        let result = self.exchange(request, deadline).await;
        failpoint::after("telegram", method);
        self.health.learn(number, result.as_ref().is_err_and(Failure::is_trouble));
        result
    }

    async fn exchange<T: DeserializeOwned>(
        &self,
        request: reqwest::RequestBuilder,
        deadline: Duration,
    ) -> Result<T, Failure> {
        let mut answer = request.timeout(deadline).send().await.map_err(|error| self.failure(error))?;
        let status = answer.status().as_u16();
        let mut body = Vec::new();
        loop {
            match answer.chunk().await {
                Ok(Some(chunk)) if body.len() + chunk.len() <= ANSWER_BYTES => body.extend_from_slice(&chunk),
                Ok(Some(_)) => return Err(Failure::Lost("the answer is too large".to_owned())),
                Ok(None) => return decode(status, &body),
                Err(error) => return Err(Failure::Lost(self.words(error))),
            }
        }
    }

    fn failure(&self, error: reqwest::Error) -> Failure {
        if error.is_connect() || error.is_builder() || planted::is("lost-is-unsent") {
            Failure::Unsent(self.words(error))
        } else {
            Failure::Lost(self.words(error))
        }
    }

    /// The innermost cause of the error, which is the one people understand ("Connection refused"), without address
    /// and token (platform-facts T66).
    pub(super) fn words(&self, error: reqwest::Error) -> String {
        let error = error.without_url();
        let mut cause: &dyn Error = &error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        let words = cause.to_string();
        if self.token.is_empty() { words } else { words.replace(&self.token, "[token]") }
    }
}

/// The result in the answer to a call.
///
/// # Errors
/// What kept it from being done, or unclear.
pub(crate) fn decode<T: DeserializeOwned>(status: u16, body: &[u8]) -> Result<T, Failure> {
    let Ok(envelope) = serde_json::from_slice::<Envelope<'_>>(body) else {
        return Err(match status {
            // A page instead of JSON: a proxy spoke. What it turned away did not arrive, but a gateway
            // error may hide a delivered request.
            300..=407 | 409..=499 => Failure::Unsent(format!("the server answered {status} without a Bot API answer")),
            // What stands before the server says so in a page of its own.
            502 | 503 => Failure::Answer {
                code: status,
                description: "no Bot API answer".to_owned(),
                retry_after: None,
                moved_to: None,
            },
            _ => Failure::Lost(format!("status {status} without a Bot API answer")),
        });
    };
    if envelope.ok {
        let result = envelope.result.map(|result| serde_json::from_str(result.get()));
        return match result {
            Some(Ok(result)) => Ok(result),
            Some(Err(_)) | None => Err(Failure::Lost("the result has an unknown form".to_owned())),
        };
    }
    let parameters = envelope.parameters.unwrap_or_default();
    Err(Failure::Answer {
        code: envelope.error_code.unwrap_or(status),
        description: envelope.description.unwrap_or_default(),
        // A day is longer than any real one, and no time to overflow a clock.
        retry_after: parameters.retry_after.map(|seconds| Duration::from_secs(seconds.min(86_400))),
        moved_to: parameters.migrate_to_chat_id,
    })
}

#[cfg(test)]
mod tests {
    use crate::adapters::telegram::send::client::*;
    use teloxide::payloads::GetMe;
    use tokio::io::AsyncReadExt;

    #[test]
    fn a_gateway_page_is_unclear_and_a_refusing_page_is_not() {
        assert!(matches!(decode::<bool>(502, b"<html>"), Err(Failure::Answer { code: 502, .. })));
        assert!(matches!(decode::<bool>(504, b"<html>"), Err(Failure::Lost(_))));
        assert!(matches!(decode::<bool>(200, b"{\"ok\":true,\"resu"), Err(Failure::Lost(_))));
        assert!(matches!(decode::<bool>(404, b"<html>"), Err(Failure::Unsent(_))));
    }

    #[test]
    fn only_what_began_after_the_trouble_shows_that_the_server_works() {
        let health = Health::default();
        assert!(!health.works(), "nothing is known yet");
        let (poll, send) = (health.begin(), health.begin());
        health.learn(send, true);
        health.learn(poll, false);
        assert!(!health.works(), "it was asked before the trouble");
        let asked = health.begin();
        health.learn(asked, false);
        assert!(health.works());
    }

    /// Not every server ignores the case of a method's name.
    #[tokio::test]
    async fn methods_are_called_as_the_documentation_writes_them() {
        assert_eq!(["SendDocument", "getUpdates", ""].map(documented), ["sendDocument", "getUpdates", ""]);
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let client = Client::new("123:SECRET", Some(&format!("http://{}/", listener.local_addr().unwrap())));
        let who = GetMe::new();
        let asked = async {
            let (mut open, _) = listener.accept().await.unwrap();
            let mut head = [0; 32];
            open.read_exact(&mut head).await.unwrap();
            String::from_utf8_lossy(&head).into_owned()
        };
        let head = tokio::select! {
            head = asked => head,
            answer = client.send::<_, bool>(&who) => panic!("nobody answered: {answer:?}"),
        };
        assert!(head.starts_with("POST /bot123:SECRET/getMe "), "{head}");
    }

    #[tokio::test]
    async fn no_error_shows_the_token() {
        let client = Client::new("123:SECRET", Some("http://127.0.0.1:1"));
        let failure = client.call::<_, bool>("getMe", &(), CALL).await.unwrap_err();
        assert!(matches!(failure, Failure::Unsent(_)), "{failure:?}");
        assert!(!format!("{failure} {failure:?}").contains("SECRET"));
    }

    #[tokio::test]
    async fn a_request_nobody_answers_in_time_is_unclear() {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let client = Client::new("123:SECRET", Some(&format!("http://{}/", listener.local_addr().unwrap())));
        let silent = async {
            let _open = listener.accept().await.unwrap();
            std::future::pending::<()>().await;
        };
        let deadline = Duration::from_millis(200);
        let failure = tokio::select! {
            () = silent => unreachable!(),
            failure = client.call::<_, bool>("sendMessage", &(), deadline) => failure.unwrap_err(),
        };
        assert!(matches!(failure, Failure::Lost(_)), "{failure:?}");
        assert!(!format!("{failure} {failure:?}").contains("SECRET"));
    }
}
