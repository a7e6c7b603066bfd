//! Decisions that wait until those who could make them have answered others: asking in turn, and showing one whose turn
//! has come.

use super::super::authors;
use super::super::deadline::{Deadline, GRACE};
use super::super::decision::Decision;
use super::super::event::Timer;
use super::super::ids::{DecisionId, RoomId};
use super::super::moving::Move;
use super::super::step::Outcome;
use super::super::ticket::Stage;
use super::super::turns;
use super::{deadlines, late, prompting, reading, tasks};

/// Puts a question to those who have a turn for it; the others, perhaps all, are asked once they have one.
pub fn ask(m: &mut Move<'_>, mut decision: Decision) -> Decision {
    let rooms = std::mem::take(&mut decision.rooms);
    decision.rooms = turns::give(&mut decision, &rooms, true, (&m.ticket, m.facts));
    if decision.waits() {
        decision.token = m.fresh_token();
    } else {
        decision.token = prompting::post(m, &decision);
    }
    look_later(m, &decision);
    decision
}

/// Whoever could decide may be gone, or decide no more: somebody looks now and then, not only when a turn becomes free.
fn look_later(m: &mut Move<'_>, decision: &Decision) {
    if !decision.queued.is_empty() {
        let at = reading::remind_time(m.facts.zone, m.now);
        m.set_timer(Timer::Turn(decision.key.clone()), at);
    }
}

/// Somebody may have a turn for a decision that waits: it is shown to whoever has.
pub fn turn_came(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let open = |d: &Decision| &d.key == key && d.open() && !d.queued.is_empty();
    let Some(index) = m.ticket.decisions.iter().position(open) else { return late::stale() };
    let waited = m.ticket.decisions[index].waits();
    let mut decision = m.ticket.decisions[index].clone();
    let asked = prompting::prompt_rooms(&m, decision.quorum);
    let rooms = authors::rooms_of_others(&m.ticket, m.facts, decision.four_eyes, asked);
    let now = turns::give(&mut decision, &rooms, false, (&m.ticket, m.facts));
    let fresh: Vec<RoomId> = now.into_iter().filter(|room| !decision.rooms.contains(room)).collect();
    if fresh.is_empty() {
        // Nothing new is to be seen; who reads along in a group has the turn all the same.
        look_later(&mut m, &decision);
        m.ticket.decisions[index] = decision;
        return m.moved();
    }
    if waited {
        begin(&mut m, &mut decision);
    }
    decision.rooms.extend(fresh.iter().cloned());
    m.ticket.decisions[index] = decision.clone();
    decision.token = prompting::post_in(&mut m, &decision, &fresh);
    m.ticket.decisions[index].token = decision.token.clone();
    if decision.queued.is_empty() {
        m.drop_timer(&Timer::Turn(decision.key.clone()));
    } else {
        look_later(&mut m, &decision);
    }
    if waited {
        deadlines::set(&mut m, &decision);
        m.ticket.doing = prompting::open_line(&m.ticket, m.facts).unwrap_or_default();
        // An idea that is not read yet has no progress.
        if m.ticket.stage != Stage::Intake {
            tasks::show_progress(&mut m);
        }
    }
    m.moved()
}

/// Its time begins as it is shown: nothing may follow from the silence of people who were not asked.
fn begin(m: &mut Move<'_>, decision: &mut Decision) {
    decision.asked_at = m.now;
    decision.remind_at = reading::remind_time(m.facts.zone, m.now);
    if let Some(deadline) = decision.asked.deadline {
        decision.asked.deadline = Some(Deadline { at: deadline.at.max(m.now + GRACE), ..deadline });
    }
}
