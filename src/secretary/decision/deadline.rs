//! Deadlines of decisions: reads the wanted time, and the risk and threshold below which nobody is asked. It knows no
//! ticket.

use super::{Asked, Kind};
use crate::secretary::names::phrases::short;
use crate::secretary::when;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Timelike, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// The shortest time people get for an answer.
const LEAST: TimeDelta = TimeDelta::minutes(15);
/// The longest.
const MOST: TimeDelta = TimeDelta::days(30);
/// What may be left of the shortest time once the question is put: a question may wait a little in between.
const LEFT: TimeDelta = TimeDelta::minutes(10);
/// No reminder comes sooner than this after the question.
const CALM: TimeDelta = TimeDelta::minutes(7);
/// The hours of the day in which people are reminded, where there is a choice: from this one, before that one.
const AWAKE: (u32, u32) = (8, 21);
/// What must lie between a reminder that was put into them and the deadline, or the question.
const ROOM: TimeDelta = TimeDelta::hours(1);
/// The longest time from a question to the end of the work that still serves as a deadline; with a later end people
/// would get too few reminders.
const SOON: TimeDelta = TimeDelta::days(2);
/// A deadline noticed later than this passed while the secretary was away.
const AWAY: TimeDelta = TimeDelta::minutes(2);
/// What people get then, since an answer may be on its way.
pub const GRACE: TimeDelta = TimeDelta::minutes(15);

/// By when an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    /// The moment.
    pub at: DateTime<Utc>,
    /// What follows when nobody has answered by then.
    #[serde(default)]
    pub policy: Policy,
}

/// What follows when nobody answers in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Policy {
    /// The work waits on, and people are reminded.
    #[default]
    Hold,
    /// The recommended option is taken; it can be undone.
    Recommended,
    /// The ticket is cancelled; that can be undone.
    Cancel,
}

impl Deadline {
    /// Whether a question put now may have it.
    pub fn fits(self, now: DateTime<Utc>) -> bool {
        (LEFT..=MOST).contains(&(self.at - now))
    }

    /// When people are reminded before it: after three quarters of the time, and not just after the question. Not in the night of
    /// this zone, where the morning after it or the evening before it leaves room.
    pub fn reminder(self, asked_at: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        let after = (self.at - asked_at) * 3 / 4;
        (after >= CALM).then(|| self.awake(asked_at, asked_at + after, zone))
    }

    /// This moment, or one beside it at which people are awake.
    fn awake(self, asked_at: DateTime<Utc>, at: DateTime<Utc>, zone: Tz) -> DateTime<Utc> {
        let hour = at.with_timezone(&zone).hour();
        if (AWAKE.0..AWAKE.1).contains(&hour) {
            return at;
        }
        let yesterday = if hour < AWAKE.0 { at - TimeDelta::days(1) } else { at };
        let morning =
            if hour < AWAKE.0 { when::today_at(AWAKE.0, 0, zone, at) } else { when::tomorrow_at(AWAKE.0, 0, zone, at) };
        let evening = when::today_at(AWAKE.1 - 1, 0, zone, yesterday);
        if self.at - morning >= ROOM {
            morning
        } else if evening - asked_at >= ROOM {
            evening
        } else {
            at
        }
    }

    /// Whether it passed unnoticed, because the secretary was not there.
    pub fn missed(self, now: DateTime<Utc>) -> bool {
        now - self.at > AWAY
    }
}

/// Why a moment is no deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The words are no moment, or none that can be read.
    Unread,
    /// It is over.
    Past,
    /// People need more time than that to answer.
    TooSoon,
    /// It is too far ahead.
    TooFar,
}

/// Whether people may be given until a moment.
///
/// # Errors
/// Why not.
pub fn fits(at: DateTime<Utc>, now: DateTime<Utc>) -> Result<DateTime<Utc>, Unfit> {
    let at = whole_minute(at);
    if at <= now {
        return Err(Unfit::Past);
    }
    if at - now < LEAST {
        return Err(Unfit::TooSoon);
    }
    if at - now > MOST { Err(Unfit::TooFar) } else { Ok(at) }
}

