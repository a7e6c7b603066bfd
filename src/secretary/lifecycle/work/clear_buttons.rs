//! One live keyboard for each thing: at the end of every step messages that are no longer current lose their buttons.
//! They keep their text unless the stage gave them a new one.

use crate::secretary::decision::Subject;
use crate::secretary::lifecycle::transition::Move;
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
    not_meant(m);
    let may_be_added_to_another = matches!(stage, Stage::Intake | Stage::Clarifying | Stage::Confirming);
    if m.ticket.beside.is_some() && !m.ticket.folded() && !may_be_added_to_another && !m.facts.reads {
        let receipt = m.ticket.slot("receipt");
        m.bare_at(receipt);
    }
}

/// Words can be taken out of the answers until work begins or more is asked.
fn not_meant(m: &mut Move<'_>) {
    m.bare("revising", matches!(m.ticket.stage, Stage::Working | Stage::Reporting));
    let before_work = matches!(m.ticket.stage, Stage::Intake | Stage::Clarifying | Stage::Confirming);
    let rounds = m.ticket.rounds.len();
    for index in 0..rounds {
        let round = &mut m.ticket.rounds[index];
        if !before_work || index + 1 < rounds {
            round.given.clear();
        }
        if round.doubtful.is_empty() || (before_work && index + 1 == rounds) {
            continue;
        }
        round.doubtful.clear();
        let slot = m.ticket.slot(&m.ticket.rounds[index].name(index));
        m.bare_at(slot);
    }
}
