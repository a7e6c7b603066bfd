//! The actions of buttons. An action is stored with its token; the button itself carries none of it.

pub mod carried;
mod ticket;

use super::undo_order::Former;
pub use crate::secretary::flow::action::FlowAct;
use crate::secretary::ids::{FlowId, FlowRunId, PersonId, ScheduleId, Slot, TicketId};
use crate::secretary::intent::{Intent, OpenItem, Spoken};
pub use crate::secretary::notes::action::NoteAct;
use crate::secretary::received::ReceivedFile;
pub use crate::secretary::schedule::action::{Later, ScheduleAct};
use crate::secretary::schedule::{Schedule, Stayed};
use crate::secretary::when::Rule;
use serde::{Deserialize, Serialize};
pub use ticket::{TicketAct, Words};

/// What pressing a button means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Something with a ticket.
    OnTicket {
        /// Which.
        ticket: TicketId,
        /// What.
        act: TicketAct,
    },
    /// Something with a schedule.
    OnSchedule {
        /// Which.
        schedule: ScheduleId,
        /// What.
        act: ScheduleAct,
    },
    /// Something with a flow.
    OnFlow {
        /// Which.
        flow: FlowId,
        /// What.
        act: FlowAct,
    },
    /// Make a flow of the next words, which are its script.
    NewFlow {
        /// What it is to be called.
        name: String,
        /// A script that could not be read, to go on from.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        typed: String,
    },
    /// Answer what a run of a flow asked.
    FlowAsked {
        /// The run.
        run: FlowRunId,
        /// The place of the question among its calls.
        index: u32,
        /// The option.
        option: usize,
    },
    /// Take these words as a new idea.
    NewIdea {
        /// The words.
        text: String,
        /// They are somebody else's.
        #[serde(default)]
        passed_on: bool,
    },
    /// Take these words as a message of whoever presses, as if it had been typed.
    Say {
        /// The words.
        text: String,
    },
    /// Take these words as a message of whoever presses, about files that were sent before; without words, ask for them.
    WithFiles {
        /// The words.
        text: String,
        /// The files.
        files: Vec<ReceivedFile>,
        /// Who sent them. None in older buttons.
        #[serde(default)]
        by: Option<PersonId>,
    },
    /// Take this as the person's time zone; without a name, ask for words.
    Zone {
        /// Whose: nobody else may press it.
        person: PersonId,
        /// The zone.
        name: Option<String>,
    },
    /// Set a reminder, or ask for the part of it that is missing.
    Remind {
        /// The words to be said.
        what: Option<String>,
        /// When.
        rule: Option<Rule>,
        /// The zone that was named with the time, by its IANA name; none for the person's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
        /// Whose reminder it would be: nobody else but an owner may press it. None in older buttons.
        #[serde(default)]
        person: Option<PersonId>,
    },
    /// Leave the question of its message unanswered.
    Leave,
    /// Single reminders that stayed at their moment when their owner changed zones move to the same time of day there.
    KeepClock {
        /// Whose: nobody else may press it.
        person: PersonId,
        /// The reminders.
        orders: Vec<Stayed>,
        /// The new zone.
        zone: String,
    },
    /// Call off the open tickets that were named when it was asked.
    CancelAll {
        /// The tickets: those of the person who asked, whoever presses.
        #[serde(default)]
        tickets: Vec<TicketId>,
    },
    /// Reopen tickets that were cancelled together.
    TakeUpAll {
        /// The tickets.
        tickets: Vec<TicketId>,
        /// The message that told of it.
        told: Slot,
    },
    /// Set back what an order of somebody has changed.
    SetBack {
        /// Whose order it was: nobody else may press it.
        person: PersonId,
        /// What they would type after the slash.
        line: String,
        /// The member it is about. Somebody else may be called like that by then, and is not meant.
        of: Option<PersonId>,
        /// The value that was set. A setting that was changed since is not restored.
        set: String,
    },
    /// Set back rules or budgets that an order of somebody has changed, all of them as they were.
    PutBack {
        /// Whose order it was: nobody else may press it.
        person: PersonId,
        /// How they were.
        was: Former,
        /// The values that were set. What was changed since is not restored.
        set: Former,
    },
    /// Something with notes or lists.
    OnNotes {
        /// What.
        act: NoteAct,
    },
    /// Undo reminders that were set together.
    TakeBack {
        /// Which.
        orders: Vec<ScheduleId>,
    },
    /// Delete all these reminders, which was asked about.
    DropReminders {
        /// Which.
        orders: Vec<ScheduleId>,
    },
    /// Restore reminders that were undone together.
    BringBack {
        /// All of them.
        kept: Vec<Schedule>,
    },
    /// Erase everything of a person.
    Erase {
        /// Whose: nobody else may press it.
        person: PersonId,
    },
    /// A button of an older version, which does nothing any more.
    #[serde(alias = "AsMeant", alias = "Forget", alias = "RemindAll", alias = "GoOn")]
    Forgotten {},
    /// Do what somebody's words were understood to mean.
    Understood {
        /// Who said them: nobody else may press it.
        person: PersonId,
        /// What they mean.
        intent: Box<Intent>,
        /// What it is about.
        #[serde(default)]
        item: Option<Box<OpenItem>>,
    },
    /// Do something with somebody's words.
    WithWords {
        /// Who wrote them: nobody else may press it.
        person: PersonId,
        /// The words.
        text: String,
        /// What.
        action: Box<Action>,
        /// What came with them. Nothing in older buttons.
        #[serde(flatten)]
        along: carried::Along,
    },
    /// Try once more to understand a message.
    UnderstandAgain {
        /// The message.
        spoken: Box<Spoken>,
        /// Whether it ended with a failure, so that nothing continues by itself.
        ended: bool,
    },
    /// Run a command as if it had been typed.
    Command {
        /// The command without its slash.
        line: String,
    },
    /// Show the list of this command in the message of the button.
    Page {
        /// The command without its slash.
        line: String,
    },
}

impl ScheduleAct {
    /// This, with that schedule.
    pub fn on(self, schedule: &ScheduleId) -> Action {
        Action::OnSchedule { schedule: schedule.clone(), act: self }
    }
}

impl FlowAct {
    /// This, with that flow.
    pub fn on(self, flow: &FlowId) -> Action {
        Action::OnFlow { flow: flow.clone(), act: self }
    }
}

impl NoteAct {
    /// This as an action.
    pub fn action(self) -> Action {
        Action::OnNotes { act: self }
    }
}
