//! The pace of posts per chat, so that the platforms' documented rates are kept without waiting for
//! their refusals (platform-facts T29: 1 a second in a chat, 20 a minute in a group, bursts tolerated).

use crate::secretary::inbound::{ChatKind, Place, Platform};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashMap;

/// Posts a direct chat takes at once before one a second holds.
const BURST: i64 = 5;
/// Posts a group takes a minute.
const GROUP_A_MINUTE: i64 = 20;
/// A typing sign lives five seconds (platform-facts T35): one each four is enough, however many tickets are thought about.
const TYPING: TimeDelta = TimeDelta::milliseconds(3_900);
/// Chats remembered; older ones are forgotten when there are more.
const MOST: usize = 5_000;

/// When each chat may be posted to again, as the theoretical arrival time of a leaky bucket.
#[derive(Debug, Default)]
pub struct Pace {
    chats: HashMap<(Platform, String), DateTime<Utc>>,
    typing: HashMap<(Platform, String, Option<String>), DateTime<Utc>>,
}

impl Pace {
    /// Whether a typing sign is due at a place.
    pub fn types(&mut self, place: &Place, now: DateTime<Utc>) -> bool {
        if self.typing.len() > MOST {
            self.typing.retain(|_, at| *at + TYPING > now);
        }
        let key = (place.platform, place.chat.clone(), place.thread.clone());
        let due = self.typing.get(&key).is_none_or(|at| *at + TYPING <= now);
        if due {
            self.typing.insert(key, now);
        }
        due
    }

    /// Takes one post's worth, or tells when there is room for it.
    pub fn take(&mut self, place: &Place, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        let (step, burst) = match (place.platform, place.kind) {
            (Platform::Telegram, ChatKind::Direct) => (TimeDelta::seconds(1), BURST),
            (Platform::Telegram, ChatKind::Group) => (TimeDelta::seconds(3), GROUP_A_MINUTE - 2),
            // Discord's buckets are obeyed by its adapter from the headers; the web chat has none.
            (Platform::Discord | Platform::Web, _) => return Ok(()),
        };
        if self.chats.len() > MOST {
            self.chats.retain(|_, at| *at > now);
        }
        let at = self.chats.entry((place.platform, place.chat.clone())).or_insert(now);
        let most = step * i32::try_from(burst - 1).unwrap_or(1);
        // No debt is larger than the burst: a clock that was ahead must not silence a chat.
        let begins = (*at).clamp(now, now + most + step);
        let room = begins - now;
        if room > most {
            return Err(now + (room - most));
        }
        *at = begins + step;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_goes_then_one_a_second() {
        let place = Place {
            platform: Platform::Telegram,
            bot: "1".into(),
            chat: "2".into(),
            thread: None,
            kind: ChatKind::Direct,
            title: None,
        };
        let mut pace = Pace::default();
        let now = DateTime::UNIX_EPOCH;
        for _ in 0..BURST {
            assert!(pace.take(&place, now).is_ok());
        }
        let at = pace.take(&place, now).unwrap_err();
        assert_eq!(at - now, TimeDelta::seconds(1));
        assert!(pace.take(&place, at).is_ok());
    }
}
