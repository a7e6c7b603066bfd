//! The `getUpdates` loop. The next call confirms a batch, and it is made only after the intake has stored the batch
//! (platform-facts T3, T60). The intake drops known updates (T5).

use super::inbound;
use crate::adapters::telegram::Inner;
use crate::adapters::telegram::send::client::Failure;
use crate::ports::trial::planted;
use crate::secretary::inbound::Trouble;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// The kinds of updates that are understood, asked for on every call because the server remembers the
/// last list (platform-facts T8). What is not understood is not asked for.
pub(crate) const UPDATES: [&str; 4] = ["message", "edited_message", "callback_query", "my_chat_member"];

/// How long the server holds an empty poll, in seconds (at most 50, platform-facts T3).
const POLL_SECONDS: u64 = 25;
/// The deadline of a poll, well above the time the server may hold it.
const DEADLINE: Duration = Duration::from_secs(45);
/// How long it is waited where others may receive in place of this process, until that is known.
const LEASE_PAUSE: Duration = Duration::from_secs(1);
/// An offset this old may belong to an earlier run of numbers (platform-facts T5).
const OFFSET_DAYS: i64 = 6;
/// A database that takes nothing (a full disk) is tried again after four seconds at most: it is here, and people notice
/// when it works again.
const STORE_ATTEMPTS: u32 = 3;
/// The waits, in seconds, after the token was refused that was accepted before; the last one for ever, and then people
/// hear of it.
const REFUSED: [u64; 4] = [5, 20, 60, 600];
/// How often the offset is written down. It only spares a repeated batch after a kill; written with every batch it
/// would be a commit in the way of the decision about that batch.
const MARK_EVERY: TimeDelta = TimeDelta::minutes(1);

/// So many conflicts within five minutes, the first and the last more than a minute apart, are no poll of ours from before
/// a restart (platform-facts T6). Two programs take turns: what goes well in between is no end of it.
const RIVAL_CONFLICTS: usize = 3;
const RIVAL_WINDOW: TimeDelta = TimeDelta::minutes(5);
const RIVAL_AFTER: TimeDelta = TimeDelta::minutes(1);
/// How often it is said.
const RIVAL_AGAIN: TimeDelta = TimeDelta::hours(1);

/// The wait before attempt `attempt + 1`: 1, 2, 4 … 30 s, less up to a fifth, so that several bots on one
/// machine do not call in step.
pub(crate) fn back_off(attempt: u32, bot: &str) -> Duration {
    let full = 1_000_u64.checked_shl(attempt.saturating_sub(1).min(6)).unwrap_or(30_000).min(30_000);
    let spread = bot.bytes().fold(u64::from(attempt), |sum, b| sum.wrapping_mul(31).wrapping_add(u64::from(b)));
    Duration::from_millis(full - spread % (full / 5))
}

/// The number to ask from, and when it was learnt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offset {
    next: i64,
    at: DateTime<Utc>,
}

impl Offset {
    /// What to send; 0 asks for everything unconfirmed, which after long silence is right and safe.
    fn current(self, now: DateTime<Utc>) -> i64 {
        if now - self.at < TimeDelta::days(OFFSET_DAYS) { self.next.max(0) } else { 0 }
    }

    fn to_mark(self) -> String {
        format!("{} {}", self.next, self.at.timestamp())
    }

    fn of_mark(mark: &str) -> Option<Self> {
        let (next, at) = mark.split_once(' ')?;
        Some(Self { next: next.parse().ok()?, at: DateTime::from_timestamp(at.parse().ok()?, 0)? })
    }
}

/// Another program that receives with the same token.
#[derive(Debug, Default)]
struct Rival {
    /// The conflicts of the last minutes.
    conflicts: VecDeque<DateTime<Utc>>,
    told: Option<DateTime<Utc>>,
}

impl Rival {
    /// Counts a failure. True when people are to hear that somebody else receives.
    fn stays(&mut self, failure: &Failure, now: DateTime<Utc>) -> bool {
        if !matches!(failure, Failure::Answer { code: 409, .. }) {
            return false;
        }
        self.conflicts.retain(|at| now - *at <= RIVAL_WINDOW);
        self.conflicts.push_back(now);
        let lasts = self.conflicts.front().is_some_and(|first| now - *first > RIVAL_AFTER);
        let certain = lasts && self.conflicts.len() >= RIVAL_CONFLICTS;
        let news = certain && self.told.is_none_or(|at| now - at >= RIVAL_AGAIN);
        if news {
            self.told = Some(now);
        }
        news
    }
}

