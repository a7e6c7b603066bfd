//! The forms of a decision: "choose between A and B", "ask us: A or B?", "ask Kim whether we should move", "decide
//! which bike: red, blue". It recommends nothing.

use super::text::{after, capital, line, names};
use super::times;
use crate::secretary::names::phrases::{either, short};
use crate::secretary::ticket::plan::Question;
use chrono::{DateTime, TimeDelta};
use chrono_tz::Tz;

/// A decision that somebody asked for, and by when, in their words. Without options they are still to be named.
pub struct Choice {
    pub question: Question,
    pub due: String,
    /// What is wanted after it.
    pub more: String,
}

/// The decision in a text, if it has such a form.
pub fn read(text: &str) -> Option<Choice> {
    let text = line(text);
    let then = [", then ", ", and then ", "; then ", ". Then "];
    let end = then.iter().filter_map(|sign| text.find(sign)).min().unwrap_or(text.len());
    let (text, more) = text.split_at(end);
    let more = more.trim_start_matches([',', ';', '.', ' ']).to_owned();
    let (text, due) = without_due(text);
    let several = |question: &Question| question.options.len() > 1;
    let decide = || after(&text, &["help me decide", "help us decide", "decide"]).and_then(posed);
    let choose = || after(&text, &["choose", "pick", "poll"]).and_then(posed).filter(several);
    let asked = after(&text, &["ask"]).and_then(asked).filter(several);
    let question = asked.or_else(decide).or_else(|| choose().filter(|_| after(&text, &["pick up"]).is_none()))?;
    Some(Choice { question, due, more })
}

/// A question with at most eight options named behind it; `and`: that divides them, too.
pub fn with_options(asked: &str, named: &str, and: bool) -> Question {
    let options: Vec<String> = names(named, and).iter().take(8).map(|option| short(option, 60)).collect();
    let text = if asked.is_empty() { format!("Which one: {}?", either(&options)) } else { asked.to_owned() };
    Question { text, options, ..Question::default() }
}

/// "us: A or B?", "Kim whether we should move", "me which bike: red, blue".
fn asked(rest: &str) -> Option<Question> {
    if let Some(what) = after(rest, &["me", "us", "everyone", "people", "the team"]) {
        return posed(what);
    }
    let (who, clause) = rest.split_once(" whether ").or_else(|| rest.split_once(" if "))?;
    let question = whether(clause);
    let text = format!("{}: {}", capital(who), question.text);
    (who.split(' ').count() < 4).then_some(Question { text, ..question })
}

/// What is asked, and its options: those behind a colon or a question mark, else those in the words, else none yet.
fn posed(text: &str) -> Option<Question> {
    if let Some(clause) = after(text, &["whether", "if"]) {
        return (!clause.is_empty()).then(|| whether(clause));
    }
    if let Some(tail) = after(text, &["between", "from", "among"]) {
        return Some(with_options("", tail, true));
    }
    if let Some((head, tail)) = text.split_once("? ").or_else(|| text.split_once(": ")) {
        return Some(with_options(&format!("{}?", capital(head.trim())), tail, true));
    }
    let found = with_options("", text, false);
    let text = short(&capital(text.trim_end_matches(['.', '?', '!'])), 200);
    Some(if found.options.len() > 1 { found } else { Question { text, ..Question::default() } })
}

/// "we should paint the fence", "to take the car or the train".
fn whether(clause: &str) -> Question {
    let clause = clause.trim_end_matches(['?', '.', '!']);
    let plain = clause.strip_suffix(" or not").unwrap_or(clause);
    let words: Vec<&str> = plain.split(' ').collect();
    let text = match words.as_slice() {
        ["to", rest @ ..] => rest.join(" "),
        [who, "should", rest @ ..] => format!("should {who} {}", rest.join(" ")),
        _ => plain.to_owned(),
    };
    let mut question = with_options(&short(&format!("{}?", capital(&text)), 300), plain, false);
    // The first option has the beginning of the clause before it: it is as long as the second one.
    match question.options.as_mut_slice() {
        [first, second, ..] => {
            let words: Vec<&str> = first.split(' ').collect();
            *first = words[words.len().saturating_sub(second.split(' ').count())..].join(" ");
        }
        _ => question.options = vec!["Yes".to_owned(), "No".to_owned()],
    }
    question
}

/// The text without "by Friday" at its end or behind "ask me", and those words.
fn without_due(text: &str) -> (String, String) {
    let found = text.match_indices(" by ").find_map(|(at, by)| {
        let (head, rest) = (text.get(..at)?, text.get(at + by.len()..)?);
        let end = [" whether ", ": "].iter().filter_map(|sign| rest.find(sign)).min().unwrap_or(rest.len());
        let (due, tail) = rest.split_at_checked(end)?;
        // Any moment will do: only whether it is a time matters here.
        let someday = DateTime::UNIX_EPOCH + TimeDelta::days(11_000);
        let due = due.trim_end_matches(['.', '?', '!']);
        times::read(due, Tz::UTC, someday).ok()?;
        Some((format!("{head}{tail}"), due.to_owned()))
    });
    found.unwrap_or_else(|| (text.to_owned(), String::new()))
}
