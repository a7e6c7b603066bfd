//! The limits of a run: which one is used up, in words for people. All of them, also time, count over pauses,
//! restarts and tries of the model, by the journal.

use super::journal::Standing;
use crate::secretary::agent::Limits;
use crate::secretary::when;
use crate::secretary::wording::style::sums;
use crate::secretary::wording::ticket::ways_on;
use chrono::TimeDelta;

/// The limit that is used up, if one is. `factor` is how often people let the run have them, `worked` the
/// milliseconds it was at work.
pub fn used_up(limits: &Limits, factor: u32, standing: &Standing, worked: u64) -> Option<String> {
    let tokens = standing.usage.tokens_in.saturating_add(standing.usage.tokens_out);
    let calls = u32::try_from(standing.steps.len()).unwrap_or(u32::MAX);
    let (most_turns, most_calls) = (limits.turns.saturating_mul(factor), limits.tool_calls.saturating_mul(factor));
    let most_tokens = limits.tokens.saturating_mul(u64::from(factor));
    let most_seconds = limits.seconds.saturating_mul(u64::from(factor));
    if standing.replies >= most_turns {
        Some(ways_on::steps(most_turns))
    } else if calls >= most_calls {
        Some(ways_on::actions(most_calls))
    } else if tokens >= most_tokens {
        Some(sums::tokens(most_tokens))
    } else if worked / 1_000 >= most_seconds {
        let seconds = i64::try_from(most_seconds).unwrap_or(i64::MAX).min(i64::MAX / 1_000);
        Some(when::say_duration(TimeDelta::seconds(seconds)))
    } else {
        None
    }
}
