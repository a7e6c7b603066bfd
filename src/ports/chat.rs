//! The way out to a platform: posting, editing, threads, the typing sign, the receipt of a message.

use crate::secretary::inbound::{Account, Attachment, Place};
use crate::secretary::message::Message;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use std::time::Duration;

/// One message to post.
#[derive(Clone, Debug)]
pub struct Posting<'a> {
    /// Where to.
    pub to: &'a Place,
    /// What.
    pub message: &'a Message,
    /// The part of the message to post now, counted from 0. Long messages have several parts.
    pub part: usize,
    /// Unique for this part and the same in every repetition: the idempotency key where a platform has one.
    pub key: &'a str,
    /// The message to reply to; ignored if it was deleted.
    pub reply_to: Option<&'a str>,
    /// The handle of the event this answers first (`Inbound::handle`), if it is still unanswered.
    pub handle: Option<&'a str>,
    /// Since when it is unclear whether this part was posted: the answer to an earlier sending was lost.
    pub unclear_since: Option<DateTime<Utc>>,
    /// The bytes of the message's file where it lies elsewhere (`Attached::at`).
    pub file: Option<&'a [u8]>,
    /// Accounts of the people mentioned, in the order of `Message::mentions` and of `Span::Person`.
    pub people: &'a [(crate::secretary::ids::PersonId, Account)],
}

/// One posted message to change.
#[derive(Clone, Copy, Debug)]
pub struct Editing<'a> {
    /// Its place.
    pub place: &'a Place,
    /// The platform's id of the message.
    pub id: &'a str,
    /// How.
    pub change: Change<'a>,
}

/// A change of a posted message.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// It shows this part of a message, counted from 0. If the message has no such part, the posted message is
    /// deleted, or emptied where the platform no longer allows deleting.
    Part(&'a Message, usize),
    /// It keeps its text and loses its buttons.
    NoButtons,
}

/// A posted part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The platform's id of the message.
    pub id: String,
    /// More parts follow.
    pub more: bool,
}

/// Why a call failed, in terms of what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    /// Certainly not done: try again after this long.
    #[error("not now; again in {after:?}")]
    Retry {
        /// How long to wait at least; the platform's own figure where it gave one.
        after: Duration,
    },
    /// Perhaps done: the answer was lost. The caller's policy decides.
    #[error("unclear whether it arrived")]
    Unclear,
    /// A server in front of the platform did not reach it (502, 503): most likely nothing was done. Only a second
    /// such answer makes that certain enough.
    #[error("most likely it did not arrive")]
    Doubtful,
    /// The chat cannot be reached: blocked, kicked, no access.
    #[error("the chat cannot be reached: {0}")]
    Gone(String),
    /// The chat no longer exists. Nobody can let the bot in again, so people are told something else.
    #[error("there is no such chat any more: {0}")]
    Deleted(String),
    /// The chat has a new id; use it from now on (platform-facts T32).
    #[error("the chat moved to {0}")]
    Moved(String),
    /// The message to edit is gone.
    #[error("the message is gone")]
    MessageGone,
    /// The platform does not accept the bot at all (the token): the message waits until an owner mends that.
    #[error("not let in: {0}")]
    Barred(String),
    /// It will never work: the platform refuses the content.
    #[error("refused: {0}")]
    Refused(String),
}

/// The receipt of a message on a platform.
#[async_trait]
pub trait Receipts: Send + Sync {
    /// Shows on the message of a person that it is kept: a reaction, or a tick. A second call changes nothing. A
    /// platform without such a sign does nothing.
    ///
    /// # Errors
    /// See [`ChatError`]. The platform waits for no receipt, so a failure needs no repetition.
    async fn seen(&self, _place: &Place, _message: &str) -> Result<(), ChatError> {
        Ok(())
    }
}

/// Why a file that was sent is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DownloadError {
    /// It cannot be fetched now: try again after this long.
    #[error("not now; again in {after:?}")]
    Retry {
        /// How long to wait at least.
        after: Duration,
    },
    /// It has more bytes than are taken.
    #[error("it is too large")]
    TooLarge,
    /// The platform does not have it any more, or refuses to give it.
    #[error("it cannot be fetched: {0}")]
    Gone(String),
}

/// The files of messages.
#[async_trait]
pub trait Downloads: Send + Sync {
    /// The bytes of a file that came with a message, by its handle. It stops at `most` bytes and within a deadline, and
    /// follows no address that is not the platform's own.
    ///
    /// # Errors
    /// See [`DownloadError`]. A platform without files has none to give.
    async fn download(&self, _file: &Attachment, _most: u64) -> Result<Vec<u8>, DownloadError> {
        Err(DownloadError::Gone("this platform gives no files".to_owned()))
    }
}

/// A platform as the engine sees it. One call is one request to the platform, bounded by a deadline of
/// at most 20 s, never retried inside, so that back-off is visible in the outbox.
#[async_trait]
pub trait Chat: Receipts + Downloads + Send + Sync {
    /// Posts one part of a message. Rendering and splitting are deterministic, so that part `n` is the
    /// same in every repetition. Markup a platform refuses is sent once as plain text instead.
    ///
    /// A part with an unclear earlier sending is sent again only while the key still prevents a second message. After
    /// that the messages of the platform are searched first. Without either, the platform must have answered a
    /// harmless call since (`Retry` until then), so that the one repetition does not happen during an outage.
    ///
    /// # Errors
    /// See [`ChatError`]; `Unclear` only if bytes were written and no answer came.
    async fn post(&self, posting: Posting<'_>) -> Result<Sent, ChatError>;

    /// Changes a posted message and returns the number of parts of the message that it now shows (1 for
    /// [`Change::NoButtons`]). An identical change counts as done, and so does deleting a deleted message.
    ///
    /// # Errors
    /// See [`ChatError`]; changes are idempotent, so `Unclear` may be repeated freely.
    async fn edit(&self, editing: Editing<'_>) -> Result<usize, ChatError>;

    /// Opens a thread on a message, where the platform has threads, and returns it as a place;
    /// `None` where it has none or refuses one (then the ticket stays in the channel).
    ///
    /// # Errors
    /// [`ChatError::Retry`] or [`ChatError::Unclear`] only.
    async fn open_thread(&self, place: &Place, message: &str, title: &str) -> Result<Option<Place>, ChatError>;

    /// Shows the typing sign for a few seconds. Failures do not matter.
    async fn typing(&self, place: &Place);
}
