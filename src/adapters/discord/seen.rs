//! How far each channel has been read, remembered so that an absence can be made up for. Marks are kept
//! back for a moment: a new session that was announced late must not find them ahead of what was missed.

use crate::ports::inbox::{Marks, ReceiveError};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Direct channels remembered.
const DIRECT: usize = 200;
const DIRECT_MARK: &str = "discord:dms";

/// The name of a channel's mark.
pub(super) fn mark_of(channel: &str) -> String {
    format!("discord:last:{channel}")
}

/// The direct channels known from earlier, oldest first.
pub(super) async fn direct_channels(marks: &dyn Marks) -> Result<Vec<String>, ReceiveError> {
    let list = marks.mark(DIRECT_MARK).await?.unwrap_or_default();
    Ok(list.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect())
}

/// The last message seen per channel.
pub(super) struct Seen {
    marks: Arc<dyn Marks>,
    fresh: HashMap<String, u64>,
    older: HashMap<String, u64>,
    saved: HashMap<String, u64>,
    followed: HashSet<String>,
    begun: HashSet<String>,
    direct: Vec<String>,
    /// Channels with older messages that are still to be read: what comes live does not move their marks.
    behind: HashSet<String>,
}

impl Seen {
    /// Nothing seen yet.
    pub(super) fn new(marks: Arc<dyn Marks>) -> Self {
        Self {
            marks,
            fresh: HashMap::new(),
            older: HashMap::new(),
            saved: HashMap::new(),
            followed: HashSet::new(),
            begun: HashSet::new(),
            direct: Vec::new(),
            behind: HashSet::new(),
        }
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
    pub(super) fn note(&mut self, channel: &str, message: u64) {
        if !self.behind.contains(channel) {
            self.note_past(channel, message);
        }
    }

    /// A channel was read as far as this message.
    pub(super) fn note_past(&mut self, channel: &str, message: u64) {
        if self.followed.contains(channel) {
            let last = self.fresh.entry(channel.to_owned()).or_default();
            *last = message.max(*last);
        }
    }

    /// We wrote in a channel: begins its mark if it has none.
    pub(super) async fn begin(&mut self, channel: &str, message: u64) {
        self.follow(channel);
        let noted = self.fresh.contains_key(channel) || self.older.contains_key(channel);
        if self.begun.insert(channel.to_owned())
            && !noted
            && matches!(self.marks.mark(&mark_of(channel)).await, Ok(None))
        {
            self.note(channel, message);
        }
    }

    /// Somebody wrote directly.
    pub(super) async fn remember_direct(&mut self, channel: &str) {
        if self.direct.iter().any(|known| known == channel) {
            return;
        }
        let Ok(mut known) = direct_channels(&*self.marks).await else { return };
        if !known.iter().any(|id| id == channel) {
            known.push(channel.to_owned());
            let from = known.len().saturating_sub(DIRECT);
            if let Err(error) = self.marks.set_mark(DIRECT_MARK, &known[from..].join(",")).await {
                tracing::warn!(%error, "cannot remember a direct channel");
                return;
            }
        }
        self.direct = known;
    }

    /// A new session: what was noted but not stored may lie behind a gap.
    pub(super) fn forget_unsaved(&mut self) {
        self.fresh.clear();
        self.older.clear();
    }

    /// Stores what was noted before the last call.
    pub(super) async fn save_older(&mut self) {
        for (channel, message) in std::mem::take(&mut self.older) {
            if self.saved.get(&channel).is_some_and(|saved| *saved >= message) {
                continue;
            }
            match self.marks.set_mark(&mark_of(&channel), &message.to_string()).await {
                Ok(()) => {
                    self.saved.insert(channel, message);
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot store how far a channel was read");
                    self.note_past(&channel, message);
                }
            }
        }
        self.older = std::mem::take(&mut self.fresh);
    }

    /// Stores everything noted: nothing more will come.
    pub(super) async fn save_all(&mut self) {
        self.save_older().await;
        self.save_older().await;
    }
}
