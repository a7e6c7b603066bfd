//! SearXNG, a search service people run themselves. Its `json` format must be enabled there
//! (`search.formats` in its settings); without it, it answers 403.

use super::{Results, ask, client, endpoint};
use crate::ports::web::fetch::FetchError;
use crate::ports::web::search::{Hit, Search};
use async_trait::async_trait;
use std::fmt;
use url::Url;

/// A SearXNG server.
#[derive(Clone)]
pub struct SearXng {
    client: reqwest::Client,
    url: Url,
}

impl fmt::Debug for SearXng {
    /// The address may carry a password, therefore only the host.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearXng").field("host", &self.url.host_str()).finish_non_exhaustive()
    }
}

impl SearXng {
    /// The server under this address (`SEARXNG_URL`).
    ///
    /// # Errors
    /// The address is not one of http or https.
    pub fn new(base: &str) -> Result<Self, FetchError> {
        Ok(Self { client: client()?, url: endpoint(base, "search")? })
    }
}

#[async_trait]
impl Search for SearXng {
    async fn search(&self, query: &str, limit: u8) -> Result<Vec<Hit>, FetchError> {
        let request = self.client.get(self.url.clone()).query(&[("q", query), ("format", "json")]);
        let answer: Results = ask(self.name(), request).await?;
        Ok(answer.hits(limit))
    }

    fn name(&self) -> &'static str {
        "SearXNG"
    }
}
