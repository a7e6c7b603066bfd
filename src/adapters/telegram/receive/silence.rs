//! How long nothing came through from Telegram. After longer than it keeps presses, people may have pressed in vain,
//! so open prompts are shown anew. Nothing comes through while Telegram does not answer or its updates cannot be
//! stored. The beginning and an orderly stop are stored, so that a restart does not end the silence. Nothing is
//! written without one.

use crate::adapters::telegram::Inner;
use crate::ports::inbox::PRESSES_KEPT;
use chrono::{DateTime, TimeDelta, Utc};

/// What stands in the mark behind the moment of an orderly stop.
const STOPPED: &str = " stopped";
/// Who starts so much later than presses are kept is known to have been away; a little less may be told twice.
const CERTAINLY_KNOWN: TimeDelta = TimeDelta::seconds(5);

/// Since when nothing comes through.
#[derive(Default)]
pub(crate) struct Silence(tokio::sync::Mutex<State>);

#[derive(Clone, Copy, Default)]
struct State {
    /// When something came through last, by the clock on the wall, which goes on while a machine sleeps; none before it
    /// is received.
    heard: Option<DateTime<Utc>>,
    /// Something did not come through since.
    open: bool,
    /// Whether that is certainly written down.
    noted: bool,
    /// Whether something may be written down.
    marked: bool,
}

impl Inner {
    /// Receiving begins: a silence that was written down goes on.
    pub(crate) async fn recall_silence(&self) {
        let (mark, unread) = match self.marks.mark(&self.silent()).await {
            Ok(mark) => (mark, false),
            Err(error) => {
                tracing::warn!(%error, "since when Telegram is silent cannot be read");
                (None, true)
            }
        };
        let now = self.clock.now();
        let since = mark.as_deref().and_then(|mark| begun(mark, now));
        *self.silence.0.lock().await = State {
            heard: Some(since.unwrap_or(now)),
            open: since.is_some(),
            noted: since.is_some(),
            marked: unread || mark.is_some_and(|mark| !mark.is_empty()),
        };
    }

    /// Telegram does not answer, or what it brings is not stored.
    pub(crate) async fn unheard(&self) {
        let mut state = self.silence.0.lock().await;
        // Who is delivered to hears nothing as long as nobody writes.
        if self.webhook.is_some() && !state.open {
            state.heard = Some(self.clock.now());
        }
        state.open = true;
        if let Some(heard) = state.heard.filter(|_| !state.noted) {
            state.marked = true;
            state.noted = self.write_silence(&heard.timestamp().to_string()).await;
        }
    }

    /// Telegram answers, and what it brought is stored. Tells, where that was not so for longer than it keeps presses.
    pub(crate) async fn heard(&self) {
        let mut state = self.silence.0.lock().await;
        if self.webhook.is_some() && !state.open {
            return;
        }
        let now = self.clock.now();
        let long = state.heard.is_some_and(|heard| now - heard >= PRESSES_KEPT);
        if long && !self.intake.back().await {
            return;
        }
        let still = state.marked && !self.write_silence("").await;
        *state = State { heard: Some(now), open: false, noted: false, marked: still };
    }

    /// An orderly stop: the absence that begins may be the beginning of a silence, or go on with one.
    pub(crate) async fn fall_silent(&self) {
        let state = *self.silence.0.lock().await;
        if state.heard.is_some() && !state.open {
            self.write_silence(&format!("{}{STOPPED}", self.clock.now().timestamp())).await;
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

/// When the silence began that goes on now, as it was written down. An orderly stop so long ago is told by whoever starts.
fn begun(mark: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let stopped = mark.strip_suffix(STOPPED);
    let at = DateTime::from_timestamp(stopped.unwrap_or(mark).parse().ok()?, 0)?.min(now);
    (stopped.is_none() || now - at < PRESSES_KEPT + CERTAINLY_KNOWN).then_some(at)
}

#[cfg(test)]
mod tests {
    use crate::adapters::telegram::receive::silence::*;

    #[test]
    fn a_silence_goes_on_and_a_long_absence_is_told_by_others() {
        let now = DateTime::from_timestamp(1_800_000_500, 0).unwrap();
        let ago = |mark: &str| begun(mark, now).map(|at| (now - at).num_seconds());
        assert_eq!([ago("1800000100"), ago("1700000000")], [Some(400), Some(100_000_500)]);
        assert_eq!([ago("1800000400 stopped"), ago("1800000346 stopped")], [Some(100), Some(154)]);
        assert_eq!([ago("1800000345 stopped"), ago(""), ago("soon stopped"), ago("x")], [None; 4]);
        assert_eq!(ago("1800000900"), Some(0), "the clock was set back");
    }
}
