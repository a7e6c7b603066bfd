//! The built program as a process, against fake platforms and a fake model server over real sockets: started,
//! killed, started again. Nothing here sleeps: every wait is for something seen, with a deadline.

mod audit;
mod command_line;
mod crowd;
mod disk;
mod keeping;
mod outage;
mod pairing;
pub mod program;
mod search;
mod secrets;
mod several;
mod sigterm;
mod starting;
mod story;
mod town;
mod trail;
mod watching;
mod web;
pub mod webhook;
