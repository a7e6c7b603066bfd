//! How long Telegram has not been heard from: after longer than it keeps presses, people may have pressed in vain, and open
//! prompts are shown anew. A silence is written down where it begins, so that a restart in the middle of it is no end of
//! it; nothing is written while all is well.

use super::Inner;
use crate::ports::inbox::PRESSES_KEPT;
use chrono::{DateTime, Utc};

/// Since when nothing was heard.
pub(super) struct Silence {
    /// When Telegram answered last, by the clock on the wall, which goes on while a machine sleeps.
    heard: DateTime<Utc>,
    /// Whether that is written down.
    noted: bool,
}

impl Inner {
    /// How it stands when receiving begins: a silence that was written down goes on.
    pub(super) async fn silence(&self) -> Silence {
        let noted = self.marks.mark(&self.silent()).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "since when Telegram is silent cannot be read");
            None
        });
        let since = noted.and_then(|at| DateTime::from_timestamp(at.parse().ok()?, 0));
        let begun = self.begun.get().copied().unwrap_or_else(|| self.clock.now());
        Silence { heard: since.map_or(begun, |since| since.min(begun)), noted: since.is_some() }
    }

    /// Telegram does not answer.
    pub(super) async fn unheard(&self, silence: &mut Silence) {
        if !silence.noted {
            silence.noted = self.write_silence(&silence.heard.timestamp().to_string()).await;
        }
    }

    /// Telegram answers. Tells, where that was not so for longer than it keeps presses.
    pub(super) async fn heard(&self, silence: &mut Silence) {
        let now = self.clock.now();
        if now - silence.heard >= PRESSES_KEPT && !self.intake.back().await {
            return;
        }
        silence.heard = now;
        if silence.noted {
            silence.noted = !self.write_silence("").await;
        }
    }

    async fn write_silence(&self, since: &str) -> bool {
        let written = self.marks.set_mark(&self.silent(), since).await;
        if let Err(error) = &written {
            tracing::warn!(%error, "since when Telegram is silent could not be written down");
        }
        written.is_ok()
    }

    fn silent(&self) -> String {
        format!("telegram.{}.silent", self.bot)
    }
}
