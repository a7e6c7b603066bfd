//! The pace of posts per chat, so that the platforms' documented rates are kept without waiting for
//! their refusals (platform-facts T29: 1 a second in a chat, 20 a minute in a group, bursts tolerated). Edits are not
//! named there and are not counted; progress keeps its own distance.

use crate::secretary::inbound::{ChatKind, Place, Platform};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{HashMap, VecDeque};

/// Posts a direct chat takes at once before one a second holds.
const BURST: i64 = 5;
/// Posts a group takes at once before one a second holds.
const GROUP_BURST: i64 = 3;
/// Posts in any stretch of this length in a group: less than Telegram's 20 a minute, since neither the way there nor
/// its clock is ours.
const GROUP_MOST: usize = 18;
const GROUP_STRETCH: TimeDelta = TimeDelta::seconds(62);
/// A typing sign lives five seconds (platform-facts T35): one each four is enough, however many tickets are thought about.
const TYPING: TimeDelta = TimeDelta::milliseconds(3_900);
/// Chats remembered; older ones are forgotten when there are more.
const MOST: usize = 5_000;

/// When each chat may be posted to again, as the theoretical arrival time of a leaky bucket.
#[derive(Debug, Default)]
pub struct Pace {
    chats: HashMap<(Platform, String), DateTime<Utc>>,
    typing: HashMap<(Platform, String, Option<String>), DateTime<Utc>>,
    /// When a group was last posted to, oldest first, at most [`GROUP_MOST`].
    groups: HashMap<String, VecDeque<DateTime<Utc>>>,
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
        let step = TimeDelta::seconds(1);
        let burst = match (place.platform, place.kind) {
            (Platform::Telegram, ChatKind::Direct) => BURST,
            (Platform::Telegram, ChatKind::Group) => {
                self.room_in_group(&place.chat, now)?;
                GROUP_BURST
            }
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
        if place.kind == ChatKind::Group {
            self.groups.entry(place.chat.clone()).or_default().push_back(now);
        }
        Ok(())
    }

    /// Whether a group takes one more in the present stretch, or when it does.
    fn room_in_group(&mut self, chat: &str, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        // A post in the future is a clock that was ahead; it must not silence the group.
        let counts = |at: &DateTime<Utc>| *at <= now && *at + GROUP_STRETCH > now;
        if self.groups.len() > MOST {
            self.groups.retain(|_, posts| posts.iter().any(counts));
        }
        let Some(posts) = self.groups.get_mut(chat) else { return Ok(()) };
        posts.retain(counts);
        match posts.front() {
            Some(first) if posts.len() >= GROUP_MOST => Err(*first + GROUP_STRETCH),
            Some(_) | None => Ok(()),
        }
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

    #[test]
    fn no_minute_of_a_group_holds_twenty() {
        let group = |chat: &str| Place {
            platform: Platform::Telegram,
            bot: "1".into(),
            chat: chat.into(),
            thread: None,
            kind: ChatKind::Group,
            title: None,
        };
        let (mut pace, mut now) = (Pace::default(), DateTime::UNIX_EPOCH);
        let mut posts = Vec::new();
        while posts.len() < 60 {
            match pace.take(&group("-5"), now) {
                Ok(()) => posts.push(now),
                Err(at) => {
                    assert!(at > now && at - now <= GROUP_STRETCH);
                    assert!(pace.take(&group(&format!("other{}", posts.len())), now).is_ok(), "others are not held up");
                    now = at;
                }
            }
        }
        let within =
            |from: DateTime<Utc>, long: TimeDelta| posts.iter().filter(move |p| **p >= from && **p < from + long);
        assert!(posts.iter().all(|from| within(*from, TimeDelta::seconds(60)).count() < 20));
        assert!(posts.iter().all(|from| within(*from, TimeDelta::seconds(1)).count() <= 3));
        assert!(now - DateTime::UNIX_EPOCH < TimeDelta::minutes(4));
        let back = DateTime::UNIX_EPOCH - TimeDelta::hours(1);
        assert!(pace.take(&group("-5"), back).is_err_and(|at| at - back <= TimeDelta::seconds(2)), "a clock set back");
    }
}
