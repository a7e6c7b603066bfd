//! One-time codes: what they grant, how long they live, and how often one may guess.

use super::workspace::Role;
use crate::secretary::ids::PersonId;
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

/// A one-time code. An account that types [`CODE_TRIES`] wrong ones is ignored for [`GUESS_PAUSE`]. That does not
/// touch the codes of others; otherwise a stranger could end every invitation. All wrong guesses together end a code
/// only after [`GUESSES_IN_ALL`].
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
/// Random bytes of a code: one of 2^80 is not guessed (docs/defence.md, s17).
pub const CODE_BYTES: usize = 10;
/// Wrong guesses of all accounts together after which a code is void. To end one, 200,000 accounts must guess within the ten
/// minutes of a pairing code, or 1,400 accounts all through the day of an invitation.
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

/// A code from so many random bits, in an alphabet without look-alikes, in groups of four: 40 bits are "K7QM-2XWD". Bits that
/// fill no letter are left out.
pub fn code_text(random: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let (mut letters, mut bits, mut held) = (String::new(), 0u32, 0u32);
    for byte in random {
        bits = (bits << 8) | u32::from(*byte);
        held += 8;
        while held >= 5 {
            held -= 5;
            let index = usize::try_from((bits >> held) & 31).unwrap_or(0);
            letters.push(char::from(ALPHABET[index]));
        }
        bits &= (1 << held) - 1;
    }
    in_groups(&letters)
}

/// A typed code in the shape it is stored in: upper case, a dash after each four letters. Longer than any code, it is cut to
/// what is still none.
pub fn code_typed(text: &str) -> String {
    let mut clean: String = text.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
    clean.make_ascii_uppercase();
    in_groups(&clean)
}

fn in_groups(letters: &str) -> String {
    let mut text = String::with_capacity(letters.len() + letters.len() / 4);
    for (at, letter) in letters.chars().enumerate() {
        if at > 0 && at % 4 == 0 {
            text.push('-');
        }
        text.push(letter);
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::secretary::people::codes::*;

    #[test]
    fn codes_are_read_however_they_are_typed() {
        assert_eq!(code_text(&[0; 5]), "AAAA-AAAA");
        assert_eq!(code_text(&[255; 10]), "9999-9999-9999-9999");
        assert_eq!(code_text(&[0, 0, 0, 0, 1]), "AAAA-AAAB");
        assert_eq!(code_text(&[8, 0, 0, 0, 0]), "BAAA-AAAA");
        let long = code_text(&[0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0x12, 0x34]);
        assert_eq!(long.len(), 19);
        assert!(long.starts_with(&code_text(&[0x12, 0x34, 0x56, 0x78, 0x9a])));
        const { assert!(CODE_BYTES * 8 >= 64) };
        for typed in [long.to_lowercase(), long.replace('-', ""), long.replace('-', " "), format!(" {long}.")] {
            assert_eq!(code_typed(&typed), long);
        }
        for other in [long[..9].to_owned(), format!("{long}A"), format!("{long} {long} {long}")] {
            assert_ne!(code_typed(&other), long);
        }
    }
}
