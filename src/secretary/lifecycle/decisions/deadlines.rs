//! An open decision as time passes: reminders, the deadline, and the undo of what followed from silence.

use super::super::step::{Move, Outcome};
use super::{moving_prompts, voting};
use crate::secretary::decision::deadline::{Deadline, GRACE, Policy};
use crate::secretary::decision::{Decision, DecisionState, Verdict};
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::{DecisionId, PersonId, RoomId};
use crate::secretary::lifecycle::late;
use crate::secretary::lifecycle::prompts::{prompting, showing};
use crate::secretary::lifecycle::work::{stopping, tasks, ways_on};
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::decisions::silence;
use crate::secretary::ticket::event::Timer;
use crate::secretary::ticket::{Blocked, TaskState};
use crate::secretary::wording;
use chrono::TimeDelta;

/// A timer of a decision fired; any other timer comes too late.
pub fn timer_fired(m: Move<'_>, timer: &Timer) -> Outcome {
    match timer {
        Timer::Decision(key) => remind(m, key),
        Timer::Deadline(key) => over(m, key),
        Timer::Turn(key) => moving_prompts::turn_came(m, key),
        Timer::Deputy(key) => moving_prompts::deputy_done(m, key),
        Timer::Questions(_) | Timer::Card(_) | Timer::Sure(_) => late::stale(),
        Timer::Model(_) | Timer::Retry(_) | Timer::Stalled(_) => late::stale(),
    }
}

/// Sends a reminder. Before a deadline it is the only one; otherwise the next one is set at once.
fn remind(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let Some(index) = open(&m, key) else { return Outcome::Ignored("decided meanwhile") };
    match m.ticket.decisions[index].deadline() {
        Some(deadline) if deadline.at <= m.now => return Outcome::Ignored("its deadline says more"),
        Some(_) => showing::show(&mut m, index),
        None => plan_reminder(&mut m, index),
    }
    let message = wording::decision::deadlines::reminder(&m.ticket, &m.ticket.decisions[index], m.facts, m.now);
    post_reminder(&mut m, index, &message);
    m.moved()
}

/// The deadline of a decision has passed: what was announced happens, once.
fn over(m: Move<'_>, key: &DecisionId) -> Outcome {
    let Some(index) = open(&m, key) else { return Outcome::Ignored("decided meanwhile") };
    let Some(deadline) = m.ticket.decisions[index].deadline() else {
        return Outcome::Ignored("its deadline was over before");
    };
    if m.now < deadline.at {
        return Outcome::Ignored("its deadline was moved");
    }
    // During a pause nobody expects a decision. The effect of an option is checked again, since the plan or the tools
    // of an agent may have changed.
    let decision = &m.ticket.decisions[index];
    let granted = silence::granted(deadline.policy, (&decision.asked, decision.of_work()), &m.ticket, &m.facts.roster);
    let policy = if m.halted() { Policy::Hold } else { granted };
    match policy {
        Policy::Hold => hold(m, index, deadline),
        Policy::Recommended | Policy::Cancel if deadline.missed(m.now) => extend(m, index, deadline),
        Policy::Recommended => take(m, index),
        Policy::Cancel => call_off(m, index, deadline),
    }
}

/// Silence decides nothing: people are told that the time is over, and the usual reminders begin.
fn hold(mut m: Move<'_>, index: usize, deadline: Deadline) -> Outcome {
    let decision = &mut m.ticket.decisions[index];
    decision.overdue = true;
    decision.asked.deadline = Some(Deadline { policy: Policy::Hold, ..deadline });
    plan_reminder(&mut m, index);
    showing::show(&mut m, index);
    let message = wording::decision::deadlines::still_waiting(&m.ticket, &m.ticket.decisions[index], m.facts);
    post_reminder(&mut m, index, &message);
    m.moved()
}

