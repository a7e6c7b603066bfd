//! Work that is wanted at a set time or again and again: "every Monday at 9 read …", "send me a summary of … every day at
//! 8". Work cannot be begun by the clock yet, and doing it at once would drop the time without a word; so it is found
//! here, whoever reads the idea. A time that belongs to what is wanted ("a table for tomorrow at 8") is none.

use super::phrases::{after, around, has, line};
use super::when::{self, Moment, Rule};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Work with the time it is wanted at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    /// The work, without its time.
    pub what: String,
    /// When.
    pub rule: Rule,
    /// The time as it was typed.
    pub said: String,
}

/// How much of an idea is looked at, in characters.
const LONGEST: usize = 2_000;
/// Times looked at in one idea.
const MOST: usize = 8;

const POLITE: &[&str] = &[
    "please",
    "bitte",
    "hey",
    "hi",
    "hello",
    "hallo",
    "ok",
    "okay",
    "so",
    "and",
    "then",
    "can you",
    "could you",
    "would you",
    "will you",
    "i want you to",
    "i need you to",
    "i'd like you to",
    "i would like you to",
    "kannst du",
    "könntest du",
];
/// What is done at a time, where the time stands behind it.
const DONE_THEN: &[&str] = &[
    "read",
    "fetch",
    "open",
    "get",
    "check",
    "look",
    "search",
    "send",
    "give",
    "tell",
    "let me know",
    "let us know",
    "show",
    "post",
    "summarise",
    "summarize",
    "visit",
    "report",
    "update",
    "download",
    "collect",
    "run",
    "watch",
    "monitor",
    "lies",
    "hol",
    "öffne",
    "suche",
    "such",
    "schick",
    "schicke",
    "sende",
    "gib",
    "zeig",
    "sag",
    "fass",
    "fasse",
    "prüfe",
    "prüf",
    "schau",
];
/// What else is done again and again, or where the time stands before it.
const DONE: &[&str] = &[
    "find",
    "write",
    "draft",
    "make",
    "create",
    "prepare",
    "compare",
    "translate",
    "calculate",
    "research",
    "list",
    "analyse",
    "analyze",
    "review",
    "test",
    "do",
    "start",
    "begin",
    "publish",
    "print",
    "call",
    "book",
    "buy",
    "order",
    "pay",
    "reserve",
    "email",
    "plan",
    "organise",
    "organize",
    "clean up",
    "back up",
    "schreib",
    "schreibe",
    "vergleiche",
    "vergleich",
    "mach",
    "erstelle",
    "finde",
    "übersetze",
    "buche",
    "bestelle",
    "ruf",
];
/// A limit is no beginning.
const LIMITS: &[&str] = &["by", "until", "till", "before", "bis", "vor", "since", "seit"];
/// Words behind which a time belongs to a thing.
const OF_A_THING: &[&str] = &[
    "for", "of", "from", "about", "until", "by", "before", "after", "since", "für", "von", "über", "bis", "or", "and",
];
/// Words behind which a single time may belong to a clause.
const CLAUSES: &[&str] =
    &["if", "whether", "when", "what", "which", "who", "how", "that", "where", "ob", "was", "wann", "wer", "wie"];

/// The work and the time it is wanted at, where an idea says so plainly.
pub fn read(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Timed> {
    let text = line(&text.chars().take(LONGEST).collect::<String>());
    let mut text = text.as_str();
    for _ in 0..4 {
        let Some(rest) = after(text, POLITE).map(|rest| rest.trim_start_matches([',', '!', ' '])) else { break };
        text = rest;
    }
    let mut from = 0;
    for _ in 0..MOST {
        let moment = when::parse_moment(text.get(from..)?, zone, now)?;
        let (start, end) = (from + moment.span.start, from + moment.span.end);
        let (head, said, rest) = (text.get(..start)?, text.get(start..end)?, text.get(end..)?);
        let what = before(said, rest, &moment).or_else(|| behind(head, said, rest, &moment));
        if let Some(what) = what {
            let said = said.trim().trim_matches(',').to_owned();
            return timed_work(what, moment.rule, said);
        }
        from = end;
    }
    None
}

fn timed_work(what: &str, rule: Rule, said: String) -> Option<Timed> {
    let what = what.trim().trim_end_matches(['.', '?', '!', ',']).trim().to_owned();
    (!what.is_empty()).then_some(Timed { what, rule, said })
}

/// The work behind its time: "tomorrow at 9 read …".
fn before<'t>(said: &str, rest: &'t str, moment: &Moment) -> Option<&'t str> {
    let first = moment.span.start == 0 && after(said, LIMITS).is_none();
    let today = ["today", "heute", "now", "jetzt"].contains(&said.trim().to_lowercase().as_str());
    let work = rest.trim_start_matches([',', ':', ' ']);
    let work = after(work, &["please", "bitte", "then"]).unwrap_or(work);
    let done = after(work, DONE_THEN).or_else(|| after(work, DONE)).is_some();
    (first && !today && done).then_some(work)
}

/// The work before its time: "read … every day at 8".
fn behind<'t>(head: &'t str, said: &str, rest: &str, moment: &Moment) -> Option<&'t str> {
    let work = head.trim_end().trim_end_matches([',', ':']);
    let last = rest.trim_matches(['.', '?', '!', ' ']);
    let at_the_end = last.is_empty() || ["please", "bitte", "thanks"].contains(&last.to_lowercase().as_str());
    if !at_the_end || after(said, LIMITS).is_some() {
        return None;
    }
    let thing = work.rsplit(' ').next().is_some_and(|word| OF_A_THING.contains(&word.to_lowercase().as_str()));
    let done_then = after(work, DONE_THEN).is_some();
    if thing || !(done_then || (moment.rule.recurs() && after(work, DONE).is_some())) {
        return None;
    }
    let page = around(work, &["https", "http", "www"]).is_some();
    (moment.rule.recurs() || page || (!moment.day_only && !has(work, CLAUSES))).then_some(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(text: &str) -> Option<(String, String)> {
        let now = DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_000);
        read(text, Tz::UTC, now).map(|found| (found.what, found.said))
    }

    #[test]
    fn work_at_a_time_is_found() {
        for (text, what, said) in [
            (
                "Every Monday at 9 read https://example.org and tell me what changed",
                "read https://example.org and tell me what changed",
                "Every Monday at 9",
            ),
            ("tomorrow at 9 read https://example.org", "read https://example.org", "tomorrow at 9"),
            (
                "send me a summary of https://example.org every day at 8",
                "send me a summary of https://example.org",
                "every day at 8",
            ),
            ("please read https://example.org tomorrow.", "read https://example.org", "tomorrow"),
            ("in 2 hours, check the shop", "check the shop", "in 2 hours"),
            ("could you compare the prices every Friday at 16:00?", "compare the prices", "every Friday at 16:00"),
            ("Jeden Montag um 9 lies https://example.org", "lies https://example.org", "Jeden Montag um 9"),
        ] {
            assert_eq!(timed(text), Some((what.to_owned(), said.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_time_that_belongs_to_the_matter_is_none() {
        for text in [
            "compare three hosting offers by Friday",
            "write an invitation for Friday at 8",
            "find a table for tomorrow at 8",
            "book a table tomorrow at 8",
            "tell me whether the shop is open tomorrow at 9",
            "give me ideas for tomorrow",
            "should we meet on Monday or Tuesday?",
            "read https://example.org",
            "check the news today",
            "what is the weather tomorrow?",
            "summarise what happened at 9 o'clock in Rome",
            "today read https://example.org",
        ] {
            assert_eq!(timed(text), None, "{text}");
        }
    }
}
