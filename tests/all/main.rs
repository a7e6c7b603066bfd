//! The one test binary: each further one would link everything again.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod adapter_contract;
mod browser;
mod migrations;
mod scenarios;
mod store_contract;
mod support;
