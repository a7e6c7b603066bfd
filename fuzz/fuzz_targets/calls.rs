//! Reads calls and thoughts in what models write.

#![no_main]

fuzz::target!("calls");
