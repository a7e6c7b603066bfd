//! Decisions inside the work: asking people, taking the first valid answer, going on with it.

use super::super::decision::{Asked, AskedOption, Decision, DecisionState, Subject, Verdict};
use super::super::effect::Class;
use super::super::event::Timer;
use super::super::ids::{DecisionId, RoomId, RunId};
use super::super::moving::Move;
use super::super::step::Outcome;
use super::super::ticket::{Blocked, Ending, Stage, TaskState};
use super::super::wording;
use super::{common, reading, tasks};

/// Options a decision may have (platform-facts T24: at most 8 buttons are readable).
const MAX_OPTIONS: usize = 8;

/// Puts a question to people and lets the task wait for it.
pub fn ask(m: &mut Move<'_>, subject: Subject, key: &str, run: RunId, step: Option<u32>, asked: &Asked) {
    let decision_key = DecisionId::new(format!("d{}", m.ticket.decisions.len() + 1));
    let rooms = prompt_rooms(m);
    let mut keys = m.keys();
    let decision = Decision {
        key: decision_key.clone(),
        task: key.to_owned(),
        run,
        step,
        subject,
        asked: bounded(asked),
        token: super::super::ids::Token::new(""),
        rooms: rooms.clone(),
        asked_at: m.now,
        remind_at: reading::remind_time(m.facts.zone, m.now),
        state: DecisionState::Open,
    };
    let message = wording::decisions::prompt(&m.ticket, &decision, m.facts, m.now, &mut keys);
    for room in &rooms {
        m.post_in(room, decision_key.as_str(), message.clone(), Class::Must);
    }
    let token = m.bind(decision_key.as_str(), keys);
    m.set_timer(Timer::Decision(decision_key.clone()), decision.remind_at);
    m.ticket.decisions.push(Decision { token, ..decision });
    if let Some(task) = m.ticket.task_mut(key) {
        task.state = TaskState::Blocked(Blocked::Decision(decision_key));
    }
    m.ticket.doing = if rooms.contains(&m.ticket.room) {
        "waiting for your decision".to_owned()
    } else {
        wording::decisions::asked_elsewhere().to_owned()
    };
}

/// The rooms for decisions, else where the idea came from.
fn prompt_rooms(m: &Move<'_>) -> Vec<RoomId> {
    if m.facts.decision_rooms.is_empty() { vec![m.ticket.room.clone()] } else { m.facts.decision_rooms.clone() }
}

/// A room with open prompts is gone: they are shown again where people can be reached.
pub fn prompt_lost(mut m: Move<'_>, lost: &RoomId) -> Outcome {
    let open: Vec<usize> = (0..m.ticket.decisions.len())
        .filter(|i| m.ticket.decisions[*i].open() && m.ticket.decisions[*i].rooms.contains(lost))
        .collect();
    if open.is_empty() {
        return Outcome::Ignored("no open prompt stands there");
    }
    for index in open {
        m.ticket.decisions[index].rooms.retain(|r| r != lost);
        let wanted: Vec<RoomId> = prompt_rooms(&m).into_iter().filter(|r| r != lost).collect();
        let home = m.ticket.room.clone();
        let rooms = if wanted.is_empty() && home != *lost { vec![home] } else { wanted };
        let fresh: Vec<RoomId> = rooms.into_iter().filter(|r| !m.ticket.decisions[index].rooms.contains(r)).collect();
        m.ticket.decisions[index].rooms.extend(fresh.clone());
        if m.ticket.decisions[index].rooms.is_empty() {
            // Nowhere else to go: it is reminded of there once the room can be reached again.
            m.ticket.decisions[index].rooms.push(lost.clone());
        }
        let decision = m.ticket.decisions[index].clone();
        let mut keys = m.keys();
        let message = wording::decisions::prompt(&m.ticket, &decision, m.facts, m.now, &mut keys);
        for room in &fresh {
            m.post_in(room, decision.key.as_str(), message.clone(), Class::Must);
        }
        m.bind(decision.key.as_str(), keys);
    }
    m.moved()
}

