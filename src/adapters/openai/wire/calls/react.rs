//! Reads answers of models that think aloud in lines (ReAct): thoughts, then a function with its arguments or the text at
//! the end. It does not judge whether such a tool is offered.

use super::markup::Found;
use crate::adapters::openai::dialects::marks::{ACTION_LINE, FINAL_LINE, INPUT_LINE, RESULT_LINE, THOUGHT_LINE};
use serde_json::Value;

/// What such lines come to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Line {
    /// A call. What a model writes behind it is invented.
    Call(Found),
    /// The text for people.
    Final(String),
}

/// What a text in such lines comes to; none for any other text.
pub(super) fn line(text: &str) -> Option<Line> {
    let text = text.trim();
    if ![THOUGHT_LINE, ACTION_LINE, FINAL_LINE].iter().any(|begin| text.starts_with(begin)) {
        return None;
    }
    let action = after(text, ACTION_LINE);
    let last = after(text, FINAL_LINE);
    let called = action.and_then(|(at, behind)| {
        let (name, rest) = behind.split_once('\n')?;
        let rest = rest.trim_start().strip_prefix(INPUT_LINE)?;
        let given = after(rest, RESULT_LINE).map_or(Some(rest), |(at, _)| rest.get(..at))?;
        let given = given.trim().trim_start_matches("```json").trim_matches('`').trim();
        let name = name.trim().trim_matches(['`', '"', '[', ']']);
        Some((at, Found { name: name.to_owned(), arguments: Value::from(given), sure: true }))
    });
    match (called, last) {
        (Some((at, _)), Some((end, words))) if end < at => Some(Line::Final(words.trim().to_owned())),
        (Some((_, found)), _) => Some(Line::Call(found)),
        (None, Some((_, words))) => Some(Line::Final(words.trim().to_owned())),
        (None, None) => None,
    }
}

/// Where the first line stands that begins so, and what stands behind its beginning.
fn after<'t>(text: &'t str, begin: &str) -> Option<(usize, &'t str)> {
    let first = text.len() - text.trim_start().len();
    let fits = |at: usize| {
        at <= first || text.get(..at).is_some_and(|before| before.trim_end_matches([' ', '\t', '*']).ends_with('\n'))
    };
    let (at, _) = text.match_indices(begin).find(|(at, _)| fits(*at))?;
    Some((at, text.get(at + begin.len()..)?))
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::calls::react::*;

    #[test]
    fn lines_come_to_a_call_or_a_text() {
        let call = |name: &str, arguments: &str| {
            let found = Found { name: name.to_owned(), arguments: Value::from(arguments), sure: true };
            Some(Line::Call(found))
        };
        let last = |text: &str| Some(Line::Final(text.to_owned()));
        for (text, read) in [
            ("Thought: a sum\nAction: calculate\nAction Input: {\"x\": 1}", call("calculate", "{\"x\": 1}")),
            ("Action: `calculate`\nAction Input: ```json\n{}\n```", call("calculate", "{}")),
            ("Thought: hm\nAction: a\nAction Input: {}\nObservation: 3\nThought: so\nFinal Answer: 3", call("a", "{}")),
            ("Thought: hm\n\nFinal Answer: Take C.\nSoon.", last("Take C.\nSoon.")),
            ("Final Answer: Take C.", last("Take C.")),
            ("Thought: a sum", None),
            ("Action: call Bob", None),
            ("See it:\nThought: hm\nFinal Answer: x", None),
            ("", None),
        ] {
            assert_eq!(line(text), read, "{text}");
        }
    }
}
