//! What is said along a ticket's way: receipt, questions, card, progress, report.

use super::super::action::{Action, TicketAct};
use super::super::facts::Facts;
use super::super::keys::Keys;
use super::super::message::{Attached, Block, Message, Span};
use super::super::ticket::{Blocked, Report, Task, TaskState, Ticket, Waiting};
use super::super::when;
use super::questions::ask_first;
use super::{count, plural, short};
use chrono::{DateTime, Utc};

/// Characters of an idea that the thinking reads; the rest is kept.
pub const READ_CHARS: usize = 20_000;
/// How a card begins.
const CARD_HEAD: &str = " Here is what I'll do";
/// A report longer than this comes with the whole of it attached.
const LONG_REPORT: usize = 6_000;

/// "#12" in bold, the start of every message about a ticket.
pub(super) fn number(ticket: &Ticket) -> Span {
    Span::Strong(format!("#{}", ticket.number))
}

/// The receipt: the number and the person's own words.
pub fn receipt(ticket: &Ticket, paused: bool) -> Message {
    let quoted = format!(" “{}” Got it.", short(&ticket.idea, 60));
    let mut message = Message::default().spans(vec![number(ticket), Span::text(quoted)]);
    let length = ticket.idea.chars().count();
    if length > READ_CHARS {
        message = message.line(format!(
            "That is long ({} characters). I keep all of it and read the first {}.",
            count(length as u64),
            count(READ_CHARS as u64)
        ));
    }
    if paused {
        message = message.line("All work is paused, so I start when somebody sends /resume.");
    }
    message.silently()
}

/// The receipt of words that may belong to a ticket in progress, when only the person can tell.
pub fn receipt_beside(ticket: &Ticket, keys: &mut Keys) -> Message {
    let message = receipt(ticket, false);
    match &ticket.beside {
        Some((into, n)) => {
            let fold = TicketAct::FoldInto { into: into.clone() }.on(&ticket.id);
            message.row(vec![keys.plain(format!("Add to #{n}"), fold)])
        }
        None => message,
    }
}

/// The receipt after its words were added to another ticket.
pub fn folded(ticket: &Ticket, into: i64, keys: &mut Keys) -> Message {
    let text = format!("Added to #{into}: “{}”", short(&ticket.idea, 60));
    Message::lines([text])
        .row(vec![keys.plain("Make it a new idea", Action::NewIdea { text: ticket.idea.clone() })])
        .silently()
}

/// The card: what will happen before it happens.
pub fn card(ticket: &Ticket, facts: &Facts, keys: &mut Keys) -> Message {
    let head = if ticket.curious { " Nothing is unclear to me. Here is what I'll do" } else { CARD_HEAD };
    let id = &ticket.id;
    let message = card_body(ticket, facts, head).row(vec![
        keys.good("Start", TicketAct::Start { card: ticket.card() }.on(id)),
        keys.form("Edit", "What should be different?", "Your correction", TicketAct::Edit.on(id)),
        keys.bad("Cancel", TicketAct::Cancel.on(id)),
    ]);
    message.row(ask_first(ticket, facts, keys))
}

/// The card of work that goes on although nobody answered its questions.
pub fn card_unanswered(ticket: &Ticket, facts: &Facts) -> Message {
    let outcome = "Nobody answered, so I go on like this. Reply here to change it.";
    card_body(ticket, facts, CARD_HEAD).spans(vec![Span::strong(outcome)])
}

/// The agreed card while work waits for somebody's word.
pub fn card_waiting(ticket: &Ticket, facts: &Facts, by: &str, keys: &mut Keys) -> Message {
    let line = format!("dispatch {}", ticket.number);
    card_settled(ticket, facts, &format!("Agreed by {by}. Work waits for your word."))
        .row(vec![keys.good("Dispatch", Action::Command { line })])
}

/// The card without buttons, with what became of it.
pub fn card_settled(ticket: &Ticket, facts: &Facts, outcome: &str) -> Message {
    card_body(ticket, facts, CARD_HEAD).spans(vec![Span::strong(outcome)]).silently()
}

