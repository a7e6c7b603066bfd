//! What the secretary decides. Pure: no clock, randomness, async, I/O or logging; `now` and facts are arguments.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod action;
pub mod agent;
pub mod answers;
pub mod commands;
pub mod decision;
pub mod dispatch;
pub mod effect;
pub mod error_id;
pub mod event;
pub mod facts;
pub mod ids;
pub mod inbound;
pub mod keys;
pub mod message;
pub mod moving;
pub mod permissions;
pub mod plan;
pub mod portrait;
pub mod purposes;
pub mod question;
pub mod record;
pub mod reminding;
pub mod report;
pub mod round;
pub mod routing;
pub mod schedule;
mod stages;
pub mod step;
pub mod thinking;
pub mod ticket;
pub mod when;
pub mod wording;
pub mod workspace;
