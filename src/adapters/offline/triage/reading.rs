//! An idea as the rules read it: its words without politeness, its deadline, and the answers given so far. It must
//! not drop words that could be content: the full text stays beside the shortened one.

use super::super::words::{after, bare, line, polite, tidy};
use super::beside::{self, Advice};
use super::{foreign, laid_out};
use crate::secretary::by_the_clock;
use crate::secretary::question::{Question, Subject, Wants};
use crate::secretary::thinking::TriageInput;
use crate::secretary::when;
use crate::secretary::wording::asides;
use chrono::{DateTime, TimeDelta, Utc};

/// The most characters of an idea; more never reaches a triage.
const FULL: usize = 21_000;
/// The most characters in which forms are recognised.
const RECOGNISED: usize = 2_000;
/// The most answers and corrections looked at.
const MOST_TOLD: usize = 24;

/// An idea with everything said about it.
pub struct Reading {
    /// The whole idea without politeness in front; lines stay.
    pub full: String,
    /// Its beginning on one line.
    pub text: String,
    /// The same without the deadline and, where it is a choice, without what was said beside it.
    pub plain: String,
    /// The deadline in the person's words; may be empty.
    pub due: String,
    /// The deadline a correction named; may be empty.
    pub edited_due: String,
    /// Corrections and additions.
    pub edits: Vec<String>,
    /// Questions may be asked.
    pub may_ask: bool,
    /// A search service is set up.
    pub searches: bool,
    /// Other work of the person goes on, to which these words may belong.
    pub beside: bool,
    /// The present moment as people write it.
    pub now: String,
    /// Beside the choice it was said that somebody wants to decide or to be asked.
    pub asked: bool,
    /// The option that somebody would take, said beside the choice.
    pub advice: Option<Advice>,
    answers: Vec<(String, String)>,
}

/// What came of a question.
pub enum Answer {
    /// It was not asked.
    NotAsked,
    /// It was left to the secretary.
    Left,
    /// The person's words.
    Said(String),
}

impl Reading {
    /// Reads the input of a triage.
    pub fn new(input: &TriageInput) -> Self {
        let answered = input.answered.iter().take(MOST_TOLD);
        // An edited message is read as if it had been sent so.
        let (idea, edits) = asides::as_edited(&input.idea, &input.edits);
        let edits: Vec<String> =
            edits.iter().take(MOST_TOLD).map(|e| tidy(e, RECOGNISED)).filter(|e| !e.is_empty()).collect();
        let edited_due = edits.iter().rev().map(|e| without_due(&line(e)).1).find(|d| !d.is_empty());
        Self {
            answers: answered.map(|(q, a)| (q.text.clone(), tidy(a, RECOGNISED))).collect(),
            may_ask: !input.must_assume && edits.is_empty(),
            edits,
            edited_due: edited_due.unwrap_or_default(),
            now: line(&input.now),
            beside: input.running.is_some(),
            ..Self::bare(idea)
        }
    }

    /// Reads words without anything around them.
    pub fn bare(idea: &str) -> Self {
        let full = polite(&tidy(idea, FULL)).to_owned();
        let begins: String = full.chars().take(RECOGNISED).collect();
        let text = line(&begins);
        let choice = beside::cut(&laid_out::in_a_sentence(&begins));
        let (plain, due) = due_before_whether(&choice.text).unwrap_or_else(|| without_due(&choice.text));
        let led = beside::led(&plain);
        let (plain, later, asked) = led.map_or((plain, String::new(), choice.asked), |(plain, due)| (plain, due, true));
        Self {
            full,
            text,
            plain,
            due: [due, choice.due, later].into_iter().find(|due| !due.is_empty()).unwrap_or_default(),
            asked,
            advice: choice.advice,
            edited_due: String::new(),
            edits: Vec::new(),
            may_ask: true,
            searches: false,
            beside: false,
            now: String::new(),
            answers: Vec::new(),
        }
    }

    /// Whether the idea names the time at which its work shall begin.
    pub fn timed(&self) -> bool {
        by_the_clock::read(&self.text, chrono_tz::UTC, somewhen()).is_some()
    }

