//! Rooms that move, close or can be reached again: their prompts follow, and people are told where decisions go.

use crate::engine::context::{Context, Handled, directory, say, visibility};
use crate::engine::home;
use crate::engine::transition::{apply_event, duplicates, open_room};
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::ids::{RoomId, Slot, WorkspaceId};
use crate::secretary::inbound::{Place, Platform, Trouble};
use crate::secretary::message::Message;
use crate::secretary::people::workspace::{Role, Room};
use crate::secretary::ticket::Status;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::settings::platform_troubles;
use crate::text::names;

/// Whether a chat can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// It can be reached.
    Open,
    /// It refuses the bot: blocked, kicked, no permission. A person may mend that.
    Refused,
    /// It no longer exists.
    Deleted,
}

/// A chat got a new id: later posts go there, and open prompts are shown there anew.
pub async fn room_moved(context: &mut Context<'_>, room: &RoomId, chat: &str) -> Handled {
    let Some(moved) = context.tx.room(room).await?.filter(|r| r.place.chat != chat) else {
        return Ok(EventOutcome::Decided(None));
    };
    for mut room in rooms_of_chat(context, &moved.place).await? {
        context.here = room.workspace.clone();
        let left = std::mem::replace(&mut room.place.chat, chat.to_owned());
        let there = context.tx.rooms_at(&room.place).await?;
        if let Some(mut newcomer) = there.into_iter().find(|r| r.workspace == room.workspace && r.id != room.id) {
            // A message in the new chat came before the news of the move and made a room; that room gives up its
            // place.
            newcomer.place.chat = format!("{left}-moved-{}", newcomer.id);
            newcomer.closed = true;
            context.tx.save_room(&newcomer).await?;
        }
        room.former.push(left.clone());
        context.tx.save_room(&room).await?;
        // This comes before anything reads where prompts go.
        directory::change_directory(context).await?;
        show_prompts_anew(context, &room, &left).await?;
        forget_progress_in(context, &room, &left).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// The rooms of a chat: itself and its topics.
async fn rooms_of_chat(context: &mut Context<'_>, place: &Place) -> Stored<Vec<Room>> {
    let mut rooms = Vec::new();
    for id in context.tx.rooms_of_chat(place).await? {
        rooms.extend(context.tx.room(&id).await?);
    }
    Ok(rooms)
}

/// A chat can be reached again, or no longer. Nothing about it is deleted.
pub async fn chat_reachable(context: &mut Context<'_>, place: &Place, contact: Contact) -> Handled {
    // News about the former id of a moved chat does not concern the chat as it is.
    for room in rooms_of_chat(context, place).await? {
        set_reachable(context, &room.id, contact).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// A room cannot be reached, or can again. Nothing about it is deleted.
pub async fn set_reachable(context: &mut Context<'_>, room: &RoomId, contact: Contact) -> Handled {
    let yes = contact == Contact::Open;
    let Some(mut room) = context.tx.room(room).await? else { return Ok(EventOutcome::Decided(None)) };
    context.here = room.workspace.clone();
    if yes && given_away(context, &room).await? {
        return Ok(EventOutcome::Decided(None));
    }
    if room.closed == yes && (!yes || !room.direct() || room.person.is_some()) {
        room.closed = !yes;
        context.tx.save_room(&room).await?;
        directory::change_directory(context).await?;
        if room.closed {
            open_room::move_prompts(context, &room.id, &Loss::Unreachable).await?;
            tell_where_decisions_go(context, &room, contact).await?;
        } else {
            open_room::prompts_come_back(context, &room).await?;
        }
    }
    if !room.closed {
        duplicates::show_again(context, &room.id).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// Whether a group was transferred to another workspace. Its reachability then does not concern the former one.
async fn given_away(context: &mut Context<'_>, room: &Room) -> Stored<bool> {
    if room.direct() || room.active {
        return Ok(false);
    }
    let here = rooms_of_chat(context, &room.place).await?;
    Ok(here.iter().any(|other| other.workspace != room.workspace && other.active))
}

/// Tells the owners of the first workspace, who run the program, of a trouble with a platform, in a direct chat that
/// works.
pub async fn tell_owners(context: &mut Context<'_>, platform: Platform, trouble: Trouble) -> Stored<()> {
    let works = |room: &Room| {
        let there = room.place.platform;
        // These troubles do not stop messages to that platform.
        let hears = there != platform || matches!(trouble, Trouble::NoContent | Trouble::Rival);
        !room.closed && room.direct() && hears && context.engine.chat(there).is_some()
    };
    let mut rooms: Vec<Room> = context.tx.rooms(&home()).await?.into_iter().filter(works).collect();
    // People look into a messenger more often than into the web page.
    rooms.sort_by_key(|room| (room.place.platform == Platform::Web, room.place.platform == platform));
    let slot = Slot::new(format!("trouble/{}", context.seq));
    tell_each_owner(context, &home(), &rooms, &slot, &platform_troubles::told(platform, trouble)).await
}

/// Tells each owner of a workspace, in the first of these rooms that is their direct chat.
async fn tell_each_owner(
    context: &mut Context<'_>,
    workspace: &WorkspaceId,
    rooms: &[Room],
    slot: &Slot,
    message: &Message,
) -> Stored<()> {
    let people = context.tx.people(workspace).await?;
    for owner in people.iter().filter(|person| person.role == Role::Owner) {
        if let Some(room) = rooms.iter().find(|room| room.direct() && room.person.as_ref() == Some(&owner.id)) {
            say::announce(context, &room.id, slot.clone(), message.clone()).await?;
        }
    }
    Ok(())
}

/// Tells the owners that a room for decisions cannot be reached, and where decisions are asked meanwhile.
async fn tell_where_decisions_go(context: &mut Context<'_>, lost: &Room, contact: Contact) -> Stored<()> {
    if lost.direct() || !lost.purposes.decisions || lost.thread_of.is_some() {
        return Ok(());
    }
    let mut rooms = context.tx.rooms(&lost.workspace).await?;
    rooms.retain(|room| !room.closed);
    rooms.sort_by_key(|room| room.place.platform == Platform::Web);
    let others = rooms.iter().any(|room| room.purposes.decisions);
    let name = lost.place.title.as_deref().map(names::person).filter(|name| !name.is_empty());
    let told = match contact {
        Contact::Deleted => platform_troubles::room_deleted(lost.place.platform, name.as_deref(), others),
        Contact::Open | Contact::Refused => {
            platform_troubles::no_decisions_in(lost.place.platform, name.as_deref(), others)
        }
    };
    let slot = Slot::new(format!("trouble/{}/{}", context.seq, lost.id));
    tell_each_owner(context, &lost.workspace, &rooms, &slot, &told).await
}

/// Shows open prompts of the former chat of a room in its present chat.
async fn show_prompts_anew(context: &mut Context<'_>, room: &Room, left: &str) -> Stored<()> {
    let statuses = vec![Status::Asking, Status::Confirming, Status::Deciding, Status::Paused];
    for ticket in visibility::every(context, TicketFilter { statuses, ..TicketFilter::default() }).await? {
        let mut slots = Vec::new();
        for slot in ticket.shown.iter().filter(|(_, rooms)| rooms.contains(&room.id)).map(|(slot, _)| slot) {
            let stood = context.tx.posted(slot, &room.id).await?.iter().any(|part| part.place.chat == left);
            if stood && !context.tx.post_pending(&room.id, slot).await? {
                slots.push(slot.clone());
            }
        }
        if !slots.is_empty() {
            apply_event::apply_to(context, &ticket, &Event::RoomMoved { room: room.id.clone(), slots }, None).await?;
        }
    }
    Ok(())
}

/// Forgets progress messages in the former chat of a room, which cannot be edited. The next step shows progress in
/// the present chat.
async fn forget_progress_in(context: &mut Context<'_>, room: &Room, left: &str) -> Stored<()> {
    let begun =
        TicketFilter { statuses: visibility::open_statuses(), room: Some(room.id.clone()), ..TicketFilter::default() };
    for ticket in visibility::every(context, begun).await? {
        let slot = ticket.slot(&ticket.progress_name());
        let parts = context.tx.posted(&slot, &room.id).await?;
        for part in parts.iter().filter(|part| part.place.chat == left) {
            context.tx.forget_part(part).await?;
        }
    }
    Ok(())
}
