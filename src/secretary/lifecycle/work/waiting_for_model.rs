//! Waiting for the model: it does not answer, it answers again, or it needs an owner or a language model first.

use super::super::step::{Move, Outcome};
use crate::secretary::budget::cost::Usage;
use crate::secretary::effect::Class;
use crate::secretary::message::Message;
use crate::secretary::ticket::event::{Timer, Trouble};
use crate::secretary::ticket::{Stage, Waiting};
use crate::secretary::wording;
use chrono::TimeDelta;

/// After this long people are told again about a model that is down.
const MODEL_LONG_DOWN: TimeDelta = TimeDelta::hours(1);

/// Counts the usage of a failed model request.
pub fn spent(mut m: Move<'_>, usage: Usage) -> Outcome {
    m.spend(usage);
    m.moved()
}

/// The model does not answer: people are told once per request, and again after an hour.
pub fn delayed(mut m: Move<'_>, asked: u32) -> Outcome {
    if asked != m.ticket.asked || matches!(m.ticket.waiting, Some(Waiting::Model(_))) {
        return Outcome::Ignored("said already or superseded");
    }
    m.ticket.waiting = Some(Waiting::Model(m.now));
    say_model_down(&mut m, false);
    m.set_timer(Timer::Model(asked), m.now + MODEL_LONG_DOWN);
    m.moved()
}

/// The model is still down after an hour.
pub fn still_down(mut m: Move<'_>, asked: u32) -> Outcome {
    if asked != m.ticket.asked || !matches!(m.ticket.waiting, Some(Waiting::Model(_))) {
        return Outcome::Ignored("it answered meanwhile");
    }
    say_model_down(&mut m, true);
    m.moved()
}

fn say_model_down(m: &mut Move<'_>, long: bool) {
    let mut keys = m.keys();
    let message = wording::ticket::waiting::model_down(&m.ticket, long, &mut keys);
    let name = model_slot(m);
    if !long && m.shown(&name) {
        m.edit(&name, &message);
    } else {
        m.post(&name, message, Class::Must);
    }
    m.bind(&name, keys);
}

/// The name of the message that the model is down: one for each stage.
fn model_slot(m: &Move<'_>) -> String {
    format!("model{}{}", m.ticket.reports.len(), if m.ticket.started_at.is_some() { "w" } else { "" })
}

/// The model answered: ends the wait.
pub fn thought(m: &mut Move<'_>) {
    if matches!(m.ticket.waiting, Some(Waiting::Model(_))) {
        let message = wording::ticket::waiting::model_back(&m.ticket);
        no_longer(m, &message);
    }
}

/// The wait ends: the message that promised to go on says this instead.
pub fn no_longer(m: &mut Move<'_>, outcome: &Message) {
    match m.ticket.waiting.take() {
        Some(Waiting::Model(_)) => {
            m.drop_timer(&Timer::Model(m.ticket.asked));
            m.edit(&model_slot(m), outcome);
        }
        Some(Waiting::Setup(_)) => m.retire_newest("setup", outcome),
        Some(Waiting::Answers) | None => {}
    }
}

/// An owner must set something up before the ticket can continue.
pub fn needs_setup(m: &mut Move<'_>, why: &Trouble) {
    m.ticket.waiting = Some(Waiting::Setup(why.text().to_owned()));
    let mut keys = m.keys();
    let message = wording::ticket::waiting::needs_setup(&m.ticket, why.text(), &mut keys);
    let ask = match m.ticket.stage {
        Stage::Intake | Stage::Clarifying => wording::ticket::questions::ask_first(&m.ticket, m.facts, &mut keys),
        Stage::Confirming | Stage::Working | Stage::Reporting | Stage::Closed(_) => Vec::new(),
    };
    let message = message.row(ask);
    let name = format!("setup{}", m.ticket.version);
    m.post(&name, message, Class::Must);
    m.bind(&name, keys);
}

/// The built-in grammar cannot do it: the idea waits for a language model.
pub fn beyond(m: &mut Move<'_>, why: &str) {
    m.ticket.waiting = Some(Waiting::Setup(why.to_owned()));
    let mut keys = m.keys();
    let message = wording::ticket::waiting::beyond(&m.ticket, why, m.facts.told_of_model, &mut keys);
    let name = format!("setup{}", m.ticket.version);
    m.post(&name, message, Class::Must);
    m.bind(&name, keys);
}
