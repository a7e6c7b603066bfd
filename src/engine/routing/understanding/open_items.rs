//! The open items of a person where they write: questions, decisions, cards, work, reports, reminders, notes. Each
//! gets a handle. The model sees the handle and a line; code knows what the handle means. Only items that this person
//! may see here are offered.

use crate::engine::context::{Context, Request, visibility};
use crate::engine::handlers::decisions::choose;
use crate::engine::handlers::notes::change_note;
use crate::engine::handlers::schedules::list_schedules;
use crate::engine::routing::exact::candidates;
use crate::ports::store::{Stored, TicketFilter};
use crate::secretary::decision::Decision;
use crate::secretary::ids::Slot;
use crate::secretary::intent::{ItemKind, ItemLine, MAX_ITEMS, OpenItem, Target, handle};
use crate::secretary::message::routing as names;
use crate::secretary::message::routing::{Meant, Standing};
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::{Round, Stage, Status, Ticket};
use crate::secretary::when;
use crate::secretary::wording::short;
use crate::secretary::wording::ticket::tickets;
use chrono::TimeDelta;

/// How long a report is offered.
const TALKED_ABOUT: TimeDelta = TimeDelta::days(3);
/// The most reports offered.
const REPORTS: u32 = 3;
/// The most reminders offered.
const REMINDERS: usize = 4;
/// The most characters of a line.
const LINE: usize = 300;

/// The open items, as code knows them and as the model sees them.
#[derive(Default)]
pub struct Open {
    pub items: Vec<OpenItem>,
    pub lines: Vec<ItemLine>,
    /// The text of the last report.
    pub report: String,
    /// The handle of the item that the message replies to.
    pub replied: Option<String>,
}

/// An item before it has a handle.
struct Draft {
    kind: ItemKind,
    target: Target,
    label: String,
    line: String,
    options: Vec<String>,
    counts: Vec<usize>,
    /// How well it fits the message that is replied to: 3 is what that shows, 2 its ticket, 1 something of its ticket.
    fits: u8,
}

/// Collects the open items here. The item that a message replies to comes first.
pub async fn open(context: &mut Context<'_>, request: &Request, replied: Option<&Slot>) -> Stored<Open> {
    let mut drafts = Vec::new();
    let mut report = String::new();
    let about = replied.and_then(names::replied).map(|(ticket, _)| ticket);
    let thread = request.room.thread_of.as_ref().map(|(ticket, _)| ticket.clone());
    let mut tickets: Vec<Ticket> = Vec::new();
    for id in about.iter().chain(thread.iter()) {
        if let Some(ticket) = context.tx.ticket(id).await?
            && tickets.iter().all(|known| known.id != ticket.id)
        {
            tickets.push(ticket);
        }
    }
    for ticket in choose::undecided_here(context, request)
        .await?
        .into_iter()
        .chain(candidates::open_here(context, request, None).await?)
    {
        if tickets.iter().all(|known| known.id != ticket.id) {
            tickets.push(ticket);
        }
    }
    for ticket in finished(context, request).await? {
        if tickets.iter().all(|known| known.id != ticket.id) {
            tickets.push(ticket);
        }
    }
    let mut beside = Vec::new();
    for ticket in &tickets {
        if report.is_empty()
            && let Some(text) = ticket.reports.last()
        {
            report.clone_from(&text.text);
        }
        if drafts.len() >= MAX_ITEMS {
            continue;
        }
        let mut items = of_ticket(context, request, ticket, replied).await?;
        // Work that waits for a decision takes words, too. The decisions of other tickets come first.
        let near = Some(&ticket.id) == about.as_ref() || Some(&ticket.id) == thread.as_ref();
        if !near && items.len() > 1 {
            beside.extend(items.pop_if(|item| item.kind == ItemKind::Ticket));
        }
        drafts.extend(items);
    }
    drafts.extend(reminders(context, request, replied).await?);
    drafts.extend(note(context, request, replied).await?);
    drafts.extend(beside);
    Ok(handled(drafts, report.chars().take(2_000).collect()))
}

/// The items with their handles, the one that is replied to first.
fn handled(mut drafts: Vec<Draft>, report: String) -> Open {
    // Of those that fit equally well the first one counts.
    let best = drafts.iter().map(|draft| draft.fits).max().filter(|fits| *fits > 0);
    let replied = best.and_then(|best| drafts.iter().position(|draft| draft.fits == best));
    if let Some(at) = replied {
        drafts[..=at].rotate_right(1);
    }
    drafts.truncate(MAX_ITEMS);
    let mut open = Open { report, replied: replied.map(|_| handle(0)), ..Open::default() };
    for (place, draft) in drafts.into_iter().enumerate() {
        let Draft { kind, target, label, line, options, counts, .. } = draft;
        let handle = handle(place);
        open.lines.push(ItemLine { handle: handle.clone(), kind, line: short(&line, LINE), options });
        open.items.push(OpenItem { handle, kind, target, options: counts, label });
    }
    open
}

