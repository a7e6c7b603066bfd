//! Invariants of a single change of a ticket: what it was, what happened, what it is.

use super::of_votes;
use chrono::{DateTime, Utc};
use secretary::secretary::decision::deadline::Policy;
use secretary::secretary::decision::{Decision, DecisionState};
use secretary::secretary::ids::{DecisionId, PersonId};
use secretary::secretary::people::workspace::Role;
use secretary::secretary::ticket::event::Event;
use secretary::secretary::ticket::hold::Open;
use secretary::secretary::ticket::{Ending, MAX_ATTEMPTS, MAX_ROUNDS, Stage, Task, TaskState, Ticket};
use std::collections::{BTreeMap, BTreeSet};

/// One change.
pub struct Change<'a> {
    /// The ticket before; none for its first.
    pub before: Option<&'a Ticket>,
    /// The ticket from then on.
    pub after: &'a Ticket,
    /// What happened.
    pub event: &'a Event,
    /// Who did it.
    pub actor: Option<&'a PersonId>,
    /// What people may do, as the world knows it.
    pub roles: &'a BTreeMap<PersonId, Role>,
    /// Whether the ticket, where it was written as text, reads back as it was.
    pub reads_back: bool,
    /// The moment.
    pub now: DateTime<Utc>,
}

/// What is wrong, if anything.
pub type Judged = Result<(), String>;

/// An invariant of a change.
pub type OfStep = fn(&Change<'_>) -> Judged;

/// All of them by name.
pub const ALL: [(&str, OfStep); 19] = [
    ("versions_go_up_by_one", versions_go_up_by_one),
    ("a_ticket_stays_itself", a_ticket_stays_itself),
    ("a_decision_has_one_outcome", a_decision_has_one_outcome),
    ("nobody_decides_who_may_not", nobody_decides_who_may_not),
    ("nobody_acts_who_may_not", nobody_acts_who_may_not),
    ("four_eyes_are_two_people", of_votes::four_eyes_are_two_people),
    ("as_many_agree_as_have_to", of_votes::as_many_agree_as_have_to),
    ("silence_decides_only_as_announced", silence_decides_only_as_announced),
    ("at_most_two_rounds_of_questions", at_most_two_rounds_of_questions),
    ("attempts_are_bounded", attempts_are_bounded),
    ("tasks_wait_for_what_they_need", tasks_wait_for_what_they_need),
    ("no_report_without_a_finished_task_or_a_reason", no_report_without_a_finished_task_or_a_reason),
    ("a_closed_ticket_is_over", a_closed_ticket_is_over),
    ("a_done_ticket_has_its_report", a_done_ticket_has_its_report),
    ("a_paused_ticket_stands_still", a_paused_ticket_stands_still),
    ("costs_never_shrink", costs_never_shrink),
    ("what_was_said_is_kept", what_was_said_is_kept),
    ("keys_are_unique", keys_are_unique),
    ("state_survives_serialisation", state_survives_serialisation),
];

pub(super) fn must(holds: bool, what: impl FnOnce() -> String) -> Judged {
    if holds { Ok(()) } else { Err(what()) }
}

fn versions_go_up_by_one(change: &Change<'_>) -> Judged {
    let (was, is) = (change.before.map_or(0, |t| t.version), change.after.version);
    must(is == was + 1, || format!("#{}: {was} → {is} by {:?}", change.after.number, change.event))
}

fn a_ticket_stays_itself(change: &Change<'_>) -> Judged {
    let Some(before) = change.before else { return Ok(()) };
    let of = |t: &Ticket| (t.id.clone(), t.number, t.requester.clone(), t.created_at, t.idea.clone());
    let forward = change.after.updated_at >= before.updated_at;
    must(of(before) == of(change.after) && forward, || format!("#{} became another", before.number))
}

/// The decision before, if it was there.
pub(super) fn was<'a>(change: &Change<'a>, is: &Decision) -> Option<&'a Decision> {
    change.before.and_then(|t| t.decision(&is.key))
}

