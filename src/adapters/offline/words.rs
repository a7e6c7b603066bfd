//! Words for a report: addresses in a text, Markdown that means nothing but itself, quotations.

pub use crate::secretary::phrases::{
    after, around, asked_behind, bare, capital, commas, has, line, listed, orders, parts, polite, question, sentence,
    tidy,
};
use std::fmt::Write as _;

/// The most addresses taken from one text.
const MOST_PARTS: usize = 16;

/// The web addresses in a text, each once.
pub fn addresses(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '“' | '”' | '„' | '|')) {
        let word = word.trim_start_matches(['(', '[', '\'', '*', '_']);
        let lower: String = word.chars().take(8).flat_map(char::to_lowercase).collect();
        let named = lower.starts_with("http://") || lower.starts_with("https://");
        if !(named || lower.starts_with("www.")) {
            continue;
        }
        let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '”', '…', '*']);
        let word = if word.contains('(') { word } else { word.trim_end_matches([')', ']']) };
        let address = if named { word.to_owned() } else { format!("https://{word}") };
        let host = address.split("//").nth(1).unwrap_or_default();
        if host.starts_with(char::is_alphanumeric) && address.len() <= 2_000 && !found.contains(&address) {
            found.push(address);
        }
        if found.len() == MOST_PARTS {
            break;
        }
    }
    found
}

/// "red (cheaper)" as an option and what follows from it.
pub fn effect(option: &str) -> Option<(&str, &str)> {
    let (label, effect) = option.trim().strip_suffix(')')?.split_once('(')?;
    let (label, effect) = (label.trim(), effect.trim());
    (!label.is_empty() && !effect.is_empty()).then_some((label, effect))
}

/// An address without its scheme, for a button.
pub fn short_address(address: &str) -> String {
    let bare = address.split_once("//").map_or(address, |(_, rest)| rest);
    bare.trim_start_matches("www.").trim_end_matches('/').to_owned()
}

/// Words of strangers as Markdown that means nothing but themselves.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The beginning of a strange text as a Markdown quotation of about `most` characters, and whether more follows.
pub fn quotation(text: &str, most: usize) -> (String, bool) {
    let (mut out, mut used, mut cut) = (String::new(), 0, false);
    for row in text.lines().map(line).filter(|row| !row.is_empty()) {
        let left = most.saturating_sub(used);
        if left < 20 {
            cut = true;
            break;
        }
        let length = row.chars().count();
        let shown = if length > left { ending(&row, left) } else { row };
        let shown = escape(shown.trim_start_matches(['#', '=']).trim_start());
        if !shown.is_empty() {
            let gap = if out.is_empty() { "" } else { ">\n" };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{gap}> {shown}");
        }
        used += length;
        if length > left {
            cut = true;
            break;
        }
    }
    (out.trim_end().to_owned(), cut)
}

/// At most `most` characters, to the end of a sentence if one is near, else to a word's end with "…".
fn ending(text: &str, most: usize) -> String {
    let kept: String = text.chars().take(most).collect();
    let sentence = kept
        .rmatch_indices(['.', '?', '!'])
        .map(|(at, sign)| at + sign.len())
        .find(|end| kept.get(*end..).is_some_and(|rest| rest.starts_with(' ')) && *end * 2 > kept.len());
    let word = kept.rfind(' ').filter(|at| at * 2 > kept.len());
    match (sentence.and_then(|end| kept.get(..end)), word.and_then(|end| kept.get(..end))) {
        (Some(whole), _) => whole.to_owned(),
        (None, Some(words)) => format!("{words}…"),
        (None, None) => format!("{kept}…"),
    }
}
