//! Reads an answer of the server leniently: compatible servers omit, rename and invent fields (platform-facts L5,
//! L21). It separates usable from unusable answers.

use super::json::{object_of, without_thoughts};
use super::request::ids;
use crate::ports::model::{ModelReply, ModelRequest, ToolCall};
use serde_json::Value;
use std::collections::BTreeSet;

/// Why an answer without words and calls cannot be used.
pub(crate) const EMPTY: &str = "it is empty";

/// An answer that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bad {
    /// What is wrong, for people and for the model; never the model's own words.
    pub reason: String,
    /// What the model said.
    pub said: String,
    /// Whether asking once more makes sense.
    pub repairable: bool,
}

/// Reads a completion.
///
/// # Errors
/// Why it cannot be used.
pub(crate) fn read(body: &Value, request: &ModelRequest) -> Result<ModelReply, Bad> {
    let Some(choice) = body.pointer("/choices/0") else {
        return Err(Bad { reason: "it has no choices".to_owned(), said: String::new(), repairable: true });
    };
    let message = choice.get("message").unwrap_or(&Value::Null);
    let written = text_of(message.get("content"));
    let text = without_thoughts(&written);
    let bad = |reason: &str, repairable: bool| Bad { reason: reason.to_owned(), said: text.to_owned(), repairable };
    if message.get("refusal").and_then(Value::as_str).is_some_and(|refusal| !refusal.is_empty()) {
        return Err(bad("the model declines", false));
    }
    // An unknown reason is no fault: servers invent them.
    match choice.get("finish_reason").and_then(Value::as_str) {
        Some("content_filter") => return Err(bad("a content filter stopped it", false)),
        // Some models fill up with blanks after a complete object: then nothing is missing.
        Some("length") => {
            let whole = request.schema.as_ref().and_then(|_| object_of(text, request).ok());
            let limit = request.max_output_tokens;
            let reason = format!("it was cut off at the limit of {limit} tokens");
            let text = whole.ok_or_else(|| bad(&reason, true))?;
            return Ok(ModelReply { text, ..ModelReply::default() });
        }
        None => return Err(bad("it ended without saying so", true)),
        Some(_) => {}
    }
    let calls = calls(message, &ids(&request.turns));
    if text.is_empty() && calls.is_empty() {
        return Err(bad(EMPTY, true));
    }
    let text = match &request.schema {
        Some(_) if calls.is_empty() => object_of(text, request).map_err(|reason| bad(&reason, true))?,
        _ => text.to_owned(),
    };
    Ok(ModelReply { text, calls, ..ModelReply::default() })
}

/// The text of a content: a string, or parts of which some are text.
fn text_of(content: Option<&Value>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect::<Vec<_>>().join("")
        }
        _ => String::new(),
    }
}

/// Calls taken from one answer; nobody needs more at a time.
const MAX_CALLS: usize = 32;

/// The calls with ids that are there, not too long and not used before; else with ids of our own.
fn calls(message: &Value, used: &BTreeSet<&str>) -> Vec<ToolCall> {
    let listed = message.get("tool_calls").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut taken: BTreeSet<String> = used.iter().map(|id| (*id).to_owned()).collect();
    let mut calls = Vec::with_capacity(listed.len());
    for call in listed.iter().take(MAX_CALLS) {
        let function = call.get("function").unwrap_or(call);
        let given = match call.get("id") {
            Some(Value::String(id)) => id.clone(),
            Some(Value::Number(id)) => id.to_string(),
            _ => String::new(),
        };
        let id = if given.is_empty() || given.len() > 256 || taken.contains(&given) { own_id(&taken) } else { given };
        taken.insert(id.clone());
        let arguments = match function.get("arguments") {
            Some(Value::String(text)) if !text.trim().is_empty() => text.clone(),
            Some(value @ Value::Object(_)) => value.to_string(),
            _ => "{}".to_owned(),
        };
        let name = function.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        calls.push(ToolCall { id, name, arguments });
    }
    calls
}

/// The next free id of nine letters and digits: some models demand exactly that (platform-facts L11).
fn own_id(taken: &BTreeSet<String>) -> String {
    let mut number = taken.len();
    loop {
        let id = format!("call{number:05}");
        if !taken.contains(&id) {
            return id;
        }
        number = number.wrapping_add(1);
    }
}

/// What was sent and came back has at least one token for every so many that are estimated: a server that reports fewer has not
/// counted, and would make thinking free. A prompt that was kept ready lowers its price, not its count.
const AT_LEAST: u64 = 10;

/// Tokens in and out as reported, but no fewer than a tenth of what was sent and of what came back as characters / 4; where
/// nothing is reported, as estimated from these.
pub(crate) fn tokens(body: &Value, sent: u64) -> (u64, u64) {
    // A server that says zero has not counted.
    let counted = |name: &str| body.pointer(&format!("/usage/{name}")).and_then(Value::as_u64);
    let reported = |name: &str| counted(name).filter(|tokens| *tokens > 0);
    let message = body.pointer("/choices/0/message").map(|message| {
        let arguments: usize = calls(message, &BTreeSet::new()).iter().map(|call| call.arguments.len()).sum();
        text_of(message.get("content")).chars().count().saturating_add(arguments)
    });
    let received = (message.unwrap_or(0) as u64).div_ceil(4);
    let believed =
        |name: &str, estimated: u64| reported(name).map_or(estimated, |tokens| tokens.max(estimated / AT_LEAST));
    (believed("prompt_tokens", sent), believed("completion_tokens", received))
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::reply::*;
    use serde_json::json;

    #[test]
    fn a_server_that_reports_next_to_nothing_is_not_believed() {
        let answered = |usage: Value| json!({"choices": [{"message": {"content": "x".repeat(4_000)}, "finish_reason": "stop"}], "usage": usage});
        for (tokens_in, tokens_out, believed) in [
            (1, 1, (300, 100)),
            (0, 0, (3_000, 1_000)),
            // A tokenizer with long words, and one with short ones.
            (900, 400, (900, 400)),
            (9_000, 7_000, (9_000, 7_000)),
        ] {
            let usage = json!({"prompt_tokens": tokens_in, "completion_tokens": tokens_out});
            assert_eq!(tokens(&answered(usage), 3_000), believed, "{tokens_in} {tokens_out}");
        }
        assert_eq!(tokens(&answered(Value::Null), 3_000), (3_000, 1_000));
    }
}
