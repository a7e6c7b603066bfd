//! Sums in plain words: numbers in digits or words, percentages, money, measures, dates. Exact as long as the numbers are;
//! what is rounded is called "about", and what has no exact answer gets a sentence that says so. Pure.

mod dates;
mod evaluate;
mod money;
mod number;
mod spelled;
mod sums;
#[cfg(test)]
mod tests;
mod tokens;
mod units;

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
    },
    /// A sentence.
    Said(String),
    /// It has no exact answer: why.
    Not(String),
}

/// The answer to a sum; none where the words ask for something else.
pub fn read(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Answer> {
    let text = usable(text)?;
    let text = polite(&text);
    dates::read(text, zone, now)
        .or_else(|| units::read(&spelled::in_digits(text.trim_end_matches(['?', '=', '.', '!', ' ']), true)))
        .or_else(|| sums::read(text).map(|sum| worked_out(&sum)))
}

/// Whether words ask for a sum so plainly that they are no answer to anything else.
pub fn clear(text: &str, zone: Tz, now: DateTime<Utc>) -> bool {
    let Some(text) = usable(text) else { return false };
    let text = polite(&text);
    let plain = text.trim_end_matches(['?', '=', '.', '!', ' ']);
    dates::read(text, zone, now).is_some()
        || units::read(&spelled::in_digits(plain, true)).is_some()
        || sums::read(text).is_some_and(|sum| sum.asked)
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
    let value = calculate(&sum.expression).and_then(|value| match sum.money {
        Some(sign) => money::amount(value, sign),
        None if sum.percentage => Ok(format!("{}%", value.readable())),
        None => Ok(value.grouped()),
    });
    match value {
        Ok(value) => Answer::Is { asked: shown(sum), value },
        Err(why) => Answer::Not(why),
    }
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
