//! Reminders: what and when. The time is only found here; the tool reads it in the person's own zone.

use super::super::job::Job;
use super::super::words::{after, bare, line};
use super::reading::{Answer, Reading, question, somewhen};
use super::{Draft, Found, Step};
use crate::secretary::question::Subject;
use crate::secretary::when;
use crate::secretary::wording::short;

const WHEN: &str = "When shall I remind you?";
const WHAT: &str = "What shall I remind you of?";

/// When people are reminded who leave it open.
const USUAL: &str = "tomorrow at 09:00";

const LEADS: &[&str] = &[
    "remind me",
    "remind us",
    "set a reminder",
    "set me a reminder",
    "reminder:",
    "reminder",
    "erinnere mich",
    "erinner mich",
    "erinnere uns",
];

/// Recognises a reminder.
pub fn read(reading: &Reading) -> Option<Found> {
    let rest = after(&reading.text, LEADS)?;
    let (mut what, mut moment) = cut(rest);
    if let (true, Answer::Said(words)) = (what.is_empty(), reading.answer(WHAT)) {
        what = line(&words);
    }
    if let (None, Answer::Said(words)) = (&moment, reading.answer(WHEN)) {
        moment = cut(&words).1;
    }
    let left = moment.is_none() && matches!(reading.answer(WHEN), Answer::Left);
    if left {
        moment = Some((USUAL.to_owned(), false));
    }
    for edit in &reading.edits {
        let (other, at) = cut(&line(edit));
        moment = at.or(moment);
        if !other.is_empty() {
            what = other;
        }
    }
    let mut missing = Vec::new();
    if what.is_empty() {
        missing.push(question(Subject::Missing, WHAT, &[], ""));
    }
    if moment.is_none() {
        missing.push(question(Subject::Missing, WHEN, &["in 1 hour", "today at 18:00", USUAL], USUAL));
    }
    let what = short(&what, 900);
    let Some((words, again)) = moment.filter(|_| missing.is_empty()) else {
        let title = if what.is_empty() { "Reminder".to_owned() } else { format!("Reminder: {what}") };
        return Some(Found::Ask(missing, Draft { title, ..Draft::default() }));
    };
    let title = format!("Reminder: {}", short(&what, 50));
    Some(Found::Do(Draft {
        summary: format!("I remind you {words}: “{}”.", short(&what, 300)),
        done_when: "The reminder is set".to_owned(),
        due: words.clone(),
        risk: 0.1,
        steps: vec![Step::new("setting the reminder", Job::Remind(what, words, again))],
        title,
        took_edits: true,
        ..Draft::default()
    }))
}

/// What is left of a text without its time, and the time: its words and whether it comes again.
fn cut(text: &str) -> (String, Option<(String, bool)>) {
    let clean = |words: &str| {
        let words = bare(words);
        let inner = after(&words, &["to", "that", "about", "of", "for", "daran, dass", "daran", "an", "dass", "zu"]);
        bare(inner.unwrap_or(&words))
    };
    let Some(moment) = when::parse_moment(text, chrono_tz::UTC, somewhen()) else { return (clean(text), None) };
    let (head, tail) = (text.get(..moment.span.start), text.get(moment.span.end..));
    let words = text.get(moment.span.clone()).unwrap_or_default().to_owned();
    let rest = format!("{} {}", head.unwrap_or_default(), tail.unwrap_or_default());
    (clean(&rest), Some((words, moment.rule.recurs())))
}
