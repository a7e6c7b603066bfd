//! Web search through a configured service.

use super::fetch::FetchError;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// One result of a search, as the service gave it: words of strangers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// The title of the page.
    pub title: String,
    /// Its address.
    pub url: String,
    /// A few words from it, plain text.
    pub snippet: String,
}

/// A search service. One call is one request, bounded by 15 s, never retried inside.
#[async_trait]
pub trait Search: Send + Sync {
    /// The best hits for the words, at most `limit` (1 to 20).
    ///
    /// # Errors
    /// [`FetchError::Unreachable`] with what to do, in words which never contain the key.
    async fn search(&self, query: &str, limit: u8) -> Result<Vec<Hit>, FetchError>;

    /// The name of the service, for people ("SearXNG").
    fn name(&self) -> &'static str;
}
