//! Reads pages.

#![no_main]

fuzz::target!("pages");
