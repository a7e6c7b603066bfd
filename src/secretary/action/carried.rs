//! The words of people that buttons carry.

use super::{Action, TicketAct};

impl Action {
    /// The words of a person it carries, which count once however often it is pressed.
    pub fn words_carried(&self) -> Option<&str> {
        match self {
            Self::NewIdea { text, .. }
            | Self::AsMeant { written: text, .. }
            | Self::OnTicket { act: TicketAct::AnswerWith { text } | TicketAct::NewInstead { text }, .. } => Some(text),
            Self::OnTicket { .. }
            | Self::OnSchedule { .. }
            | Self::Zone { .. }
            | Self::Remind { .. }
            | Self::Forget { .. }
            | Self::Leave
            | Self::KeepClock { .. }
            | Self::CancelAll { .. }
            | Self::RemindAll { .. }
            | Self::TakeBack { .. }
            | Self::BringBack { .. }
            | Self::DropReminders { .. }
            | Self::GoOn { .. }
            | Self::TakeUpAll { .. }
            | Self::OnNotes { .. }
            | Self::Erase { .. }
            | Self::Command { .. }
            | Self::Page { .. } => None,
        }
    }
}
