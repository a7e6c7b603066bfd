//! What waits in the inbox and what becomes of it. Shapes only.

use crate::secretary::event::Event;
use crate::secretary::ids::{RoomId, ScheduleId, TicketId};
use crate::secretary::inbound::{Inbound, Place};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something waiting to be decided about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Arrival {
    /// From a platform.
    Outside(Box<Inbound>),
    /// From the engine, to a ticket.
    Ticket {
        /// Which.
        ticket: TicketId,
        /// What happened.
        event: Box<Event>,
    },
    /// A schedule is due.
    Due(ScheduleId),
    /// A run wants a reminder set for a ticket's requester.
    Remind {
        /// The ticket.
        ticket: TicketId,
        /// What of.
        text: String,
        /// The serialised `when::Rule`.
        rule: Value,
    },
    /// A thread was opened for a ticket.
    ThreadOpened {
        /// The ticket.
        ticket: TicketId,
        /// Its channel.
        room: RoomId,
        /// The thread.
        place: Place,
    },
    /// A room can no longer be reached.
    RoomClosed(RoomId),
    /// A room got a new chat id.
    RoomMoved {
        /// Which.
        room: RoomId,
        /// The new id.
        chat: String,
    },
    /// Agents may have become free, or the roster changed: waiting tickets look again.
    AgentsFree,
}

/// A row of the inbox.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxRow {
    /// Its place in the order of arrival.
    pub seq: i64,
    /// What arrived.
    pub arrival: Arrival,
    /// 32 random bytes drawn when it arrived.
    pub seed: [u8; 32],
    /// How often deciding about it has failed.
    pub tries: u32,
    /// When it was stored.
    pub received_at: DateTime<Utc>,
}

/// How an inbox row ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// Decided; the short answer for the presser, if there is one.
    Decided(Option<String>),
    /// Refused, with the sentence for the presser alone.
    Refused(String),
    /// Deciding failed; to be tried again.
    Again,
    /// Deciding failed too often; kept, not tried again.
    Quarantined(String),
}
