//! Sentences about ordering and ending digests and briefs, and about the quiet hours in which no brief comes.

use super::{PAGE, duty};
use crate::secretary::message::Message;
use crate::secretary::message::action::ScheduleAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::people::quiet_hours::QuietHours;
use crate::secretary::schedule::Schedule;
use crate::secretary::when;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// A brief that is asked for has nothing to tell.
pub const NOTHING: &str = "Nothing needs you just now, and nothing is due today.";

/// No digest is ordered where it is to be switched off.
pub fn no_digest() -> String {
    "No digest is ordered here. To have one, send for example: /report daily 18:00".to_owned()
}

/// No brief is ordered where it is to be switched off.
pub fn no_brief() -> String {
    "No brief is ordered here. To have one, send for example: /brief daily 8:00".to_owned()
}

/// Several of a kind are ordered where one is to be switched off.
pub fn which_ends(several: &[Schedule], keys: &mut Keys) -> Message {
    let mut message = Message::lines(several.first().map(|one| format!("Which {} shall end?", duty(one))));
    for one in several.iter().take(PAGE) {
        let label = when::say_rule(&one.rule, one.tz());
        message = message.row(vec![keys.bad(label, ScheduleAct::Delete { listed: true }.on(&one.id))]);
    }
    message
}

/// How to order a digest.
pub fn how_to_report() -> Message {
    Message::lines([
        "A digest of decisions, running and finished work: /report now, /report daily 18:00, /report weekly Fri 16:00.",
        "/report progress tells how far running work is. /schedules shows what is ordered.",
    ])
}

/// How to order a brief, and the quiet hours of whoever asks.
pub fn how_to_brief(hours: QuietHours) -> Message {
    Message::lines([
        "A brief tells what waits for you, what is at risk, due today and done. If nothing matters, none comes."
            .to_owned(),
        "/brief daily 8:00 orders it here, /brief off ends it, /brief now gives one.".to_owned(),
        format!("{} Change them for example with: /brief quiet 22:00-7:00", quiet(hours)),
    ])
}

/// "Your quiet hours are 22:00 to 07:00."
fn quiet(hours: QuietHours) -> String {
    match hours.typed().split_once('-') {
        Some((from, to)) => format!("Your quiet hours are {from} to {to}."),
        None => "You have no quiet hours.".to_owned(),
    }
}

/// The quiet hours of a person were set.
pub fn quiet_set(hours: QuietHours) -> Message {
    let then = if hours.any() {
        "A brief that falls into them comes at their end. Decisions come at once, as always."
    } else {
        "A brief comes whenever it is due."
    };
    Message::lines([format!("{} {then}", quiet(hours))])
}

/// What is no time of quiet hours.
pub fn how_to_be_quiet() -> String {
    "From when to when shall no brief come? Send for example: /brief quiet 22:00-7:00, or: /brief quiet off".to_owned()
}

/// A brief is ordered for a time within the quiet hours of whoever orders it.
pub fn comes_later(hours: QuietHours, end: DateTime<Utc>, zone: Tz) -> String {
    format!("{} So it comes at {}; /brief quiet off changes that.", quiet(hours), when::say_clock(end, zone))
}
