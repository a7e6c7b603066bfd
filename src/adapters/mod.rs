//! The concrete sides of the ports. An adapter may use ports, text and secretary, never a sibling.

pub mod http;
pub mod search;
