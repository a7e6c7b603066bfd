//! Long results of tools: the first part that a model sees, and the loop's own tool to read on.

use crate::ports::model::{Step, ToolSpec};
use serde_json::{Value, json};

/// The name of the tool.
pub(super) const NAME: &str = "read_more";

/// The first `most` characters of the result of this number, and how to get at the rest.
pub(super) fn cut(text: &str, most: usize, number: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { piece(text, 0, most, number) }
}

/// Up to `most` characters of a result from where the model says, and how to get at the rest.
///
/// # Errors
/// What is wrong with the arguments, for the model.
pub(super) fn read(steps: &[Step], most: usize, arguments: &Value) -> Result<String, String> {
    let number = |name: &str| arguments.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    let result = number("result").and_then(|n| Some((n, steps.get(n.checked_sub(1)?)?)));
    let Some((n, step)) = result else { return Err("There is no result of that number.".to_owned()) };
    let (from, total) = (number("from").unwrap_or(0), step.result.chars().count());
    if from >= total {
        return Err(format!("The result of this number has only {total} characters."));
    }
    Ok(piece(&step.result, from, most, n))
}

/// Characters of a text from one on. What frames words of strangers as data frames each piece of them, too.
fn piece(text: &str, from: usize, most: usize, number: usize) -> String {
    let (opening, closing) = frame(text).unwrap_or_default();
    let opening = if from == 0 { "" } else { opening };
    let room = most.saturating_sub(opening.chars().count() + closing.chars().count()).max(1);
    let mut shown: String = opening.chars().chain(text.chars().skip(from).take(room)).collect();
    if !shown.ends_with(&closing) {
        shown.push('\n');
        shown.push_str(&closing);
    }
    let left = text.chars().count().saturating_sub(from.saturating_add(room));
    if left > 0 {
        shown.push_str(&format!("\n[{left} more characters: {NAME} with result {number} and from {}]", from + room));
    }
    shown
}

/// What stands before the words of strangers in a result that frames them (`tools/foreign.rs`), and what closes the
/// frame.
fn frame(text: &str) -> Option<(&str, String)> {
    let warning = text.find('\n')?;
    let mark = text.get(warning + 1..)?.split_once('\n')?.0;
    let kind = mark.strip_prefix('<')?.split_once(" source=\"")?.0;
    let closing = format!("</{kind}>");
    let plain = kind.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let opening = text.get(..warning + mark.len() + 2)?;
    (plain && mark.ends_with("\">") && text.ends_with(&closing)).then_some((opening, closing))
}

/// What the model is told of the tool.
pub(super) fn spec() -> ToolSpec {
    ToolSpec {
        name: NAME.to_owned(),
        description: "Reads on in a result that was too long to show whole.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {
                "result": { "type": "integer", "description": "The number of the result, from 1" },
                "from": { "type": "integer", "description": "The character to read on from" }
            },
            "required": ["result", "from"],
            "additionalProperties": false
        }),
        verbatim: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::ports::model::ToolCall;
    use crate::workers::reading_on::*;

    const LEAD: &str = "What follows was written by strangers.\n<web_page source=\"https://e.org/\">\n";

    fn step(result: &str) -> Step {
        let call = ToolCall { id: "c1".to_owned(), name: "read_url".to_owned(), arguments: "{}".to_owned() };
        Step { call, result: result.to_owned(), failed: false }
    }

    /// Reads a result to its end as a model would, and gives what it saw.
    fn pieces(text: &str, most: usize) -> Vec<String> {
        let mut seen = vec![cut(text, most, 1)];
        while let Some((_, rest)) = seen.last().and_then(|last| last.rsplit_once("read_more with result 1 and from ")) {
            let from: usize = rest.trim_end_matches(']').parse().unwrap();
            seen.push(read(&[step(text)], most, &json!({ "result": 1, "from": from })).unwrap());
        }
        seen
    }

    fn bare(piece: &str) -> &str {
        let piece = piece.rsplit_once("\n[").map_or(piece, |(head, _)| head);
        piece.strip_suffix("</web_page>").map_or(piece, |inner| inner.strip_suffix('\n').unwrap_or(inner))
    }

    #[test]
    fn a_long_result_is_read_whole() {
        let text: String = (0..1000).map(|n| format!("é{n} ")).collect();
        let found: String = pieces(&text, 300).iter().map(|piece| bare(piece)).collect();
        assert_eq!(found, text);
        assert!(pieces(&text, 300).iter().all(|piece| piece.chars().count() < 400));
        assert_eq!(cut("short", 300, 1), "short");
    }

    #[test]
    fn each_piece_of_strangers_words_is_framed() {
        let words: String = (0..200).map(|n| format!("word{n} ")).collect();
        let text = format!("{LEAD}{}\n</web_page>", words.trim());
        let seen = pieces(&text, 300);
        assert!(seen.len() > 4);
        for piece in &seen {
            assert!(piece.starts_with(LEAD), "{piece}");
            assert_eq!(piece.matches("</web_page>").count(), 1, "{piece}");
        }
        let found: String = seen.iter().map(|piece| bare(piece.strip_prefix(LEAD).unwrap())).collect();
        assert_eq!(found, words.trim());
    }

    #[test]
    fn what_is_not_there_is_said() {
        let steps = [step("abc")];
        assert!(read(&steps, 10, &json!({ "result": 1, "from": 3 })).unwrap_err().contains("only 3 characters"));
        assert!(read(&steps, 10, &json!({ "result": 2, "from": 0 })).is_err());
        assert!(read(&steps, 10, &json!({})).is_err());
    }
}
