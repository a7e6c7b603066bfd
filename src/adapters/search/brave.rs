//! Brave Search, with a key in the header `X-Subscription-Token`.

use super::{Key, ask, client, endpoint, plain};
use crate::ports::fetch::FetchError;
use crate::ports::search::{Hit, Search};
use async_trait::async_trait;
use serde::Deserialize;
use url::Url;

/// The public address of the service.
const BASE: &str = "https://api.search.brave.com";

/// Brave Search.
#[derive(Clone, Debug)]
pub struct Brave {
    client: reqwest::Client,
    url: Url,
    key: Key,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    web: Option<Web>,
}

#[derive(Deserialize)]
struct Web {
    #[serde(default)]
    results: Vec<Found>,
}

#[derive(Deserialize)]
struct Found {
    url: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    description: Option<String>,
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
        Ok(Self { client: client()?, url: endpoint(base, "res/v1/web/search")?, key: Key(key.to_owned()) })
    }
}

#[async_trait]
impl Search for Brave {
    async fn search(&self, query: &str, limit: u8) -> Result<Vec<Hit>, FetchError> {
        // The service takes 1 to 20.
        let count = limit.clamp(1, 20).to_string();
        let mut request = self.client.get(self.url.clone()).query(&[("q", query), ("count", &count)]);
        request = request.header("Accept", "application/json").header("X-Subscription-Token", self.key.0.as_str());
        let answer: Answer = ask(self.name(), request).await?;
        let hit =
            |f: Found| Hit { title: plain(&f.title), url: f.url, snippet: plain(&f.description.unwrap_or_default()) };
        let found = answer.web.map(|w| w.results).unwrap_or_default();
        Ok(found.into_iter().take(usize::from(limit)).map(hit).collect())
    }

    fn name(&self) -> &'static str {
        "Brave Search"
    }
}
