//! Sentences about changing a decision that the work has used.

use super::approvals::operation_of;
use super::decisions;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::ticket::decisions::changed;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording::style::question_marks;
use crate::secretary::wording::ticket::tickets::about;
use chrono_tz::Tz;

/// Another option counts from now on, in the place of `decision`.
pub fn changed_to(ticket: &Ticket, decision: &Decision, label: &str, before: &str) -> Message {
    let said = |words: &str, most: usize| question_marks::called(decision, words.trim_end_matches('.'), most);
    let (label, before) = (said(label, 200), said(before, 100));
    about(
        ticket,
        format!(" ✔ Changed: {label}, no longer {before}. The new report follows.{}", done_since(ticket, decision)),
    )
}

/// What people let the work do outside after this decision, which its change does not undo.
fn done_since(ticket: &Ticket, decision: &Decision) -> String {
    let Some(since) = decision.verdict().map(|verdict| verdict.at) else { return String::new() };
    let allowed = |d: &&Decision| {
        let option = d.verdict().filter(|verdict| verdict.at >= since).and_then(|verdict| verdict.option);
        d.subject == Subject::Approval && option.is_some_and(|o| d.proposed.as_ref().is_some_and(|p| p.allows(o)))
    };
    let done: Vec<String> =
        ticket.decisions.iter().filter(allowed).filter_map(|d| d.proposed.as_deref()).map(operation_of).collect();
    match done.as_slice() {
        [] => String::new(),
        [one] => format!(" What you let the work do since stays done: {one}."),
        [one, more @ ..] => format!(" What you let the work do since stays done: {one}, and {} more.", more.len()),
    }
}

/// What a decision may be changed to.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// Another option, which was named.
    Option(usize),
    /// Nothing was named yet.
    Anything,
}

/// It was decided and is over: whether it is to be changed.
/// `already`: what was decided; `wanted`: to what it is to be changed.
pub fn change(ticket: &Ticket, decision: &Decision, already: &str, wanted: &Wanted, keys: &mut Keys) -> Message {
    let text =
        format!("{already} #{} is done with it.{} Shall I change that?", ticket.number, done_since(ticket, decision));
    offered(Message::lines([text]), (ticket, decision), wanted, keys)
}

/// The options it may be changed to, each with its button, and a button to keep it.
fn offered(
    mut message: Message,
    (ticket, decision): (&Ticket, &Decision),
    wanted: &Wanted,
    keys: &mut Keys,
) -> Message {
    let key = || decision.key.clone();
    let to = |words: &str| format!("Change it to {}", question_marks::called(decision, words, 60));
    let of_option = |option: usize| {
        let choice = decision.asked.options.get(option)?;
        Some((to(&choice.label), TicketAct::Change { decision: key(), option }))
    };
    let buttons: Vec<(String, TicketAct)> = match wanted {
        Wanted::Option(option) => of_option(*option).into_iter().collect(),
        Wanted::Anything => {
            let (back, before) = back(ticket, decision).unzip();
            let others = changed::others(decision).into_iter().filter(|option| Some(Some(*option)) != before);
            back.into_iter().chain(others.filter_map(of_option)).collect()
        }
    };
    for (label, act) in buttons {
        message = message.row(vec![keys.plain(label, act.on(&ticket.id))]);
    }
    if matches!(wanted, Wanted::Anything) {
        let other = TicketAct::ChangeOther { decision: key() }.on(&ticket.id);
        message = message.row(vec![keys.form("Other…", "Your own answer", "What do you decide?", other)]);
    }
    message.row(vec![keys.plain("Leave it", Action::Leave)])
}

/// The button that brings back what counted before it was changed, with the option that was; none where it was never changed, or
/// the same counts again.
fn back(ticket: &Ticket, decision: &Decision) -> Option<((String, TicketAct), Option<usize>)> {
    let before = ticket.decision(decision.instead_of.as_ref()?)?.verdict()?;
    let now = decision.verdict()?;
    if before.text == now.text {
        return None;
    }
    let key = decision.key.clone();
    let words = before.text.trim();
    let words = if before.option.is_some() || words.is_empty() { &before.text } else { words };
    let label = format!("Change it back to {}", question_marks::called(decision, words, 60));
    let act = match before.option {
        Some(option) => TicketAct::Change { decision: key, option },
        None => TicketAct::ChangeTo { decision: key, text: before.text.clone() },
    };
    Some(((label, act), before.option))
}

/// The question whether a decision is to be changed, once it was: what counts now.
pub fn now(number: i64, decision: &Decision, zone: Tz) -> Message {
    let outcome = decisions::outcome(decision, zone, Span::Text);
    let head = [Span::Strong(format!("#{number}")), Span::strong(" Changed meanwhile: ")];
    Message::default().spans(head.into_iter().chain(outcome).collect())
}

/// What a person decided cannot be undone: the work has gone on with it. How it can still be changed.
/// `already`: what was decided. `ended`: it was allowed for good, which ended just now.
pub fn gone_on(ticket: &Ticket, decision: &Decision, already: &str, ended: bool, keys: &mut Keys) -> Message {
    let already = if ended { format!("{already} From now on I ask again.") } else { already.to_owned() };
    if ticket.closed() {
        let how = if ticket.stage == Stage::Closed(Ending::Done) {
            "is done. Reply to its report to have it revised, or begin anew."
        } else {
            "is over. It can begin anew."
        };
        let text = format!("{already} #{} has gone on with it and {how}", ticket.number);
        let anew = keys.plain("Ask me again", ticket.anew());
        return Message::lines([text]).row(vec![anew]);
    }
    let chosen = decision.verdict().and_then(|v| v.option);
    let other = decision.asked.options.iter().enumerate().find(|(i, _)| Some(*i) != chosen).map(|(_, o)| &o.label);
    let example = other.map_or_else(String::new, |label| format!(", for example: actually {label}"));
    let n = ticket.number;
    Message::lines([format!("{already} #{n} goes on with it. Say what you want instead and I pass it on{example}")])
}

/// The message to a run that may have continued with the undone answer.
pub fn changed(decision: &Decision, answer: &str) -> String {
    format!("What I told you about “{}” was taken back. {answer}. Go by this from now on.", decision.asked.question)
}