impl Inner {
    /// Reads the queue for ever. The token was accepted at the start; a server that refuses it later is asked again,
    /// since the refusal may be an error of the server.
    pub(crate) async fn poll(inner: &Arc<Self>) -> Result<(), Failure> {
        let mut offset = inner.remembered_offset().await;
        let mut marked: Option<DateTime<Utc>> = None;
        let mut attempt = 0;
        let mut hasty = 0;
        let mut rival = Rival::default();
        let mut refused = 0;
        loop {
            let asked_at = inner.clock.now();
            let raw = match inner.updates(offset.current(asked_at)).await {
                Err(failure) if failure.is_wrong_token() => {
                    inner.unheard().await;
                    refused += 1;
                    inner.wait_for_token(&failure, refused).await;
                    continue;
                }
                Err(failure) => {
                    attempt += 1;
                    inner.unheard().await;
                    if rival.stays(&failure, inner.clock.now()) {
                        inner.notice(Trouble::Rival).await;
                    }
                    inner.wait_out(&failure, attempt).await;
                    continue;
                }
                Ok(raw) => raw,
            };
            refused = 0;
            if raw.is_empty() {
                inner.heard().await;
                attempt = 0;
                inner.status.receiving();
                // A server that does not hold the call would be asked in a tight circle.
                hasty = if inner.clock.now() - asked_at < TimeDelta::seconds(1) { hasty + 1 } else { 0 };
                if hasty > 3 {
                    inner.pause(Duration::from_secs(1)).await;
                }
                continue;
            }
            hasty = 0;
            if let Err(sentence) = Self::take_in(inner, &raw).await {
                attempt += 1;
                inner.unheard().await;
                inner.status.trouble(sentence);
                inner.pause(back_off(attempt.min(STORE_ATTEMPTS), &inner.bot)).await;
                continue;
            }
            inner.heard().await;
            match raw.iter().rev().find_map(|update| inbound::number(update.get())) {
                Some(last) => {
                    attempt = 0;
                    inner.status.receiving();
                    offset = Offset { next: last.saturating_add(1), at: inner.clock.now() };
                    inner.note_offset(offset, marked.is_some_and(|at| offset.at - at < MARK_EVERY));
                    if marked.is_none_or(|at| offset.at - at >= MARK_EVERY) {
                        inner.remember(offset).await;
                        marked = Some(offset.at);
                    }
                }
                None => {
                    attempt += 1;
                    inner.status.trouble("the server sends updates without numbers".to_owned());
                    inner.pause(back_off(attempt, &inner.bot)).await;
                }
            }
        }
    }

    /// Waits after the server refused the token `times` times in a row; people hear of it once it is past doubt.
    async fn wait_for_token(&self, failure: &Failure, times: usize) {
        self.status.trouble(format!("the bot token is not accepted ({failure}). Check TELEGRAM_BOT_TOKEN"));
        if times == REFUSED.len() {
            self.notice(Trouble::Token).await;
        }
        let pause = REFUSED.get(times.saturating_sub(1)).or(REFUSED.last()).copied().unwrap_or_default();
        self.pause(Duration::from_secs(pause)).await;
    }

    async fn updates(&self, offset: i64) -> Result<Vec<Box<RawValue>>, Failure> {
        while !self.intake.holds() {
            self.pause(LEASE_PAUSE).await;
        }
        let mut wanted = json!({ "limit": 100, "timeout": POLL_SECONDS, "allowed_updates": UPDATES });
        if offset > 0 {
            wanted["offset"] = json!(offset);
        }
        self.client.call("getUpdates", &wanted, DEADLINE).await
    }

    /// Hands a batch to the intake; on success the presses in it are answered on their own.
    async fn take_in(inner: &Arc<Self>, raw: &[Box<RawValue>]) -> Result<(), String> {
        let Some(us) = inner.us.get() else { return Err("not started yet".to_owned()) };
        let now = inner.clock.now();
        let batch: Vec<_> = raw.iter().filter(|u| Self::is_news(u)).map(|u| inbound::read(u.get(), us, now)).collect();
        let presses = super::presses::of(&batch);
        if planted::is("ack-before-commit") {
            let later = Arc::clone(inner);
            inner.tasks.spawn(async move {
                later.pause(Duration::from_millis(300)).await;
                let _ = later.intake.receive(batch).await;
            });
            return Ok(());
        }
        let stored = inner.intake.receive(batch).await.map_err(|error| error.to_string());
        if !planted::is("confirm-unstored") {
            stored?;
        }
        Self::answer_presses(inner, presses);
        Ok(())
    }

    /// Whether an update is to be taken in: always. What was seen before is the intake's to drop, whatever its number.
    fn is_news(update: &RawValue) -> bool {
        !planted::is("offset-watermark") || planted::rises(inbound::number(update.get()).unwrap_or(0))
    }

