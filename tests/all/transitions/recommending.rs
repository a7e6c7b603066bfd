//! What is recommended where the secretary asks on its own account: it marks an option, and nothing takes it but a person.

use super::decisions::{SUBJECTS, open};
use super::events::{every, name, run, usage};
use super::telling::{after, facts, now};
use super::tickets::working;
use chrono::TimeDelta;
use secretary::secretary::decision::deadline::{Deadline, Policy};
use secretary::secretary::decision::{Kind, Subject};
use secretary::secretary::ids::DecisionId;
use secretary::secretary::lifecycle::step::{Outcome, step};
use secretary::secretary::ticket::event::{Event, Timer, Trouble};
use secretary::secretary::ticket::facts::Facts;
use secretary::secretary::ticket::task::Left;
use secretary::secretary::ticket::{MAX_ATTEMPTS, Ticket};

fn first_of(decision: &str) -> Event {
    Event::DecisionMade { decision: DecisionId::new(decision), option: Some(0), text: None }
}

/// What is recommended in the decision asked last.
fn star(ticket: &Ticket) -> Option<usize> {
    let asked = &ticket.decisions.last().unwrap().asked;
    assert_eq!(asked.recommended.is_some(), !asked.reason.is_empty(), "{asked:?}");
    asked.recommended
}

#[test]
fn silence_takes_only_what_the_work_itself_asks() {
    let due = now() + TimeDelta::hours(4);
    let nobody = Facts { actor: None, ..facts() };
    for subject in SUBJECTS {
        let mut ticket = open(subject);
        let decision = &mut ticket.decisions[0];
        // As if all else that is looked at allowed it.
        (decision.asked.kind, decision.asked.recommended) = (Kind::Technical, Some(0));
        decision.asked.deadline = Some(Deadline { at: due, policy: Policy::Recommended });
        let over = Event::TimerFired { timer: Timer::Deadline(decision.key.clone()) };
        let outcome = step(&ticket, &over, &nobody, due);
        let taken = matches!(&outcome, Outcome::Moved { ticket, .. } if ticket.decisions[0].verdict().is_some());
        assert_eq!(taken, subject == Subject::Work, "{subject:?}");
    }
}

#[test]
fn going_on_without_any_result_is_recommended_once() {
    let reached = |ticket: &Ticket, so_far: &str| {
        let limit = every(ticket).into_iter().find(|event| name(event) == "LimitReached");
        let Some(Event::LimitReached { task, run, limit, done, left, usage, over, .. }) = limit else { unreachable!() };
        let so_far = so_far.to_owned();
        after(ticket, &Event::LimitReached { task, run, limit, so_far, done, left, usage, over })
    };
    assert_eq!(star(&reached(&working(), "one")), None);
    let first = reached(&working(), "");
    assert_eq!(star(&first), Some(0));
    let again = reached(&after(&first, &first_of("d1")), "");
    assert_eq!((again.decisions.len(), star(&again)), (2, None), "it did not help");
}

#[test]
fn another_try_is_recommended_once_and_only_where_it_may_help() {
    let fail = |ticket: &Ticket, why: &Trouble| {
        let (run, why) = (run(ticket, "t1"), why.clone());
        after(ticket, &Event::TaskFailed { task: "t1".into(), run, why, left: Left::default(), usage: usage() })
    };
    let for_good = |ticket: &Ticket, why: &Trouble| {
        let again = |ticket: Ticket| after(&ticket, &Event::ResumeRequested);
        fail(&(1..MAX_ATTEMPTS).fold(ticket.clone(), |ticket, _| again(fail(&ticket, why))), why)
    };
    let passing = Trouble::Unusable("no answer".into());
    let first = for_good(&working(), &passing);
    assert_eq!(star(&first), Some(0));
    let again = for_good(&after(&first, &first_of("d1")), &passing);
    assert_eq!((again.decisions.len(), star(&again)), (2, None), "it did not help");
    assert_eq!(star(&for_good(&working(), &Trouble::Work("no page".into()))), None);
    for lasting in [Trouble::Crash("it stops me".into()), Trouble::Final("there is no such page".into())] {
        assert_eq!(star(&fail(&working(), &lasting)), None, "{lasting:?}");
    }
}
