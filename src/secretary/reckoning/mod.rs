//! Sums in plain words: numbers in digits or words, percentages, money, measures, dates. Exact as long as the numbers are;
//! what is rounded is called "about", and what has no exact answer gets a sentence that says so. Pure.

mod clocks;
mod counted;
mod dates;
mod evaluate;
mod following;
mod grouping;
mod lengths;
mod money;
mod number;
mod spelled;
mod sums;
#[cfg(test)]
mod tests;
mod tokens;
mod units;

use grouping::english;
pub use number::Number;
pub use sums::expression;

use super::phrases::{line, polite};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// The longest question about a sum.
const LONGEST: usize = 400;

/// What came of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This is that.
    Is {
        /// The sum as it was read.
        asked: String,
        /// Its value.
        value: String,
        /// The result as it can be typed, for a sum that goes on from it.
        next: Option<String>,
    },
    /// A sentence.
    Said(String),
    /// It has no exact answer: why.
    Not(String),
}

impl Answer {
    /// The result as it can be typed.
    pub fn next(&self) -> Option<&str> {
        match self {
            Self::Is { next, .. } => next.as_deref(),
            Self::Said(_) | Self::Not(_) => None,
        }
    }
}

/// The answer to a sum; none where the words ask for something else.
pub fn read(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Answer> {
    let text = usable(text)?;
    let text = polite(&text);
    clocks::read(text, zone, now)
        .map(|(answer, _)| answer)
        .or_else(|| dates::read(text, zone, now))
        .or_else(|| units::read(&spelled::in_digits(&english(text.trim_end_matches(['?', '=', '.', '!', ' '])), true)))
        .or_else(|| sums::read(text).map(|sum| either(text, &sum)))
}

/// The answer to a sum; both answers where "1.000" may be a thousand.
fn either(text: &str, sum: &sums::Sum) -> Answer {
    let first = worked_out(sum);
    let open = sum.money.is_none() && english(text) == text;
    let other = grouping::otherwise(text).filter(|_| open).and_then(|other| sums::read(&other));
    let (Answer::Is { asked, value, .. }, Some(Answer::Is { asked: also, value: grouped, .. })) =
        (&first, other.map(|other| worked_out(&other)))
    else {
        return first;
    };
    Answer::Said(format!("{asked} = {value}; with the point between thousands, {also} = {grouped}."))
}

/// Whether words ask for a sum so plainly that they are no answer to anything else.
pub fn clear(text: &str, zone: Tz, now: DateTime<Utc>) -> bool {
    let Some(text) = usable(text) else { return false };
    let text = polite(&text);
    let plain = text.trim_end_matches(['?', '=', '.', '!', ' ']);
    clocks::read(text, zone, now).is_some_and(|(_, asked)| asked)
        || dates::read(text, zone, now).is_some()
        || units::read(&spelled::in_digits(&english(plain), true)).is_some()
        || sums::read(text).is_some_and(|sum| sum.asked)
}

/// The answer to words that go on from the result of the sum before them: "times 3", "half of that", "and in miles?".
/// None where they say something of their own.
pub fn follow_up(text: &str, result: &str, zone: Tz, now: DateTime<Utc>) -> Option<Answer> {
    following::read(text, result, zone, now)
}

/// Whether words are nothing but numbers and signs that make a sum: "1/3 + 1/6". A range ("500-5,000") and a fraction
/// alone may well be an answer.
pub fn is_bare_sum(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['=', '?', ' ']);
    let signs = |c: char| "+*×÷^()%/-., ".contains(c);
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').filter(|part| !part.is_empty());
    text.chars().all(|c| c.is_ascii_digit() || signs(c))
        && text.contains(['+', '*', '×', '÷', '^'])
        && numbers.count() > 1
}

fn usable(text: &str) -> Option<String> {
    let short = text.chars().count() <= LONGEST && !text.trim().contains('\n');
    short.then(|| line(text))
}

fn worked_out(sum: &sums::Sum) -> Answer {
    if sum.mixed {
        let why = "It names money of several countries. Exchange rates change by the hour and I know none.";
        return Answer::Not(why.to_owned());
    }
    let value = calculate(&sum.expression).and_then(|value| {
        let said = match sum.money {
            Some(sign) => money::amount(value, sign)?,
            None if sum.percentage => format!("{}%", value.readable()),
            None => value.grouped(),
        };
        Ok((said, next(sum, value)))
    });
    match value {
        Ok((value, next)) => Answer::Is { asked: shown(sum), value, next },
        Err(why) => Answer::Not(why),
    }
}

/// The result as it can be typed: its digits, or the sum itself where they do not end.
fn next(sum: &sums::Sum, value: Number) -> Option<String> {
    let digits = value.show();
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-'));
    let whole = if plain && digits.starts_with('-') {
        format!("({digits})")
    } else if plain {
        digits
    } else {
        format!("({})", sum.expression)
    };
    let typed = match sum.money {
        Some(sign) => format!("{} {}", money::never_thousands(&whole), sign.trim()),
        None => money::never_thousands(&whole),
    };
    (typed.len() <= LONGEST / 2).then_some(typed)
}

/// The sum as people write it.
fn shown(sum: &sums::Sum) -> String {
    let whole = sum.expression.as_str();
    if sum.percentage {
        return whole.strip_suffix(" * 100").unwrap_or(whole).to_owned();
    }
    let part = |rest: &str| {
        let (part, rest) = rest.split_once(") of ")?;
        let (top, bottom) = part.split_once(" / ")?;
        let plain = [top, bottom].iter().all(|n| n.bytes().all(|b| b.is_ascii_digit()));
        plain.then(|| format!("{top}/{bottom} of {rest}"))
    };
    whole.strip_prefix('(').and_then(part).unwrap_or_else(|| whole.to_owned())
}

/// The value of an expression, or a sentence on what is wrong with it.
///
/// # Errors
/// A sentence for people.
pub fn calculate(expression: &str) -> Result<Number, String> {
    evaluate::evaluate(expression)
}
