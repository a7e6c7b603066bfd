//! Web search services behind one port. Addresses and keys come from the owner, so they may be inside the network;
//! keys go into headers only and appear in no error and no debug output.

mod brave;
mod searxng;
mod tavily;

pub use brave::Brave;
pub use searxng::SearXng;
pub use tavily::Tavily;

use crate::ports::web::fetch::FetchError;
use crate::ports::web::search::Hit;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::time::Duration;
use url::Url;

/// The longest answer read, in bytes.
const MOST_BYTES: usize = 2 * 1024 * 1024;
/// Time for one search.
const DEADLINE: Duration = Duration::from_secs(15);

/// A secret that does not show in debug output.
#[derive(Clone)]
struct Key(String);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

/// A service that knows its callers by a key.
#[derive(Clone, Debug)]
struct Keyed {
    client: reqwest::Client,
    url: Url,
    key: Key,
}

impl Keyed {
    fn at(base: &str, path: &str, key: &str) -> Result<Self, FetchError> {
        Ok(Self { client: client()?, url: endpoint(base, path)?, key: Key(key.to_owned()) })
    }
}

/// Results as the services list them.
#[derive(Default, Deserialize)]
struct Results {
    #[serde(default)]
    results: Vec<Found>,
}

/// One result; what the others call content is Brave's description.
#[derive(Deserialize)]
struct Found {
    url: String,
    #[serde(default)]
    title: Option<String>,
    #[serde(default, alias = "description")]
    content: Option<String>,
}

impl Results {
    fn hits(self, limit: u8) -> Vec<Hit> {
        let text = |text: Option<String>| plain(&text.unwrap_or_default());
        let hit = |f: Found| Hit { title: text(f.title), url: f.url, snippet: text(f.content) };
        self.results.into_iter().take(usize::from(limit)).map(hit).collect()
    }
}

/// How many results a service with a key is asked for: it gives 1 to 20.
fn wanted(limit: u8) -> u8 {
    limit.clamp(1, 20)
}

fn failed(why: impl Into<String>) -> FetchError {
    FetchError::Unreachable(why.into())
}

/// A client for services of the owner's choice. Redirects are not followed: they could carry the key away.
fn client() -> Result<reqwest::Client, FetchError> {
    // Already installed is fine; without any, building a client would panic.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(Duration::from_secs(5))
        .timeout(DEADLINE)
        .user_agent(concat!("secretary/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|e| failed(format!("the search cannot be set up: {}", e.without_url())))
}

/// The address of an endpoint under a base address, which may have a path of its own.
fn endpoint(base: &str, path: &str) -> Result<Url, FetchError> {
    let url = Url::parse(&format!("{}/{path}", base.trim().trim_end_matches('/')))
        .map_err(|_| failed("the address of the search service cannot be read"))?;
    if matches!(url.scheme(), "http" | "https") && url.host().is_some() {
        Ok(url)
    } else {
        Err(failed("the address of the search service must begin with http:// or https://"))
    }
}

/// Sends a request and reads its JSON answer. Neither the address nor the answer of a failure is told:
/// both may repeat a key.
async fn ask<T: DeserializeOwned>(name: &str, request: reqwest::RequestBuilder) -> Result<T, FetchError> {
    let lost = |e: reqwest::Error| {
        failed(if e.is_timeout() {
            format!("{name} did not answer in time")
        } else {
            format!("{name} is not reachable")
        })
    };
    let mut response = request.send().await.map_err(lost)?;
    let status = response.status();
    if !status.is_success() {
        return Err(failed(match status.as_u16() {
            401 | 403 => format!("{name} refused the request ({status}); its key or its JSON format is not enabled"),
            429 => format!("{name} allows no more searches for now ({status})"),
            _ => format!("{name} answered {status}"),
        }));
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(lost)? {
        if bytes.len() + chunk.len() > MOST_BYTES {
            return Err(failed(format!("{name} answered with too much")));
        }
        bytes.extend_from_slice(&chunk);
    }
    serde_json::from_slice(&bytes).map_err(|_| failed(format!("{name} answered with something other than results")))
}

/// Snippets come with a little markup; this takes it off.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let tag = &rest[at..];
        let looks_like_tag = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        rest = match tag.find('>').filter(|end| looks_like_tag && *end < 200) {
            Some(end) => &tag[end + 1..],
            None => {
                out.push('<');
                &tag[1..]
            }
        };
    }
    out.push_str(rest);
    for (entity, sign) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&amp;", "&")]
    {
        out = out.replace(entity, sign);
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
