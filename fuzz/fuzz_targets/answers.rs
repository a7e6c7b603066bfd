//! Reads answers.

#![no_main]

fuzz::target!("answers");
