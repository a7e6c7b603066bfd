//! Sentences about an unfinished reminder: what is missing, doubtful or was understood otherwise.

use crate::secretary::ids::PersonId;
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::when;
use crate::secretary::when::Rule;
use crate::secretary::wording::short;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Neither words nor a time.
pub fn how_to() -> String {
    "What shall I remind you of, and when? For example: remind me tomorrow at 9 to call Kim".to_owned()
}

/// A time that lies behind.
pub fn over(said: &str) -> String {
    format!("“{said}” is over.")
}

/// A time that does not come any more.
pub fn never() -> String {
    "That time does not come any more.".to_owned()
}

/// How the words of a reminder begin that is of something to be decided.
const TO_DECIDE: &str = "decide: ";

/// What is to be decided at a later time, as the words of a reminder.
pub fn to_decide(question: &str) -> String {
    format!("{TO_DECIDE}{question}")
}

/// The open questions of an idea, as the words of a reminder.
pub fn to_answer(ticket: &crate::secretary::ticket::Ticket) -> String {
    format!(
        "answer what I asked about #{} ({})",
        ticket.number,
        crate::secretary::wording::short(&crate::secretary::wording::ticket::tickets::title(ticket), 60)
    )
}

/// The question to decide in such a request.
pub fn wished(wish: &str) -> Option<&str> {
    wish.strip_suffix(ASKED)
}

/// The moment of a rule that fires once, in words.
fn clock(rule: &Rule, zone: Tz) -> String {
    match rule {
        Rule::Once { at } => when::say_clock(*at, zone),
        Rule::Wall { text, .. } => text.clone(),
    }
}

/// A time that a night does not have.
pub fn gap(asked: &str, rule: &Rule, zone: Tz) -> String {
    format!("There is no {asked} that night, because the clocks go forward; I took {}.", clock(rule, zone))
}

/// A further time in the words.
pub fn second(said: &str) -> String {
    format!("I found another time in that: “{said}”. Two reminders please send one by one.")
}

/// A piece that looks like a time and was not understood.
pub fn unread(said: &str) -> String {
    format!("I did not understand “{said}”.")
}

/// A stretch of time, of which the beginning was taken.
pub fn stretch(said: &str) -> String {
    format!("“{said}” is a stretch of time; I can remind you when it begins.")
}

/// The name of a day that stays in the words.
pub fn mentioned(said: &str) -> String {
    format!("I left “{said}” in the words and did not take it for the time.")
}

/// When, in a question or an offer: "Sun 22 Nov, 15:00 (Berlin)", "every day at 09:00 (Berlin)".
fn moment(rule: &Rule, zone: Tz, now: DateTime<Utc>) -> String {
    match rule {
        Rule::Once { at } => when::say_time(*at, zone, now),
        Rule::Wall { .. } => when::say_rule(rule, zone),
    }
}

/// A reading that the person had better look at.
pub fn check(
    asker: &PersonId,
    what: &str,
    (rule, once, zone): (&Rule, Option<&Rule>, Tz),
    why: &str,
    now: DateTime<Utc>,
    keys: &mut Keys,
) -> Message {
    let asked = format!("Shall I remind you of “{}”: {}?", short(what, 200), moment(rule, zone, now));
    let lines = if why.is_empty() { vec![asked] } else { vec![why.to_owned(), asked] };
    let action = |rule| Action::Remind { what: Some(what.to_owned()), rule, person: Some(asker.clone()) };
    let (yes, other) = (action(Some(rule.clone())), action(None));
    let message = Message::lines(lines);
    let Some(once) = once else {
        return message.row(vec![keys.good("Yes", yes), keys.plain("Another time", other)]);
    };
    message
        .row(vec![keys.good("Yes, every month", yes), keys.plain("Another time", other)])
        .row(vec![keys.plain(format!("Only on {}", moment(once, zone, now)), action(Some(once.clone())))])
}

/// A reminder that somebody else's words ask for.
pub fn passed_on() -> &'static str {
    "Somebody else wrote this, so I ask first."
}

/// A reminder without a time.
pub fn ask_time(what: &str, why: &str) -> Message {
    let ask = format!("When shall I remind you of “{}”? Tell me for example: tomorrow at 9.", short(what, 80));
    let ask = if why.is_empty() { ask } else { format!("{why} {ask}") };
    Message { asks_text: true, ..Message::lines([ask]) }
}

/// A time without words.
pub fn ask_words(rule: &Rule, zone: Tz, now: DateTime<Utc>) -> Message {
    let ask = format!("{}: what shall I remind you of?", moment(rule, zone, now));
    Message { asks_text: true, ..Message::lines([ask]) }
}

/// The person does not want the reminder after all.
pub fn dropped() -> String {
    "All right, no reminder then.".to_owned()
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

/// The end of such a request.
const ASKED: &str = "? ask me";
