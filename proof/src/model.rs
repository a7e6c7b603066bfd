//! A fake OpenAI-compatible model server (platform-facts L1–L8, L13): it checks what is sent and answers by script.
//!
//! Point a client at [`FakeModel::url`]. A request takes the first queued [`Reply`] ([`FakeModel::answer`]), else asks the
//! closure ([`FakeModel::answer_with`]), else is answered by itself as the capabilities allow (a forced tool is called, a
//! schema is filled with minimal values, otherwise "ok"), unless [`FakeModel::strict_script`] makes that a 500.
//! A request that breaks a documented rule gets 400 and consumes no reply. Nothing here imitates intelligence.

mod check;
mod recordings;
mod reply;
mod schema;
mod server;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;

pub use reply::{Reply, ToolCall};

use crate::ledger::Ledger;
use crate::wire::Wire;

/// How a server treats a feature it may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// As documented by OpenAI.
    Honoured,
    /// 400 naming the parameter.
    Refused,
    /// Accepted without effect, like Ollama's `tool_choice`.
    Ignored,
}

/// What the server can do; everything at the start, and no key needed.
#[derive(Clone, Debug)]
pub struct Capabilities {
    /// `response_format` of type `json_schema`.
    pub json_schema: Support,
    /// `tool_choice`; when ignored, automatic answers never call a tool.
    pub tool_choice: Support,
    /// `tools` at all.
    pub tools: Support,
    /// `stream: true`; when ignored, the answer is plain JSON.
    pub streaming: Support,
    /// Pictures in the messages of people.
    pub pictures: Support,
    /// `/audio/transcriptions`; 404 unless honoured.
    pub recordings: Support,
    /// Messages of the role `system`, in the words of Gemma's template.
    pub system: Support,
    /// Messages of the role `tool`, in the words of Mistral's template.
    pub results: Support,
    /// `null` as the content of an answer that only calls.
    pub null_content: Support,
    /// An empty text as such a content.
    pub empty_content: Support,
    /// Ids of calls with other than nine letters and digits (mistral-common).
    pub long_ids: Support,
    /// How many tokens a request and its answer may have together, counted as characters / 4; any number if none.
    pub context: Option<u64>,
    /// The Bearer key every request needs, else 401.
    pub key: Option<String>,
    /// Model names of `GET /v1/models`.
    pub models: Vec<String>,
    /// Answers to other GETs by path: `/props` of llama.cpp, `/api/ps` of Ollama, a fuller `/v1/models`.
    pub pages: BTreeMap<String, Value>,
}

impl Default for Capabilities {
    fn default() -> Self {
        Self {
            json_schema: Support::Honoured,
            tool_choice: Support::Honoured,
            tools: Support::Honoured,
            streaming: Support::Honoured,
            pictures: Support::Honoured,
            recordings: Support::Honoured,
            system: Support::Honoured,
            results: Support::Honoured,
            null_content: Support::Honoured,
            empty_content: Support::Honoured,
            long_ids: Support::Honoured,
            context: None,
            key: None,
            models: vec!["fake-model".to_owned()],
            pages: BTreeMap::new(),
        }
    }
}

/// One request as it arrived.
#[derive(Clone, Debug)]
pub struct Request {
    /// For example "POST".
    pub method: String,
    /// For example "/v1/chat/completions".
    pub path: String,
    /// Header names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body byte for byte.
    pub bytes: Vec<u8>,
    /// The body as JSON, Null when it is none; of a recording the fields of its form.
    pub body: Value,
    /// Why it was refused, if it was.
    pub refused: Option<String>,
}

impl Request {
    /// A header by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The `Authorization` header.
    pub fn authorization(&self) -> Option<&str> {
        self.header("authorization")
    }
}

type Script = Box<dyn FnMut(&Value) -> Reply + Send>;