/// The deadline passed during an absence: an answer may be on its way, so people get a little more time.
fn extend(mut m: Move<'_>, index: usize, deadline: Deadline) -> Outcome {
    lengthen(&mut m, index, deadline);
    m.moved()
}

/// After an absence in which presses were lost: people get time to press again before silence decides anything.
pub(in crate::secretary::lifecycle) fn after_absence(m: &mut Move<'_>, index: usize) {
    let near = |deadline: &Deadline| deadline.policy != Policy::Hold && deadline.at < m.now + GRACE;
    if let Some(deadline) = m.ticket.decisions[index].deadline().filter(near) {
        lengthen(m, index, deadline);
    }
}

fn lengthen(m: &mut Move<'_>, index: usize, deadline: Deadline) {
    let later = Deadline { at: m.now + GRACE, ..deadline };
    let decision = &mut m.ticket.decisions[index];
    decision.asked.deadline = Some(later);
    let key = decision.key.clone();
    m.drop_timer(&Timer::Decision(key.clone()));
    m.set_timer(Timer::Deadline(key), later.at);
    showing::show(m, index);
    let message = wording::decision::deadlines::extended(&m.ticket, &m.ticket.decisions[index], m.facts, m.now);
    post_reminder(m, index, &message);
}

/// Takes the recommended option as announced. People are told and may undo it.
fn take(mut m: Move<'_>, index: usize) -> Outcome {
    let asked = &m.ticket.decisions[index].asked;
    let Some((option, chosen)) = asked.recommended.and_then(|i| Some((i, asked.options.get(i)?))) else {
        return Outcome::Ignored("nothing is recommended");
    };
    let verdict = Verdict {
        option: Some(option),
        text: chosen.label.clone(),
        by: None,
        name: wording::decision::deadlines::NOBODY.to_owned(),
        platform: None,
        at: m.now,
    };
    let decision = &mut m.ticket.decisions[index];
    decision.overdue = true;
    decision.state = DecisionState::Made(verdict);
    showing::settle(&mut m, index);
    tell_taken(&mut m, index);
    ways_on::go_on(&mut m, index);
    tasks::give_out(&mut m);
    tasks::show_progress(&mut m);
    m.moved()
}

/// Tells people that an option was taken, with an Undo.
pub fn tell_taken(m: &mut Move<'_>, index: usize) {
    let decision = m.ticket.decisions[index].clone();
    let mut keys = m.keys();
    let message = wording::decision::deadlines::taken(&m.ticket, &decision, m.facts.zone, &mut keys);
    let name = decision.taken_name();
    // The requester is told as well, if people decide in other rooms.
    let home = m.ticket.room.clone();
    let elsewhere = (!decision.rooms.contains(&home)).then_some(&home);
    for room in decision.rooms.iter().chain(elsewhere) {
        m.post_in(room, &name, message.clone(), Class::Must);
    }
    m.bind(&name, keys);
}

/// Cancels the ticket as announced; "Undo" reopens it.
fn call_off(mut m: Move<'_>, index: usize, deadline: Deadline) -> Outcome {
    m.ticket.decisions[index].overdue = true;
    let reason = wording::decision::deadlines::nobody_by(deadline.at, m.facts.zone, m.now);
    stopping::cancel(m, &reason)
}

