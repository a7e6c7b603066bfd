//! The inbound rate limit: how fast one person may write.

use crate::config::Lookup;
use crate::config::fault::{ConfigError, Faults, value};

/// Messages of one person in a minute, where nothing else is set: whoever passes on a hundred messages at once, which is what
/// Telegram lets people do, is heard in full.
const USUAL: u16 = 120;

/// MESSAGES_A_MINUTE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InboundRate {
    /// Messages that one person may send in a minute; none for any number.
    pub messages: Option<u16>,
}

impl InboundRate {
    /// Reads the section.
    ///
    /// # Errors
    /// No number.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Self, ConfigError> {
        let mut faults = Faults::default();
        let variable = "MESSAGES_A_MINUTE";
        let messages = match value(lookup, variable).map(|text| text.parse::<u16>()) {
            None => USUAL,
            Some(Ok(messages)) => messages,
            Some(Err(_)) => {
                let wrong = "must be a number of messages, or 0 for any number";
                faults.note::<u16>(variable, wrong, "120").unwrap_or_default()
            }
        };
        faults.or(Self { messages: (messages > 0).then_some(messages) })
    }
}
