//! Ideas of a few words that say no more than a subject: asked once what should come out of it, and by when.

use super::super::job::Job;
use super::super::words::{after, bare, capital, line, parts};
use super::reading::{Answer, Reading, question, something};
use super::{Draft, Found, Step, asking, limits, subject};
use crate::secretary::question::{Question, Subject, Wants};
use crate::secretary::wording::short;

const NEED: &str = "What exactly do you need?";
const OUTCOME: &str = "What should come out of it?";
const BY_WHEN: &str = "By when?";
const OPTIONS: &str = "Between which options? Name them.";
const CONTENT: &str = "What shall I write down about it?";
const DECISION: &str = "A decision";
const NOTE: &str = "A note or list";
const TEXT: &str = "A text or plan";
/// Up to so many words an idea counts as a subject only.
const FEW: usize = 6;

/// How somebody says that they need a thing.
const NEEDS: &[&str] = &[
    "i need",
    "we need",
    "i want",
    "we want",
    "i'd like",
    "we'd like",
    "i would like",
    "we would like",
    "i could use",
    "we could use",
];
/// What follows where no thing is named: somebody, or what is to be done.
const NO_THING: &[&str] = &["to", "him", "her", "them", "us", "me", "your"];
/// A thing that is not named yet.
const UNNAMED: &[&str] = &["something", "some thing", "some things", "a few things", "a thing", "anything", "stuff"];

/// What somebody says they need: "I need something for the garden".
fn needed(plain: &str) -> Option<&str> {
    after(plain, NEEDS).filter(|thing| after(thing, NO_THING).is_none() && subject::is(thing))
}

/// Recognises a subject without anything to do.
pub fn read(reading: &Reading) -> Option<Found> {
    let plain = bare(&reading.plain);
    let thing = needed(&plain);
    let subject = thing.unwrap_or(&plain).to_owned();
    if subject.is_empty() || subject.split(' ').count() > FEW || subject.chars().count() > 80 || limits::known(reading)
    {
        return None;
    }
    let asked = !matches!(reading.answer(OUTCOME), Answer::NotAsked);
    if !asked && !reading.beside && !subject::is(&subject) {
        return Some(Found::Talk(not_followed(&subject)));
    }
    let mut draft = Draft { title: subject.clone(), due: reading.due.clone(), ..Draft::default() };
    match reading.answer(BY_WHEN) {
        Answer::Said(words) if !words.eq_ignore_ascii_case("No hurry") => draft.due = line(&words),
        // In words of its own, so that the question need not be repeated among what is assumed.
        Answer::Left => draft.assumptions.push("There is no hurry".to_owned()),
        Answer::Said(_) | Answer::NotAsked => {}
    }
    let need = said(reading, NEED).unwrap_or_default();
    // What exactly is needed says more than "something".
    let about = if need.is_empty() { subject.clone() } else { line(&need) };
    let outcome = match reading.answer(OUTCOME) {
        Answer::Said(words) => words,
        Answer::Left => {
            draft.assumptions.push("A note or list is enough for now".to_owned());
            return Some(note(reading, draft, &subject, &need));
        }
        Answer::NotAsked if reading.may_ask => {
            let outcome = question(Subject::Objective, OUTCOME, &[NOTE, DECISION, TEXT], NOTE);
            let questions = if thing.is_some_and(|thing| after(thing, UNNAMED).is_some()) {
                vec![something(NEED), outcome]
            } else if reading.due.is_empty() {
                vec![outcome, by_when()]
            } else {
                vec![outcome]
            };
            return Some(Found::Ask(questions, draft));
        }
        Answer::NotAsked => return None,
    };
    if outcome.eq_ignore_ascii_case(DECISION) {
        return Some(decision(reading, draft, &about));
    }
    if outcome.eq_ignore_ascii_case(NOTE) {
        if !need.is_empty() {
            return Some(note(reading, draft, &subject, &need));
        }
        return Some(match reading.answer(CONTENT) {
            Answer::Said(words) => note(reading, draft, &subject, &words),
            Answer::NotAsked if reading.may_ask => Found::Ask(vec![something(CONTENT)], draft),
            Answer::NotAsked | Answer::Left => note(reading, draft, &subject, ""),
        });
    }
    if outcome.eq_ignore_ascii_case(TEXT) {
        return Some(Found::Beyond(format!(
            "Writing a text or plan about “{}” needs a language model, and {}",
            short(&about, 80),
            limits::CONNECT
        )));
    }
    // The answer says in free words what is wanted: perhaps that alone is something the rules can do.
    let said = Reading::bare(&outcome);
    Some(super::concrete(&said).unwrap_or_else(|| Found::Beyond(limits::beyond(&said))))
}

