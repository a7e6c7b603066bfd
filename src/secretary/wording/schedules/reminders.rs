//! Sentences about a reminder that fires, and its outcome.

use crate::secretary::message::action::{Later, ScheduleAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::schedule::{Answer, Schedule};
use crate::secretary::when;
use crate::secretary::wording::style::moments::{clock, time};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// A reminder that is due.
pub fn due(schedule: &Schedule, text: &str, late: Option<&str>, keys: &mut Keys) -> Message {
    let (id, firing) = (&schedule.id, schedule.fired);
    let mut message = head(text);
    if let Some(late) = late {
        message = message.spans(vec![Span::Soft(late.to_owned())]);
    }
    let message = message.row(vec![
        keys.good("Done", ScheduleAct::Done { firing }.on(id)),
        keys.plain("In 10 min", ScheduleAct::Snooze { firing, by: Later::Minutes(10) }.on(id)),
        keys.plain("In 1 hour", ScheduleAct::Snooze { firing, by: Later::Minutes(60) }.on(id)),
    ]);
    let morning = keys.plain("Tomorrow morning", ScheduleAct::Snooze { firing, by: Later::Morning }.on(id));
    message.row(vec![morning])
}

/// What stands before the words that somebody wants to be reminded of.
pub const LABEL: &str = "Reminder: ";

fn head(text: &str) -> Message {
    Message::default().spans(vec![Span::strong(LABEL), Span::text(text.to_owned())])
}

/// The reminder once it is answered: the outcome stands where the buttons were.
pub fn settled(text: &str, answer: &Answer, zone: Tz) -> Message {
    head(text).spans(outcome(answer, zone)).silently()
}

/// "✔ Done. Mara, 09:02" or "↻ Again on Tue 24 Nov, 09:00 (Berlin). Mara, 09:02".
fn outcome(answer: &Answer, zone: Tz) -> Vec<Span> {
    let at = clock(answer.at, zone);
    match answer.again_at {
        Some(again) if when::same_day(again, answer.at, zone) => {
            let by = Span::strong(format!(". {}, ", answer.name));
            vec![Span::strong("↻ Again at "), clock(again, zone), by, at]
        }
        Some(again) => {
            let by = Span::strong(format!(". {}, ", answer.name));
            vec![Span::strong("↻ Again on "), time(again, zone, answer.at), by, at]
        }
        None => vec![Span::strong(format!("✔ Done. {}, ", answer.name)), at],
    }
}

/// "at 09:10", or with the date if it is another day.
fn moment(at: DateTime<Utc>, now: DateTime<Utc>, zone: Tz) -> String {
    if when::same_day(at, now, zone) {
        format!("at {}", when::say_clock(at, zone))
    } else {
        format!("on {}", when::say_time(at, zone, now))
    }
}

/// The short answer to the press.
pub fn answered(answer: &Answer, zone: Tz) -> String {
    match answer.again_at {
        Some(again) => format!("I'll remind you again {}.", moment(again, answer.at, zone)),
        None => "Done.".to_owned(),
    }
}

/// A second press, also with another button.
pub fn answered_before(before: &Answer, zone: Tz) -> String {
    let (name, at) = (&before.name, when::say_clock(before.at, zone));
    match before.again_at {
        Some(again) => format!("That comes again {} already ({name}, {at}).", moment(again, before.at, zone)),
        None => format!("That is done already ({name}, {at})."),
    }
}
