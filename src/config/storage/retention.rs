//! Retention periods. Notes and people have none: they are kept until somebody erases them. Closed tickets are kept
//! unless a period is set.

use crate::config::Lookup;
use crate::config::fault::{ConfigError, Faults, value};

/// The longest period, in days: a hundred years.
const MOST: u16 = 36_500;

/// RETENTION_INBOX_DAYS and the like: days, or none for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Events that were decided about.
    pub inbox: Option<u16>,
    /// Events nothing could be decided about.
    pub quarantine: Option<u16>,
    /// Messages that were sent or given up.
    pub outbox: Option<u16>,
    /// What agents did for tickets that are closed.
    pub journal: Option<u16>,
    /// Messages of the web chat.
    pub web: Option<u16>,
    /// Closed tickets with all that belongs to them.
    pub tickets: Option<u16>,
    /// What there is of members who have left.
    pub former: Option<u16>,
    /// The data for undoing changes of notes.
    pub undo: Option<u16>,
    /// What buttons mean, but those of open tickets.
    pub buttons: Option<u16>,
}

impl Retention {
    /// Reads the section.
    ///
    /// # Errors
    /// No number of days, or fewer days than platforms may repeat what they sent.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Self, ConfigError> {
        let mut faults = Faults::default();
        let mut days = |variable, least: u16, usual: u16, example| {
            let told = value(lookup, variable).map(|text| text.parse::<u16>());
            let days = match told {
                None => usual,
                Some(Ok(days)) if days == 0 || (least..=MOST).contains(&days) => days,
                Some(_) => {
                    let wrong = format!("must be a number of days from {least} to {MOST}, or 0 to keep everything");
                    faults.note::<u16>(variable, wrong, example).unwrap_or_default()
                }
            };
            (days > 0).then_some(days)
        };
        let section = Self {
            inbox: days("RETENTION_INBOX_DAYS", 7, 30, "30"),
            quarantine: days("RETENTION_QUARANTINE_DAYS", 1, 365, "365"),
            outbox: days("RETENTION_OUTBOX_DAYS", 7, 30, "30"),
            journal: days("RETENTION_JOURNAL_DAYS", 1, 90, "90"),
            web: days("RETENTION_WEB_DAYS", 1, 0, "365"),
            tickets: days("RETENTION_TICKETS_DAYS", 30, 0, "365"),
            former: days("RETENTION_FORMER_DAYS", 1, 0, "365"),
            undo: days("RETENTION_UNDO_DAYS", 1, 90, "90"),
            buttons: days("RETENTION_BUTTONS_DAYS", 30, 365, "365"),
        };
        faults.or(section)
    }
}
