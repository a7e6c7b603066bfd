//! The outbound rate limit, so that the documented rates of the platforms are kept without waiting for refusals
//! (platform-facts T29: 1 a second in a chat, 20 a minute in a group, about 30 a second overall; bursts are
//! tolerated, how long is not said). A chat gets no bursts: one answer goes at once, the second one waits a second.
//! The overall limit concerns bulk notifications; answers to recent messages may exceed it until Telegram first asks
//! to wait. Edits are not limited there and are not counted; progress keeps its own distance.

use crate::ports::trial::planted;
use crate::secretary::effect::Class;
use crate::secretary::ids::RoomId;
use crate::secretary::inbound::{ChatKind, Place, Platform};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// Time between two posts to a chat: a little over a second, since network delays shift them against each other.
const STEP: TimeDelta = TimeDelta::milliseconds(1_100);
/// The most posts to all chats in a window of this length: less than Telegram's 30 a second.
const MOST_AT_ONCE: usize = 25;
const AT_ONCE: TimeDelta = TimeDelta::seconds(1);
/// The most answers above the overall limit, and the time after which one of them no longer counts.
const AHEAD: i32 = 1_000;
const EARNED: TimeDelta = TimeDelta::milliseconds(40);
/// How long no answer exceeds the limit after Telegram asked to wait.
const CAREFUL: TimeDelta = TimeDelta::minutes(10);
/// The most posts in a window of this length in a group: less than Telegram's 20 a minute, since neither the network
/// nor Telegram's clock is ours.
const GROUP_MOST: usize = 18;
const GROUP_STRETCH: TimeDelta = TimeDelta::seconds(62);
/// A typing sign lasts five seconds (platform-facts T35): one in four seconds is enough, however many tickets think.
const TYPING: TimeDelta = TimeDelta::milliseconds(3_900);
/// The most chats remembered; the oldest are forgotten.
const MOST: usize = 5_000;
/// How long a receipt is remembered at least, while its message is tried again.
const RECEIPT: TimeDelta = TimeDelta::hours(1);
/// A clock that jumps back by more than this was set back.
const SET_BACK: TimeDelta = TimeDelta::seconds(1);

/// When each chat got its last post.
#[derive(Debug, Default)]
pub struct Pace {
    chats: HashMap<String, DateTime<Utc>>,
    /// The last posts to each group, oldest first, at most [`GROUP_MOST`].
    groups: HashMap<String, VecDeque<DateTime<Utc>>>,
    overall: Overall,
    /// The first free moment of each limited room for a post that is not written yet.
    rooms: HashMap<RoomId, DateTime<Utc>>,
    typing: HashMap<(Platform, String, Option<String>), DateTime<Utc>>,
    /// When each message got its receipt.
    receipts: HashMap<(Platform, String, String), DateTime<Utc>>,
    now: DateTime<Utc>,
}

/// The overall limit of all chats.
#[derive(Debug, Default)]
struct Overall {
    /// The latest posts including booked ones, in order, at most [`MOST_AT_ONCE`].
    latest: VecDeque<DateTime<Utc>>,
    /// Booked moments of posts that had to wait, so that each waits once, in the order of arrival.
    booked: HashMap<String, DateTime<Utc>>,
    /// The number of answers above the limit that still count, and the time of that number.
    ahead: i32,
    reckoned: DateTime<Utc>,
    careful: Option<DateTime<Utc>>,
    held: Option<DateTime<Utc>>,
}

impl Pace {
    /// Whether a message has no receipt yet. From now on it has one, even if the platform refuses it.
    pub fn owes_receipt(&mut self, place: &Place, message: &str, now: DateTime<Utc>) -> bool {
        if self.receipts.len() > MOST {
            self.receipts.retain(|_, at| *at + RECEIPT > now);
        }
        self.receipts.insert((place.platform, place.chat.clone(), message.to_owned()), now).is_none()
    }

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

