//! Decisions that wait for their turn, since their deciders have too many open ones: asks in turn and shows the next.

use super::super::step::Outcome;
use super::super::transition::Move;
use super::{confirm_irreversible, deadlines, prompting};
use crate::secretary::decision::deadline::{Deadline, GRACE};
use crate::secretary::decision::{Decision, Subject, authors, line};
use crate::secretary::ids::{DecisionId, RoomId};
use crate::secretary::lifecycle::late;
use crate::secretary::lifecycle::questions::reading;
use crate::secretary::lifecycle::work::{agreeing, tasks};
use crate::secretary::ticket::Stage;
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
        let at = reading::remind_time(m.facts.zone, m.now);
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
            confirm_irreversible::forget(m, index);
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
        deadlines::set(m, &decision);
    }
    if !decision.queued.is_empty() {
        look_later(m, &decision);
    } else if was_in_line {
        m.drop_timer(&Timer::Turn(decision.key.clone()));
    }
}

/// Somebody may have a turn for a waiting decision: shows it to them.
pub fn turn_came(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let open = |d: &Decision| &d.key == key && d.open() && !d.queued.is_empty();
    let Some(index) = m.ticket.decisions.iter().position(open) else { return late::stale() };
    let waited = m.ticket.decisions[index].waits();
    let mut decision = m.ticket.decisions[index].clone();
    let asked = prompting::prompt_rooms(&m, decision.quorum);
    let rooms = authors::rooms_of_others(&m.ticket, m.facts, decision.four_eyes, asked);
    let now = line::give(&mut decision, &rooms, false, (&m.ticket, m.facts));
    let fresh: Vec<RoomId> = now.into_iter().filter(|room| !decision.rooms.contains(room)).collect();
    if fresh.is_empty() {
        // Nothing new is shown; a reader of the group has the turn all the same.
        look_later(&mut m, &decision);
        m.ticket.decisions[index] = decision;
        return m.moved();
    }
    if waited {
        begin(&m, &mut decision);
    }
    // A prompt in a room that could not be reached for a while is not shown twice.
    let unseen: Vec<RoomId> = fresh.iter().filter(|room| !decision.stands_in(&m.ticket, room)).cloned().collect();
    decision.rooms.extend(fresh);
    m.ticket.decisions[index] = decision.clone();
    if !unseen.is_empty() {
        decision.token = prompting::post_in(&mut m, &decision, &unseen);
        m.ticket.decisions[index].token = decision.token.clone();
    }
    if decision.queued.is_empty() {
        m.drop_timer(&Timer::Turn(decision.key.clone()));
    } else {
        look_later(&mut m, &decision);
    }
    if waited {
        deadlines::set(&mut m, &decision);
        m.ticket.doing = prompting::open_line(&m.ticket, m.facts).unwrap_or_default();
        match m.ticket.stage {
            // An unread idea has no progress.
            Stage::Intake => {}
            Stage::Confirming => agreeing::show_card(&mut m),
            Stage::Clarifying | Stage::Working | Stage::Reporting | Stage::Closed(_) => tasks::show_progress(&mut m),
        }
    }
    m.moved()
}

/// Starts the time of a decision when it is shown, since the silence of people who were not asked decides nothing.
fn begin(m: &Move<'_>, decision: &mut Decision) {
    decision.asked_at = m.now;
    decision.remind_at = reading::remind_time(m.facts.zone, m.now);
    if let Some(deadline) = decision.asked.deadline {
        decision.asked.deadline = Some(Deadline { at: deadline.at.max(m.now + GRACE), ..deadline });
    }
}
