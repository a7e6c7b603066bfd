//! The flood limits (platform-facts T29): per chat, per group, overall, and the memory of every `retry_after` given.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

const GROUP_WINDOW: Duration = Duration::from_secs(60);
const GROUP_LIMIT: usize = 20;
const OVERALL_WINDOW: Duration = Duration::from_secs(1);
const OVERALL_LIMIT: usize = 30;

/// Whom a `retry_after` binds: a method, and a chat if the call had one. No method means every send to the chat.
type Scope = (Option<String>, Option<i64>);

#[derive(Debug)]
pub(crate) struct Rates {
    pub enforced: bool,
    /// Messages a chat takes at once before the limit of one a second counts.
    pub burst: f64,
    buckets: BTreeMap<i64, (f64, Duration)>,
    groups: BTreeMap<i64, VecDeque<Duration>>,
    overall: VecDeque<Duration>,
    not_before: BTreeMap<Scope, Duration>,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            enforced: false,
            burst: 3.0,
            buckets: BTreeMap::new(),
            groups: BTreeMap::new(),
            overall: VecDeque::new(),
            not_before: BTreeMap::new(),
        }
    }
}

fn forget(times: &mut VecDeque<Duration>, now: Duration, window: Duration) {
    while times.front().is_some_and(|t| *t + window <= now) {
        times.pop_front();
    }
}

fn whole_seconds(wait: Duration) -> u64 {
    (wait.as_millis().div_ceil(1000) as u64).max(1)
}

impl Rates {
    /// Remembers that this method (with this chat) was told to wait.
    pub(crate) fn hold(&mut self, method: &str, chat: Option<i64>, until: Duration) {
        self.not_before
            .insert((Some(method.to_owned()), chat), until);
    }

    /// How much too early a call is, after an earlier 429.
    pub(crate) fn early(
        &self,
        method: &str,
        chat: Option<i64>,
        send: bool,
        now: Duration,
    ) -> Option<Duration> {
        let own = self.not_before.get(&(Some(method.to_owned()), chat));
        let of_chat = chat
            .filter(|_| send)
            .and_then(|c| self.not_before.get(&(None, Some(c))));
        let all = Some(())
            .filter(|()| send)
            .and_then(|()| self.not_before.get(&(None, None)));
        let until = [own, of_chat, all].into_iter().flatten().max()?;
        until.checked_sub(now).filter(|left| !left.is_zero())
    }

    /// Counts one send; the seconds to wait when a limit is reached (then it is not counted).
    pub(crate) fn send(&mut self, chat: i64, group: bool, now: Duration) -> Option<u64> {
        if !self.enforced {
            return None;
        }
        forget(&mut self.overall, now, OVERALL_WINDOW);
        if self.overall.len() >= OVERALL_LIMIT {
            self.not_before.insert((None, None), now + OVERALL_WINDOW);
            return Some(1);
        }
        let (tokens, last) = self
            .buckets
            .get(&chat)
            .copied()
            .unwrap_or((self.burst, now));
        let passed = now.saturating_sub(last).as_secs_f64();
        let tokens = (tokens + passed).min(self.burst);
        let times = self.groups.entry(chat).or_default();
        forget(times, now, GROUP_WINDOW);
        let wait = if tokens < 1.0 {
            Some(Duration::from_secs_f64(1.0 - tokens))
        } else if group && times.len() >= GROUP_LIMIT {
            times
                .front()
                .map(|t| (*t + GROUP_WINDOW).saturating_sub(now))
        } else {
            None
        };
        if let Some(wait) = wait {
            let seconds = whole_seconds(wait);
            self.buckets.insert(chat, (tokens, now));
            self.not_before
                .insert((None, Some(chat)), now + Duration::from_secs(seconds));
            return Some(seconds);
        }
        self.buckets.insert(chat, (tokens - 1.0, now));
        times.push_back(now);
        self.overall.push_back(now);
        None
    }
}
