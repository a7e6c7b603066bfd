//! Fake platforms that enforce the documented limits of the real ones, for tests and benchmarks.
//! This crate names nothing of the product: it only knows what the platforms document.

pub mod clock;
pub mod discord;
pub mod fault;
pub mod model;
pub mod telegram;
pub mod wire;

mod raw_http;
