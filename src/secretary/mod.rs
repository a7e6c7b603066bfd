//! What the secretary decides. Pure: no clock, randomness, async, I/O or logging; `now` and facts are arguments.

pub mod agent;
pub mod decision;
pub mod ids;
pub mod inbound;
pub mod message;
pub mod plan;
pub mod thinking;