    /// What was answered to the question with this text.
    pub fn answer(&self, question: &str) -> Answer {
        let found = self.answers.iter().rev().find(|(q, _)| q.trim().eq_ignore_ascii_case(question));
        match found {
            None => Answer::NotAsked,
            Some((_, words)) if left_open(words) => Answer::Left,
            Some((_, words)) => Answer::Said(words.clone()),
        }
    }

    /// Whether a question was not asked before.
    pub fn fresh(&self, question: &Question) -> bool {
        matches!(self.answer(&question.text), Answer::NotAsked)
    }

    /// Corrections and additions that say more than a deadline.
    pub fn corrections(&self) -> impl Iterator<Item = &String> {
        self.edits.iter().filter(|edit| !Self::only_due(edit))
    }

    /// Whether a correction only names a deadline.
    fn only_due(edit: &str) -> bool {
        let (rest, due) = without_due(&line(edit));
        !due.is_empty() && bare(&rest).is_empty()
    }
}

/// An open question, or one with answers to tap.
pub fn question(subject: Subject, text: &str, options: &[&str], default: &str) -> Question {
    Question {
        text: text.to_owned(),
        subject,
        options: options.iter().map(|o| (*o).to_owned()).collect(),
        default: default.to_owned(),
        ..Question::default()
    }
}

/// A question for words without which nothing can be done.
pub fn something(text: &str) -> Question {
    Question { wants: Wants::Something, ..question(Subject::Missing, text, &[], "") }
}

/// Whether an answer leaves the matter to the secretary.
fn left_open(words: &str) -> bool {
    const OPEN: &[&str] =
        &["your judgement", "your judgment", "use your judgement", "left to you", "you decide", "up to you", "egal"];
    const WHOLE: &[&str] =
        &["", "?", "whatever", "any", "none", "no idea", "don't know", "i don't know", "no", "dunno"];
    let words = bare(words).to_lowercase();
    after(&words, OPEN).is_some() || WHOLE.contains(&words.as_str())
}

/// A moment at which every time of a usual sentence still lies ahead. Only where a time stands is wanted, not when
/// it is: that is computed by the tools, in the person's own zone.
pub fn somewhen() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(11_000)
}

/// "ask me by Friday whether A or B": the text without the deadline, and the deadline.
fn due_before_whether(text: &str) -> Option<(String, String)> {
    let (due, asked) = when::asked_by(text)?;
    let asked = foreign::clause(text, asked).unwrap_or_else(|| asked.to_owned());
    Some((format!("ask me {}", line(&asked)), line(due)))
}

/// What stands before a deadline.
pub const LIMITS: &[&str] = &["by", "until", "till", "before", "bis", "vor"];

/// The text without a deadline such as "by Friday" at its end or beginning or before a colon, and the deadline.
fn without_due(text: &str) -> (String, String) {
    let mut from = 0;
    for _ in 0..8 {
        let Some(tail) = text.get(from..) else { break };
        let Some(moment) = when::parse_moment(tail, chrono_tz::UTC, somewhen()) else { break };
        let (start, end) = (from + moment.span.start, from + moment.span.end);
        let (Some(head), Some(words), Some(rest)) = (text.get(..start), text.get(start..end), text.get(end..)) else {
            break;
        };
        let limited = after(words, LIMITS);
        let ends =
            |rest: &str| rest.trim_matches(['.', '?', '!', ' ']).is_empty() || rest.trim_start().starts_with(':');
        let edge = head.trim().is_empty() || ends(rest);
        let option = head.trim_end().to_lowercase();
        let option = option.ends_with(" or") || option.ends_with(" oder");
        if let Some(due) = limited.filter(|_| edge && !option) {
            let sign = if rest.contains('?') { "?" } else { "" };
            let rest = if rest.trim_matches(['.', '?', '!', ' ']).is_empty() { sign } else { rest };
            let plain = line(&format!("{}{rest}", head.trim_end_matches([' ', ','])));
            return (plain.trim_start_matches([',', ' ']).to_owned(), due.to_owned());
        }
        from = end;
    }
    (text.to_owned(), String::new())
}
