//! Ideas of a few words that say no more than a subject: asked once what should come out of it, and by when.

use super::super::job::Job;
use super::super::words::{bare, capital, line, parts};
use super::reading::{Answer, Reading, question};
use super::{Draft, Found, Step, asking, limits};
use crate::secretary::question::Subject;
use crate::secretary::wording::short;

const OUTCOME: &str = "What should come out of it?";
const BY_WHEN: &str = "By when?";
const OPTIONS: &str = "Between which options? Name them.";
const CONTENT: &str = "What shall I write down about it?";
const DECISION: &str = "A decision";
const NOTE: &str = "A note or list";
const TEXT: &str = "A text or plan";
/// Up to so many words an idea counts as a subject only.
const FEW: usize = 6;

/// Recognises a subject without anything to do.
pub fn read(reading: &Reading) -> Option<Found> {
    let subject = bare(&reading.plain);
    if subject.is_empty() || subject.split(' ').count() > FEW || subject.chars().count() > 80 || limits::known(reading)
    {
        return None;
    }
    let due = match reading.answer(BY_WHEN) {
        Answer::Said(words) if !words.eq_ignore_ascii_case("No hurry") => line(&words),
        Answer::Said(_) | Answer::Left | Answer::NotAsked => reading.due.clone(),
    };
    let draft = Draft { title: subject.clone(), due, ..Draft::default() };
    let outcome = match reading.answer(OUTCOME) {
        Answer::Said(words) => words,
        Answer::Left => return Some(note(draft, &subject, "")),
        Answer::NotAsked if reading.may_ask => {
            let mut questions = vec![question(Subject::Objective, OUTCOME, &[NOTE, DECISION, TEXT], NOTE)];
            if reading.due.is_empty() {
                questions.push(question(
                    Subject::Constraints,
                    BY_WHEN,
                    &["Today", "This week", "No hurry"],
                    "No hurry",
                ));
            }
            return Some(Found::Ask(questions, draft));
        }
        Answer::NotAsked => return None,
    };
    if outcome.eq_ignore_ascii_case(DECISION) {
        return Some(decision(reading, draft, &subject));
    }
    if outcome.eq_ignore_ascii_case(NOTE) {
        return Some(match reading.answer(CONTENT) {
            Answer::Said(words) => note(draft, &subject, &words),
            Answer::NotAsked if reading.may_ask => {
                Found::Ask(vec![question(Subject::Missing, CONTENT, &[], "")], draft)
            }
            Answer::NotAsked | Answer::Left => note(draft, &subject, ""),
        });
    }
    if outcome.eq_ignore_ascii_case(TEXT) {
        return Some(Found::Beyond(format!(
            "Writing a text or plan about “{}” needs a language model, and {}",
            short(&subject, 80),
            limits::CONNECT
        )));
    }
    // The answer says in free words what is wanted: perhaps that alone is something the rules can do.
    let said = Reading::bare(&outcome);
    Some(super::concrete(&said).unwrap_or_else(|| Found::Beyond(limits::beyond(&said))))
}

fn decision(reading: &Reading, draft: Draft, subject: &str) -> Found {
    match reading.answer(OPTIONS) {
        Answer::Said(words) if parts(&words, true).len() >= 2 => {
            let decision =
                asking::draft(reading, &format!("{}: which one?", capital(subject)), parts(&words, true), "");
            Found::Do(Draft { due: draft.due, ..decision })
        }
        Answer::NotAsked if reading.may_ask => Found::Ask(vec![question(Subject::Missing, OPTIONS, &[], "")], draft),
        Answer::Said(_) | Answer::NotAsked | Answer::Left => Found::Beyond(format!(
            "I know no two options to put to people for “{}”. Send me for example “should we take A or B?”. Finding \
             options myself needs a language model; {}",
            short(subject, 80),
            limits::CONNECT
        )),
    }
}

/// The subject is kept as a note, with what was said about it.
fn note(draft: Draft, subject: &str, words: &str) -> Found {
    let title = capital(&short(subject, 60));
    let text = if words.is_empty() { capital(subject) } else { words.trim().to_owned() };
    let text = if draft.due.is_empty() { text } else { format!("{text}\n(by: {})", draft.due) };
    Found::Do(Draft {
        summary: format!("I keep it as the note “{title}”. Doing more about it myself needs a language model."),
        done_when: format!("The note “{title}” has it"),
        assumptions: if words.is_empty() { vec!["A note is enough for now".to_owned()] } else { Vec::new() },
        risk: 0.1,
        steps: vec![Step::new(&format!("writing “{title}”"), Job::Keep(title.clone(), text))],
        ..draft
    })
}
