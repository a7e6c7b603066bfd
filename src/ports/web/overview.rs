//! What the page of the web chat shows beside the conversation: schedules and flows. It is read anew each time; nothing of it
//! is stored, and nothing in it can be pressed.

use crate::ports::store::Stored;
use crate::secretary::inbound::Inbound;
use crate::secretary::message::Message;
use async_trait::async_trait;

/// One section of the overview.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// What stands in it, top to bottom: one message for each thing, or one that says that there is none.
    pub items: Vec<Message>,
}

/// Whoever can tell what goes on by itself.
#[async_trait]
pub trait Overview: Send + Sync {
    /// The sections, top to bottom, with what `asker` may see from where they are. The asker is not received.
    ///
    /// # Errors
    /// The database cannot be read.
    async fn overview(&self, asker: &Inbound) -> Stored<Vec<Section>>;
}
