//! What `/mode` takes: how calls of agents are judged, and rules about single ones.

use super::policy::{Mode, Then};
use super::wording::modes;

/// A change of what agents may do unasked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another mode.
    Mode(Mode),
    /// A rule.
    Rule {
        /// What it says.
        then: Then,
        /// The tool, by the name agents know it by.
        tool: String,
        /// Arguments that must be so.
        with: Vec<(String, String)>,
    },
    /// The rule of this place in the list, from 1, is dropped.
    Drop(usize),
}

/// The most characters of an argument in a rule.
const LONGEST: usize = 200;

/// Reads what follows `/mode`; nothing asks how things stand.
///
/// # Errors
/// A sentence with an example.
pub fn read(args: &str) -> Result<Option<Change>, String> {
    let args = args.trim();
    let (first, rest) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let first = first.to_lowercase();
    let mode = match first.as_str() {
        "" => return Ok(None),
        "manual" | "ask-me" => Some(Mode::Manual),
        "allow-list" | "allowlist" | "list" => Some(Mode::AllowList),
        "auto-run" | "autorun" | "auto" => Some(Mode::Auto),
        _ => None,
    };
    if let Some(mode) = mode {
        return if rest.trim().is_empty() { Ok(Some(Change::Mode(mode))) } else { Err(modes::how_to_mode()) };
    }
    if matches!(first.as_str(), "drop" | "delete" | "remove") {
        let number = rest.trim().trim_start_matches('#').parse::<usize>().ok().filter(|n| *n > 0);
        return number.map(|n| Some(Change::Drop(n))).ok_or_else(modes::how_to_mode);
    }
    let then = match first.as_str() {
        "allow" => Then::Allow,
        "ask" => Then::Ask,
        "refuse" | "never" | "forbid" => Then::Refuse,
        _ => return Err(modes::how_to_mode()),
    };
    rule(then, rest).map(Some).ok_or_else(modes::how_to_mode)
}

/// "write note title=Budget 2026*": a name of one or more words, then arguments.
fn rule(then: Then, words: &str) -> Option<Change> {
    let mut tool: Vec<String> = Vec::new();
    let mut with: Vec<(String, String)> = Vec::new();
    for word in words.split_whitespace() {
        match (word.split_once('='), with.last_mut()) {
            (Some((name, value)), _) if !name.is_empty() => {
                with.push((name.to_lowercase(), value.trim_matches('"').to_owned()));
            }
            (_, Some((_, value))) => {
                value.push(' ');
                value.push_str(word.trim_matches('"'));
            }
            (_, None) => tool.push(word.to_lowercase()),
        }
    }
    let fits = with.iter().all(|(_, value)| !value.trim().is_empty() && value.chars().count() <= LONGEST);
    let tool = tool.join("_").replace('-', "_");
    (fits && !tool.is_empty() && tool.len() <= 64).then_some(Change::Rule { then, tool, with })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_and_nonsense_is_explained() {
        assert_eq!(read(""), Ok(None));
        assert_eq!(read("Auto"), Ok(Some(Change::Mode(Mode::Auto))));
        assert_eq!(read("allow-list"), Ok(Some(Change::Mode(Mode::AllowList))));
        assert_eq!(read("drop 2"), Ok(Some(Change::Drop(2))));
        let rule = |then, tool: &str, with: &[(&str, &str)]| {
            let with = with.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
            Ok(Some(Change::Rule { then, tool: tool.to_owned(), with }))
        };
        assert_eq!(read("allow write note"), rule(Then::Allow, "write_note", &[]));
        assert_eq!(
            read("ask send_letter to=Kim Jo* text=\"hi\""),
            rule(Then::Ask, "send_letter", &[("to", "Kim Jo*"), ("text", "hi")])
        );
        assert_eq!(read("never read-url"), rule(Then::Refuse, "read_url", &[]));
        for odd in ["loud", "auto now", "drop", "drop 0", "allow", "allow title=x", "allow write_note title="] {
            assert!(read(odd).unwrap_err().contains("/mode"), "{odd}");
        }
    }
}
