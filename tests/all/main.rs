//! One test binary for all tests that go through the front door of the library.

mod migrations;
mod store_contract;
