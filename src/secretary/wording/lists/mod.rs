//! Lists and single tickets, as people read them.

pub mod brief;
pub mod digest;
pub mod history;
pub mod one_ticket;
pub mod progress;
pub mod team;
pub mod trend;

use super::super::decision::Decision;
use super::super::dispatch::record::Record;
use super::super::ids::PersonId;
use super::super::message::action::{Action, TicketAct};
use super::super::message::commands::Which;
use super::super::message::keys::Keys;
use super::super::message::views::Asking;
use super::super::message::{Block, Button, Message, Span};
use super::super::people::names::{AT_THE_PAGE, NAMELESS};
use super::super::people::workspace::Person;
use super::super::ticket::{MAX_ROUNDS, Status, TaskState, Ticket};
use super::super::when;
use super::decision::{asked_again, deadlines, decisions, voting};
use super::ticket::{cards, standing, tickets, waiting};
use super::{mark, urgency};
use crate::secretary::agent::Agent;
use crate::secretary::names::phrases::{plural, short};
use crate::secretary::ticket::decisions::rights::{Decides, Left, decides_for};
use crate::secretary::ticket::decisions::{authors, rights};
use crate::secretary::wording::style::{moments, question_marks};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::collections::BTreeMap;

/// Tickets shown on one page, each with its button.
pub const PAGE: usize = 8;

/// Open decisions on one page (platform-facts D33: five rows).
pub const DECISIONS: usize = 3;
/// Plans listed with a button each (platform-facts D33: five in a row).
const PLANS: usize = 5;

/// Who reads, and when.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The only person who reads it, if it is one.
    pub reader: Option<&'a PersonId>,
    /// Their zone.
    pub zone: Tz,
    /// The moment.
    pub now: DateTime<Utc>,
    /// Who decides about the ticket it is.
    pub decides: Decides,
}

/// The status in words, with why it waits and for whom: "asking you (1/2)", "working 2/5", "waiting: Writer is busy".
pub fn status(ticket: &Ticket, decides: Decides, reader: Option<&PersonId>) -> String {
    let done = ticket.tasks.iter().filter(|t| t.state == TaskState::Completed).count();
    let own = reader == Some(&ticket.requester);
    let name = if ticket.requester_name == NAMELESS { AT_THE_PAGE } else { ticket.requester_name.as_str() };
    let name = short(name, 30);
    match ticket.status() {
        Status::New => "new".to_owned(),
        Status::Asking if ticket.open_round().is_none() => "reading your answers".to_owned(),
        Status::Asking => {
            format!("asking {} ({}/{MAX_ROUNDS})", if own { "you" } else { name.as_str() }, ticket.rounds.len())
        }
        Status::Confirming if own => "waiting for your go".to_owned(),
        Status::Confirming => format!("waiting for the go of {name}"),
        Status::Working if ticket.tasks.len() > 1 => format!("working {done}/{}", ticket.tasks.len()),
        Status::Working => "working".to_owned(),
        Status::Deciding if ticket.open_decisions().all(Decision::waits) => in_line(ticket, reader).to_owned(),
        Status::Deciding if ticket.open_decisions().all(|decision| decision.four_eyes) => {
            format!("waiting for {}", somebody_else(ticket, decides, reader))
        }
        Status::Deciding if decides == Decides::Approvers => "waiting for an approver".to_owned(),
        Status::Deciding if own => left_to(ticket, reader).to_owned(),
        Status::Deciding => format!("waiting for {name} or an approver"),
        Status::Waiting => match waiting::reason(ticket) {
            // What could change it stands on the card.
            Some(why) => format!("waiting: {}", short(why.split(" (").next().unwrap_or(&why), 60)),
            None => "waiting".to_owned(),
        },
        Status::Paused => "paused".to_owned(),
        Status::Reporting => "writing the report".to_owned(),
        Status::Done if ticket.in_part() => "done in part".to_owned(),
        Status::Done => "done".to_owned(),
        Status::Failed => "failed".to_owned(),
        Status::Cancelled => standing::folded(ticket).unwrap_or_else(|| "cancelled".to_owned()),
    }
}

/// That nobody was shown yet what is to be decided.
fn in_line(ticket: &Ticket, reader: Option<&PersonId>) -> &'static str {
    let theirs = |person: &PersonId| ticket.open_decisions().any(|decision| decision.queued.contains(person));
    if reader.is_some_and(theirs) { "a decision is on its way to you" } else { "a decision waits its turn" }
}

