//! Time zone and language of people who have set none. Only the form is checked here; whether they exist is known
//! where they are used.

use crate::config::Lookup;
use crate::config::fault::{ConfigError, Faults, value};

/// DEFAULT_TIMEZONE and DEFAULT_LANGUAGE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of a zone, as written ("Europe/Berlin").
    pub timezone: String,
    /// A lower-case language code ("en").
    pub language: String,
}

impl Place {
    /// Reads the section.
    ///
    /// # Errors
    /// A value that cannot be the name of a zone or the code of a language.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Self, ConfigError> {
        let mut faults = Faults::default();
        let timezone = value(lookup, "DEFAULT_TIMEZONE").unwrap_or_else(|| "UTC".to_owned());
        let in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '+');
        if timezone.len() > 64 || !timezone.chars().all(in_name) {
            faults.note::<()>("DEFAULT_TIMEZONE", "must be the name of a time zone", "Europe/Berlin");
        }
        let language = value(lookup, "DEFAULT_LANGUAGE").unwrap_or_else(|| "en".to_owned()).to_ascii_lowercase();
        let code = language.split(['-', '_']).next().unwrap_or("").to_owned();
        if !(2..=3).contains(&code.len()) || !code.chars().all(|c| c.is_ascii_lowercase()) {
            faults.note::<()>("DEFAULT_LANGUAGE", "must be a language code of two letters", "en");
        }
        faults.or(Self { timezone, language: code })
    }
}
