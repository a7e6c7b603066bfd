//! The channels of open-weight models that came unread (`<|channel|>analysis<|message|>…`): only the final one is text,
//! a message to a function is a call, and all else is a thought.

use super::code;
use crate::adapters::openai::dialects::marks::{CHANNEL, CHANNEL_ENDS, MESSAGE};

/// Where a message to a function says which.
const TO_FUNCTION: &str = "to=functions.";
/// What such a message begins with when its first mark was lost.
const BARE: [&str; 4] = ["commentary", "assistantcommentary", "analysis", TO_FUNCTION];

/// What stands in the channels.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Channels {
    /// The text for people.
    pub text: String,
    /// Calls: the name, and the arguments as they were written.
    pub calls: Vec<(String, String)>,
}

/// The channels of a text that has some.
pub(super) fn channels(text: &str) -> Option<Channels> {
    let first = text.find(CHANNEL).filter(|at| !code::within(&code::ranges(text), *at))?;
    // A mark among the words of an answer that has no channels.
    if first > 0 && !text.contains(MESSAGE) {
        return None;
    }
    let mut found = Channels::default();
    let mut header = text.get(..first)?.rsplit('>').next().unwrap_or_default().to_owned();
    let mut rest = text.get(first..)?;
    while let Some((head, behind)) = rest.split_once(MESSAGE) {
        header.push_str(head);
        let ends =
            |at: &usize| behind.get(*at..).is_some_and(|rest| CHANNEL_ENDS.iter().any(|end| rest.starts_with(end)));
        let end = behind.match_indices('<').map(|(at, _)| at).find(ends).unwrap_or(behind.len());
        let (body, next) = behind.split_at_checked(end).unwrap_or((behind, ""));
        let role = header.rsplit_once("<|start|>").map_or("", |(_, role)| role).trim_start();
        // A model that goes on writes the next words of others itself.
        if ["user", "system", "developer", "tool", "functions."].iter().any(|other| role.starts_with(other)) {
            break;
        }
        let channel = header.rsplit_once(CHANNEL).map(|(_, name)| word(name));
        match (recipient(&header), channel) {
            (Some(name), _) => found.calls.push((name.to_owned(), body.trim().to_owned())),
            (None, Some("final") | None) => found.text.push_str(body),
            (None, Some(_)) => {}
        }
        header.clear();
        rest = next;
    }
    Some(found)
}

/// The call a text is whose first mark, or all of whose marks, were lost on the way: the name, and the arguments with what
/// stands behind them.
pub(super) fn bare_call(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let begins = BARE.iter().any(|begin| text.starts_with(begin));
    let (lead, behind) = text.split_once(TO_FUNCTION).filter(|_| begins)?;
    let name = behind.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).next()?;
    let (head, _) = behind.split_once('{')?;
    let alone = !(name.is_empty() || lead.contains('{') || head.trim().contains('\n'));
    alone.then_some((name, behind.get(head.len()..)?))
}

/// To which function a message goes.
fn recipient(header: &str) -> Option<&str> {
    let (_, name) = header.rsplit_once("to=")?;
    Some(word(name)).filter(|name| !name.is_empty() && !["assistant", "user", "all"].contains(name))
}

fn word(text: &str) -> &str {
    text.trim_start().split(|c: char| c.is_whitespace() || c == '<').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::harmony::*;

    #[test]
    fn a_call_without_its_first_mark_is_one() {
        for text in [
            "commentary to=functions.read_note json{\"a\":1}",
            "analysisA note.assistantcommentary to=functions.read_note json{\"a\":1}",
            "to=functions.read_note <|constrain|>json<|message|>{\"a\":1}",
        ] {
            assert_eq!(bare_call(text), Some(("read_note", "{\"a\":1}")), "{text}");
        }
        for none in
            ["See to=functions.x {}", "commentary on {a}", "commentary to=functions.x", "analysis {} to=functions.x {}"]
        {
            assert_eq!(bare_call(none), None, "{none}");
        }
    }

    #[test]
    fn only_the_final_channel_is_text() {
        let text = "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>";
        assert_eq!(channels(text).unwrap(), Channels { text: "Yes.".into(), calls: vec![] });
        let called = "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.read_note \
                      <|constrain|>json<|message|>{\"title\":\"a\"}<|call|>";
        let read = channels(called).unwrap();
        assert_eq!(read.calls, [("functions.read_note".to_owned(), "{\"title\":\"a\"}".to_owned())]);
        assert_eq!(read.text, "");
        let before = "<|start|>assistant to=functions.x<|channel|>commentary json<|message|>{}<|call|>";
        assert_eq!(channels(before).unwrap().calls[0].0, "functions.x");
        let cut = "<|channel|>analysis<|message|>never ends";
        assert_eq!(channels(cut).unwrap(), Channels::default());
        let on = "<|channel|>final<|message|>Yes.<|end|><|start|>user<|message|>And?<|end|>";
        assert_eq!(channels(on).unwrap().text, "Yes.");
        assert_eq!(channels("plain"), None);
        assert_eq!(channels("Yes.<|channel|>"), None);
        assert_eq!(channels("`<|channel|>` is a mark"), None);
    }
}
