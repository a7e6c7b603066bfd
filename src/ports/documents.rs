//! Reading the text of documents that people send. The bytes are hostile: every implementation bounds time, memory and
//! output, and a document that breaks the reader breaks nothing else.

pub use crate::secretary::received::Unreadable;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// The most characters of text that are kept of one document.
pub const MOST_CHARS: usize = 1_000_000;

/// The text of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentText {
    /// The text, in Markdown where the document has headings or tables; at most [`MOST_CHARS`] characters.
    pub text: String,
    /// There was more than that.
    pub cut: bool,
}

/// A reader of documents.
#[async_trait]
pub trait Documents: Send + Sync {
    /// The text of a document. Its kind is found by its first bytes, else by the ending of its name.
    ///
    /// # Errors
    /// See [`Unreadable`].
    async fn text(&self, name: &str, bytes: Vec<u8>) -> Result<DocumentText, Unreadable>;

    /// One archive (zip) of these files, by name. Names that come twice get a number.
    ///
    /// # Errors
    /// [`Unreadable::TooMuch`] where they do not fit into one.
    async fn archive(&self, files: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>, Unreadable>;
}

/// No reader: nothing is read.
#[async_trait]
impl Documents for () {
    async fn text(&self, _name: &str, _bytes: Vec<u8>) -> Result<DocumentText, Unreadable> {
        Err(Unreadable::Unknown)
    }

    async fn archive(&self, _files: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>, Unreadable> {
        Err(Unreadable::NotNow)
    }
}
