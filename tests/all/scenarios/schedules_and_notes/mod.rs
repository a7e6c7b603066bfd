//! Reminders, digests, time zones, notes and lists, and "undo".

mod notes;
mod own_notes;
mod reminders;
mod schedules;
mod undoing;
mod zones;
