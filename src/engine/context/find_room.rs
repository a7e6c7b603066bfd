//! Finds the direct chat of a person, and says what a place is for. `transition/open_room.rs` stores new rooms.

use crate::engine::context::{Context, audit_log, directory};
use crate::ports::store::Stored;
use crate::secretary::audit::What;
use crate::secretary::ids::{PersonId, RoomId};
use crate::secretary::inbound::{Place, Platform};
use crate::secretary::people::workspace::{Purposes, Room};

/// The open direct chat of a person. People look into a messenger more often than into the web page.
pub fn chat_of<'r>(rooms: &'r [Room], person: &PersonId) -> Option<&'r Room> {
    let theirs = |room: &&Room| room.direct() && !room.closed && room.person.as_ref() == Some(person);
    rooms.iter().filter(theirs).min_by_key(|room| room.place.platform == Platform::Web)
}

/// Writes a room with other purposes.
pub async fn set_purposes(context: &mut Context<'_>, room: &Room, were: Purposes) -> Stored<()> {
    audit_log::note(context, What::RoomSet { room: room.id.clone(), purposes: room.purposes, were: Some(were) });
    context.tx.save_room(room).await?;
    directory::change_directory(context).await
}

/// Whether a room is closed, so that nothing can be posted there.
pub async fn out_of_reach(context: &mut Context<'_>, room: &RoomId) -> Stored<bool> {
    Ok(context.tx.room(room).await?.is_some_and(|room| room.closed))
}

/// The purposes of a place. A topic follows the group where nothing was said for the topic. Rooms for decisions and
/// reports are looked up elsewhere, since there is one of each.
pub async fn purposes_at(context: &mut Context<'_>, place: &Place, room: Option<&Room>) -> Stored<Purposes> {
    let own = room.map(|room| room.purposes).unwrap_or_default();
    if place.thread.is_none() || room.is_some_and(|room| room.thread_of.is_some()) {
        return Ok(own);
    }
    let group = directory::room_here(context, &Place { thread: None, ..place.clone() }).await?;
    Ok(group.map_or(own, |group| own.within(group.purposes)))
}
