//! Reads an answer of the server leniently: compatible servers omit, rename and invent fields (platform-facts L5,
//! L21). It separates usable from unusable answers.

use super::calls::spoken::cleaned;
use super::calls::{Heard, arguments_length, hear, thoughts_of};
use super::json::{object_alone, object_at_end, object_of};
use super::request::ids;
use crate::adapters::openai::dialects::finish::{End, end_of, word_of};
use crate::ports::model::{Kept, ModelReply, ModelRequest};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Why an answer without words and calls cannot be used.
pub(crate) const EMPTY: &str = "it is empty";
/// Why an answer with the marks of a call cannot be used.
const UNFIT: &str = "it calls a tool that is not offered, or not in the way calls are made";
/// Why an answer with more calls than that cannot be used.
const TOO_MANY: &str = "it makes more than 32 calls at once";
/// The longest text of an answer, in characters, and what stands at the end of one that was longer.
const MOST_SAID: usize = 200_000;
const CUT: &str = "\n\n[…]";
/// The most that is kept of what stands beside an answer, in bytes.
const MOST_KEPT: usize = 256 * 1024;
/// Fields of a message that are read, and those that only describe it.
const OWN: [&str; 9] =
    ["role", "content", "tool_calls", "function_call", "refusal", "annotations", "audio", "images", "name"];

/// An answer that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bad {
    /// What is wrong, for people and for the model; never the model's own words.
    pub reason: String,
    /// What the model said, as far as it may be told it again.
    pub said: String,
    /// What can be done.
    pub kind: Kind,
}

/// What can be done about an answer that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Asking once more makes sense.
    Repair,
    /// Nothing.
    Final,
    /// It was cut off at a limit: what was said is the beginning of the text.
    Cut,
}

/// Reads a completion that came from `origin`, the name of a server and a model. The texts of an object that was asked for
/// are as people may see them.
///
/// # Errors
/// Why it cannot be used.
pub(crate) fn read(body: &Value, request: &ModelRequest, origin: &str) -> Result<ModelReply, Bad> {
    let reply = as_written(body, request, origin)?;
    let is_object = request.schema.is_some() && reply.calls.is_empty();
    Ok(if is_object { ModelReply { text: clean(&reply.text), ..reply } } else { reply })
}

/// The same, but an object that was asked for is as it was written: what is in it decides who reads it.
///
/// # Errors
/// Why it cannot be used.
pub(crate) fn as_written(body: &Value, request: &ModelRequest, origin: &str) -> Result<ModelReply, Bad> {
    let bad = |reason: &str, said: &str, kind| Bad { reason: reason.to_owned(), said: said.to_owned(), kind };
    let Some(choice) = body.pointer("/choices/0") else {
        return Err(bad("it has no choices", "", Kind::Repair));
    };
    let message = choice.get("message").unwrap_or(&Value::Null);
    let written = text_of(message.get("content").or_else(|| choice.get("text")));
    if message.get("refusal").and_then(Value::as_str).is_some_and(|refusal| !refusal.is_empty()) {
        return Err(bad("the model declines", "", Kind::Final));
    }
    let mut heard = hear(message, &written, &request.tools, &ids(&request.turns));
    shorten(&mut heard.text);
    let reason = choice.get("finish_reason");
    match end_of(reason) {
        End::Whole => {}
        End::Filtered => return Err(bad("a content filter stopped it", "", Kind::Final)),
        End::Broken => return Err(bad(&broken(reason), "", Kind::Repair)),
        End::Cut => return cut(&heard, request),
    }
    if heard.too_many {
        return Err(bad(TOO_MANY, "", Kind::Repair));
    }
    if heard.calls.is_empty() && request.schema.is_some() {
        let text = object(&heard, message, &written, request);
        let text = text.map_err(|reason| bad(&reason, &heard.whole, Kind::Repair))?;
        return Ok(ModelReply { text, kept: kept(message, BTreeMap::new(), origin), ..ModelReply::default() });
    }
    if heard.calls.is_empty() {
        if heard.unfit && (heard.text.is_empty() || !request.tools.is_empty()) {
            return Err(bad(UNFIT, &heard.whole, Kind::Repair));
        }
        if heard.text.is_empty() {
            return Err(bad(EMPTY, "", Kind::Repair));
        }
    }
    let kept = kept(message, heard.beside, origin);
    Ok(ModelReply { text: heard.text, calls: heard.calls, kept, ..ModelReply::default() })
}

/// The object that was asked for: alone, in the text without thoughts, or at the end of it all. A mark of a thought in a text
/// of the object is none of the answer's.
fn object(heard: &Heard, message: &Value, written: &str, request: &ModelRequest) -> Result<String, String> {
    if let Some(alone) = object_alone(written, request) {
        return Ok(alone);
    }
    object_of(&heard.whole, request).or_else(|why| {
        let blank = heard.whole.trim().is_empty();
        // Thoughts beside a text are not it.
        let beside = thoughts_of(message).filter(|_| blank);
        let last = beside.chain([written]).find_map(|thought| object_at_end(thought, request));
        last.ok_or(if blank { EMPTY.to_owned() } else { why })
    })
}