fn bounded(asked: &Asked) -> Asked {
    let option =
        |o: &AskedOption| AskedOption { label: wording::short(&o.label, 60), impact: wording::short(&o.impact, 200) };
    Asked {
        question: wording::short(&asked.question, 400),
        why: wording::short(&asked.why, 600),
        options: asked.options.iter().take(MAX_OPTIONS).map(option).collect(),
        recommended: asked.recommended.filter(|r| *r < asked.options.len().min(MAX_OPTIONS)),
        reason: wording::short(&asked.reason, 300),
    }
}

/// A person decided. The first valid answer wins; later ones hear who decided.
pub fn made(mut m: Move<'_>, key: &DecisionId, option: Option<usize>, text: Option<&str>) -> Outcome {
    let Some(index) = m.ticket.decisions.iter().position(|d| &d.key == key) else { return common::no_longer() };
    let decision = m.ticket.decisions[index].clone();
    if !decision.open() {
        return Outcome::Refused(wording::decisions::already(&decision, m.facts.zone));
    }
    let Some(actor) = m.facts.actor.clone() else { return Outcome::Ignored("only people decide") };
    let options = &decision.asked.options;
    let words = match (option, text) {
        (Some(option), _) => match options.get(option) {
            Some(chosen) => chosen.label.clone(),
            None => return Outcome::Refused(wording::decisions::no_such_option(options.len())),
        },
        (None, Some(text)) if !text.trim().is_empty() && decision.subject == Subject::Work => {
            text.trim().chars().take(4_000).collect()
        }
        (None, _) => return Outcome::Refused(wording::decisions::no_such_option(options.len())),
    };
    let verdict = Verdict {
        option,
        text: words.clone(),
        by: actor.person,
        name: actor.name,
        platform: actor.platform,
        at: m.now,
    };
    m.ticket.decisions[index].state = DecisionState::Made(verdict);
    m.drop_timer(&Timer::Decision(key.clone()));
    let settled = wording::decisions::settled(&m.ticket, &m.ticket.decisions[index], m.facts.zone);
    m.edit(key.as_str(), &settled);
    let note = format!("✔ {}", wording::short(&words, 100));
    match decision.subject {
        Subject::Work => {
            go_on(&mut m, &decision, &words);
            tasks::give_out(&mut m);
        }
        Subject::Limit => return after_limit(m, &decision, option, &note),
        Subject::Failure => return after_failure(m, option, &note),
    }
    tasks::show_progress(&mut m);
    m.noted(note)
}

/// The run that asked goes on with the answer, unless work is paused: then it does on resuming.
fn go_on(m: &mut Move<'_>, decision: &Decision, words: &str) {
    let halted = m.halted();
    if let Some(task) = m.ticket.task_mut(&decision.task) {
        task.state = if halted { TaskState::Blocked(Blocked::Paused) } else { TaskState::InProgress };
    }
    if !halted {
        let answer = decision.step.map(|step| (step, format!("The person decided: {words}")));
        tasks::start(m, &decision.task, answer);
    }
}

fn after_limit(mut m: Move<'_>, decision: &Decision, option: Option<usize>, note: &str) -> Outcome {
    match option {
        Some(0) => {
            if let Some(task) = m.ticket.task_mut(&decision.task) {
                task.extended += 1;
            }
            go_on(&mut m, decision, "go on");
            tasks::give_out(&mut m);
        }
        Some(1) => {
            if let Some(task) = m.ticket.task_mut(&decision.task) {
                let nothing = task.result.trim().is_empty();
                task.state = if nothing { TaskState::Failed } else { TaskState::Completed };
                task.failure = nothing.then(|| "stopped at a limit before there was a result".to_owned());
            }
            tasks::give_out(&mut m);
        }
        Some(_) | None => return common::cancel(m, "stopped at a limit"),
    }
    tasks::show_progress(&mut m);
    m.noted(note)
}

fn after_failure(mut m: Move<'_>, option: Option<usize>, note: &str) -> Outcome {
    match option {
        Some(0) => {
            for task in &mut m.ticket.tasks {
                if matches!(task.state, TaskState::Failed | TaskState::Blocked(Blocked::Dependency(_))) {
                    task.state = TaskState::Pending;
                    task.attempts = 0;
                }
            }
            tasks::give_out(&mut m);
        }
        Some(1) if m.ticket.tasks.iter().all(|t| t.state != TaskState::Completed) => return fail(m, note),
        Some(1) => tasks::report(&mut m),
        Some(_) | None => return common::cancel(m, "stopped after a failure"),
    }
    tasks::show_progress(&mut m);
    m.noted(note)
}

