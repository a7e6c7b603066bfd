//! Decision: every state of every subject against every press.

use super::events::{every, name};
use super::telling::{after, facts, now, state, tell};
use super::tickets::{fail_for_good, stages, working};
use secretary::secretary::budget::Scope;
use secretary::secretary::decision::{Decision, DecisionState, Subject};
use secretary::secretary::ids::{DecisionId, PersonId};
use secretary::secretary::lifecycle::step::{Outcome, step};
use secretary::secretary::ticket::event::{Event, Timer};
use secretary::secretary::ticket::facts::Facts;
use secretary::secretary::ticket::{Stage, TaskState, Ticket};
use std::fmt::Write as _;

pub(super) const SUBJECTS: [Subject; 9] = [
    Subject::Work,
    Subject::Plan,
    Subject::Limit,
    Subject::Failure,
    Subject::Assign,
    Subject::Unknown,
    Subject::Redo,
    Subject::Approval,
    Subject::Budget(Scope::Day),
];

/// A working ticket with one open decision of each subject; a new subject does not compile until it stands here.
pub(super) fn open(subject: Subject) -> Ticket {
    let working = working();
    let of_run = |wanted: &str| every(&working).into_iter().find(|e| name(e) == wanted).unwrap();
    match subject {
        Subject::Work => after(&working, &of_run("DecisionAsked")),
        Subject::Plan => {
            let mut card = stages().into_iter().find(|(name, _)| *name == "Confirming").unwrap().1;
            card.requester = PersonId::new("P2");
            let mut asking = facts();
            asking.settings.four_eyes = true;
            asking.actor.as_mut().unwrap().person = PersonId::new("P2");
            match step(&card, &Event::Confirmed, &asking, now()) {
                Outcome::Moved { ticket, .. } => *ticket,
                other @ (Outcome::Ignored(_) | Outcome::Refused(_)) => panic!("{other:?}"),
            }
        }
        Subject::Approval => after(&working, &of_run("LeaveAsked")),
        Subject::Unknown => after(&working, &of_run("OutcomeUnknown")),
        Subject::Limit => after(&working, &of_run("LimitReached")),
        Subject::Budget(_) => {
            let Event::LimitReached { task, run, limit, so_far, done, left, usage, .. } = of_run("LimitReached") else {
                unreachable!()
            };
            let over = Some(super::events::over());
            after(&working, &Event::LimitReached { task, run, limit, so_far, done, left, usage, over })
        }
        Subject::Failure => fail_for_good(&working),
        Subject::Assign => {
            let mut ticket = after(&working, &Event::PauseRequested);
            ticket.tasks[0].pinned = Some("translator".into());
            ticket.tasks[0].state = TaskState::Pending;
            after(&ticket, &Event::ResumeRequested)
        }
        Subject::Redo => {
            let done = stages().into_iter().find(|(name, _)| *name == "Closed(Done)").unwrap().1;
            after(&done, &Event::Rated { good: false })
        }
    }
}

fn pressed(option: Option<usize>, text: Option<&str>) -> Event {
    Event::DecisionMade { decision: DecisionId::new("d1"), option, text: text.map(str::to_owned) }
}

/// Everything that can be done to a decision.
fn presses() -> Vec<(&'static str, Event, Facts)> {
    let nobody = Facts { actor: None, ..facts() };
    vec![
        ("the first option", pressed(Some(0), None), facts()),
        ("the second option", pressed(Some(1), None), facts()),
        ("the third option", pressed(Some(2), None), facts()),
        ("the fourth option", pressed(Some(3), None), facts()),
        ("an option there is not", pressed(Some(7), None), facts()),
        ("an option and words", pressed(Some(1), Some("but not today")), facts()),
        ("own words", pressed(None, Some("take the blue one")), facts()),
        ("empty words", pressed(None, Some("  ")), facts()),
        ("nothing", pressed(None, None), facts()),
        ("by nobody", pressed(Some(0), None), nobody),
        ("its reminder", Event::TimerFired { timer: Timer::Decision(DecisionId::new("d1")) }, facts()),
        ("its deadline", Event::TimerFired { timer: Timer::Deadline(DecisionId::new("d1")) }, facts()),
        ("Undo", Event::DecisionReopened { decision: DecisionId::new("d1") }, facts()),
        ("Cancel", Event::CancelRequested { reason: String::new(), with_all: false }, facts()),
    ]
}

