//! Sentences after an outage, for those who wrote meanwhile.

use crate::secretary::message::Message;
use crate::secretary::when;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// What is known of an outage in one chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When it began, if the secretary was stopped in order.
    pub from: Option<DateTime<Utc>>,
    /// When it ended.
    pub until: DateTime<Utc>,
    /// When the first message that waited was sent.
    pub first_at: DateTime<Utc>,
    /// How many waited here; none if there may be more to come.
    pub messages: Option<usize>,
    /// Several people may have written here.
    pub group: bool,
    /// A prompt with buttons is open for them.
    pub prompts: bool,
}

/// "I was offline from 09:10 to 11:40. I have your three messages and am on them."
pub fn back(outage: &Outage, zone: Tz) -> Message {
    let until = outage.until;
    let same_day = |at| when::same_day(at, until, zone);
    let said = |at: DateTime<Utc>, short: bool| {
        if short { when::say_clock(at, zone) } else { when::say_time(at, zone, until) }
    };
    let one = outage.messages == Some(1);
    let (off, first) = match outage.from {
        Some(from) => {
            let short = same_day(from);
            (format!("from {} to {}", said(from, short), said(until, short)), String::new())
        }
        None => {
            let short = same_day(outage.first_at);
            let first = said(outage.first_at, short);
            let first = if one { format!(" from {first}") } else { format!(", the first from {first},") };
            (format!("until {}", said(until, short)), first)
        }
    };
    let which = match (outage.messages, outage.group) {
        (Some(1), false) => "your message".to_owned(),
        (Some(1), true) => "a message from here".to_owned(),
        (Some(n), false) => format!("your {} messages", counted(n)),
        (Some(n), true) => format!("{} messages from here", counted(n)),
        (None, false) => "your messages".to_owned(),
        (None, true) => "the messages from here".to_owned(),
    };
    let them = if one { "it" } else { "them" };
    let mut message = Message::lines([format!("I was offline {off}. I have {which}{first} and am on {them}.")]);
    if outage.prompts {
        message = message.line("My buttons from before still work; press again if one seemed dead.");
    }
    message
}

/// Below a prompt that stood open meanwhile.
pub fn press_again(zone: Tz, now: DateTime<Utc>) -> String {
    let until = when::say_clock(now, zone);
    format!("I was away until {until}. If you pressed a button meanwhile, please press it again.")
}

/// More was written meanwhile than can be read afterwards.
pub fn missed() -> Message {
    Message::lines([
        "While I was offline more was written here than I can catch up with. I have read the first 1,000 messages; what \
         came after them I have not. If some of it was for me, please write it again.",
    ])
}

/// Small numbers as words.
fn counted(n: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// How old an idea is that had to wait, for those who think about it.
pub fn age(sent_at: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> String {
    format!("{}, {} ago", when::say_time(sent_at, zone, now), when::say_duration(now - sent_at))
}
