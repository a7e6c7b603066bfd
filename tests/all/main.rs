//! The one test binary: each further one would link everything again.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]
#![allow(clippy::pedantic, reason = "tests are stories; the lints against mistakes stay")]
#![allow(clippy::disallowed_methods, reason = "adapters are tested over sockets in real time; tasks end with the test")]

mod adapter_contract;
mod agents;
mod architecture;
mod browser;
mod migrations;
mod process;
mod scenarios;
mod siege;
mod store_contract;
mod support;
mod torture;
mod transitions;
