//! Every sentence of the secretary, one function per situation, for all platforms. Sentences are short, warm and
//! plain, without ids, jargon or raw errors; each says what happens next.

pub mod decision;
pub mod lists;
pub mod notes;
pub mod people;
pub mod schedules;
pub mod settings;
pub mod style;
pub mod talk;
pub mod ticket;
pub mod translations;

use super::names::phrases::line;
use super::ticket::{Priority, Status};

/// The answers of a yes-or-no question.
pub const YES_NO: [&str; 2] = ["Yes", "No"];

/// The mark of a status. Never instead of its word.
pub fn mark(status: Status) -> &'static str {
    match status {
        Status::New => "•",
        Status::Asking | Status::Deciding => "?",
        Status::Confirming => "▢",
        Status::Working | Status::Reporting => "▸",
        Status::Waiting => "…",
        Status::Paused => "‖",
        Status::Done => "✔",
        Status::Failed => "✖",
        Status::Cancelled => "–",
    }
}

/// A priority as a word in front of a title, empty for the usual one.
pub fn urgency(priority: Priority) -> &'static str {
    match priority {
        Priority::Urgent => "urgent, ",
        Priority::High => "high, ",
        Priority::Medium => "",
        Priority::Low => "low, ",
    }
}

/// Text on one line, cut at a word if longer than `most` characters.
pub fn short(text: &str, most: usize) -> String {
    let flat = line(text);
    if flat.chars().count() <= most {
        return flat;
    }
    let cut: String = flat.chars().take(most.saturating_sub(1)).collect();
    let end = cut.rfind(' ').filter(|at| cut[..*at].chars().count() * 2 > most).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end_matches([',', ';', ':', '.', ' ']))
}

/// Words at the end of a sentence: with one sign behind them.
pub(in crate::secretary) fn ended(words: &str) -> String {
    let words = words.trim_end_matches(['.', ' ']);
    if words.ends_with(['?', '!', '…', '？', '！', '。']) { words.to_owned() } else { format!("{words}.") }
}

/// A number with thousands separators: "4,100".
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// "1 task", "3 tasks".
pub fn plural(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// "Mara", "Mara or Kim", "Mara, Kim or Jo".
pub fn either(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}
