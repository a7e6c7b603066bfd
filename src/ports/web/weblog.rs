//! The log of the web chat: the web has no server of its own, so its messages are stored here. Nothing here decides
//! what is shown.

use crate::ports::store::StoreError;
use crate::secretary::inbound::Attachment;
use crate::secretary::message::Message;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Who wrote a message of the web chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Author {
    /// The person at the page.
    Person,
    /// The secretary.
    Secretary,
}

/// One message of the web chat, stored as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WebMessage {
    /// Who wrote it.
    pub author: Author,
    /// What it says. A person's words are one `Block::Line` of one `Span::Text` for each of their lines.
    pub message: Message,
    /// When it was written first.
    pub at: DateTime<Utc>,
    /// The id of the message it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<i64>,
    /// The id the page gave a person's message before it was sent, so that the page finds its own again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// The files that a person sent with it; of a message of the secretary, where the bytes of its file are kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Attachment>,
    /// The page shows a tick on it: the secretary keeps it and has not answered yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seen: bool,
}

/// A change of a message of the log. Author, time and reply stay.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryChange {
    /// It says this from now on (`WebMessage::message`).
    Content(Box<Message>),
    /// It gets its tick (`WebMessage::seen`).
    Seen,
}

impl WebMessage {
    /// The message after a change.
    #[must_use]
    pub fn changed(self, change: EntryChange) -> Self {
        match change {
            EntryChange::Content(message) => Self { message: *message, ..self },
            EntryChange::Seen => Self { seen: true, ..self },
        }
    }
}

/// One message with its place in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The number of its last change: it rises with each append and each change of any message, and is
    /// seen by readers only when all lower numbers are.
    pub seq: i64,
    /// Its id: above 0, rising in the order of appending, below 2^53 (a page keeps it as a number).
    pub id: i64,
    /// The present message.
    pub message: WebMessage,
}

/// Why the log could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum WebLogError {
    /// The database did not answer; the same call may be repeated.
    #[error("cannot use the record of the web chat: {0}")]
    Storage(String),
}

impl From<StoreError> for WebLogError {
    fn from(error: StoreError) -> Self {
        Self::Storage(error.to_string())
    }
}

/// The log of the web chat.
#[async_trait]
pub trait WebLog: Send + Sync {
    /// Appends a message and gives its id. A key seen before changes nothing and gives the id of then.
    ///
    /// # Errors
    /// [`WebLogError::Storage`]; the call may be repeated under the same key.
    async fn append(&self, key: &str, message: WebMessage) -> Result<i64, WebLogError>;

    /// Changes the message `id` and gives it the next number. A message that stays as it is keeps its number.
    /// False when there is no such message.
    ///
    /// # Errors
    /// [`WebLogError::Storage`]; the call may be repeated.
    async fn change(&self, id: i64, change: EntryChange) -> Result<bool, WebLogError>;

    /// The messages whose last change is after `seq`, by rising `seq`, at most `limit`.
    ///
    /// # Errors
    /// [`WebLogError::Storage`].
    async fn since(&self, seq: i64, limit: usize) -> Result<Vec<Entry>, WebLogError>;

    /// The newest `limit` messages with an id below `before` (of all, when it is `None`), by rising id.
    ///
    /// # Errors
    /// [`WebLogError::Storage`].
    async fn latest(&self, before: Option<i64>, limit: usize) -> Result<Vec<Entry>, WebLogError>;
}
