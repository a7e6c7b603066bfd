//! Reads answers that come in pieces.

#![no_main]

fuzz::target!("pieces");
