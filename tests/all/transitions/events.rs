//! Every event there is, made to fit a ticket. A new variant does not compile until it stands in the list; then its
//! row appears in each table, and its fixture is asked for.

use secretary::secretary::budget::cost::Usage;
use secretary::secretary::budget::{Amount, Limit, Over, Scope};
use secretary::secretary::decision::approval::Proposed;
use secretary::secretary::decision::cut_off::CutOff;
use secretary::secretary::decision::prompt_loss::Loss;
use secretary::secretary::decision::{Asked, AskedOption, Kind as Sort};
use secretary::secretary::ids::{DecisionId, RoomId, RunId, TicketId};
use secretary::secretary::policy::{Because, Risk, Source};
use secretary::secretary::received::ReceivedFile;
use secretary::secretary::ticket::Ticket;
use secretary::secretary::ticket::event::{Event, Timer, Trouble};
use secretary::secretary::ticket::plan::{Kind, PlannedTask, Question, Requirement, Triage};
use secretary::secretary::ticket::round::answers::Given;
use secretary::secretary::ticket::task::{Attached, Left};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Makes `every` and `name` from one list, so that the list is complete: the match in `name` has no other arms.
macro_rules! events {
    ($ticket:ident; $($name:ident $({ $($field:ident: $value:expr),+ $(,)? })?),+ $(,)?) => {
        /// One event of every variant, with the ids this ticket expects; several for timers and troubles.
        pub fn every($ticket: &Ticket) -> Vec<Event> {
            let one = vec![$(Event::$name $({ $($field: $value),+ })?),+];
            one.into_iter().flat_map(|event| spread($ticket, event)).collect()
        }

        /// The name of the variant.
        pub fn name(event: &Event) -> &'static str {
            match event {
                $(Event::$name $({ $($field: _),+ })? => stringify!($name),)+
            }
        }

        /// Every name.
        const NAMES: &[&str] = &[$(stringify!($name)),+];
    };
}

events! { ticket;
    IdeaReceived,
    TriageFinished { asked: ticket.asked, triage: Box::new(triage()), usage: usage() },
    IdeaUnderstood { triage: Box::new(triage()), usage: usage() },
    WorkDue,
    QuestionsAnswered { round: 0, answers: vec![(0, Given::Words("Price".into()))], text: "price".into() },
    ReportFinished { asked: ticket.asked, text: "# Shops\n\nTwo are good.".into(), usage: usage() },
    ThinkingDelayed { asked: ticket.asked },
    TokensSpent { usage: usage() },
    ThinkingFailed { asked: ticket.asked, why: Trouble::Unusable("broken".into()), usage: usage() },
    OptionTapped { round: 0, question: 0, option: 1 },
    TicksDone { round: 0, question: 1 },
    AnswersReceived { text: "1) speed 2) few".into() },
    LeftToJudgement { round: 0 },
    NotMeant { text: Some("1) speed 2) few".into()) },
    Confirmed,
    Corrected { text: "only in Berlin".into() },
    Added { text: "and think of the price".into() },
    DispatchRequested,
    TaskResumed { task: "t1".into(), run: run(ticket, "t1") },
    TaskProgressed { task: "t1".into(), run: run(ticket, "t1"), line: "reading a page".into() },
    DecisionAsked { task: "t1".into(), run: run(ticket, "t1"), step: 3, asked: asked(), usage: usage() },
    OutcomeUnknown { task: "t1".into(), run: run(ticket, "t1"), step: 3, call: cut_off(), usage: usage() },
    LeaveAsked { task: "t1".into(), run: run(ticket, "t1"), step: 3, proposed: Box::new(proposed()), usage: usage() },
    FilesReceived { files: vec![ReceivedFile { home: "r-1".into(), name: "offer.pdf".into(), ..ReceivedFile::default() }], refers: Vec::new() },
    ForeignRead { source: Source::Page("a.org".into()) },
    DecisionMade { decision: DecisionId::new("d1"), option: Some(0), text: None },
    SureAnswered { decision: DecisionId::new("d1"), number: None, yes: true },
    DecisionReopened { decision: DecisionId::new("d1") },
    DecisionWidened { decision: DecisionId::new("d1"), until: None, option: Some("green".into()) },
    DecisionChanged { decision: DecisionId::new("d1"), option: Some(1), text: None },
    TaskFinished { task: "t1".into(), run: run(ticket, "t1"), result: "two shops".into(), heard: 0, used: 1, files: vec![file()], usage: usage() },
    TaskFailed { task: "t1".into(), run: run(ticket, "t1"), why: Trouble::Work("no page".into()), left: Left::default(), usage: usage() },
    LimitReached {
        task: "t1".into(), run: run(ticket, "t1"), limit: "40 steps".into(), so_far: "one".into(), done: Vec::new(), left: Left::default(),
        usage: usage(), over: None,
    },
    CancelRequested { reason: "changed my mind".into(), with_all: false },
    ClarifyRequested,
    StopPressed,
    StopAnswered { asked: ticket.hold.stop.as_ref().map_or(0, |s| s.number), sure: true },
    PauseRequested,
    ResumeRequested,
    AllPaused { by: "Kim".into() },
    AllResumed,
    Rated { good: false },
    ReviseRequested { text: "shorter".into() },
    FoldedInto { ticket: TicketId::new("T0"), number: 11 },
    PromptLost { room: RoomId::new("R1"), why: Loss::Unreachable },
    DecidersChanged { decision: DecisionId::new("d1") },
    RoomMoved { room: RoomId::new("R1"), slots: ticket.shown.keys().cloned().collect() },
    CameBack { slots: ticket.shown.keys().cloned().collect() },
    TimerFired { timer: Timer::Questions(0) },
}

