//! Ticket: every stage and ending against every event.

use super::events::{every, row, run, triage, unclear, usage};
use super::telling::{after, facts, now, tell};
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{DecisionId, PersonId, RoomId, TicketId, WorkspaceId};
use secretary::secretary::lifecycle::step::{Outcome, step};
use secretary::secretary::people::workspace::{Person, Role};
use secretary::secretary::ticket::event::{Event, Trouble};
use secretary::secretary::ticket::plan::{Kind, Triage};
use secretary::secretary::ticket::task::Left;
use secretary::secretary::ticket::{Ending, MAX_ATTEMPTS, Priority, Stage, Ticket};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A ticket as it is opened.
pub fn fresh() -> Ticket {
    let ada = Person::new(PersonId::new("P1"), WorkspaceId::new("W"), "Ada", Role::Requester, now());
    let (id, idea) = (TicketId::new("T"), (Priority::Medium, "find shops".to_owned()));
    Ticket { direct: true, ..Ticket::new(id, 12, idea, &ada, RoomId::new("R1"), now()) }
}

/// The ticket after a triage.
pub fn read(ticket: &Ticket, triage: secretary::secretary::ticket::plan::Triage) -> Ticket {
    after(ticket, &Event::TriageFinished { asked: ticket.asked, triage: Box::new(triage), usage: usage() })
}

/// At work: t1 in progress, t2 after it.
pub fn working() -> Ticket {
    let card = read(&after(&fresh(), &Event::IdeaReceived), triage());
    let begun = after(&card, &Event::Confirmed);
    let line = "reading".to_owned();
    after(&begun, &Event::TaskProgressed { task: "t1".into(), run: run(&begun, "t1"), line })
}

/// The ticket after a task has ended with a result.
pub fn finish(ticket: &Ticket, task: &str) -> Ticket {
    let (run, result) = (run(ticket, task), format!("result of {task}"));
    after(
        ticket,
        &Event::TaskFinished { task: task.into(), run, result, heard: 0, used: 1, files: Vec::new(), usage: usage() },
    )
}

/// The ticket after an attempt at its first task has failed.
pub fn fail(ticket: &Ticket) -> Ticket {
    let (run, why) = (run(ticket, "t1"), Trouble::Work("no page".into()));
    after(ticket, &Event::TaskFailed { task: "t1".into(), run, why, left: Left::default(), usage: usage() })
}

/// The ticket after every attempt at its first task has failed; between them people ask to go on at once.
pub fn fail_for_good(ticket: &Ticket) -> Ticket {
    let again = |ticket: Ticket| after(&ticket, &Event::ResumeRequested);
    fail(&(1..MAX_ATTEMPTS).fold(ticket.clone(), |ticket, _| again(fail(&ticket))))
}

/// A ticket in every stage, brought there by events; two where a stage has two faces.
pub fn stages() -> Vec<(&'static str, Ticket)> {
    let intake = after(&fresh(), &Event::IdeaReceived);
    let clarifying = read(&intake, unclear());
    let answered = after(&clarifying, &Event::LeftToJudgement { round: 0 });
    let confirming = read(&intake, triage());
    let working = working();
    let asking = after(&working, &every(&working)[named(&working, "DecisionAsked")]);
    let paused = after(&working, &Event::PauseRequested);
    let reporting = finish(&finish(&working, "t1"), "t2");
    let report = Event::ReportFinished { asked: reporting.asked, text: "# Shops".into(), usage: usage() };
    let done = after(&reporting, &report);
    let stuck = fail_for_good(&working);
    let stopping = after(&working, &Event::StopPressed);
    let all_paused = after(&working, &Event::AllPaused { by: "Kim".into() });
    let left_out = Event::DecisionMade { decision: DecisionId::new("d1"), option: Some(1), text: None };
    let failed = after(&stuck, &left_out);
    let cancelled = after(&working, &Event::CancelRequested { reason: String::new(), with_all: false });
    let folded = read(&intake, Triage { kind: Kind::Talk, reply: "Hello.".into(), ..Triage::default() });
    vec![
        ("Intake, as opened", fresh()),
        ("Intake, being read", intake),
        ("Clarifying, questions are open", clarifying),
        ("Clarifying, answers are being read", answered),
        ("Confirming", confirming),
        ("Working", working),
        ("Working, a decision is open", asking),
        ("Working, asked whether to stop", stopping),
        ("Working, paused by itself", paused),
        ("Working, paused with all work", all_paused),
        ("Reporting", reporting),
        ("Closed(Done)", done),
        ("Closed(Failed)", failed),
        ("Closed(Cancelled)", cancelled),
        ("Closed(Folded)", folded),
    ]
}

fn named(ticket: &Ticket, wanted: &str) -> usize {
    every(ticket).iter().position(|e| super::events::name(e) == wanted).unwrap()
}

/// The stage without what is inside; a new stage or ending does not compile until it stands here.
fn place(stage: Stage) -> usize {
    match stage {
        Stage::Intake => 0,
        Stage::Clarifying => 1,
        Stage::Confirming => 2,
        Stage::Working => 3,
        Stage::Reporting => 4,
        Stage::Closed(Ending::Done) => 5,
        Stage::Closed(Ending::Failed) => 6,
        Stage::Closed(Ending::Cancelled) => 7,
        Stage::Closed(Ending::Folded) => 8,
    }
}

#[test]
fn every_stage_decides_about_every_event() {
    let stages = stages();
    let places: BTreeSet<usize> = stages.iter().map(|(_, t)| place(t.stage)).collect();
    assert_eq!(places, (0..9).collect(), "a stage has no row");
    let mut table = String::new();
    for (title, ticket) in &stages {
        assert!(title.starts_with(&format!("{:?}", ticket.stage)), "{title} is {:?}", ticket.stage);
        let _ = writeln!(table, "{title} ({})", ticket.status().name());
        for event in every(ticket) {
            let outcome = step(ticket, &event, &facts(), now());
            assert_eq!(outcome, step(ticket, &event, &facts(), now()), "the same twice");
            let _ = writeln!(table, "  {:<24} {}", row(&event), tell(ticket, &outcome));
        }
        table.push('\n');
    }
    insta::assert_snapshot!("tickets", table);
}

#[test]
fn nothing_starts_before_the_go() {
    for (title, ticket) in stages().iter().filter(|(_, t)| place(t.stage) < place(Stage::Working)) {
        for event in every(ticket) {
            let Outcome::Moved { effects, .. } = step(ticket, &event, &facts(), now()) else { continue };
            let starts = effects.iter().any(|e| matches!(e, Effect::StartRun { .. }));
            let go = matches!(event, Event::Confirmed | Event::DispatchRequested) && ticket.stage == Stage::Confirming;
            assert_eq!(starts, go, "{title}: {event:?}");
        }
    }
}