/// The recent reports of this room.
async fn finished(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Ticket>> {
    let filter = TicketFilter {
        workspace: Some(context.workspace()),
        statuses: vec![Status::Done, Status::Failed],
        visibility: visibility::visibility(context, request).await?,
        changed_since: Some(context.now - TALKED_ABOUT),
        newest_first: true,
        limit: REPORTS,
        ..TicketFilter::default()
    };
    context.tx.tickets(&filter).await
}

/// The items of a ticket: its open prompts that were shown here, and the ticket itself. A prompt that was not shown
/// here takes no answer here.
async fn of_ticket(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    replied: Option<&Slot>,
) -> Stored<Vec<Draft>> {
    let named = replied.and_then(names::replied).filter(|(id, _)| *id == ticket.id).map(|(_, meant)| meant);
    let (of_it, own) = if named.is_some() { (1, 2) } else { (0, 0) };
    let mut found = Vec::new();
    let shown: Vec<&Decision> = ticket.shown_decisions().collect();
    for decision in shown {
        if visibility::was_shown(context, request, &ticket.slot(decision.key.as_str())).await? {
            let shows = matches!(&named, Some(Meant::Decision(key)) if *key == decision.key);
            found.push(Draft { fits: if shows { 3 } else { of_it }, ..of_decision(ticket, decision) });
        }
    }
    if let Some((index, round)) = ticket.open_round()
        && visibility::was_shown(context, request, &ticket.slot(&round.name(index))).await?
    {
        found.push(Draft { fits: own, ..of_round(ticket, index, round) });
        return Ok(found);
    }
    if ticket.stage == Stage::Confirming && ticket.shown_decisions().next().is_some() {
        // The plan is voted on: its decision is what words are about.
        return Ok(found);
    }
    let card = ticket.stage == Stage::Confirming
        && visibility::was_shown(context, request, &ticket.slot(&names::card_name(ticket))).await?;
    let itself = if card { of_card(ticket) } else { of_work(context, request, ticket, !found.is_empty()) };
    found.push(Draft { fits: own, ..itself });
    Ok(found)
}

fn of_card(ticket: &Ticket) -> Draft {
    let steps: Vec<&str> = ticket.tasks.iter().map(|task| task.title.as_str()).collect();
    let state = format!("plan waits for Start: {} Steps: {}", ticket.requirement.summary, steps.join("; "));
    let target = Target::Card { ticket: ticket.id.clone(), card: ticket.card() };
    named(ticket, ItemKind::Card, target, &state)
}

/// Work under way, or what came of it. `asks`: a decision of it is open here.
fn of_work(context: &Context<'_>, request: &Request, ticket: &Ticket, asks: bool) -> Draft {
    let target = Target::Ticket { ticket: ticket.id.clone() };
    if ticket.closed() {
        let at = when::say_time(ticket.updated_at, zone(context, request), context.now);
        return named(ticket, ItemKind::Report, target, &format!("finished {at}"));
    }
    let state = match (ticket.paused, asks) {
        (true, _) => "is paused",
        (false, true) => "is being worked on; a decision of it is open",
        (false, false) => "is being worked on",
    };
    named(ticket, ItemKind::Ticket, target, state)
}

fn named(ticket: &Ticket, kind: ItemKind, target: Target, state: &str) -> Draft {
    let (number, title) = (ticket.number, tickets::title(ticket));
    let line = format!("#{number} “{title}” {state}");
    let label = format!("#{number} {}", short(&title, 30));
    Draft { kind, target, label, line, options: Vec::new(), counts: Vec::new(), fits: 0 }
}

fn of_decision(ticket: &Ticket, decision: &Decision) -> Draft {
    let kind = if decision.subject.takes_words() && decision.proposed.is_none() {
        ItemKind::Decision
    } else {
        ItemKind::Approval
    };
    let options = &decision.asked.options;
    let recommended = decision.asked.recommended.and_then(|at| options.get(at));
    let recommended = recommended.map(|option| format!(" Recommended: {}.", option.label)).unwrap_or_default();
    let question = &decision.asked.question;
    let only = if kind == ItemKind::Approval { " Only its buttons answer." } else { "" };
    let until = decision.deadline().map(|_| " It has a deadline.").unwrap_or_default();
    Draft {
        kind,
        target: Target::Decision { ticket: ticket.id.clone(), decision: decision.key.clone() },
        label: format!("#{}: {}", ticket.number, short(question, 30)),
        line: format!("#{} “{}” asks: {question}{recommended}{until}{only}", ticket.number, tickets::title(ticket)),
        options: (1..).zip(options).map(|(at, option)| format!("{at} {}", short(&option.label, 60))).collect(),
        counts: vec![options.len()],
        fits: 0,
    }
}

fn of_round(ticket: &Ticket, index: usize, round: &Round) -> Draft {
    let mut line = format!("#{} “{}” asks:", ticket.number, tickets::title(ticket));
    let (mut options, mut counts) = (Vec::new(), Vec::new());
    for (at, (question, answer)) in (1..).zip(round.questions.iter().zip(&round.answers)) {
        let known = answer.as_ref().map(|answer| format!(" (answered: {})", short(answer, 40))).unwrap_or_default();
        line.push_str(&format!(" {at}) {}{known}", short(&question.text, 120)));
        options
            .extend((1..).zip(&question.options).map(|(option, label)| format!("{at}.{option} {}", short(label, 40))));
        counts.push(question.options.len());
    }
    let target = Target::Round { ticket: ticket.id.clone(), round: index };
    let label = format!("#{} {}", ticket.number, short(&tickets::title(ticket), 30));
    Draft { kind: ItemKind::Question, target, label, line, options, counts, fits: 0 }
}

/// The reminders of a person that fire next, that fired without an answer, or that a message replies to.
async fn reminders(context: &mut Context<'_>, request: &Request, replied: Option<&Slot>) -> Stored<Vec<Draft>> {
    let named = replied.and_then(names::standing);
    let of_reply = |schedule: &Schedule| match &named {
        Some(Standing::Card(id) | Standing::Firing(id, _)) => *id == schedule.id,
        None => false,
    };
    let mut all = list_schedules::ahead(context, request).await?;
    if let Some(Standing::Card(id) | Standing::Firing(id, _)) = &named
        && all.iter().all(|schedule| schedule.id != *id)
    {
        all.extend(context.tx.schedule(id).await?);
    }
    let lately = context.now - TimeDelta::hours(12);
    all.sort_by_key(|s| (!of_reply(s), s.covered_to < lately || s.fired == 0, s.next_at));
    let firing = |schedule: &Schedule| match &named {
        Some(Standing::Firing(id, firing)) if *id == schedule.id => Some(*firing),
        _ => (schedule.fired > 0).then_some(schedule.fired),
    };
    let draft = |schedule: &Schedule| {
        let rule = when::say_rule(&schedule.rule, schedule.tz());
        let next = schedule.next_at.map(|at| when::say_time(at, schedule.tz(), context.now));
        let state = if schedule.paused { "paused" } else { next.as_deref().unwrap_or("rang") };
        let what = schedule.what();
        Draft {
            kind: ItemKind::Reminder,
            target: Target::Schedule { schedule: schedule.id.clone(), firing: firing(schedule) },
            label: short(what, 30),
            line: format!("reminder “{}”, {rule}; {state}", short(what, 80)),
            options: Vec::new(),
            counts: Vec::new(),
            fits: if of_reply(schedule) { 3 } else { 0 },
        }
    };
    Ok(all.iter().take(REMINDERS).map(draft).collect())
}

/// The note or list that a message replies to, else the one that was changed last here.
async fn note(context: &mut Context<'_>, request: &Request, replied: Option<&Slot>) -> Stored<Vec<Draft>> {
    let named = match replied.and_then(names::noted) {
        Some(id) => change_note::own_change(context, request, &id).await?.map(|(change, _)| change),
        None => None,
    };
    let last = match named.filter(|change| !change.undone) {
        Some(change) => Some((change, 3)),
        None => change_note::last_change(context, request).await?.map(|change| (change, 0)),
    };
    let Some((change, fits)) = last else { return Ok(Vec::new()) };
    let title = change.title().to_owned();
    let list = crate::secretary::notes::is_list(&title);
    let text = change.after.as_ref().map(|note| short(&note.text, 120)).unwrap_or_default();
    let kind = if list { ItemKind::List } else { ItemKind::Note };
    let target = Target::Note { owner: change.owner().clone(), title: title.clone() };
    let label = short(&title, 30);
    let line = format!("“{title}”, just changed: {text}");
    Ok(vec![Draft { kind, target, label, line, options: Vec::new(), counts: Vec::new(), fits }])
}

fn zone(context: &Context<'_>, request: &Request) -> chrono_tz::Tz {
    let own = request.person.zone.as_deref().and_then(|zone| zone.parse().ok());
    own.or_else(|| context.engine.parts.defaults.zone.parse().ok()).unwrap_or(chrono_tz::Tz::UTC)
}