/// Whether it waits for whoever sent it, who reads this: they are asked where the idea came from or alone, or others are as well.
fn left_to(ticket: &Ticket, reader: Option<&PersonId>) -> &'static str {
    let of = |d: &Decision| reader.is_some_and(|person| d.votes.iter().any(|vote| vote.of(person)));
    let asked = |d: &Decision| d.asks.is_empty() || reader.is_some_and(|person| d.asks.contains(person));
    let here = |d: &Decision| d.asks.len() <= 1 || d.rooms.contains(&ticket.room);
    let left: Vec<&Decision> = ticket.shown_decisions().filter(|d| !of(d)).collect();
    if left.is_empty() {
        return "waiting for others to decide";
    }
    match left.into_iter().filter(|d| asked(d)).collect::<Vec<_>>().as_slice() {
        [] => "waiting for a decision in another chat",
        asked if asked.iter().any(|d| here(d)) => "waiting for you",
        // They are asked in a room for decisions, where they may not be.
        _ => "waiting for you or an approver (/decisions)",
    }
}

/// Who decides under four eyes: nobody who shaped the plan.
pub(super) fn somebody_else(ticket: &Ticket, decides: Decides, reader: Option<&PersonId>) -> String {
    if reader.is_some_and(|person| authors::shaped(ticket, person)) {
        return "an approver other than you".to_owned();
    }
    match (decides, ticket.requester_name.as_str()) {
        (Decides::Approvers, _) | (Decides::Sender, NAMELESS) => "another approver".to_owned(),
        (Decides::Sender, name) => format!("an approver other than {}", short(name, 30)),
    }
}

/// One line of a list.
fn line(ticket: &Ticket, page: Page<'_>) -> Block {
    let text = format!(
        " {} {}{} · {}",
        mark(ticket.status()),
        urgency(ticket.priority),
        short(&ticket.short_title(), 60),
        status(ticket, page.left.of(ticket), page.reader)
    );
    Block::Line(vec![Span::Strong(format!("#{}", ticket.number)), Span::text(text)])
}

/// Which page of which list, for whom.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// Which tickets.
    pub which: Which,
    /// It is not the first page.
    pub older: bool,
    /// The reader may send ideas, and is shown some to try when there is nothing to list; whether a language model is
    /// there to read them.
    pub sends: Option<bool>,
    /// The only person who reads it, if it is one.
    pub reader: Option<&'a PersonId>,
    /// About which of them approvers alone decide.
    pub left: &'a Left,
}

/// A page of tickets, newest first; one more than a page means that there are older ones.
pub fn list(found: &[Ticket], page: Page<'_>, keys: &mut Keys) -> Message {
    if found.is_empty() && page.older {
        return Message::lines(["There are no older ones."]).row(ways(page, None, keys));
    }
    if found.is_empty() {
        return nothing(page, keys);
    }
    let head = if page.older { "older ones" } else { "newest first" };
    let mut message = Message::default().spans(vec![Span::strong(name(page.which)), Span::text(format!(", {head}"))]);
    let shown = &found[..found.len().min(PAGE)];
    message.blocks.extend(shown.iter().map(|ticket| line(ticket, page)));
    for row in shown.chunks(PAGE / 2) {
        let show = |ticket: &Ticket| keys.plain(format!("#{}", ticket.number), TicketAct::Show.on(&ticket.id));
        message = message.row(row.iter().map(show).collect());
    }
    let last = found.get(PAGE - 1).filter(|_| found.len() > PAGE).map(|t| t.number);
    let turn = ways(page, last, keys);
    message.row(turn).row(filters(page.which, keys))
}

/// To the newest and to the older ones.
fn ways(page: Page<'_>, last: Option<i64>, keys: &mut Keys) -> Vec<Button> {
    let word = word(page.which);
    let newest = page.older.then(|| keys.plain("‹ Newest", Action::Page { line: format!("list {word}") }));
    let older = last.map(|n| keys.plain("Older ›", Action::Page { line: format!("list {word} before {n}") }));
    newest.into_iter().chain(older).collect()
}

/// The other lists.
fn filters(which: Which, keys: &mut Keys) -> Vec<Button> {
    let others = [Which::Open, Which::Done, Which::Failed, Which::All].into_iter().filter(|other| *other != which);
    others.map(|other| keys.plain(name(other), Action::Page { line: format!("list {}", word(other)) })).collect()
}

