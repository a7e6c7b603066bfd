//! How far each channel has been read, stored so that a backfill can make up for an absence. Marks are delayed for a
//! moment: a new session that is announced late must not find them ahead of missed messages. The first mark of a
//! channel is stored at once, before any of its events is received. Without it nobody would know after a crash that
//! the channel must be read.

use crate::adapters::discord::arrival::mark_of;
use crate::adapters::discord::send::look_for_lost::snowflake_at;
use crate::ports::inbox::{Marks, ReceiveError};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Direct channels remembered: those in which something was said last.
const DIRECT: usize = 500;
const DIRECT_MARK: &str = "discord:dms";
/// When we were certainly there and had missed nothing, in Unix seconds.
const ALIVE_MARK: &str = "discord:alive";
/// How often that is written down, while people write, and how much earlier a channel without a mark is read: a broken connection is noticed
/// late, and clocks differ. What is read twice is taken in once.
const ALIVE_EVERY: TimeDelta = TimeDelta::minutes(1);
const MARGIN: TimeDelta = TimeDelta::minutes(2);

/// The direct channels known from earlier, the one in which something was said last at the end.
pub(super) async fn direct_channels(marks: &dyn Marks) -> Result<Vec<String>, ReceiveError> {
    let list = marks.mark(DIRECT_MARK).await?.unwrap_or_default();
    Ok(list.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect())
}

/// From where channels without a mark are read: from our last sign of life, at the earliest.
pub(super) async fn unread_since(marks: &dyn Marks, now: DateTime<Utc>) -> Result<u64, ReceiveError> {
    let alive = marks.mark(ALIVE_MARK).await?.and_then(|at| DateTime::from_timestamp(at.parse().ok()?, 0));
    Ok(snowflake_at(alive.unwrap_or(now).min(now) - MARGIN))
}

/// From where a channel without a mark is read: it has no message older than itself.
pub(super) fn first_unread(channel: &str, since: u64) -> u64 {
    channel.parse::<u64>().unwrap_or_default().max(since)
}

/// A channel that is seen, perhaps for the first time.
pub(crate) struct First {
    /// The channel.
    pub(crate) channel: String,
    /// Nothing of it is missing up to here, as far as this session is concerned.
    pub(crate) up_to: u64,
    /// Whether it is a direct one.
    pub(crate) direct: bool,
}

/// The last message seen per channel.
pub(crate) struct Seen {
    marks: Arc<dyn Marks>,
    alive: Option<DateTime<Utc>>,
    fresh: HashMap<String, u64>,
    older: HashMap<String, u64>,
    saved: HashMap<String, u64>,
    followed: HashSet<String>,
    begun: HashSet<String>,
    direct: Vec<String>,
    /// Direct channels in which something was said since their order was written down, in this order.
    used: Vec<String>,
    /// Channels with older messages that are still to be read: what comes live does not move their marks.
    behind: HashSet<String>,
}

impl Seen {
    /// Nothing seen yet.
    pub(crate) fn new(marks: Arc<dyn Marks>) -> Self {
        Self {
            marks,
            alive: None,
            fresh: HashMap::new(),
            older: HashMap::new(),
            saved: HashMap::new(),
            followed: HashSet::new(),
            begun: HashSet::new(),
            direct: Vec::new(),
            used: Vec::new(),
            behind: HashSet::new(),
        }
    }

    /// Whether messages of this channel count.
    pub(super) fn follows(&self, channel: &str) -> bool {
        self.followed.contains(channel)
    }

    /// From now on messages of this channel count.
    pub(super) fn follow(&mut self, channel: &str) {
        self.followed.insert(channel.to_owned());
    }

    /// Older messages of these channels, and of no others, are still to be read.
    pub(super) fn keep_marks_of(&mut self, channels: Vec<String>) {
        self.behind = channels.into_iter().collect();
    }

    /// A message of a channel was taken in.
    pub(crate) fn note(&mut self, channel: &str, message: u64) {
        if !self.behind.contains(channel) {
            self.note_past(channel, message);
        }
    }

