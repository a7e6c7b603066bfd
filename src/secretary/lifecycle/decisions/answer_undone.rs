//! Undo of an answer that stopped a ticket: the question is open again and the ticket continues. Its run never got
//! the answer.

use super::super::step::{Move, Outcome};
use super::moving_prompts;
use crate::secretary::decision::deadline::{Deadline, GRACE};
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::decision::{Decision, DecisionState};
use crate::secretary::effect::Class;
use crate::secretary::ids::RoomId;
use crate::secretary::lifecycle::prompts::{prompting, queueing, showing};
use crate::secretary::lifecycle::work::tasks;
use crate::secretary::lifecycle::{closed, working};
use crate::secretary::ticket::decisions::authors;
use crate::secretary::ticket::{Blocked, Ending, Stage, Task, TaskState, Ticket};
use crate::secretary::wording;

/// Whether it can be asked again: a run that waits for the answer must still exist.
pub fn may_ask(m: &Move<'_>, index: usize) -> bool {
    let Some(decision) = m.ticket.decisions.get(index).filter(|d| d.verdict().is_some()) else { return false };
    let waits = m.ticket.task(&decision.task).is_some_and(|task| task.run.as_ref() == Some(&decision.run));
    !decision.subject.of_a_run() || (waits && m.facts.cut_off.contains(&decision.run))
}

/// Asks it again; the other work continues.
pub fn ask(mut m: Move<'_>, index: usize) -> Outcome {
    let halted = m.halted();
    m.ticket.stage = Stage::Working;
    m.ticket.hold.restart(m.now, halted);
    let stay = as_they_are(&m.ticket, &m.ticket.decisions[index]);
    let under_way = closed::cut_short(&mut m, Ending::Cancelled);
    for task in &stay {
        if let Some(now) = m.ticket.task_mut(&task.key) {
            now.clone_from(task);
        }
    }
    open(&mut m, index);
    if !halted {
        for key in under_way.iter().filter(|key| !stay.iter().any(|task| task.key == **key)) {
            working::goes_on(&mut m, key);
        }
    }
    tasks::give_out(&mut m);
    if !halted {
        m.ticket.doing = prompting::open_line(&m.ticket, m.facts).unwrap_or_default();
    }
    tasks::show_progress(&mut m);
    m.noted(wording::decision::deadlines::BACK)
}

/// The tasks that the answer concerns, and those that have ended.
fn as_they_are(ticket: &Ticket, decision: &Decision) -> Vec<Task> {
    let asked = TaskState::Blocked(Blocked::Decision(decision.key.clone()));
    let ended = |state: &TaskState| {
        matches!(state, TaskState::Completed | TaskState::Failed | TaskState::Blocked(Blocked::Dependency(_)))
    };
    let stays = |task: &&Task| task.state == asked || ended(&task.state);
    ticket.tasks.iter().filter(stays).cloned().collect()
}

/// Reopens the decision in the rooms where it would be asked now: deciders and rooms may have changed since.
fn open(m: &mut Move<'_>, index: usize) {
    let remind_at = prompting::remind_time(m.facts.zone, m.now);
    let asked = prompting::prompt_rooms(m, m.ticket.decisions[index].quorum);
    let rooms = authors::rooms_of_others(&m.ticket, m.facts, m.ticket.decisions[index].four_eyes, asked);
    let left: Vec<RoomId> =
        m.ticket.decisions[index].rooms.iter().filter(|room| !rooms.contains(room)).cloned().collect();
    for room in &left {
        moving_prompts::leave(m, index, room, &Loss::NotAsked);
    }
    let decision = &mut m.ticket.decisions[index];
    let taken = decision.verdict().and_then(|verdict| verdict.option);
    decision.votes.retain(|vote| vote.option != taken);
    decision.state = DecisionState::Open;
    (decision.asked_at, decision.remind_at, decision.overdue) = (m.now, remind_at, false);
    let later = |deadline: Deadline| Deadline { at: deadline.at.max(m.now + GRACE), ..deadline };
    decision.asked.deadline = decision.asked.deadline.map(later);
    // The turns have been given to other decisions meanwhile.
    (decision.rooms, decision.asks, decision.queued) = (Vec::new(), Vec::new(), Vec::new());
    queueing::give(m, index, &rooms);
    let decision = m.ticket.decisions[index].clone();
    let name = decision.key.as_str();
    let stood = m.ticket.shown.get(&m.ticket.slot(name)).cloned().unwrap_or_default();
    for room in stood.iter().filter(|room| rooms.contains(room) && !decision.rooms.contains(room)) {
        moving_prompts::ask_later_in(m, index, room);
    }
    queueing::look_later(m, &decision);
    if decision.waits() {
        // It is not posted yet; its time begins when it is shown.
        return;
    }
    let shown = m.ticket.shown.get(&m.ticket.slot(name)).cloned().unwrap_or_default();
    let (stands, fresh): (Vec<RoomId>, Vec<RoomId>) = decision.rooms.iter().cloned().partition(|r| shown.contains(r));
    let mut keys = m.keys();
    let message = wording::decision::decisions::prompt(&m.ticket, &decision, m.facts, m.now, &mut keys);
    if !stands.is_empty() {
        m.edit(name, &message);
    }
    for room in &fresh {
        m.post_in(room, name, message.clone(), Class::Must);
    }
    m.ticket.decisions[index].token = m.bind(name, keys);
    prompting::look_when_back(m, &decision);
    showing::set_timers(m, &decision);
}
