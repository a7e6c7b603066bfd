//! Webhooks: another program begins runs of a flow by signed requests. The adapter checks the signature and what is sent;
//! whether a run begins is decided elsewhere.

use crate::ports::inbox::ReceiveError;
use crate::secretary::flow::trigger::HookSecret;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde_json::Value;

/// A request whose signature was checked.
#[derive(Clone, Debug, PartialEq)]
pub struct HookCall {
    /// The webhook.
    pub hook: String,
    /// What the sender calls this event: the same name is the same event.
    pub key: String,
    /// What was sent.
    pub body: Value,
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookAnswer {
    /// It is stored, and a run begins.
    Accepted,
    /// It is stored, and a run begins when all work goes on, which is paused.
    Held,
    /// It was stored before.
    Known,
    /// There is no such webhook any more.
    Unknown,
    /// Nobody has agreed to the flow as it is now, or it is deleted.
    NotRunning,
    /// Too many came in the last hour; the next one is taken then.
    TooMany(DateTime<Utc>),
    /// Too many events of the flow wait for their turn.
    Behind,
}

/// What the adapter of webhooks calls.
#[async_trait]
pub trait Hooks: Send + Sync {
    /// The secret that requests to a webhook are signed with; none if there is no such webhook.
    ///
    /// # Errors
    /// [`ReceiveError::Storage`] when the database cannot be read.
    async fn secret(&self, hook: &str) -> Result<Option<HookSecret>, ReceiveError>;

    /// Commits an event, durably, and returns.
    ///
    /// # Errors
    /// [`ReceiveError::Storage`] when nothing was stored: the sender tries again later.
    async fn submit(&self, call: HookCall) -> Result<HookAnswer, ReceiveError>;
}
