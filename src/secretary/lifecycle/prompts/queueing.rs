//! Decisions that wait for their turn, since their deciders have too many open ones: asks in turn and shows the next.

use super::super::step::Move;
use super::{prompting, showing};
use crate::secretary::decision::deadline::{Deadline, GRACE};
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::ids::RoomId;
use crate::secretary::ticket::decisions::line;
use crate::secretary::ticket::event::Timer;

/// Asks those who have a turn for a decision; the others, perhaps all, are asked at their turn.
pub fn ask(m: &mut Move<'_>, mut decision: Decision) -> Decision {
    let rooms = std::mem::take(&mut decision.rooms);
    decision.rooms = line::give(&mut decision, &rooms, true, (&m.ticket, m.facts));
    if decision.waits() {
        decision.token = m.fresh_token();
    } else {
        decision.token = prompting::post(m, &decision);
    }
    look_later(m, &decision);
    decision
}

/// Sets the timer of the next look: the deciders may be gone, so it is not enough to wait for a free turn.
pub fn look_later(m: &mut Move<'_>, decision: &Decision) {
    if !decision.queued.is_empty() {
        let at = prompting::remind_time(m.facts.zone, m.now);
        m.set_timer(Timer::Turn(decision.key.clone()), at);
    }
}

/// Gives an open decision the free turns in these rooms, behind earlier ones in the line; without a free turn it
/// waits there. Returns the rooms in which it is newly asked.
pub fn give(m: &mut Move<'_>, index: usize, rooms: &[RoomId]) -> Vec<RoomId> {
    let mut decision = m.ticket.decisions[index].clone();
    // Its own places in the line are given anew and do not count as earlier ones.
    m.ticket.decisions[index].queued.clear();
    let now = line::give(&mut decision, rooms, true, (&m.ticket, m.facts));
    let fresh: Vec<RoomId> = now.into_iter().filter(|room| !decision.rooms.contains(room)).collect();
    decision.rooms.extend(fresh.iter().cloned());
    m.ticket.decisions[index] = decision;
    fresh
}

/// Shows a decision in the rooms of its new turns. `before`: the former decision. Without any turn it waits, and
/// silence decides nothing until it is shown.
pub fn show(m: &mut Move<'_>, index: usize, before: &Decision, fresh: &[RoomId]) {
    let was_in_line = !before.queued.is_empty();
    if m.ticket.decisions[index].waits() {
        if !before.waits() {
            let key = before.key.clone();
            showing::forget_sure(m, index);
            m.drop_timer(&Timer::Decision(key.clone()));
            if before.deadline().is_some() {
                m.drop_timer(&Timer::Deadline(key));
            }
        }
        let decision = m.ticket.decisions[index].clone();
        return look_later(m, &decision);
    }
    // Nobody was asked until now.
    let begins = before.rooms.is_empty() && before.subject != Subject::Redo;
    let mut decision = m.ticket.decisions[index].clone();
    if begins {
        begin(m, &mut decision);
        m.ticket.decisions[index] = decision.clone();
    }
    if fresh.is_empty() {
        prompting::look_when_back(m, &decision);
    } else {
        decision.token = prompting::post_in(m, &decision, fresh);
        m.ticket.decisions[index].token = decision.token.clone();
    }
    if begins {
        showing::set_timers(m, &decision);
    }
    if !decision.queued.is_empty() {
        look_later(m, &decision);
    } else if was_in_line {
        m.drop_timer(&Timer::Turn(decision.key.clone()));
    }
}

/// Starts the time of a decision when it is shown, since the silence of people who were not asked decides nothing.
pub fn begin(m: &Move<'_>, decision: &mut Decision) {
    decision.asked_at = m.now;
    decision.remind_at = prompting::remind_time(m.facts.zone, m.now);
    if let Some(deadline) = decision.asked.deadline {
        decision.asked.deadline = Some(Deadline { at: deadline.at.max(m.now + GRACE), ..deadline });
    }
}
