//! Faults a fake platform can be told to show, and the gate that holds a request until a test lets it go.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// What shall go wrong with one call of a Bot API method.
#[derive(Clone, Debug)]
pub enum Fault {
    /// 429 with `parameters.retry_after` (seconds). Nothing is accepted, and a repeat before that time is a violation.
    TooManyRequests {
        /// Seconds the caller has to wait.
        retry_after: u64,
    },
    /// This HTTP status with an HTML page as its body, like a proxy in front of the platform. Nothing is accepted.
    ServerError {
        /// For example 500 or 502.
        status: u16,
    },
    /// The connection is closed before the body was read. Nothing is accepted.
    DropBeforeReading,
    /// The call is performed, then the connection is closed without an answer.
    LoseAnswer,
    /// The call waits for the gate and then goes on as usual, even when the caller hung up (but for `getUpdates`).
    Hold(Gate),
    /// A well-formed error answer (for example 403 "Forbidden: bot was blocked by the user"). Nothing is accepted.
    Refuse {
        /// `error_code` and HTTP status.
        code: u16,
        /// `description`.
        description: String,
    },
    /// The call is performed, but the answer is cut JSON with status 200.
    MalformedJson,
}

/// Holds requests until it is released; clones share the same gate.
#[derive(Clone, Debug)]
pub struct Gate(Arc<watch::Sender<(usize, bool)>>);

impl Default for Gate {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new((0, false))))
    }
}

impl Gate {
    /// A closed gate.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets everybody through, now and later.
    pub fn release(&self) {
        self.0.send_modify(|state| state.1 = true);
    }

    /// Waits until `count` requests have arrived at the gate; false when `deadline` passed first.
    pub async fn arrived(&self, count: usize, deadline: Duration) -> bool {
        let mut watcher = self.0.subscribe();
        let wait = watcher.wait_for(|state| state.0 >= count);
        matches!(tokio::time::timeout(deadline, wait).await, Ok(Ok(_)))
    }

    /// Arrives and waits for the release; used by the fakes.
    pub(crate) async fn pass(&self) {
        self.0.send_modify(|state| state.0 += 1);
        // The sender lives in self, so the only way to end is the release.
        self.0.subscribe().wait_for(|state| state.1).await.ok();
    }
}
