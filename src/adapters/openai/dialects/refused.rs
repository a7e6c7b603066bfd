//! What a refusal teaches: which other way of asking is left. It reads the refusal alone; nothing is sent here.

use super::{Dialect, EmptyContent, LimitName, SchemaWay, ToolWay};
use crate::adapters::openai::fault::Refusal;
use serde_json::Value;

/// Words of a refusal that is about a role. A template names none, one of ours, or the order it wants.
const ROLES: [&str; 7] = [
    "role",
    "unknown variant",
    "alternate",
    "developer instruction",
    "system instruction",
    "system message",
    "system prompt",
];
/// Words of a refusal that is about a content without words, beside "content" itself.
const EMPTY: [&str; 9] =
    ["null", "none", "string", "empty", "required", "missing", "cannot be", "must be", "untagged enum"];

/// What a request used, so that a refusal can be about it.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::adapters::openai) struct Used {
    /// An answer in JSON was asked for.
    pub schema: bool,
    /// Tools were offered.
    pub tools: bool,
    /// It began with a system message.
    pub system: bool,
    /// There were results of calls.
    pub results: bool,
    /// An answer only called.
    pub empty: bool,
    /// What the server had put beside an answer went back to it.
    pub kept: bool,
}

impl Used {
    /// The same with what these messages used.
    pub(in crate::adapters::openai) fn by(self, messages: &[Value]) -> Self {
        let has = |role: &str| messages.iter().any(|message| message["role"] == role);
        // An answer of words alone has no calls.
        let empty = messages.iter().any(|message| message["tool_calls"].is_array());
        Self { system: has("system"), results: has("tool"), empty, kept: messages.iter().any(is_more), ..self }
    }
}

/// Whether a message, or a call in it, has other fields than those every server knows.
fn is_more(message: &Value) -> bool {
    let others = |value: &Value, known: &[&str]| {
        value.as_object().into_iter().flatten().any(|(name, _)| !known.contains(&name.as_str()))
    };
    let mut calls = message["tool_calls"].as_array().into_iter().flatten();
    others(message, &["role", "content", "tool_calls", "tool_call_id"])
        || calls.any(|call| others(call, &["id", "type", "function"]))
}

impl Dialect {
    /// The other dialect to try after a refusal that may be about this one; `from` is the one the call began with.
    pub(in crate::adapters::openai) fn after(self, refusal: &Refusal, from: Self, used: Used) -> Option<Self> {
        if used.tools && refusal.tools_missing() && self.tools == ToolWay::Native {
            return Some(Self { tools: ToolWay::Object, ..self });
        }
        if let Some(next) = self.with_other_turns(refusal, used) {
            return Some(next);
        }
        let says = |words: &[&str]| words.iter().any(|word| refusal.words.contains(word));
        let endpoints = refusal.status == 404 && says(&["no endpoints found"]);
        // What cannot be made into a grammar breaks some servers.
        let broke = refusal.status == 500 && says(&["grammar", "json_schema", "json schema", "response_format"]);
        if !matches!(refusal.status, 400 | 422 | 501) && !endpoints && !broke {
            return None;
        }
        let names_limit = says(&["max_tokens", "max_completion_tokens"]);
        // A conversation that is too long is so under either name.
        if names_limit && self.limit == from.limit && !refusal.too_long() {
            let limit = match self.limit {
                LimitName::MaxTokens => LimitName::MaxCompletionTokens,
                LimitName::MaxCompletionTokens => LimitName::MaxTokens,
            };
            return Some(Self { limit, ..self });
        }
        if self.stream_options && says(&["stream_options", "include_usage"]) {
            return Some(Self { stream_options: false, ..self });
        }
        if self.streams && says(&["stream"]) {
            return Some(Self { streams: false, ..self });
        }
        let lacks = says(&["missing", "must be passed"]);
        if self.kept_fields && !lacks && says(&["reasoning", "extra_content", "thought_signature", "'messages."]) {
            return Some(Self { kept_fields: false, ..self });
        }
        // Asking in another way makes no conversation shorter.
        if names_limit || refusal.too_long() {
            return None;
        }
        if !used.schema {
            // Whatever it does not like: it may be what only this server could know. Or nobody knows every setting.
            let bare = Self { kept_fields: false, ..self };
            let free = Self { require_parameters: false, ..self };
            return match (self.kept_fields && used.kept && !lacks, endpoints && self.require_parameters) {
                (true, _) => Some(bare),
                (false, true) => (!used.tools).then_some(free),
                (false, false) => None,
            };
        }
        if self.strict && self.schema == SchemaWay::Schema && says(&["strict"]) {
            return Some(Self { strict: false, ..self });
        }
        let schema = match self.schema {
            SchemaWay::Schema if self.forced_tool => SchemaWay::Tool,
            SchemaWay::Schema | SchemaWay::Tool => SchemaWay::Object,
            SchemaWay::Object => SchemaWay::Plain,
            SchemaWay::Plain => return None,
        };
        Some(Self { schema, ..self })
    }

