//! A day by which something is to be asked.

use super::super::phrases::{after, around, polite};
use super::parse::parse_moment;
use chrono::{DateTime, TimeDelta};

/// By when and what is to be asked: "ask me by Friday whether to book the hotel or the flat". What stands there must be a
/// time and nothing else: "ask me by phone if …" says how.
pub fn asked_by(text: &str) -> Option<(&str, &str)> {
    const SELVES: &[&str] = &["ask me", "ask us", "frag mich", "frage mich", "frag uns", "frage uns"];
    let (asks, question) = around(text.trim(), &["whether", "if", "ob"])?;
    let limited = after(polite(asks.trim()), SELVES)?.trim_matches([',', ' ']);
    let due = after(limited, &["by", "until", "till", "before", "bis", "vor"])?.trim_matches([',', ' ']);
    (is_time(due) && !question.trim().is_empty()).then_some((due, question))
}

/// Whether these words are a time as a whole, whenever that is.
fn is_time(words: &str) -> bool {
    let somewhen = DateTime::UNIX_EPOCH + TimeDelta::days(11_000);
    let whole = |span: std::ops::Range<usize>| span.start == 0 && span.end == words.len();
    parse_moment(words, chrono_tz::UTC, somewhen).is_some_and(|moment| whole(moment.span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_time_limits_a_question() {
        for (text, due) in [
            ("ask me by Friday whether to take A or B", "Friday"),
            ("please ask us by tomorrow at 5pm if we go", "tomorrow at 5pm"),
            ("ask me before noon whether it rains", "noon"),
            ("frag mich bis Freitag, ob wir das Auto nehmen", "Freitag"),
            ("ask me by 3 December whether to renew", "3 December"),
        ] {
            assert_eq!(asked_by(text).map(|(due, _)| due), Some(due), "{text}");
        }
        for text in
            ["ask me by phone if it works", "ask me before you go whether I am in", "ask me by Friday if ", "by Friday"]
        {
            assert_eq!(asked_by(text), None, "{text}");
        }
    }
}