/// What was answered to a question in words.
fn said(reading: &Reading, question: &str) -> Option<String> {
    match reading.answer(question) {
        Answer::Said(words) => Some(words),
        Answer::NotAsked | Answer::Left => None,
    }
}

fn decision(reading: &Reading, draft: Draft, subject: &str) -> Found {
    match reading.answer(OPTIONS) {
        Answer::Said(words) if parts(&words, true).len() >= 2 => {
            let decision = asking::corrected(
                reading,
                &format!("{}: which one?", capital(&short(subject, 80))),
                parts(&words, true),
            );
            let assumptions = [draft.assumptions, decision.assumptions].concat();
            Found::Do(Draft { due: draft.due, assumptions, ..decision })
        }
        Answer::NotAsked if reading.may_ask => {
            Found::Ask(vec![Question { wants: Wants::Names, ..question(Subject::Missing, OPTIONS, &[], "") }], draft)
        }
        Answer::Said(_) | Answer::NotAsked | Answer::Left => Found::Beyond(format!(
            "I know no two options to put to people for “{}”. Send me for example “should we take A or B?”. Finding \
             options myself needs a language model; {}",
            short(subject, 80),
            limits::CONNECT
        )),
    }
}

/// Words which are neither a subject nor anything to do: said so, with the way to keep them.
fn not_followed(words: &str) -> String {
    format!(
        "I didn't follow that. If you meant one of my messages, reply to it. To keep it, send “note: {}”; “What can you \
         do” shows what I understand.",
        short(words, 80)
    )
}

/// The subject is kept as a note, with what was said about it and corrections added, unless one of these is
/// something else to do.
fn note(reading: &Reading, draft: Draft, subject: &str, words: &str) -> Found {
    let other = reading.corrections().any(|edit| matches!(super::concrete(&Reading::bare(edit)), Some(Found::Do(_))));
    let more: Vec<String> = reading
        .corrections()
        .filter(|_| !other)
        .map(|edit| after(edit, &["and", "also", "plus", "add", "no,"]).unwrap_or(edit).trim().to_owned())
        .collect();
    let with =
        if more.is_empty() { String::new() } else { format!(", with “{}” added", short(&more.join("; "), 200)) };
    let title = capital(&short(subject, 60));
    let text = if words.is_empty() { capital(subject) } else { words.trim().to_owned() };
    let text = [vec![text], more].concat().join("\n");
    let text = if draft.due.is_empty() { text } else { format!("{text}\n(by: {})", draft.due) };
    Found::Do(Draft {
        summary: format!("I keep it as the note “{title}”{with}. Doing more about it myself needs a language model."),
        done_when: format!("The note “{title}” has it"),
        took_edits: !other,
        risk: 0.1,
        steps: vec![Step::new(&format!("writing “{title}”"), Job::Keep(title.clone(), text))],
        ..draft
    })
}

fn by_when() -> Question {
    let options = ["Today", "This week", "No hurry"];
    Question { wants: Wants::Time, ..question(Subject::Constraints, BY_WHEN, &options, "No hurry") }
}
