//! The last turns of a room: what people and the secretary said there, cut short, for the request of the next
//! message. Also which prompt a message answered.

use crate::engine::context::{Context, Request};
use crate::ports::store::{Posted, Stored};
use crate::secretary::ids::{RoomId, Slot};
use crate::secretary::intent::Spoken;
use crate::secretary::message::Message;
use crate::secretary::message::conversation::{Said, say};
use crate::secretary::message::routing;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
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
    // No model reads a secret.
    if routing::secret_of(slot).is_some() {
        return Ok(());
    }
    let text = plain(&message.blocks).trim().to_owned();
    let said = Said { by: None, who: String::new(), text, at: context.now, message: Some(slot.to_string()) };
    keep(context, room, said).await
}

async fn keep(context: &mut Context<'_>, room: &RoomId, said: Said) -> Stored<()> {
    let mut turns = context.tx.conversation(room).await?;
    say(&mut turns, said);
    context.tx.save_conversation(room, &turns).await
}

/// Remembers which prompt of a ticket a message of a person answered, so that an edit of it counts there. A reply to that
/// message is no reply to the prompt.
pub async fn answered(context: &mut Context<'_>, request: &Request, ticket: &Ticket, event: &Event) -> Stored<()> {
    let (Some(message), Some(prompt)) = (&request.message, prompt_of(ticket, event)) else { return Ok(()) };
    let note = Posted {
        slot: answer_slot(message),
        // A reply in a thread belongs to its channel, and an edit of it to the thread.
        room: request.channel().clone(),
        part: 0,
        place: request.room.place.clone(),
        // No platform uses such a message id.
        message: format!("{}{prompt}", answer_note(message)),
        at: context.now,
    };
    context.tx.save_posted(&note).await
}

/// The prompt that a message of a person answered.
pub async fn answered_by(context: &mut Context<'_>, request: &Request, message: &str) -> Stored<Option<Slot>> {
    let notes = context.tx.posted(&answer_slot(message), request.channel()).await?;
    let prompt = notes.iter().find_map(|note| note.message.strip_prefix(&answer_note(message)));
    Ok(prompt.map(Slot::new))
}

fn answer_slot(message: &str) -> Slot {
    Slot::new(format!("re/answer/{message}"))
}

fn answer_note(message: &str) -> String {
    format!("note/answer/{message}/")
}

/// The prompt that an event answers.
fn prompt_of(ticket: &Ticket, event: &Event) -> Option<Slot> {
    if let Event::DecisionMade { decision, .. } = event {
        return Some(ticket.slot(decision.as_str()));
    }
    let Event::QuestionsAnswered { round: index, .. } = event else { return None };
    ticket.rounds.get(*index).map(|round| ticket.slot(&round.name(*index)))
}

/// The words of a message with the names of its files, as the next requests show it.
pub fn with_files(spoken: &Spoken) -> String {
    let names = spoken.sent_files().into_iter().map(|sent| format!("[{}]", sent.file.name));
    let text = Some(spoken.text().trim().to_owned()).filter(|text| !text.is_empty());
    text.into_iter().chain(names).collect::<Vec<_>>().join(" ")
}
