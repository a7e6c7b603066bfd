//! The one test binary: each further one would link everything again.

mod adapter_contract;
//! One test binary for everything: each one would link the whole program again.

mod adapter_contract;
mod browser;
