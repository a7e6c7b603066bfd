//! Inbox, outbox, conversations and what else belongs to messages.

mod conversation;
mod inbox;
mod outbox;
mod rest;
mod shelved_rows;
mod side;
