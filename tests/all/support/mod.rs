//! The harness of the scenario tests: an office with a manual clock, fake chats and a scripted mind, so that a
//! test reads like a chat. Nothing here decides what the secretary says.

mod away;
pub mod canaries;
mod doubles;
mod every;
mod exposition;
mod log;
mod office;
mod voice;

pub use doubles::board::Standing;
pub use doubles::clock::ManualClock;
pub use doubles::letters::{Letters, Reading};
pub use doubles::mind::{Thought, ask_for_decision, call, decision, said, script};
pub use doubles::plan::{Plan, curious, deciding, idea};
pub use every::{at_each_point, every, every_on_file, story};
pub use exposition::Figures;
pub use log::{Log, hears};
pub use office::{Meanwhile, Office};
pub use voice::{Voice, code_in};

// The words that every story is told with.
pub use chrono::TimeDelta;
pub use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};
pub use secretary::secretary::inbound::{Content, Platform};
pub use secretary::secretary::people::workspace::{Purposes, Role};
pub use serde_json::json;

/// The names of all tools there are.
pub async fn tool_names() -> Vec<String> {
    let parts = secretary::tools::ToolParts {
        fetch: std::sync::Arc::new(doubles::pages::Pages::default()),
        search: None,
        notes: std::sync::Arc::new(office::reopened("sqlite::memory:".to_owned()).await),
        files: std::sync::Arc::new(secretary::adapters::folder::Folder::new("")),
        scripts: std::sync::Arc::new(()),
        charts: std::sync::Arc::new(secretary::adapters::charts::Plotters),
        parse_when: std::sync::Arc::new(|_, _, _| Err(String::new())),
        sum: std::sync::Arc::new(|_| None),
    };
    secretary::tools::all(parts).iter().map(|tool| tool.spec().name).collect()
}
