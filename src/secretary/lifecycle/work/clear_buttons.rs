//! One live keyboard for each thing: at the end of every step messages that are no longer current lose their buttons.
//! They keep their text unless the stage gave them a new one.

use crate::secretary::decision::Subject;
use crate::secretary::lifecycle::step::Move;
use crate::secretary::ticket::{Ending, Stage, Waiting};

/// Removes the buttons of all superseded messages of the ticket.
pub fn clear(m: &mut Move<'_>) {
    let stage = m.ticket.stage;
    let needs_setup = matches!(m.ticket.waiting, Some(Waiting::Setup(_)));
    m.bare("setup", needs_setup && !m.ticket.closed());
    m.bare("stalled", stage == Stage::Working);
    m.bare("failed", stage == Stage::Closed(Ending::Failed));
    m.bare("cancelled", stage == Stage::Closed(Ending::Cancelled));
    // While people are asked what was wrong, another rating may still settle that.
    let being_rated = m.ticket.open_decisions().any(|d| d.subject == Subject::Redo);
    m.bare("report", stage == Stage::Closed(Ending::Done) || being_rated);
    m.bare("revising", matches!(stage, Stage::Working | Stage::Reporting));
    let before_work = matches!(stage, Stage::Intake | Stage::Clarifying | Stage::Confirming);
    // The last answers can be withdrawn until work begins or more is asked.
    let last = if before_work { m.ticket.rounds.len().saturating_sub(1) } else { m.ticket.rounds.len() };
    m.ticket.rounds.iter_mut().take(last).for_each(|round| round.given.clear());
}
