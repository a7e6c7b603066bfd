//! What the fake model answers: built by chaining, complete by default.

use std::time::Duration;

use serde_json::{Value, json};

use crate::fault::Gate;

/// A call of a tool the model asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// Identifier the tool message must repeat.
    pub id: String,
    /// Function name.
    pub name: String,
    /// Arguments as the model wrote them: a string which may be invalid JSON (L6).
    pub arguments: String,
}

/// How the answer travels.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Completion,
    /// This status, headers and body instead of a completion.
    Raw {
        status: u16,
        headers: Vec<(String, String)>,
        body: String,
    },
    /// Connection closed without an answer.
    Drop,
    /// No answer until the client gives up or the fake stops.
    Hang,
    /// Stream only: this many events, then the connection breaks.
    CutAfter(usize),
    /// Stream only: this many events, then silence.
    HangAfter(usize),
    /// Stream only: this many events, then comments and empty pieces without an end.
    AliveAfter(usize),
    /// Stream only: this many events, then an `{"error":…}` event (OpenRouter).
    ErrorAfter(usize, Value),
}

/// One scripted answer.
#[derive(Clone, Debug)]
pub struct Reply {
    pub(crate) content: Option<String>,
    pub(crate) refusal: Option<String>,
    pub(crate) thoughts: Option<String>,
    pub(crate) tool_calls: Vec<ToolCall>,
    pub(crate) finish: Option<String>,
    pub(crate) usage: Option<Value>,
    pub(crate) float_created: bool,
    pub(crate) no_choices: bool,
    pub(crate) comments: bool,
    pub(crate) gate: Option<Gate>,
    pub(crate) after: Duration,
    pub(crate) pace: Duration,
    pub(crate) shape: Shape,
}

impl Reply {
    /// A plain text answer, `finish_reason` "stop", usage 10 + 5.
    pub fn text(text: &str) -> Self {
        Self {
            content: Some(text.to_owned()),
            refusal: None,
            thoughts: None,
            tool_calls: Vec::new(),
            finish: Some("stop".to_owned()),
            usage: None,
            float_created: false,
            no_choices: false,
            comments: false,
            gate: None,
            after: Duration::ZERO,
            pace: Duration::ZERO,
            shape: Shape::Completion,
        }
        .usage(10, 5)
    }

    /// A JSON value as text.
    pub fn json(value: &Value) -> Self {
        Self::text(&value.to_string())
    }

    /// Tool calls (name, arguments as written), ids `call_1`, …; `finish_reason` "tool_calls".
    pub fn tools(calls: &[(&str, &str)]) -> Self {
        let mut reply = Self::text("").finish("tool_calls");
        reply.content = None;
        let call = |(index, (name, arguments)): (usize, &(&str, &str))| ToolCall {
            id: format!("call_{}", index + 1),
            name: (*name).to_owned(),
            arguments: (*arguments).to_owned(),
        };
        reply.tool_calls = calls.iter().enumerate().map(call).collect();
        reply
    }

    /// Replaces the ids of the tool calls by `{prefix}1`, `{prefix}2`, …
    pub fn with_call_ids(mut self, prefix: &str) -> Self {
        for (index, call) in self.tool_calls.iter_mut().enumerate() {
            call.id = format!("{prefix}{}", index + 1);
        }
        self
    }

    /// These tool calls instead, ids and all.
    pub fn with_calls(mut self, calls: Vec<ToolCall>) -> Self {
        self.tool_calls = calls;
        self
    }

    /// Text next to tool calls.
    pub fn with_text(mut self, text: &str) -> Self {
        self.content = Some(text.to_owned());
        self
    }

    /// Prompt and completion tokens.
    pub fn usage(mut self, prompt: u64, completion: u64) -> Self {
        let total = prompt + completion;
        self.usage = Some(json!({
            "prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": total
        }));
        self
    }

    /// No `usage` at all, even when asked for.
    pub fn no_usage(mut self) -> Self {
        self.usage = None;
        self
    }

    /// Any `finish_reason`, known ("length") or not.
    pub fn finish(mut self, reason: &str) -> Self {
        self.finish = Some(reason.to_owned());
        self
    }

    /// `finish_reason` null; a stream ends without one (L8).
    pub fn no_finish(mut self) -> Self {
        self.finish = None;
        self
    }

    /// The text cut after `chars` characters, `finish_reason` "length" (L5).
    pub fn cut(mut self, chars: usize) -> Self {
        self.content = self.content.map(|text| text.chars().take(chars).collect());
        self.finish("length")
    }

