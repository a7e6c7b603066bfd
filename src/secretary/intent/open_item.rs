//! An open item as the model sees it: a handle, a kind, one line and the options. Only code knows what a handle
//! stands for.

use super::super::ids::{DecisionId, FlowRunId, ScheduleId, TicketId};
use super::super::notes::Owner;
use serde::{Deserialize, Serialize};

/// The most open items shown at once.
pub const MAX_ITEMS: usize = 12;

/// The handle of the item at a place: "a" to "l".
pub fn handle(place: usize) -> String {
    let letter = u8::try_from(place % 26).map_or(b'z', |at| b'a' + at);
    char::from(letter).to_string()
}

/// The kind of an open item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// Open questions before work begins.
    Question,
    /// A question of the work to people.
    Decision,
    /// Something that only a press may answer: the approval of a call, "are you sure", an unknown outcome.
    Approval,
    /// A plan that waits for its start.
    Card,
    /// Running work.
    Ticket,
    /// A finished report.
    Report,
    /// A reminder or another schedule.
    Reminder,
    /// A note just spoken of.
    Note,
    /// A list just spoken of.
    List,
}

impl ItemKind {
    /// The name that a model sees.
    pub fn name(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Decision => "decision",
            Self::Approval => "approval",
            Self::Card => "card",
            Self::Ticket => "ticket",
            Self::Report => "report",
            Self::Reminder => "reminder",
            Self::Note => "note",
            Self::List => "list",
        }
    }
}

/// The target of a handle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// A round of questions of a ticket.
    Round {
        /// The ticket.
        ticket: TicketId,
        /// The round, from 0.
        round: usize,
    },
    /// A decision.
    Decision {
        /// The ticket.
        ticket: TicketId,
        /// Which.
        decision: DecisionId,
    },
    /// A version of a card.
    Card {
        /// The ticket.
        ticket: TicketId,
        /// The version.
        card: usize,
    },
    /// A ticket.
    Ticket {
        /// Which.
        ticket: TicketId,
    },
    /// A schedule, and the firing that the message replies to.
    Schedule {
        /// Which.
        schedule: ScheduleId,
        /// The firing; none if the message does not reply to one.
        firing: Option<u64>,
    },
    /// A question of a run of a flow.
    Asked {
        /// The run.
        run: FlowRunId,
        /// The place of the question among its calls.
        place: u32,
    },
    /// A note or list.
    Note {
        /// Whose.
        owner: Owner,
        /// Its title.
        title: String,
    },
}

impl Target {
    /// The ticket it belongs to.
    pub fn ticket(&self) -> Option<&TicketId> {
        match self {
            Self::Round { ticket, .. }
            | Self::Decision { ticket, .. }
            | Self::Card { ticket, .. }
            | Self::Ticket { ticket } => Some(ticket),
            Self::Schedule { .. } | Self::Asked { .. } | Self::Note { .. } => None,
        }
    }
}

/// An offered open item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenItem {
    /// The handle that a model uses.
    pub handle: String,
    /// Its kind.
    pub kind: ItemKind,
    /// What it stands for.
    pub target: Target,
    /// How many options each of its questions has; one entry for a decision.
    #[serde(default)]
    pub options: Vec<usize>,
    /// Its label for a button: "#9: red or blue?".
    pub label: String,
}
