//! Sums that come as a correction, an answer or a part of something else: a job for the calculator. A sum sent by itself
//! is answered at once, without a ticket.

use super::super::job::Job;
use super::super::words::after;
use super::reading::{Answer, Reading, question};
use super::{Draft, Found, Step};
use crate::secretary::question::Subject;
use crate::secretary::reckoning::expression;
use crate::secretary::wording::short;

const WHICH_SUM: &str = "What is the sum? Write it with numbers and signs, like 19% of 240 or 17*23.";

/// Recognises a sum.
pub fn read(reading: &Reading) -> Option<Found> {
    if let Some(sum) = expression(&reading.text) {
        return Some(Found::Do(draft(&sum)));
    }
    let verb = after(&reading.text, &["calculate", "compute", "work out", "berechne", "rechne", "add up"])?;
    if !(verb.is_empty() || verb.contains(|c: char| c.is_ascii_digit())) {
        return None;
    }
    match reading.answer(WHICH_SUM) {
        Answer::Said(words) => {
            if let Some(sum) = expression(&format!("what is {words}")) {
                return Some(Found::Do(draft(&sum)));
            }
        }
        Answer::NotAsked | Answer::Left => {}
    }
    if matches!(reading.answer(WHICH_SUM), Answer::NotAsked) {
        let title = reading.text.clone();
        let summary = "I calculate what you write as numbers and signs.".to_owned();
        return Some(Found::Ask(
            vec![question(Subject::Missing, WHICH_SUM, &[], "")],
            Draft { title, summary, ..Draft::default() },
        ));
    }
    let why = format!(
        "I read sums only as numbers and signs, like 19% of 240 or 17*23. Working one out from a description needs a \
         language model; {}",
        super::limits::CONNECT
    );
    Some(Found::Beyond(why))
}

fn draft(sum: &str) -> Draft {
    let shown = short(sum, 120);
    Draft {
        title: format!("Calculate {shown}"),
        summary: format!("I calculate {shown}."),
        done_when: "The result is there".to_owned(),
        steps: vec![Step::new(&format!("calculating {shown}"), Job::Calculate(sum.to_owned()))],
        ..Draft::default()
    }
}