    /// When a new post has its turn in its room, so that it is not tried earlier. At once in a room without recent
    /// posts.
    pub fn turn(&mut self, room: &RoomId, due: DateTime<Utc>) -> DateTime<Utc> {
        let Some(next) = self.rooms.get_mut(room) else { return due };
        let turn = due.max(*next);
        *next = turn + STEP;
        turn
    }

    /// Admits the post of this name, or says when there is room. A second request at that time under the same name is
    /// admitted.
    ///
    /// # Errors
    /// The time to ask again.
    pub fn take(
        &mut self,
        post: &str,
        (room, place): (&RoomId, &Place),
        class: Class,
        now: DateTime<Utc>,
    ) -> Result<(), DateTime<Utc>> {
        if place.platform != Platform::Telegram || planted::is("no-pace") {
            // The Discord adapter obeys the buckets of the headers; the web chat has no limit.
            return Ok(());
        }
        if now + SET_BACK < self.now {
            // After the clock was set back the remembered times lie in the future and must not block posts.
            let (typing, receipts) = (std::mem::take(&mut self.typing), std::mem::take(&mut self.receipts));
            *self = Self { typing, receipts, ..Self::default() };
        }
        self.now = now;
        if self.chats.len() > MOST {
            self.chats.retain(|_, at| *at + STEP > now);
        }
        if self.rooms.len() > MOST {
            self.rooms.retain(|_, next| *next > now);
        }
        if let Some(last) = self.chats.get(&place.chat).filter(|at| **at + STEP > now) {
            return Err(*last + STEP);
        }
        if place.kind == ChatKind::Group {
            self.room_in_group(&place.chat, now)?;
        }
        self.overall.take(post, matches!(class, Class::Receipt | Class::Answer), now)?;
        self.chats.insert(place.chat.clone(), now);
        let next = self.rooms.entry(room.clone()).or_default();
        *next = (now + STEP).max(*next);
        if place.kind == ChatKind::Group {
            self.groups.entry(place.chat.clone()).or_default().push_back(now);
        }
        Ok(())
    }

    /// Telegram asked to wait or does not work: no answer exceeds the limit for a while. If answers exceeded it just
    /// now, the wait applies to all chats.
    pub fn careful(&mut self, place: &Place, wait: Duration, now: DateTime<Utc>) {
        if place.platform != Platform::Telegram {
            return;
        }
        self.overall.careful = Some(now + CAREFUL);
        if self.overall.ahead_at(now) > 0 {
            let wait = TimeDelta::from_std(wait).unwrap_or(CAREFUL).min(CAREFUL);
            self.overall.held = self.overall.held.max(Some(now + wait));
        }
    }