fn standing(decision: &Decision) -> String {
    match &decision.state {
        DecisionState::Open if decision.overdue => "open, overdue".to_owned(),
        DecisionState::Open => "open".to_owned(),
        DecisionState::Made(verdict) => format!("made: “{}” by {}", verdict.text, verdict.name),
        DecisionState::Dropped => "dropped".to_owned(),
    }
}

#[test]
fn every_decision_answers_every_press() {
    let mut table = String::new();
    for subject in SUBJECTS {
        let open = open(subject);
        assert_eq!((open.decisions.len(), open.decisions[0].subject), (1, subject));
        let made = after(&open, &pressed(Some(0), None));
        let dropped = after(&open, &Event::CancelRequested { reason: String::new(), with_all: false });
        for ticket in [&open, &made, &dropped] {
            let _ = writeln!(table, "{subject:?}, {}", standing(&ticket.decisions[0]));
            for (press, event, facts) in presses() {
                let outcome = step(ticket, &event, &facts, now());
                let then = match &outcome {
                    Outcome::Moved { ticket: t, .. } => {
                        format!("{}, t1 {}; ", standing(&t.decisions[0]), state(&t.tasks[0]))
                    }
                    Outcome::Ignored(_) | Outcome::Refused(_) => String::new(),
                };
                let _ = writeln!(table, "  {press:<24} {then}{}", tell(ticket, &outcome));
            }
            table.push('\n');
        }
    }
    insta::assert_snapshot!("decisions", table);
}

#[test]
fn a_plan_is_asked_about_only_while_its_card_waits() {
    let mut asked = open(Subject::Plan);
    let asking = stages().into_iter().find(|(name, _)| name.starts_with("Clarifying")).unwrap().1;
    asked.rounds = asking.rounds;
    for round in &mut asked.rounds {
        (round.closed, round.given) = (true, vec![0]);
    }
    let mut left = Vec::new();
    for event in every(&asked).into_iter().chain([Event::NotMeant { text: None }]) {
        if let Outcome::Moved { ticket, .. } = step(&asked, &event, &facts(), now())
            && ticket.stage != Stage::Confirming
        {
            assert!(ticket.asked_to_begin().is_none(), "{event:?}");
            left.push(name(&event).to_owned());
        }
    }
    for event in ["NotMeant", "Corrected", "ClarifyRequested", "CancelRequested", "Confirmed"] {
        assert!(left.iter().any(|name| name == event), "{event} does not leave the card: {left:?}");
    }
}

#[test]
fn a_decision_changes_only_once() {
    for subject in SUBJECTS {
        for first in 0..4 {
            let open = open(subject);
            if first >= open.decisions[0].asked.options.len() {
                continue;
            }
            let mut decided = after(&open, &pressed(Some(first), None));
            if decided.decisions[0].sure.is_some() {
                // An irreversible choice counts once somebody confirms it.
                let (decision, number, yes) = (DecisionId::new("d1"), None, true);
                decided = after(&decided, &Event::SureAnswered { decision, number, yes });
            }
            for (press, event, facts) in presses() {
                if let Outcome::Moved { ticket, .. } = step(&decided, &event, &facts, now()) {
                    let same = |t: &Ticket| (t.decisions[0].state.clone(), t.decisions[0].overdue);
                    assert_eq!(same(&ticket), same(&decided), "{subject:?} {first} {press}");
                }
            }
        }
    }
}
