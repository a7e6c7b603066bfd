//! Faults of the REST side: what goes wrong with which call. Only the queue; `http` acts on it.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::sync::oneshot;

use super::routes::Route;

/// Scope of a 429 (platform-facts D10, D12); `Shared` does not count as an invalid request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The bucket of this bot.
    User,
    /// The whole bot: every route but the interaction ones is blocked.
    Global,
    /// A resource shared with others.
    Shared,
}

/// What happens to one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// 429; the bucket stays blocked for this long (virtual time).
    RateLimited {
        /// `retry_after`.
        retry_after: Duration,
        /// `X-RateLimit-Scope`.
        scope: Scope,
    },
    /// This status with an HTML body, such as 500, 502 or 503; nothing performed.
    Status(u16),
    /// Performed, then answered with this 5xx status.
    PerformedStatus(u16),
    /// Refused with a Discord error code in the usual shape (10003, 50001, 50007, 50013, 160005 …).
    Code(u64),
    /// The connection is cut before the body is read; nothing performed.
    Drop,
    /// Performed, then the connection is cut without an answer.
    LoseAnswer,
    /// Waits until `release_held`, then is performed and answered, even when the caller has gone.
    Hold,
    /// Performed at once; the answer waits until `release_held`.
    HoldAnswer,
    /// Performed, then answered 200 with a body that is no JSON; of a file with one that has no end.
    Garbage,
    /// Files only: a redirect to this address.
    Redirect(String),
}

type Chooser = Box<dyn FnMut(Route, &str) -> Option<Fault> + Send>;

/// Faults waiting for their calls.
#[derive(Default)]
pub(crate) struct Faults {
    queues: HashMap<Option<Route>, VecDeque<Fault>>,
    chooser: Option<Chooser>,
    held: Vec<oneshot::Sender<()>>,
}

impl Faults {
    pub(crate) fn push(&mut self, route: Option<Route>, fault: Fault) {
        self.queues.entry(route).or_default().push_back(fault);
    }

    pub(crate) fn choose_by(&mut self, chooser: Chooser) {
        self.chooser = Some(chooser);
    }

    pub(crate) fn clear(&mut self) {
        self.queues.clear();
        self.chooser = None;
    }

    /// The fault for a call that arrives now: of its route, else of any route, else chosen.
    pub(crate) fn take(&mut self, route: Route, path: &str) -> Option<Fault> {
        for key in [Some(route), None] {
            if let Some(fault) = self.queues.get_mut(&key).and_then(VecDeque::pop_front) {
                return Some(fault);
            }
        }
        self.chooser.as_mut().and_then(|choose| choose(route, path))
    }

    pub(crate) fn hold(&mut self) -> oneshot::Receiver<()> {
        let (release, held) = oneshot::channel();
        self.held.push(release);
        held
    }

    pub(crate) fn held(&self) -> usize {
        self.held.len()
    }

    /// Drops what is held: those calls are cut and never performed.
    pub(crate) fn abandon(&mut self) {
        self.held.clear();
    }

    pub(crate) fn release(&mut self) {
        for waiting in self.held.drain(..) {
            // A caller that gave up and was answered by nobody needs no release.
            let _ = waiting.send(());
        }
    }
}
