//! One-time codes: what they are good for, how long they live, and how often one may guess.

use super::ids::PersonId;
use super::workspace::Role;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// What a code is good for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grant {
    /// Become the first owner.
    Pair,
    /// Join with this role.
    Invite(Role),
    /// Join this account to that person.
    Link(PersonId),
}

/// A one-time code. Whoever types [`CODE_TRIES`] wrong ones is not listened to for [`GUESS_PAUSE`]; the codes of others
/// are not touched by that, or a stranger could end every invitation. All wrong guesses together end it only after
/// [`GUESSES_IN_ALL`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// The code as shown, upper case with a dash.
    pub text: String,
    /// What it is good for.
    pub grant: Grant,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// Wrong guesses that can still be made while it lives.
    pub tries_left: u32,
}

/// How long a pairing or link code lives.
pub const CODE_LIFE: TimeDelta = TimeDelta::minutes(10);
/// How long an invitation lives: it has to travel by mail or chat first.
pub const INVITE_LIFE: TimeDelta = TimeDelta::hours(24);
/// Wrong codes in a row after which an account is not listened to for a while.
pub const CODE_TRIES: u8 = 5;
/// Wrong guesses of all accounts together after which a code is void. A code is one of 2^40, so that guessing finds it
/// with a chance below one in a million; to end it, 200,000 accounts must guess within the ten minutes of a pairing code,
/// or 1,400 accounts all through the day of an invitation.
pub const GUESSES_IN_ALL: u32 = 1_000_000;

/// Wrong codes typed by one account lately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guesses {
    /// How many, until the account is not listened to any more for a while.
    pub wrong: u8,
    /// When the last one came.
    pub last_at: DateTime<Utc>,
}

/// How long an account that typed [`CODE_TRIES`] wrong codes is not listened to.
pub const GUESS_PAUSE: TimeDelta = TimeDelta::minutes(10);

impl Guesses {
    /// Whether no code of this account is looked at now.
    pub fn paused(self, now: DateTime<Utc>) -> bool {
        self.wrong >= CODE_TRIES && now < self.last_at + GUESS_PAUSE
    }

    /// With one more wrong code. Those of long ago are forgotten.
    #[must_use]
    pub fn and_one(self, now: DateTime<Utc>) -> Self {
        let wrong = if now < self.last_at + GUESS_PAUSE { self.wrong.saturating_add(1) } else { 1 };
        Self { wrong, last_at: now }
    }
}

/// A code from 40 random bits, in an alphabet without look-alikes: "K7QM-2XWD".
pub fn code_text(random: [u8; 5]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let bits = random.iter().fold(0u64, |bits, byte| (bits << 8) | u64::from(*byte));
    let mut text = String::with_capacity(9);
    for i in 0..8u32 {
        if i == 4 {
            text.push('-');
        }
        let index = usize::try_from((bits >> (35 - 5 * i)) & 31).unwrap_or(0);
        text.push(char::from(ALPHABET[index]));
    }
    text
}

/// A typed code in the shape it is stored in: upper case, dash in the middle.
pub fn code_typed(text: &str) -> String {
    let mut clean: String = text.chars().filter(char::is_ascii_alphanumeric).take(16).collect();
    clean.make_ascii_uppercase();
    if clean.len() == 8 {
        clean.insert(4, '-');
    }
    clean
}
