//! The harness of the scenario tests: an office with a manual clock, fake chats and a scripted mind, so that a
//! test reads like a chat. Nothing here decides what the secretary says.

mod away;
mod chats;
mod clock;
mod every;
mod fuse;
mod inbound;
mod log;
mod mind;
mod office;
mod pages;
mod voice;

pub use chats::Standing;
pub use clock::ManualClock;
pub use every::{every, every_on_file};
pub use log::Log;
pub use mind::{Plan, Thought, ask_for_decision, call, decision, idea, said};
pub use office::Office;
pub use voice::Voice;
