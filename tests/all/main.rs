//! The one test binary: each further one would link everything again.

mod adapter_contract;