    /// The model declines through the `refusal` field (L5).
    pub fn refusal(why: &str) -> Self {
        let mut reply = Self::text("");
        reply.content = None;
        reply.refusal = Some(why.to_owned());
        reply
    }

    /// Stopped by the content filter, without text.
    pub fn content_filter() -> Self {
        Self::text("").finish("content_filter")
    }

    /// `choices: []`.
    pub fn empty_choices() -> Self {
        let mut reply = Self::text("");
        reply.no_choices = true;
        reply
    }

    /// `created` as 1.5e9 with a fraction, as some servers send it.
    pub fn float_created(mut self) -> Self {
        self.float_created = true;
        self
    }

    /// Stream with SSE comment lines between the events (OpenRouter).
    pub fn with_comments(mut self) -> Self {
        self.comments = true;
        self
    }

    /// Answers after so long, as a model that thinks.
    #[must_use]
    pub fn after(mut self, long: Duration) -> Self {
        self.after = long;
        self
    }

    /// Stream only: so long between two events.
    #[must_use]
    pub fn paced(mut self, pace: Duration) -> Self {
        self.pace = pace;
        self
    }

    /// Waits for the gate before answering.
    pub fn held_by(mut self, gate: &Gate) -> Self {
        self.gate = Some(gate.clone());
        self
    }

    /// Stream only: breaks the connection after `events` events.
    pub fn cut_after(mut self, events: usize) -> Self {
        self.shape = Shape::CutAfter(events);
        self
    }

    /// Stream only: falls silent after `events` events.
    pub fn hang_after(mut self, events: usize) -> Self {
        self.shape = Shape::HangAfter(events);
        self
    }

    /// Stream only: says nothing more after `events` events, and keeps the connection alive.
    pub fn alive_after(mut self, events: usize) -> Self {
        self.shape = Shape::AliveAfter(events);
        self
    }

    /// The model thinks before it answers: the thoughts stand beside the text.
    pub fn with_thoughts(mut self, thoughts: &str) -> Self {
        self.thoughts = Some(thoughts.to_owned());
        self
    }

    /// Stream only: an error event after `events` events, with status 200 (OpenRouter).
    pub fn error_after(mut self, events: usize, error: Value) -> Self {
        self.shape = Shape::ErrorAfter(events, error);
        self
    }

    fn shaped(shape: Shape) -> Self {
        let mut reply = Self::text("");
        reply.shape = shape;
        reply
    }

    /// Any status, headers and body.
    pub fn raw(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers = headers.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        Self::shaped(Shape::Raw { status, headers, body: body.to_owned() })
    }

    /// An error in OpenAI's shape.
    pub fn error(status: u16, kind: &str, code: &str, message: &str) -> Self {
        Self::raw(status, &[], &error_body(kind, code, message).to_string())
    }

    /// 429 `rate_limit_exceeded`, with `Retry-After` in whole seconds if given (it may be huge).
    pub fn rate_limited(retry_after: Option<Duration>) -> Self {
        let body = error_body("requests", "rate_limit_exceeded", "Rate limit reached").to_string();
        let seconds = retry_after.map(|d| d.as_secs().to_string());
        let headers: Vec<(&str, &str)> = seconds.iter().map(|s| ("retry-after", s.as_str())).collect();
        Self::raw(429, &headers, &body)
    }

    /// 429 `insufficient_quota`: final, not to be retried (L2).
    pub fn insufficient_quota() -> Self {
        Self::error(429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota")
    }

    /// A 5xx in OpenAI's shape.
    pub fn server_error(status: u16) -> Self {
        Self::error(status, "server_error", "internal_error", "The server had an error")
    }

    /// HTTP 200 with `{"error":{…}}` in the body (OpenRouter).
    pub fn ok_error(code: i64, message: &str) -> Self {
        Self::raw(200, &[], &json!({"error": {"code": code, "message": message}}).to_string())
    }

    /// `{"error":"text"}` with this status (Ollama).
    pub fn ollama_error(status: u16, message: &str) -> Self {
        Self::raw(status, &[], &json!({"error": message}).to_string())
    }

    /// Connection closed without an answer; the request was read.
    pub fn drop_connection() -> Self {
        Self::shaped(Shape::Drop)
    }

    /// Never answered.
    pub fn hang() -> Self {
        Self::shaped(Shape::Hang)
    }
}

/// OpenAI's error body (L2).
pub(crate) fn error_body(kind: &str, code: &str, message: &str) -> Value {
    json!({"error": {"message": message, "type": kind, "param": null, "code": code}})
}
