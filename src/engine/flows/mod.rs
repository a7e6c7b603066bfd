//! Runs of flows: a run plays its script from the beginning and answers each call of a host function from its journal.
//! What has no answer there is done: outside of a transaction what reads the web, else in the transaction of an event.

pub mod ask;
pub mod calls;
pub mod former;
pub mod line;
mod over;
pub mod pause;
pub mod shown;
pub mod start;
mod stretch;
pub mod triggered;
mod work;