    /// Whether a group has room for one more post, or when it has.
    fn room_in_group(&mut self, chat: &str, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        let counts = |at: &DateTime<Utc>| *at + GROUP_STRETCH > now;
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

impl Overall {
    fn take(&mut self, post: &str, answers: bool, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        let begin = self.held.filter(|until| *until > now).unwrap_or(now);
        if let Some(at) = self.booked.get(post).copied() {
            if at.max(begin) > now {
                return Err(at.max(begin));
            }
            self.booked.remove(post);
            return Ok(());
        }
        if self.booked.len() > MOST {
            // Removes bookings whose posts were dropped.
            self.booked.retain(|_, at| *at + GROUP_STRETCH > now);
        }
        let free = match self.latest.front() {
            Some(first) if self.latest.len() >= MOST_AT_ONCE => (*first + AT_ONCE).max(begin),
            Some(_) | None => begin,
        };
        // Nobody passes those who wait, except answers above the limit. Waiting posts go one by one, so that a small
        // delay of some does not put two bursts into one second.
        let at =
            self.latest.back().filter(|last| free > now || **last > now).map_or(free, |last| free.max(*last + EARNED));
        if at > now && begin <= now && answers && self.runs_ahead(now) {
            return Ok(());
        }
        self.latest.push_back(at);
        if self.latest.len() > MOST_AT_ONCE {
            self.latest.pop_front();
        }
        if at <= now {
            return Ok(());
        }
        self.booked.insert(post.to_owned(), at);
        Err(at)
    }

    fn runs_ahead(&mut self, now: DateTime<Utc>) -> bool {
        if self.careful.is_some_and(|until| until > now) {
            return false;
        }
        if self.ahead_at(now) >= AHEAD {
            return false;
        }
        self.ahead += 1;
        true
    }

    /// The number of answers that are above the limit now.
    fn ahead_at(&mut self, now: DateTime<Utc>) -> i32 {
        let earned = (now - self.reckoned).num_milliseconds() / EARNED.num_milliseconds();
        let earned = i32::try_from(earned).unwrap_or(AHEAD);
        if earned > 0 {
            self.ahead = self.ahead.saturating_sub(earned).max(0);
            self.reckoned = now;
        }
        self.ahead
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::outbox::rate_limit::*;

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

    fn try_one(
        pace: &mut Pace,
        name: &str,
        place: &Place,
        class: Class,
        now: DateTime<Utc>,
    ) -> Result<(), DateTime<Utc>> {
        pace.take(name, (&RoomId::new(place.chat.clone()), place), class, now)
    }

    fn take(pace: &mut Pace, chat: &str, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        try_one(pace, &format!("{chat} at {now}"), &direct(chat), Class::Must, now)
    }

    #[test]
    fn one_post_goes_at_once_and_a_burst_one_a_second() {
        let (mut pace, start) = (Pace::default(), DateTime::UNIX_EPOCH);
        let mut now = start;
        for _ in 0..5 {
            assert!(take(&mut pace, "2", now).is_ok());
            assert!(take(&mut pace, &now.timestamp_millis().to_string(), now).is_ok(), "others are not held up");
            let at = take(&mut pace, "2", now).unwrap_err();
            assert!(at - now >= TimeDelta::seconds(1) && at - now < TimeDelta::seconds(2));
            now = at;
        }
        assert!(now - start < TimeDelta::seconds(6));
        assert!(take(&mut pace, "2", start).is_ok(), "a clock set back");
    }

    /// The times of a hundred posts that are all due now, where each asks again when it was told to.
    fn bulk(pace: &mut Pace, class: Class, now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
        let mut gone = Vec::new();
        for chat in 0..100 {
            let (name, place) = (format!("{class:?} {chat}"), direct(&format!("{class:?} {chat}")));
            match try_one(pace, &name, &place, class, now) {
                Ok(()) => gone.push(now),
                Err(at) => {
                    assert!(at > now);
                    gone.push(at);
                }
            }
        }
        for (chat, at) in gone.iter().enumerate().filter(|(_, at)| **at > now) {
            let (name, place) = (format!("{class:?} {chat}"), direct(&format!("{class:?} {chat}")));
            assert_eq!(try_one(pace, &name, &place, class, *at), Ok(()), "it waits once");
        }
        gone
    }

    fn within(posts: &[DateTime<Utc>], from: DateTime<Utc>, long: TimeDelta) -> usize {
        posts.iter().filter(|at| **at >= from && **at < from + long).count()
    }

    #[test]
    fn no_second_of_a_hundred_notifications_holds_thirty() {
        let (mut pace, now) = (Pace::default(), DateTime::UNIX_EPOCH);
        let gone = bulk(&mut pace, Class::Must, now);
        assert!(gone.iter().all(|from| within(&gone, *from, AT_ONCE) <= MOST_AT_ONCE));
        assert!(gone.iter().max().is_some_and(|last| *last - now < TimeDelta::seconds(5)));
    }

    #[test]
    fn answers_run_ahead_until_telegram_asks_to_wait() {
        let (mut pace, now) = (Pace::default(), DateTime::UNIX_EPOCH);
        assert!(bulk(&mut pace, Class::Receipt, now).iter().all(|at| *at == now));
        let later = now + TimeDelta::minutes(1);
        pace.careful(&direct("1"), Duration::from_secs(3), later);
        assert!(take(&mut pace, "one alone", later).is_ok(), "it was that chat's own wait");
        let later = later + TimeDelta::minutes(11);
        assert!(bulk(&mut pace, Class::Receipt, later).iter().all(|at| *at == later));
        pace.careful(&direct("1"), Duration::from_secs(3), later);
        assert_eq!(take(&mut pace, "after a burst", later), Err(later + TimeDelta::seconds(3)), "all wait");
        let gone = bulk(&mut pace, Class::Answer, later);
        assert!(gone.iter().all(|from| within(&gone, *from, AT_ONCE) <= MOST_AT_ONCE));
        let calm = later + CAREFUL;
        let ahead = (0..2_000)
            .filter(|n| try_one(&mut pace, &format!("n{n}"), &direct(&format!("c{n}")), Class::Receipt, calm).is_ok())
            .count();
        assert_eq!(i32::try_from(ahead).ok(), Some(AHEAD + 25), "not without end");
    }

    #[test]
    fn what_is_written_has_its_turn_after_what_was_sent() {
        let (mut pace, now, room) = (Pace::default(), DateTime::UNIX_EPOCH, RoomId::new("2"));
        assert_eq!(pace.turn(&room, now), now, "nothing is known of it");
        assert!(take(&mut pace, "2", now).is_ok());
        let second = pace.turn(&room, now);
        assert_eq!((second, pace.turn(&room, now)), (now + STEP, now + STEP + STEP));
        assert!(take(&mut pace, "2", second).is_ok(), "it is not put off when its turn comes");
        let later = now + TimeDelta::minutes(1);
        assert_eq!(pace.turn(&room, later), later);
    }

    #[test]
    fn each_message_gets_one_receipt() {
        let (mut pace, now) = (Pace::default(), DateTime::UNIX_EPOCH);
        assert!(pace.owes_receipt(&direct("2"), "7", now) && pace.owes_receipt(&direct("2"), "8", now));
        assert!(pace.owes_receipt(&direct("3"), "7", now), "ids are those of a chat");
        assert!(!pace.owes_receipt(&direct("2"), "7", now + RECEIPT), "it is tried again and again");
        for n in 0..=MOST {
            pace.owes_receipt(&direct("4"), &n.to_string(), now + RECEIPT * 3);
        }
        assert!(pace.owes_receipt(&direct("2"), "8", now + RECEIPT * 3), "the oldest are forgotten");
    }

    #[test]
    fn no_minute_of_a_group_holds_twenty() {
        let group = |chat: &str| Place { kind: ChatKind::Group, ..direct(chat) };
        let (mut pace, mut now) = (Pace::default(), DateTime::UNIX_EPOCH);
        let mut posts = Vec::new();
        while posts.len() < 60 {
            match try_one(&mut pace, &posts.len().to_string(), &group("-5"), Class::Must, now) {
                Ok(()) => posts.push(now),
                Err(at) => {
                    assert!(at > now && at - now <= GROUP_STRETCH);
                    let other = format!("other {}", posts.len());
                    assert!(
                        try_one(&mut pace, &other, &group(&other), Class::Must, now).is_ok(),
                        "others are not held up"
                    );
                    now = at;
                }
            }
        }
        assert!(posts.iter().all(|from| within(&posts, *from, TimeDelta::seconds(60)) < 20));
        assert!(posts.iter().all(|from| within(&posts, *from, TimeDelta::seconds(1)) == 1));
        assert!(now - DateTime::UNIX_EPOCH < TimeDelta::minutes(4));
        let back = DateTime::UNIX_EPOCH - TimeDelta::hours(1);
        assert!(try_one(&mut pace, "back", &group("-5"), Class::Must, back).is_ok(), "a clock set back");
    }
}
