//! One test binary for everything: each one would link the whole program again.

mod adapter_contract;
mod browser;
