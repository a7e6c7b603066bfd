//! Cancellation of a ticket: at once by command or before the work has begun; by a button only after one question,
//! since a slip must not end hours of work.

use super::super::step::{Move, Outcome};
use super::winding_down;
use crate::secretary::decision::approval::Permit;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::effect::Class;
use crate::secretary::lifecycle::{late, reopened};
use crate::secretary::message::Message;
use crate::secretary::names::phrases::short;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::hold::{Cancelled, Open, StopAsked};
use crate::secretary::ticket::task::{Attached, sent_along};
use crate::secretary::ticket::{Ending, Stage};
use crate::secretary::wording;
use crate::secretary::wording::ticket::{cards, stopping, tickets};
use chrono::TimeDelta;

/// A second press within this time on the question counts as the same press.
const SAME_PRESS: TimeDelta = TimeDelta::minutes(1);

fn name_of(asked: u64) -> String {
    format!("stop{asked}")
}

/// A Stop button on work that has begun: one question first.
pub fn ask(mut m: Move<'_>) -> Outcome {
    if let Some(stop) = m.ticket.hold.stop.clone() {
        let room = m.facts.actor.as_ref().map_or(&m.ticket.room, |a| &a.room);
        let rooms = m.ticket.shown.get(&m.ticket.slot(&name_of(stop.number)));
        if rooms.is_some_and(|rooms| rooms.contains(room)) && m.now - stop.at < SAME_PRESS {
            return Outcome::Refused(stopping::asked_already());
        }
    }
    let message = stopping::asked_again(&m.ticket);
    close(&mut m, &message);
    let number = m.ticket.version;
    m.ticket.hold.stop = Some(StopAsked { number, at: m.now });
    let mut keys = m.keys();
    let message = stopping::question(&m.ticket, number, &mut keys);
    let name = name_of(number);
    m.answer(&name, message, Class::Must);
    m.bind(&name, keys);
    m.moved()
}

/// Handles the answer; an answer to an older question stops nothing.
pub fn answered(mut m: Move<'_>, asked: u64, sure: bool) -> Outcome {
    if m.ticket.hold.stop.as_ref().is_none_or(|stop| stop.number != asked) {
        return late::late(&m, &Event::StopAnswered { asked, sure });
    }
    if sure {
        return call_off(m, "", Told::InPlace);
    }
    let message = stopping::kept(&m.ticket);
    close(&mut m, &message);
    m.noted(stopping::keeps_going())
}

/// Replaces the text of the open question, if there is one.
fn close(m: &mut Move<'_>, message: &Message) {
    if let Some(stop) = m.ticket.hold.stop.take() {
        m.edit(&name_of(stop.number), message);
    }
}

/// The ticket has ended by itself: drops the question.
pub fn over(m: &mut Move<'_>) {
    let message = stopping::too_late(&m.ticket);
    close(m, &message);
}

/// All tasks have ended, and the flow that gave them takes their results as they are. Their files go to people.
pub fn handed_on(m: &mut Move<'_>) {
    let done = m.ticket.all_done();
    if done {
        send_files(m, "result");
    }
    m.ticket.files.clear();
    m.ticket.stage = Stage::Closed(if done { Ending::Done } else { Ending::Failed });
    over(m);
}

/// Sends the files that were written since the last ones were sent, beside the message of this name.
pub fn send_files(m: &mut Move<'_>, name: &str) {
    let named = |number| tickets::archive(&m.ticket, number);
    let files = sent_along(m.ticket.files.clone(), named);
    // The next report brings what was written since.
    m.ticket.files.clear();
    for (i, file) in files.into_iter().enumerate() {
        let message = tickets::file(&m.ticket, file);
        m.post(&format!("{name}/file{i}"), message, Class::Must);
    }
}

/// Where people are told about the cancellation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    /// In a new message.
    Anew,
    /// In place of the question.
    InPlace,
    /// In one message about all tickets that were cancelled together.
    WithAll,
}

/// Cancels the ticket: runs stop, prompts close, nothing more happens.
pub fn cancel(m: Move<'_>, reason: &str) -> Outcome {
    call_off(m, reason, Told::Anew)
}

