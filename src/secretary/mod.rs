//! What the secretary decides. Pure: no clock, randomness, async, I/O or logging; `now` and facts are arguments.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod agent;
pub mod audit;
pub mod budget;
pub mod chart;
pub mod decision;
pub mod dispatch;
pub mod effect;
pub mod flow;
pub mod ids;
pub mod inbound;
pub mod intent;
pub mod language;
pub mod lifecycle;
pub mod message;
pub mod names;
pub mod notes;
pub mod orders;
pub mod people;
pub mod permissions;
pub mod policy;
pub mod received;
pub mod redaction;
pub mod schedule;
pub mod settings;
pub mod ticket;
pub mod when;
pub mod wording;
