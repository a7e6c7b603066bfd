//! The pace of posts per chat, so that the platforms' documented rates are kept without waiting for
//! their refusals (platform-facts T29: 1 a second in a chat, 20 a minute in a group, 30 a second overall). That bursts
//! are tolerated is documented without a figure, so none is counted on: one answer goes at once, a second one waits its
//! second. Edits are not named there and are not counted; progress keeps its own distance.

use crate::secretary::inbound::{ChatKind, Place, Platform};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{HashMap, VecDeque};

/// Between two posts to a chat: a little over a second, since the way there shifts them against each other.
const STEP: TimeDelta = TimeDelta::milliseconds(1_100);
/// Posts to all chats in any stretch of this length: less than Telegram's 30 a second.
const MOST_AT_ONCE: usize = 25;
const AT_ONCE: TimeDelta = TimeDelta::seconds(1);
/// Posts in any stretch of this length in a group: less than Telegram's 20 a minute, since neither the way there nor
/// its clock is ours.
const GROUP_MOST: usize = 18;
const GROUP_STRETCH: TimeDelta = TimeDelta::seconds(62);
/// A typing sign lives five seconds (platform-facts T35): one each four is enough, however many tickets are thought about.
const TYPING: TimeDelta = TimeDelta::milliseconds(3_900);
/// Chats remembered; older ones are forgotten when there are more.
const MOST: usize = 5_000;

/// When each chat was posted to last.
#[derive(Debug, Default)]
pub struct Pace {
    chats: HashMap<String, DateTime<Utc>>,
    /// The latest posts to all chats, oldest first, at most [`MOST_AT_ONCE`].
    latest: VecDeque<DateTime<Utc>>,
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
        if place.platform != Platform::Telegram {
            // Discord's buckets are obeyed by its adapter from the headers; the web chat has none.
            return Ok(());
        }
        // A post in the future is a clock that was ahead; it must not silence anybody.
        let fresh = |at: &DateTime<Utc>, long: TimeDelta| *at <= now && *at + long > now;
        if self.chats.len() > MOST {
            self.chats.retain(|_, at| fresh(at, STEP));
        }
        if let Some(last) = self.chats.get(&place.chat).filter(|at| fresh(at, STEP)) {
            return Err(*last + STEP);
        }
        if place.kind == ChatKind::Group {
            self.room_in_group(&place.chat, now)?;
        }
        self.latest.retain(|at| fresh(at, AT_ONCE));
        if let Some(first) = self.latest.front().filter(|_| self.latest.len() >= MOST_AT_ONCE) {
            return Err(*first + AT_ONCE);
        }
        self.latest.push_back(now);
        self.chats.insert(place.chat.clone(), now);
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

    fn direct(chat: &str) -> Place {
        Place {
            platform: Platform::Telegram,
            bot: "1".into(),
            chat: chat.into(),
            thread: None,
            kind: ChatKind::Direct,
            title: None,
        }
    }

    #[test]
    fn one_post_goes_at_once_and_a_burst_one_a_second() {
        let (mut pace, start) = (Pace::default(), DateTime::UNIX_EPOCH);
        let mut now = start;
        for _ in 0..5 {
            assert!(pace.take(&direct("2"), now).is_ok());
            assert!(pace.take(&direct(&now.timestamp_millis().to_string()), now).is_ok(), "others are not held up");
            let at = pace.take(&direct("2"), now).unwrap_err();
            assert!(at - now >= TimeDelta::seconds(1) && at - now < TimeDelta::seconds(2));
            now = at;
        }
        assert!(now - start < TimeDelta::seconds(6));
        assert!(pace.take(&direct("2"), start).is_ok(), "a clock set back");
    }

    #[test]
    fn no_second_holds_thirty() {
        let (mut pace, now) = (Pace::default(), DateTime::UNIX_EPOCH);
        let gone = (0..40).filter(|n| pace.take(&direct(&n.to_string()), now).is_ok()).count();
        assert_eq!(gone, MOST_AT_ONCE);
        assert_eq!(pace.take(&direct("x"), now), Err(now + AT_ONCE));
        assert!(pace.take(&direct("x"), now + AT_ONCE).is_ok());
    }

    #[test]
    fn no_minute_of_a_group_holds_twenty() {
        let group = |chat: &str| Place { kind: ChatKind::Group, ..direct(chat) };
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
        assert!(posts.iter().all(|from| within(*from, TimeDelta::seconds(1)).count() == 1));
        assert!(now - DateTime::UNIX_EPOCH < TimeDelta::minutes(4));
        let back = DateTime::UNIX_EPOCH - TimeDelta::hours(1);
        assert!(pace.take(&group("-5"), back).is_ok(), "a clock set back");
    }
}
