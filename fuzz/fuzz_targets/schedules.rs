//! Reads schedules.

#![no_main]

fuzz::target!("schedules");
