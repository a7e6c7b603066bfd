//! Remembers the waits that Telegram asked for, so that nothing is called before they end (platform-facts T29). The
//! outbound rate limit belongs to the engine; nothing waits here.

use crate::ports::trial::planted;
use chrono::{DateTime, Utc};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// So many chats under a wait at once mean that the limit is the bot's, not the chats'.
const EVERYWHERE: usize = 3;
/// Telegram names at most about a day; anything longer is taken as that.
const LONGEST: Duration = Duration::from_secs(86_400);

/// The waits in force.
#[derive(Default)]
pub(crate) struct Governor {
    held: Mutex<HashMap<i64, DateTime<Utc>>>,
}

impl Governor {
    /// How long this chat has to wait, if it has to.
    pub(crate) fn wait(&self, chat: i64, now: DateTime<Utc>) -> Option<Duration> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|_, until| *until > now);
        let own = held.get(&chat).copied();
        let overall = if held.len() >= EVERYWHERE { held.values().copied().max() } else { None };
        let until = own.max(overall)?;
        (until - now).to_std().ok()
    }

    /// Telegram asked for a wait after a call about this chat.
    pub(super) fn hold(&self, chat: i64, wait: Duration, now: DateTime<Utc>) {
        if planted::is("ignore-retry-after") {
            return;
        }
        let until = now + wait.min(LONGEST);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|_, end| *end > now);
        let end = held.entry(chat).or_insert(until);
        *end = until.max(*end);
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::telegram::send::waits::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn many_waiting_chats_hold_all() {
        let (governor, now) = (Governor::default(), DateTime::UNIX_EPOCH);
        for chat in 1..=3 {
            governor.hold(chat, 5 * SECOND, now);
        }
        assert_eq!(governor.wait(9, now), Some(5 * SECOND));
        assert_eq!(governor.wait(9, now + 6 * SECOND), None);
    }
}
