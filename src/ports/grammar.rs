//! The built-in grammar: it answers a message by a few documented forms without a language model, and reads the times
//! and sums of commands with and without one. It is exact and must not guess beyond its forms.

use crate::secretary::intent::Timed;
use crate::secretary::when::WhenError;
use crate::secretary::wording::talk::help::GrammarForm;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// What stands before a time in a text, or behind it, and the time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timely {
    /// The text without the time, trimmed.
    pub rest: String,
    /// The time; none where the text has none. An error is a sentence with an example: the time cannot be.
    pub timed: Option<Result<Timed, WhenError>>,
}

/// The grammar of commands.
pub trait Grammar: Send + Sync {
    /// A whole text as a moment or a schedule: "tomorrow at 9", "in 20 minutes", "daily 18:00", "every Friday at 4pm",
    /// "weekly Fri 16:00", "monthly on the 1st at 9", five cron fields. Zones behind it are honoured ("5pm PST").
    ///
    /// # Errors
    /// A sentence with an example.
    fn time(&self, text: &str, zone: Tz, now: DateTime<Utc>) -> Result<Timed, WhenError>;

    /// A text with a time at its beginning or end, as behind "remind me": "call Ana tomorrow at 9", "tomorrow at 9 to call
    /// Ana".
    fn timely(&self, text: &str, zone: Tz, now: DateTime<Utc>) -> Timely;

    /// The result of a sum as it is to be shown ("40.8"), if the whole text is one.
    fn sum(&self, text: &str) -> Option<String>;

    /// The forms that it understands in the present setup, for `/help`.
    fn forms(&self) -> Vec<GrammarForm>;
}
