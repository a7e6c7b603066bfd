//! The first owners: accounts that own the workspace from the start.

use crate::config::Lookup;
use crate::config::fault::{ConfigError, Faults, value};

/// SECRETARY_OWNERS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owners {
    /// Platform ("telegram", "discord") and user id, each pair once.
    pub list: Vec<(String, String)>,
}

impl Owners {
    /// Reads the section.
    ///
    /// # Errors
    /// An entry without a known platform or a numeric user id.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Self, ConfigError> {
        const EXAMPLE: &str = "telegram:123456789,discord:234567890123456789";
        let mut faults = Faults::default();
        let mut list: Vec<(String, String)> = Vec::new();
        let text = value(lookup, "SECRETARY_OWNERS").unwrap_or_default();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (platform, user) = entry.split_once(':').map_or(("", entry), |(p, u)| (p.trim(), u.trim()));
            let platform = platform.to_ascii_lowercase();
            if platform != "telegram" && platform != "discord" {
                let wrong = format!("has the entry {entry:?}; each must begin with telegram: or discord:");
                faults.note::<()>("SECRETARY_OWNERS", wrong, EXAMPLE);
                continue;
            }
            // Telegram ids need up to 52 bits (platform-facts T32), Discord snowflakes 64; both are positive numbers.
            match user.parse::<u64>() {
                Ok(id) if id > 0 && (platform == "discord" || id < 1 << 52) => {
                    let pair = (platform, id.to_string());
                    if !list.contains(&pair) {
                        list.push(pair);
                    }
                }
                _ => {
                    let wrong = format!("has the entry {entry:?}; the user id must be a number, not a name");
                    faults.note::<()>("SECRETARY_OWNERS", wrong, EXAMPLE);
                }
            }
        }
        faults.or(Self { list })
    }
}
