//! Tavily, with a key as a bearer token.

use super::{Keyed, Results, ask, wanted};
use crate::ports::web::fetch::FetchError;
use crate::ports::web::search::{Hit, Search};
use async_trait::async_trait;
use serde_json::json;

/// The public address of the service.
const BASE: &str = "https://api.tavily.com";

/// Tavily.
#[derive(Clone, Debug)]
pub struct Tavily(Keyed);

impl Tavily {
    /// The service with this key (`TAVILY_API_KEY`).
    ///
    /// # Errors
    /// The TLS set-up of this machine cannot be used.
    pub fn new(key: &str) -> Result<Self, FetchError> {
        Self::at(BASE, key)
    }

    /// The service under another address.
    ///
    /// # Errors
    /// The address is not one of http or https.
    pub fn at(base: &str, key: &str) -> Result<Self, FetchError> {
        Keyed::at(base, "search", key).map(Self)
    }
}

#[async_trait]
impl Search for Tavily {
    async fn search(&self, query: &str, limit: u8) -> Result<Vec<Hit>, FetchError> {
        let Keyed { client, url, key } = &self.0;
        let asked = json!({ "query": query, "max_results": wanted(limit) });
        let answer: Results = ask(self.name(), client.post(url.clone()).bearer_auth(&key.0).json(&asked)).await?;
        Ok(answer.hits(limit))
    }

    fn name(&self) -> &'static str {
        "Tavily"
    }
}
