//! Reminders and other schedules: ordered, listed, changed, fired.

pub mod brief;
mod brief_content;
pub mod change_schedule;
pub mod delete_schedule;
pub mod edit_form;
pub mod fire;
pub mod fire_work;
pub mod list_schedules;
pub mod new_reminder;
pub mod reminder_answers;
pub mod time_zones;
