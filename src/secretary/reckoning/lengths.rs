//! Times of day and lengths of time cut out of a sum: "2h35", "1.5 hours", "9:30", "5 pm", and the signs between them.
//! It must not calculate.

/// Seconds in an hour and in a day.
pub const HOUR: i64 = 3_600;
pub const DAY: i64 = 24 * HOUR;
/// The longest length that is read, in seconds: about ten years.
const LONGEST: i64 = 3_650 * DAY;

/// A value, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A time of day, since midnight.
    Clock(i64),
    Length(i64),
    /// From one time of day to another.
    Span(i64, i64),
    /// A plain whole number.
    Count(i64),
}

/// One piece of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    Value(Value),
    /// One of + - * /
    Sign(char),
    /// "to", between two times of day.
    To,
}

/// The pieces of a sum; none if anything else stands in it. `now`: the present time of day.
pub fn items(text: &str, now: i64) -> Option<Vec<Item>> {
    let mut found: Vec<Item> = Vec::new();
    let mut rest = text.trim();
    while let Some(c) = rest.chars().next() {
        if c.is_ascii_digit() {
            let (value, after) = counted(rest)?;
            // Two values need a sign between them.
            if matches!(found.last(), Some(Item::Value(_))) {
                return None;
            }
            found.push(Item::Value(value));
            rest = after.trim_start();
            continue;
        }
        let end = if c.is_alphabetic() {
            rest.find(|c: char| !(c.is_alphabetic() || c == '\'')).unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        let (word, after) = rest.split_at_checked(end)?;
        rest = after.trim_start();
        match word {
            "+" | "plus" | "zuzüglich" => found.push(Item::Sign('+')),
            "-" | "−" | "–" | "minus" | "less" | "without" | "with" | "weniger" | "ohne" | "abzüglich" => {
                found.push(Item::Sign('-'));
            }
            "*" | "×" | "x" | "times" | "mal" => found.push(Item::Sign('*')),
            "/" | "÷" | "divided" | "geteilt" => found.push(Item::Sign('/')),
            "to" | "until" | "till" | "til" | "bis" => found.push(Item::To),
            "noon" | "midday" => found.push(Item::Value(Value::Clock(12 * HOUR))),
            "midnight" => found.push(Item::Value(Value::Clock(0))),
            "now" => found.push(Item::Value(Value::Clock(now))),
            "by" | "durch" if found.last() == Some(&Item::Sign('/')) => {}
            "," if !found.is_empty() => {}
            "a" | "an" | "the" | "of" | "for" | "at" | "break" | "breaks" | "lunch" | "pause" | "unpaid" | "eine"
            | "einer" | "um" | "uhr" => {}
            _ => return None,
        }
    }
    Some(found)
}

/// A value that begins with a digit, and what follows it.
fn counted(text: &str) -> Option<(Value, &str)> {
    if let Some(read) = clock(text) {
        return Some(read);
    }
    if let Some((seconds, unit, mut rest)) = part(text) {
        let (mut total, mut least) = (seconds, unit);
        loop {
            let next = rest.trim_start();
            let next = next.strip_prefix("and ").or_else(|| next.strip_prefix("und ")).unwrap_or(next).trim_start();
            if let Some((more, smaller, after)) = part(next).filter(|(_, smaller, _)| *smaller < least) {
                (total, least, rest) = (total + more, smaller, after);
            } else if let Some((more, after)) = minutes(next).filter(|_| least == HOUR) {
                // "2h35"
                (total, least, rest) = (total + more, 60, after);
            } else if let Some((more, after)) = short_minutes(next).filter(|_| least == HOUR) {
                (total, least, rest) = (total + more, 60, after);
            } else {
                break;
            }
        }
        return (total <= LONGEST).then_some((Value::Length(total), rest));
    }
    let (digits, rest) = digits(text)?;
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | ':' | '%'));
    Some((Value::Count(digits.parse().ok().filter(|_| ends && digits.len() <= 6)?), rest))
}

/// The digits a text begins with, and the rest.
fn digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.split_at_checked(end).filter(|(digits, _)| !digits.is_empty() && digits.len() <= 9)
}

