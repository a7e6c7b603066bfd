//! Text tools: what follows a prefix, names in a row, addresses, and words of strangers as Markdown without effect.

pub use crate::secretary::names::phrases::{capital, line};

/// The most addresses taken from one text.
const MOST_ADDRESSES: usize = 4;

/// What follows one of these beginnings, in any case, where a word ends there; without a colon and spaces.
pub fn after<'t>(text: &'t str, leads: &[&str]) -> Option<&'t str> {
    leads.iter().find_map(|lead| {
        let (head, rest) = text.trim_start().split_at_checked(lead.len())?;
        let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-'));
        (head.eq_ignore_ascii_case(lead) && ends).then(|| rest.trim_start_matches([':', ',', ' ', '\n']).trim_end())
    })
}

/// Names in a row: between commas, semicolons, bars, lines and "or"; `and`: that divides, too.
pub fn names(text: &str, and: bool) -> Vec<String> {
    let mut text = text.replace(['\n', '|', ';'], ", ");
    for joint in [" or ", " vs ", " versus "].into_iter().chain(and.then_some(" and ")) {
        text = text.replace(joint, ", ");
    }
    // "1,000 euros, 2,000 euros" are two.
    let sign = if text.contains(", ") { ", " } else { "," };
    let mut names: Vec<String> = Vec::new();
    for name in text.split(sign) {
        let name = line(name.trim_matches([' ', ',', '.', '?', '!', '"', '“', '”', '-', '•']));
        if !name.is_empty() && !names.iter().any(|known| known.to_lowercase() == name.to_lowercase()) {
            names.push(name);
        }
    }
    names
}

/// The web addresses in a text, each once, and the text without them.
pub fn addresses(text: &str) -> (Vec<String>, String) {
    let (mut found, mut rest): (Vec<String>, Vec<&str>) = (Vec::new(), Vec::new());
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '“' | '”' | '|')) {
        let bare = word.trim_start_matches(['(', '[', '*', '_']).trim_end_matches(['.', ',', ';', ':', '!', '?', '*']);
        let bare = if bare.contains('(') { bare } else { bare.trim_end_matches([')', ']']) };
        let lower = bare.to_lowercase();
        let named = lower.starts_with("http://") || lower.starts_with("https://");
        let address = if named { bare.to_owned() } else { format!("https://{bare}") };
        let host = address.split_once("//").is_some_and(|(_, host)| host.starts_with(char::is_alphanumeric));
        if !(named || lower.starts_with("www.")) || !host || address.len() > 2_000 {
            rest.extend((!word.is_empty()).then_some(word));
        } else if found.len() < MOST_ADDRESSES && !found.contains(&address) {
            found.push(address);
        }
    }
    (found, rest.join(" "))
}

/// Words of strangers as Markdown that means nothing but themselves.
pub fn escape(text: &str) -> String {
    let sign = |c: char| matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~');
    text.chars().flat_map(|c| sign(c).then_some('\\').into_iter().chain([c])).collect()
}

/// The beginning of a strange text as a Markdown quotation of about `most` characters, and whether more follows.
pub fn quotation(text: &str, most: usize) -> (String, bool) {
    let end = text.char_indices().nth(most).map(|(at, _)| at);
    let (first, sign) = end.map_or((text, ""), |end| (&text[..end], "…"));
    let rows: Vec<String> = first.lines().map(line).filter(|row| !row.is_empty()).collect();
    let rows: Vec<String> = rows.iter().map(|row| escape(row.trim_start_matches(['#', '=', ' ']))).collect();
    let quote = if rows.is_empty() { String::new() } else { format!("> {}{sign}", rows.join("\n>\n> ")) };
    (quote, end.is_some())
}
