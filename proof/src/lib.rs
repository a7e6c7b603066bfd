//! Fake platforms that enforce the documented limits of the real ones, and a database server, for tests and benchmarks.
//! This crate names nothing of the product: it only knows what the platforms document.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::unnecessary_wraps,
    reason = "a fake is called by tests: it may fall over, and its handlers all have one shape"
)]
#![allow(
    clippy::disallowed_methods,
    reason = "a fake lives on sockets in real time; its tasks end with the test's runtime"
)]

pub mod audit;
pub mod clock;
pub mod discord;
pub mod fault;
pub mod ledger;
pub mod model;
pub mod postgres;
pub mod telegram;
pub mod tools;
pub mod torture;
pub mod wire;

mod raw_http;