/// An object with its texts as people may see them.
fn clean(object: &str) -> String {
    serde_json::from_str(object).map_or_else(|_| object.to_owned(), |value| cleaned(value).to_string())
}

/// Shortens a text that is longer than any message is meant to be.
fn shorten(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(MOST_SAID) {
        text.truncate(end);
        text.push_str(CUT);
    }
}

/// An answer that reached its limit. Some models fill up with blanks after a complete object: then nothing is missing.
fn cut(heard: &Heard, request: &ModelRequest) -> Result<ModelReply, Bad> {
    if let Some(Ok(text)) = request.schema.as_ref().map(|_| object_of(&heard.whole, request)) {
        return Ok(ModelReply { text, ..ModelReply::default() });
    }
    let reason = format!("it was cut off at the limit of {} tokens", request.max_output_tokens);
    // Half a call is no beginning of a text.
    let text = heard.calls.is_empty() && !heard.unfit;
    let (said, kind) = if text { (heard.text.clone(), Kind::Cut) } else { (String::new(), Kind::Repair) };
    Err(Bad { reason, said, kind })
}

/// Why an answer is not whole, with the server's word for it.
fn broken(reason: Option<&Value>) -> String {
    let word = word_of(reason);
    let word: String = word.chars().filter(|c| c.is_ascii_alphanumeric() || "_-".contains(*c)).take(40).collect();
    format!("it ended before it was whole ({word})")
}

/// What the server put beside an answer and its calls.
fn kept(message: &Value, calls: BTreeMap<String, Map<String, Value>>, origin: &str) -> Option<Kept> {
    let says = |value: &Value| match value {
        Value::Null => false,
        Value::Array(values) => !values.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    };
    let fields = message.as_object().into_iter().flatten();
    let fields = fields.filter(|(name, value)| !OWN.contains(&name.as_str()) && says(value));
    let message = fields.map(|(name, value)| (name.clone(), value.clone())).collect();
    let mut kept = Kept { model: origin.to_owned(), message, calls };
    // Calls are refused without what stands beside them; thoughts can be missed.
    if kept.length() > MOST_KEPT {
        kept.message.clear();
    }
    let fits = kept.length() <= MOST_KEPT && !(kept.message.is_empty() && kept.calls.is_empty());
    fits.then_some(kept)
}

/// The text of a content: a string, or parts of which some are text.
fn text_of(content: Option<&Value>) -> String {
    match content {
        Some(Value::Array(parts)) => parts.iter().filter_map(text_in).collect(),
        Some(one) => text_in(one).unwrap_or_default().to_owned(),
        None => String::new(),
    }
}

/// The text in a part of a content, unless it is another kind of part, such as a thought.
pub(super) fn text_in(part: &Value) -> Option<&str> {
    match part {
        Value::String(text) => Some(text),
        part => {
            let kind = part.get("type").and_then(Value::as_str).unwrap_or("text");
            part.get("text")?.as_str().filter(|_| matches!(kind, "text" | "output_text"))
        }
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
        let thoughts: usize = thoughts_of(message).map(|thought| thought.chars().count()).sum();
        text_of(message.get("content")).chars().count() + thoughts + arguments_length(message)
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

    #[test]
    fn a_text_without_end_is_shortened() {
        let mut text = "é".repeat(MOST_SAID + 5);
        shorten(&mut text);
        assert_eq!((text.chars().count(), text.ends_with(CUT)), (MOST_SAID + CUT.chars().count(), true));
        let mut short = "é".repeat(MOST_SAID);
        shorten(&mut short);
        assert_eq!(short.chars().count(), MOST_SAID);
    }

    #[test]
    fn what_stands_beside_an_answer_is_kept_as_it_came_within_bounds() {
        let beside = |message: Value| kept(&message, BTreeMap::new(), "host/m");
        let message = json!({"role": "assistant", "content": "x", "refusal": null, "annotations": [], "audio": null,
            "reasoning_content": "", "reasoning_details": [{"type": "x", "data": "c2ln"}]});
        let found = beside(message).unwrap();
        let names: Vec<&str> = found.message.keys().map(String::as_str).collect();
        assert_eq!((names, found.model.as_str()), (vec!["reasoning_content", "reasoning_details"], "host/m"));
        assert_eq!(beside(json!({"role": "assistant", "content": "x"})), None);
        assert_eq!(beside(json!({"reasoning": "x".repeat(MOST_KEPT)})), None);
        let calls: BTreeMap<String, Map<String, Value>> =
            [("a".to_owned(), json!({"mark": 1}).as_object().unwrap().clone())].into();
        let long = kept(&json!({"reasoning": "x".repeat(MOST_KEPT)}), calls.clone(), "host/m").unwrap();
        assert_eq!((long.message.len(), long.calls), (0, calls));
    }
}
