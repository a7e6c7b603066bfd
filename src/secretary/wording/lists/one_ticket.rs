//! The view of one ticket: its subject, its state, and what can be done with it.

use super::{DECISIONS, Seen, status};
use crate::secretary::agent::Agent;
use crate::secretary::decision::{AskedOption, Decision};
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Button, Message, Span};
use crate::secretary::names::phrases::short;
use crate::secretary::ticket::decisions::changed;
use crate::secretary::ticket::report::title_of;
use crate::secretary::ticket::task::Task;
use crate::secretary::ticket::{Stage, Status, Ticket, plan_edit};
use crate::secretary::when;
use crate::secretary::wording::decision::decisions;
use crate::secretary::wording::style::question_marks;
use crate::secretary::wording::ticket::tickets::sentence;
use crate::secretary::wording::ticket::{cards, standing, tickets, waiting};
use crate::secretary::wording::{sign, urgency};

/// One ticket, whole, with what can be done with it as it stands.
pub fn ticket(t: &Ticket, roster: &[Agent], seen: Seen<'_>, keys: &mut Keys) -> Message {
    let Seen { reader, zone, now, decides } = seen;
    let mut message = Message::default().spans(vec![
        Span::Strong(format!("#{} {}", t.number, t.short_title())),
        Span::text(format!("  {} {}{}", sign(t), urgency(t.priority), status(t, decides, reader))),
    ]);
    message = message.line(format!("From {}, {}", t.requester_name, when::say_time(t.created_at, zone, now)));
    message.blocks.push(Block::Quote(vec![Span::text(short(&t.idea, 500))]));
    if let Some(why) = waiting::reason(t).filter(|_| t.status() == Status::Waiting) {
        message = message.spans(vec![Span::strong("Waits because: "), Span::text(sentence(&why))]);
    }
    message = standing::ahead(agreed(message, t), t);
    for task in &t.tasks {
        let who = match task.agent.as_deref().map(|a| title_of(roster, a)) {
            Some(who) if task.chosen.is_empty() => who.to_owned(),
            Some(who) => format!("{who}, {}", task.chosen),
            None => String::new(),
        };
        let again = crate::secretary::wording::ticket::progress::history(task);
        let mark = crate::secretary::wording::ticket::progress::mark(task);
        message = message.line(format!("{mark} {} {}{again}", step(task), parenthesised(&who)));
    }
    if let Some(limit) = cards::limit(t) {
        message = message.line(limit);
    }
    if let Some((_, round)) = t.open_round() {
        for (question, answer) in round.pairs() {
            let answer = answer.map_or_else(String::new, |a| format!(" ✔ {}", short(a, 120)));
            message = message.line(format!("Question: {}{answer}", short(&question.text, 200)));
        }
    }
    if let Some(cancelled) = &t.hold.cancelled {
        message = message.line(tickets::cancelled_why(&cancelled.by, &cancelled.reason));
    }
    for decision in &t.decisions {
        let outcome = match changed::successor(t, &decision.key) {
            _ if decision.open() => "open".to_owned(),
            Some(_) => format!("{}; changed later", decisions::outcome_words(decision, zone)),
            None => decisions::outcome_words(decision, zone),
        };
        let line = format!("Decision: {} {}", short(&decision.asked.question, 120), parenthesised(&outcome));
        message = message.spans(vec![question_marks::sign(decision), Span::text(line)]);
    }
    if let Some(report) = t.reports.last() {
        message = message.spans(vec![Span::strong("Report:")]);
        message.blocks.push(Block::Markdown(short_markdown(&report.text)));
    }
    for decision in t.open_decisions().take(DECISIONS) {
        message = message.row(options(t, decision, keys));
    }
    message.row(ways_on(t, keys))
}

/// What a step is. What people wrote into it stands there as they wrote it: it is what is done.
fn step(task: &Task) -> String {
    let words = plan_edit::words(task);
    short(words, if words == task.title { 70 } else { 1_000 })
}

