//! Reads frames.

#![no_main]

fuzz::target!("frames");
