//! Whether the platforms have delivered what people did during an absence. Deadlines wait for that, since a platform
//! keeps presses for a while and a press in time counts.

use crate::engine::Engine;
use crate::secretary::ticket::event::{Event, Timer};
use chrono::TimeDelta;
use std::sync::atomic::Ordering;

/// The time between two looks of a waiting deadline.
pub const LOOK: TimeDelta = TimeDelta::seconds(10);

/// Whether an event follows from the silence of people.
pub fn waits(event: &Event) -> bool {
    matches!(event, Event::TimerFired { timer: Timer::Deadline(_) })
}

impl Engine {
    /// Sets whether every platform has delivered what waited there. True until set otherwise.
    pub fn heard_all(&self, so: bool) {
        self.hears_all.store(so, Ordering::SeqCst);
    }

    /// Whether every platform has delivered what waited there.
    pub(crate) fn hears_all(&self) -> bool {
        self.hears_all.load(Ordering::SeqCst)
    }
}
