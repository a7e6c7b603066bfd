//! Brave Search, with a key in the header `X-Subscription-Token`.

use super::{Keyed, Results, ask, wanted};
use crate::ports::web::fetch::FetchError;
use crate::ports::web::search::{Hit, Search};
use async_trait::async_trait;
use serde::Deserialize;

/// The public address of the service.
const BASE: &str = "https://api.search.brave.com";

/// Brave Search.
#[derive(Clone, Debug)]
pub struct Brave(Keyed);

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    web: Option<Results>,
}

impl Brave {
    /// The service with this key (`BRAVE_API_KEY`).
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
        Keyed::at(base, "res/v1/web/search", key).map(Self)
    }
}

#[async_trait]
impl Search for Brave {
    async fn search(&self, query: &str, limit: u8) -> Result<Vec<Hit>, FetchError> {
        let Keyed { client, url, key } = &self.0;
        let request = client.get(url.clone()).query(&[("q", query), ("count", &wanted(limit).to_string())]);
        let request = request.header("Accept", "application/json").header("X-Subscription-Token", key.0.as_str());
        let answer: Answer = ask(self.name(), request).await?;
        Ok(answer.web.unwrap_or_default().hits(limit))
    }

    fn name(&self) -> &'static str {
        "Brave Search"
    }
}