    /// Something was said in a direct channel we take part in: it is forgotten after all others.
    pub(crate) fn used(&mut self, channel: &str) {
        if self.followed.contains(channel) && self.used.last().is_none_or(|last| last != channel) {
            self.used.retain(|known| known != channel);
            self.used.push(channel.to_owned());
        }
    }

    /// Whether something that was noted is not stored yet.
    pub(super) fn waits(&self) -> bool {
        !self.fresh.is_empty() || !self.older.is_empty()
    }

    /// A channel was read as far as this message.
    pub(super) fn note_past(&mut self, channel: &str, message: u64) {
        if self.followed.contains(channel) {
            let last = self.fresh.entry(channel.to_owned()).or_default();
            *last = message.max(*last);
        }
    }

    /// Begins the marks of those of these channels that have none, durably. `missing` says that what came before this
    /// session may still be missing; then they begin where catching up would begin.
    ///
    /// # Errors
    /// When the database does not take it: nothing from these channels may be taken in yet.
    pub(super) async fn begin(
        &mut self,
        firsts: Vec<First>,
        missing: bool,
        now: DateTime<Utc>,
    ) -> Result<(), ReceiveError> {
        let mut first: HashMap<String, u64> = HashMap::new();
        let mut direct = Vec::new();
        for one in firsts {
            self.follow(&one.channel);
            if one.direct && !self.direct.contains(&one.channel) && !direct.contains(&one.channel) {
                direct.push(one.channel.clone());
            }
            if !self.begun.contains(&one.channel) {
                let up_to = first.entry(one.channel).or_insert(one.up_to);
                *up_to = one.up_to.min(*up_to);
            }
        }
        let mut wanted = Vec::new();
        for (channel, up_to) in &first {
            if self.marks.mark(&mark_of(channel)).await?.is_none() {
                let up_to = if missing || self.behind.contains(channel) {
                    first_unread(channel, unread_since(&*self.marks, now).await?).min(*up_to)
                } else {
                    *up_to
                };
                wanted.push((mark_of(channel), up_to.to_string()));
            }
        }
        let mut ordered = false;
        if !direct.is_empty() {
            let known = direct_channels(&*self.marks).await?;
            direct.retain(|channel| !known.contains(channel));
            if direct.is_empty() {
                self.direct = known;
            } else {
                self.direct = in_order(known, self.used.iter().chain(&direct));
                wanted.push((DIRECT_MARK.to_owned(), self.direct.join(",")));
                ordered = true;
            }
        }
        for (name, value) in wanted {
            if let Err(error) = self.marks.set_mark(&name, &value).await {
                self.direct.clear();
                return Err(error);
            }
        }
        if ordered {
            self.used.clear();
        }
        self.begun.extend(first.into_keys());
        Ok(())
    }

    /// We are here and nothing is missing.
    pub(super) async fn live(&mut self, now: DateTime<Utc>) {
        if self.alive.is_some_and(|at| now - at < ALIVE_EVERY) {
            return;
        }
        self.alive = Some(now);
        if let Err(error) = self.marks.set_mark(ALIVE_MARK, &now.timestamp().to_string()).await {
            tracing::warn!(%error, "cannot store a sign of life of the Discord connection");
        }
        self.keep_order().await;
    }

    /// Writes down which direct channels were used last. What a crash makes forget of it is one minute.
    async fn keep_order(&mut self) {
        if self.used.is_empty() {
            return;
        }
        let written = async {
            let known = direct_channels(&*self.marks).await?;
            let now = in_order(known.clone(), self.used.iter());
            if now != known {
                self.marks.set_mark(DIRECT_MARK, &now.join(",")).await?;
            }
            Ok::<_, ReceiveError>(now)
        };
        match written.await {
            Ok(now) => {
                self.direct = now;
                self.used.clear();
            }
            Err(error) => tracing::warn!(%error, "cannot store which direct channels of Discord were used last"),
        }
    }

    /// A new session: what was noted but not stored may lie behind a gap.
    pub(super) fn forget_unsaved(&mut self) {
        self.fresh.clear();
        self.older.clear();
    }

