//! The one pure function of a ticket: `step(ticket, event, facts, now)`. It hands the event to the stage; each stage
//! decides every event.

use super::transition::Move;
use crate::secretary::decision::authors;
use crate::secretary::lifecycle;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::facts::Facts;
use crate::secretary::ticket::{Stage, Ticket};
use chrono::{DateTime, Utc};

/// The outcome of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The ticket changed.
    Moved {
        /// The new ticket.
        ticket: Box<Ticket>,
        /// The effects.
        effects: Vec<Effect>,
        /// A short answer to a press.
        note: Option<String>,
        /// Whether a message of the ticket shows what the note says.
        shown: bool,
    },
    /// Nothing to do, for this reason (for the log).
    Ignored(&'static str),
    /// Not possible: a sentence for the person.
    Refused(String),
}

/// Decides what an event means to a ticket.
pub fn step(ticket: &Ticket, event: &Event, facts: &Facts, now: DateTime<Utc>) -> Outcome {
    let mut next = Move::new(ticket, facts, now);
    authors::note(&mut next.ticket, event, facts.actor.as_ref());
    let outcome = match ticket.stage {
        Stage::Intake => lifecycle::intake::step(next, event),
        Stage::Clarifying => lifecycle::clarifying::step(next, event),
        Stage::Confirming => lifecycle::confirming::step(next, event),
        Stage::Working => lifecycle::working::step(next, event),
        Stage::Reporting => lifecycle::reporting::step(next, event),
        Stage::Closed(ending) => lifecycle::closed::step(next, event, ending),
    };
    with_given(ticket, event, facts, outcome)
}

/// Remembers which questions a person's words or press answered, for their Undo. Words that answered none and are no
/// answer end this, since "undo" would concern them.
fn with_given(before: &Ticket, event: &Event, facts: &Facts, outcome: Outcome) -> Outcome {
    let said = matches!(
        event,
        Event::OptionTapped { .. }
            | Event::TicksDone { .. }
            | Event::AnswersReceived { .. }
            | Event::QuestionsAnswered { .. }
            | Event::LeftToJudgement { .. }
            | Event::Added { .. }
            | Event::Corrected { .. }
            | Event::ReviseRequested { .. }
    );
    let Outcome::Moved { mut ticket, effects, note, shown } = outcome else { return outcome };
    if said
        && let Some(was) = before.rounds.last()
        && let Some(is) = ticket.rounds.get_mut(before.rounds.len() - 1)
    {
        is.given = (0..is.answers.len()).filter(|i| is.answers[*i] != was.answers[*i]).collect();
        is.given_by = facts.actor.as_ref().map(|actor| actor.person.clone());
    }
    Outcome::Moved { ticket, effects, note, shown }
}
