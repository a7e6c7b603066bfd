//! A whole call, word for word, without its credentials.

use crate::secretary::decision::approval::Proposed;
use crate::secretary::decision::cut_off::{plain, secret};
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::invisible;
use crate::secretary::names::phrases::count;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::ticket::tickets::about;
use serde_json::Value;

/// What is shown first of a call.
const TITLE: &str = "Title";
/// Characters of a call that is shown as a whole.
const WHOLE: usize = 12_000;

/// All of a call, word for word, and what is kept from the chat.
pub fn message(ticket: &Ticket, proposed: &Proposed) -> Message {
    let Told { blocks, missing, .. } = told(&proposed.arguments);
    let lead = if missing.is_empty() { "This is all of it, as it would be done" } else { "This is what would be done" };
    let head = format!(" {lead}: {}", plain(&proposed.tool));
    let mut message = about(ticket, head);
    if !missing.is_empty() {
        message = message.line(format!("Not shown: {}.", missing.join(", and ")));
    }
    message.blocks.extend(blocks);
    message.silently()
}

/// Whether people can be shown all of a call but its passwords and keys.
pub fn fits(arguments: &Value) -> bool {
    !told(arguments).cut
}

/// The arguments of a call as they are shown.
struct Told {
    blocks: Vec<Block>,
    /// What is not among that.
    missing: Vec<String>,
    /// It is too long to be shown as a whole.
    cut: bool,
}

fn told(arguments: &Value) -> Told {
    let (mut blocks, mut secrets, mut cuts) = (Vec::new(), false, false);
    let mut left = WHOLE;
    let mut arguments: Vec<(String, bool, &Value)> = match arguments {
        Value::Object(all) => all.iter().map(|(name, value)| (field(name), secret(name), value)).collect(),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
            vec![(String::new(), false, other)]
        }
    };
    arguments.sort_by_key(|(name, ..)| name != TITLE);
    for (name, hidden, value) in arguments.into_iter().filter(|(.., value)| !empty(value)) {
        let text = match value {
            _ if hidden => "(a secret: kept from the chat)".to_owned(),
            Value::String(text) => invisible::marked(text),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                invisible::marked(&serde_json::to_string_pretty(value).unwrap_or_default())
            }
        };
        let cut: String = text.chars().take(left).collect();
        let rest = text.chars().count() - cut.chars().count();
        left -= cut.chars().count();
        (secrets, cuts) = (secrets || hidden, cuts || rest > 0);
        blocks.push(Block::Line(vec![Span::strong(name)]));
        blocks.push(Block::Code { language: String::new(), text: cut });
        if rest > 0 {
            let more = format!("({} more characters)", count(u64::try_from(rest).unwrap_or(0)));
            blocks.push(Block::Line(vec![Span::text(more)]));
        }
    }
    let secrets = secrets.then(|| "passwords and keys".to_owned());
    let most = count(u64::try_from(WHOLE).unwrap_or(0));
    let too_long = cuts.then(|| format!("what comes after the first {most} characters"));
    Told { blocks, missing: secrets.into_iter().chain(too_long).collect(), cut: cuts }
}

/// Whether nothing was given: people miss nothing that is not shown of it.
fn empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// What an argument is called: in a plain word where it is a common one, else as its tool calls it.
fn field(name: &str) -> String {
    match name {
        "title" => TITLE,
        "text" => "Text",
        "append" => "Added to it",
        "when" => "When",
        "repeat" => "Repeated",
        "url" => "Address",
        other => return plain(other),
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use crate::secretary::wording::decision::approvals::whole_call::*;
    use serde_json::json;

    #[test]
    fn what_is_not_shown_of_a_call_is_named() {
        let Told { blocks, missing, .. } = told(&json!({"api_token": "x", "text": "y".repeat(WHOLE + 5)}));
        assert_eq!(missing, ["passwords and keys", "what comes after the first 12,000 characters"]);
        let secret = "(a secret: kept from the chat)".to_owned();
        assert!(blocks.contains(&Block::Code { language: String::new(), text: secret }), "{blocks:?}");
        let Told { blocks, missing, .. } = told(&json!({"to": "Kim", "text": "We take it."}));
        assert_eq!((blocks.len(), missing.len()), (4, 0));
    }

    #[test]
    fn what_was_left_empty_of_a_call_is_not_shown_and_all_else_is() {
        let call = json!({"append": null, "cc": [], "count": 0, "more": {}, "of": "", "sure": false, "text": " ", "title": "Plan"});
        let Told { blocks, missing, .. } = told(&call);
        let shown: Vec<String> = blocks.iter().map(|b| b.spans().iter().map(Span::plain).collect()).collect();
        let names: Vec<&String> = shown.iter().step_by(2).collect();
        assert_eq!(names, ["Title", "count", "sure", "Text"]);
        assert!(missing.is_empty(), "{missing:?}");
    }
}
