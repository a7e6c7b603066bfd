//! Fetches pages that strangers name, without opening the local network to them. Every hop is checked: the scheme, a
//! literal address, and each address that a name resolves to, which is then the connected one. There is no proxy, no
//! cookie, no credential and no configuration that could loosen it.

mod addresses;
mod body;

pub use addresses::forbidden;

use crate::ports::web::fetch::{Fetch, FetchError, Page};
use crate::secretary::policy::addresses::opened;
use crate::secretary::policy::inside::this_machine;
use crate::secretary::policy::onward::Onward;
use addresses::port_of_others;
use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{ACCEPT, CONTENT_TYPE, LOCATION};
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use url::{Host, Url};

/// Redirects followed at most.
const MAX_REDIRECTS: usize = 5;
/// Time for one connection.
const CONNECT: Duration = Duration::from_secs(5);
/// Time for a page with all its redirects.
const TOTAL: Duration = Duration::from_secs(20);
/// The most bytes of a body anyone may ask for.
const MOST_BYTES: usize = 8 * 1024 * 1024;
/// The longest address taken.
const LONGEST_URL: usize = 4096;

/// The safe fetch.
#[derive(Clone, Debug)]
pub struct SafeFetch {
    /// Made at the first use: reading the machine's certificates takes longer than all the rest of a start.
    client: Arc<OnceLock<reqwest::Client>>,
    lookup: Lookup,
    allowed: Option<SocketAddr>,
    total: Duration,
}

impl SafeFetch {
    /// A fetch that reaches the public internet only.
    ///
    /// # Errors
    /// None today; a set-up of TLS that cannot be used shows at the first fetch.
    pub fn new() -> Result<Self, FetchError> {
        Ok(Self::over(None, Lookup::System))
    }

    /// For tests: the same, but one loopback address may be reached, when named literally in an address.
    /// Names are checked as ever, even if they resolve to it. Nothing configures this.
    ///
    /// # Errors
    /// As [`Self::new`]; [`FetchError::Forbidden`] if the address is not a loopback one.
    pub fn allowing(addr: SocketAddr) -> Result<Self, FetchError> {
        if !addr.ip().is_loopback() {
            return Err(FetchError::Forbidden("only a loopback address can be allowed for tests".into()));
        }
        Ok(Self::over(Some(addr), Lookup::System))
    }

    /// For tests: names are answered by `names`, and one loopback address stands for the public internet, in names as well as
    /// literally. Every other address is judged as ever. Nothing configures this.
    ///
    /// # Errors
    /// [`FetchError::Forbidden`] if the address is not a loopback one.
    pub fn resolving(public: IpAddr, names: Arc<dyn Names>) -> Result<Self, FetchError> {
        if !public.is_loopback() {
            return Err(FetchError::Forbidden("only a loopback address can be allowed for tests".into()));
        }
        Ok(Self::over(None, Lookup::Told { public, names }))
    }

    fn over(allowed: Option<SocketAddr>, lookup: Lookup) -> Self {
        Self { client: Arc::default(), lookup, allowed, total: TOTAL }
    }

    fn client(&self) -> Result<&reqwest::Client, FetchError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        // Already installed is fine; without any, building a client would panic.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .connect_timeout(CONNECT)
            .timeout(TOTAL)
            .pool_max_idle_per_host(0)
            .user_agent(concat!("secretary/", env!("CARGO_PKG_VERSION")))
            .dns_resolver(Arc::new(CheckedResolver { lookup: self.lookup.clone() }))
            .build()
            .map_err(|e| unreachable_because(&e))?;
        Ok(self.client.get_or_init(|| client))
    }

    /// Whether this address may be opened at all, before any name is resolved.
    fn check(&self, url: &Url) -> Result<(), FetchError> {
        let refuse = |why: &str| Err(FetchError::Forbidden(why.to_owned()));
        if url.as_str().len() > LONGEST_URL {
            return refuse("it is too long");
        }
        if !matches!(url.scheme(), "http" | "https") {
            return refuse("only http and https addresses can be opened");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return refuse("it carries a user name or password");
        }
        let strange = url.port().is_some_and(port_of_others);
        let ip: IpAddr = match url.host() {
            None => return refuse("it names no host"),
            Some(Host::Domain(name)) => {
                if this_machine(name) {
                    return refuse("it leads into an internal network");
                }
                return if strange { refuse("no page is served at that port") } else { Ok(()) };
            }
            Some(Host::Ipv4(ip)) => ip.into(),
            Some(Host::Ipv6(ip)) => ip.into(),
        };
        let named = url.port_or_known_default().map(|port| SocketAddr::new(ip, port));
        if self.lookup.refuses(ip) && (self.allowed.is_none() || named != self.allowed) {
            return refuse("it leads into an internal network");
        }
        if strange { refuse("no page is served at that port") } else { Ok(()) }
    }

    async fn follow(&self, url: &str, max_bytes: usize, onward: &Onward) -> Result<Page, FetchError> {
        let mut url = parse(url)?;
        self.check(&url)?;
        for _ in 0..=MAX_REDIRECTS {
            let request =
                self.client()?.get(url.clone()).header(ACCEPT, "text/html,text/*;q=0.9,application/json;q=0.8");
            let response = request.send().await.map_err(|e| unreachable_because(&e))?;
            let next = match response.headers().get(LOCATION) {
                Some(place) if response.status().is_redirection() => place.to_str().ok().map(str::to_owned),
                Some(_) | None => return read(url, response, max_bytes).await,
            };
            let next = next.and_then(|place| url.join(&place).ok());
            let next = next.ok_or_else(|| FetchError::Unreachable("it redirects to something unreadable".into()))?;
            self.check(&next)?;
            if !onward.may(url.as_str(), next.as_str()) {
                return Err(FetchError::Elsewhere(next.into()));
            }
            url = next;
        }
        Err(FetchError::Unreachable(format!("it redirects more than {MAX_REDIRECTS} times")))
    }
}

