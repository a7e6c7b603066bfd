//! A decision that is changed after the work is over: a new decision takes its place and stands beside it; the first
//! one stays as it was. Pure.

use crate::secretary::decision::Decision;
use crate::secretary::ids::DecisionId;
use crate::secretary::people::workspace::Settings;
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::{Ending, Stage, Ticket};

/// What took the place of a decision.
pub fn successor<'t>(ticket: &'t Ticket, key: &DecisionId) -> Option<&'t Decision> {
    ticket.decisions.iter().find(|d| d.instead_of.as_ref() == Some(key))
}

/// Whether nothing took its place.
pub fn stands(ticket: &Ticket, decision: &Decision) -> bool {
    successor(ticket, &decision.key).is_none()
}

/// What counts now where this was decided.
pub fn standing<'t>(ticket: &'t Ticket, decision: &'t Decision) -> &'t Decision {
    let mut last = decision;
    // Each link leads to a younger one.
    while let Some(next) = successor(ticket, &last.key).filter(|next| next.key != last.key) {
        last = next;
    }
    last
}

/// What was asked of people, where this took the place of something.
pub fn first<'t>(ticket: &'t Ticket, decision: &'t Decision) -> &'t Decision {
    let mut first = decision;
    while let Some(before) = first.instead_of.as_ref().and_then(|key| ticket.decision(key)) {
        first = before;
    }
    first
}

/// Whether one person may still change it alone: it was a question of the work, the work is done, and neither then nor now
/// do several have to agree.
pub fn may_change(ticket: &Ticket, decision: &Decision, settings: &Settings) -> bool {
    // What failed is tried again, or begun anew: there is no report to do again.
    let over = ticket.stage == Stage::Closed(Ending::Done);
    let alone = decision.quorum == Quorum::Any && settings.quorum == Quorum::Any;
    let two_eyes = !decision.four_eyes && !settings.four_eyes;
    over && alone && two_eyes && decision.of_work() && decision.verdict().is_some() && stands(ticket, decision)
}

/// The options it can be changed to.
pub fn others(decision: &Decision) -> Vec<usize> {
    let chosen = decision.verdict().and_then(|verdict| verdict.option);
    (0..decision.asked.options.len()).filter(|option| Some(*option) != chosen).collect()
}
