//! What the secretary wants done, as data. The engine performs it after the commit; nothing here acts.

use super::event::Event;
use super::ids::{DecisionId, PersonId, RoomId, RunId, ScheduleId, Slot, TaskKey, TicketId, Token};
use super::message::Message;
use super::thinking::{Purpose, WorkInput};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What happens when a send stays unclear after a crash or a lost answer (platform-facts T28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    /// Prompts and reports: sent once more.
    Must,
    /// Progress: dropped, a later edit makes up for it.
    May,
}

/// The event a message answers: where the platform can, it is attached to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyTo {
    /// The platform's message id.
    pub message: Option<String>,
    /// The platform's handle of the event.
    pub handle: Option<String>,
}

/// One wish.
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
    /// Send an event to another ticket.
    Tell {
        /// Which.
        ticket: TicketId,
        /// What.
        event: Event,
    },
    /// Wake a schedule when it is due.
    WakeSchedule {
        /// Which.
        schedule: ScheduleId,
    },
}

/// What pressing a button means. Stored with its token; the button itself carries none of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Answer a question with an option.
    Answer {
        /// The ticket.
        ticket: TicketId,
        /// The round.
        round: usize,
        /// The question.
        question: usize,
        /// The option.
        option: usize,
    },
    /// A question with several answers is complete.
    TicksDone {
        /// The ticket.
        ticket: TicketId,
        /// The round.
        round: usize,
        /// The question.
        question: usize,
    },
    /// Leave the rest of the round to the secretary.
    Judge {
        /// The ticket.
        ticket: TicketId,
        /// The round.
        round: usize,
    },
    /// Start what the card says.
    Start {
        /// The ticket.
        ticket: TicketId,
        /// Which version of the card: an older one may not start a newer plan.
        #[serde(default)]
        card: usize,
    },
    /// Correct the card; asks for words.
    Edit {
        /// The ticket.
        ticket: TicketId,
    },
    /// Call it off.
    Cancel {
        /// The ticket.
        ticket: TicketId,
    },
    /// Pause it.
    Pause {
        /// The ticket.
        ticket: TicketId,
    },
    /// Let it go on, or try again now.
    Resume {
        /// The ticket.
        ticket: TicketId,
    },
    /// Decide for an option.
    Decide {
        /// The ticket.
        ticket: TicketId,
        /// The decision.
        decision: DecisionId,
        /// The option.
        option: usize,
    },
    /// Decide in one's own words; asks for them.
    DecideOther {
        /// The ticket.
        ticket: TicketId,
        /// The decision.
        decision: DecisionId,
    },
    /// Rate the report.
    Rate {
        /// The ticket.
        ticket: TicketId,
        /// Helpful or not.
        good: bool,
    },
    /// Ask for the report to be done again; asks for words.
    Revise {
        /// The ticket.
        ticket: TicketId,
    },
    /// Take these words as an answer to this ticket's questions.
    AnswerWith {
        /// The ticket.
        ticket: TicketId,
        /// The words.
        text: String,
    },
    /// Take these words as a new idea.
    NewIdea {
        /// The words.
        text: String,
    },
    /// Fold the ticket into another one.
    FoldInto {
        /// The ticket.
        ticket: TicketId,
        /// The one it belongs to.
        into: TicketId,
    },
    /// Show a ticket.
    Show {
        /// The ticket.
        ticket: TicketId,
    },
    /// Pause a schedule, or let it go on.
    ToggleSchedule {
        /// Which.
        schedule: ScheduleId,
    },
    /// Fire a schedule now.
    FireSchedule {
        /// Which.
        schedule: ScheduleId,
    },
    /// Delete a schedule.
    DeleteSchedule {
        /// Which.
        schedule: ScheduleId,
    },
    /// A reminder is done.
    DoneReminder {
        /// Which.
        schedule: ScheduleId,
    },
    /// Remind again later, without moving the series.
    Snooze {
        /// Which.
        schedule: ScheduleId,
        /// How much later, in minutes.
        minutes: i64,
    },
    /// Run a command as if it had been typed.
    Command {
        /// The command without its slash.
        line: String,
    },
}

/// What the words behind a button are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    /// A correction of the card.
    Correction,
    /// A decision in the person's own words.
    Decision(DecisionId),
    /// A wish for the report.
    Revision,
}

impl Action {
    /// What words it asks for, if it does.
    pub fn words(&self) -> Option<Words> {
        if let Self::DecideOther { decision, .. } = self {
            return Some(Words::Decision(decision.clone()));
        }
        match (matches!(self, Self::Edit { .. }), matches!(self, Self::Revise { .. })) {
            (true, _) => Some(Words::Correction),
            (_, true) => Some(Words::Revision),
            (false, false) => None,
        }
    }

    /// Whether pressing it asks for words.
    pub fn asks_text(&self) -> bool {
        self.words().is_some()
    }

    /// The ticket it is about.
    pub fn ticket(&self) -> Option<&TicketId> {
        match self {
            Self::Answer { ticket, .. }
            | Self::TicksDone { ticket, .. }
            | Self::Judge { ticket, .. }
            | Self::Start { ticket, .. }
            | Self::Edit { ticket }
            | Self::Cancel { ticket }
            | Self::Pause { ticket }
            | Self::Resume { ticket }
            | Self::Decide { ticket, .. }
            | Self::DecideOther { ticket, .. }
            | Self::Rate { ticket, .. }
            | Self::Revise { ticket }
            | Self::AnswerWith { ticket, .. }
            | Self::FoldInto { ticket, .. }
            | Self::Show { ticket } => Some(ticket),
            Self::NewIdea { .. }
            | Self::ToggleSchedule { .. }
            | Self::FireSchedule { .. }
            | Self::DeleteSchedule { .. }
            | Self::DoneReminder { .. }
            | Self::Snooze { .. }
            | Self::Command { .. } => None,
        }
    }
}