/// Reads the moment an agent names: hours from now, else what `moment` makes of it.
///
/// # Errors
/// Says what is wrong with it.
pub fn read(
    text: &str,
    moment: impl Fn(&str) -> Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, String> {
    let how = "Give the person's local time, like 2026-11-24T18:00, or hours from now, like 4.";
    let named = || short(text.trim(), 40);
    let at = hours(text.trim(), now).or_else(|| moment(text.trim())).ok_or(Unfit::Unread);
    at.and_then(|at| fits(at, now)).map_err(|unfit| match unfit {
        Unfit::Past => format!("The deadline “{}” is in the past. {how}", named()),
        Unfit::Unread => format!("The deadline “{}” is no moment I can read. {how}", named()),
        Unfit::TooSoon => {
            format!("The deadline must be at least 15 minutes away: people need time to answer. {how}")
        }
        Unfit::TooFar => format!("The deadline may be at most 30 days away. {how}"),
    })
}

/// "4", "1.5", "4 hours": hours from now.
fn hours(text: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if !matches!(&text[number.len()..], "" | "h" | "hour" | "hours") {
        return None;
    }
    let hours: f64 = number.trim().replace(',', ".").parse().ok()?;
    let length = std::time::Duration::try_from_secs_f64(hours * 3_600.0).ok()?;
    now.checked_add_signed(TimeDelta::from_std(length).ok()?)
}

/// The deadline of a question nobody set one for: when the work it holds up is due, if one reminder before that is enough.
pub fn of_the_work(due: &str, zone: Tz, now: DateTime<Utc>) -> Option<Deadline> {
    let at = whole_minute(by_date(due.trim(), zone)?);
    let deadline = Deadline { at, policy: Policy::Hold };
    (deadline.fits(now) && at - now <= SOON).then_some(deadline)
}

/// The moment of a due date as the model writes it, "2026-11-27" or "2026-11-27 18:00": of a day alone its evening.
pub fn by_date(due: &str, zone: Tz) -> Option<DateTime<Utc>> {
    let day = due.get(..10).and_then(|day| NaiveDate::parse_from_str(day, "%Y-%m-%d").ok())?;
    let rest = due.get(10..).unwrap_or_default().trim_start_matches(['T', ' ']);
    let time = NaiveTime::parse_from_str(rest, "%H:%M").ok().or_else(|| NaiveTime::from_hms_opt(18, 0, 0))?;
    when::instant_of(zone, day.and_time(time))
}

/// The next whole minute, since people are told no seconds.
fn whole_minute(at: DateTime<Utc>) -> DateTime<Utc> {
    let past = at.timestamp().rem_euclid(60);
    let up = if past == 0 && at.timestamp_subsec_nanos() == 0 { 0 } else { 60 - past };
    DateTime::from_timestamp(at.timestamp() + up, 0).unwrap_or(at)
}

/// Reads a threshold: a number from 0 to 1, in hundredths, or "off".
pub fn threshold(text: &str) -> Option<u8> {
    if text.trim().eq_ignore_ascii_case("off") {
        return Some(0);
    }
    let number: f64 = text.trim().replace(',', ".").parse().ok()?;
    let hundredths = (number * 100.0).round();
    // Between 0 and 100 by the line before.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    (number.is_finite() && (0.0..=100.0).contains(&hundredths)).then_some(hundredths as u8)
}

/// How much depends on a decision, in hundredths, by what sort of question it is.
pub fn risk(asked: &Asked) -> u8 {
    match asked.kind {
        Kind::Technical => 20,
        Kind::Priority => 30,
        Kind::Clarification => 50,
        Kind::Other => 60,
        Kind::Exception => 80,
        Kind::Resource => 90,
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::decision::deadline::*;
    use chrono::TimeZone;
    use chrono_tz::Europe::Berlin;

    /// Saturday, 13:00 in Berlin.
    fn now() -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 20).unwrap()
    }

    fn at(day: u32, hour: u32, minute: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, day, hour, minute, 0).unwrap()
    }

    #[test]
    fn reminders_come_late_and_not_at_once() {
        let deadline = |minutes| Deadline { at: now() + TimeDelta::minutes(minutes), policy: Policy::Hold };
        assert_eq!(deadline(9).reminder(now(), Berlin), None);
        // Whatever may be asked for is reminded of.
        assert_eq!(deadline(10).reminder(now(), Berlin), Some(now() + TimeDelta::seconds(450)));
        assert_eq!(deadline(20).reminder(now(), Berlin), Some(now() + TimeDelta::minutes(15)));
        assert_eq!(deadline(240).reminder(now(), Berlin), Some(now() + TimeDelta::hours(3)));
        assert!(!deadline(9).fits(now()) && deadline(10).fits(now()) && !deadline(60 * 24 * 31).fits(now()));
        assert!(!deadline(-2).missed(now()) && deadline(-3).missed(now()));
    }
    #[test]
    fn nobody_is_reminded_in_the_night_where_there_is_room() {
        // Berlin is an hour ahead.
        for (asked, until, wanted) in [
            // At a quarter past midnight: in the morning.
            (at(21, 12, 0), at(23, 11, 0), at(23, 7, 0)),
            (at(21, 12, 0), at(23, 15, 0), at(23, 7, 0)),
            // The morning is too near the end: the evening before.
            (at(21, 12, 0), at(22, 7, 30), at(21, 19, 0)),
            (at(21, 12, 0), at(22, 1, 0), at(21, 19, 0)),
            // Asked in the night, and wanted in it.
            (at(21, 22, 0), at(22, 2, 0), at(22, 1, 0)),
            (at(21, 8, 0), at(21, 16, 0), at(21, 14, 0)),
        ] {
            let deadline = Deadline { at: until, policy: Policy::Hold };
            assert_eq!(deadline.reminder(asked, Berlin), Some(wanted), "{asked} {until}");
        }
    }
}