    /// Turns in another form. Templates are often run late, so that a server calls it a fault of its own.
    fn with_other_turns(self, refusal: &Refusal, used: Used) -> Option<Self> {
        if !matches!(refusal.status, 400 | 422 | 500 | 501) || refusal.too_long() {
            return None;
        }
        let says = |words: &[&str]| words.iter().any(|word| refusal.words.contains(word));
        if used.results && !self.short_ids && says(&["length of 9", "tool call id was"]) {
            return Some(Self { short_ids: true, ..self });
        }
        let about_fields = says(&["reasoning", "extra_content", "thought_signature", "property '"]);
        let about_system = says(&["system", "developer"]) && !says(&["tool", "alternate"]);
        if says(&ROLES) && !about_fields {
            if used.tools && used.results && self.tools == ToolWay::Native && !about_system {
                return Some(Self { tools: ToolWay::Object, ..self });
            }
            if used.system && self.system {
                return Some(Self { system: false, ..self });
            }
        }
        let about_content = says(&["content"]) && says(&EMPTY) && !about_fields || says(&["null"]) && says(&["string"]);
        let next = match self.empty {
            EmptyContent::Null => EmptyContent::Text,
            EmptyContent::Text => EmptyContent::Words,
            EmptyContent::Words => return None,
        };
        let empty = used.empty && (about_content || says(&["nonetype"]));
        empty.then_some(Self { empty: next, ..self })
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::dialects::Family;
    use crate::adapters::openai::dialects::refused::*;

    fn refusal(status: u16, words: &str) -> Refusal {
        Refusal { status, words: words.to_lowercase(), ..Refusal::default() }
    }

    #[test]
    fn each_refusal_leads_to_one_other_way_until_none_is_left() {
        let first = Family::Unknown.dialect();
        let used = Used { schema: true, tools: true, ..Used::default() };
        let streaming = Dialect { streams: true, ..first };
        for (words, before, next) in [
            ("does not support tools", first, Dialect { tools: ToolWay::Object, ..first }),
            ("use 'max_completion_tokens'", first, Dialect { limit: LimitName::MaxCompletionTokens, ..first }),
            ("unknown field: stream_options", streaming, Dialect { stream_options: false, ..streaming }),
            ("stream is not supported", streaming, Dialect { streams: false, ..streaming }),
            ("property 'reasoning_content' is unsupported", first, Dialect { kept_fields: false, ..first }),
            ("extra field strict", first, Dialect { strict: false, ..first }),
            ("no grammar", first, Dialect { schema: SchemaWay::Object, ..first }),
        ] {
            assert_eq!(before.after(&refusal(400, words), before, used), Some(next), "{words}");
        }
        let kept = Used { kept: true, ..Used::default() };
        let bare = Dialect { kept_fields: false, ..first };
        let odd = refusal(422, "messages.2.provider_data: Extra inputs are not permitted");
        assert_eq!((first.after(&odd, first, kept), bare.after(&odd, first, kept)), (Some(bare), None));
        let grammar = refusal(500, "failed to parse grammar");
        assert_eq!(first.after(&grammar, first, used), Some(Dialect { schema: SchemaWay::Object, ..first }));
        assert_eq!(first.after(&refusal(500, "out of memory"), first, used), None);
        let router = Family::OpenRouter.dialect();
        let nobody = refusal(404, "No endpoints found that can handle the requested parameters.");
        let free = Dialect { require_parameters: false, ..router };
        assert_eq!(router.after(&nobody, router, Used::default()), Some(free));
        let last = Dialect { schema: SchemaWay::Plain, ..first };
        assert_eq!(last.after(&refusal(400, "no"), last, used), None);
        assert_eq!(first.after(&refusal(400, "maximum context length is 4096"), first, used), None);
        assert_eq!(first.after(&refusal(401, "no"), first, used), None);
        assert_eq!(first.after(&refusal(400, "no"), first, Used::default()), None);
    }

    #[test]
    fn turns_that_are_refused_take_another_form() {
        let first = Family::Unknown.dialect();
        let all = Used { schema: false, tools: true, system: true, results: true, empty: true, kept: false };
        let beginning = Used { results: false, empty: false, ..all };
        let object = Dialect { tools: ToolWay::Object, ..first };
        let folded = Dialect { system: false, ..first };
        let text = Dialect { empty: EmptyContent::Text, ..first };
        let words = Dialect { empty: EmptyContent::Words, ..first };
        for (status, says, before, used, next) in [
            (400, "System role not supported", first, all, Some(folded)),
            (500, "System role not supported", first, beginning, Some(folded)),
            (400, "Only user and assistant roles are supported!", first, beginning, Some(folded)),
            (400, "Developer instruction is not enabled for models/gemma-3", first, beginning, Some(folded)),
            (400, "'messages[0].role' does not support 'system' with this model", first, beginning, Some(folded)),
            (400, "System role not supported", folded, beginning, None),
            (400, "Unexpected role 'tool' after role 'assistant'", first, all, Some(object)),
            (422, "unknown variant `tool`, expected one of `system`, `user`", first, all, Some(object)),
            (500, "Conversation roles must alternate user/assistant/user/assistant/...", first, all, Some(object)),
            (500, "Conversation roles must alternate user/assistant/...", first, beginning, Some(folded)),
            (400, "messages[2]: expected a string, but got null", first, all, Some(text)),
            (422, "body.messages.2.content: Input should be a valid string", first, all, Some(text)),
            (500, "can only concatenate str (not \"NoneType\") to str", first, all, Some(text)),
            (400, "content is required and cannot be empty", text, all, Some(words)),
            (400, "content is required and cannot be empty", words, all, None),
            (400, "content is required and cannot be empty", first, beginning, None),
            (
                400,
                "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
                first,
                all,
                Some(Dialect { short_ids: true, ..first }),
            ),
            (
                400,
                "for 'role:assistant': property 'reasoning_content' is unsupported",
                first,
                all,
                Some(Dialect { kept_fields: false, ..first }),
            ),
            (503, "role of this server is standby", first, all, None),
        ] {
            assert_eq!(before.after(&refusal(status, says), before, used), next, "{says}");
        }
    }
}