#[async_trait]
impl Fetch for SafeFetch {
    fn refuses(&self, url: &str) -> Option<FetchError> {
        parse(url).and_then(|url| self.check(&url)).err()
    }

    async fn get(&self, url: &str, max_bytes: usize, onward: &Onward) -> Result<Page, FetchError> {
        match tokio::time::timeout(self.total, self.follow(url, max_bytes.min(MOST_BYTES), onward)).await {
            Ok(page) => page,
            Err(_) => Err(FetchError::Unreachable(format!("no answer within {} seconds", self.total.as_secs()))),
        }
    }
}

/// An address as people write it; without a scheme it means https.
fn parse(text: &str) -> Result<Url, FetchError> {
    let text = text.trim();
    if text.len() > LONGEST_URL {
        return Err(FetchError::Forbidden("it is too long".into()));
    }
    let mut url = opened(text).map_err(|e| FetchError::Forbidden(format!("it cannot be read ({e})")))?;
    url.set_fragment(None);
    Ok(url)
}

/// Reads the body up to the limit, counted after decompression.
async fn read(url: Url, mut response: reqwest::Response, max_bytes: usize) -> Result<Page, FetchError> {
    let header = response.headers().get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("text/plain");
    let (content_type, charset) = body::content_type(header);
    if !body::is_text(&content_type) {
        return Err(FetchError::NotText(content_type));
    }
    let status = response.status().as_u16();
    let mut bytes = Vec::new();
    let mut cut = false;
    while let Some(chunk) = response.chunk().await.map_err(|e| unreachable_because(&e))? {
        let room = max_bytes.saturating_sub(bytes.len());
        bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if chunk.len() > room {
            cut = true;
            break;
        }
    }
    let text = body::decode(&bytes, charset.as_deref(), &content_type, cut);
    if text.contains('\0') {
        return Err(FetchError::NotText("binary data".into()));
    }
    Ok(Page { url: url.into(), status, content_type, text, cut })
}

/// A refusal by the resolver, found again in the chain of causes of a failed request.
#[derive(Debug, thiserror::Error)]
#[error("it leads into an internal network")]
struct Internal;

fn unreachable_because(error: &reqwest::Error) -> FetchError {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    let (mut innermost, mut broken) = (String::new(), None);
    while let Some(e) = cause {
        if e.is::<Internal>() {
            return FetchError::Forbidden(Internal.to_string());
        }
        broken = e.downcast_ref::<io::Error>().map(io::Error::kind).or(broken);
        innermost = e.to_string();
        cause = e.source();
    }
    FetchError::Unreachable(match broken {
        _ if error.is_timeout() => "no answer in time".to_owned(),
        Some(ErrorKind::ConnectionRefused) => "nothing answers there".to_owned(),
        Some(ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof) => "the connection broke".to_owned(),
        // What a resolver says has no kind of its own.
        _ if innermost.contains("lookup") => {
            "there is no such address, or no way to the internet at the moment".to_owned()
        }
        _ => innermost,
    })
}

/// Tells where names lead, in the place of the system; for tests.
pub trait Names: Send + Sync {
    /// The addresses of a name. It is asked anew for every connection.
    fn addresses(&self, name: &str) -> Vec<IpAddr>;
}

/// Where names are looked up.
#[derive(Clone)]
enum Lookup {
    System,
    /// By a test.
    Told {
        public: IpAddr,
        names: Arc<dyn Names>,
    },
}

impl Lookup {
    /// Whether nothing may be connected to at this address.
    fn refuses(&self, ip: IpAddr) -> bool {
        forbidden(ip) && !matches!(self, Self::Told { public, .. } if *public == ip)
    }
}

impl fmt::Debug for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lookup")
    }
}

/// Resolves names and refuses those with any forbidden address; the addresses it gives are the ones
/// connected to, so that a second look-up cannot change them.
struct CheckedResolver {
    lookup: Lookup,
}

impl Resolve for CheckedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let lookup = self.lookup.clone();
        Box::pin(async move {
            let found: Vec<SocketAddr> = match &lookup {
                Lookup::System => tokio::net::lookup_host((name.as_str(), 0)).await?.collect(),
                Lookup::Told { names, .. } => {
                    names.addresses(name.as_str()).into_iter().map(|ip| SocketAddr::new(ip, 0)).collect()
                }
            };
            if found.iter().any(|a| lookup.refuses(a.ip())) {
                return Err(Internal.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
pub(super) mod tests;