fn name(which: Which) -> &'static str {
    match which {
        Which::Open => "Open",
        Which::Done => "Done",
        Which::Failed => "Failed",
        Which::All => "All",
        Which::Only(status) => status_name(status),
    }
}

fn word(which: Which) -> &'static str {
    match which {
        Which::Open => "open",
        Which::Done => "done",
        Which::Failed => "failed",
        Which::All => "all",
        Which::Only(status) => status.name(),
    }
}

fn nothing(page: Page<'_>, keys: &mut Keys) -> Message {
    let words = match page.which {
        Which::Open if page.sends.is_some() => "Nothing open. Send me an idea, or try:",
        Which::All if page.sends.is_some() => "Nothing here yet. Send me an idea, or try:",
        Which::Open => "Nothing open.",
        Which::All => "Nothing here yet.",
        Which::Done => "Nothing is done yet. /list shows what is open.",
        Which::Failed => "Nothing has failed. /list shows what is open.",
        Which::Only(_) => "No ticket is in that state. /list shows what is open.",
    };
    let message = Message::lines([words]);
    match page.sends {
        Some(reads) if matches!(page.which, Which::Open | Which::All) => {
            super::talk::help::suggestions(message, reads, keys)
        }
        Some(_) | None if matches!(page.which, Which::Open | Which::All) => message,
        // Whoever turned to this page can turn on.
        Some(_) | None => message.row(filters(page.which, keys)),
    }
}

/// Open decisions with their tickets, those with the nearest end first, then the oldest: an order that stays.
pub fn in_order(found: &[Ticket]) -> Vec<(&Ticket, &Decision)> {
    let mut all: Vec<_> = found.iter().flat_map(|t| t.open_decisions().map(move |d| (t, d))).collect();
    all.sort_by_key(|(t, d)| turn(t, d));
    all
}

/// The place of a decision in the list, also once it is made.
pub fn turn<'a>(ticket: &Ticket, decision: &'a Decision) -> (bool, DateTime<Utc>, i64, &'a str) {
    let at = decision.asked.deadline.map_or(decision.asked_at, |deadline| deadline.at);
    (decision.asked.deadline.is_none(), at, ticket.number, decision.key.as_str())
}

/// A page of decisions, each with its options to press, with who can where its only reader may not, or with what came of it.
/// `more`: there is another page.
pub fn open_decisions(
    found: &[(&Ticket, &Decision)],
    (asking, more): (Asking, bool),
    (reader, zone, now): (Option<&Person>, Tz, DateTime<Utc>),
    keys: &mut Keys,
) -> Message {
    if found.is_empty() && matches!(asking, Asking::Listed(_)) {
        return Message::lines(["Nothing waits for a decision. /list shows what goes on, /history what was decided."]);
    }
    let mut message = asked_again::head(asking, found);
    for (ticket, decision) in found {
        if !decision.open() {
            let question = Span::text(format!("{} ", short(&decision.asked.question, 300)));
            let spans = [question_marks::before(ticket, decision), question].into_iter();
            message = message.spans(spans.chain(decisions::outcome(decision, zone, Span::Strong)).collect());
            continue;
        }
        message = open_decision(message, ticket, decision, zone, now);
        if let Some(reader) = reader.filter(|person| !rights::may_decide(person, ticket, decision.four_eyes)) {
            let other = || somebody_else(ticket, decides_for(reader, ticket), Some(&reader.id));
            let who = if decision.four_eyes { other() } else { "an approver".to_owned() };
            message = message.line(format!("  waits for {who}"));
            continue;
        }
        message = message.row(one_ticket::options(ticket, decision, keys));
        // Its place among all of the ticket, so that it stays when others are made.
        let place = ticket.decisions.iter().position(|other| other.key == decision.key).map_or(1, |at| at + 1);
        message = message.line(if ticket.open_decisions().count() == 1 {
            format!("  or send: /decide {} 1", ticket.number)
        } else {
            format!("  or send: /decide {}.{place} 1", ticket.number)
        });
    }
    let Asking::Listed(later) = asking else { return asked_again::foot(message, more) };
    let first = later.then(|| keys.plain("‹ First", Action::Page { line: "decisions".to_owned() }));
    let more = found.last().filter(|_| more).map(|(ticket, decision)| {
        let line = format!("decisions after {} {}", ticket.number, decision.key);
        keys.plain("More ›", Action::Page { line })
    });
    message.row(first.into_iter().chain(more).collect())
}

