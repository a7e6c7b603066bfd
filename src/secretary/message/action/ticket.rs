//! The actions of buttons on tickets.

use super::Action;
use crate::secretary::ids::{DecisionId, PersonId, TicketId};
use serde::{Deserialize, Serialize};

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
    /// Try what the card says, with tools that do nothing.
    Trial {
        /// Which version of the card.
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