fn card_body(ticket: &Ticket, facts: &Facts, head: &str) -> Message {
    let needed = &ticket.requirement;
    let mut message = Message::default().spans(vec![number(ticket), Span::text(head)]);
    message = message.line(needed.summary.clone());
    match needed.done_when.as_slice() {
        [] => {}
        [one] => message = message.spans(vec![Span::strong("Done when: "), Span::text(one.clone())]),
        several => {
            message = message.spans(vec![Span::strong("Done when:")]);
            for point in several {
                message.blocks.push(Block::Item { depth: 0, number: None, spans: vec![Span::text(point.clone())] });
            }
        }
    }
    let mut line = Vec::new();
    if !needed.due.is_empty() {
        line.extend([Span::strong("By: "), Span::text(format!("{}. ", needed.due.trim_end_matches('.')))]);
    }
    line.extend([Span::strong("Working on it: "), Span::text(format!("{}.", crew(ticket, facts)))]);
    message = message.spans(line);
    if !needed.assumptions.is_empty() {
        let list = needed.assumptions.iter().map(|a| a.trim_end_matches('.')).collect::<Vec<_>>().join("; ");
        message =
            message.spans(vec![Span::strong("I assume: "), Span::text(format!("{list}. Say so if that's wrong."))]);
    }
    message
}

/// The agents of the plan in order, without repetition.
fn crew(ticket: &Ticket, facts: &Facts) -> String {
    let mut names: Vec<String> = Vec::new();
    for task in &ticket.tasks {
        let agent = task.agent.as_deref().or(task.pinned.as_deref());
        let name = agent.map_or_else(|| "whoever is free".to_owned(), |a| facts.agent_title(a).to_owned());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { "me".to_owned() } else { names.join(", then ") }
}

/// The one line of progress, edited in place.
pub fn progress(ticket: &Ticket, facts: &Facts, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    let id = &ticket.id;
    let message = progress_line(ticket, facts, now);
    if ticket.closed() {
        return message;
    }
    let switch = if ticket.paused || matches!(ticket.waiting, Some(Waiting::Model(_) | Waiting::Setup(_))) {
        keys.good(if ticket.paused { "Resume" } else { "Try now" }, TicketAct::Resume.on(id))
    } else {
        keys.plain("Pause", TicketAct::Pause.on(id))
    };
    message.row(vec![switch, keys.bad("Stop", TicketAct::Cancel.on(id))])
}

/// The line itself.
fn progress_line(ticket: &Ticket, facts: &Facts, now: DateTime<Utc>) -> Message {
    let done = ticket.tasks.iter().filter(|t| t.state == TaskState::Completed).count();
    let total = ticket.tasks.len();
    let head = if total > 1 { format!(" ▸ {done}/{total} · ") } else { " ▸ ".to_owned() };
    let mut message = Message::default().spans(vec![number(ticket), Span::text(format!("{head}{}", ticket.doing))]);
    if total > 1 {
        for task in &ticket.tasks {
            message = message.line(task_line(task, facts));
        }
    }
    if let Some(begun) = ticket.started_at.filter(|b| (now - *b).num_minutes() >= 1) {
        message = message.spans(vec![Span::Soft(format!("{} so far", when::say_duration(now - begun)))]);
    }
    message.silently()
}

fn task_line(task: &Task, facts: &Facts) -> String {
    let who = task.agent.as_deref().map(|a| format!("{}: ", facts.agent_title(a))).unwrap_or_default();
    let icon = task_mark(&task.state);
    let after = match &task.state {
        TaskState::Claimed | TaskState::InProgress if task.attempts > 1 => {
            format!(" (try {} of {})", task.attempts, super::super::ticket::MAX_ATTEMPTS)
        }
        TaskState::Pending | TaskState::Claimed | TaskState::InProgress | TaskState::Completed => String::new(),
        TaskState::Blocked(Blocked::Decision(_)) => " (waits for your decision)".to_owned(),
        TaskState::Blocked(Blocked::Dependency(_)) => " (waits for a task that failed)".to_owned(),
        TaskState::Blocked(Blocked::NoAgent(why)) => format!(" ({why})"),
        TaskState::Blocked(Blocked::Paused) => " (paused)".to_owned(),
        TaskState::Failed => " (failed)".to_owned(),
    };
    format!("{icon} {who}{}{after}", short(&task.title, 60))
}

/// The mark of a task.
pub(super) fn task_mark(state: &TaskState) -> &'static str {
    match state {
        TaskState::Pending => "○",
        TaskState::Claimed | TaskState::InProgress => "▸",
        TaskState::Blocked(Blocked::Decision(_)) => "?",
        TaskState::Blocked(Blocked::Dependency(_) | Blocked::NoAgent(_)) => "…",
        TaskState::Blocked(Blocked::Paused) => "‖",
        TaskState::Completed => "✔",
        TaskState::Failed => "✖",
    }
}

