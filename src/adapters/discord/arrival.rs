//! What goes the way in, and the name under which it is kept how far a channel was read. Nothing is done with it here.

use crate::secretary::inbound::Inbound;
use tokio::sync::oneshot;

/// The name of a channel's mark.
pub(crate) fn mark_of(channel: &str) -> String {
    format!("discord:last:{channel}")
}

/// Something for the way in.
pub(crate) enum Arrival {
    /// An event; `order` is its snowflake.
    Event {
        /// Orders events of a batch.
        order: u64,
        /// The event.
        inbound: Box<Inbound>,
        /// Told whether it was stored; an event whose waiter went away is dropped.
        stored: Option<oneshot::Sender<bool>>,
    },
    /// Messages fetched from the past of a channel, oldest first, and the last id of the page.
    Past {
        /// The channel.
        channel: String,
        /// The newest id of the page, decodable or not.
        last: u64,
        /// What could be read.
        batch: Vec<(u64, Inbound)>,
        /// Told when it was stored.
        stored: oneshot::Sender<bool>,
    },
    /// A new session began, numbered: what came before may have been missed.
    NewSession(u64),
    /// The past of that session has been fetched, but for these channels.
    CaughtUp(u64, Vec<String>),
    /// A message of ours stands in this channel.
    Posted {
        /// The channel.
        channel: String,
        /// The message.
        message: u64,
        /// Whether it is a direct channel.
        direct: bool,
    },
    /// The secretary takes part in these channels.
    Follow(Vec<String>),
}