/// Nothing came of it: the ticket ends as failed, said plainly, with a way to try again.
fn fail(mut m: Move<'_>, note: &str) -> Outcome {
    let why = m.ticket.tasks.iter().find_map(|t| t.failure.clone()).unwrap_or_else(|| "no step worked".to_owned());
    common::wind_down(&mut m);
    m.ticket.stage = Stage::Closed(Ending::Failed);
    why.clone_into(&mut m.ticket.doing);
    let progress = tasks::progress_name(&m);
    let over = wording::tickets::progress_over(&m.ticket, "✖ failed", m.now);
    m.edit(&progress, &over);
    let mut keys = m.keys();
    let message = wording::reports::exception(&m.ticket, &m.facts.roster, &mut keys);
    let name = format!("failed{}", m.ticket.version);
    m.post(&name, message.clone(), Class::Must);
    let home = m.ticket.room.clone();
    for room in m.facts.report_rooms.iter().filter(|room| **room != home) {
        m.post_in(room, &name, message.clone(), Class::Must);
    }
    m.bind(&name, keys);
    m.noted(note)
}

/// A limit is reached: what there is so far is shown, and people say how to go on.
pub fn limit(m: &mut Move<'_>, key: &str, run: RunId, limit: &str, so_far: &str) {
    let have = if so_far.trim().is_empty() {
        "There is nothing usable yet.".to_owned()
    } else {
        format!("This is what I have: {}", wording::short(so_far, 500))
    };
    let asked = Asked {
        question: format!("#{} has used its {limit}. Go on?", m.ticket.number),
        why: have,
        options: options(&[
            ("Go on", "as many again"),
            ("Finish with this", "the report is made of what there is"),
            ("Stop", "the ticket is cancelled"),
        ]),
        recommended: None,
        reason: String::new(),
    };
    ask(m, Subject::Limit, key, run, None, &asked);
}

/// Nothing can go on since something failed: people say how.
pub fn offer_way_on(m: &mut Move<'_>) {
    let failed = m.ticket.tasks.iter().find(|t| t.state == TaskState::Failed).cloned();
    let Some(task) = failed else { return };
    let asked = Asked {
        question: format!("“{}” did not work. What now?", wording::short(&task.title, 80)),
        why: task.failure.clone().unwrap_or_default(),
        options: options(&[
            ("Try again", "the failed steps start anew"),
            ("Leave it out", "the report says what is missing"),
            ("Stop", "the ticket is cancelled"),
        ]),
        recommended: None,
        reason: String::new(),
    };
    let run = task.run.clone().unwrap_or_else(|| RunId::new(""));
    ask(m, Subject::Failure, &task.key, run, None, &asked);
    // The task stays failed: it is the plan that waits for the decision, not a run.
    if let Some(task) = m.ticket.task_mut(&task.key) {
        task.state = TaskState::Failed;
    }
}

fn options(list: &[(&str, &str)]) -> Vec<AskedOption> {
    list.iter().map(|(l, i)| AskedOption { label: (*l).to_owned(), impact: (*i).to_owned() }).collect()
}

/// A planned reminder; the next one is set at once. Silence never decides.
pub fn remind(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let Some(index) = m.ticket.decisions.iter().position(|d| &d.key == key && d.open()) else {
        return Outcome::Ignored("decided meanwhile");
    };
    let next = reading::remind_time(m.facts.zone, m.now + chrono::TimeDelta::hours(12));
    m.ticket.decisions[index].remind_at = next;
    let decision = m.ticket.decisions[index].clone();
    let message = wording::decisions::reminder(&m.ticket, &decision);
    let name = format!("{key}/reminder{}", m.ticket.version);
    for room in &decision.rooms {
        m.post_in(room, &name, message.clone(), Class::Must);
    }
    m.set_timer(Timer::Decision(key.clone()), next);
    m.moved()
}
