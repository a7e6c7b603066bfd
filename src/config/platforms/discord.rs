//! Discord: the bot's token and another API server.

use crate::config::Lookup;
use crate::config::fault::{ConfigError, Faults};
use crate::config::secret::Secret;

/// DISCORD_TOKEN and DISCORD_API_URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discord {
    /// The bot's token, without "Bot ".
    pub token: Secret,
    /// The root of another server, without `/api/v10`; Discord's own when absent.
    pub api_url: Option<String>,
}

impl Discord {
    /// Reads the section; nothing when there is no token.
    ///
    /// # Errors
    /// A value no server could accept.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Option<Self>, ConfigError> {
        let mut faults = Faults::default();
        let stripped = |name: &str| {
            let text = lookup(name)?;
            Some(text.trim().strip_prefix("Bot ").map(str::to_owned).unwrap_or(text))
        };
        let token = faults.secret(&stripped, "DISCORD_TOKEN", "the token from the Bot page of discord.com/developers");
        let api_url = faults.url(lookup, "DISCORD_API_URL", "http://127.0.0.1:8082");
        if api_url.as_ref().is_some_and(|url| url.ends_with("/api") || url.contains("/api/v")) {
            faults.note::<()>(
                "DISCORD_API_URL",
                "must be the root of the server, without /api/v10",
                "http://127.0.0.1:8082",
            );
        }
        faults.or(token.map(|token| Self { token, api_url }))
    }
}
