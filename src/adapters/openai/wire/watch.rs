//! Looks at a stream while it comes: whether it has ended, and whether the model repeats itself and would go on so up to
//! the limit. It keeps only the end of what was said.

use super::stream::{data_of, delta_of, event_of, is_end, without_mark};
use serde_json::Value;

/// The longest part that is looked for again and again, in bytes.
const PERIOD: usize = 400;
/// How often a part must stand in a row.
const TIMES: usize = 12;
/// How many bytes of the same there must be at least: a ruled line or an empty table has fewer.
const LEAST: usize = 2_048;
/// After how many bytes it is looked for.
const STEP: usize = 256;
/// What is kept of a text.
const KEPT: usize = (TIMES + 1) * PERIOD;

/// What a stream is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    More,
    /// It has said something.
    Words,
    /// It has said that it is over.
    End,
    /// It says the same again and again.
    Repeats,
}

/// What was seen of a stream so far.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// So many bytes of the body were looked at.
    read: usize,
    /// So many bytes were said.
    said: usize,
    text: Vec<u8>,
    unchecked: usize,
}

impl Watch {
    /// Looks at what has come since the last time.
    pub(super) fn look(&mut self, body: &[u8]) -> Seen {
        let fresh = body.get(self.read..).unwrap_or_default();
        let fresh = if self.read == 0 { without_mark(fresh) } else { fresh };
        let Some(end) = fresh.iter().rposition(|byte| is_end(*byte)) else { return Seen::More };
        self.read = body.len() - fresh.len() + end + 1;
        let before = self.said;
        for data in fresh.get(..end).unwrap_or_default().split(|byte| is_end(*byte)).filter_map(data_of) {
            if data == b"[DONE]" {
                return Seen::End;
            }
            if let Some(event) = event_of(data) {
                self.take(event.pointer("/choices/0").and_then(delta_of));
            }
        }
        let seen = if self.said > before { Seen::Words } else { Seen::More };
        if self.unchecked < STEP {
            return seen;
        }
        self.unchecked = 0;
        self.text.drain(..self.text.len().saturating_sub(KEPT));
        if repeats(&self.text) { Seen::Repeats } else { seen }
    }

    /// Takes all that a piece says: words, thoughts and arguments.
    fn take(&mut self, delta: Option<&Value>) {
        for (name, value) in delta.and_then(Value::as_object).into_iter().flatten() {
            match value {
                Value::String(text) if name != "role" => self.say(text),
                Value::Array(calls) if name == "tool_calls" => {
                    self.said += calls.len();
                    let arguments = calls.iter().filter_map(|call| call.pointer("/function/arguments"));
                    arguments.filter_map(Value::as_str).for_each(|text| self.say(text));
                }
                Value::Array(parts) => self.said += parts.len(),
                _ => {}
            }
        }
    }

    fn say(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
        self.said += text.len();
        self.unchecked += text.len();
    }
}

/// Whether a text ends with the same part many times.
fn repeats(text: &[u8]) -> bool {
    (1..=PERIOD).any(|period| {
        let most = LEAST.max(TIMES * period);
        let Some(tail) = text.len().checked_sub(most).and_then(|from| text.get(from..)) else { return false };
        tail.iter().rev().zip(tail.iter().rev().skip(period)).all(|(byte, before)| byte == before)
    })
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::watch::*;
    use serde_json::json;

    fn seen(text: &str) -> Seen {
        let (mut watch, mut body) = (Watch::default(), Vec::new());
        let chars: Vec<char> = text.chars().collect();
        for piece in chars.chunks(7) {
            let piece: String = piece.iter().collect();
            let event = json!({"choices": [{"delta": {"role": "assistant", "content": piece}}]});
            body.extend_from_slice(format!(": alive\n\ndata: {event}\n\n").as_bytes());
            match watch.look(&body) {
                Seen::More | Seen::Words => {}
                other => return other,
            }
        }
        body.extend_from_slice(b"data: [DO");
        assert_eq!(watch.look(&body), Seen::More);
        body.extend_from_slice(b"NE]\n");
        watch.look(&body)
    }

    #[test]
    fn the_same_again_and_again_is_seen_and_long_texts_are_not_taken_for_it() {
        let rows: String = (0..400).map(|row| format!("| {row} | a cell | another cell |\n")).collect();
        let ruled = format!("{}\n{}\n", "-".repeat(1_000), "| | | |\n".repeat(60));
        for text in [rows, ruled, "Done.".to_owned(), "ha ".repeat(300)] {
            assert_eq!(seen(&text), Seen::End, "{}", text.get(..20).unwrap_or(&text));
        }
        for part in ["x", "no no ", "I will compare the offers of all three hosters once more.\n", &"ab cd ".repeat(60)]
        {
            assert_eq!(seen(&format!("The plan:\n{}", part.repeat(6_000 / part.len() + 1))), Seen::Repeats, "{part}");
        }
    }

    #[test]
    fn only_what_is_said_counts_as_progress() {
        let piece = |delta: serde_json::Value| format!("data: {}\r", json!({"choices": [{"delta": delta}]}));
        for (text, seen) in [
            (": alive\r".to_owned(), Seen::More),
            (piece(json!({"role": "assistant", "content": ""})), Seen::More),
            (piece(json!({"content": null, "tool_calls": []})), Seen::More),
            ("data: {\"choices\":[]}\r".to_owned(), Seen::More),
            (piece(json!({"content": "a"})), Seen::Words),
            (piece(json!({"reasoning_content": "hm"})), Seen::Words),
            (piece(json!({"tool_calls": [{"index": 0, "function": {"name": "look"}}]})), Seen::Words),
            ("\u{feff}data: {\"choices\":[{\"message\":{\"content\":\"a\"}}]}\r\n".to_owned(), Seen::Words),
            ("data: {\"choices\":[{\"delta\":{\"content\":\"\\ud83d\"}}]}\n".to_owned(), Seen::Words),
        ] {
            assert_eq!(Watch::default().look(text.as_bytes()), seen, "{text}");
        }
    }
}
