//! The last turns of a room: what people and the secretary said there, cut short, for the request of the next
//! message.

use crate::engine::context::{Context, Request};
use crate::ports::store::Stored;
use crate::secretary::ids::{RoomId, Slot};
use crate::secretary::intent::Spoken;
use crate::secretary::message::Message;
use crate::secretary::message::conversation::{Said, say};
use crate::text::plain::plain;

/// Stores what a person said to the secretary.
pub async fn said_by_person(context: &mut Context<'_>, request: &Request, text: &str) -> Stored<()> {
    let said = Said {
        by: Some(request.person.id.clone()),
        who: request.person.name.clone(),
        text: text.trim().to_owned(),
        at: request.said_at,
        message: request.message.clone(),
    };
    keep(context, &request.room.id, said).await
}

/// Stores what the secretary says in a room with the message of this slot.
pub async fn said_by_us(context: &mut Context<'_>, room: &RoomId, slot: &Slot, message: &Message) -> Stored<()> {
    let text = plain(&message.blocks).trim().to_owned();
    let said = Said { by: None, who: String::new(), text, at: context.now, message: Some(slot.to_string()) };
    keep(context, room, said).await
}

async fn keep(context: &mut Context<'_>, room: &RoomId, said: Said) -> Stored<()> {
    let mut turns = context.tx.conversation(room).await?;
    say(&mut turns, said);
    context.tx.save_conversation(room, &turns).await
}

/// The words of a message with the names of its files, as the next requests show it.
pub fn with_files(spoken: &Spoken) -> String {
    let names = spoken.sent_files().into_iter().map(|sent| format!("[{}]", sent.file.name));
    let text = Some(spoken.text().trim().to_owned()).filter(|text| !text.is_empty());
    text.into_iter().chain(names).collect::<Vec<_>>().join(" ")
}
