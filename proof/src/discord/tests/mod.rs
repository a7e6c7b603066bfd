//! Tests of the fake itself: every limit it claims to enforce is met and broken once.

mod client;
mod commands;
mod faults;
mod files;
mod gateway;
mod interactions;
mod messages;
mod places;

use std::time::Duration;

use serde_json::{Value, json};

use super::FakeDiscord;

/// Real time a test waits for something that should be at once.
const SOON: Duration = Duration::from_secs(10);

/// A fake with one guild (1), one channel (2) and one person (3).
async fn office() -> FakeDiscord {
    let discord = FakeDiscord::start().await.unwrap();
    discord.guild(1, "Office");
    discord.channel(1, 2, "ideas");
    discord.user(3, "Ann");
    discord
}

/// The code of an answer's body.
fn code(answer: &client::Answer) -> u64 {
    answer.json["code"].as_u64().unwrap_or(0)
}

/// A row of one button.
fn button(custom_id: &str, label: &str) -> Value {
    json!({"type": 1, "components": [{"type": 2, "style": 1, "label": label, "custom_id": custom_id}]})
}
