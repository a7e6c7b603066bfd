//! Why an answer ended, by the word a server has for it. A word nobody knows is no proof that the answer is whole.

use serde_json::Value;

/// How an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It is whole.
    Whole,
    /// It reached a limit.
    Cut,
    /// A filter stopped it.
    Filtered,
    /// Something went wrong on the way.
    Broken,
}

/// The words for each end, without regard to case.
const WORDS: [(End, &[&str]); 3] = [
    (
        End::Whole,
        &[
            "stop",
            "tool_calls",
            "tool_call",
            "tool_use",
            "function_call",
            "eos",
            "eos_token",
            "end_turn",
            "end_of_turn",
            "stop_sequence",
            "stop_token",
            "end",
            "complete",
            "completed",
            "finished",
            "finish",
            "done",
            "null",
        ],
    ),
    (
        End::Cut,
        &[
            "length",
            "max_tokens",
            "model_length",
            "max_output_tokens",
            "max_new_tokens",
            "max_completion_tokens",
            "max_length",
            "max_context_length",
            "context_length",
            "token_limit",
            "model_context_window_exceeded",
        ],
    ),
    (
        End::Filtered,
        &[
            "content_filter",
            "content_filtered",
            "safety",
            "refusal",
            "sensitive",
            "recitation",
            "blocklist",
            "prohibited_content",
            "spii",
            "guardrail_intervened",
        ],
    ),
];

/// How an answer ended by its `finish_reason`. An answer without a reason that came whole is whole: a stream that broke
/// off is no answer.
pub(crate) fn end_of(reason: Option<&Value>) -> End {
    let word = word_of(reason);
    if word.is_empty() {
        return End::Whole;
    }
    // As `FinishReason.STOP`, `tool-calls`.
    let plain = word.rsplit(['.', ':']).next().unwrap_or_default().to_ascii_lowercase().replace(['-', ' '], "_");
    let plain = plain.strip_prefix("finish_reason_").unwrap_or(&plain);
    let known = WORDS.iter().find(|(_, words)| words.contains(&plain));
    known.map_or(End::Broken, |(end, _)| *end)
}

/// The word of a reason: a text, the kind in an object (SGLang), or nothing.
pub(crate) fn word_of(reason: Option<&Value>) -> String {
    match reason {
        Some(Value::String(word)) => word.trim().to_owned(),
        Some(Value::Object(fields)) => word_of(["type", "reason"].iter().find_map(|name| fields.get(*name))),
        None | Some(Value::Null) => String::new(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::dialects::finish::*;
    use serde_json::json;

    #[test]
    fn only_a_known_good_reason_or_none_is_whole() {
        for (reason, end) in [
            (Value::Null, End::Whole),
            (json!(""), End::Whole),
            (json!("STOP"), End::Whole),
            (json!("COMPLETE"), End::Whole),
            (json!("MAX_TOKENS"), End::Cut),
            (json!("model_length"), End::Cut),
            (json!("SAFETY"), End::Filtered),
            (json!("FinishReason.STOP"), End::Whole),
            (json!("FINISH_REASON_MAX_TOKENS"), End::Cut),
            (json!("tool-calls"), End::Whole),
            (json!("content-filter"), End::Filtered),
            (json!({"type": "stop", "matched": 2}), End::Whole),
            (json!({"type": "length", "length": 9}), End::Cut),
            (json!({"type": "abort"}), End::Broken),
            (json!(2), End::Broken),
            (json!("error"), End::Broken),
            (json!("abort"), End::Broken),
            (json!("insufficient_system_resource"), End::Broken),
            (json!("something new"), End::Broken),
        ] {
            assert_eq!(end_of(Some(&reason)), end, "{reason}");
        }
        assert_eq!(end_of(None), End::Whole);
    }
}
