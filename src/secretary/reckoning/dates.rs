//! Sums with dates: how long until, how long between, what date it is so far away, what day that is.

use super::super::phrases::{after, around, has};
use super::super::when::{self, read_date, read_stretch, say_clock, zone_city};
use super::super::wording::{count, plural};
use super::{Answer, spelled};
use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc, Weekday};
use chrono_tz::Tz;

/// Where and when the question was asked.
#[derive(Clone, Copy, Debug)]
struct Here {
    zone: Tz,
    now: DateTime<Utc>,
    today: NaiveDate,
}

/// What a length of time is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    Days,
    Weeks,
    Months,
    Working,
    Hours,
}

/// Reads a question about dates.
pub fn read(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Answer> {
    let here = Here { zone, now, today: when::today(zone, now)? };
    let text = spelled::in_digits(text, false);
    // A point may belong to a date: "24.12."
    let text = text.trim_end_matches(['?', '!', ' ']);
    clock(text.trim_end_matches('.'), here)
        .or_else(|| until(text, here))
        .or_else(|| between(text, here))
        .or_else(|| away(text, here))
        .or_else(|| weekday(text, here))
}

/// "what day is it", "what time is it".
fn clock(text: &str, here: Here) -> Option<Answer> {
    let lower = text.to_lowercase().replace('’', "'");
    let said = match lower.as_str() {
        "what time is it" | "what's the time" | "what is the time" | "what time is it now" | "wie spät ist es" => {
            format!("It is {} ({}).", say_clock(here.now, here.zone), zone_city(here.zone))
        }
        "what day is it"
        | "what day is it today"
        | "what day is today"
        | "what's the date"
        | "what is the date"
        | "what's today's date"
        | "what is today's date"
        | "what date is it"
        | "what date is it today"
        | "what is the date today"
        | "what's the date today"
        | "which day is it"
        | "welcher tag ist heute" => {
            format!("It is {}.", full(here.today))
        }
        "what week is it" | "what week number is it" | "which week is it" | "what calendar week is it" => {
            format!("It is week {} of {}.", here.today.iso_week().week(), here.today.iso_week().year())
        }
        _ => return None,
    };
    Some(Answer::Said(said))
}

/// "Thu 24 Dec 2026", the day in full.
fn full(date: NaiveDate) -> String {
    date.format("%A, %-d %B %Y").to_string()
}

/// "how many days until 24 December", "how long since 1 May".
fn until(text: &str, here: Here) -> Option<Answer> {
    let (unit, rest) = counted(text)?;
    let rest = after(
        rest,
        &[
            "are there",
            "are left",
            "is it",
            "is there",
            "are we",
            "left",
            "to go",
            "remain",
            "remaining",
            "do i have",
            "do we have",
            "have passed",
            "has it been",
            "have gone by",
            "ago was",
            "ago is",
            "it is",
            "sind es",
            "noch",
        ],
    )
    .unwrap_or(rest);
    if let Some(end) = after(rest, &["until", "till", "til", "to", "before", "bis zum", "bis"]) {
        let date = read_date(strip(end), here.zone, here.now, false).filter(|_| unit != Count::Hours);
        return match date {
            Some(to) => Some(distance(here.today, to, unit, "until")),
            None => until_moment(strip(end), here),
        };
    }
    let ago = text.to_lowercase().contains("ago ");
    let from = after(rest, &["since", "seit"]).or(ago.then_some(rest))?;
    let from = read_date(strip(from), here.zone, here.now, true)?;
    Some(distance(from, here.today, unit, "since"))
}

/// "how long until 18:00": a moment with a time of day.
fn until_moment(words: &str, here: Here) -> Option<Answer> {
    let said = [words.to_owned(), format!("at {words}")].into_iter().find_map(|words| {
        let moment = when::parse_moment(&words, here.zone, here.now)?;
        (moment.span == (0..words.len()) && !moment.day_only).then_some(moment)
    })?;
    let when::Rule::Once { at } = said.rule else { return None };
    let left = when::say_duration(at - here.now);
    Some(Answer::Said(format!("{left} until {}.", when::say_time(at, here.zone, here.now))))
}

fn strip(words: &str) -> &str {
    ["is it", "from now", "from today", "it is"].iter().find_map(|end| words.strip_suffix(end)).unwrap_or(words).trim()
}

/// What is to be counted, and the rest of the question.
fn counted(text: &str) -> Option<(Count, &str)> {
    let units: [(&[&str], Count); 5] = [
        (&["how many hours", "how many minutes", "hours", "minutes", "wie viele stunden"], Count::Hours),
        (
            &[
                "how many working days",
                "how many workdays",
                "how many business days",
                "how many weekdays",
                "working days",
                "business days",
                "workdays",
                "wie viele arbeitstage",
            ],
            Count::Working,
        ),
        (&["how many weeks", "weeks", "wie viele wochen"], Count::Weeks),
        (&["how many months", "months", "wie viele monate"], Count::Months),
        (
            &[
                "how many days",
                "how many nights",
                "how many sleeps",
                "how long",
                "days",
                "number of days",
                "the number of days",
                "what is the number of days",
                "how far away",
                "wie viele tage",
                "wie lange",
            ],
            Count::Days,
        ),
    ];
    units.iter().find_map(|(leads, count)| after(text, leads).map(|rest| (*count, rest)))
}

/// "days between 1 March and 5 June", "how many weeks from Monday to 3 May".
fn between(text: &str, here: Here) -> Option<Answer> {
    let (unit, rest) = counted(text).filter(|(unit, _)| *unit != Count::Hours)?;
    let rest = after(rest, &["are there", "are", "is it", "is there", "lie", "liegen", "sind es"]).unwrap_or(rest);
    let (from, to) = after(rest, &["between", "zwischen"]).and_then(|r| around(r, &["and", "und"])).or_else(|| {
        after(rest, &["from", "vom", "von"]).and_then(|r| around(r, &["to", "until", "till", "bis zum", "bis"]))
    })?;
    let from = read_date(from, here.zone, here.now, false)?;
    let to = match read_date(to, here.zone, here.now, false)? {
        // Without years the second follows the first, or lies before it as it is written.
        to if to < from && !to_has_year(rest) => to.with_year(to.year() + 1).unwrap_or(to),
        to => to,
    };
    Some(distance(from, to, unit, "between"))
}

fn to_has_year(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() == 4)
}

