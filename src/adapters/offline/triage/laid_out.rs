//! Options that are laid out: below each other, or numbered in a line. They are put into one sentence for whoever reads
//! choices. It must not touch a list that is no choice.

use super::super::words::{after, bare, has};
use super::options::OPEN;

/// What tells that something is chosen.
const CHOOSES: &[&str] = &[
    "decide",
    "choose",
    "pick",
    "vote",
    "poll",
    "which",
    "ask me",
    "ask us",
    "should",
    "shall",
    "between",
    "compare",
    "better",
    "prefer",
    "recommend",
    "entscheide",
    "entscheiden",
    "wählen",
    "welche",
    "welcher",
    "welches",
    "welchen",
    "frag mich",
    "frag uns",
    "sollen",
    "soll",
    "vergleiche",
    "umfrage",
];
/// Words that need what stands below them.
const HANGING: &[&str] = &[
    "take", "use", "buy", "choose", "pick", "with", "for", "on", "at", "in", "between", "get", "book", "order", "be",
    "have", "to", "visit", "hire",
];
/// The most words of an option.
const MOST_WORDS: usize = 12;

/// The text with the options it lays out put into its sentence: "which one: red, blue or green". As it is, where it
/// lays out none.
pub fn in_a_sentence(text: &str) -> String {
    below_each_other(text).or_else(|| numbered(text)).unwrap_or_else(|| text.to_owned())
}

fn below_each_other(text: &str) -> Option<String> {
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let from = rows.iter().position(|row| item(row).is_some())?;
    let items: Vec<&str> = rows.get(from..)?.iter().map_while(|row| item(row)).collect();
    let (head, tail) = (rows.get(..from)?, rows.get(from + items.len()..)?);
    sentence(&head.join("\n"), &items, &tail.join("\n"))
}

/// A line without its bullet or number.
fn item(row: &str) -> Option<&str> {
    let bullet = row.strip_prefix(['-', '*', '•', '–']).filter(|rest| rest.starts_with(char::is_whitespace));
    bullet.or_else(|| mark(row).map(|(_, rest)| rest)).map(str::trim).filter(|item| !bare(item).is_empty())
}

/// The place that "2)", "2." or "b)" names, and what stands behind it.
fn mark(text: &str) -> Option<(usize, &str)> {
    let (end, sign) = text.char_indices().take(3).find(|(_, c)| matches!(c, ')' | '.'))?;
    let (place, rest) = (text.get(..end)?, text.get(end + 1..)?);
    let letter = || match place.to_lowercase().as_bytes() {
        [letter @ b'a'..=b'z'] if sign == ')' => Some(usize::from(letter - b'a') + 1),
        _ => None,
    };
    let digits = !place.is_empty() && place.bytes().all(|b| b.is_ascii_digit());
    let number = if digits { place.parse().ok() } else { letter() };
    number.zip(Some(rest).filter(|rest| rest.starts_with(char::is_whitespace)))
}

/// "should we take 1) red 2) blue 3) green?"
fn numbered(text: &str) -> Option<String> {
    // Where each mark begins, and where what it marks does.
    let mut marks: Vec<(usize, usize)> = Vec::new();
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if before.is_whitespace()
            && c.is_ascii_alphanumeric()
            && let Some((place, rest)) = text.get(at..).and_then(mark)
            && place == marks.len() + 1
        {
            marks.push((at, text.len() - rest.len()));
        }
        before = c;
    }
    let (head, (_, last)) = (text.get(..marks.first()?.0)?, *marks.last()?);
    let end = text.get(last..)?.find(['?', '!', '\n', ';']).map_or(text.len(), |at| last + at);
    let ends = marks.iter().skip(1).map(|(begins, _)| *begins).chain([end]);
    let items: Vec<&str> = marks.iter().zip(ends).filter_map(|((_, from), to)| text.get(*from..to)).collect();
    sentence(head, &items, text.get(end..)?)
}

/// One sentence of what stands before the options, the options, and what stands behind them.
fn sentence(head: &str, items: &[&str], tail: &str) -> Option<String> {
    let lead = head.trim_end();
    let chooses = has(lead, CHOOSES) || (lead.is_empty() && has(tail, CHOOSES));
    let names: Vec<String> = items.iter().map(|item| name(item)).filter(|name| !name.is_empty()).collect();
    let brief = names.iter().all(|name| name.split(' ').count() <= MOST_WORDS);
    let (last, first) = names.split_last().filter(|(_, first)| chooses && brief && !first.is_empty())?;
    let listed = format!("{} or {last}", first.join(", "));
    let stem = lead.trim_end_matches([':', '?', '-', '–', ' ']);
    let word = stem.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    let apart = lead.ends_with([':', '?']) || has(stem, OPEN);
    let joint = if apart && !HANGING.contains(&word.as_str()) { ":" } else { "" };
    let tail = tail.trim_start_matches([';', ' ']);
    let tail =
        if tail.is_empty() || tail.starts_with(['?', '!', '\n']) { tail.to_owned() } else { format!("\n{tail}") };
    Some(format!("{stem}{joint} {listed}{tail}").trim().to_owned())
}

/// An option on one line, what follows from it in parentheses, since commas divide options.
fn name(item: &str) -> String {
    let item = bare(item);
    let mut item = item.as_str();
    for word in [" or", " and", " oder", " und"] {
        item = item.strip_suffix(word).unwrap_or(item).trim_end_matches([',', ' ']);
    }
    let item = after(item, &["or", "oder"]).unwrap_or(item);
    match item.split_once(", ") {
        Some((label, more)) if !item.contains('(') => format!("{label} ({more})"),
        Some(_) | None => item.to_owned(),
    }
}
