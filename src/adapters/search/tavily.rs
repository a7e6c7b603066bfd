//! Tavily, with a key as a bearer token.

use super::{Key, ask, client, endpoint, plain};
use crate::ports::fetch::FetchError;
use crate::ports::search::{Hit, Search};
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::json;
use url::Url;

/// The public address of the service.
const BASE: &str = "https://api.tavily.com";

/// Tavily.
#[derive(Clone, Debug)]
pub struct Tavily {
    client: reqwest::Client,
    url: Url,
    key: Key,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    results: Vec<Found>,
}

#[derive(Deserialize)]
struct Found {
    url: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    content: Option<String>,
}

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
        Ok(Self { client: client()?, url: endpoint(base, "search")?, key: Key(key.to_owned()) })
    }
}

#[async_trait]
impl Search for Tavily {
    async fn search(&self, query: &str, limit: u8) -> Result<Vec<Hit>, FetchError> {
        let wanted = json!({ "query": query, "max_results": limit.clamp(1, 20) });
        let request = self.client.post(self.url.clone()).bearer_auth(&self.key.0).json(&wanted);
        let answer: Answer = ask(self.name(), request).await?;
        let hit = |f: Found| Hit { title: plain(&f.title), url: f.url, snippet: plain(&f.content.unwrap_or_default()) };
        Ok(answer.results.into_iter().take(usize::from(limit)).map(hit).collect())
    }

    fn name(&self) -> &'static str {
        "Tavily"
    }
}
