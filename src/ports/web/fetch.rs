//! Fetching a page of the public web safely: addresses are checked at connect time on every hop.

use crate::secretary::policy::onward::Onward;
use async_trait::async_trait;

/// A page as it came, bounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The address after redirects.
    pub url: String,
    /// The HTTP status.
    pub status: u16,
    /// The content type, lower case, without parameters.
    pub content_type: String,
    /// The body, at most the asked number of bytes, decoded to text.
    pub text: String,
    /// The body was longer than allowed and is cut.
    pub cut: bool,
}

/// Why a page could not be fetched, as a sentence for people and models.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// Not an address that may be fetched: internal, another scheme, credentials in it.
    #[error("that address may not be opened: {0}")]
    Forbidden(String),
    /// No answer in time, no such host, a broken connection.
    #[error("the page could not be reached: {0}")]
    Unreachable(String),
    /// The page redirects to this address, which must be judged by itself.
    #[error("the page leads on to {0}; open that address itself, if it is needed")]
    Elsewhere(String),
    /// Something that is not text.
    #[error("that is not a page of text: {0}")]
    NotText(String),
}

/// Fetches pages. Redirects at most 5, only http and https, never an internal address, no credentials,
/// no proxy, bounded in bytes and time.
#[async_trait]
pub trait Fetch: Send + Sync {
    /// Why this address is never opened, as far as known before any name look-up; the same as what [`Fetch::get`]
    /// says. None: it may be opened.
    fn refuses(&self, _url: &str) -> Option<FetchError> {
        None
    }

    /// Gets a page; at most `max_bytes` of the body are read. A redirect that `onward` does not allow is not
    /// followed.
    ///
    /// # Errors
    /// See [`FetchError`].
    async fn get(&self, url: &str, max_bytes: usize, onward: &Onward) -> Result<Page, FetchError>;
}
