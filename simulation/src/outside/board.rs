//! The platforms as one board: every message that stands anywhere, what went wrong on the way there, and the rules a
//! platform enforces.

use chrono::{DateTime, Utc};
use secretary::secretary::inbound::{Place, Platform};
use secretary::secretary::message::{Button, Message};
use std::collections::{BTreeMap, BTreeSet};

/// A message that stands somewhere.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Where.
    pub place: Place,
    /// The key it was posted under.
    pub key: String,
    /// Its buttons.
    pub buttons: Vec<Button>,
    /// What it says, for the story; empty if nobody reads it.
    pub text: String,
}

/// Everything that stands.
#[derive(Default)]
pub struct Board {
    /// Messages by id.
    pub messages: BTreeMap<u64, Standing>,
    /// Keys with the messages posted under them.
    pub keys: BTreeMap<String, Vec<u64>>,
    /// Keys whose posting was answered, with the message, until that is written down or forgotten in a crash.
    pub answered: BTreeMap<String, u64>,
    /// Keys whose posting was answered and written down, with the message.
    pub confirmed: BTreeMap<String, u64>,
    /// Platforms that do not work, and until when.
    pub down: BTreeMap<Platform, DateTime<Utc>>,
    /// Chats that cannot be reached.
    pub gone: BTreeSet<String>,
    /// Chats that were out of reach at any time: further copies there may have been let be.
    pub ever_gone: BTreeSet<String>,
    /// Chats with a new id.
    pub moved: BTreeMap<String, String>,
    /// Buttons as they once stood: where, under which message, the data.
    pub stale: Vec<(Place, u64, Button)>,
    /// Threads by the message they were opened on.
    pub threads: BTreeMap<String, Place>,
    next: u64,
}

/// Blocks one part of a message holds in this world.
const PART: usize = 24;
/// Buttons remembered for late presses.
const REMEMBERED: usize = 48;

/// How many parts a message has.
pub fn parts(message: &Message) -> usize {
    message.blocks.len().div_ceil(PART).max(1)
}

impl Board {
    /// A new message.
    pub fn put(&mut self, place: &Place, key: &str, buttons: Vec<Button>, text: String) -> u64 {
        self.next += 1;
        let id = 1_000 + self.next;
        self.remember(place, id, &buttons);
        self.messages.insert(id, Standing { place: place.clone(), key: key.to_owned(), buttons, text });
        self.keys.entry(key.to_owned()).or_default().push(id);
        id
    }

    /// A message people wrote themselves gets an id like any other.
    pub fn number(&mut self) -> u64 {
        self.next += 1;
        1_000 + self.next
    }

    /// Remembers buttons, so that they can be pressed when they are long gone.
    pub fn remember(&mut self, place: &Place, id: u64, buttons: &[Button]) {
        for button in buttons {
            if self.stale.len() >= REMEMBERED {
                self.stale.remove(0);
            }
            self.stale.push((place.clone(), id, button.clone()));
        }
    }

    /// Whether a platform works at this moment.
    pub fn works(&self, platform: Platform, now: DateTime<Utc>) -> bool {
        self.down.get(&platform).is_none_or(|until| *until <= now)
    }
}