/// Events that mean different things by what is inside stand in the tables once for each.
fn spread(ticket: &Ticket, event: Event) -> Vec<Event> {
    match event {
        Event::TimerFired { .. } => {
            let run = run(ticket, "t1");
            let all = [Timer::Questions(0), Timer::Decision(DecisionId::new("d1")), Timer::Model(ticket.asked)];
            let more = [
                Timer::Stalled(run),
                Timer::Deadline(DecisionId::new("d1")),
                Timer::Retry("t1".into()),
                Timer::Card(ticket.card()),
            ];
            all.into_iter().chain(more).map(|timer| Event::TimerFired { timer }).collect()
        }
        Event::ThinkingFailed { asked, .. } => {
            troubles().into_iter().map(|why| Event::ThinkingFailed { asked, why, usage: usage() }).collect()
        }
        Event::TaskFailed { task, run, usage, .. } => {
            let failed =
                |why| Event::TaskFailed { task: task.clone(), run: run.clone(), why, left: Left::default(), usage };
            troubles().into_iter().map(failed).collect()
        }
        Event::StopAnswered { asked, .. } => [true, false].map(|sure| Event::StopAnswered { asked, sure }).to_vec(),
        Event::Rated { .. } => [true, false].map(|good| Event::Rated { good }).to_vec(),
        other => vec![other],
    }
}

/// A budget of a day, used up.
pub fn over() -> Over {
    let limit = Limit { tokens: Some(50_000), micros: None };
    Over { scope: Scope::Day, spent: Amount { tokens: 50_100, micros: 0 }, limit, currency: None }
}

fn troubles() -> [Trouble; 6] {
    [
        Trouble::Setup("Set OPENAI_API_KEY.".into()),
        Trouble::Unusable("broken".into()),
        Trouble::Work("no page".into()),
        Trouble::Crash("it stops me".into()),
        Trouble::Final("there is no such page".into()),
        Trouble::Budget("the budget for today is used up".into(), over()),
    ]
}

/// The name of a row: the variant and what makes it special.
pub fn row(event: &Event) -> String {
    let trouble = |why: &Trouble| match why {
        Trouble::Setup(_) => "setup",
        Trouble::Unusable(_) => "unusable",
        Trouble::Work(_) => "work",
        Trouble::Crash(_) => "crash",
        Trouble::Final(_) => "final",
        Trouble::Budget(..) => "budget",
    };
    let inside = match event {
        Event::TimerFired { timer } => match timer {
            Timer::Questions(_) => "questions",
            Timer::Card(_) => "card",
            Timer::Decision(_) => "decision",
            Timer::Deadline(_) => "deadline",
            Timer::Turn(_) => "turn",
            Timer::Deputy(_) => "deputy",
            Timer::Sure(_) => "sure",
            Timer::Model(_) => "model",
            Timer::Stalled(_) => "stalled",
            Timer::Retry(_) => "retry",
        },
        Event::ThinkingFailed { why, .. } | Event::TaskFailed { why, .. } => trouble(why),
        Event::StopAnswered { sure: true, .. } => "yes",
        Event::StopAnswered { sure: false, .. } => "no",
        Event::Rated { good: true } => "good",
        Event::Rated { good: false } => "bad",
        other => return name(other).to_owned(),
    };
    format!("{}({inside})", name(event))
}

