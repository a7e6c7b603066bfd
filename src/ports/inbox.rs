//! The way in: adapters hand over what arrived and may ask for the short answer that a platform wants within the
//! request. Nothing is decided here.

use crate::ports::store::StoreError;
use crate::secretary::inbound::{Inbound, Place};
use crate::secretary::message::Form;
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

/// Why events could not be received.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// The database did not take it: do not confirm it to the platform, try again later.
    #[error("cannot store what arrived: {0}")]
    Storage(String),
}

impl From<StoreError> for ReceiveError {
    fn from(error: StoreError) -> Self {
        Self::Storage(error.to_string())
    }
}

/// Telegram forgets presses after this long (platform-facts T2).
pub const PRESSES_KEPT: TimeDelta = TimeDelta::seconds(150);

/// The short answer given within a platform's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ack {
    /// Nothing to say now; what follows comes as messages.
    Defer,
    /// Open this form; sending it off arrives as `Content::Form` with the same data.
    OpenForm {
        /// The data the form's content comes back with.
        data: String,
        /// The form.
        form: Form,
    },
    /// A short note on the press, at most 200 characters (platform-facts T22).
    Toast(String),
    /// A refusal which only the presser sees.
    RefusePrivately(String),
}

/// Whether this process may act, and whether it did so without a break.
#[async_trait]
pub trait Tenure: Send + Sync {
    /// Whether the process may still receive for its bots. A process that stood still for too long learns it here by
    /// its own clock, before the database tells it.
    fn holds(&self) -> bool {
        true
    }

    /// A platform can be reached again after longer than it keeps presses ([`PRESSES_KEPT`]): this machine slept, or
    /// the line was cut. Open prompts are shown anew. False if that could not be stored: call again.
    async fn back(&self) -> bool {
        true
    }
}

/// What adapters call when something arrives.
#[async_trait]
pub trait Intake: Tenure {
    /// Commits the events, durably and in order, and returns; an event id seen before is dropped
    /// silently. Confirm to the platform only after this returned Ok.
    ///
    /// # Errors
    /// [`ReceiveError::Storage`] when nothing of the batch was stored.
    async fn receive(&self, batch: Vec<Inbound>) -> Result<(), ReceiveError>;

    /// The form to open for this press, if its button asks for text and the presser may press it.
    /// Called *before* `receive` by platforms with forms (a form must be the first answer); when it
    /// gives `Some`, the press itself is not received. Reads only.
    async fn form(&self, inbound: &Inbound) -> Option<Ack>;

    /// The short answer to a received press, form or command. Waits for its decision, ten seconds at most; an adapter
    /// whose platform must be answered sooner stops waiting by itself. Reads only.
    async fn ack(&self, inbound: &Inbound) -> Ack;

    /// Completions of a ticket number being typed, as (number, label) pairs, at most 25.
    async fn suggest(&self, asker: &Inbound, prefix: &str) -> Vec<(String, String)>;
}

/// What adapters remember between starts: small named values, such as the last seen message of a channel.
#[async_trait]
pub trait Marks: Send + Sync {
    /// The value under a name.
    ///
    /// # Errors
    /// [`ReceiveError::Storage`] when the database cannot be read.
    async fn mark(&self, name: &str) -> Result<Option<String>, ReceiveError>;

    /// Stores a value under a name.
    ///
    /// # Errors
    /// [`ReceiveError::Storage`] when the database cannot be written.
    async fn set_mark(&self, name: &str, value: &str) -> Result<(), ReceiveError>;

    /// The ids with this prefix of events of a bot that were received since a time, newest first, at most a hundred.
    ///
    /// # Errors
    /// [`ReceiveError::Storage`] when the database cannot be read.
    async fn received(
        &self,
        platform: crate::secretary::inbound::Platform,
        bot: &str,
        prefix: &str,
        since: DateTime<Utc>,
    ) -> Result<Vec<String>, ReceiveError>;

    /// The groups, threads and direct chats of a platform in which the secretary takes part, for a backfill after an
    /// absence; or those that could not be `reached`.
    ///
    /// # Errors
    /// [`ReceiveError::Storage`] when the database cannot be read.
    async fn places(
        &self,
        platform: crate::secretary::inbound::Platform,
        reached: bool,
    ) -> Result<Vec<Place>, ReceiveError>;
}
