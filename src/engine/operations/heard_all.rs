//! Whether what people did while the secretary was away has been heard: nothing follows from silence before that. A platform
//! keeps presses for a while, and whoever pressed in time has answered.

use crate::engine::Engine;
use crate::secretary::ticket::event::{Event, Timer};
use chrono::TimeDelta;
use std::sync::atomic::Ordering;

/// So long a deadline waits for the next look.
pub(in crate::engine) const LOOK: TimeDelta = TimeDelta::seconds(10);

/// Whether what this tells follows from silence.
pub(in crate::engine) fn waits(event: &Event) -> bool {
    matches!(event, Event::TimerFired { timer: Timer::Deadline(_) })
}

impl Engine {
    /// Says whether every platform has handed in what waited there. Until somebody says otherwise it has.
    pub fn heard_all(&self, so: bool) {
        self.hears_all.store(so, Ordering::SeqCst);
    }

    /// Whether it has.
    pub(in crate::engine) fn hears_all(&self) -> bool {
        self.hears_all.load(Ordering::SeqCst)
    }
}
