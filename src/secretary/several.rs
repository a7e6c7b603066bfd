//! Several requests in one message: one to a line, or one after another in a sentence. Pure; what is certain is told
//! from what only looks like it.

use super::notes;
use super::reminding;
use super::routing::request_of_its_own;
use super::talk::{self, Talk};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// The requests of one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Several {
    /// Each is a request for sure.
    Certain(Vec<String>),
    /// They look like requests of their own; the person knows.
    Perhaps(Vec<String>),
}

/// More parts than anybody sends as requests; then it is one idea.
const MOST: usize = 8;
/// A longer message is one idea, in bytes.
const LONGEST: usize = 1_500;

/// The requests of a message; none if it is one. `reads`: a language model reads what rules leave to it, so that only
/// what begins like a reminder is taken apart.
pub fn read(text: &str, reads: bool, zone: Tz, now: DateTime<Utc>) -> Option<Several> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let reminds = |part: &str| reminding::read(part, zone, now).is_some();
    let certain = |part: &str| reminds(part) || surely(part);
    let found = if text.lines().filter(|line| !line.trim().is_empty()).count() > 1 {
        by_lines(text, &certain)
    } else {
        by_sentence(text, &certain)
    }?;
    let kept = match &found {
        Several::Certain(parts) => !reads || parts.iter().any(|part| reminds(part)),
        Several::Perhaps(_) => !reads || reminds(text),
    };
    kept.then_some(found)
}

/// A beginning that is nothing but a request which rules can read.
fn surely(part: &str) -> bool {
    let lower = part.trim().to_lowercase();
    let listed = ["add ", "put "].iter().any(|verb| lower.starts_with(verb)) && lower.contains(" list");
    request_of_its_own(part) || listed || in_german(part)
}

/// "notiere, dass …", "setz … auf die Einkaufsliste": plainly about notes or lists.
fn in_german(part: &str) -> bool {
    let opens = GERMAN.iter().any(|opening| starts(part.trim(), opening));
    opens && notes::clear(part)
}

/// Beginnings of what is noted or put on a list in German.
const GERMAN: [&str; 9] =
    ["notiere", "merk dir", "merke dir", "schreib ", "schreibe ", "setz ", "setze ", "pack ", "notiz:"];

fn by_lines(text: &str, certain: &dyn Fn(&str) -> bool) -> Option<Several> {
    let lines: Vec<(bool, &str)> =
        text.lines().map(unmarked).filter(|(_, line)| !line.is_empty() && !polite(line)).collect();
    let (_, first) = lines.first()?;
    if lines.len() < 2 || lines.len() > MOST || first.ends_with(':') {
        return None;
    }
    let marked = lines.iter().all(|(marked, _)| *marked);
    let sure: Vec<bool> = lines.iter().map(|(_, line)| certain(line)).collect();
    let how_many = sure.iter().filter(|sure| **sure).count();
    let parts: Vec<String> = lines.iter().map(|(_, line)| (*line).to_owned()).collect();
    if how_many == parts.len() {
        return Some(Several::Certain(parts));
    }
    // "note: …" with more lines is one note; a list below a heading belongs to it.
    let apart = marked || how_many > 1 || (how_many == 1 && sure.first() == Some(&false));
    let words = parts.iter().all(|part| part.split_whitespace().count() > 1);
    (apart && words).then_some(Several::Perhaps(parts))
}

/// A line without its bullet or number, and whether it had one.
fn unmarked(line: &str) -> (bool, &str) {
    let line = line.trim();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = line.get(digits..).unwrap_or_default();
    let number = (1..=2).contains(&digits).then(|| rest.strip_prefix(['.', ')', ':'])).flatten();
    let bullet = line.strip_prefix(['-', '*', '•', '–']).filter(|rest| rest.starts_with(char::is_whitespace));
    match number.filter(|rest| rest.starts_with(char::is_whitespace)).or(bullet) {
        Some(rest) => (true, rest.trim()),
        None => (false, line),
    }
}

fn polite(line: &str) -> bool {
    matches!(talk::read(line), Some(Talk::Small(_)))
}

/// What joins two requests in a sentence; after the weak ones only what is certain anyway.
const JOINS: [&str; 10] = [" and ", ", and ", "; ", ". ", ", ", " und ", " also ", " then ", "! ", "? "];
/// Words in front of the second request that add nothing.
const LEADS: [&str; 8] = ["and ", "also ", "then ", "please ", "plus ", "und ", "bitte ", "next "];
/// Beginnings that are a request of their own behind "and" in the words of another one.
const STRONG: [&str; 8] = ["remind ", "note ", "note:", "remember ", "add ", "put ", "erinnere ", "what"];

