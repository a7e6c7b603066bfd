//! The ways of a server: how to ask for JSON and how to limit an answer. Learned from refusals and from the probe;
//! forgotten when the program ends.

use super::fault::Refusal;

/// How JSON of a schema is asked for, the best way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaWay {
    /// `response_format` of type `json_schema`.
    Schema,
    /// A tool with the schema for its arguments, which the model is told to call.
    Tool,
    /// `response_format` of type `json_object`, the schema in words.
    Object,
    /// Words alone.
    Plain,
}

/// Under which name a limit is known (platform-facts L7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LimitName {
    MaxTokens,
    MaxCompletionTokens,
}

/// How to talk to one model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ways {
    pub schema: SchemaWay,
    pub limit: LimitName,
    /// A tool it is told to call is called: found by the probe.
    pub tool: bool,
    /// Answers come in pieces, counted: found by the probe. A silent server is then noticed long before the deadline.
    pub streams: bool,
}

impl Ways {
    /// What to begin with: OpenAI itself wants the newer name of the limit, others know only the older one.
    pub(super) fn first(openai: bool) -> Self {
        let limit = if openai { LimitName::MaxCompletionTokens } else { LimitName::MaxTokens };
        Self { schema: SchemaWay::Schema, limit, tool: false, streams: false }
    }

    /// The other ways to try after a refusal that may be about these; `from` are the ones the call began with and
    /// `schema` says whether JSON was asked for.
    pub(super) fn after(self, refusal: &Refusal, from: Self, schema: bool) -> Option<Self> {
        let endpoints = refusal.status == 404 && refusal.words.contains("no endpoints found");
        if !matches!(refusal.status, 400 | 422 | 501) && !endpoints {
            return None;
        }
        let names_limit = ["max_tokens", "max_completion_tokens"].iter().any(|name| refusal.words.contains(name));
        if names_limit && self.limit == from.limit {
            let limit = match self.limit {
                LimitName::MaxTokens => LimitName::MaxCompletionTokens,
                LimitName::MaxCompletionTokens => LimitName::MaxTokens,
            };
            return Some(Self { limit, ..self });
        }
        if self.streams && refusal.words.contains("stream") {
            return Some(Self { streams: false, ..self });
        }
        // Asking in another way makes no conversation shorter.
        let too_long = ["context length", "context_length", "maximum context", "context size", "too long"];
        if !schema || names_limit || too_long.iter().any(|word| refusal.words.contains(word)) {
            return None;
        }
        let schema = match self.schema {
            SchemaWay::Schema if self.tool => SchemaWay::Tool,
            SchemaWay::Schema | SchemaWay::Tool => SchemaWay::Object,
            SchemaWay::Object => SchemaWay::Plain,
            SchemaWay::Plain => return None,
        };
        Some(Self { schema, ..self })
    }
}
