//! A time in the fields that a model fills, and the rule of typed fields (day, time of day, weekdays, how often). It reads
//! no words.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, Timelike, Utc, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, Serialize};

use super::clock::{Clock, MORNING};
use super::next::{instant_of, next_due, wall_of};
use super::rule::{Rule, WhenError};
use super::shape::{ALL, Shape};
use super::zone::parse_zone;

/// What a model writes in place of a time to say: once and at once, whatever was agreed before.
const AT_ONCE: &str = "now";

/// A time in fields. Code makes a rule of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct When {
    /// The local day, "2026-11-30".
    #[serde(default)]
    pub date: Option<String>,
    /// The local time of day, "15:00".
    #[serde(default)]
    pub time: Option<String>,
    /// Days of the week: "mon" to "sun".
    #[serde(default)]
    pub weekdays: Vec<String>,
    /// It comes again: "hour", "day", "week", "month" or "year".
    #[serde(default)]
    pub every: Option<String>,
    /// So many minutes from now.
    #[serde(default)]
    pub in_minutes: Option<i64>,
    /// The IANA zone the person named; none for their own.
    #[serde(default)]
    pub zone: Option<String>,
}

impl When {
    /// Whether no time was said.
    pub fn is_empty(&self) -> bool {
        let none = |text: &Option<String>| text.as_deref().is_none_or(|text| text.trim().is_empty());
        none(&self.date)
            && none(&self.time)
            && none(&self.every)
            && self.weekdays.is_empty()
            && self.in_minutes.is_none_or(|minutes| minutes <= 0)
    }

    /// Whether it takes a time off: once and at once, whatever was agreed before.
    pub fn at_once(&self) -> bool {
        self.every.as_deref().is_some_and(|every| every.trim().eq_ignore_ascii_case(AT_ONCE))
    }
}

/// A time that a model writes as one text: five cron fields, or a day and a time ("2026-11-30 09:00"), and perhaps a zone;
/// or "now" ([`When::at_once`]). Fields are read as well.
///
/// # Errors
/// It is neither.
pub fn in_a_text<'de, D: Deserializer<'de>>(value: D) -> Result<Option<When>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Text(String),
        Fields(When),
    }
    let when = match Option::<Form>::deserialize(value)? {
        None => return Ok(None),
        Some(Form::Fields(when)) => when,
        Some(Form::Text(text)) => {
            let mut words: Vec<&str> = text.split_whitespace().collect();
            let zone = words.pop_if(|word| word.contains('/') && parse_zone(word).is_ok()).map(str::to_owned);
            let own = |word: Option<&&str>| word.map(|word| (*word).to_owned());
            match words.as_slice() {
                [] => When::default(),
                [date, time @ ..] if date.split('-').count() == 3 => {
                    When { date: own(Some(date)), time: own(time.first()), zone, ..When::default() }
                }
                [_, ..] => When { every: Some(words.join(" ")), zone, ..When::default() },
            }
        }
    };
    Ok(Some(when).filter(|when| !when.is_empty()))
}

/// A time in fields that were read; what is empty was not said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields<'a> {
    /// The local day.
    pub date: Option<NaiveDate>,
    /// The local time of day.
    pub time: Option<NaiveTime>,
    /// Days of the week.
    pub weekdays: Vec<Weekday>,
    /// It comes again each "hour", "day", "week", "month" or "year".
    pub every: Option<&'a str>,
}

/// The rule of these fields, counted from `now`. A day without a time means nine in the morning; a time without a day
/// means the next such time.
///
/// # Errors
/// Nothing was said, it is over, or it never comes.
pub fn of_fields(fields: &Fields<'_>, zone: Tz, now: DateTime<Utc>) -> Result<Rule, WhenError> {
    let clock = fields.time.map_or(MORNING, |time| Clock::exact(time.hour(), time.minute()));
    let here = wall_of(zone, now).ok_or(WhenError::Empty)?;
    match fields.every {
        Some(every) => again(fields, every, clock, here.date()),
        None if fields.date.is_none() && fields.time.is_none() && fields.weekdays.is_empty() => Err(WhenError::Empty),
        None => once(fields, clock, zone, now, here.date()),
    }
}

fn again(fields: &Fields<'_>, every: &str, clock: Clock, today: NaiveDate) -> Result<Rule, WhenError> {
    let mut days = fields.weekdays.clone();
    days.sort_by_key(Weekday::num_days_from_monday);
    days.dedup();
    let from = fields.date.unwrap_or(today);
    let shape = match every {
        "hour" => Shape::Hours(1),
        "day" if days.is_empty() => Shape::Days(ALL.to_vec()),
        "week" if days.is_empty() => Shape::Days(vec![from.weekday()]),
        "day" | "week" => Shape::Days(days),
        "month" => Shape::MonthDays(vec![from.day()]),
        "year" => Shape::YearDay(from.month(), from.day()),
        other => return super::shape::of_cron(other),
    };
    Ok(shape.rule(&[clock]))
}

fn once(fields: &Fields<'_>, clock: Clock, zone: Tz, now: DateTime<Utc>, today: NaiveDate) -> Result<Rule, WhenError> {
    let at_on = |date: NaiveDate| {
        let wall = date.and_hms_opt(clock.hour, clock.minute, 0)?;
        instant_of(zone, wall)
    };
    if let Some(date) = fields.date {
        let at = at_on(date).filter(|at| *at > now).ok_or(WhenError::Past)?;
        return Ok(Rule::Once { at });
    }
    if !fields.weekdays.is_empty() {
        let rule = Shape::Days(fields.weekdays.clone()).rule(&[clock]);
        let at = next_due(&rule, zone, now).ok_or(WhenError::Empty)?;
        return Ok(Rule::Once { at });
    }
    let ahead = |date: NaiveDate| at_on(date).filter(|at| *at > now);
    let tomorrow = || today.checked_add_days(Days::new(1)).and_then(ahead);
    let at = ahead(today).or_else(tomorrow).ok_or(WhenError::Empty)?;
    Ok(Rule::Once { at })
}