fn by_sentence(text: &str, certain: &dyn Fn(&str) -> bool) -> Option<Several> {
    let mut parts: Vec<String> = Vec::new();
    let mut from = 0;
    let mut i = 0;
    while let Some(rest) = text.get(i..) {
        let Some(c) = rest.chars().next() else { break };
        let join = JOINS.iter().find(|join| starts(rest, join));
        if let Some(join) = join {
            let second = without_leads(text.get(i + join.len()..).unwrap_or_default());
            let strong = STRONG.iter().chain(&GERMAN).any(|opening| starts(second, opening));
            let before = text.get(from..i).unwrap_or_default().trim();
            if strong && certain(second) && !before.is_empty() {
                parts.push(before.to_owned());
                from = text.len() - second.len();
                i = from;
                continue;
            }
        }
        i += c.len_utf8();
    }
    if parts.is_empty() || parts.len() >= MOST {
        return None;
    }
    parts.push(text.get(from..)?.trim().to_owned());
    parts.retain(|part| !polite(part));
    if parts.len() < 2 {
        return None;
    }
    let all = parts.iter().all(|part| certain(part));
    Some(if all { Several::Certain(parts) } else { Several::Perhaps(parts) })
}

fn starts(text: &str, with: &str) -> bool {
    text.get(..with.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(with))
}

fn without_leads(mut text: &str) -> &str {
    while let Some(lead) = LEADS.iter().find(|lead| starts(text, lead)) {
        text = text.get(lead.len()..).unwrap_or_default();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    fn parts(text: &str, reads: bool) -> Option<(bool, Vec<String>)> {
        let now = Utc.with_ymd_and_hms(2026, 11, 23, 7, 0, 0).single()?;
        read(text, reads, Tz::Europe__Berlin, now).map(|several| match several {
            Several::Certain(parts) => (true, parts),
            Several::Perhaps(parts) => (false, parts),
        })
    }

    #[test]
    fn requests_are_taken_apart_where_they_begin() {
        for (text, sure, wanted) in [
            (
                "remind me tomorrow at 9 to call Ann, and note that Bob likes tea",
                true,
                &["remind me tomorrow at 9 to call Ann", "note that Bob likes tea"][..],
            ),
            (
                "Remind me at 10 to call Ann and remind me at 11 to call Bob",
                true,
                &["Remind me at 10 to call Ann", "remind me at 11 to call Bob"],
            ),
            (
                "1. remind me tomorrow at 9 to call Ann\n2. note that Bob likes tea\n3) what is 3 + 4?",
                true,
                &["remind me tomorrow at 9 to call Ann", "note that Bob likes tea", "what is 3 + 4?"],
            ),
            (
                "Hi!\nremind me tomorrow at 9 to call Ann\n\nadd milk to the shopping list\nThanks",
                true,
                &["remind me tomorrow at 9 to call Ann", "add milk to the shopping list"],
            ),
            (
                "notiere, dass Bo Tee mag und erinnere mich morgen um 9 an den Müll",
                true,
                &["notiere, dass Bo Tee mag", "erinnere mich morgen um 9 an den Müll"],
            ),
            (
                "setz Milch auf die Einkaufsliste und erinnere mich morgen um 9 an den Müll",
                true,
                &["setz Milch auf die Einkaufsliste", "erinnere mich morgen um 9 an den Müll"],
            ),
            (
                "erinnere mich morgen um 9 an den Müll und notiere, dass Bo Tee mag",
                true,
                &["erinnere mich morgen um 9 an den Müll", "notiere, dass Bo Tee mag"],
            ),
            ("- paint the fence\n- call the plumber", false, &["paint the fence", "call the plumber"]),
            (
                "write a poem and remind me tomorrow at 9 to send it",
                false,
                &["write a poem", "remind me tomorrow at 9 to send it"],
            ),
        ] {
            let wanted: Vec<String> = wanted.iter().map(|part| (*part).to_owned()).collect();
            assert_eq!(parts(text, false), Some((sure, wanted)), "{text}");
        }
    }

    #[test]
    fn one_request_stays_one() {
        for text in [
            "remind me tomorrow at 9 to call Ann and ask her about the tea",
            "remind me tomorrow at 9 to buy milk, bread and eggs",
            "note: the rent is 900\nthe heating is 100",
            "Shopping list:\n- milk\n- eggs",
            "add to the shopping list\n- milk\n- eggs",
            "compare A and B",
            "setze Milch und Brot auf die Einkaufsliste",
            "notiere, dass Bo Tee und Ann Kaffee mag",
            "Dear all,\nthe meeting moves to Friday.\nBest, Mara",
            "hello",
        ] {
            assert_eq!(parts(text, false), None, "{text}");
        }
        // A model reads these as a whole.
        assert_eq!(parts("- paint the fence\n- call the plumber", true), None);
        assert_eq!(parts("write a poem and remind me tomorrow at 9 to send it", true), None);
        assert!(parts("remind me tomorrow at 9 to call Ann, and note that Bob likes tea", true).is_some());
    }
}