/// "9:30", "17:40:00", "9:30 pm", "5pm", "18 uhr 30", "5 o'clock".
fn clock(text: &str) -> Option<(Value, &str)> {
    let (hour, mut rest) = digits(text)?;
    let mut hour: i64 = hour.parse().ok().filter(|_| hour.len() <= 2)?;
    let mut minute = None;
    if let Some(after) = rest.strip_prefix(':') {
        let (digits, after) = digits(after).filter(|(digits, _)| digits.len() == 2)?;
        minute = digits.parse::<i64>().ok().filter(|minute| *minute < 60);
        rest = after.strip_prefix(":00").unwrap_or(after);
        minute?;
    }
    let behind = rest.trim_start();
    let half = [("am", 0), ("a.m.", 0), ("pm", 12), ("p.m.", 12)].into_iter().find_map(|(name, hours)| {
        let after = behind.strip_prefix(name)?;
        (!after.starts_with(char::is_alphanumeric)).then_some((hours, after))
    });
    if let Some((hours, after)) = half {
        hour = (1..=12).contains(&hour).then_some(hour % 12 + hours)?;
        return Some((Value::Clock(hour * HOUR + minute.unwrap_or(0) * 60), after));
    }
    if let Some(after) = behind.strip_prefix("uhr") {
        let more = minutes(after.trim_start()).filter(|_| minute.is_none());
        let (more, after) = more.unwrap_or((minute.unwrap_or(0) * 60, after));
        return (hour < 24).then_some((Value::Clock(hour * HOUR + more), after));
    }
    if let Some(after) = behind.strip_prefix("o'clock") {
        return (hour < 24).then_some((Value::Clock(hour * HOUR), after));
    }
    let minute = minute?;
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '%'));
    let at = hour * HOUR + minute * 60;
    // No clock shows 26:30, so that it is a length.
    let value = if hour < 24 { Value::Clock(at) } else { Value::Length(at) };
    ends.then_some((value, rest))
}

/// "2 hours", "1.5h", "45-minute": seconds, the unit in seconds, and the rest.
fn part(text: &str) -> Option<(i64, i64, &str)> {
    let (whole, mut rest) = digits(text)?;
    let mut decimals = "";
    if let Some(after) = rest.strip_prefix(['.', ',']) {
        (decimals, rest) = digits(after).filter(|(digits, _)| digits.len() <= 4)?;
    }
    let name = rest.trim_start();
    let name = name.strip_prefix('-').unwrap_or(name);
    let end = name.find(|c: char| !c.is_alphabetic()).unwrap_or(name.len());
    let (name, rest) = name.split_at_checked(end)?;
    let unit = match name {
        "h" | "hr" | "hrs" | "hour" | "hours" | "std" | "stunde" | "stunden" => HOUR,
        "min" | "mins" | "minute" | "minutes" | "minuten" => 60,
        "s" | "sec" | "secs" | "second" | "seconds" | "sekunden" => 1,
        "day" | "days" | "tag" | "tage" => DAY,
        _ => return None,
    };
    let scale = 10_i64.pow(u32::try_from(decimals.len()).ok()?);
    let amount = format!("{whole}{decimals}").parse::<i64>().ok()?.checked_mul(unit)?;
    (amount % scale == 0).then_some((amount / scale, unit, rest))
}

/// Two digits of minutes without their name: "2h35".
fn minutes(text: &str) -> Option<(i64, &str)> {
    let (digits, rest) = digits(text).filter(|(digits, _)| digits.len() <= 2)?;
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ':' | '%'));
    let minutes: i64 = digits.parse().ok().filter(|minutes| *minutes < 60)?;
    ends.then_some((minutes * 60, rest))
}

/// "35m" behind hours; alone it may be metres.
fn short_minutes(text: &str) -> Option<(i64, &str)> {
    let (digits, rest) = digits(text).filter(|(digits, _)| digits.len() <= 2)?;
    let rest = rest.strip_prefix('m').filter(|rest| !rest.starts_with(char::is_alphanumeric))?;
    Some((digits.parse::<i64>().ok()? * 60, rest))
}

/// "09:30", whichever day it has come to.
pub fn shown_clock(at: i64) -> String {
    let at = at.rem_euclid(DAY);
    format!("{:02}:{:02}", at / HOUR, at / 60 % 60)
}

/// "2 hours 35 minutes", "45 minutes", "26 hours".
pub fn shown_length(length: i64) -> String {
    let (minus, size) = if length < 0 { ("-", -length) } else { ("", length) };
    let said = |n: i64, name: &str| format!("{n} {name}{}", if n == 1 { "" } else { "s" });
    let parts = [(size / HOUR, "hour"), (size / 60 % 60, "minute"), (size % 60, "second")];
    let shown: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, name)| said(*n, name)).collect();
    if shown.is_empty() { "0 minutes".to_owned() } else { format!("{minus}{}", shown.join(" ")) }
}
