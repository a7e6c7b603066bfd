//! How many decisions a second the pure core makes: the four steps from an idea to the end of its work, no database.

use crate::table;
use chrono::{DateTime, Utc};
use secretary::secretary::budget::cost::Usage;
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{PersonId, RoomId, RunId, TicketId, Token, WorkspaceId};
use secretary::secretary::lifecycle::step::{Outcome, step};
use secretary::secretary::people::workspace::{Person, Role, Settings};
use secretary::secretary::ticket::event::Event;
use secretary::secretary::ticket::facts::{Decider, Facts};
use secretary::secretary::ticket::plan::{Kind, PlannedTask, Requirement, Triage};
use secretary::secretary::ticket::{Priority, Ticket};
use secretary::workers::roster;
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long the steps are repeated.
const FOR: Duration = Duration::from_secs(2);

/// Measures and prints.
pub fn measure() {
    let (facts, now) = (facts(), Utc::now());
    let life = life(&facts, now);
    let began = Instant::now();
    let mut steps = 0_u32;
    while began.elapsed() < FOR {
        for (ticket, event) in &life {
            black_box(step(black_box(ticket), black_box(event), &facts, now));
            steps += 1;
        }
    }
    let each = began.elapsed() / steps.max(1);
    let rate = f64::from(steps) / began.elapsed().as_secs_f64();
    table::row(
        "core",
        "step(), idea → triage → start → end of work",
        &format!("{rate:.0}/s"),
        "",
        "",
        &format!("{} each", table::say(each)),
    );
}

/// The states of one ticket with the event each meets.
fn life(facts: &Facts, now: DateTime<Utc>) -> Vec<(Ticket, Event)> {
    let mut life: Vec<(Ticket, Event)> = Vec::new();
    let mut ticket = idea(now);
    let mut event = Event::IdeaReceived;
    for turn in 0..4 {
        let Outcome::Moved { ticket: next, effects, .. } = step(&ticket, &event, facts, now) else { break };
        life.push((ticket, event));
        ticket = *next;
        let run =
            effects.iter().find_map(|e| if let Effect::StartRun { run, .. } = e { Some(run.clone()) } else { None });
        event = match turn {
            0 => Event::TriageFinished { asked: ticket.asked, triage: Box::new(triage()), usage: Usage::default() },
            1 => Event::Confirmed,
            _ => Event::TaskFinished {
                task: "t1".to_owned(),
                run: run.unwrap_or_else(|| RunId::new("none")),
                result: "A text of a few words.".to_owned(),
                heard: 0,
                used: 1,
                files: Vec::new(),
                usage: Usage::default(),
            },
        };
    }
    assert_eq!(life.len(), 4, "the life of a ticket has changed; the bench must follow");
    life
}

fn facts() -> Facts {
    Facts {
        actor: None,
        nameless: "you",
        tokens: (0..8).map(|n| Token::new(format!("token-of-22-characters{n}"))).collect(),
        roster: roster::load(None, &|_| true).agents,
        loads: BTreeMap::new(),
        scores: BTreeMap::new(),
        cut_off: BTreeSet::new(),
        settings: Settings::fresh(WorkspaceId::new("main"), "UTC", "en"),
        decision_rooms: Vec::new(),
        direct_rooms: BTreeMap::new(),
        turns: BTreeMap::new(),
        report_rooms: Vec::new(),
        deputy_rooms: Vec::new(),
        back_at: None,
        requester_decides: true,
        requester_lent: false,
        deciders: vec![Decider {
            id: PersonId::new("ann"),
            name: "Ann".to_owned(),
            named: true,
            deputy: None,
            owner: true,
        }],
        zone: chrono_tz::Tz::UTC,
        zone_told: true,
        written: Vec::new(),
        language: "en".to_owned(),
        goes_on: false,
        reads: true,
        prices: None,
        told_of_model: false,
    }
}

fn triage() -> Triage {
    let task = PlannedTask {
        key: "t1".to_owned(),
        title: "Write the invitation".to_owned(),
        instruction: "Write an invitation of at most 100 words.".to_owned(),
        ..PlannedTask::default()
    };
    Triage {
        kind: Kind::Idea,
        reply: String::new(),
        questions: Vec::new(),
        requirement: Requirement {
            title: "Invitation".to_owned(),
            summary: "An invitation to the summer party.".to_owned(),
            done_when: vec!["It has at most 100 words".to_owned()],
            assumptions: vec!["It is in English".to_owned()],
            ..Requirement::default()
        },
        tasks: vec![task],
        timing: None,
        risk: 0.6,
        beyond: None,
    }
}

fn idea(now: DateTime<Utc>) -> Ticket {
    let text = "Write an invitation to our summer party on 4 July, at most 100 words".to_owned();
    let ann = Person::new(PersonId::new("ann"), WorkspaceId::new("main"), "Ann", Role::Owner, now);
    let (id, room) = (TicketId::new("ticket"), RoomId::new("room"));
    Ticket { direct: true, ..Ticket::new(id, 1, (Priority::Medium, text), &ann, room, now) }
}
