//! Web search: which provider, if any. The first one set is used: SearXNG, then Brave, then Tavily.

use super::Lookup;
use super::fault::{ConfigError, Faults};
use super::secret::Secret;

/// SEARXNG_URL, BRAVE_API_KEY, TAVILY_API_KEY.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The root of a SearXNG server.
    pub searxng_url: Option<String>,
    /// The key of Brave Search.
    pub brave_key: Option<Secret>,
    /// The key of Tavily.
    pub tavily_key: Option<Secret>,
}

impl Search {
    /// Reads the section.
    ///
    /// # Errors
    /// A value no server could accept.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Self, ConfigError> {
        let mut faults = Faults::default();
        let searxng_url = faults.url(lookup, "SEARXNG_URL", "http://127.0.0.1:8080");
        let brave_key = faults.secret(lookup, "BRAVE_API_KEY", "the key from the dashboard of api.search.brave.com");
        let tavily_key = faults.secret(lookup, "TAVILY_API_KEY", "tvly-your-key");
        faults.or(Self { searxng_url, brave_key, tavily_key })
    }

    /// Whether no provider is set.
    pub fn is_off(&self) -> bool {
        self.searxng_url.is_none() && self.brave_key.is_none() && self.tavily_key.is_none()
    }
}
