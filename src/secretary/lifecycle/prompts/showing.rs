//! The prompt of a decision while it stands: its timers, its text in place, its outcome. Nobody is asked or answered
//! here.

use super::super::step::Move;
use crate::secretary::decision::Decision;
use crate::secretary::ids::DecisionId;
use crate::secretary::message::keys::Keys;
use crate::secretary::ticket::decisions::changed;
use crate::secretary::ticket::event::Timer;
use crate::secretary::wording;

/// Sets the timers of an asked decision: the deadline and one reminder before it, else the reminder.
pub fn set_timers(m: &mut Move<'_>, decision: &Decision) {
    match decision.deadline() {
        Some(deadline) => {
            if let Some(at) = deadline.reminder(decision.asked_at, m.facts.zone) {
                m.set_timer(Timer::Decision(decision.key.clone()), at);
            }
            m.set_timer(Timer::Deadline(decision.key.clone()), deadline.at);
        }
        None => m.set_timer(Timer::Decision(decision.key.clone()), decision.remind_at),
    }
}

/// Edits the prompt in place; its buttons stay the same.
pub fn show(m: &mut Move<'_>, index: usize) {
    let decision = m.ticket.decisions[index].clone();
    let mut keys = Keys::new(decision.token.clone());
    let message = wording::decision::decisions::prompt(&m.ticket, &decision, m.facts, m.now, &mut keys);
    m.edit(decision.key.as_str(), &message);
}

/// Shows the prompt in place with buttons for what is asked now.
pub fn show_anew(m: &mut Move<'_>, index: usize) {
    let decision = m.ticket.decisions[index].clone();
    if decision.waits() {
        // The prompt is not posted yet; a list or a message shows the decision.
        return;
    }
    let mut keys = m.keys();
    let message = wording::decision::decisions::prompt(&m.ticket, &decision, m.facts, m.now, &mut keys);
    m.edit(decision.key.as_str(), &message.silently());
    m.ticket.decisions[index].token = m.bind(decision.key.as_str(), keys);
}

/// Drops the second question.
pub fn forget_sure(m: &mut Move<'_>, index: usize) {
    if m.ticket.decisions[index].sure.take().is_some() {
        let key = m.ticket.decisions[index].key.clone();
        m.drop_timer(&Timer::Sure(key));
    }
}

/// Shows the outcome in all copies of the prompt and its reminders, and drops the timers.
pub fn settle(m: &mut Move<'_>, index: usize) {
    let decision = m.as_read().decisions[index].clone();
    m.drop_timer(&Timer::Decision(decision.key.clone()));
    forget_sure(m, index);
    if !decision.queued.is_empty() {
        m.drop_timer(&Timer::Turn(decision.key.clone()));
    }
    if decision.asked.deadline.is_some() {
        m.drop_timer(&Timer::Deadline(decision.key.clone()));
    }
    show_outcome(m, &decision.key);
    let over = wording::decision::deadlines::reminder_over(&m.ticket, &decision, m.facts.zone);
    m.retire(&format!("{}/reminder", decision.key), &over);
}

/// Shows the outcome in all copies of the prompt.
pub fn show_outcome(m: &mut Move<'_>, key: &DecisionId) {
    let ticket = m.as_read();
    let Some(decision) = ticket.decision(key) else { return };
    let settled = wording::decision::decisions::settled(&ticket, decision, m.facts.zone);
    m.edit(key.as_str(), &settled);
    // The message about a choice without asking loses its Undo once somebody changed the choice.
    if changed::standing(&ticket, decision).key != decision.key {
        m.edit(&decision.taken_name(), &settled);
    }
}
