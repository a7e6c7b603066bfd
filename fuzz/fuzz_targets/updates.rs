//! Reads updates.

#![no_main]

fuzz::target!("updates");
