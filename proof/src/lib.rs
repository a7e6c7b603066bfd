//! Fake platforms that enforce the documented limits of the real ones, for tests and benchmarks.
//!
//! This crate must name nothing of the product; it knows the platforms' documents only.

pub mod discord;
