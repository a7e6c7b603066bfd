//! Discord's rate limits and our circuit breakers, as a table that is asked before each call and told each answer. It
//! never waits and never calls (platform-facts D10 to D12).

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// Requests per second for the whole bot (platform-facts D10).
const GLOBAL_PER_SECOND: usize = 50;
/// Invalid requests we allow ourselves in [`INVALID_WINDOW`]; Discord bans above 10 000 (platform-facts D12).
const INVALID_BUDGET: usize = 100;
const INVALID_WINDOW: Duration = Duration::from_secs(600);
/// How long a chat that refused us is left alone.
const PAUSE: Duration = Duration::from_secs(600);
/// Above this many remembered buckets the expired ones are forgotten.
const MANY: usize = 1024;

/// What stands in the way of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Barrier {
    /// Not before this time has passed.
    Wait(Duration),
    /// The chat refused us a moment ago, for this reason.
    Paused(String),
    /// The token was refused; nothing may be called any more.
    Stopped,
}

/// One route of one channel, guild or webhook: limits are counted apart for each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bucket {
    /// The route as a template, such as "POST messages".
    pub route: &'static str,
    /// The top-level resource: a channel, application or webhook id.
    pub major: String,
}

/// What an answer said about limits.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    /// `X-RateLimit-Bucket`: routes of one name share their limit.
    pub name: Option<String>,
    /// `X-RateLimit-Remaining`.
    pub remaining: Option<u32>,
    /// `X-RateLimit-Reset-After`.
    pub reset_after: Option<Duration>,
    /// `retry_after` of a 429.
    pub retry_after: Option<Duration>,
    /// The 429 is for the whole bot.
    pub global: bool,
    /// An answer that counts against the invalid-request budget.
    pub invalid: bool,
    /// The bot token was refused.
    pub unauthorized: bool,
}

#[derive(Debug)]
struct Count {
    remaining: u32,
    fresh_at: Instant,
    blocked_until: Instant,
}

/// All limits known at this moment.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    names: HashMap<&'static str, String>,
    counts: HashMap<(String, String), Count>,
    recent: VecDeque<Instant>,
    invalid: VecDeque<Instant>,
    global_until: Option<Instant>,
    paused: HashMap<String, (Instant, String)>,
    stopped: bool,
}

impl Limits {
    /// Admits a call and counts it, or says what stands in its way. Interaction routes (`free`) are exempt
    /// from the global limit.
    pub(super) fn admit(&mut self, bucket: &Bucket, free: bool, now: Instant) -> Result<(), Barrier> {
        if self.stopped && !free {
            return Err(Barrier::Stopped);
        }
        if let Some((until, reason)) = self.paused.get(&bucket.major) {
            if *until > now {
                return Err(Barrier::Paused(reason.clone()));
            }
            self.paused.remove(&bucket.major);
        }
        forget_before(&mut self.invalid, now, INVALID_WINDOW);
        if !free && self.invalid.len() >= INVALID_BUDGET {
            let oldest = self.invalid.front().copied().unwrap_or(now);
            return Err(Barrier::Wait((oldest + INVALID_WINDOW).saturating_duration_since(now)));
        }
        if let Some(until) = self.global_until.filter(|until| *until > now && !free) {
            return Err(Barrier::Wait(until - now));
        }
        forget_before(&mut self.recent, now, Duration::from_secs(1));
        if !free && self.recent.len() >= GLOBAL_PER_SECOND {
            return Err(Barrier::Wait(Duration::from_secs(1)));
        }
        let key = self.key(bucket);
        if let Some(count) = self.counts.get_mut(&key) {
            if count.blocked_until > now {
                return Err(Barrier::Wait(count.blocked_until - now));
            }
            if count.fresh_at > now {
                match count.remaining.checked_sub(1) {
                    Some(left) => count.remaining = left,
                    None => return Err(Barrier::Wait(count.fresh_at - now)),
                }
            }
        }
        if !free {
            self.recent.push_back(now);
        }
        Ok(())
    }