/// The run at a task, or one the ticket has never heard of.
pub fn run(ticket: &Ticket, task: &str) -> RunId {
    ticket.task(task).and_then(|t| t.run.clone()).unwrap_or_else(|| RunId::new("old"))
}

/// A file an agent wrote.
fn file() -> Attached {
    Attached::text("shops.md", "# Shops")
}

/// A call that was cut off.
fn cut_off() -> CutOff {
    CutOff { what: "send letter".into(), to: Some("Kim".into()), with: vec![("text".into(), "Hello.".into())] }
}

/// A call that waits for approval.
fn proposed() -> Proposed {
    let arguments = serde_json::json!({"to": "Kim", "text": "Hello."});
    Proposed { tool: "send_letter".into(), arguments, because: Because::Policy, risk: Risk::High, lasting: true }
}

/// What an agent asks.
pub fn asked() -> Asked {
    let option = |label: &str| AskedOption {
        label: label.into(),
        impact: "so be it".into(),
        pros: "near".into(),
        cons: "dear".into(),
    };
    Asked {
        question: "Which one?".into(),
        kind: Sort::Technical,
        deadline: None,
        why: "both fit".into(),
        options: vec![option("The first"), option("The second"), option("Neither")],
        recommended: Some(0),
        reason: "it is nearer".into(),
    }
}

/// A triage that proposes two tasks, the second after the first, and carries a risk: the card is shown.
pub fn triage() -> Triage {
    let task = |key: &str, needs: &[&str]| PlannedTask {
        key: key.into(),
        title: format!("Step {key}"),
        instruction: "do it".into(),
        agent: Some("researcher".into()),
        needs: needs.iter().map(|n| (*n).to_owned()).collect(),
        ..PlannedTask::default()
    };
    Triage {
        kind: Kind::Idea,
        reply: String::new(),
        questions: Vec::new(),
        requirement: Requirement { title: "Shops".into(), summary: "Find shops.".into(), ..Requirement::default() },
        tasks: vec![task("t1", &[]), task("t2", &["t1"])],
        timing: None,
        risk: 0.9,
        beyond: None,
    }
}

/// A triage that asks first: one question with one answer, one with several.
pub fn unclear() -> Triage {
    let question = |text: &str, options: [&str; 2], multiple| Question {
        text: text.into(),
        options: options.map(str::to_owned).to_vec(),
        multiple,
        ..Question::default()
    };
    let questions =
        vec![question("What matters?", ["Price", "Speed"], false), question("For whom?", ["few", "many"], true)];
    Triage { questions, ..triage() }
}

/// What anything costs here.
pub fn usage() -> Usage {
    Usage { calls: 1, tokens_in: 100, tokens_out: 10, ..Usage::default() }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/fixtures/events")
}

fn snake(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_uppercase() { format!("_{}", c.to_ascii_lowercase()) } else { c.to_string() };
    name.chars().map(letter).collect::<String>().trim_start_matches('_').to_owned()
}

#[test]
fn stored_events_can_still_be_read() {
    let mut seen = BTreeSet::new();
    for entry in std::fs::read_dir(fixtures()).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let event: Event = serde_json::from_str(&text).unwrap_or_else(|e| {
            panic!("{}: {e}. Databases hold this event: give new fields a default, keep old names", path.display())
        });
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let wanted = snake(name(&event));
        assert!(stem == wanted || stem.starts_with(&format!("{wanted}.")), "{stem} holds a {}", name(&event));
        seen.insert(wanted);
    }
    let missing: Vec<&&str> = NAMES.iter().filter(|n| !seen.contains(&snake(n))).collect();
    assert!(missing.is_empty(), "tests/all/fixtures/events has no {missing:?}: store one as it is written today");
}

#[test]
fn what_is_stored_today_is_read_back() {
    for stage in super::tickets::stages() {
        for event in every(&stage.1) {
            let stored = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&stored).unwrap(), event, "{stored}");
        }
        let stored = serde_json::to_string(&stage.1).unwrap();
        assert_eq!(serde_json::from_str::<Ticket>(&stored).unwrap(), stage.1);
    }
}
