//! The harness of the scenario tests: an office with a manual clock, fake chats and a scripted mind, so that a
//! test reads like a chat. Nothing here decides what the secretary says.

mod away;
pub mod canaries;
mod chats;
mod clock;
mod every;
mod exposition;
mod fuse;
mod inbound;
mod letters;
mod log;
mod mind;
mod office;
mod pages;
mod voice;

pub use chats::Standing;
pub use clock::ManualClock;
pub use every::{at_each_point, every, every_on_file, story};
pub use exposition::Figures;
pub use letters::{Letters, Reading};
pub use log::{Log, hears};
pub use mind::{Plan, Thought, ask_for_decision, call, decision, idea, said};
pub use office::Office;
pub use voice::Voice;

/// The names of all tools there are.
pub async fn tool_names() -> Vec<String> {
    let parts = secretary::tools::ToolParts {
        fetch: std::sync::Arc::new(pages::Pages::default()),
        search: None,
        notes: std::sync::Arc::new(office::reopened("sqlite::memory:".to_owned()).await),
        files: std::sync::Arc::new(secretary::adapters::folder::Folder::new("")),
        parse_when: std::sync::Arc::new(|_, _, _| Err(String::new())),
        sum: std::sync::Arc::new(|_| None),
    };
    secretary::tools::all(parts).iter().map(|tool| tool.spec().name).collect()
}
