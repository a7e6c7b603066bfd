//! Crashes, outages and faults: nothing is lost, and nothing happens twice.

mod asked_elsewhere;
mod channels;
mod copies;
mod crashes;
mod faults;
mod models;
mod returning;
mod trouble;
mod unreachable;
mod unstored;
