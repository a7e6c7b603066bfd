//! What a test does with the fake: it makes places and people, acts as them, looks at what the bot did, and breaks
//! things. It must not answer the bot.

pub(super) mod acting;
mod observe;
mod people;
pub(super) mod sending;
mod trouble;
