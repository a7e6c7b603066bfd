//! Reads words.

#![no_main]

fuzz::target!("words");
