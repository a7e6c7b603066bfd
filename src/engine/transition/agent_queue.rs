//! The queue of tickets that wait for an agent, and the news to all tickets that work was paused or resumed. It reads
//! one page of tickets at a time.

use crate::engine::context::{Context, Handled, visibility};
use crate::engine::transition::apply_event;
use crate::ports::store::{Arrival, EventOutcome, Stored, TicketFilter, Turn};
use crate::secretary::dispatch;
use crate::secretary::ids::{TicketId, WorkspaceId};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Status, Ticket};
use std::collections::BTreeSet;

/// Tickets per page.
const PAGE: u32 = 200;
/// Tickets called at once for one free agent. A ticket that gets the agent calls the next ones.
const CALLED: u32 = 16;
/// The prefix of the keys of calls. The calling event and the called ticket follow.
const CALL: &str = "free/";
/// The states of a ticket with a task that may wait for an agent. A paused ticket looks again when it is resumed.
const WORKED_AT: [Status; 3] = [Status::Working, Status::Deciding, Status::Waiting];

/// The result of telling a page of tickets that all work was paused or resumed.
#[derive(Debug, Default)]
pub struct Heard {
    /// The number of tickets concerned.
    pub tickets: usize,
    /// Further pages follow by themselves.
    pub more: bool,
    /// The numbers of tickets that stay paused, since they were paused one by one.
    pub alone: Vec<i64>,
}

/// Calls the next tickets that wait for a free agent.
pub async fn wake_waiting(context: &mut Context<'_>, but: Option<&TicketId>) -> Stored<()> {
    if context.settings().await?.paused {
        return Ok(());
    }
    let wanted = context.tx.wanted().await?;
    if wanted.is_empty() {
        return Ok(());
    }
    let loads = context.tx.loads().await?;
    let mut called = still_called(context).await?;
    let engine = context.engine;
    for agent in engine.parts.roster.iter().filter(|agent| wanted.contains(&agent.name)) {
        let free = agent.capacity.saturating_sub(loads.get(&agent.name).copied().unwrap_or(0)).min(CALLED);
        if free == 0 {
            continue;
        }
        let next = context.tx.waiting_for(&agent.name, free + 1).await?;
        for ticket in next.into_iter().filter(|id| Some(id) != but).take(free as usize) {
            if !called.contains(&ticket) {
                call(context, &ticket).await?;
                called.insert(ticket);
            }
        }
    }
    Ok(())
}

/// The tickets that were called and have not looked yet. Without this, a hundred tasks that end at once would call
/// the same tickets a hundred times.
async fn still_called(context: &mut Context<'_>) -> Stored<BTreeSet<TicketId>> {
    let keys = context.tx.undecided_keys(CALL).await?;
    let ticket = |key: &String| Some(TicketId::new(key.strip_prefix(CALL)?.split_once('/')?.1));
    Ok(keys.iter().filter_map(ticket).collect())
}

async fn call(context: &mut Context<'_>, ticket: &TicketId) -> Stored<()> {
    let key = format!("{CALL}{}/{ticket}", context.seq);
    let event = Box::new(Event::DispatchRequested);
    context.tell(&key, &Arrival::Ticket { ticket: ticket.clone(), event }).await
}

/// After a start with a possibly changed roster: calls a page of tickets that may find another agent. The next page
/// follows as an event of its own, so that new messages do not wait for ten thousand tickets. `after`: the last
/// ticket of the page before.
pub async fn agents_free(context: &mut Context<'_>, after: Option<Turn>) -> Handled {
    let engine = context.engine;
    let page = page_of(context, None, WORKED_AT.to_vec(), after).await?;
    for ticket in page.iter().filter(|t| dispatch::concerns(t, &t.roster(&engine.parts.roster))) {
        call(context, &ticket.id).await?;
    }
    match page.last().filter(|_| page.len() == PAGE as usize) {
        Some(last) => follows(context, "roster", Arrival::AgentsFreeAfter(Turn::of(last))).await?,
        None => wake_waiting(context, None).await?,
    }
    Ok(EventOutcome::Decided(None))
}

/// Writes the rest of a long job as an event of its own, behind what has arrived meanwhile.
pub async fn follows(context: &mut Context<'_>, what: &str, arrival: Arrival) -> Stored<()> {
    context.tell(&format!("{what}/{}", context.seq), &arrival).await
}

/// Tells the next page of open tickets that all work was paused or resumed. The page after it follows as an event of
/// its own, so that nobody waits for ten thousand tickets.
pub async fn all_hear(context: &mut Context<'_>, paused: bool, by: &str, after: Option<Turn>) -> Stored<Heard> {
    let here = context.workspace();
    let page = page_of(context, Some(here.clone()), visibility::open_statuses(), after).await?;
    let mut heard = Heard { more: page.len() == PAGE as usize, ..Heard::default() };
    let event = if paused { Event::AllPaused { by: by.to_owned() } } else { Event::AllResumed };
    for ticket in &page {
        // A ticket that waits for people keeps waiting. All others stop, or are looked at again: a ticket that came
        // during the pause has never begun.
        let for_people = ticket.open_round().is_some() || ticket.stage == Stage::Confirming;
        let concerned = if paused { !ticket.paused && !for_people } else { ticket.paused || !for_people };
        if ticket.hold.alone {
            heard.alone.push(ticket.number);
        } else if concerned {
            apply_event::apply_to(context, ticket, &event, None).await?;
            heard.tickets += 1;
        }
    }
    if let Some(last) = page.last().filter(|_| heard.more) {
        let arrival = Arrival::AllHear { workspace: here, paused, by: by.to_owned(), after: Turn::of(last) };
        follows(context, "all", arrival).await?;
    }
    Ok(heard)
}

/// A further page, unless the order was reverted meanwhile.
pub async fn all_hear_on(context: &mut Context<'_>, paused: bool, by: &str, after: Turn) -> Handled {
    if context.settings().await?.paused == paused {
        all_hear(context, paused, by, Some(after)).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// The next tickets of one workspace or of all.
async fn page_of(
    context: &mut Context<'_>,
    workspace: Option<WorkspaceId>,
    statuses: Vec<Status>,
    after: Option<Turn>,
) -> Stored<Vec<Ticket>> {
    let filter = TicketFilter { workspace, statuses, limit: PAGE, after, ..TicketFilter::default() };
    context.tx.tickets(&filter).await
}
