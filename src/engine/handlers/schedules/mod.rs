//! Reminders and other schedules: ordered, listed, changed, fired.

pub(in crate::engine) mod change_schedule;
pub(in crate::engine) mod fire;
pub(in crate::engine) mod list_schedules;
pub(in crate::engine) mod new_reminder;
pub(in crate::engine) mod reminder_answers;
pub(in crate::engine) mod several_reminders;
pub(in crate::engine) mod time_zones;
