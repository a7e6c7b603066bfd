//! The Telegram adapter against a fake Bot API server: nothing is lost on the way in, nothing is doubled or
//! guessed on the way out.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop there")]

pub mod desk;
mod editing;
mod files;
mod presses;
mod receiving;
mod sending;
mod shapes;
mod storm;
mod troubles;
mod webhook;
