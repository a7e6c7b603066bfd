//! The words of people that buttons carry.

use super::{Action, TicketAct};
use crate::secretary::ids::PersonId;
use crate::secretary::inbound::Referred;
use crate::secretary::intent::{Spoken, Timed};
use crate::secretary::policy::Source;
use crate::secretary::received::ReceivedFile;
use crate::secretary::ticket::Ticket;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// What came with the words that a button carries, and goes where they go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Along {
    /// The files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ReceivedFile>,
    /// What the words refer to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refers: Vec<Referred>,
}

impl Along {
    /// What came with these words.
    pub fn with(spoken: &Spoken) -> Self {
        Self { files: spoken.files.clone(), refers: spoken.refers() }
    }
}

impl TicketAct {
    /// These words of the ticket as an idea of their own. Nobody's words become somebody else's by it: where something was
    /// passed on to the ticket, these may be what was.
    /// `by`: who wrote them.
    pub fn instead(ticket: &Ticket, (text, by): (&str, Option<PersonId>)) -> Action {
        let passed_on = Some(ticket.read.contains(&Source::Forwarded));
        Self::NewInstead { text: text.to_owned(), passed_on, by }.on(&ticket.id)
    }
}

impl Ticket {
    /// The action that sends its idea again.
    pub fn anew(&self) -> Action {
        Action::NewIdea { text: self.idea.clone(), passed_on: self.read.contains(&Source::Forwarded) }
    }
}

impl Action {
    /// Who wrote the words it is about, where nobody else may press it.
    pub fn writer(&self) -> Option<&PersonId> {
        if let Self::WithWords { person, .. } = self {
            return Some(person);
        }
        if let Self::OnTicket { act: TicketAct::NewInstead { by, .. }, .. } = self { by.as_ref() } else { None }
    }

    /// Whether it is an intent that was understood from words of this person. It is carried out once, whichever button of its
    /// message said how.
    pub fn is_understood_for(&self, person: &PersonId) -> bool {
        matches!(self, Self::Understood { person: theirs, .. } if theirs == person)
    }

    /// The words and the time of a reminder. A missing part is the one in `asked`, if that lacks just the other.
    pub fn completed(
        asked: Option<Self>,
        (what, timed): (Option<String>, Option<Timed>),
        own: Tz,
    ) -> (Option<String>, Option<Timed>) {
        let Some(Self::Remind { what: said, rule, zone, .. }) = asked else { return (what, timed) };
        if (said.is_some(), rule.is_some()) != (timed.is_some(), what.is_some()) {
            return (what, timed);
        }
        (what.or(said), timed.or(rule.map(|rule| Timed::kept(rule, zone.as_deref(), own))))
    }

    /// The words of a person it carries, which count once however often it is pressed.
    pub fn words_carried(&self) -> Option<&str> {
        if let Self::NewIdea { text, .. }
        | Self::Say { text }
        | Self::WithFiles { text, .. }
        | Self::WithWords { text, .. } = self
        {
            return Some(text);
        }
        let Self::OnTicket { act, .. } = self else { return None };
        let (TicketAct::AnswerWith { text } | TicketAct::CorrectWith { text, .. } | TicketAct::NewInstead { text, .. }) =
            act
        else {
            return None;
        };
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, TicketAct};
    use crate::secretary::notes::Wish;
    use crate::secretary::notes::action::NoteAct;

    #[test]
    fn buttons_from_before_do_not_say_whose_words_they_carry() {
        let old: TicketAct = serde_json::from_str(r#"{"NewInstead":{"text":"x"}}"#).unwrap();
        assert_eq!(old, TicketAct::NewInstead { text: "x".to_owned(), passed_on: None, by: None });
    }

    #[test]
    fn what_older_buttons_meant_is_forgotten() {
        for old in [r#"{"GoOn":{"result":"4"}}"#, r#"{"AsMeant":{"text":"a","written":"b"}}"#] {
            assert_eq!(serde_json::from_str::<Action>(old).unwrap(), Action::Forgotten {});
        }
        let old = r#"{"OnNotes":{"act":{"Do":{"wish":{"IsOn":{"items":["milk"],"list":"Recent"}}}}}}"#;
        let wish = Box::new(Wish::Forgotten {});
        assert_eq!(serde_json::from_str::<Action>(old).unwrap(), NoteAct::Do { wish }.action());
    }

    #[test]
    fn edit_from_before_says_nothing_of_a_version() {
        assert_eq!(serde_json::from_str::<TicketAct>(r#""Edit""#).unwrap(), TicketAct::Edit);
    }
}
