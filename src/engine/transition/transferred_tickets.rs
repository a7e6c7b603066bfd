//! Tickets of a group that was transferred to another workspace: they go on in another room.

use crate::engine::context::{Context, directory, effects, find_room};
use crate::ports::store::Stored;
use crate::secretary::ids::RoomId;
use crate::secretary::lifecycle::transferred;
use crate::secretary::people::workspace::Room;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::facts::Actor;

/// A finished ticket of a transferred group, with the room where it continues if it is reopened: the direct chat of
/// the requester, else the room of the request, else a decider's direct chat. None for any other ticket or event, and
/// if there is no such room.
pub async fn at_home(
    context: &mut Context<'_>,
    ticket: &Ticket,
    event: &Event,
    actor: Option<&Actor>,
) -> Stored<Option<Ticket>> {
    if !ticket.closed() || !transferred::may_reopen(event) {
        return Ok(None);
    }
    let Some(left) = context.tx.room(&ticket.room).await?.filter(Room::given_away) else { return Ok(None) };
    let asks_there = actor.filter(|actor| actor.direct && actor.person == ticket.requester);
    let own = match asks_there {
        Some(actor) => Some(actor.room.clone()),
        None => {
            let rooms = context.tx.rooms(&ticket.workspace).await?;
            find_room::chat_of(&rooms, &ticket.requester).map(|room| room.id.clone())
        }
    };
    let (theirs, asked_from) = (own.is_some(), actor.map(|actor| actor.room.clone()));
    let home = match own.or(asked_from).filter(|room| *room != left.id) {
        Some(room) => Some(room),
        None => deciding_chat(context).await?,
    };
    let Some(home) = home else { return Ok(None) };
    Ok(Some(move_home(context, ticket, &left, home, theirs).await?.0))
}

/// Moves a ticket to another room, which is its requester's direct chat or not. Its messages in the former room get
/// their last change and are forgotten.
pub async fn move_home(
    context: &mut Context<'_>,
    ticket: &Ticket,
    left: &Room,
    home: RoomId,
    own: bool,
) -> Stored<(Ticket, Event)> {
    let (next, slots) = transferred::moved(ticket, &left.id, &home, own);
    let moved = Event::RoomMoved { room: home, slots: slots.clone() };
    context.tx.save_ticket(&next, Some(ticket), &moved, None).await?;
    let last = slots.into_iter().flat_map(|slot| transferred::last_change(ticket, &left.id, slot));
    effects::carry_out(context, last.collect(), Some(&next)).await?;
    Ok((next, moved))
}

/// A direct chat of a decider.
pub async fn deciding_chat(context: &mut Context<'_>) -> Stored<Option<RoomId>> {
    Ok(directory::directory(context).await?.chats.into_iter().map(|(_, room)| room).next())
}