/// What was agreed, or is on its card.
fn agreed(mut message: Message, t: &Ticket) -> Message {
    let needed = &t.requirement;
    // What people wrote of the only step themselves stands below; these sentences are older.
    let own = t.tasks.len() == 1 && plan_edit::of_steps(&t.edits);
    if !own && !needed.summary.is_empty() && needed.summary != t.title {
        message = message.spans(vec![Span::strong("Agreed: "), Span::text(needed.summary.clone())]);
    }
    if !own && !needed.done_when.is_empty() {
        message = message.spans(vec![Span::strong("Done when: "), Span::text(needed.done_when.join("; "))]);
    }
    if !needed.due.is_empty() {
        message = message.spans(vec![Span::strong("By: "), Span::text(needed.due.clone())]);
    }
    if !needed.effort.is_empty() {
        message = message.spans(vec![Span::strong("Effort: "), Span::text(needed.effort.clone())]);
    }
    if !needed.resources.is_empty() {
        message = message.spans(vec![Span::strong("It needs: "), Span::text(needed.resources.join("; "))]);
    }
    if !needed.assumptions.is_empty() {
        message = message.spans(vec![Span::strong("I assume: "), Span::text(needed.assumptions.join("; "))]);
    }
    message
}

/// The buttons of an open decision, each with the number of its ticket.
pub(in crate::secretary::wording) fn options(t: &Ticket, decision: &Decision, keys: &mut Keys) -> Vec<Button> {
    let press = |(option, choice): (usize, &AskedOption), keys: &mut Keys| {
        let action = TicketAct::Decide { decision: decision.key.clone(), option }.on(&t.id);
        keys.plain(format!("#{}: {}", t.number, question_marks::called(decision, &choice.label, 24)), action)
    };
    decision.asked.options.iter().enumerate().map(|choice| press(choice, keys)).collect()
}

/// What can be done with a ticket as it stands.
fn ways_on(t: &Ticket, keys: &mut Keys) -> Vec<Button> {
    let id = &t.id;
    let command = |word: &str| Action::Command { line: format!("{word} {}", t.number) };
    let cancel = |keys: &mut Keys| keys.bad("Cancel", TicketAct::Cancel.on(id));
    let pause = |keys: &mut Keys| keys.plain("Pause", TicketAct::Pause.on(id));
    let mut row = match t.status() {
        Status::Done => vec![keys.plain("Report", command("reports"))],
        Status::Failed => {
            vec![keys.good("Try again", TicketAct::Resume.on(id)), keys.plain("Report", command("reports"))]
        }
        // Nothing of it is left to take up.
        Status::Cancelled if t.folded() => Vec::new(),
        Status::Cancelled => vec![keys.plain("Take it up again", TicketAct::Resume.on(id))],
        Status::Paused => vec![keys.good("Resume", TicketAct::Resume.on(id)), cancel(keys)],
        Status::Confirming => vec![
            keys.good(cards::go_label(t), TicketAct::Start { card: t.card() }.on(id)),
            cards::edit_button(t, keys),
            cancel(keys),
        ],
        Status::Deciding if t.stage == Stage::Confirming => vec![cards::edit_button(t, keys), cancel(keys)],
        Status::Asking if t.open_round().is_some() => {
            vec![keys.plain("Ask again", command("clarify")), pause(keys), cancel(keys)]
        }
        Status::New | Status::Asking | Status::Working | Status::Deciding | Status::Waiting | Status::Reporting => {
            vec![pause(keys), cancel(keys)]
        }
    };
    row.push(keys.plain("History", command("history")));
    row
}

fn parenthesised(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("({text})") }
}

fn short_markdown(text: &str) -> String {
    if text.chars().count() <= 3_000 {
        return text.to_owned();
    }
    let head: String = text.chars().take(3_000).collect();
    format!("{head}…\n\n(The whole of it: /reports and the number.)")
}
