//! Budgets ordered in words: "limit spending to 100k tokens a day". Only what `/budget` takes as a whole.

use super::super::budget::{Limit, orders};
use super::super::phrases::after;

/// What may go only so far.
const WHAT: &[&str] = &[
    "spending",
    "the spending",
    "our spending",
    "my spending",
    "your spending",
    "the budget",
    "our budget",
    "costs",
    "the costs",
    "tokens",
    "token use",
];
/// The words for `/budget` of an order, in small letters and without a "please": "day 100k tokens". Only what says the amount and
/// for what it is: a budget of something else may be part of an idea, and "budget: 50 EUR a day" the answer to a question.
pub(super) fn limited(said: &str) -> Option<String> {
    let rest = after(said, &["limit", "cap", "restrict", "set", "keep"])?;
    let rest = after(after(rest, WHAT)?, &["to", "at", "below", "under"])?;
    let (scope, amount) = orders::spanned(rest.trim_end_matches(['.', '!', ' ']))?;
    let args = format!("{} {amount}", scope.name());
    matches!(orders::read(&args, None), Ok(Some(orders::Change::Set(_, Some(limit), _))) if limit != Limit::default())
        .then_some(args)
}
