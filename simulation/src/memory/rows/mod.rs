//! The rows of the database, by kind, each kind as its port of `secretary::ports::store` wants it. It must not know
//! rules of the product, nor begin or end a transaction.

mod audit;
mod conversation;
mod health;
mod inbox;
mod lanes;
mod outbox;
pub(super) mod people;
mod posts;
mod rest;
mod spending;
mod tickets;
