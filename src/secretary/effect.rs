//! Effects: what should be done outside, as data. The engine performs them after the commit; nothing here acts.

use crate::secretary::budget::Scope;
use crate::secretary::decision::approval::Permission;
use crate::secretary::decision::cut_off::Ruling;
use crate::secretary::flow::submitted::Submitted;
use crate::secretary::ids::{FlowRunId, PersonId, RoomId, RunId, ScheduleId, Slot, TaskKey, TicketId, Token};
use crate::secretary::inbound::ReplyTo;
use crate::secretary::intent::Spoken;
use crate::secretary::intent::thinking::{Purpose, WorkInput};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::policy::Rule;
use crate::secretary::ticket::event::Event;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The class of a message: what happens when its sending stays unclear (platform-facts T28), when its room cannot be
/// reached, and when it could not be sent for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    /// Prompts, reports, files, reminders, digests: sent once more, kept until somebody is active in the room, never
    /// too old.
    Must,
    /// Answers and lists: the same, while somebody may still wait for them.
    Answer,
    /// Receipts: sent once more, but not kept for later.
    Receipt,
    /// Progress: dropped; a later edit replaces it.
    May,
}

/// How long answers, receipts and progress are of use.
const OF_USE: TimeDelta = TimeDelta::hours(1);

impl Class {
    /// Whether a message is too old to be sent for the first time, for example after a long outage.
    pub fn expired(self, age: TimeDelta) -> bool {
        match self {
            Self::Must => false,
            Self::Answer | Self::Receipt | Self::May => age > OF_USE,
        }
    }

    /// Whether it is kept until its room can be reached again.
    pub fn kept(self) -> bool {
        matches!(self, Self::Must | Self::Answer)
    }
}

/// One effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Effect {
    /// Post a message under a slot; `ticket` sends it to the ticket's thread where there is one.
    Post {
        /// Where.
        room: RoomId,
        /// The slot of the message.
        slot: Slot,
        /// What.
        message: Message,
        /// What it answers.
        #[serde(default)]
        reply: ReplyTo,
        /// The ticket whose thread it belongs in.
        #[serde(default)]
        ticket: Option<TicketId>,
        /// The class of the message.
        class: Class,
    },
    /// Edit the message with this slot, if it was posted.
    Edit {
        /// Where.
        room: RoomId,
        /// Its name.
        slot: Slot,
        /// The new message.
        message: Message,
        /// Progress: at most one such edit in a few seconds; the newest wins.
        #[serde(default)]
        calm: bool,
    },
    /// Remove the buttons of the message with this slot. It keeps its text.
    Bare {
        /// Where.
        room: RoomId,
        /// Its name.
        slot: Slot,
    },
    /// Remove the buttons of duplicates of the message with this slot; one copy keeps them.
    BareCopies {
        /// Where.
        room: RoomId,
        /// Its name.
        slot: Slot,
    },
    /// Bind the buttons of a token to these actions, in these rooms only.
    Bind {
        /// The token.
        token: Token,
        /// The rooms a press may come from.
        rooms: Vec<RoomId>,
        /// The actions, by button index.
        actions: Vec<Action>,
    },
    /// The next words of this person in this room are for this action.
    Expect {
        /// Where.
        room: RoomId,
        /// Who.
        person: PersonId,
        /// What their words are for.
        action: Action,
    },
    /// Understand a message: what it means is an event of its own.
    Understand {
        /// The message.
        spoken: Box<Spoken>,
    },
    /// Ask the model.
    AskModel {
        /// The request, counted per ticket.
        asked: u32,
        /// What for.
        purpose: Purpose,
    },
    /// Stop the model request of this ticket; its answer is not needed any more.
    StopThinking,
    /// Begin a run, or continue a sleeping one with an answer.
    StartRun {
        /// The run.
        run: RunId,
        /// The task.
        task: TaskKey,
        /// What the agent needs to know.
        input: Box<WorkInput>,
        /// How often the limits were extended.
        extended: u32,
        /// The journal step that is answered, and the answer.
        answer: Option<(u32, String)>,
        /// The journal step of an interrupted call, and what people say about it.
        #[serde(default)]
        ruling: Option<(u32, Ruling)>,
        /// The journal step of a call that waits for approval, and the verdict.
        #[serde(default)]
        permission: Option<(u32, Permission)>,
        /// The version of the ticket at which the failed run got another try; 0 for none.
        #[serde(default)]
        tried: u64,
    },
    /// Send words to a running run.
    TellRun {
        /// Which.
        run: RunId,
        /// The words.
        text: String,
    },
    /// Stop a run.
    StopRun {
        /// Which.
        run: RunId,
    },
    /// Send an event to this ticket at a time; the same name moves it.
    SetTimer {
        /// The name.
        name: String,
        /// When.
        at: DateTime<Utc>,
        /// What.
        event: Event,
    },
    /// Drop a timer.
    DropTimer {
        /// The name.
        name: String,
    },
    /// Open a thread for the ticket on this message.
    OpenThread {
        /// The channel.
        room: RoomId,
        /// The message.
        slot: Slot,
        /// The thread's title.
        title: String,
    },
    /// Store a rule that somebody made with a button.
    Allow {
        /// The rule.
        rule: Rule,
    },
    /// Extend the budget of the ticket, its requester or its workspace, unless it has room by now.
    Extend {
        /// Which.
        scope: Scope,
    },
    /// Erase everything about a person.
    Erase {
        /// Whose.
        person: PersonId,
        /// When the person had joined at the time of the request: a person who began anew since then is not erased
        /// again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<DateTime<Utc>>,
    },
    /// Remove the files of tickets that are erased, and files that people sent.
    EraseFiles {
        /// Whose.
        tickets: Vec<TicketId>,
        /// The homes of the files that people sent.
        #[serde(default)]
        homes: Vec<String>,
    },
    /// Wake a schedule when it is due.
    WakeSchedule {
        /// Which.
        schedule: ScheduleId,
    },
    /// Read a script that somebody sent for a flow, or have one written.
    CheckFlow {
        /// The script.
        submitted: Box<Submitted>,
    },
    /// Begin a run of a flow, or let it go on.
    RunFlow {
        /// Which.
        run: FlowRunId,
    },
}
