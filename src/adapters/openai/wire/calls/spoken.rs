//! What of a model's words is meant for people: without thoughts, calls, the marks of its turns, and what stands around a
//! text. What is quoted as code stays.

use super::{loose, markup};
use crate::adapters::openai::dialects::marks::{SENTENCE, TEXT_BLOCKS, TEXT_KEYS, TURN_ENDS};
use crate::adapters::openai::wire::code::{self, Block};
use crate::adapters::openai::wire::tag::without_control;
use crate::adapters::openai::wire::thoughts::without_thoughts;
use serde_json::{Map, Value};

/// How deep the texts of an object are cleaned.
const DEPTH: usize = 32;
/// How often a text is looked at.
const ROUNDS: usize = 8;

/// An object or a list with each of its texts as people may see it. A text that is JSON itself stays so.
pub(in crate::adapters::openai::wire) fn cleaned(value: Value) -> Value {
    clean(value, 0)
}

fn clean(value: Value, depth: usize) -> Value {
    if depth > DEPTH {
        return value;
    }
    match value {
        Value::String(text) if !text.contains(['<', '[', '◁']) => Value::String(text),
        Value::String(text) => match serde_json::from_str::<Value>(&text) {
            Ok(inner) if inner.is_object() || inner.is_array() => {
                let left = clean(inner.clone(), depth + 1);
                Value::String(if left == inner { text } else { left.to_string() })
            }
            Ok(_) | Err(_) => {
                let left = words(text.clone());
                // What is left may be JSON itself.
                if left == text { Value::String(text) } else { clean(Value::String(left), depth + 1) }
            }
        },
        Value::Array(values) => values.into_iter().map(|value| clean(value, depth + 1)).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, value)| (name, clean(value, depth + 1)));
            Value::Object(fields.collect::<Map<String, Value>>())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// The words of a text for people. What stood on both sides of a mark may be a mark together, so a text is looked at until it
/// stays as it is; one that never does has no words.
pub(in crate::adapters::openai) fn words(text: String) -> String {
    let mut text = text;
    for _ in 0..ROUNDS {
        let left = looked_at(&text);
        if left == text {
            return text;
        }
        text = left;
    }
    String::new()
}

/// A text without what is not for people. Blanks around it stay where nothing else was left out.
fn looked_at(text: &str) -> String {
    let said = without_thoughts(text);
    let (left, _) = markup::marked(until_turn_end(&said));
    let (left, _) = markup::without_ends(&left);
    let left = without_tokens(&left);
    if left == text { left } else { left.trim().to_owned() }
}

/// A text without control tokens.
pub(super) fn without_tokens(text: &str) -> String {
    let quoted = code::ranges(text);
    without_control(text, "", |at| code::within(&quoted, at))
}

/// A text up to the end of the turn.
pub(super) fn until_turn_end(text: &str) -> &str {
    let (begin, end) = SENTENCE;
    let mut text = text;
    // Ends in front of all words, and a sentence that is the whole text.
    loop {
        let bare = text.trim();
        let other = TURN_ENDS.iter().chain([&end]).find_map(|end| bare.strip_prefix(end));
        let whole =
            || bare.strip_prefix(begin).filter(|rest| !rest.contains(begin)).and_then(|rest| rest.strip_suffix(end));
        match other.or_else(whole) {
            Some(rest) => text = rest,
            None => break,
        }
    }
    let quoted = code::ranges(text);
    let begun = text.find(begin).unwrap_or(text.len());
    let sentence = text.match_indices(end).filter(|(at, _)| *at < begun);
    let ends = TURN_ENDS.iter().flat_map(|end| text.match_indices(end)).chain(sentence).map(|(at, _)| at);
    let first = ends.filter(|at| !code::within(&quoted, *at)).min();
    first.and_then(|first| text.get(..first)).unwrap_or(text)
}

/// The block of code that a text is.
pub(in crate::adapters::openai::wire) fn block(text: &str) -> Option<Block<'_>> {
    let bare = text.trim();
    let mut blocks = code::blocks(bare);
    blocks.pop().filter(|block| blocks.is_empty() && block.range == (0..bare.len()))
}

/// What is in the block around a whole text. There may be blocks in it, each with a word behind its first fence.
pub(super) fn unfenced(text: &str) -> &str {
    inside_of_block(text.trim()).unwrap_or(text)
}

