//! Events that come too late, too early or a second time, and their answers.

use super::super::decision::Decision;
use super::super::ticket::event::Event;
use super::super::wording;
use super::step::{Move, Outcome};
use crate::secretary::ticket::decisions::changed;

/// An event that comes too late or too early for the stage and needs no words.
pub fn stale() -> Outcome {
    Outcome::Ignored("does not fit the stage")
}

/// A press that comes late or a second time is told what became of its subject.
pub fn late(m: &Move<'_>, event: &Event) -> Outcome {
    Outcome::Refused(wording::talk::late::late(&m.ticket, event, m.now))
}

/// A press on a decision that was made.
pub fn decided(m: &Move<'_>, decision: &Decision) -> String {
    let ticket = m.as_read();
    let decision = ticket.decision(&decision.key).map_or(decision, |decision| changed::standing(&ticket, decision));
    let actor = m.facts.actor.as_ref();
    let zone = actor.map_or(m.facts.zone, |actor| actor.zone);
    wording::talk::late::decided(decision, actor.map(|actor| &actor.person), zone, m.now)
}
