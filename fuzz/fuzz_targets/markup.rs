//! Reads markup.

#![no_main]

fuzz::target!("markup");