#[derive(Default)]
struct State {
    capabilities: Capabilities,
    queue: VecDeque<Reply>,
    recordings: VecDeque<Reply>,
    script: Option<Script>,
    strict: bool,
    requests: Vec<Request>,
    unscripted: usize,
    completions: u64,
    ledger: Option<Ledger>,
}

struct Shared {
    state: Mutex<State>,
    changed: watch::Sender<u64>,
}

impl Shared {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.send_modify(|version| *version += 1);
        result
    }
}

/// A running fake; it stops and closes its connections when dropped.
pub struct FakeModel {
    shared: Arc<Shared>,
    wire: Wire,
}

impl FakeModel {
    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// # Panics
    /// When no port can be bound.
    pub async fn start() -> Self {
        let shared = Arc::new(Shared { state: Mutex::default(), changed: watch::Sender::new(0) });
        let wire = Wire::serve(server::router(Arc::clone(&shared))).await.expect("a free port");
        Self { shared, wire }
    }

    /// Base address, ending in `/v1`.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.wire.addr())
    }

    /// Writes every request from now on into a ledger.
    pub fn keep_ledger(&self, ledger: Ledger) {
        self.shared.with(|state| state.ledger = Some(ledger));
    }

    /// Queues an answer; each is used once, in order.
    pub fn answer(&self, reply: Reply) {
        self.shared.with(|state| state.queue.push_back(reply));
    }

    /// Queues the words of a recording; each is used once, in order.
    pub fn answer_recording(&self, reply: Reply) {
        self.shared.with(|state| state.recordings.push_back(reply));
    }

    /// Answers every request for which nothing is queued; `script` sees the request body.
    pub fn answer_with(&self, script: impl FnMut(&Value) -> Reply + Send + 'static) {
        self.shared.with(|state| state.script = Some(Box::new(script)));
    }

    /// No automatic answers: an unscripted request is 500 and counted by [`FakeModel::unscripted`].
    pub fn strict_script(&self) {
        self.shared.with(|state| state.strict = true);
    }

    /// Changes what the server can do from the next request on.
    pub fn capabilities(&self, change: impl FnOnce(&mut Capabilities)) {
        self.shared.with(|state| change(&mut state.capabilities));
    }

    /// Every request, oldest first, refused ones too.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.with_quietly(|state| state.requests.clone())
    }

    /// Bodies of the accepted completion requests, oldest first.
    pub fn prompts(&self) -> Vec<Value> {
        let accepted = |r: &Request| r.refused.is_none() && r.path.ends_with("/chat/completions");
        self.requests().into_iter().filter(accepted).map(|r| r.body).collect()
    }

    /// Requests nothing was scripted for, under [`FakeModel::strict_script`].
    pub fn unscripted(&self) -> usize {
        self.shared.with_quietly(|state| state.unscripted)
    }

    /// Queued answers nobody has asked for.
    pub fn unused(&self) -> usize {
        self.shared.with_quietly(|state| state.queue.len())
    }

    /// All requests, as soon as there are at least `count`.
    ///
    /// # Errors
    /// The number there is when `deadline` (real time) passes first.
    pub async fn wait_requests(&self, count: usize, deadline: Duration) -> Result<Vec<Request>, String> {
        let mut changed = self.shared.changed.subscribe();
        let wait = async {
            loop {
                changed.borrow_and_update();
                let requests = self.requests();
                if requests.len() >= count || changed.changed().await.is_err() {
                    return requests;
                }
            }
        };
        let found = tokio::time::timeout(deadline, wait).await;
        found.map_err(|_| format!("{} of {count} requests came", self.requests().len()))
    }

    /// Refuses connections until [`FakeModel::come_up`].
    pub async fn go_down(&self) {
        self.wire.go_down().await;
    }

    /// Listens again on the same port.
    pub async fn come_up(&self) {
        self.wire.come_up().await;
    }
}

impl Shared {
    /// Reads without waking those who wait (they read themselves).
    fn with_quietly<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
