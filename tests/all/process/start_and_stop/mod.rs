//! How the program starts, stops, and stands beside others of its kind.

mod command_line;
mod pairing;
mod several;
mod sigterm;
mod starting;
