//! Deadline of a decision: what each policy comes to in every situation, when its time is over and when it is undone.

use super::events::{asked, every, name, run, usage};
use super::telling::{facts, now, state, tell};
use super::tickets::working;
use chrono::{DateTime, TimeDelta, Utc};
use secretary::secretary::decision::deadline::{Deadline, Policy};
use secretary::secretary::decision::{Asked, Decision, DecisionState, Kind};
use secretary::secretary::ids::DecisionId;
use secretary::secretary::lifecycle::step::{Outcome, step};
use secretary::secretary::ticket::Ticket;
use secretary::secretary::ticket::event::{Event, Timer};
use secretary::secretary::ticket::facts::Facts;
use std::fmt::Write as _;

/// Four hours after it was asked.
fn due() -> DateTime<Utc> {
    now() + TimeDelta::hours(4)
}

fn nobody() -> Facts {
    Facts { actor: None, ..facts() }
}

/// The working ticket whose first run asks with this policy.
fn asks(policy: Policy, change: impl Fn(&mut Ticket, &mut Facts, &mut Asked)) -> (Ticket, Facts) {
    let (mut ticket, mut facts, mut asked) = (working(), nobody(), asked());
    asked.deadline = Some(Deadline { at: due(), policy });
    change(&mut ticket, &mut facts, &mut asked);
    let event = Event::DecisionAsked { task: "t1".into(), run: run(&ticket, "t1"), step: 3, asked, usage: usage() };
    (moved(&ticket, &event, &facts, now()), facts)
}

fn moved(ticket: &Ticket, event: &Event, facts: &Facts, at: DateTime<Utc>) -> Ticket {
    match step(ticket, event, facts, at) {
        Outcome::Moved { ticket, .. } => *ticket,
        other => panic!("{event:?} gave {other:?}"),
    }
}

fn over() -> Event {
    Event::TimerFired { timer: Timer::Deadline(DecisionId::new("d1")) }
}

fn reminder() -> Event {
    Event::TimerFired { timer: Timer::Decision(DecisionId::new("d1")) }
}

fn standing(decision: &Decision) -> String {
    let state = match &decision.state {
        DecisionState::Open => "open".to_owned(),
        DecisionState::Made(verdict) => format!("made: “{}” by {}", verdict.text, verdict.name),
        DecisionState::Dropped => "dropped".to_owned(),
    };
    let overdue = if decision.overdue { ", overdue" } else { "" };
    let until =
        decision.deadline().map(|d| format!(", {:?} at {}", d.policy, d.at.format("%H:%M"))).unwrap_or_default();
    format!("{state}{overdue}{until}")
}

type Situation = (&'static str, fn(&mut Ticket, &mut Facts, &mut Asked), TimeDelta);

/// Every situation the end of a time can meet.
fn situations() -> Vec<Situation> {
    let none = TimeDelta::zero();
    vec![
        ("as it comes", |_, _, _| {}, none),
        ("an exception is asked for", |_, _, a| a.kind = Kind::Exception, none),
        ("nothing is recommended", |_, _, a| a.recommended = None, none),
        ("the agent can change things", |_, f, _| f.roster[0].mutates = true, none),
        ("a later task may be anybody's", |t, _, _| t.tasks[1].pinned = None, none),
        ("all work is paused", |_, f, _| f.settings.paused = true, none),
        ("noticed an hour late", |_, _, _| {}, TimeDelta::hours(1)),
    ]
}

#[test]
fn every_policy_in_every_situation() {
    let mut table = String::new();
    for policy in [Policy::Hold, Policy::Recommended, Policy::Cancel] {
        for (title, change, late) in situations() {
            let (open, facts) = asks(policy, change);
            let _ = writeln!(table, "{policy:?}, {title}: {}", standing(&open.decisions[0]));
            let at = due() + late;
            let outcome = step(&open, &over(), &facts, at);
            let Outcome::Moved { ticket, .. } = &outcome else { panic!("{outcome:?}") };
            let (decision, task) = (standing(&ticket.decisions[0]), state(&ticket.tasks[0]));
            let _ = writeln!(table, "  over       {decision}, t1 {task}; {}", tell(&open, &outcome));
            let _ = writeln!(table, "  again      {}", tell(ticket, &step(ticket, &over(), &facts, at)));
            let undo = Event::DecisionReopened { decision: DecisionId::new("d1") };
            let actor = super::telling::facts().actor;
            let undone = step(ticket, &undo, &Facts { actor, ..facts.clone() }, at);
            let then = match &undone {
                Outcome::Moved { ticket, .. } => format!("{}; ", standing(&ticket.decisions[0])),
                Outcome::Ignored(_) | Outcome::Refused(_) => String::new(),
            };
            let _ = writeln!(table, "  undo       {then}{}\n", tell(ticket, &undone));
        }
    }
    insta::assert_snapshot!("deadlines", table);
}

#[test]
fn a_time_that_does_not_fit_is_no_deadline() {
    for minutes in [-5, 0, 9, 60 * 24 * 31] {
        let (ticket, _) =
            asks(Policy::Cancel, |_, _, a| a.deadline.as_mut().unwrap().at = now() + TimeDelta::minutes(minutes));
        assert_eq!(ticket.decisions[0].asked.deadline, None, "{minutes}");
    }
}

#[test]
fn one_reminder_before_and_the_end_only_once() {
    let (open, facts) = asks(Policy::Hold, |_, _, _| {});
    let early = step(&open, &over(), &facts, due() - TimeDelta::minutes(1));
    assert_eq!(early, Outcome::Ignored("its deadline was moved"));
    let reminded = moved(&open, &reminder(), &facts, now() + TimeDelta::hours(3));
    let late = step(&reminded, &reminder(), &facts, due());
    assert_eq!(late, Outcome::Ignored("its deadline says more"));
    let over_once = moved(&reminded, &over(), &facts, due());
    assert!(over_once.decisions[0].overdue && over_once.decisions[0].open());
    let next = over_once.decisions[0].remind_at;
    assert!(next > due() + TimeDelta::hours(12), "{next}");
}

#[test]
fn what_was_taken_back_reaches_the_run_that_heard_it() {
    let (open, facts) = asks(Policy::Recommended, |_, _, _| {});
    let taken = moved(&open, &over(), &facts, due());
    let with = super::telling::facts();
    let back = moved(&taken, &Event::DecisionReopened { decision: DecisionId::new("d1") }, &with, due());
    let made = Event::DecisionMade { decision: DecisionId::new("d1"), option: Some(1), text: None };
    let outcome = step(&back, &made, &with, due());
    let told = tell(&back, &outcome);
    assert!(told.contains("TellRun t1") && told.contains("StartRun t1 with the answer"), "{told}");
    let again = step(&back, &over(), &with, due() + TimeDelta::hours(4));
    assert!(matches!(again, Outcome::Ignored(_)), "silence decides only once");
    let asked = every(&taken).into_iter().find(|e| name(e) == "TaskFinished").unwrap();
    let finished = moved(&taken, &asked, &facts, due());
    let late = step(&finished, &Event::DecisionReopened { decision: DecisionId::new("d1") }, &with, due());
    assert!(matches!(&late, Outcome::Refused(why) if why.contains("gone on")), "{late:?}");
}
