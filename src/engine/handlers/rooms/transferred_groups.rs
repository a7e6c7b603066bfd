//! A transferred group: a group that belongs to another workspace from now on. The messages of the former workspace end
//! there, its work goes on elsewhere, and it posts nothing more.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, effects, find_room, say, visibility};
use crate::engine::transition::{apply_event, open_room, transferred_tickets};
use crate::ports::store::{EventOutcome, Posted, Stored, TicketFilter};
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::effect::Effect;
use crate::secretary::message::{Message, routing};
use crate::secretary::people::workspace::{Person, Purposes, Role, Room};
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::Stage;
use crate::secretary::wording::people::workspaces;

/// Transfers a group to another workspace of the same owner. Work that began in it stays with the former workspace.
pub async fn move_group(context: &mut Context<'_>, request: &Request, person: &Person, name: &str) -> Handled {
    if person.workspace == request.room.workspace {
        return say::refuse(context, request, workspaces::chosen_already(name)).await;
    }
    let owns_both = request.person.role == Role::Owner && person.role == Role::Owner;
    if !owns_both || request.room.thread_of.is_some() {
        return say::refuse(context, request, workspaces::no_move(name)).await;
    }
    if let Err(why) = audit_log::may(context, request, Operation::ManageRooms) {
        return say::refuse(context, request, why).await;
    }
    for id in context.tx.rooms_of_chat(&request.room.place).await? {
        let Some(mut left) = context.tx.room(&id).await?.filter(|r| r.workspace != person.workspace) else { continue };
        let were = left.purposes;
        (left.purposes, left.active, left.closed) = (Purposes::default(), false, true);
        context.here = left.workspace.clone();
        find_room::set_purposes(context, &left, were).await?;
        Box::pin(goes_on_elsewhere(context, &left)).await?;
    }
    context.here = person.workspace.clone();
    let mut room = open_room::room_for(context, &request.room.place, Some(person)).await?;
    let were = room.purposes;
    room.purposes.intake = true;
    (room.purposes.intake_said, room.active) = (true, true);
    let there = Request { person: person.clone(), room, ..request.clone() };
    if let Err(why) = audit_log::may(context, &there, Operation::ManageRooms) {
        return say::refuse(context, request, why).await;
    }
    find_room::set_purposes(context, &there.room, were).await?;
    say::answer(context, &there, Message::lines([workspaces::moved(name)])).await
}

/// Moves the work of a transferred group to the direct chat of its requester, else of a decider, and says so in the
/// group. If there is nobody, the messages only lose their buttons.
async fn goes_on_elsewhere(context: &mut Context<'_>, left: &Room) -> Stored<()> {
    let rooms = context.tx.rooms(&left.workspace).await?;
    let deciding = transferred_tickets::deciding_chat(context).await?;
    let begun =
        TicketFilter { statuses: visibility::open_statuses(), room: Some(left.id.clone()), ..TicketFilter::default() };
    for ticket in visibility::every(context, begun).await? {
        let own = find_room::chat_of(&rooms, &ticket.requester).map(|room| room.id.clone());
        let Some(home) = own.clone().or_else(|| deciding.clone()) else {
            let shown = ticket.shown.iter().filter(|(_, rooms)| rooms.contains(&left.id)).map(|(slot, _)| slot);
            let bare = shown.map(|slot| Effect::Bare { room: left.id.clone(), slot: slot.clone() }).collect();
            effects::carry_out(context, bare, Some(&ticket)).await?;
            continue;
        };
        let (next, moved) = transferred_tickets::move_home(context, &ticket, left, home, own.is_some()).await?;
        // Questions and cards; decisions follow below.
        if matches!(next.stage, Stage::Clarifying | Stage::Confirming) {
            apply_event::apply_to(context, &next, &moved, None).await?;
        }
    }
    open_room::move_prompts(context, &left.id, &Loss::NotAsked).await
}

/// The message of the secretary that the words reply to, if any.
pub async fn replied_to(context: &mut Context<'_>, request: &Request, message: Option<&str>) -> Stored<Option<Posted>> {
    match message {
        Some(id) => context.tx.posted_as(&request.room.place, id).await,
        None => Ok(None),
    }
}

/// Handles a reply to a prompt of the former workspace of the group.
pub async fn left_behind(
    context: &mut Context<'_>,
    request: &Request,
    replied: Option<&Posted>,
) -> Stored<Option<EventOutcome>> {
    let Some((id, _)) = replied.and_then(|posted| routing::replied(&posted.slot)) else { return Ok(None) };
    if request.room.direct() {
        return Ok(None);
    }
    let here = &request.room.workspace;
    if context.tx.ticket(&id).await?.is_none_or(|ticket| ticket.workspace == *here) {
        return Ok(None);
    }
    let name = directory::workspace_name(context, here).await?;
    say::refuse(context, request, workspaces::about_another(&name)).await.map(Some)
}