/// Plans that wait for somebody's go, as many as fit, each with the button that lets it begin.
pub fn plans(waiting: &[Ticket], keys: &mut Keys) -> Message {
    let what = plural(waiting.len(), "plan waits", "plans wait");
    let mut message = Message::default().spans(vec![Span::strong(format!("{} {what} for a go", question_marks::PLAN))]);
    let (shown, rest) = waiting.split_at(waiting.len().min(PLANS));
    for ticket in shown {
        message = message.spans(vec![tickets::number(ticket), Span::text(format!(" {}", ticket.short_title()))]);
    }
    if !rest.is_empty() {
        message = message.line(format!("… and {} more: /list shows all.", rest.len()));
    }
    let start = |ticket: &Ticket, keys: &mut Keys| {
        let act = TicketAct::Start { card: ticket.card() };
        keys.good(format!("{} #{}", cards::go_label(ticket), ticket.number), act.on(&ticket.id))
    };
    let starts: Vec<Button> = shown.iter().map(|ticket| start(ticket, keys)).collect();
    let first = shown.first().map_or(0, |ticket| ticket.number);
    message.line(format!("/show {first} shows all of it, with Edit and Cancel.")).row(starts)
}

fn open_decision(mut message: Message, ticket: &Ticket, decision: &Decision, zone: Tz, now: DateTime<Utc>) -> Message {
    let mut line = vec![question_marks::before(ticket, decision), Span::text(short(&decision.asked.question, 300))];
    if decision.waits() {
        line.push(Span::text(" · waits its turn"));
    } else if let Some(deadline) = decision.deadline() {
        let mut left = format!(", {}", when::say_relative(deadline.at, now));
        if let Some(silence) = deadlines::silence_briefly(decision, deadline.policy) {
            left = format!("{left}. {silence}");
        }
        line.extend([Span::text(" · by "), moments::time(deadline.at, zone, now), Span::text(left)]);
    }
    message = message.spans(line);
    for (option, choice) in decision.asked.options.iter().enumerate() {
        let star = if decision.asked.recommended == Some(option) { "★ " } else { "" };
        let label = question_marks::called(decision, &choice.label, 200);
        message = message.line(format!("  {}. {star}{label}", option + 1));
    }
    voting::in_a_list(decision).into_iter().fold(message, |message, line| message.line(format!("  {line}")))
}

/// Who works here.
pub fn agents(roster: &[Agent], loads: &BTreeMap<String, u32>, records: &BTreeMap<String, Record>) -> Message {
    if roster.is_empty() {
        return Message::lines(["Nobody works here. Put agent files into the folder “agents” and start me again."]);
    }
    let mut message = Message::default().spans(vec![Span::strong("Who works here")]);
    for agent in roster {
        let busy = loads.get(&agent.name).copied().unwrap_or(0);
        let state = if busy == 0 { "free".to_owned() } else { plural(busy as usize, "task", "tasks") };
        message = message
            .spans(vec![Span::strong(agent.title.clone()), Span::text(format!(", {state}: {}", agent.description))]);
        if let Some(record) = records.get(&agent.name) {
            let Record { done, failed, good, bad } = record;
            let line = format!("{done} done, {failed} failed, 👍 {good}, 👎 {bad}; score {} of 100", record.score());
            message = message.spans(vec![Span::Soft(line)]);
        }
    }
    message
}

/// A status as a heading.
fn status_name(status: Status) -> &'static str {
    match status {
        Status::New => "New",
        Status::Asking => "Asking you something",
        Status::Confirming => "Waiting for your Start",
        Status::Working => "Working",
        Status::Deciding => "Waiting for a decision",
        Status::Waiting => "Waiting for something else",
        Status::Paused => "Paused",
        Status::Reporting => "Writing the report",
        Status::Done => "Done",
        Status::Failed => "Failed",
        Status::Cancelled => "Cancelled",
    }
}

/// Counts by status; every status appears.
pub fn stats(counts: &BTreeMap<Status, u64>) -> Message {
    let total: u64 = counts.values().sum();
    let mut message = Message::default().spans(vec![Span::strong(plural(
        usize::try_from(total).unwrap_or(usize::MAX),
        "ticket in all",
        "tickets in all",
    ))]);
    for status in Status::ALL {
        let n = counts.get(&status).copied().unwrap_or(0);
        if n > 0 {
            message = message.line(format!("{} {}: {n}", mark(status), status_name(status)));
        }
    }
    if total == 0 {
        return Message::lines(["No tickets yet. Send me an idea, and it becomes one."]);
    }
    message
}