/// The days from one date to another, said in the wanted count.
fn distance(from: NaiveDate, to: NaiveDate, unit: Count, how: &str) -> Answer {
    let days = (to - from).num_days();
    let size = days.unsigned_abs();
    let whole = |n: u64, one: &str, many: &str| {
        if n == 1 { format!("1 {one}") } else { format!("{} {many}", count(n)) }
    };
    let in_days = whole(size, "day", "days");
    let said = match unit {
        Count::Days if size >= 21 => format!("{in_days}, that is {}", weeks(size)),
        Count::Days | Count::Hours => in_days,
        Count::Weeks => format!("{} ({in_days})", weeks(size)),
        Count::Months => format!("{} ({in_days})", months(from.min(to), from.max(to))),
        Count::Working => {
            let n = working(from.min(to), from.max(to));
            format!("{} from Monday to Friday, holidays not looked at", whole(n, "working day", "working days"))
        }
    };
    let line = match how {
        "until" if days == 0 => format!("{} is today.", full(to)),
        "until" if days < 0 => format!("{} was {said} ago.", full(to)),
        "until" => format!("{said} until {}.", full(to)),
        "since" => format!("{said} since {}.", full(from)),
        _ => format!("{said} from {} to {}.", full(from), full(to)),
    };
    Answer::Said(line)
}

fn weeks(days: u64) -> String {
    let (weeks, rest) = (days / 7, days % 7);
    let said = |n: u64, one: &str, many: &str| plural(usize::try_from(n).unwrap_or(usize::MAX), one, many);
    match rest {
        0 => said(weeks, "week", "weeks"),
        _ if weeks == 0 => said(rest, "day", "days"),
        _ => format!("{} and {}", said(weeks, "week", "weeks"), said(rest, "day", "days")),
    }
}

