//! All integration tests in one binary, because each binary links everything.

mod adapter_contract;
