//! Agents take turns in the order of their names; the ring's place is persisted with the settings.

use super::super::agent::Agent;

/// The next one of a ring that stands at `ring`.
pub fn pick<'a>(free: &[&'a Agent], ring: u64) -> Option<&'a Agent> {
    let mut order: Vec<&Agent> = free.to_vec();
    order.sort_by(|a, b| a.name.cmp(&b.name));
    let len = u64::try_from(order.len()).ok().filter(|n| *n > 0)?;
    usize::try_from(ring % len).ok().and_then(|i| order.get(i).copied())
}
