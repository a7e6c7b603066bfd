//! Budgets ordered in words: "limit spending to 100k tokens a day". Only what `/budget` takes as a whole.

use super::super::budget::orders;
use super::super::phrases::after;

/// What may go only so far.
const WHAT: &[&str] = &[
    "spending",
    "the spending",
    "our spending",
    "my spending",
    "the budget",
    "our budget",
    "costs",
    "the costs",
    "tokens",
    "token use",
];
/// For what an amount is, with the scope that `/budget` knows.
const EACH: [(&str, &[&str]); 4] = [
    ("day", &[" a day", " per day", " each day", " every day", " daily", "/day"]),
    ("month", &[" a month", " per month", " each month", " every month", " monthly", "/month"]),
    ("ticket", &[" a ticket", " per ticket", " an idea", " per idea", " for each idea", " for each ticket"]),
    ("person", &[" a person", " per person", " each person", " for each person"]),
];

/// The words for `/budget` of an order, in small letters and without a "please": "day 100k tokens".
pub(super) fn limited(said: &str) -> Option<String> {
    let rest = after(said, &["limit", "cap", "restrict", "set", "keep"])?;
    let rest = after(after(rest, WHAT)?, &["to", "at", "below", "under"])?;
    let (scope, amount) = EACH.iter().find_map(|(scope, ends)| {
        ends.iter().find_map(|end| rest.strip_suffix(end)).map(|amount| (scope, amount.trim_end()))
    })?;
    let args = format!("{scope} {amount}");
    let figure = amount.contains(|c: char| c.is_ascii_digit());
    (figure && matches!(orders::read(&args, None), Ok(Some(orders::Change::Set(..))))).then_some(args)
}