/// Reopens a decision: undoes what followed from silence while the asking run is still working, or withdraws a vote
/// while the decision is open.
pub fn reopen(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let Some(index) = m.ticket.decisions.iter().position(|d| &d.key == key) else {
        return Outcome::Refused(wording::ticket::waiting::never_asked(m.ticket.number));
    };
    let decision = m.ticket.decisions[index].clone();
    match decision.verdict() {
        Some(verdict) if verdict.by.is_none() => {}
        Some(_) => return Outcome::Refused(late::decided(&m, &decision)),
        None if decision.open() && decision.quorum != Quorum::Any => return voting::taken_back(m, index),
        None => return Outcome::Refused(wording::decision::deadlines::open_already()),
    }
    let Some(task) = m.ticket.task(&decision.task).filter(|t| t.run.as_ref() == Some(&decision.run)).cloned() else {
        return Outcome::Refused(wording::decision::deadlines::too_late(&m.ticket));
    };
    match task.state {
        TaskState::Claimed | TaskState::InProgress => {
            m.effects.push(Effect::StopRun { run: decision.run.clone() });
            tasks::run_over(&mut m, &decision.run);
        }
        TaskState::Blocked(Blocked::Paused) => {}
        TaskState::Blocked(Blocked::Decision(_) | Blocked::Dependency(_) | Blocked::NoAgent(_) | Blocked::Retry(_))
        | TaskState::Pending
        | TaskState::Completed
        | TaskState::Failed => return Outcome::Refused(wording::decision::deadlines::too_late(&m.ticket)),
    }
    let back = wording::decision::deadlines::taken_back(&m.ticket, &decision, &m.actor_name());
    m.edit(&decision.taken_name(), &back);
    let remind_at = prompting::remind_time(m.facts.zone, m.now);
    let decision = &mut m.ticket.decisions[index];
    decision.state = DecisionState::Open;
    decision.asked.deadline = None;
    decision.overdue = false;
    decision.reopened = true;
    decision.remind_at = remind_at;
    m.set_timer(Timer::Decision(key.clone()), remind_at);
    if m.shown(key.as_str()) {
        showing::show(&mut m, index);
    } else {
        // The decision was taken without asking: it is asked now, and the person who wants that has a turn for it.
        let actor = m.facts.actor.as_ref().map(|actor| actor.person.clone());
        m.ticket.decisions[index].asks.extend(actor);
        let decision = m.ticket.decisions[index].clone();
        m.ticket.decisions[index].token = prompting::post(&mut m, &decision);
    }
    prompting::wait(&mut m, &task.key, key.clone());
    tasks::show_progress(&mut m);
    m.noted(wording::decision::deadlines::BACK)
}

fn open(m: &Move<'_>, key: &DecisionId) -> Option<usize> {
    m.ticket.decisions.iter().position(|d| &d.key == key && d.open())
}

/// Plans the next reminder of a decision without a deadline.
fn plan_reminder(m: &mut Move<'_>, index: usize) {
    let at = prompting::remind_time(m.facts.zone, m.now + TimeDelta::hours(12));
    let decision = &mut m.ticket.decisions[index];
    decision.remind_at = at;
    let key = decision.key.clone();
    m.set_timer(Timer::Decision(key), at);
}

/// Posts a reminder. Only one exists at a time: the one before refers to the new one. If it cannot arrive, the
/// waiting prompt is enough.
fn post_reminder(m: &mut Move<'_>, index: usize, message: &crate::secretary::message::Message) {
    let decision = m.ticket.decisions[index].clone();
    let again = wording::decision::deadlines::reminded_again(&m.ticket);
    m.retire(&format!("{}/reminder", decision.key), &again);
    let name = format!("{}/reminder{}", decision.key, m.ticket.version);
    for room in awake(m, &decision) {
        m.post_in(&room, &name, message.clone(), Class::Receipt);
    }
}

/// The rooms of a decision without the direct chats of absent people whose deputy is asked in a direct chat.
fn awake(m: &Move<'_>, decision: &Decision) -> Vec<RoomId> {
    let home = |room: &RoomId| (*room == m.ticket.room && m.ticket.direct).then_some(&m.ticket.requester);
    let reader = |room: &RoomId| home(room).or_else(|| m.facts.direct_rooms.get(room));
    let asked = |person: &PersonId| decision.rooms.iter().any(|room| reader(room) == Some(person));
    let rests = |room: &&RoomId| reader(room).is_some_and(|person| m.facts.rests(person, asked));
    decision.rooms.iter().filter(|room| !rests(room)).cloned().collect()
}
