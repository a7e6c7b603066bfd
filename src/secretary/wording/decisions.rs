//! What is said about a decision: the prompt, its outcome, reminders.

use super::super::action::TicketAct;
use super::super::decision::{Decision, DecisionState, Subject};
use super::super::facts::Facts;
use super::super::keys::Keys;
use super::super::message::{Block, Message, Span};
use super::super::ticket::Ticket;
use super::super::when;
use super::people::NAMELESS;
use super::{either, short};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// The prompt: the question, why now, each option with its effect, the recommended one marked with the
/// reason, what happens without an answer, who may decide.
pub fn prompt(ticket: &Ticket, decision: &Decision, facts: &Facts, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    let asked = &decision.asked;
    let mut message = head(ticket, decision);
    if !asked.why.is_empty() {
        message = message.line(asked.why.clone());
    }
    for (i, option) in asked.options.iter().enumerate() {
        message.blocks.push(option_line(i, &option.label, &option.impact, asked.recommended == Some(i)));
    }
    if !asked.reason.is_empty() && asked.recommended.is_some() {
        message = message.line(format!("★ because {}", asked.reason.trim_end_matches('.')));
    }
    let until = when::say_time(decision.remind_at, facts.zone, now);
    message = message.spans(vec![
        Span::text("I'll wait for you and remind you on "),
        Span::Time { at: decision.remind_at, text: until },
        Span::text(format!(". Without an answer nothing happens. {} can decide.", who(ticket, facts))),
    ]);
    message.asks_text = true;
    buttons(ticket, decision, message, keys)
}

fn buttons(ticket: &Ticket, decision: &Decision, mut message: Message, keys: &mut Keys) -> Message {
    for (option, choice) in decision.asked.options.iter().enumerate() {
        let action = TicketAct::Decide { decision: decision.key.clone(), option }.on(&ticket.id);
        let button = if decision.asked.recommended == Some(option) {
            keys.good(format!("★ {}", choice.label), action)
        } else {
            keys.plain(choice.label.clone(), action)
        };
        message = message.row(vec![button]);
    }
    match decision.subject {
        Subject::Work => {
            let other = TicketAct::DecideOther { decision: decision.key.clone() }.on(&ticket.id);
            message.row(vec![keys.form("Other…", "Your own answer", "What do you decide?", other)])
        }
        Subject::Limit | Subject::Failure => message,
    }
}

fn head(ticket: &Ticket, decision: &Decision) -> Message {
    let label = match decision.subject {
        Subject::Work => " One decision for you",
        Subject::Limit => " A limit is reached",
        Subject::Failure => " A step did not work",
    };
    Message::default()
        .spans(vec![Span::Strong(format!("#{}", ticket.number)), Span::text(label)])
        .spans(vec![Span::strong(decision.asked.question.clone())])
}

fn option_line(index: usize, label: &str, impact: &str, recommended: bool) -> Block {
    let star = if recommended { "★ " } else { "" };
    let effect = if impact.is_empty() { String::new() } else { format!(" ({})", impact.trim_end_matches('.')) };
    let spans = vec![Span::text(format!("{}. {star}", index + 1)), Span::strong(label), Span::text(effect)];
    Block::Line(spans)
}

/// Who may decide, by name: the requester and the deciders. Somebody without a name is "you" if there is nobody
/// else, and an owner otherwise.
fn who(ticket: &Ticket, facts: &Facts) -> String {
    let all = || std::iter::once(&ticket.requester_name).chain(&facts.deciders);
    let mut names: Vec<String> = Vec::new();
    for name in all().filter(|name| *name != NAMELESS) {
        if names.len() < 4 && !names.contains(name) {
            names.push(name.clone());
        }
    }
    if all().any(|name| name == NAMELESS) {
        names.push(if names.is_empty() { "You" } else { "an owner" }.to_owned());
    }
    either(&names)
}

/// The prompt after it was settled: the outcome stands where the buttons were.
pub fn settled(ticket: &Ticket, decision: &Decision, zone: Tz) -> Message {
    let message = head(ticket, decision);
    match &decision.state {
        DecisionState::Made(_) => message.spans(vec![Span::strong(outcome(decision, zone))]).silently(),
        DecisionState::Dropped => message.line("No longer needed.").silently(),
        DecisionState::Open => message,
    }
}

/// "✔ Only monthly terms. Mara, 14:12".
pub fn outcome(decision: &Decision, zone: Tz) -> String {
    match decision.verdict() {
        Some(v) => format!("✔ {}. {}, {}", v.text.trim_end_matches('.'), v.name, when::say_clock(v.at, zone)),
        None => String::new(),
    }
}

/// What a late presser hears: "Already decided: only monthly terms (Mara, 14:12)."
pub fn already(decision: &Decision, zone: Tz) -> String {
    match decision.verdict() {
        Some(v) => format!(
            "Already decided: {} ({}, {}).",
            short(v.text.trim_end_matches('.'), 100),
            v.name,
            when::say_clock(v.at, zone)
        ),
        None => "This decision is no longer needed.".to_owned(),
    }
}

/// A planned reminder of an open decision.
pub fn reminder(ticket: &Ticket, decision: &Decision) -> Message {
    Message::default().spans(vec![
        Span::Strong(format!("#{}", ticket.number)),
        Span::text(format!(
            " still waits for a decision: {} Press a button above, or reply with the number of an option.",
            decision.asked.question
        )),
    ])
}

/// The note to the requester when prompts go to other rooms.
pub fn asked_elsewhere() -> &'static str {
    "waiting for a decision (asked in the room for decisions)"
}

/// An option number that does not exist.
pub fn no_such_option(options: usize) -> String {
    format!("There is no such option. Please choose a number from 1 to {options}.")
}
