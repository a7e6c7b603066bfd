//! The pace of posts, so that the platforms' documented rates are kept without waiting for their refusals
//! (platform-facts T29: 1 a second in a chat, 20 a minute in a group, about 30 a second overall; bursts are tolerated, how
//! long is not said). In a chat no burst is counted on: one answer goes at once, a second one waits its second. The limit
//! overall is about notifications in bulk; what answers somebody who has just written may run ahead of it for a while,
//! until Telegram asks to wait for the first time. Edits are not named there and are not counted; progress keeps its own
//! distance.

use crate::ports::trial::planted;
use crate::secretary::ids::RoomId;
use crate::secretary::message::inbound::{ChatKind, Place, Platform};
use crate::secretary::ticket::effect::Class;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// Between two posts to a chat: a little over a second, since the way there shifts them against each other.
const STEP: TimeDelta = TimeDelta::milliseconds(1_100);
/// Posts to all chats in any stretch of this length: less than Telegram's 30 a second.
const MOST_AT_ONCE: usize = 25;
const AT_ONCE: TimeDelta = TimeDelta::seconds(1);
/// Answers that may run ahead of that pace, and how long it takes to earn one of them back.
const AHEAD: i32 = 1_000;
const EARNED: TimeDelta = TimeDelta::milliseconds(40);
/// How long nothing runs ahead after Telegram asked to wait.
const CAREFUL: TimeDelta = TimeDelta::minutes(10);
/// Posts in any stretch of this length in a group: less than Telegram's 20 a minute, since neither the way there nor
/// its clock is ours.
const GROUP_MOST: usize = 18;
const GROUP_STRETCH: TimeDelta = TimeDelta::seconds(62);
/// A typing sign lives five seconds (platform-facts T35): one each four is enough, however many tickets are thought about.
const TYPING: TimeDelta = TimeDelta::milliseconds(3_900);
/// Chats remembered; older ones are forgotten when there are more.
const MOST: usize = 5_000;
/// A clock that goes back by more than this was set back.
const SET_BACK: TimeDelta = TimeDelta::seconds(1);

/// When each chat was posted to last.
#[derive(Debug, Default)]
pub struct Pace {
    chats: HashMap<String, DateTime<Utc>>,
    /// When a group was last posted to, oldest first, at most [`GROUP_MOST`].
    groups: HashMap<String, VecDeque<DateTime<Utc>>>,
    overall: Overall,
    /// Of the rooms that keep a pace: the first moment for a post that is not written yet.
    rooms: HashMap<RoomId, DateTime<Utc>>,
    typing: HashMap<(Platform, String, Option<String>), DateTime<Utc>>,
    now: DateTime<Utc>,
}

/// The pace of all chats together.
#[derive(Debug, Default)]
struct Overall {
    /// The latest posts, also those that have their moment ahead, in order, at most [`MOST_AT_ONCE`].
    latest: VecDeque<DateTime<Utc>>,
    /// Moments given to posts that had to wait, so that each waits once, in the order they came.
    booked: HashMap<String, DateTime<Utc>>,
    /// How many answers ran ahead and are not earned back yet, and until when that is reckoned.
    ahead: i32,
    reckoned: DateTime<Utc>,
    careful: Option<DateTime<Utc>>,
    held: Option<DateTime<Utc>>,
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

    /// When a post that is being written has its turn in its room, so that it need not be tried before: of a room not
    /// posted to lately, at once.
    pub fn turn(&mut self, room: &RoomId, due: DateTime<Utc>) -> DateTime<Utc> {
        let Some(next) = self.rooms.get_mut(room) else { return due };
        let turn = due.max(*next);
        *next = turn + STEP;
        turn
    }

    /// Takes one post's worth for the post of this name, or tells when there is room for it; asked again then, under the
    /// same name, it goes.
    ///
    /// # Errors
    /// The moment to ask again.
    pub fn take(
        &mut self,
        post: &str,
        (room, place): (&RoomId, &Place),
        class: Class,
        now: DateTime<Utc>,
    ) -> Result<(), DateTime<Utc>> {
        if place.platform != Platform::Telegram || planted::is("no-pace") {
            // Discord's buckets are obeyed by its adapter from the headers; the web chat has none.
            return Ok(());
        }
        if now + SET_BACK < self.now {
            // What is known lies in the future now, and must not silence anybody.
            *self = Self { typing: std::mem::take(&mut self.typing), ..Self::default() };
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

    /// Telegram asked to wait this long, or does not work: nothing runs ahead of the pace for a while. If answers ran
    /// ahead just now, the wait is meant for all chats.
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

    /// Whether a group takes one more in the present stretch, or when it does.
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
            // Their posts were dropped meanwhile.
            self.booked.retain(|_, at| *at + GROUP_STRETCH > now);
        }
        let free = match self.latest.front() {
            Some(first) if self.latest.len() >= MOST_AT_ONCE => (*first + AT_ONCE).max(begin),
            Some(_) | None => begin,
        };
        // Nobody overtakes those who wait already, but for answers that run ahead. Those who wait go one by one, so that a
        // little delay of some does not put two bursts into one second.
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

    /// How many answers are ahead of the pace by now.
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

    /// When a hundred posts go that all want to go now, each asking again when it was told to.
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
