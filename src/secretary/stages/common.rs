//! What several stages do alike: calling off, pausing, waiting for a model, small refusals.

use super::super::agent::Agent;
use super::super::decision::{Decision, DecisionState};
use super::super::effect::{Class, Effect};
use super::super::event::{Event, Timer, Trouble};
use super::super::keys::Keys;
use super::super::message::Message;
use super::super::moving::Move;
use super::super::step::Outcome;
use super::super::thinking::{Purpose, TriageInput, Usage};
use super::super::ticket::{Blocked, Ending, MAX_ROUNDS, Stage, TaskState, Waiting};
use super::super::when;
use super::super::wording;
use super::asking;
use chrono::TimeDelta;

/// After this long without an answer people hear again about a model that is down.
const MODEL_LONG_DOWN: TimeDelta = TimeDelta::hours(1);

/// After this long the thinking is told when an idea was sent.
const OLD: TimeDelta = TimeDelta::minutes(10);

/// An event that comes too late or too early for the stage and needs no words.
pub fn stale() -> Outcome {
    Outcome::Ignored("does not fit the stage")
}

/// What thinking cost that came to nothing.
pub fn spent(mut m: Move<'_>, usage: Usage) -> Outcome {
    m.spend(usage);
    m.moved()
}

/// A press that comes late or a second time: it hears what has become of what it was for.
pub fn late(m: &Move<'_>, event: &Event) -> Outcome {
    Outcome::Refused(wording::late::late(&m.ticket, event, m.now))
}

/// A press on a decision that was made.
pub fn decided(m: &Move<'_>, decision: &Decision) -> String {
    let ticket = m.as_read();
    let decision = ticket.decision(&decision.key).unwrap_or(decision);
    let reader = m.facts.actor.as_ref().map(|a| &a.person);
    wording::late::decided(decision, reader, m.facts.zone, m.now)
}

/// Asks for a triage of everything said so far.
pub fn ask_triage(m: &mut Move<'_>) {
    if m.halted() {
        return;
    }
    let ticket = &m.ticket;
    let answered = ticket.rounds.iter().flat_map(|round| {
        let answer = |a: &Option<String>| a.clone().unwrap_or_else(|| "left to you".to_owned());
        round.questions.iter().cloned().zip(round.answers.iter().map(answer))
    });
    let mut edits = ticket.edits.clone();
    edits.extend(ticket.additions.iter().cloned());
    let input = TriageInput {
        idea: ticket.idea.chars().take(wording::tickets::READ_CHARS).collect(),
        answered: answered.collect(),
        edits,
        must_assume: !asking::may_ask(m),
        now: when::say_time(m.now, m.facts.zone, m.now),
        sent: (m.now - ticket.created_at >= OLD).then(|| wording::away::age(ticket.created_at, m.facts.zone, m.now)),
        language: m.facts.language.clone(),
        // Their instructions are not read here, and would be most of what is written to the outbox for an idea.
        roster: m.facts.roster.iter().map(|a| Agent { prompt: String::new(), ..a.clone() }).collect(),
        running: m.facts.beside.clone(),
    };
    m.think(Purpose::Triage(input));
}

/// `/clarify` while nothing is asked: the idea is read again, and what is unclear is asked this time.
pub fn ask_more(mut m: Move<'_>) -> Outcome {
    if m.ticket.rounds.len() >= MAX_ROUNDS {
        return Outcome::Refused(wording::refusals::asked_enough(m.ticket.number));
    }
    m.ticket.curious = true;
    if matches!(m.ticket.waiting, Some(Waiting::Setup(_))) {
        m.ticket.waiting = None;
    }
    let note = wording::questions::looking(m.halted());
    ask_triage(&mut m);
    m.noted(note)
}

/// Stops runs, closes prompts and timers.
pub fn wind_down(m: &mut Move<'_>) {
    stop_runs(m);
    super::stopping::over(m);
    for i in 0..m.ticket.decisions.len() {
        if m.ticket.decisions[i].open() {
            m.ticket.decisions[i].state = DecisionState::Dropped;
            super::deciding::settle(m, i);
        }
    }
    for task in &m.ticket.tasks {
        if let TaskState::Blocked(Blocked::Retry(_)) = task.state {
            m.effects.push(Effect::DropTimer { name: Timer::Retry(task.key.clone()).name() });
        }
    }
    if let Some((index, _)) = m.ticket.open_round() {
        m.ticket.rounds[index].closed = true;
        let message = wording::questions::over(&m.ticket);
        let name = m.ticket.rounds[index].name(index);
        m.edit(&name, &message);
        m.drop_timer(&Timer::Questions(index));
    }
    thought(m);
    m.effects.push(Effect::StopThinking);
    m.ticket.asked += 1;
    m.ticket.waiting = None;
}

/// Stops every run of the ticket.
pub fn stop_runs(m: &mut Move<'_>) {
    for task in &m.ticket.tasks {
        let (TaskState::Claimed | TaskState::InProgress, Some(run)) = (&task.state, &task.run) else { continue };
        m.effects.push(Effect::StopRun { run: run.clone() });
        m.effects.push(Effect::DropTimer { name: Timer::Stalled(run.clone()).name() });
    }
}

