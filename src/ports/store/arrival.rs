//! An event as the inbox keeps it until it is decided: from a platform, or from the engine itself.

use super::Turn;
use crate::secretary::budget::Over;
use crate::secretary::budget::cost::Usage;
use crate::secretary::flow::news::News;
use crate::secretary::flow::submitted::{Found, Submitted};
use crate::secretary::flow::trigger::came::Came;
use crate::secretary::ids::{FlowRunId, PersonId, RoomId, ScheduleId, TicketId, TriggerId, WorkspaceId};
use crate::secretary::inbound::Inbound;
use crate::secretary::intent::{Heard, Spoken};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::standing::SetUp;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An event that waits to be decided.
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
    /// A message was understood, or not.
    Understood {
        /// The message.
        spoken: Box<Spoken>,
        /// The result of the understanding.
        heard: Box<Heard>,
        /// What it cost.
        usage: Usage,
    },
    /// A schedule is due.
    Due(ScheduleId),
    /// News of a run of a flow.
    Flow(News),
    /// Something came of a trigger of a flow.
    Triggered {
        /// Which.
        trigger: TriggerId,
        /// What came.
        came: Came,
    },
    /// A script that somebody sent for a flow was read, or one that somebody wants was written.
    Submitted {
        /// The script, and who sent it.
        submitted: Box<Submitted>,
        /// What came of that.
        found: Box<Found>,
    },
    /// A run wants a reminder set for a ticket's requester.
    Remind {
        /// The ticket.
        ticket: TicketId,
        /// What of.
        text: String,
        /// The serialised `when::Rule`.
        rule: Value,
    },
    /// A run proposes work to be set up for a ticket's requester.
    SetUp {
        /// The ticket.
        ticket: TicketId,
        /// What is proposed.
        set_up: Box<SetUp>,
    },
    /// A room can no longer be reached.
    RoomClosed(RoomId),
    /// There is no such room any more.
    RoomDeleted(RoomId),
    /// A room got a new chat id.
    RoomMoved {
        /// Which.
        room: RoomId,
        /// The new id.
        chat: String,
    },
    /// A platform refused a message that people wait for.
    Unsent {
        /// The room of the message.
        room: RoomId,
        /// The ticket it was about.
        ticket: Option<TicketId>,
        /// The place of the failure, from which its error id derives.
        error: String,
        /// The message may have arrived all the same.
        #[serde(default)]
        perhaps: bool,
        /// The webhook whose secret the message shows, if it shows one.
        #[serde(default)]
        secret: Option<TriggerId>,
    },
    /// Agents may have become free, or the roster changed: waiting tickets look again.
    AgentsFree,
    /// The same for the tickets after this one.
    AgentsFreeAfter(Turn),
    /// After a long absence prompts are shown anew, starting after this ticket.
    CameBack {
        /// The last ticket whose prompts were.
        after: Option<Turn>,
        /// The number of prompts shown before.
        shown: u32,
    },
    /// A budget runs low or is used up.
    Spending {
        /// The ticket whose call it was; none for a message that was to be understood.
        ticket: Option<TicketId>,
        /// Who wrote that message, and in which workspace.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<(WorkspaceId, PersonId)>,
        /// Which budget, and how far it is spent.
        over: Over,
        /// It runs low only.
        low: bool,
    },
    /// All work was paused or resumed: the tickets after this one are still to be told.
    AllHear {
        /// Where.
        #[serde(default = "WorkspaceId::home")]
        workspace: WorkspaceId,
        /// Paused, or going on.
        paused: bool,
        /// The name of who did it.
        by: String,
        /// The last ticket that has heard.
        after: Turn,
    },
    /// All work goes on: the runs of flows after this one are still to be told.
    FlowsGoOn {
        /// Where.
        workspace: WorkspaceId,
        /// The last run that goes on.
        after: FlowRunId,
    },
    /// Everything of a person is to be erased.
    Erase {
        /// Whose.
        person: PersonId,
        /// When the person had joined at the time of the request, if that counts.
        since: Option<DateTime<Utc>>,
    },
}
