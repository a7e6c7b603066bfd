//! The languages the secretary speaks: its sentences and moments in them, and exact words. No sentence of people is
//! understood here.

pub mod dates;
pub mod exact;
pub mod translations;
