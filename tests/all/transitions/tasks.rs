//! Task: every state inside Working against every event that may touch it, also from a run that is no longer at it.

use super::events::{every, name, row, usage};
use super::telling::{after, facts, now, state, tell};
use super::tickets::{fail, fail_for_good, finish, working};
use secretary::secretary::ids::{DecisionId, RunId};
use secretary::secretary::lifecycle::step::{Outcome, step};
use secretary::secretary::ticket::event::{Event, Timer, Trouble};
use secretary::secretary::ticket::task::Left;
use secretary::secretary::ticket::{Blocked, TaskState, Ticket};
use std::fmt::Write as _;

/// The state by number; a new one does not compile until it stands here.
fn place(state: &TaskState) -> usize {
    match state {
        TaskState::Pending => 0,
        TaskState::Claimed => 1,
        TaskState::InProgress => 2,
        TaskState::Blocked(Blocked::Decision(_)) => 3,
        TaskState::Blocked(Blocked::Dependency(_)) => 4,
        TaskState::Blocked(Blocked::NoAgent(_)) => 5,
        TaskState::Blocked(Blocked::Paused) => 6,
        TaskState::Blocked(Blocked::Retry(_)) => 7,
        TaskState::Completed => 8,
        TaskState::Failed => 9,
    }
}

/// The working ticket with its first task in this state.
fn with(state: TaskState) -> Ticket {
    let mut ticket = working();
    ticket.tasks[0].state = state;
    ticket
}

/// Working tickets whose first task is in each state, brought there by events where events lead there.
fn states() -> Vec<Ticket> {
    let working = working();
    let asks = every(&working).into_iter().find(|e| name(e) == "DecisionAsked").unwrap();
    let again = after(&fail(&working), &Event::ResumeRequested);
    vec![
        with(TaskState::Pending),
        again,
        working.clone(),
        after(&working, &asks),
        with(TaskState::Blocked(Blocked::Dependency("t0".into()))),
        with(TaskState::Blocked(Blocked::NoAgent("nobody can".into()))),
        after(&working, &Event::PauseRequested),
        fail(&working),
        finish(&working, "t1"),
        fail_for_good(&working),
    ]
}

