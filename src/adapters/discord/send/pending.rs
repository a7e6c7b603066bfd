//! Interactions that await their first answer, so that a post for one is not sent before its deferral. A restart
//! forgets them; the platform then tells what became of them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Interactions die after this long (platform-facts D30).
const LIFE: Duration = Duration::from_secs(900);

/// What became of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventOutcome {
    /// Not answered yet.
    Open,
    /// Deferred: the answer may be filled in.
    Deferred,
    /// Answered, or beyond answering.
    Closed,
}

/// Interactions by token.
#[derive(Default)]
pub(crate) struct Pending(Mutex<HashMap<String, (Instant, watch::Sender<EventOutcome>)>>);

impl Pending {
    /// An interaction arrived that may be answered by a post.
    pub(crate) fn open(&self, token: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (since, _)| since.elapsed() < LIFE);
        all.insert(token.to_owned(), (Instant::now(), watch::channel(EventOutcome::Open).0));
    }

    /// Tells what became of it.
    pub(crate) fn settle(&self, token: &str, outcome: EventOutcome) {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, sender)) = all.get(token) {
            sender.send_replace(outcome);
        }
    }

    /// Whether an answer may be filled in, waiting up to `most` for the first answer.
    pub(super) async fn deferred(&self, token: &str, most: Duration) -> bool {
        let receiver = {
            let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.get(token).map(|(_, sender)| sender.subscribe())
        };
        let Some(mut receiver) = receiver else { return true };
        let settled = receiver.wait_for(|outcome| *outcome != EventOutcome::Open);
        match tokio::time::timeout(most, settled).await {
            Ok(Ok(outcome)) => *outcome == EventOutcome::Deferred,
            Ok(Err(_)) | Err(_) => false,
        }
    }
}