    /// Learns from an answer.
    pub(crate) fn learn(&mut self, bucket: &Bucket, seen: &Seen, now: Instant) {
        self.stopped |= seen.unauthorized;
        if seen.invalid {
            self.invalid.push_back(now);
        }
        if let Some(name) = &seen.name {
            self.names.insert(bucket.route, name.clone());
        }
        if self.counts.len() > MANY {
            self.counts.retain(|_, c| c.fresh_at > now || c.blocked_until > now);
            self.paused.retain(|_, (until, _)| *until > now);
        }
        if seen.global {
            self.global_until = seen.retry_after.map(|after| now + after);
            return;
        }
        let key = self.key(bucket);
        if let Some(after) = seen.retry_after {
            let count = self.counts.entry(key).or_insert(Count { remaining: 0, fresh_at: now, blocked_until: now });
            count.blocked_until = now + after;
        } else if let (Some(remaining), Some(after)) = (seen.remaining, seen.reset_after) {
            let blocked_until = self.counts.get(&key).map_or(now, |c| c.blocked_until);
            // Calls under way were counted when admitted: a late answer may not give them back.
            let remaining = match self.counts.get(&key) {
                Some(known) if known.fresh_at > now => known.remaining.min(remaining),
                _ => remaining,
            };
            self.counts.insert(key, Count { remaining, fresh_at: now + after, blocked_until });
        }
    }

    /// Leaves a chat alone for a while: it refused us.
    pub(crate) fn pause(&mut self, major: &str, reason: &str, now: Instant) {
        self.paused.insert(major.to_owned(), (now + PAUSE, reason.to_owned()));
    }

    /// Somebody wrote in the chat, or changed it: it may be tried again. Gives whether it was left alone.
    pub(crate) fn reopen(&mut self, major: &str) -> bool {
        self.paused.remove(major).is_some()
    }

    fn key(&self, bucket: &Bucket) -> (String, String) {
        let name = self.names.get(bucket.route).map_or(bucket.route, String::as_str);
        (name.to_owned(), bucket.major.clone())
    }
}

fn forget_before(times: &mut VecDeque<Instant>, now: Instant, window: Duration) {
    while times.front().is_some_and(|at| now.saturating_duration_since(*at) >= window) {
        times.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::send::rate_limits::*;

    fn bucket(major: &str) -> Bucket {
        Bucket { route: "POST messages", major: major.to_owned() }
    }

    #[test]
    fn an_empty_bucket_waits_for_its_reset_and_others_go_on() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        let seen = Seen { remaining: Some(1), reset_after: Some(Duration::from_secs(4)), ..Seen::default() };
        assert_eq!(limits.admit(&bucket("a"), false, now), Ok(()));
        limits.learn(&bucket("a"), &seen, now);
        assert_eq!(limits.admit(&bucket("a"), false, now), Ok(()));
        assert_eq!(limits.admit(&bucket("a"), false, now), Err(Barrier::Wait(Duration::from_secs(4))));
        assert_eq!(limits.admit(&bucket("b"), false, now), Ok(()));
        assert_eq!(limits.admit(&bucket("a"), false, now + Duration::from_secs(4)), Ok(()));
    }

    #[test]
    fn a_wait_of_the_whole_bot_holds_up_no_free_call() {
        let (mut limits, now, wait) = (Limits::default(), Instant::now(), Duration::from_secs(9));
        limits.learn(&bucket("a"), &Seen { global: true, retry_after: Some(wait), ..Seen::default() }, now);
        assert_eq!(limits.admit(&bucket("b"), false, now), Err(Barrier::Wait(wait)));
        assert_eq!(limits.admit(&bucket("b"), true, now), Ok(()));
    }

    #[test]
    fn invalid_requests_have_a_budget() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        for _ in 0..INVALID_BUDGET {
            limits.learn(&bucket("a"), &Seen { invalid: true, ..Seen::default() }, now);
        }
        assert_eq!(limits.admit(&bucket("b"), false, now), Err(Barrier::Wait(INVALID_WINDOW)));
        assert_eq!(limits.admit(&bucket("b"), false, now + INVALID_WINDOW), Ok(()));
    }

    #[test]
    fn fifty_calls_a_second_and_a_refused_token_ends_everything() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        for _ in 0..GLOBAL_PER_SECOND {
            assert_eq!(limits.admit(&bucket("a"), false, now), Ok(()));
        }
        assert!(matches!(limits.admit(&bucket("a"), false, now), Err(Barrier::Wait(_))));
        limits.learn(&bucket("a"), &Seen { unauthorized: true, ..Seen::default() }, now);
        assert_eq!(limits.admit(&bucket("b"), false, now), Err(Barrier::Stopped));
    }
}
