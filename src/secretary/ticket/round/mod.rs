//! A round of questions of a ticket: the questions, the answers, and how it is posted.

pub mod answers;
pub mod question;

use super::round::question::Question;
use crate::secretary::ids::{PersonId, Token};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The most rounds of questions of a ticket.
pub const MAX_ROUNDS: usize = 2;

/// After this long without an answer people are reminded; after as long again work continues, if that is set.
pub const PATIENCE: TimeDelta = TimeDelta::hours(24);

/// One message of questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The questions, one to three.
    pub questions: Vec<Question>,
    /// The answers so far, by question.
    pub answers: Vec<Option<String>>,
    /// What is ticked of questions that take several answers, before "Done".
    #[serde(default)]
    pub ticked: Vec<Vec<usize>>,
    /// The token of its buttons.
    pub token: Token,
    /// Every question is answered or left to the secretary.
    pub closed: bool,
    /// When people are reminded of it.
    pub remind_at: DateTime<Utc>,
    /// How often it was posted anew by `/clarify`.
    #[serde(default)]
    pub again: u32,
    /// People were told that work continues without their answer.
    #[serde(default)]
    pub warned: bool,
    /// It was closed because nobody answered.
    #[serde(default)]
    pub unanswered: bool,
    /// The questions that were answered last; an "undo" right after it reopens them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<usize>,
    /// Who answered them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_by: Option<PersonId>,
}

impl Round {
    /// The last answers in the given words; empty once these were withdrawn.
    pub fn given(&self) -> Vec<&str> {
        self.given.iter().filter_map(|question| self.answers.get(*question)?.as_deref()).collect()
    }

    /// A round in which nothing is answered yet.
    pub fn new(questions: Vec<Question>, token: Token, asked_at: DateTime<Utc>) -> Self {
        let (answers, ticked) = (vec![None; questions.len()], vec![Vec::new(); questions.len()]);
        Self {
            questions,
            answers,
            ticked,
            token,
            closed: false,
            remind_at: asked_at + PATIENCE,
            again: 0,
            warned: false,
            unanswered: false,
            given: Vec::new(),
            given_by: None,
        }
    }

    /// When it was asked.
    pub fn asked_at(&self) -> DateTime<Utc> {
        self.remind_at - PATIENCE
    }

    /// The answers in people's own words. The text, options and assumptions of questions are not theirs.
    pub fn typed(&self) -> impl Iterator<Item = &String> {
        self.questions.iter().zip(&self.answers).filter_map(|(question, answer)| {
            let answer = answer.as_ref().filter(|answer| answers::judged(answer).is_none())?;
            let given = question.options.iter().chain([&question.default]);
            let offered = given.filter(|words| !words.is_empty()).any(|words| answer.contains(words.as_str()));
            (!offered && !question.text.contains(answer.as_str())).then_some(answer)
        })
    }

    /// The name of its present message; `index` is its place among the rounds.
    pub fn name(&self, index: usize) -> String {
        match self.again {
            0 => format!("questions{index}"),
            n => format!("questions{index}/again{n}"),
        }
    }

    /// Its questions with the answers so far.
    pub fn pairs(&self) -> impl Iterator<Item = (&Question, Option<&str>)> {
        self.questions.iter().zip(self.answers.iter().map(Option::as_deref))
    }
}
