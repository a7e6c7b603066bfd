//! Reads recordings that were written down.

#![no_main]

fuzz::target!("recordings");
