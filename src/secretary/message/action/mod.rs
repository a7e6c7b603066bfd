//! The actions of buttons. An action is stored with its token; the button itself carries none of it.

pub mod carried;

use super::undo_order::Former;
use crate::secretary::ids::{DecisionId, PersonId, ScheduleId, Slot, TicketId};
use crate::secretary::intent::{Intent, OpenItem, Spoken};
pub use crate::secretary::notes::action::NoteAct;
use crate::secretary::received::ReceivedFile;
pub use crate::secretary::schedule::action::{Later, ScheduleAct};
use crate::secretary::schedule::{Schedule, Stayed};
use crate::secretary::when::Rule;
use serde::{Deserialize, Serialize};

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

/// What a button does with a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TicketAct {
    /// Answer a question with an option.
    Answer {
        /// The round.
        round: usize,
        /// The question.
        question: usize,
        /// The option.
        option: usize,
    },
    /// A question with several answers is complete.
    TicksDone {
        /// The round.
        round: usize,
        /// The question.
        question: usize,
    },
    /// Leave the rest of the round to the secretary.
    Judge {
        /// The round.
        round: usize,
    },
    /// Start what the card says.
    Start {
        /// Which version of the card: an older one may not start a newer plan.
        #[serde(default)]
        card: usize,
    },
    /// Begin what was agreed to and waits for a word.
    Dispatch {
        /// Which version of the card.
        card: usize,
    },
    /// Leave a step of the plan out.
    DropStep {
        /// Which version of the card: steps of another one may be others.
        card: usize,
        /// Its number, from 1.
        step: usize,
    },
    /// Correct the card; asks for words. Only buttons from before have it: they do not say which version they stand under.
    Edit,
    /// Correct this version of the card; asks for words.
    EditCard {
        /// Which: what was written about an older one changes no newer one.
        card: usize,
        /// The former words that could not be applied, to continue from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        typed: Option<String>,
    },
    /// Call it off, after one question if work has begun.
    Cancel,
    /// Answer the question whether to stop it.
    Stop {
        /// The number of the question.
        asked: u64,
        /// Stop it, or keep going.
        sure: bool,
    },
    /// Pause it.
    Pause,
    /// Resume it, or try again now.
    Resume,
    /// Decide for an option.
    Decide {
        /// The decision.
        decision: DecisionId,
        /// The option.
        option: usize,
    },
    /// Show all of the call a decision is about.
    ShowCall {
        /// The decision.
        decision: DecisionId,
    },
    /// Decide in one's own words; asks for them.
    DecideOther {
        /// The decision.
        decision: DecisionId,
    },
    /// Say whether one is sure of an irreversible choice.
    Sure {
        /// The decision.
        decision: DecisionId,
        /// The number of the question.
        number: u64,
        /// Sure, or not.
        yes: bool,
    },
    /// Undo what followed from silence and decide oneself, or withdraw one's vote.
    Reopen {
        /// The decision.
        decision: DecisionId,
    },
    /// Decide otherwise once the work is over, and have the report done again with it.
    Change {
        /// The decision.
        decision: DecisionId,
        /// The option.
        option: usize,
    },
    /// The same with an answer of one's own.
    ChangeTo {
        /// The decision.
        decision: DecisionId,
        /// The answer.
        text: String,
    },
    /// The same; asks for words.
    ChangeOther {
        /// The decision.
        decision: DecisionId,
    },
    /// Rate the report.
    Rate {
        /// Helpful or not.
        good: bool,
    },
    /// Ask for the report to be done again; asks for words.
    Revise,
    /// Take these words as an answer to this ticket's questions.
    AnswerWith {
        /// The words.
        text: String,
    },
    /// Take these words as a correction of this ticket's card.
    CorrectWith {
        /// The words.
        text: String,
        /// The card they were written about.
        card: usize,
    },
    /// These words, taken as answers or as a revision of the report, are an idea of their own.
    NewInstead {
        /// The words.
        text: String,
        /// They may be somebody else's. None in older buttons: it goes by what the ticket has read.
        #[serde(default)]
        passed_on: Option<bool>,
        /// Who wrote them: nobody else makes an idea of their own of them. None in older buttons.
        #[serde(default)]
        by: Option<PersonId>,
    },
    /// Remind of it at the time the idea names, in place of doing it now.
    RemindThen,
    /// Fold the ticket into another one. Only buttons from before have it, and it does nothing any more.
    FoldInto {
        /// The one it belongs to.
        into: TicketId,
    },
    /// Show a ticket.
    Show,
}

/// What the words behind a button are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    /// A correction of the card.
    Correction,
    /// A decision in the person's own words.
    Decision(DecisionId),
    /// A revision of the report.
    Revision,
}

impl TicketAct {
    /// This, with that ticket.
    pub fn on(self, ticket: &TicketId) -> Action {
        Action::OnTicket { ticket: ticket.clone(), act: self }
    }

    /// The decision it is about, if it is about one.
    pub fn decision(&self) -> Option<&DecisionId> {
        let (Self::Decide { decision, .. }
        | Self::DecideOther { decision }
        | Self::ShowCall { decision }
        | Self::Sure { decision, .. }
        | Self::Reopen { decision }
        | Self::Change { decision, .. }
        | Self::ChangeTo { decision, .. }
        | Self::ChangeOther { decision }) = self
        else {
            return None;
        };
        Some(decision)
    }

    /// What words it asks for, if it does.
    pub fn words(&self) -> Option<Words> {
        if let Self::DecideOther { decision } | Self::ChangeOther { decision } = self {
            return Some(Words::Decision(decision.clone()));
        }
        let correction = matches!(self, Self::Edit | Self::EditCard { .. }).then_some(Words::Correction);
        correction.or_else(|| matches!(self, Self::Revise).then_some(Words::Revision))
    }
}

impl ScheduleAct {
    /// This, with that schedule.
    pub fn on(self, schedule: &ScheduleId) -> Action {
        Action::OnSchedule { schedule: schedule.clone(), act: self }
    }
}

impl NoteAct {
    /// This as an action.
    pub fn action(self) -> Action {
        Action::OnNotes { act: self }
    }
}