    /// Stores what was noted before the last call; true if there was anything.
    pub(super) async fn save_older(&mut self) -> bool {
        let mut stored = false;
        for (channel, message) in std::mem::take(&mut self.older) {
            if self.saved.get(&channel).is_some_and(|saved| *saved >= message) {
                continue;
            }
            match self.marks.set_mark(&mark_of(&channel), &message.to_string()).await {
                Ok(()) => {
                    stored = true;
                    self.saved.insert(channel, message);
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot store how far a channel was read");
                    self.note_past(&channel, message);
                }
            }
        }
        self.older = std::mem::take(&mut self.fresh);
        stored
    }

    /// Stores everything noted: nothing more will come. `alive` is the moment, if nothing is missing up to it.
    pub(super) async fn save_all(&mut self, alive: Option<DateTime<Utc>>) {
        if let Some(now) = alive {
            self.alive = None;
            self.live(now).await;
        }
        self.save_older().await;
        self.save_older().await;
        self.keep_order().await;
    }
}

/// Channels with these behind all others, and of too many the last ones.
fn in_order<'a>(mut known: Vec<String>, latest: impl Iterator<Item = &'a String>) -> Vec<String> {
    for channel in latest {
        known.retain(|one| one != channel);
        known.push(channel.clone());
    }
    known.drain(..known.len().saturating_sub(DIRECT));
    known
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::receive::arrivals::tests::Book;
    use crate::adapters::discord::receive::seen::*;

    fn minute(n: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(n)
    }

    async fn writes_first(seen: &mut Seen, channels: impl IntoIterator<Item = u64>) {
        let first = |n: u64| First { channel: n.to_string(), up_to: n, direct: true };
        seen.begin(channels.into_iter().map(first).collect(), false, minute(0)).await.unwrap();
    }

    #[tokio::test]
    async fn whoever_writes_last_is_remembered_and_not_whoever_came_last() {
        let book = Arc::new(Book::default());
        let mut seen = Seen::new(book.clone());
        writes_first(&mut seen, 1..=500).await;
        seen.used("1");
        // Somebody new, within the same minute.
        writes_first(&mut seen, [501]).await;
        let known = direct_channels(&*book).await.unwrap();
        assert_eq!((known.len(), known[0].as_str()), (500, "3"));
        assert_eq!(known[498..], ["1", "501"]);
        // Whoever was forgotten is remembered again.
        seen.used("2");
        seen.live(minute(1)).await;
        let known = direct_channels(&*book).await.unwrap();
        assert_eq!((known.len(), known[0].as_str()), (500, "4"));
        assert_eq!(known[498..], ["501", "2"]);
    }

    #[tokio::test]
    async fn the_order_is_written_once_a_minute_and_only_if_it_changed() {
        let book = Arc::new(Book::default());
        let mut seen = Seen::new(book.clone());
        writes_first(&mut seen, 1..=3).await;
        let orders = |book: &Book| book.times_set(DIRECT_MARK);
        assert_eq!(orders(&book), 1);
        seen.live(minute(1)).await;
        for channel in ["1", "2", "1", "2", "9"] {
            seen.used(channel);
        }
        seen.live(minute(1)).await;
        assert_eq!(orders(&book), 1, "not for each message");
        seen.live(minute(2)).await;
        assert_eq!(orders(&book), 2);
        assert_eq!(direct_channels(&*book).await.unwrap(), ["3", "1", "2"], "9 is no channel of ours");
        seen.used("2");
        seen.live(minute(3)).await;
        seen.live(minute(4)).await;
        assert_eq!(orders(&book), 2, "it is as it was");
        seen.used("3");
        seen.save_all(None).await;
        assert_eq!(direct_channels(&*book).await.unwrap(), ["1", "2", "3"], "an orderly stop keeps it");
    }

    #[tokio::test]
    async fn nothing_waits_to_be_stored_while_nobody_writes() {
        let mut seen = Seen::new(Arc::new(Book::default()));
        assert!(!seen.waits());
        seen.follow("1");
        seen.note("1", 7);
        assert!(seen.waits());
        assert!(!seen.save_older().await && seen.waits(), "it is kept back for a moment");
        assert!(seen.save_older().await && !seen.waits());
    }
}