/// Whether somebody undoes the answer that had stopped the ticket.
fn a_stop_is_taken_back(change: &Change<'_>, decision: &DecisionId) -> bool {
    let Some(before) = change.before.filter(|t| t.stage == Stage::Closed(Ending::Cancelled)) else { return false };
    let stopped = before.hold.cancelled.as_ref().and_then(|cancelled| cancelled.open);
    let by_it = stopped.is_some_and(|open| match open {
        Open::Decision(index) => before.decisions.get(index).is_some_and(|d| d.key == *decision),
        Open::Questions(_) | Open::Card => false,
    });
    by_it && matches!(change.event, Event::ResumeRequested) && !change.after.closed()
}

fn a_decision_has_one_outcome(change: &Change<'_>) -> Judged {
    let taken_back = matches!(change.event, Event::DecisionReopened { .. });
    for is in &change.after.decisions {
        let Some(was) = was(change, is) else { continue };
        let kept = match (&was.state, &is.state) {
            (DecisionState::Open, _) => true,
            (DecisionState::Made(old), DecisionState::Made(new)) => old == new,
            (DecisionState::Dropped, DecisionState::Dropped) => true,
            // A choice by silence can be undone once.
            (DecisionState::Made(old), DecisionState::Open) => {
                (taken_back && old.by.is_none() && !was.reopened) || a_stop_is_taken_back(change, &is.key)
            }
            (DecisionState::Dropped, DecisionState::Open) => taken_back && was.overdue && !was.reopened,
            (DecisionState::Made(_), DecisionState::Dropped) | (DecisionState::Dropped, DecisionState::Made(_)) => {
                false
            }
        };
        must(kept, || format!("#{} {}: {:?} → {:?}", change.after.number, is.key, was.state, is.state))?;
    }
    Ok(())
}

/// Whether somebody may steer and decide for a ticket.
fn may(change: &Change<'_>, person: &PersonId) -> bool {
    match change.roles.get(person) {
        Some(Role::Owner | Role::Approver) => true,
        Some(Role::Requester) => change.after.requester == *person,
        Some(Role::Observer) | None => false,
    }
}

fn nobody_decides_who_may_not(change: &Change<'_>) -> Judged {
    for is in &change.after.decisions {
        let fresh = was(change, is).is_none_or(Decision::open);
        let Some(by) = is.verdict().filter(|_| fresh).and_then(|verdict| verdict.by.as_ref()) else { continue };
        // Where all must agree, the votes of those who are left may be enough once somebody has gone.
        let gone = matches!(change.event, Event::DecidersChanged { .. });
        let voted = || was(change, is).is_some_and(|before| before.votes.iter().any(|vote| vote.by == *by));
        must((change.actor == Some(by) || (gone && voted())) && may(change, by), || {
            format!("#{} {} by {by}", change.after.number, is.key)
        })?;
    }
    Ok(())
}

fn nobody_acts_who_may_not(change: &Change<'_>) -> Judged {
    let Some(actor) = change.actor else { return Ok(()) };
    must(may(change, actor), || format!("#{}: {actor} did {:?}", change.after.number, change.event))
}

fn silence_decides_only_as_announced(change: &Change<'_>) -> Judged {
    for is in &change.after.decisions {
        let fresh = was(change, is).is_none_or(Decision::open);
        let Some(verdict) = is.verdict().filter(|v| fresh && v.by.is_none()) else { continue };
        let announced = is.asked.deadline.is_some_and(|d| d.policy == Policy::Recommended && d.at <= change.now);
        must(announced && verdict.option == is.asked.recommended, || {
            format!("#{} {} at {}: {:?}", change.after.number, is.key, change.now, is.asked.deadline)
        })?;
    }
    Ok(())
}

fn at_most_two_rounds_of_questions(change: &Change<'_>) -> Judged {
    let rounds = change.after.rounds.len();
    must(rounds <= MAX_ROUNDS, || format!("#{} has {rounds} rounds", change.after.number))
}

fn attempts_are_bounded(change: &Change<'_>) -> Judged {
    let over = change.after.tasks.iter().find(|task| task.attempts > MAX_ATTEMPTS);
    must(over.is_none(), || format!("#{}: {:?}", change.after.number, over.map(|t| (&t.key, t.attempts))))
}

fn at_work(task: &Task) -> bool {
    matches!(task.state, TaskState::Claimed | TaskState::InProgress)
}