/// The model does not answer: said once per request; people are told again after an hour.
pub fn delayed(mut m: Move<'_>, asked: u32) -> Outcome {
    if asked != m.ticket.asked || matches!(m.ticket.waiting, Some(Waiting::Model(_))) {
        return Outcome::Ignored("said already or overtaken");
    }
    m.ticket.waiting = Some(Waiting::Model(m.now));
    say_model_down(&mut m, false);
    m.set_timer(Timer::Model(asked), m.now + MODEL_LONG_DOWN);
    m.moved()
}

/// Still down after an hour.
pub fn still_down(mut m: Move<'_>, asked: u32) -> Outcome {
    if asked != m.ticket.asked || !matches!(m.ticket.waiting, Some(Waiting::Model(_))) {
        return Outcome::Ignored("it answered meanwhile");
    }
    say_model_down(&mut m, true);
    m.moved()
}

fn say_model_down(m: &mut Move<'_>, long: bool) {
    let mut keys = m.keys();
    let message = wording::waiting::model_down(&m.ticket, long, &mut keys);
    let name = model_slot(m);
    if !long && m.shown(&name) {
        m.edit(&name, &message);
    } else {
        m.post(&name, message, Class::Must);
    }
    m.bind(&name, keys);
}

/// The message that says the model is down: one for each stretch of the ticket.
fn model_slot(m: &Move<'_>) -> String {
    format!("model{}{}", m.ticket.reports.len(), if m.ticket.started_at.is_some() { "w" } else { "" })
}

/// The thinking answered: it is no longer waited for.
pub fn thought(m: &mut Move<'_>) {
    if matches!(m.ticket.waiting, Some(Waiting::Model(_))) {
        m.drop_timer(&Timer::Model(m.ticket.asked));
        let message = wording::waiting::model_back(&m.ticket);
        m.edit(&model_slot(m), &message);
        m.ticket.waiting = None;
    }
}

/// An owner must set something up before this can go on.
pub fn needs_setup(m: &mut Move<'_>, why: &Trouble) {
    m.ticket.waiting = Some(Waiting::Setup(why.text().to_owned()));
    let mut keys = m.keys();
    let message = wording::waiting::needs_setup(&m.ticket, why.text(), &mut keys);
    let ask = match m.ticket.stage {
        Stage::Intake | Stage::Clarifying => wording::questions::ask_first(&m.ticket, m.facts, &mut keys),
        Stage::Confirming | Stage::Working | Stage::Reporting | Stage::Closed(_) => Vec::new(),
    };
    let message = then(m, message, &mut keys).row(ask);
    let name = format!("setup{}", m.ticket.version);
    m.post(&name, message, Class::Must);
    m.bind(&name, keys);
}

/// The rules cannot do it: it is kept until a language model is there.
pub fn beyond(m: &mut Move<'_>, why: &str) {
    m.ticket.waiting = Some(Waiting::Setup(why.to_owned()));
    let mut keys = m.keys();
    let message = wording::waiting::beyond(&m.ticket, why, m.facts.told_of_model, &mut keys);
    let message = then(m, message, &mut keys);
    let message = message.row(wording::questions::ask_first(&m.ticket, m.facts, &mut keys));
    let name = format!("setup{}", m.ticket.version);
    m.post(&name, message, Class::Must);
    m.bind(&name, keys);
}

/// A wish for a set time has a way of its own: a reminder then.
fn then(m: &Move<'_>, message: Message, keys: &mut Keys) -> Message {
    match m.ticket.timed(m.facts.zone) {
        Some(timed) => {
            let row = wording::cards::remind_then(&m.ticket, m.facts, keys);
            message.line(wording::waiting::no_clock(&timed.said)).row(row)
        }
        None => message,
    }
}

/// Folds the ticket into another one.
pub fn fold(mut m: Move<'_>, into: super::super::ids::TicketId, number: i64) -> Outcome {
    let event = Event::Added { text: m.ticket.idea.clone() };
    m.effects.push(Effect::Tell { ticket: into, event });
    wind_down(&mut m);
    m.ticket.stage = Stage::Closed(Ending::Folded);
    let card_name = super::reading::card_name(&m);
    let note = wording::tickets::added_note(number);
    let card = wording::cards::card_settled(&m.ticket, m.facts, &note);
    m.edit(&card_name, &card);
    let mut keys = m.keys();
    let message = wording::tickets::folded(&m.ticket, number, &mut keys);
    m.edit("receipt", &message);
    m.bind("receipt", keys);
    m.noted(note)
}

/// Words added meanwhile: runs at work hear them, tasks to come are given them, and people are told who reads them.
pub fn added(mut m: Move<'_>, text: &str) -> Outcome {
    super::tasks::tell(&mut m, text);
    let message = wording::tickets::added(&m.ticket, text, m.facts);
    let name = format!("added{}", m.ticket.version);
    m.post(&name, message, Class::Receipt);
    let note = wording::tickets::added_note(m.ticket.number);
    m.noted(note)
}
