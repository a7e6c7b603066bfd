//! A time of day.

/// A time of day on the 24-hour clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clock {
    /// 0 to 23.
    pub(super) hour: u32,
    /// 0 to 59.
    pub(super) minute: u32,
}

/// The time that a date without a time gets.
pub(super) const MORNING: Clock = Clock::exact(9, 0);

impl Clock {
    /// This time.
    pub(super) const fn exact(hour: u32, minute: u32) -> Self {
        Self { hour, minute }
    }
}