fn tasks_wait_for_what_they_need(change: &Change<'_>) -> Judged {
    for task in change.after.tasks.iter().filter(|task| at_work(task)) {
        let before = change.before.and_then(|t| t.task(&task.key));
        if before.is_some_and(at_work) {
            continue;
        }
        for need in &task.needs {
            let there = change.after.task(need).is_some_and(|t| t.state == TaskState::Completed || t.left_out);
            must(there, || format!("#{}: {} begins before {need}", change.after.number, task.key))?;
        }
    }
    Ok(())
}

fn no_report_without_a_finished_task_or_a_reason(change: &Change<'_>) -> Judged {
    if change.after.reports.len() <= change.before.map_or(0, |t| t.reports.len()) {
        return Ok(());
    }
    let grounds = |t: &Task| t.state == TaskState::Completed || !t.result.is_empty() || t.failure.is_some();
    must(change.after.tasks.iter().any(grounds), || format!("#{}: {:?}", change.after.number, change.event))
}

fn a_closed_ticket_is_over(change: &Change<'_>) -> Judged {
    let ticket = change.after;
    if !ticket.closed() {
        return Ok(());
    }
    let open = ticket.open_decisions().next();
    let asked = ticket.rounds.iter().any(|round| !round.closed);
    must(open.is_none() && !asked && ticket.waiting.is_none(), || {
        format!("#{} {:?}: {:?}", ticket.number, ticket.stage, open.map(|d| &d.key))
    })
}

fn a_done_ticket_has_its_report(change: &Change<'_>) -> Judged {
    let ticket = change.after;
    let done = ticket.stage == Stage::Closed(Ending::Done);
    let ended = |t: &Task| matches!(t.state, TaskState::Completed | TaskState::Failed) || t.left_out;
    must(!done || (!ticket.reports.is_empty() && ticket.tasks.iter().all(ended)), || {
        let states: Vec<_> = ticket.tasks.iter().map(|t| (&t.key, &t.state)).collect();
        format!("#{}: {} reports, {states:?}", ticket.number, ticket.reports.len())
    })
}

fn a_paused_ticket_stands_still(change: &Change<'_>) -> Judged {
    let working = change.after.tasks.iter().find(|task| at_work(task));
    must(!change.after.paused || working.is_none(), || {
        format!("#{}: {:?} by {:?}", change.after.number, working.map(|t| &t.key), change.event)
    })
}

fn costs_never_shrink(change: &Change<'_>) -> Judged {
    let of = |t: &Ticket| [u64::from(t.usage.calls), t.usage.tokens_in, t.usage.tokens_out];
    let (was, is) = (change.before.map_or([0; 3], of), of(change.after));
    must(was.iter().zip(is).all(|(was, is)| *was <= is), || format!("#{}: {was:?} → {is:?}", change.after.number))
}

fn what_was_said_is_kept(change: &Change<'_>) -> Judged {
    let Some(before) = change.before else { return Ok(()) };
    let of = |t: &Ticket| [t.additions.len(), t.decisions.len(), t.reports.len(), t.rounds.len()];
    // Words that turn out to have been an idea of their own are taken out again.
    let taken_out = matches!(change.event, Event::NotMeant { .. });
    let kept = of(before).iter().zip(of(change.after)).all(|(was, is)| *was <= is);
    must(taken_out || kept, || format!("#{}: {:?} → {:?}", before.number, of(before), of(change.after)))
}

fn keys_are_unique(change: &Change<'_>) -> Judged {
    let ticket = change.after;
    let tasks: BTreeSet<_> = ticket.tasks.iter().map(|t| &t.key).collect();
    let decisions: BTreeSet<_> = ticket.decisions.iter().map(|d| &d.key).collect();
    let open: Vec<_> = ticket.open_decisions().map(|d| &d.token).collect();
    let tokens: BTreeSet<_> = open.iter().collect();
    let unique = tasks.len() == ticket.tasks.len() && decisions.len() == ticket.decisions.len();
    must(unique && tokens.len() == open.len(), || format!("#{}", ticket.number))
}

fn state_survives_serialisation(change: &Change<'_>) -> Judged {
    must(change.reads_back, || format!("#{} reads back otherwise", change.after.number))
}
