//! Reads tokens.

#![no_main]

fuzz::target!("tokens");
