//! The last turns of a room: what people say to the secretary and what it says, kept short, so that the next message is
//! understood in the light of them.

use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::Stored;
use crate::secretary::ids::RoomId;
use crate::secretary::message::Message;
use crate::secretary::message::conversation::{Said, say};
use crate::text::plain::plain;

/// Keeps what somebody said to the secretary.
pub(in crate::engine::routing) async fn said_by_person(desk: &mut Desk<'_>, visit: &Visit, text: &str) -> Stored<()> {
    let said = Said {
        by: Some(visit.person.id.clone()),
        who: visit.person.name.clone(),
        text: text.trim().to_owned(),
        at: visit.said_at,
    };
    keep(desk, &visit.room.id, said).await
}

/// Keeps what the secretary says in a room.
pub(in crate::engine) async fn said_by_us(desk: &mut Desk<'_>, room: &RoomId, message: &Message) -> Stored<()> {
    let said = Said { by: None, who: String::new(), text: plain(&message.blocks).trim().to_owned(), at: desk.now };
    keep(desk, room, said).await
}

async fn keep(desk: &mut Desk<'_>, room: &RoomId, said: Said) -> Stored<()> {
    let mut turns = desk.tx.conversation(room).await?;
    say(&mut turns, said);
    desk.tx.save_conversation(room, &turns).await
}
