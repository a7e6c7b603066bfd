//! The understanding of messages by the model: request, look-ups, and each intent carried out.

pub(super) mod answered;
pub mod apply;
pub(super) mod confirm;
pub(super) mod edited_words;
pub(super) mod look_up;
pub(super) mod on_reminder;
pub(super) mod on_ticket;
pub(super) mod open_items;
pub(super) mod recall;
pub(super) mod understand;
pub(super) mod wait_for_budget;
