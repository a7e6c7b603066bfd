//! Effects: what should be done outside, as data. The engine performs them after the commit; nothing here acts.

use super::event::Event;
use crate::secretary::budget::Scope;
use crate::secretary::decision::approval::Permission;
use crate::secretary::decision::cut_off::Ruling;
use crate::secretary::ids::{PersonId, RoomId, RunId, ScheduleId, Slot, TaskKey, TicketId, Token};
use crate::secretary::intent::Spoken;
use crate::secretary::intent::thinking::{Purpose, WorkInput};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::policy::Rule;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// How much depends on a message: what happens when its sending stays unclear (platform-facts T28), when its room cannot
/// be reached, and when it could not be sent for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    /// Prompts, reports, files, reminders, digests: sent once more, kept until somebody is there, never too old.
    Must,
    /// Answers and lists: the same, as long as somebody may still wait for them.
    Answer,
    /// Receipts: sent once more, but not kept for later; what they confirm shows itself.
    Receipt,
    /// Progress: dropped, a later edit makes up for it.
    May,
}

/// How long somebody waits for an answer, and chatter is of use.
const OF_USE: TimeDelta = TimeDelta::hours(1);

impl Class {
    /// Whether it is too old to be sent for the first time: after a long outage only what still matters arrives.
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

/// The event a message answers: where the platform can, it is attached to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyTo {
    /// The platform's message id.
    pub message: Option<String>,
    /// The platform's handle of the event.
    pub handle: Option<String>,
}

/// One effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Effect {
    /// Post a message under a slot; `ticket` sends it to the ticket's thread where there is one.
    Post {
        /// Where.
        room: RoomId,
        /// The name to edit it by.
        slot: Slot,
        /// What.
        message: Message,
        /// What it answers.
        #[serde(default)]
        reply: ReplyTo,
        /// The ticket whose thread it belongs in.
        #[serde(default)]
        ticket: Option<TicketId>,
        /// What if it stays unclear.
        class: Class,
    },
    /// Change the message under a slot, if it stands there.
    Edit {
        /// Where.
        room: RoomId,
        /// Its name.
        slot: Slot,
        /// What it says from now on.
        message: Message,
        /// Progress: at most one such edit every few seconds, the newest wins.
        #[serde(default)]
        calm: bool,
    },
    /// Take the buttons off the message under a slot: it keeps its words.
    Bare {
        /// Where.
        room: RoomId,
        /// Its name.
        slot: Slot,
    },
    /// Take the buttons off further copies of the message under a slot; one copy keeps them.
    BareCopies {
        /// Where.
        room: RoomId,
        /// Its name.
        slot: Slot,
    },
    /// Make a token's buttons mean these actions, in these rooms only.
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
    /// Think.
    AskModel {
        /// The request, counted per ticket.
        asked: u32,
        /// What for.
        purpose: Purpose,
    },
    /// Stop thinking for this ticket; what it would have said is not wanted any more.
    StopThinking,
    /// Begin a run, or let a sleeping one go on with an answer.
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
        /// The journal step of a call that was cut off, and what people say about it.
        #[serde(default)]
        ruling: Option<(u32, Ruling)>,
        /// The journal step of a call that waits for approval, and the verdict.
        #[serde(default)]
        permission: Option<(u32, Permission)>,
        /// At which version of the ticket the run was given another try after it had failed; 0 without any.
        #[serde(default)]
        tried: u64,
    },
    /// Let a run hear words that came while it is at work.
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
    /// Forget a timer.
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
    /// Remember what somebody allowed for good.
    Allow {
        /// The rule that says so.
        rule: Rule,
    },
    /// Let the budget of the ticket, its requester or its workspace go as far once more, unless it has room by now.
    Extend {
        /// Which.
        scope: Scope,
    },
    /// Send an event to another ticket.
    Tell {
        /// Which.
        ticket: TicketId,
        /// What.
        event: Event,
    },
    /// Erase everything of a person.
    Erase {
        /// Whose.
        person: PersonId,
        /// Since when they had belonged here when it was asked for: whoever began anew since then is not erased once more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<DateTime<Utc>>,
    },
    /// Remove the files of tickets that are erased.
    EraseFiles {
        /// Which.
        tickets: Vec<TicketId>,
    },
    /// Wake a schedule when it is due.
    WakeSchedule {
        /// Which.
        schedule: ScheduleId,
    },
}