/// Calendar months and the days that are left.
fn months(from: NaiveDate, to: NaiveDate) -> String {
    let mut whole = u32::try_from(
        (to.year() - from.year()) * 12 + i32::try_from(to.month0()).unwrap_or(0)
            - i32::try_from(from.month0()).unwrap_or(0),
    )
    .unwrap_or(0);
    let at = |n: u32| from.checked_add_months(chrono::Months::new(n));
    if at(whole).is_some_and(|date| date > to) {
        whole = whole.saturating_sub(1);
    }
    let rest = at(whole).map_or(0, |date| (to - date).num_days().unsigned_abs());
    let months = plural(whole as usize, "month", "months");
    if rest == 0 {
        months
    } else {
        format!("{months} and {}", plural(usize::try_from(rest).unwrap_or(0), "day", "days"))
    }
}

/// Days from Monday to Friday after the first date, up to the last one.
fn working(from: NaiveDate, to: NaiveDate) -> u64 {
    let all = (to - from).num_days().unsigned_abs();
    let (weeks, rest) = (all / 7, all % 7);
    let mut found = weeks * 5;
    for day in 0..i64::try_from(rest).unwrap_or(0) {
        let date = to - TimeDelta::days(day);
        found += u64::from(!matches!(date.weekday(), Weekday::Sat | Weekday::Sun));
    }
    found
}

/// "what date is in 6 weeks", "what is the date 90 days from today", "6 weeks after 3 March", "3 weeks ago".
fn away(text: &str, here: Here) -> Option<Answer> {
    const ASKS: &[&str] = &[
        "what date is it",
        "what date will it be",
        "what date will be",
        "what date is",
        "what date was it",
        "what date was",
        "what is the date",
        "what's the date",
        "what will be the date",
        "what will the date be",
        "what was the date",
        "what day is it",
        "what day will it be",
        "what day will be",
        "what day is",
        "what day was it",
        "what day was",
        "which date is",
        "which date was",
        "which day is",
        "which day was",
        "which date is it",
        "when is",
        "when was",
        "what is",
        "what's",
        "what weekday is",
        "welches datum ist",
        "welcher tag ist",
    ];
    let rest = after(text, ASKS)?;
    let body = after(rest, &["in"]).unwrap_or(rest);
    let back = body.strip_suffix(" ago").or_else(|| body.strip_suffix(" before today"));
    let ahead = [" from now", " from today", " after today", " later"].iter().find_map(|end| body.strip_suffix(end));
    let alone = (body.len() != rest.len()).then_some(body);
    let date = if let Some(length) = back {
        read_stretch(length)?.from(here.today, true)?
    } else if let Some(length) = ahead.or(alone.filter(|body| !has(body, &["after", "before", "from"]))) {
        read_stretch(length)?.from(here.today, false)?
    } else {
        let (length, base, earlier) = around(body, &["after", "from", "nach"])
            .map(|(length, base)| (length, base, false))
            .or_else(|| around(body, &["before", "vor"]).map(|(length, base)| (length, base, true)))?;
        let base = read_date(base, here.zone, here.now, false)?;
        read_stretch(length)?.from(base, earlier)?
    };
    Some(Answer::Said(format!("{}.", full(date))))
}

/// "what day is 24 December", "what day of the week was 3 May 1990".
fn weekday(text: &str, here: Here) -> Option<Answer> {
    const ASKS: &[&str] = &[
        "what day of the week is",
        "what day of the week was",
        "what day of the week will",
        "which day of the week is",
        "what weekday is",
        "what weekday was",
        "which weekday is",
        "what day is",
        "what day was",
        "what day will",
        "on which day is",
        "on what day is",
        "which day is",
        "what date is",
        "what is the date of",
        "when is",
        "welcher wochentag ist",
        "welcher tag ist",
    ];
    let rest = after(text, ASKS)?;
    let rest = rest.strip_suffix(" be").unwrap_or(rest);
    let past = has(text, &["was"]);
    // "when is 24 December" asks nothing; "when is Easter" does.
    if after(text, &["when is"]).is_some() && rest.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Some(Answer::Said(format!("{}.", full(read_date(rest, here.zone, here.now, past)?))))
}

/// "12:30 + 1:45" are times of day and no divisions.
pub fn has_clocks(body: &str) -> bool {
    let clock = |word: &str| {
        let Some((hour, minute)) = word.split_once(':') else { return false };
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        (1..=2).contains(&hour.len()) && minute.len() == 2 && digits(hour) && digits(minute)
    };
    body.split(|c: char| c.is_whitespace() || matches!(c, '+' | '-' | '(' | ')')).filter(|word| clock(word)).count() > 1
}
