//! Ends running things: stops runs, closes prompts, drops timers.

use super::super::step::Move;
use super::waiting_for_model;
use crate::secretary::decision::DecisionState;
use crate::secretary::effect::Effect;
use crate::secretary::lifecycle::prompts::showing;
use crate::secretary::message::Message;
use crate::secretary::ticket::event::Timer;
use crate::secretary::ticket::{Blocked, TaskState};
use crate::secretary::wording;

/// Stops runs, closes prompts and timers. A message that the ticket waits says the outcome instead.
pub fn wind_down(m: &mut Move<'_>, outcome: &Message) {
    stop_runs(m);
    super::stopping::over(m);
    for i in 0..m.ticket.decisions.len() {
        if m.ticket.decisions[i].open() {
            m.ticket.decisions[i].state = DecisionState::Dropped;
            showing::settle(m, i);
        }
    }
    for task in &m.ticket.tasks {
        if let TaskState::Blocked(Blocked::Retry(_)) = task.state {
            m.effects.push(Effect::DropTimer { name: Timer::Retry(task.key.clone()).name() });
        }
    }
    if let Some((index, _)) = m.ticket.open_round() {
        m.ticket.rounds[index].closed = true;
        let message = wording::ticket::questions::over(&m.ticket);
        let name = m.ticket.rounds[index].name(index);
        m.edit(&name, &message);
        m.drop_timer(&Timer::Questions(index));
    }
    waiting_for_model::no_longer(m, outcome);
    m.effects.push(Effect::StopThinking);
    m.ticket.asked += 1;
}

/// Stops every run of the ticket.
pub fn stop_runs(m: &mut Move<'_>) {
    for task in &m.ticket.tasks {
        let (TaskState::Claimed | TaskState::InProgress, Some(run)) = (&task.state, &task.run) else { continue };
        m.effects.push(Effect::StopRun { run: run.clone() });
        m.effects.push(Effect::DropTimer { name: Timer::Stalled(run.clone()).name() });
    }
}
