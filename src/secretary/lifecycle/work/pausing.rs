//! Pause and resume, alike in every stage: one ticket by itself or all together. A ticket that was paused by itself
//! stays paused when all work resumes.

use super::super::step::{Move, Outcome};
use super::{tasks, winding_down};
use crate::secretary::effect::Effect;
use crate::secretary::lifecycle::late;
use crate::secretary::ticket::{Blocked, Stage, TaskState};
use crate::secretary::wording::talk::refusals;
use crate::secretary::wording::ticket::waiting;

/// Pauses this ticket alone.
pub fn alone(mut m: Move<'_>) -> Outcome {
    let was = std::mem::replace(&mut m.ticket.hold.alone, true);
    if !m.ticket.paused {
        let by = m.actor_name();
        halt(&mut m, &by);
        return m.noted(waiting::paused());
    }
    let number = m.ticket.number;
    if was || !m.facts.settings.paused {
        return Outcome::Refused(refusals::already_paused(number));
    }
    m.noted(waiting::stays_paused(number))
}

/// Pauses this ticket with all work.
pub fn with_all(mut m: Move<'_>, by: &str) -> Outcome {
    if m.ticket.paused {
        return Outcome::Ignored("paused already");
    }
    halt(&mut m, by);
    m.moved()
}

/// Halts the ticket: runs stop at their journal, and model answers are not awaited.
fn halt(m: &mut Move<'_>, by: &str) {
    m.ticket.paused = true;
    m.ticket.hold.rest(m.now);
    match m.ticket.stage {
        Stage::Working => {
            winding_down::stop_runs(m);
            for task in &mut m.ticket.tasks {
                if matches!(task.state, TaskState::Claimed | TaskState::InProgress) {
                    task.state = TaskState::Blocked(Blocked::Paused);
                }
            }
            m.ticket.doing = waiting::paused_by(by);
            tasks::show_progress(m);
        }
        Stage::Reporting => {
            m.effects.push(Effect::StopThinking);
            m.ticket.doing = waiting::paused_by(by);
            tasks::show_progress(m);
        }
        Stage::Intake | Stage::Clarifying | Stage::Confirming => m.effects.push(Effect::StopThinking),
        Stage::Closed(_) => {}
    }
}

/// Lifts the pause, if there is one.
pub fn lift(m: &mut Move<'_>) {
    m.ticket.paused = false;
    m.ticket.hold.alone = false;
    m.ticket.hold.wake(m.now);
}

/// Resumes this ticket alone. While all work is paused it can only join the others.
pub fn resumed(mut m: Move<'_>, then: fn(Move<'_>) -> Outcome) -> Outcome {
    if m.facts.actor.is_none() {
        return late::stale();
    }
    if !m.facts.settings.paused {
        lift(&mut m);
        return then(m);
    }
    if !std::mem::take(&mut m.ticket.hold.alone) {
        return Outcome::Refused(refusals::all_paused());
    }
    m.noted(waiting::joins_the_rest())
}

/// Resumes this ticket with all work.
pub fn all_resumed(mut m: Move<'_>, then: fn(Move<'_>) -> Outcome) -> Outcome {
    if m.ticket.hold.alone {
        return Outcome::Ignored("paused by itself");
    }
    lift(&mut m);
    then(m)
}
