//! Round robin: agents take turns in the order of their names. The module stores who had the last turn, not a count,
//! so that a busy agent or a changed roster moves nobody's place.

use crate::secretary::agent::Agent;

/// The next free one behind the one who had the last turn, round the ring.
pub fn pick<'a>(free: &[&'a Agent], last: &str) -> Option<&'a Agent> {
    let behind = free.iter().filter(|a| a.name.as_str() > last).min_by_key(|a| &a.name);
    behind.or_else(|| free.iter().min_by_key(|a| &a.name)).copied()
}
