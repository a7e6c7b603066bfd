//! Answers to the open questions of a round: what is open, what is ticked, and whether an answer is valid. The words
//! were understood before; a number is held to its range here.

use super::question::{Form, Question, numbers, within};
use crate::secretary::language::exact;
use crate::secretary::ticket::Round;
use serde::{Deserialize, Serialize};

/// The most characters of an answer.
pub const LONGEST: usize = 2_000;
/// The prefix of an answer that was left to the secretary.
const LEFT: &str = "your judgement";

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Given {
    /// The person's answer.
    Words(String),
    /// The person leaves it to the secretary.
    Left,
}

/// Why words are no answer to a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unfit {
    /// They have so many characters, which is too many.
    TooLong(usize),
    /// A number is wanted, from the first to the second.
    OutOfRange(f64, f64),
}

impl Round {
    /// The open question that an exact text answers: the only one with such an option, or that takes such a number.
    pub fn exact_answer(&self, text: &str) -> Option<(usize, Given)> {
        let open = open(self);
        let only = open.len() == 1;
        let answers = |at: usize| -> Option<Given> {
            let question = &self.questions[at];
            let labels: Vec<&str> = question.options.iter().map(String::as_str).collect();
            let named = exact::label(text, &labels);
            let numbered = (only && question.form() != Form::Number).then(|| exact::option(text, &labels)).flatten();
            if let Some(option) = named.or(numbered) {
                return Some(Given::Words(question.options[option].clone()));
            }
            let number = question.form() == Form::Number && only && text.trim().parse::<f64>().is_ok();
            let yes_no = question.form() == Form::YesNo && exact::yes_or_no(text).is_some();
            (number || yes_no).then(|| Given::Words(text.trim().to_owned()))
        };
        let mut found = open.iter().filter_map(|at| Some((*at, answers(*at)?)));
        match (found.next(), found.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }
}

/// The trimmed words, if they are not longer than an answer may be.
///
/// # Errors
/// The number of characters, where that is more.
pub fn within_bounds(text: &str) -> Result<&str, usize> {
    let text = text.trim();
    match text.chars().count() {
        0..=LONGEST => Ok(text),
        length => Err(length),
    }
}

/// The answer to a question in somebody's words: one of its options where they are its label, a number within its range.
///
/// # Errors
/// A number is out of its range, or the words are too long.
pub fn checked(question: &Question, words: &str) -> Result<String, Unfit> {
    let words = within_bounds(words).map_err(Unfit::TooLong)?;
    let labels: Vec<&str> = question.options.iter().map(String::as_str).collect();
    if let Some(option) = exact::label(words, &labels) {
        return Ok(question.options[option].clone());
    }
    match question.range.filter(|_| question.form() == Form::Number) {
        Some(range) if !numbers(words).is_some_and(|all| within(&all, range)) => {
            Err(Unfit::OutOfRange(range.0, range.1))
        }
        Some(_) | None => Ok(words.to_owned()),
    }
}

/// The open questions without a tick.
pub fn untouched(round: &Round) -> Vec<usize> {
    open(round).into_iter().filter(|i| round.ticked[*i].is_empty()).collect()
}

fn open(round: &Round) -> Vec<usize> {
    (0..round.questions.len()).filter(|i| round.answers[*i].is_none()).collect()
}

/// The ticked options of a question as its answer, in the order of the options.
pub fn ticked(round: &Round, question: usize) -> Option<String> {
    let (asked, ticks) = (round.questions.get(question)?, round.ticked.get(question)?);
    let labels = asked.options.iter().enumerate().filter(|(i, _)| ticks.contains(i)).map(|(_, label)| label.as_str());
    Some(labels.collect::<Vec<_>>().join(", ")).filter(|answer| !answer.is_empty())
}

/// Ticked options are the answers of their questions once nothing else is open.
pub fn count_ticks(round: &mut Round) {
    if untouched(round).is_empty() {
        for question in open(round) {
            round.answers[question] = ticked(round, question);
        }
    }
}

/// The stored answer of a question that is left to the secretary.
pub fn left(question: &Question) -> String {
    question.assumed().map_or_else(|| LEFT.to_owned(), |what| format!("{LEFT} ({what})"))
}

/// The assumed value of an answer that was left to the secretary; none for a person's own answer.
pub fn judged(answer: &str) -> Option<&str> {
    let rest = answer.strip_prefix(LEFT)?.trim();
    Some(rest.strip_prefix('(').and_then(|r| r.strip_suffix(')')).unwrap_or(rest))
}

/// The parts of a text that answered several questions at once, so that each can be erased.
pub fn parts(text: &str) -> Vec<String> {
    let parts = text.split([';', '\n', ',']).map(|part| part.trim().to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use crate::secretary::ticket::round::answers::*;

    #[test]
    fn an_answer_is_an_option_a_number_in_range_or_words() {
        let choice = Question { options: vec!["Price".into(), "Speed".into()], ..Question::default() };
        assert_eq!(checked(&choice, " price. "), Ok("Price".into()));
        assert_eq!(checked(&choice, "the cheap one"), Ok("the cheap one".into()));
        let number = Question { text: "How many?".into(), range: Some((1.0, 10.0)), ..Question::default() };
        assert_eq!(checked(&number, "about 3"), Ok("about 3".into()));
        assert!(checked(&number, "30").is_err() && checked(&number, "many").is_err());
        assert!(checked(&choice, &"x".repeat(LONGEST + 1)).is_err());
    }

    #[test]
    fn what_was_left_to_the_secretary_is_known_again() {
        let question = Question { default: "Price".into(), options: vec!["Price".into()], ..Question::default() };
        assert_eq!(judged(&left(&question)), Some("Price"));
        assert_eq!(judged("Price"), None);
    }
}
