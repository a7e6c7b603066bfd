//! The types of this module: a rule, a time found in a sentence, and the faults of a typed time.
//!
//! It holds data and sentences only; it computes nothing.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// When something happens: once, or again and again in wall time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Rule {
    /// At one instant, and never again.
    Once {
        /// The instant.
        at: DateTime<Utc>,
    },
    /// Whenever the wall clock of the zone kept beside the rule fits the pattern.
    Wall {
        /// Five cron fields: minute, hour, day of month, month, day of week.
        cron: String,
        /// The pattern in plain words, without the zone: "every Friday at 16:00".
        text: String,
        /// What holds it back besides the pattern.
        #[serde(default, skip_serializing_if = "Bounds::none")]
        bounds: Bounds,
    },
}

/// What no pattern of wall time can say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The last instant at which the rule may fire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<DateTime<Utc>>,
    /// Only every so many days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Every>,
    /// Not on these local days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skip: Vec<NaiveDate>,
}

/// Every so many days, counted from one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Every {
    /// How many days apart.
    pub days: u32,
    /// A day on which it fires.
    pub from: NaiveDate,
}

impl Bounds {
    /// Whether nothing is held back.
    #[must_use]
    pub fn none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the rule may fire on this local day.
    pub(super) fn allow(&self, date: NaiveDate) -> bool {
        let in_step = |every: Every| (date - every.from).num_days() % i64::from(every.days.max(1)) == 0;
        !self.skip.contains(&date) && self.every.is_none_or(in_step)
    }
}

impl Rule {
    /// A recurring rule without bounds.
    #[must_use]
    pub fn wall(cron: String, text: String) -> Self {
        Self::Wall { cron, text, bounds: Bounds::default() }
    }

    /// Whether the rule comes again after it has fired.
    #[must_use]
    pub fn recurs(&self) -> bool {
        match self {
            Self::Once { .. } => false,
            Self::Wall { .. } => true,
        }
    }
}

/// What is wrong with a typed time, schedule or zone; its `Display` is a sentence for the person who typed it,
/// with an example to type instead.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WhenError {
    /// Nothing was typed.
    #[error("Please say when. For example: daily 18:00")]
    Empty,
    /// More text than a schedule can need.
    #[error("That is too long for a time. For example: weekly Fri 16:00")]
    TooLong,
    /// No known form fits.
    #[error("I could not read \"{text}\" as a time. {}", instead(.near))]
    NotUnderstood {
        /// The typed text, shortened.
        text: String,
        /// A word that is perhaps meant by one of its words; empty for none.
        near: &'static str,
    },
    /// A time of day that no clock shows.
    #[error("\"{text}\" is not a time of day. For example: 18:00 or 6pm")]
    BadClock {
        /// The typed time.
        text: String,
    },
    /// A day of the month that no month has.
    #[error("No month has a day {day}. For example: monthly 1 09:00, or monthly on the last day at 17:00")]
    BadDay {
        /// The typed day.
        day: u32,
    },
    /// A date that no calendar has.
    #[error("There is no {text}. For example: on 28 February at 9:00")]
    BadDate {
        /// The typed date.
        text: String,
    },
    /// A length of nothing.
    #[error("That is right now. For example: in 5 minutes")]
    Zero,
    /// Times of a day which do not share their minutes.
    #[error("Several times a day work only with the same minutes, like 7:30 and 19:30. For example: daily 7:30")]
    Mixed,
    /// The cron fields are wrong.
    #[error("\"{text}\" {why}")]
    BadCron {
        /// The field that is wrong, or all that was typed where there are not five; shortened.
        text: String,
        /// What is wrong with it and what it may be, with an example.
        why: &'static str,
    },
    /// Cron fields with a day that none of their months has.
    #[error("{months} no {day}, so that never comes. For example: 0 9 28 2 *")]
    NoSuchDay {
        /// "February has", "April and June have".
        months: String,
        /// The first of the days: "31st".
        day: String,
    },
    /// It would come more often than every five minutes.
    #[error("That is too often: five minutes is the shortest step. For example: every 15 minutes")]
    TooOften,
    /// Two of its times are less than five minutes apart, as at the full hour, where a step begins anew.
    #[error(
        "That comes at {first} and again {minutes} min later, at {second}: five minutes is the shortest step. For example: \
         every 15 minutes"
    )]
    TooClose {
        /// "00:56".
        first: String,
        /// How many minutes lie between them.
        minutes: i64,
        /// "01:00".
        second: String,
    },
    /// A step which is neither a part of an hour nor whole hours that are a part of a day.
    #[error(
        "I have no steps of {asked}: there are 5, 6, 10, 12, 15, 20 and 30 minutes, and 1, 2, 3, 4, 6, 8, 12 and 24 hours. \
         For example: {example}"
    )]
    Uneven {
        /// The step in plain words: "45 minutes".
        asked: String,
        /// A step near it that does: "every 30 minutes".
        example: String,
    },
    /// A pattern that no date fits, such as 30 February.
    #[error("That date never comes. For example: monthly 1 09:00")]
    Never,
    /// A time that is over.
    #[error("That time is already past. For example: tomorrow at 9:00")]
    Past,
    /// An offset instead of a place.
    #[error(
        "{text} is an offset, not a place, and places change theirs in summer. Type a city instead, for example: {city}"
    )]
    OffsetZone {
        /// The typed offset.
        text: String,
        /// A city that has that standard time.
        city: &'static str,
    },
    /// A zone nobody knows, with the nearest known names.
    #[error("I do not know the time zone \"{text}\". {}", did_you_mean(.near))]
    UnknownZone {
        /// The typed name, shortened.
        text: String,
        /// Up to three names near it, best first.
        near: Vec<String>,
    },
}

/// The second sentence about a text that is no time.
fn instead(near: &str) -> String {
    match near {
        "" => "For example: daily 18:00, weekly Fri 16:00, every 15 minutes".to_owned(),
        near => format!("Did you mean {near}?"),
    }
}

/// The second sentence of an unknown zone.
fn did_you_mean(near: &[String]) -> String {
    match near {
        [] => "Type a city or a zone name, for example: Europe/Berlin".to_owned(),
        [one] => format!("Did you mean {one}?"),
        [first @ .., last] => format!("Did you mean {} or {last}?", first.join(", ")),
    }
}

/// Shortens what a person typed so that it can stand in a sentence (at most 40 characters, no line breaks).
pub(super) fn shorten(text: &str) -> String {
    const LIMIT: usize = 40;
    let flat: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LIMIT + 1).collect();
    if flat.chars().count() > LIMIT { flat.chars().take(LIMIT - 1).chain(['…']).collect() } else { flat }
}
