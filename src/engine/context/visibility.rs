//! What may be shown in a room and to whom, and the tickets that a reader may see. It asks
//! `secretary::permissions::visibility` and reads the rooms that the rule needs.

use crate::engine::context::{Context, Request};
use crate::ports::store::{Stored, TicketFilter, Turn, Tx};
use crate::secretary::flow::Flow;
use crate::secretary::ids::Slot;
use crate::secretary::people::workspace::{Person, Room};
use crate::secretary::permissions::sees;
use crate::secretary::permissions::visibility::Visibility;
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::wording::talk::refusals;

/// Tickets per page where all matching tickets are read.
const READ: u32 = 200;

/// Tickets read for a list.
pub const LISTED: u32 = 60;

/// Every status of an open ticket.
pub fn open_statuses() -> Vec<Status> {
    let over = [Status::Done, Status::Failed, Status::Cancelled];
    Status::ALL.into_iter().filter(|s| !over.contains(s)).collect()
}

/// The visibility of this reader in this room. None for an unknown reader.
pub async fn visibility_in(tx: &mut dyn Tx, room: &Room, reader: Option<&Person>) -> Stored<Visibility> {
    if room.direct() {
        return Ok(reader.map_or(Visibility::Groups, Visibility::of_person));
    }
    let channel = match &room.thread_of {
        Some((_, channel)) => tx.room(channel).await?,
        None => None,
    };
    let channel = channel.as_ref().unwrap_or(room);
    let chat = tx.rooms_of_chat(&channel.place).await?;
    Ok(Visibility::of_group(channel.purposes, chat))
}

/// The visibility of the sender of this request in its room.
pub async fn visibility(context: &mut Context<'_>, request: &Request) -> Stored<Visibility> {
    visibility_in(context.tx, &request.room, Some(&request.person)).await
}

/// The flows that may be shown, by number. What was made in a direct chat stays there, as with tickets.
pub async fn flows(context: &mut Context<'_>, visibility: &Visibility) -> Stored<Vec<Flow>> {
    let here = context.workspace();
    let rooms = context.tx.rooms(&here).await?;
    let mut found = context.tx.flows(&here).await?;
    found.retain(|flow| shows(visibility, flow, rooms.iter().find(|room| room.id == flow.room)));
    Ok(found)
}

/// Whether one flow may be shown.
pub async fn covers_flow(context: &mut Context<'_>, visibility: &Visibility, flow: &Flow) -> Stored<bool> {
    let room = context.tx.room(&flow.room).await?;
    Ok(shows(visibility, flow, room.as_ref()))
}

/// Whether a flow may be shown that was made in this room.
fn shows(visibility: &Visibility, flow: &Flow, room: Option<&Room>) -> bool {
    visibility.covers_said(room.is_none_or(Room::direct), &flow.owner, &flow.room)
}

/// Whether a message was shown where the sender of this request writes: it stands there, or its sending stayed
/// unclear. A message that still waits to be sent was not.
pub async fn was_shown(context: &mut Context<'_>, request: &Request, slot: &Slot) -> Stored<bool> {
    let channel = request.room.thread_of.as_ref().map(|(_, channel)| channel);
    for room in [Some(&request.room.id), channel].into_iter().flatten() {
        let stands = !context.tx.posted(slot, room).await?.is_empty()
            || context.tx.post_unclear(room, slot).await?
            || context.tx.may_stand(room, slot).await?;
        if stands {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The tickets that this person sent from this room, in these states.
pub async fn of_person(context: &mut Context<'_>, request: &Request, statuses: Vec<Status>) -> Stored<Vec<Ticket>> {
    let filter = TicketFilter {
        workspace: Some(context.workspace()),
        statuses,
        requester: Some(request.person.id.clone()),
        room: Some(request.room.id.clone()),
        newest_first: true,
        limit: 8,
        ..TicketFilter::default()
    };
    context.tx.tickets(&filter).await
}

/// All tickets of a filter in their order, read page by page.
pub async fn every(context: &mut Context<'_>, filter: TicketFilter) -> Stored<Vec<Ticket>> {
    let workspace = Some(filter.workspace.unwrap_or_else(|| context.workspace()));
    let mut filter = TicketFilter { workspace, limit: READ, newest_first: false, ..filter };
    let mut found = Vec::new();
    loop {
        let page = context.tx.tickets(&filter).await?;
        let last = page.len() < READ as usize;
        filter.after = page.last().map(Turn::of);
        found.extend(page);
        if last {
            return Ok(found);
        }
    }
}

/// All visible tickets with an open decision, in their order.
pub async fn awaiting(context: &mut Context<'_>, visibility: Visibility) -> Stored<Vec<Ticket>> {
    let statuses = vec![Status::Deciding, Status::Paused];
    every(context, TicketFilter { statuses, awaiting: true, visibility, ..TicketFilter::default() }).await
}

/// A ticket by number, if this person may see it and it may be shown here. Otherwise the words for an unknown ticket,
/// or where to ask.
pub async fn visible(context: &mut Context<'_>, request: &Request, number: i64) -> Stored<Result<Ticket, String>> {
    let found = context.tx.ticket_numbered(&context.workspace(), number).await?;
    let Some(ticket) = found.filter(|t| sees(&request.person, t)) else {
        return Ok(Err(refusals::no_ticket(&number.to_string())));
    };
    if visibility(context, request).await?.covers(&ticket) {
        return Ok(Ok(ticket));
    }
    Ok(Err(if ticket.direct { refusals::ask_directly(number) } else { refusals::ask_elsewhere(number) }))
}

/// The visible tickets of one page and one more, newest first. New tickets move no page, since each page begins below
/// a number.
pub async fn page(
    context: &mut Context<'_>,
    request: &Request,
    statuses: Vec<Status>,
    before: Option<i64>,
    size: usize,
) -> Stored<Vec<Ticket>> {
    let filter = TicketFilter {
        workspace: Some(context.workspace()),
        statuses,
        before,
        newest_first: true,
        visibility: visibility(context, request).await?,
        limit: u32::try_from(size).unwrap_or(u32::MAX).saturating_add(1),
        ..TicketFilter::default()
    };
    context.tx.tickets(&filter).await
}

/// The tickets that may be shown to this person in this room.
pub async fn seen(
    context: &mut Context<'_>,
    request: &Request,
    statuses: Vec<Status>,
    newest_first: bool,
) -> Stored<Vec<Ticket>> {
    let filter = TicketFilter {
        workspace: Some(context.workspace()),
        statuses,
        newest_first,
        visibility: visibility(context, request).await?,
        limit: LISTED,
        ..TicketFilter::default()
    };
    context.tx.tickets(&filter).await
}