/// The progress line once all is over.
pub fn progress_over(ticket: &Ticket, how: &str, now: DateTime<Utc>) -> Message {
    let begun = ticket.started_at.filter(|b| (now - *b).num_minutes() >= 1);
    let spent = begun.map(|b| format!(" after {}", when::say_duration(now - b))).unwrap_or_default();
    Message::default().spans(vec![number(ticket), Span::text(format!(" {how}{spent}"))]).silently()
}

/// The report with its footer and buttons.
pub fn report(ticket: &Ticket, report: &Report, keys: &mut Keys) -> Message {
    let mut message = Message::default();
    message.blocks.push(Block::Line(vec![number(ticket), Span::strong(format!(" {}", title(ticket)))]));
    let long = report.text.chars().count() > LONG_REPORT;
    if long {
        let head: String = report.text.chars().take(LONG_REPORT / 3).collect();
        let cut = head.rfind("\n\n").filter(|at| *at > 400).unwrap_or(head.len());
        message.blocks.push(Block::Markdown(head[..cut].to_owned()));
        message = message.spans(vec![Span::Soft("The whole report is attached.".to_owned())]);
        message.file = Some(Attached { name: format!("report-{}.md", ticket.number), text: report.text.clone() });
    } else {
        message.blocks.push(Block::Markdown(report.text.clone()));
    }
    let tokens = ticket.usage.tokens_in + ticket.usage.tokens_out;
    if tokens > 0 {
        message = message.spans(vec![Span::Soft(format!("{} tokens", count(tokens)))]);
    }
    report_keys(ticket, message, keys)
}

/// A file that goes with the report.
pub fn file(ticket: &Ticket, file: Attached) -> Message {
    let line = vec![number(ticket), Span::text(format!(" {}", file.name))];
    Message { file: Some(file), ..Message::default().spans(line) }.silently()
}

fn report_keys(ticket: &Ticket, message: Message, keys: &mut Keys) -> Message {
    let id = &ticket.id;
    message.row(vec![
        keys.plain("👍", TicketAct::Rate { good: true }.on(id)),
        keys.plain("👎", TicketAct::Rate { good: false }.on(id)),
        keys.form("Revise", "What should be different?", "Your wish", TicketAct::Revise.on(id)),
    ])
}

/// A few words for a ticket: the agreed title, else its own words.
pub fn title(ticket: &Ticket) -> String {
    if ticket.requirement.title.is_empty() { ticket.title.clone() } else { short(&ticket.requirement.title, 80) }
}

/// A report was not helpful: what should be different.
pub fn rated_down(ticket: &Ticket) -> Message {
    let text = " Sorry about that. What should be different? Reply here and I'll do it again.";
    Message::default().spans(vec![number(ticket), Span::text(text)])
}

/// A report that has to be done again.
pub fn revising(ticket: &Ticket) -> Message {
    Message::default()
        .spans(vec![number(ticket), Span::text(" Understood, I'm doing it again with that in mind.")])
        .silently()
}

/// Words added to work in progress.
pub fn added(ticket: &Ticket, text: &str) -> Message {
    Message::default().spans(vec![number(ticket), Span::text(format!(" Added: {}.", short(text, 80)))]).silently()
}

/// The ticket was called off; it can be taken back.
pub fn cancelled_undo(ticket: &Ticket, by: &str, reason: &str, keys: &mut Keys) -> Message {
    let undo = TicketAct::Resume.on(&ticket.id);
    cancelled(ticket, by, reason).row(vec![keys.plain("Undo", undo)])
}

/// The ticket was called off.
pub fn cancelled(ticket: &Ticket, by: &str, reason: &str) -> Message {
    let why = if reason.is_empty() { String::new() } else { format!(" ({})", short(reason, 120)) };
    let spans = vec![number(ticket), Span::text(format!(" Cancelled by {by}{why}. Nothing more happens here."))];
    Message::default().spans(spans).silently()
}

/// How many tasks, for the first progress line.
pub fn beginning(ticket: &Ticket) -> String {
    if ticket.tasks.len() > 1 {
        format!("starting with {}", plural(ticket.tasks.len(), "task", "tasks"))
    } else {
        "starting".to_owned()
    }
}

/// Text that begins and ends like a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let first: String = letters.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    let text = format!("{first}{}", letters.as_str());
    if text.ends_with(['.', '!', '?', '…']) { text } else { format!("{text}.") }
}
