//! Outcomes as lines of a table.

use chrono::{DateTime, TimeZone, Utc};
use secretary::secretary::agent::{Agent, Limits};
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{PersonId, RoomId, Token, WorkspaceId};
use secretary::secretary::inbound::{Platform, ReplyTo};
use secretary::secretary::intent::thinking::Purpose;
use secretary::secretary::lifecycle::step::{Outcome, step};
use secretary::secretary::people::workspace::{Role, Settings};
use secretary::secretary::ticket::event::Event;
use secretary::secretary::ticket::facts::{Actor, Decider, Facts};
use secretary::secretary::ticket::{Blocked, Task, TaskState, Ticket};
use std::collections::{BTreeMap, BTreeSet};

/// A Monday, ten o'clock in Berlin.
pub fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 3, 2, 9, 0, 0).unwrap()
}

/// An owner acts; two agents are free; settings as they come.
pub fn facts() -> Facts {
    let agent = |name: &str, title: &str| Agent {
        name: name.into(),
        title: title.into(),
        description: "Does it.".into(),
        capabilities: vec!["all".into()],
        tools: Vec::new(),
        model: None,
        limits: Limits::default(),
        prompt: "Do it.".into(),
        mutates: false,
        capacity: 3,
    };
    Facts {
        told_of_model: false,
        cut_off: BTreeSet::new(),
        written: Vec::new(),
        nameless: "somebody at the web chat",
        actor: Some(Actor {
            person: PersonId::new("P1"),
            name: "Ada".into(),
            role: Role::Owner,
            platform: Platform::Telegram,
            room: RoomId::new("R1"),
            direct: true,
            zone: chrono_tz::Europe::Berlin,
            reply: ReplyTo::default(),
            stands_in_for: Vec::new(),
        }),
        tokens: (0..8).map(|n| Token::new(format!("token{n:017}"))).collect(),
        roster: vec![agent("researcher", "Researcher"), agent("writer", "Writer")],
        loads: BTreeMap::new(),
        scores: BTreeMap::new(),
        settings: Settings::fresh(WorkspaceId::new("W"), "Europe/Berlin", "en"),
        decision_rooms: Vec::new(),
        direct_rooms: BTreeMap::new(),
        turns: BTreeMap::new(),
        report_rooms: Vec::new(),
        deputy_rooms: Vec::new(),
        back_at: None,
        requester_decides: true,
        requester_lent: false,
        deciders: vec![Decider { id: PersonId::new("P1"), name: "Ada".into(), named: true, deputy: None, owner: true }],
        zone: chrono_tz::Europe::Berlin,
        zone_told: true,
        language: "en".into(),
        goes_on: false,
        reads: true,
        prices: None,
    }
}

/// The ticket after an event that must move it.
pub fn after(ticket: &Ticket, event: &Event) -> Ticket {
    match step(ticket, event, &facts(), now()) {
        Outcome::Moved { ticket, .. } => *ticket,
        other => panic!("{event:?} gave {other:?}"),
    }
}

/// An outcome in one line: where the ticket is, what people see of it, what is to be done, what is said.
pub fn tell(before: &Ticket, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ignored(why) => format!("ignored: {why}"),
        Outcome::Refused(sentence) => format!("refused: {}", sentence.replace('\n', " / ")),
        Outcome::Moved { ticket, effects, note, .. } => {
            assert_eq!(ticket.version, before.version + 1, "every step counts");
            let note = note.as_ref().map(|n| format!(" “{n}”")).unwrap_or_default();
            let stage = format!("{:?}", ticket.stage);
            let kinds: Vec<String> = effects.iter().map(|e| kind(ticket, e)).collect();
            let status = ticket.status().name();
            format!("{stage}, {status};{note} [{}]", kinds.join(", "))
        }
    }
}

