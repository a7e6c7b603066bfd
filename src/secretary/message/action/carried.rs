//! The words of people that buttons carry.

use super::{Action, TicketAct};
use crate::secretary::ids::PersonId;
use crate::secretary::policy::Source;
use crate::secretary::ticket::Ticket;

impl TicketAct {
    /// These words of the ticket as an idea of their own. Nobody's words become somebody else's by it: where something was
    /// passed on to the ticket, these may be what was.
    /// `by`: who wrote them.
    pub fn instead(ticket: &Ticket, (text, by): (&str, Option<PersonId>)) -> Action {
        let passed_on = Some(ticket.read.contains(&Source::Forwarded));
        Self::NewInstead { text: text.to_owned(), passed_on, by }.on(&ticket.id)
    }
}

impl Action {
    /// Who wrote the words that it makes an idea of, where nobody else may.
    pub fn writer(&self) -> Option<&PersonId> {
        if let Self::OnTicket { act: TicketAct::NewInstead { by, .. }, .. } = self { by.as_ref() } else { None }
    }

    /// The words of a person it carries, which count once however often it is pressed.
    pub fn words_carried(&self) -> Option<&str> {
        match self {
            Self::NewIdea { text, .. }
            | Self::Say { text }
            | Self::AsMeant { written: text, .. }
            | Self::OnTicket {
                act:
                    TicketAct::AnswerWith { text }
                    | TicketAct::CorrectWith { text, .. }
                    | TicketAct::NewInstead { text, .. },
                ..
            } => Some(text),
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
            | Self::SetBack { .. }
            | Self::PutBack { .. }
            | Self::OnNotes { .. }
            | Self::Erase { .. }
            | Self::Understood { .. }
            | Self::UnderstandAgain { .. }
            | Self::Command { .. }
            | Self::Page { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TicketAct;

    #[test]
    fn buttons_from_before_do_not_say_whose_words_they_carry() {
        let old: TicketAct = serde_json::from_str(r#"{"NewInstead":{"text":"x"}}"#).unwrap();
        assert_eq!(old, TicketAct::NewInstead { text: "x".to_owned(), passed_on: None, by: None });
    }

    #[test]
    fn edit_from_before_says_nothing_of_a_version() {
        assert_eq!(serde_json::from_str::<TicketAct>(r#""Edit""#).unwrap(), TicketAct::Edit);
    }
}