fn inside_of_block(text: &str) -> Option<&str> {
    let (first, rest) = text.split_once('\n')?;
    let info = first.trim_start_matches(['`', '~']);
    let fence = first.strip_suffix(info).filter(|fence| fence.len() >= 3)?;
    let inside = rest.strip_suffix(fence).filter(|inside| inside.is_empty() || inside.ends_with('\n'))?;
    let mut open = false;
    for line in inside.lines().filter_map(|line| line.trim_start().strip_prefix(fence)) {
        match (open, line.trim().is_empty()) {
            (false, false) => open = true,
            (true, true) => open = false,
            // It ends here.
            (false, true) => return None,
            (true, false) => {}
        }
    }
    let is_text = TEXT_BLOCKS.iter().any(|word| word.eq_ignore_ascii_case(info.trim()));
    (is_text && !open).then_some(inside)
}

/// The text in an object that has nothing else, or a result beside a call of nothing.
pub(super) fn enveloped(text: &str) -> Option<String> {
    let bare = block(text).map_or(text, |block| block.inside).trim();
    let value = Some(bare).filter(|bare| bare.starts_with('{')).and_then(loose::whole)?;
    let fields = value.as_object()?;
    let blank = |name: &str| match fields.get(name) {
        Some(Value::String(text)) => text.trim().is_empty() || text.eq_ignore_ascii_case("none"),
        None | Some(Value::Null) => true,
        Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => false,
    };
    let turn = fields.keys().all(|name| ["tool", "arguments", "result"].contains(&name.as_str())) && blank("tool");
    let only = fields.iter().next().filter(|(name, _)| fields.len() == 1 && TEXT_KEYS.contains(&name.as_str()));
    let inside = if turn { fields.get("result") } else { only.map(|(_, inside)| inside) };
    inside.and_then(Value::as_str).filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::calls::spoken::*;
    use serde_json::json;

    #[test]
    fn the_texts_of_an_object_lose_what_is_not_for_people() {
        for (text, left) in [
            ("<think>SECRET</think>Take C.", "Take C."),
            ("SECRET\n</think>\nTake C.", "Take C."),
            ("Take C.</s>", "Take C."),
            ("Take C.<|im_end|>\n<|im_start|>user\nSECRET", "Take C."),
            ("Take C. [/INST] SECRET", "Take C."),
            ("<end_of_turn>Take C.", "Take C."),
            ("Take C. <tool_call>{\"name\": \"x\"}</tool_call>", "Take C."),
            ("`</think>` ends a thought.", "`</think>` ends a thought."),
            ("Not <s>B</s> but C.", "Not <s>B</s> but C."),
            ("<s>Take C.</s>", "Take C."),
            ("Take <thi<think>hm</think>nk>C.", "Take"),
            ("Take C.[/TOOL_CALL]", "Take C."),
            (" a < b, [c] ", " a < b, [c] "),
        ] {
            let read = cleaned(json!({"text": text, "list": [text], "json": json!({"a": [text]}).to_string()}));
            let inner = json!({"a": [left]}).to_string();
            assert_eq!(read, json!({"text": left, "list": [left], "json": inner}), "{text}");
        }
    }

    #[test]
    fn a_text_is_taken_out_of_what_stands_around_it() {
        for (text, inside) in [
            ("{\"report\": \"Take </think> C.\"}", Some("Take </think> C.")),
            ("```json\n{\"answer\": \"Take C.\"}\n```", Some("Take C.")),
            ("{\"tool\":\"\",\"arguments\":{},\"result\":\"Take C.\"}", Some("Take C.")),
            ("{\"tool\":\"a\",\"arguments\":{},\"result\":\"Take C.\"}", None),
            ("{\"text\": \"a\", \"size\": 3}", None),
            ("{\"text\": {\"a\": 1}}", None),
            ("{\"name\": \"Anna\"}", None),
            ("See {\"text\": \"a\"}", None),
        ] {
            assert_eq!(enveloped(text).as_deref(), inside, "{text}");
        }
        assert_eq!(unfenced("```markdown\n# Plan\n```"), "# Plan\n");
        assert_eq!(unfenced("```md\na\n```sh\nb\n```\nc\n```"), "a\n```sh\nb\n```\nc\n");
        for stays in ["```python\nx\n```", "```md\na\n```\nb", "```md\na\n```\nb\n```sh\nc\n```", "a"] {
            assert_eq!(unfenced(stays), stays);
        }
    }
}