/// The same by command, alone or with all others.
pub fn cancelled(m: Move<'_>, reason: &str, with_all: bool) -> Outcome {
    call_off(m, reason, if with_all { Told::WithAll } else { Told::Anew })
}

/// A reopened ticket without a stated change: cancelled, its report stays with its buttons. That is said also where
/// others are cancelled with it, since this one is not.
fn as_before(mut m: Move<'_>, asked: Option<&StopAsked>) -> Outcome {
    let stays = tickets::report_stays(&m.ticket);
    winding_down::wind_down(&mut m, &stays);
    reopened::stays(&mut m);
    match asked {
        // The question becomes its own outcome.
        Some(stop) => m.edit(&name_of(stop.number), &stays),
        None => {
            let name = format!("stays{}", m.ticket.version);
            m.answer(&name, stays, Class::Answer);
        }
    }
    m.noted(wording::talk::left_as_it_is())
}

fn call_off(mut m: Move<'_>, reason: &str, told: Told) -> Outcome {
    let in_place = told == Told::InPlace;
    let by = m.actor_name();
    let asked = m.ticket.hold.stop.take();
    if reopened::open(&m.ticket).is_some() {
        return as_before(m, asked.as_ref());
    }
    let open = match (m.ticket.open_round(), m.ticket.stage) {
        (Some((round, _)), _) => Some(Open::Questions(round)),
        (None, Stage::Confirming) => Some(Open::Card),
        (None, Stage::Intake | Stage::Clarifying | Stage::Working | Stage::Reporting | Stage::Closed(_)) => {
            stopping_now(&m).map(Open::Decision)
        }
    };
    for kept in [&mut m.ticket.files, &mut m.ticket.written] {
        Attached::add(kept, &m.facts.written);
    }
    let message = tickets::cancelled(&m.ticket, &by, reason);
    winding_down::wind_down(&mut m, &message);
    m.ticket.stage = Stage::Closed(Ending::Cancelled);
    m.ticket.hold.cancelled = Some(Cancelled { by: m.stored_name(), reason: short(reason, 500), open });
    let (progress, card_name) = (m.ticket.progress_name(), m.card_name());
    m.edit(&progress, &message);
    if m.ticket.started_at.is_none() {
        let card = cards::card_settled(&m.ticket, m.facts, &tickets::cancelled_by(&by));
        m.edit(&card_name, &card);
    }
    if told == Told::WithAll {
        if let Some(stop) = asked {
            m.edit(&name_of(stop.number), &message);
        }
        return m.noted(tickets::cancelled_note());
    }
    let mut keys = m.keys();
    let mut outcome = tickets::cancelled_undo(&m.ticket, &by, reason, &mut keys);
    // An act that nobody asked for is news and notifies people.
    outcome.silent = m.facts.actor.is_some();
    let name = match &asked {
        // The question becomes its own outcome.
        Some(stop) if in_place => name_of(stop.number),
        Some(_) | None => format!("cancelled{}", m.ticket.version),
    };
    if let Some(stop) = asked {
        m.edit(&name_of(stop.number), if in_place { &outcome } else { &message });
    }
    if !in_place {
        m.answer(&name, outcome, Class::Answer);
    }
    m.bind(&name, keys);
    m.noted(tickets::cancelled_note())
}

/// The decision that stops the ticket in this very step, counted from 0.
fn stopping_now(m: &Move<'_>) -> Option<usize> {
    // An unread idea is read again and asked about then.
    let now = |d: &Decision| d.verdict().is_some_and(|verdict| verdict.at == m.now) && !d.task.is_empty();
    m.ticket.decisions.iter().rposition(|d| now(d) && stops(d))
}

/// Whether the last option was taken, where that one stops the ticket.
fn stops(decision: &Decision) -> bool {
    match decision.subject {
        Subject::Approval => decision.permit() == Some(Permit::Stop),
        Subject::Limit | Subject::Budget(_) | Subject::Failure | Subject::Assign => {
            let option = decision.verdict().and_then(|verdict| verdict.option);
            option.is_some_and(|option| option + 1 == decision.asked.options.len())
        }
        Subject::Work | Subject::Plan | Subject::Unknown | Subject::Redo => false,
    }
}
