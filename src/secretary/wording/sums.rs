//! What is said about sums: the answer and nothing else.

use super::super::message::{Message, Span};
use super::super::reckoning::Answer;

/// The answer to a sum.
pub fn answer(answer: &Answer) -> Message {
    match answer {
        Answer::Is { asked, value, next: _ } => {
            let spans = vec![Span::text(format!("{asked} = ")), Span::strong(value.clone())];
            Message::default().spans(spans)
        }
        Answer::Said(line) => Message::lines([line.clone()]),
        Answer::Not(why) => Message::lines([format!("I can't work that out. {why}")]),
    }
}