/// Both tasks with their attempts.
fn tasks(ticket: &Ticket) -> String {
    let one = |t: &secretary::secretary::ticket::Task| format!("{} {} ({})", t.key, state(t), t.attempts);
    ticket.tasks.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn touches(event: &Event) -> bool {
    match event {
        Event::TaskProgressed { .. }
        | Event::TaskResumed { .. }
        | Event::DecisionAsked { .. }
        | Event::OutcomeUnknown { .. }
        | Event::LeaveAsked { .. }
        | Event::DecisionMade { .. }
        | Event::SureAnswered { .. }
        | Event::DecisionReopened { .. }
        | Event::DecisionWidened { .. }
        | Event::DecisionChanged { .. }
        | Event::TaskFinished { .. }
        | Event::TaskFailed { .. }
        | Event::LimitReached { .. }
        | Event::Added { .. }
        | Event::CancelRequested { .. }
        | Event::StopPressed
        | Event::PauseRequested
        | Event::ResumeRequested
        | Event::AllPaused { .. }
        | Event::AllResumed
        | Event::DispatchRequested => true,
        Event::TimerFired { timer } => matches!(timer, Timer::Stalled(_) | Timer::Retry(_)),
        Event::IdeaReceived
        | Event::WorkDue
        | Event::TriageFinished { .. }
        | Event::ReportFinished { .. }
        | Event::ThinkingDelayed { .. }
        | Event::TokensSpent { .. }
        | Event::ThinkingFailed { .. }
        | Event::OptionTapped { .. }
        | Event::TicksDone { .. }
        | Event::AnswersReceived { .. }
        | Event::LeftToJudgement { .. }
        | Event::NotMeant { .. }
        | Event::Confirmed
        | Event::Corrected { .. }
        | Event::Rated { .. }
        | Event::ReviseRequested { .. }
        | Event::ClarifyRequested
        | Event::FoldedInto { .. }
        | Event::FilesReceived { .. }
        | Event::ForeignRead { .. }
        | Event::StopAnswered { .. }
        | Event::DecidersChanged { .. }
        | Event::PromptLost { .. }
        | Event::RoomMoved { .. }
        | Event::CameBack { .. }
        | Event::IdeaUnderstood { .. }
        | Event::QuestionsAnswered { .. } => false,
    }
}

#[test]
fn every_task_state_decides_about_every_event() {
    let states = states();
    let mut table = String::new();
    for (index, ticket) in states.iter().enumerate() {
        assert_eq!(place(&ticket.tasks[0].state), index, "{:?}", ticket.tasks[0].state);
        let _ = writeln!(table, "{}", tasks(ticket));
        for event in every(ticket).into_iter().filter(touches) {
            let outcome = step(ticket, &event, &facts(), now());
            let tasks = match &outcome {
                Outcome::Moved { ticket, .. } => format!("{}; ", tasks(ticket)),
                Outcome::Ignored(_) | Outcome::Refused(_) => String::new(),
            };
            let _ = writeln!(table, "  {:<24} {tasks}{}", row(&event), tell(ticket, &outcome));
        }
        table.push('\n');
    }
    insta::assert_snapshot!("tasks", table);
}

#[test]
fn a_run_that_is_no_longer_at_the_task_changes_nothing() {
    let (run, key, usage) = (RunId::new("old"), "t1".to_owned(), usage());
    let why = Trouble::Work("no page".into());
    let late = [
        Event::TaskProgressed { task: key.clone(), run: run.clone(), line: "late".into() },
        Event::TaskResumed { task: key.clone(), run: run.clone() },
        Event::DecisionAsked { task: key.clone(), run: run.clone(), step: 1, asked: super::events::asked(), usage },
        Event::TaskFinished {
            task: key.clone(),
            run: run.clone(),
            result: "late".into(),
            heard: 0,
            used: 1,
            files: Vec::new(),
            usage,
        },
        Event::TaskFailed { task: key.clone(), run: run.clone(), why, left: Left::default(), usage },
        Event::LimitReached {
            task: key,
            run,
            limit: "40 steps".into(),
            so_far: "late".into(),
            done: Vec::new(),
            left: Left::default(),
            usage,
            over: None,
        },
    ];
    for ticket in states() {
        for event in &late {
            match step(&ticket, event, &facts(), now()) {
                Outcome::Ignored(_) => {}
                Outcome::Refused(sentence) => panic!("{}: a run was told: {sentence}", name(event)),
                Outcome::Moved { ticket: next, effects, .. } => {
                    assert_eq!(effects, [], "{}", name(event));
                    assert_eq!((&next.tasks, &next.decisions), (&ticket.tasks, &ticket.decisions), "{}", name(event));
                    assert_eq!(next.usage, ticket.usage, "{}", name(event));
                }
            }
        }
    }
}

#[test]
fn an_unknown_decision_is_answered_in_every_state() {
    for ticket in states() {
        let event = Event::DecisionMade { decision: DecisionId::new("d99"), option: Some(0), text: None };
        assert!(matches!(step(&ticket, &event, &facts(), now()), Outcome::Refused(_)));
    }
}

/// The working ticket with a second task for the same agent, who can do one thing at a time.
fn one_hand() -> (Ticket, secretary::secretary::ticket::facts::Facts) {
    let mut facts = facts();
    facts.roster.truncate(1);
    facts.roster[0].capacity = 1;
    let mut ticket = working();
    let name = facts.roster[0].name.clone();
    ticket.tasks[0].agent = Some(name.clone());
    ticket.tasks[1].needs.clear();
    ticket.tasks[1].state = TaskState::Blocked(Blocked::NoAgent("busy".into()));
    ticket.tasks[1].pinned = Some(name.clone());
    ticket.tasks[1].fitting = vec![name];
    (ticket, facts)
}

#[test]
fn whoever_ends_a_task_or_waits_for_people_takes_the_next_one_of_the_same_ticket() {
    let (ticket, facts) = one_hand();
    let ends = ["TaskFinished", "DecisionAsked", "LimitReached"];
    for wanted in ends {
        let event = every(&ticket).into_iter().find(|event| name(event) == wanted).unwrap();
        let Outcome::Moved { ticket: next, .. } = step(&ticket, &event, &facts, now()) else { panic!("{wanted}") };
        assert_eq!(next.tasks[1].state, TaskState::Claimed, "{wanted}: {}", tasks(&next));
    }
}

#[test]
fn only_the_run_that_was_cut_off_takes_its_task_up_again() {
    let begun = working();
    let run = begun.tasks[0].run.clone();
    let asks = every(&begun).into_iter().find(|event| name(event) == "OutcomeUnknown").unwrap();
    let cancel = Event::CancelRequested { reason: String::new(), with_all: false };
    for held in [begun.clone(), after(&begun, &Event::PauseRequested), after(&begun, &asks)] {
        let cancelled = after(&held, &cancel);
        let again = taken_up(&cancelled, &run);
        assert_eq!(again.tasks[0].run, run, "{} goes on", state(&held.tasks[0]));
        assert_eq!((&again.tasks[0].state, again.tasks[0].attempts), (&TaskState::InProgress, 1));
    }
    let failed = taken_up(&after(&fail(&begun), &cancel), &run);
    assert_ne!(failed.tasks[0].run, run, "what ended begins anew");
    let forgotten = taken_up(&after(&begun, &cancel), &None);
    assert_ne!(forgotten.tasks[0].run, run, "what has no journal any more begins anew");
}

#[test]
fn what_people_left_out_stays_so_once_a_stop_is_taken_back() {
    let cancel = Event::CancelRequested { reason: String::new(), with_all: false };
    let mut begun = working();
    (begun.tasks[1].state, begun.tasks[1].left_out) = (TaskState::Failed, true);
    let again = taken_up(&after(&begun, &cancel), &begun.tasks[0].run.clone());
    assert_eq!((&again.tasks[1].state, again.tasks[1].left_out), (&TaskState::Failed, true));
    // Left out after it had failed: that is noted with the step itself.
    let mut failed = super::decisions::open(secretary::secretary::decision::Subject::Failure);
    let mut done = finish(&working(), "t1").tasks[0].clone();
    done.key = "t9".into();
    failed.tasks.push(done);
    let decision = DecisionId::new("d1");
    let left = after(&failed, &Event::DecisionMade { decision, option: Some(1), text: None });
    assert_eq!((&left.tasks[0].state, left.tasks[0].left_out), (&TaskState::Failed, true));
    let again = taken_up(&after(&left, &cancel), &None);
    assert_eq!(again.tasks[0].state, TaskState::Failed, "nothing of it is done after all");
}

/// The ticket taken up again while the journal of this run is there.
fn taken_up(ticket: &Ticket, run: &Option<RunId>) -> Ticket {
    let facts = secretary::secretary::ticket::facts::Facts { cut_off: run.iter().cloned().collect(), ..facts() };
    let Outcome::Moved { ticket, .. } = step(ticket, &Event::ResumeRequested, &facts, now()) else { panic!("refused") };
    *ticket
}
