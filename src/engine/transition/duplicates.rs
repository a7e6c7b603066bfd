//! Duplicates of a message. A platform without a key for messages shows a message twice when the answer to the first
//! sending was lost. A press from an unknown message proves that the first one exists (platform-facts T28).

use crate::engine::context::{Context, Request, effects, say};
use crate::ports::store::{Posted, Stored};
use crate::ports::trial::planted;
use crate::secretary::effect::Effect;
use crate::secretary::ids::{RoomId, Slot, TicketId};
use crate::secretary::inbound::Platform;
use crate::secretary::message::routing;

/// The most copies stored for one message; our own sending makes two.
const MOST: usize = 4;

/// Somebody is active in a room: sends once more what may not have arrived there.
pub async fn show_again(context: &mut Context<'_>, room: &RoomId) -> Stored<()> {
    if planted::is("lost-shelf") {
        return Ok(());
    }
    let shown = context.tx.show_again(room, context.now).await?;
    if shown > 0 {
        tracing::info!(%room, shown, "messages that may not have arrived are shown again");
    }
    Ok(())
}

/// A known button was pressed under this message of the platform: the message exists.
pub async fn stands(context: &mut Context<'_>, request: &Request, slot: &Slot, message: &str) -> Stored<()> {
    let (place, room) = (&request.room.place, request.room.id.clone());
    if place.platform != Platform::Telegram || context.tx.posted_as(place, message).await?.is_some() {
        return Ok(());
    }
    let standing = context.tx.posted(slot, &room).await?;
    let pending = context.tx.post_pending(&room, slot).await?;
    // Buttons belong to the last part, which is the part being sent.
    let part = standing.last().map_or(0, |posted| posted.part + u32::from(pending));
    let found = Posted {
        slot: slot.clone(),
        room: room.clone(),
        part,
        place: place.clone(),
        message: message.to_owned(),
        at: context.now,
    };
    if standing.is_empty() && !pending {
        // The sending was given up, but the message exists.
        context.tx.save_posted(&found).await?;
        if over(context, slot).await? {
            say::bare(context, &room, slot).await?;
        }
        return Ok(());
    }
    if context.tx.copies(slot, &room).await?.len() >= MOST {
        return Ok(());
    }
    context.tx.save_copy(&found).await?;
    if pending {
        // The end of the sending decides which of the two keeps the buttons.
        return Ok(());
    }
    effects::carry_out(context, vec![Effect::BareCopies { room, slot: slot.clone() }], None).await
}

/// Whether this message shows the progress of finished work, whose buttons no later edit would remove.
async fn over(context: &mut Context<'_>, slot: &Slot) -> Stored<bool> {
    let Some((ticket, name)) = slot.as_str().split_once('/').filter(|_| routing::shows_progress(slot)) else {
        return Ok(false);
    };
    let ticket = context.tx.ticket(&TicketId::new(ticket)).await?;
    Ok(ticket.is_none_or(|ticket| ticket.closed() || ticket.progress_name() != name))
}
