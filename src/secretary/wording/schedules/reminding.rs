//! Sentences about an unfinished reminder: what is missing, doubtful or was understood otherwise.

use crate::secretary::message::Message;
use crate::secretary::names::phrases::short;
use crate::secretary::when::{self, Rule};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Neither words nor a time.
pub fn how_to() -> String {
    "What shall I remind you of, and when? For example: remind me tomorrow at 9 to call Kim".to_owned()
}

/// How the words of a reminder begin that is of something to be decided.
const TO_DECIDE: &str = "decide: ";

/// What is to be decided at a later time, as the words of a reminder.
pub fn to_decide(question: &str) -> String {
    format!("{TO_DECIDE}{question}")
}

/// The open questions of an idea, as the words of a reminder.
pub fn to_answer(ticket: &crate::secretary::ticket::Ticket) -> String {
    format!("answer what I asked about #{} ({})", ticket.number, short(&ticket.short_title(), 60))
}

/// When, in a question or an offer: "Sun 22 Nov, 15:00 (Berlin)", "every day at 09:00 (Berlin)".
fn moment(rule: &Rule, zone: Tz, now: DateTime<Utc>) -> String {
    match rule {
        Rule::Once { at } => when::say_time(*at, zone, now),
        Rule::Wall { .. } => when::say_rule(rule, zone),
    }
}

/// A reminder without a time.
pub fn ask_time(what: &str) -> Message {
    let ask = format!("When shall I remind you of “{}”? Tell me for example: tomorrow at 9.", short(what, 80));
    Message { asks_text: true, ..Message::lines([ask]) }
}

/// A time without words.
pub fn ask_words(rule: &Rule, zone: Tz, now: DateTime<Utc>) -> Message {
    let ask = format!("{}: what shall I remind you of?", moment(rule, zone, now));
    Message { asks_text: true, ..Message::lines([ask]) }
}

/// Somebody else's doubtful reminder.
pub fn not_yours() -> String {
    "That is for whoever asked for the reminder. For one of your own send me, for example: remind me tomorrow at 9 to \
     call Kim"
        .to_owned()
}

/// The same reminder stands already.
pub fn set_already() -> String {
    "That reminder is set already.".to_owned()
}