/// The kind of an effect and what it is about.
fn kind(ticket: &Ticket, effect: &Effect) -> String {
    let name = |slot: &str| slot.split_once('/').map_or(slot, |(_, name)| name).to_owned();
    let run = |run: &str| ticket.tasks.iter().find(|t| t.run.as_ref().is_some_and(|r| r.as_str() == run)).map(key);
    match effect {
        Effect::Post { slot, .. } => format!("Post {}", name(slot.as_str())),
        Effect::Edit { slot, calm, .. } => {
            format!("Edit {}{}", name(slot.as_str()), if *calm { " calmly" } else { "" })
        }
        Effect::Bind { actions, .. } => format!("Bind {}", actions.len()),
        Effect::Expect { .. } => "Expect".to_owned(),
        Effect::AskModel { purpose, .. } => match purpose {
            Purpose::Triage(_) => "AskModel triage".to_owned(),
            Purpose::Work(_) => "AskModel work".to_owned(),
            Purpose::Report(_) => "AskModel report".to_owned(),
            Purpose::FlowScript(_) => "AskModel flow script".to_owned(),
            Purpose::Understand(_) => "AskModel understand".to_owned(),
        },
        Effect::StopThinking => "StopThinking".to_owned(),
        Effect::StartRun { task, answer, ruling, permission, .. } => {
            let ruled = ruling.map(|(_, ruling)| format!(" ruled {ruling:?}")).unwrap_or_default();
            let ruled = permission.as_ref().map(|(_, p)| format!(" told {p:?}")).unwrap_or(ruled);
            format!("StartRun {task}{}{ruled}", if answer.is_some() { " with the answer" } else { "" })
        }
        Effect::TellRun { run: id, .. } => format!("TellRun {}", run(id.as_str()).unwrap_or("?")),
        Effect::StopRun { run: id } => format!("StopRun {}", run(id.as_str()).unwrap_or("?")),
        Effect::SetTimer { name, .. } => format!("SetTimer {}", name.split('/').next().unwrap_or_default()),
        Effect::DropTimer { name } => format!("DropTimer {}", name.split('/').next().unwrap_or_default()),
        Effect::OpenThread { .. } => "OpenThread".to_owned(),
        Effect::WakeSchedule { .. } => "WakeSchedule".to_owned(),
        Effect::CheckFlow { .. } => "CheckFlow".to_owned(),
        Effect::RunFlow { .. } => "RunFlow".to_owned(),
        Effect::Erase { .. } => "Erase".to_owned(),
        Effect::EraseFiles { .. } => "EraseFiles".to_owned(),
        Effect::Bare { slot, .. } => format!("Bare {}", name(slot.as_str())),
        Effect::BareCopies { .. } => "BareCopies".to_owned(),
        Effect::Extend { scope } => format!("Extend {scope:?}"),
        Effect::Understand { spoken } => format!("Understand {}", spoken.text()),
        Effect::Allow { rule } => format!("Allow {} {:?}", rule.tool, rule.with),
    }
}

fn key(task: &Task) -> &str {
    &task.key
}

/// A task's state in a word or two.
pub fn state(task: &Task) -> String {
    match &task.state {
        TaskState::Pending => "pending".to_owned(),
        TaskState::Claimed => "claimed".to_owned(),
        TaskState::InProgress => "in progress".to_owned(),
        TaskState::Blocked(Blocked::Decision(_)) => "blocked by a decision".to_owned(),
        TaskState::Blocked(Blocked::Dependency(key)) => format!("blocked behind {key}"),
        TaskState::Blocked(Blocked::NoAgent(_)) => "blocked, no agent".to_owned(),
        TaskState::Blocked(Blocked::Paused) => "blocked, paused".to_owned(),
        TaskState::Blocked(Blocked::Retry(at)) => format!("next try in {} s", (*at - now()).num_seconds()),
        TaskState::Completed => "completed".to_owned(),
        TaskState::Failed => "failed".to_owned(),
    }
}