    async fn wait_out(&self, failure: &Failure, attempt: u32) {
        let (sentence, wait) = match failure {
            Failure::Answer { code: 409, description, .. } => {
                // Often only our own poll from before a restart, which ends by itself (platform-facts T6).
                (conflict(description), back_off(attempt, &self.bot))
            }
            Failure::Answer { retry_after: Some(wait), .. } => (failure.to_string(), *wait),
            Failure::Answer { .. } | Failure::Unsent(_) | Failure::Lost(_) => {
                (failure.to_string(), back_off(attempt, &self.bot))
            }
        };
        self.status.trouble(sentence);
        self.pause(wait).await;
    }

    fn mark_name(&self) -> String {
        format!("telegram.{}.offset", self.bot)
    }

    /// A forgotten offset costs a repeated batch, nothing else.
    async fn remembered_offset(&self) -> Offset {
        match self.marks.mark(&self.mark_name()).await {
            Ok(mark) => mark.as_deref().and_then(Offset::of_mark).unwrap_or_default(),
            Err(error) => {
                tracing::warn!(%error, "the last offset of Telegram cannot be read");
                Offset::default()
            }
        }
    }

    /// Keeps an offset in mind that is not written down (`unwritten`), or is.
    fn note_offset(&self, offset: Offset, unwritten: bool) {
        *self.unwritten.lock().unwrap_or_else(PoisonError::into_inner) = unwritten.then_some(offset);
    }

    /// An orderly stop: what was stored is not asked for again by the next start, which would answer presses twice.
    pub(crate) async fn remember_at_the_end(&self) {
        let unwritten = self.unwritten.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(offset) = unwritten {
            self.remember(offset).await;
        }
    }

    async fn remember(&self, offset: Offset) {
        if let Err(error) = self.marks.set_mark(&self.mark_name(), &offset.to_mark()).await {
            tracing::warn!(%error, "the offset of Telegram cannot be stored");
        }
    }
}

/// What to do about somebody else receiving with the same token.
fn conflict(description: &str) -> String {
    if description.contains("webhook") {
        return "a webhook is set for this bot, so polling gets nothing. Another program set it: stop that one, or \
                use TELEGRAM_WEBHOOK_URL here"
            .to_owned();
    }
    "another program receives with the same TELEGRAM_BOT_TOKEN. Stop it, or use a bot of its own for each".to_owned()
}

#[cfg(test)]
mod tests {
    use crate::adapters::telegram::receive::drain::*;

    #[test]
    fn back_off_doubles_up_to_thirty_seconds() {
        for (attempt, full) in [(1, 1), (2, 2), (3, 4), (4, 8), (5, 16), (6, 30), (7, 30), (u32::MAX, 30)] {
            let wait = back_off(attempt, "123456");
            let full = Duration::from_secs(full);
            assert!(wait <= full && wait * 5 >= full * 4, "{attempt}: {wait:?}");
        }
        assert_ne!(back_off(4, "1"), back_off(4, "2"));
    }

    /// The seconds, of these with a conflict, at which people hear of it.
    fn told(conflicts: impl IntoIterator<Item = i64>) -> Vec<i64> {
        let conflict =
            Failure::Answer { code: 409, description: "Conflict".to_owned(), retry_after: None, moved_to: None };
        let at = |seconds: i64| DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap();
        let mut rival = Rival::default();
        assert!(!rival.stays(&Failure::Lost("x".to_owned()), at(-400)));
        conflicts.into_iter().filter(|s| rival.stays(&conflict, at(*s))).collect()
    }

    #[test]
    fn a_rival_is_told_of_after_a_minute_and_once_an_hour() {
        assert_eq!(told([0, 30, 61, 90]), [61]);
        // They take turns, with polls of 25 seconds in between that go well.
        assert_eq!(told([0, 80, 160, 240, 320]), [160]);
        assert_eq!(told((0..=8_000).step_by(50)), [100, 3_700, 7_300]);
    }

    #[test]
    fn our_own_poll_from_before_a_restart_is_no_rival() {
        assert!(told([0, 1, 3, 7, 15, 31, 60]).is_empty());
        assert!(told([0, 290, 600, 900, 1_300]).is_empty(), "now and then");
        assert!(told([0, 100]).is_empty());
    }

    #[test]
    fn an_old_offset_is_not_used() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let offset = Offset { next: 900, at: now };
        assert_eq!(Offset::of_mark(&offset.to_mark()), Some(offset));
        assert_eq!(offset.current(now + TimeDelta::days(5)), 900);
        assert_eq!(offset.current(now + TimeDelta::days(7)), 0);
        assert_eq!(Offset { next: -5, at: now }.current(now), 0);
        assert_eq!(Offset::of_mark("x y"), None);
    }
}
