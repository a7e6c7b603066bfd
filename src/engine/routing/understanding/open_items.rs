//! The open items of a person where they write: questions, decisions, cards, work, reports, reminders, notes. Each
//! gets a handle. The model sees the handle and a line; code knows what the handle means. Only items that this person
//! may see here are offered.

use crate::engine::Engine;
use crate::engine::context::undo_stack::{self, UNDO_FOR};
use crate::engine::context::{Context, Request, visibility};
use crate::engine::flows::ask::{self, Question};
use crate::engine::handlers::decisions::choose;
use crate::engine::handlers::notes::change_note;
use crate::engine::handlers::schedules::list_schedules;
use crate::engine::routing::exact::candidates;
use crate::ports::store::{Stored, TicketFilter};
use crate::secretary::decision::Decision;
use crate::secretary::ids::Slot;
use crate::secretary::intent::{Draft, ItemKind, MAX_ITEMS, OpenItems};
use crate::secretary::message::routing as names;
use crate::secretary::message::routing::{Meant, Standing};
use crate::secretary::schedule::{self, Schedule};
use crate::secretary::ticket::{Stage, Status, Ticket};
use crate::secretary::when;
use chrono::TimeDelta;
use chrono_tz::Tz;
use std::collections::BTreeSet;

/// How long a report is offered.
const TALKED_ABOUT: TimeDelta = TimeDelta::days(3);
/// The most reports offered.
const REPORTS: u32 = 3;
/// The most questions of flows offered.
const QUESTIONS: usize = 4;
/// The most reminders offered.
const REMINDERS: usize = 4;

/// Collects the open items here. The item that a message replies to comes first.
pub async fn open(context: &mut Context<'_>, request: &Request, replied: Option<&Slot>) -> Stored<OpenItems> {
    let about = replied.and_then(names::replied).map(|(ticket, _)| ticket);
    let thread = request.room.thread_of.as_ref().map(|(ticket, _)| ticket.clone());
    let mut found = Vec::new();
    for id in about.iter().chain(thread.iter()) {
        found.extend(context.tx.ticket(id).await?);
    }
    found.extend(choose::undecided_here(context, request).await?);
    found.extend(candidates::open_here(context, request, None).await?);
    found.extend(finished(context, request).await?);
    let mut seen = BTreeSet::new();
    found.retain(|ticket: &Ticket| seen.insert(ticket.id.clone()));
    let last = found.iter().filter_map(|ticket| ticket.reports.last()).find(|report| !report.text.is_empty());
    let report = last.map(|report| report.text.chars().take(2_000).collect()).unwrap_or_default();
    let rest = [
        asked(context, request, replied).await?,
        reminders(context, request, replied).await?,
        note(context, request, replied).await?,
    ]
    .concat();
    let (mut drafts, mut beside) = (Vec::new(), Vec::new());
    for ticket in &found {
        if drafts.len() + rest.len() >= MAX_ITEMS {
            break;
        }
        let mut items = of_ticket(context, request, ticket, replied).await?;
        // Work that waits for a decision takes words, too. The decisions of other tickets come first.
        let near = Some(&ticket.id) == about.as_ref() || Some(&ticket.id) == thread.as_ref();
        if !near && items.len() > 1 {
            beside.extend(items.pop_if(|item| item.kind == ItemKind::Ticket));
        }
        drafts.extend(items);
    }
    drafts.extend(rest.into_iter().chain(beside));
    Ok(OpenItems::of(drafts, report))
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
            found.push(Draft::decision(ticket, decision).fitting(if shows { 3 } else { of_it }));
        }
    }
    if let Some((index, round)) = ticket.open_round()
        && visibility::was_shown(context, request, &ticket.slot(&round.name(index))).await?
    {
        found.push(Draft::round(ticket, index, round).fitting(own));
        return Ok(found);
    }
    if ticket.stage == Stage::Confirming && ticket.shown_decisions().next().is_some() {
        // The plan is voted on: its decision is what words are about.
        return Ok(found);
    }
    let card = ticket.stage == Stage::Confirming
        && visibility::was_shown(context, request, &ticket.slot(&names::card_name(ticket))).await?;
    let itself = if card {
        Draft::card(ticket)
    } else if ticket.closed() {
        let zone = zone(context.engine, Some(request));
        Draft::report(ticket, &when::say_time(ticket.updated_at, zone, context.now))
    } else {
        Draft::work(ticket, !found.is_empty())
    };
    found.push(itself.fitting(own));
    Ok(found)
}

/// The questions of flows that were put here, the one that is replied to first.
async fn asked(context: &mut Context<'_>, request: &Request, replied: Option<&Slot>) -> Stored<Vec<Draft>> {
    let shows = |question: &Question| replied == Some(&question.slot());
    let mut questions = ask::open_here(context, request).await?;
    questions.sort_by_key(|question| !shows(question));
    let draft = |question: &Question| {
        let Question { flow, run, index, text, options, leave, .. } = question;
        Draft::asked(flow, (run, *index), text, options, *leave).fitting(if shows(question) { 3 } else { 0 })
    };
    Ok(questions.iter().take(QUESTIONS).map(draft).collect())
}

/// The reminders that words are likely to mean, the likeliest first.
async fn reminders(context: &mut Context<'_>, request: &Request, replied: Option<&Slot>) -> Stored<Vec<Draft>> {
    let named = replied.and_then(names::standing);
    let of_reply = |schedule: &Schedule| named.as_ref().is_some_and(|named| *named.schedule() == schedule.id);
    let mut all = context.tx.schedules(&context.workspace()).await?;
    all.retain(|schedule| of_reply(schedule) || list_schedules::changes_here(request, schedule));
    let prompts = undo_stack::newest(context, request, UNDO_FOR).await?.into_iter();
    let shown = prompts.filter_map(|prompt| names::standing(&prompt.slot?)).map(|shown| shown.schedule().clone());
    let (shown, mine) = (shown.collect::<Vec<_>>(), (&request.person.id, request.channel()));
    schedule::as_meant(&mut all, named.as_ref().map(Standing::schedule), mine, &shown, context.now);
    let firing = |schedule: &Schedule| named.as_ref().and_then(|named| named.firing_of(&schedule.id));
    let draft = |schedule: &Schedule| {
        Draft::schedule(schedule, firing(schedule), context.now).fitting(if of_reply(schedule) { 3 } else { 0 })
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
    let text = change.after.as_ref().map(|note| note.text.as_str());
    Ok(vec![Draft::note(change.owner().clone(), change.title(), text).fitting(fits)])
}

/// The zone of a person, else of this installation.
pub fn zone(engine: &Engine, request: Option<&Request>) -> Tz {
    let own = request.and_then(|request| request.person.zone.as_deref()).and_then(|zone| zone.parse().ok());
    own.or_else(|| engine.parts.defaults.zone.parse().ok()).unwrap_or(Tz::UTC)
}
