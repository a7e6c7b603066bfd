//! Agents take turns in the order of their names. What is kept is who had the last turn, not a count: whoever is busy
//! is passed over without moving anybody else's place, and a changed roster moves nobody's either.

use super::super::dispatch::agent::Agent;

/// The next free one behind the one who had the last turn, round the ring.
pub fn pick<'a>(free: &[&'a Agent], last: &str) -> Option<&'a Agent> {
    let behind = free.iter().filter(|a| a.name.as_str() > last).min_by_key(|a| &a.name);
    behind.or_else(|| free.iter().min_by_key(|a| &a.name)).copied()
}
