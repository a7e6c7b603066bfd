//! Sums with times of day and lengths of time: "9:30 + 45 minutes", "14:20 minus 2h35", "how long from 9:15 to 17:40",
//! "3h20 + 1h50", "what time is it 90 minutes before 18:00". It must not take what names a date, nor a range that
//! nobody asked the length of.

use super::super::phrases::{after, around, has};
use super::lengths::{DAY, HOUR, Item, Value, items, shown_clock, shown_length};
use super::{Answer, Number, spelled};
use chrono::{DateTime, Timelike, Utc};
use chrono_tz::Tz;

/// Questions for a time of day.
const ASK_TIME: &[&str] = &[
    "what time is it",
    "what time is",
    "what time was it",
    "what time was",
    "what time will it be",
    "what time will be",
    "what time would it be",
    "what is the time",
    "what's the time",
    "what will the time be",
    "when is",
    "wie spät ist es",
    "wie spät war es",
];
/// Questions for a length in hours, in minutes, and in whatever fits.
const ASK_HOURS: &[&str] = &["how many hours", "number of hours", "hours", "wie viele stunden", "wieviele stunden"];
const ASK_MINUTES: &[&str] = &["how many minutes", "number of minutes", "minutes", "wie viele minuten"];
const ASK_LONG: &[&str] = &["how long", "how much time", "the time", "time", "wie lange", "wie viel zeit"];
/// Openings of any sum.
const ASK_SUM: &[&str] = &["what is", "what's", "whats", "calculate", "compute", "work out", "how much is", "was ist"];
/// What may stand between a question for a length and its two times.
const FILLERS: &[&str] = &[
    "is it",
    "is there",
    "is",
    "are there",
    "are",
    "was it",
    "was",
    "did i work",
    "do i work",
    "have i worked",
    "i work",
    "i worked",
    "did it take",
    "does it take",
    "sind es",
    "ist es",
    "lie",
    "liegen",
    "pass",
    "passed",
];

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// Nothing in so many words.
    Nothing,
    /// The result.
    Sum,
    /// A time of day.
    Time,
    /// How long, in whatever fits.
    Long,
    Hours,
    Minutes,
}

