//! One round of questions of a ticket: what was asked, what was answered, and how it is posted.

use super::ids::Token;
use super::question::Question;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Rounds of questions a ticket may have.
pub const MAX_ROUNDS: usize = 2;

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
    /// When it was asked.
    #[serde(default)]
    pub asked_at: DateTime<Utc>,
    /// When people are reminded of it.
    pub remind_at: DateTime<Utc>,
    /// How often it was posted anew by `/clarify`.
    #[serde(default)]
    pub again: u32,
    /// People were told that work goes on without their answer.
    #[serde(default)]
    pub warned: bool,
    /// It was closed because nobody answered.
    #[serde(default)]
    pub unanswered: bool,
    /// The questions that words answered which may have been an idea of their own: there is a way back.
    #[serde(default)]
    pub doubtful: Vec<usize>,
}

impl Round {
    /// A round in which nothing is answered yet.
    pub fn new(questions: Vec<Question>, token: Token, asked_at: DateTime<Utc>, remind_at: DateTime<Utc>) -> Self {
        let (answers, ticked) = (vec![None; questions.len()], vec![Vec::new(); questions.len()]);
        Self {
            questions,
            answers,
            ticked,
            token,
            closed: false,
            asked_at,
            remind_at,
            again: 0,
            warned: false,
            unanswered: false,
            doubtful: Vec::new(),
        }
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