/// Reads a sum with times of day or lengths; whether it was asked for so plainly that it answers nothing else.
pub fn read(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<(Answer, bool)> {
    let text = in_units(&spelled::in_digits(text.trim_end_matches(['?', '=', '.', '!', ' ']), true).to_lowercase());
    let now = i64::from(now.with_timezone(&zone).num_seconds_from_midnight()) / 60 * 60;
    let (asked, body) = question(&text);
    if let Some(answer) = moved(body, asked, now) {
        return Some((answer, true));
    }
    let long = matches!(asked, Asked::Long | Asked::Hours | Asked::Minutes);
    let body = if long { after(body, FILLERS).unwrap_or(body) } else { body };
    let body = match after(body, &["between", "zwischen"]).and_then(|body| around(body, &["and", "und"])) {
        Some((from, to)) => format!("{from} to {to}"),
        None => after(body, &["from", "von"]).unwrap_or(body).to_owned(),
    };
    let items = ranged(items(&body, now)?, long)?;
    let surely = asked != Asked::Nothing
        || has(&body, &["minus"])
        || !matches!(items.as_slice(), [_, Item::Sign('-'), Item::Value(Value::Clock(_))]);
    if !surely || items.len() < 3 || long && !spans(&items) {
        return None;
    }
    let answer = worked_out(&items, asked)?;
    Some((answer, true))
}

/// Whether an answer to "how long" comes from a length or two times.
fn spans(items: &[Item]) -> bool {
    items.iter().any(|item| matches!(item, Item::Value(Value::Length(_) | Value::Span(..))))
        || matches!(items, [Item::Value(Value::Clock(_)), Item::Sign('-'), Item::Value(Value::Clock(_)), ..])
}

/// The question that opens a text, and the rest.
fn question(text: &str) -> (Asked, &str) {
    let found = [
        (Asked::Time, ASK_TIME),
        (Asked::Hours, ASK_HOURS),
        (Asked::Minutes, ASK_MINUTES),
        (Asked::Long, ASK_LONG),
        (Asked::Sum, ASK_SUM),
    ];
    let text = after(text, &["and"]).unwrap_or(text);
    let open = found.iter().find_map(|(asked, leads)| after(text, leads).map(|rest| (*asked, rest)));
    match open {
        // "what is the time between …", "calculate the hours from …"
        Some((Asked::Sum, rest)) => {
            let rest = after(rest, &["the"]).unwrap_or(rest);
            let inner = found.iter().skip(1).take(3).find_map(|(asked, leads)| Some((*asked, after(rest, leads)?)));
            inner.unwrap_or((Asked::Sum, rest))
        }
        Some(found) => found,
        None => (Asked::Nothing, text),
    }
}

/// Parts of an hour in minutes, and "an hour" as a number of them.
fn in_units(text: &str) -> String {
    const PARTS: &[(&str, &str)] = &[
        ("an hour and (1/2)", "90 minutes"),
        ("1 hour and (1/2)", "90 minutes"),
        ("(1/2) of an hour", "30 minutes"),
        ("(1/2) an hour", "30 minutes"),
        ("(1/2) hour", "30 minutes"),
        ("(1/4) of an hour", "15 minutes"),
        ("(1/4) hour", "15 minutes"),
        ("(3/4) of an hour", "45 minutes"),
        ("an hour", "1 hour"),
        ("a minute", "1 minute"),
    ];
    PARTS.iter().fold(text.to_owned(), |text, (part, minutes)| text.replace(part, minutes))
}

/// "90 minutes before 18:00", "2 hours after noon", "in 90 minutes", "3 hours ago": a time of day, if it was asked for.
fn moved(body: &str, asked: Asked, now: i64) -> Option<Answer> {
    if !matches!(asked, Asked::Time | Asked::Sum) {
        return None;
    }
    let length = |text: &str| match items(text, now)?.as_slice() {
        [Item::Value(Value::Length(length))] => Some(*length),
        _ => None,
    };
    let clock = |text: &str| match items(text, now)?.as_slice() {
        [Item::Value(Value::Clock(clock))] => Some(*clock),
        // "2 hours after 5"
        [Item::Value(Value::Count(hour))] if (0..24).contains(hour) => Some(hour * HOUR),
        _ => None,
    };
    let (length, clock, sign) = if let Some(text) = after(body, &["in"]).filter(|_| asked == Asked::Time) {
        (length(text)?, now, '+')
    } else if let Some(text) = body.strip_suffix(" ago").filter(|_| asked == Asked::Time) {
        (length(text)?, now, '-')
    } else if let Some((by, from)) = around(body, &["before", "vor"]) {
        (length(by)?, clock(from)?, '-')
    } else {
        let (by, from) = around(body, &["after", "from", "past", "later than", "nach"])?;
        (length(by)?, clock(from)?, '+')
    };
    let items = [Item::Value(Value::Clock(clock)), Item::Sign(sign), Item::Value(Value::Length(length))];
    worked_out(&items, asked)
}

/// Joins "9:15 to 17:40" into one length; where a length was asked for, also "9:15-17:40".
fn ranged(items: Vec<Item>, long: bool) -> Option<Vec<Item>> {
    let mut out: Vec<Item> = Vec::new();
    let mut rest = items.into_iter().peekable();
    while let Some(item) = rest.next() {
        let range = match item {
            Item::To => true,
            Item::Sign('-') => long && out.len() == 1,
            Item::Sign(_) | Item::Value(_) => false,
        };
        let clock = |value: &Item| match value {
            Item::Value(Value::Clock(_) | Value::Count(0..=24)) => true,
            Item::Value(_) | Item::Sign(_) | Item::To => false,
        };
        if !(range && out.last().is_some_and(clock) && rest.peek().is_some_and(clock)) {
            if item == Item::To {
                return None;
            }
            out.push(item);
            continue;
        }
        let (from, to) = match (out.pop(), rest.next()) {
            (Some(Item::Value(from)), Some(Item::Value(to))) => between(from, to)?,
            _ => return None,
        };
        if !long {
            return None;
        }
        // What was asked for is the length; its two times are shown.
        out.push(Item::Value(Value::Span(from, to)));
        if out.len() > 1 {
            return None;
        }
    }
    // A range alone is a whole question.
    if let [Item::Value(Value::Span(..))] = out.as_slice() {
        out.extend([Item::Sign('+'), Item::Value(Value::Length(0))]);
    }
    Some(out)
}

/// The two ends of a range. Bare hours and morning times may be meant in the afternoon ("9 to 5", "9:15 to 5:40").
fn between(from: Value, to: Value) -> Option<(i64, i64)> {
    let bare = |value: Value| matches!(value, Value::Count(_));
    let at = |value: Value| match value {
        Value::Clock(at) => Some(at),
        Value::Count(hour) => Some(hour * HOUR),
        Value::Length(_) | Value::Span(..) => None,
    };
    let (mut start, mut end) = (at(from)?, at(to)?);
    let noon = 12 * HOUR;
    if end <= start && (6 * HOUR..noon).contains(&start) && (HOUR..noon).contains(&end) {
        end += noon;
    }
    if bare(from) && start <= 6 * HOUR && start + noon < end {
        start += noon;
    }
    Some((start, if end <= start { end + DAY } else { end }))
}

/// Multiplies, divides, adds and subtracts.
fn worked_out(items: &[Item], asked: Asked) -> Option<Answer> {
    let clocks = |item: &Item| matches!(item, Item::Value(Value::Clock(_)) | Item::Sign('+'));
    if items.iter().all(clocks) {
        return Some(added(items));
    }
    let loose = |pair: &[Item]| match pair {
        [Item::Value(Value::Clock(at)), Item::Sign(sign @ ('+' | '-')), Item::Value(Value::Count(count))] => {
            Some((shown_clock(*at), *sign, *count))
        }
        _ => None,
    };
    if let Some((at, sign, count)) = items.windows(3).find_map(loose) {
        let why = format!(
            "{at} is a time of day, and {count} may be minutes or hours. Send for example: {at} {sign} {count} minutes"
        );
        return Some(Answer::Not(why));
    }
    let total = total(items)?;
    let value = match (total, asked) {
        (Value::Clock(at), _) => shown_moved(at),
        (Value::Length(length), Asked::Minutes) if length % 60 == 0 => {
            format!("{} minutes", Number::whole((length / 60).into()).grouped())
        }
        (Value::Length(length), Asked::Hours) if length % HOUR != 0 => {
            let hours = Number::whole(length.into()).divided_by(Number::whole(HOUR.into())).ok()?;
            format!("{} ({} hours)", shown_length(length), hours.readable())
        }
        (Value::Length(length), _) => shown_length(length),
        (Value::Span(..) | Value::Count(_), _) => return None,
    };
    let next = match total {
        Value::Clock(at) => shown_clock(at),
        Value::Length(length) => shown_length(length),
        Value::Span(..) | Value::Count(_) => return None,
    };
    Some(Answer::Is { asked: shown(items), value, next: Some(next) })
}

fn total(items: &[Item]) -> Option<Value> {
    let mut sum: Option<(Value, char)> = None;
    let mut rest = items.iter();
    let mut pending: Option<Value> = None;
    let mut sign = '+';
    loop {
        let Some(Item::Value(value)) = rest.next() else { return None };
        let value = if let Value::Span(from, to) = value { Value::Length(to - from) } else { *value };
        pending = Some(match pending {
            None => value,
            Some(left) => scaled(left, sign, value)?,
        });
        let next = rest.next();
        match next {
            Some(Item::Sign(scale @ ('*' | '/'))) => {
                sign = *scale;
                continue;
            }
            Some(Item::Value(_) | Item::To) => return None,
            Some(Item::Sign(_)) | None => {}
        }
        let right = pending.take()?;
        let left = match sum {
            None => right,
            Some((left, sign)) => joined(left, sign, right)?,
        };
        let Some(Item::Sign(sign)) = next else { return Some(left) };
        sum = Some((left, *sign));
    }
}

fn scaled(left: Value, sign: char, right: Value) -> Option<Value> {
    match (left, sign, right) {
        (Value::Length(length), '*', Value::Count(count)) | (Value::Count(count), '*', Value::Length(length)) => {
            length.checked_mul(count).map(Value::Length)
        }
        (Value::Length(length), '/', Value::Count(count)) if count > 0 && length % count == 0 => {
            Some(Value::Length(length / count))
        }
        _ => None,
    }
}

fn joined(left: Value, sign: char, right: Value) -> Option<Value> {
    Some(match (left, sign, right) {
        (Value::Clock(at), '+', Value::Length(by)) | (Value::Length(by), '+', Value::Clock(at)) => {
            Value::Clock(at + by)
        }
        (Value::Clock(at), '-', Value::Length(by)) => Value::Clock(at - by),
        (Value::Clock(from), '-', Value::Clock(to)) => Value::Length(from - to),
        (Value::Length(a), '+', Value::Length(b)) => Value::Length(a + b),
        (Value::Length(a), '-', Value::Length(b)) => Value::Length(a - b),
        _ => return None,
    })
}

/// "1:45 + 2:30" is 4:15 whether they are lengths or the first is a time of day; beyond a day it is not the same.
fn added(items: &[Item]) -> Answer {
    let of = |item: &Item| if let Item::Value(Value::Clock(at)) = item { *at } else { 0 };
    let all: i64 = items.iter().map(of).sum();
    let value = if all < DAY {
        format!("{}:{:02}", all / HOUR, all / 60 % 60)
    } else {
        format!("{} as lengths of time, or {} as a time of day", shown_length(all), shown_moved(all))
    };
    let next = (all < DAY).then(|| shown_clock(all));
    Answer::Is { asked: shown(items), value, next }
}

/// A time of day that may have left its day.
fn shown_moved(at: i64) -> String {
    let clock = shown_clock(at);
    match at.div_euclid(DAY) {
        0 => clock,
        1 => format!("{clock} the next day"),
        -1 => format!("{clock} the day before"),
        days if days > 0 => format!("{clock}, {days} days later"),
        days => format!("{clock}, {} days before", -days),
    }
}

/// The sum as it was read.
fn shown(items: &[Item]) -> String {
    let mut out = String::new();
    for item in items {
        match item {
            Item::Value(Value::Clock(at)) => out.push_str(&shown_clock(*at)),
            Item::Value(Value::Length(length)) => out.push_str(&shown_length(*length)),
            Item::Value(Value::Span(from, to)) => {
                out.push_str(&format!("{} to {}", shown_clock(*from), shown_moved(*to)));
            }
            Item::Value(Value::Count(count)) => out.push_str(&count.to_string()),
            Item::Sign(sign) => out.push_str(&format!(" {sign} ")),
            Item::To => out.push_str(" to "),
        }
    }
    out.strip_suffix(" + 0 minutes").map_or(out.clone(), str::to_owned)
}
