//! A transferred group: a group that belongs to another workspace now. The messages of the former workspace end
//! there, and it posts nothing more.

use crate::engine::Engine;
use crate::engine::context::say;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::rooms::workspaces::workspace_name;
use crate::engine::outbox::target::Target;
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::ids::{RoomId, Slot, TicketId};
use crate::secretary::message::routing::Meant;
use crate::secretary::message::{Message, routing};
use crate::secretary::ticket::effect::Effect;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::people::workspaces;

/// Whether this slot is the prompt of an open decision or stands beside one. `move_prompts` ends it with words of its
/// own.
pub(in crate::engine) fn asks_what_is_open(ticket: &Ticket, slot: &Slot) -> bool {
    !ticket.closed()
        && ticket.open_decisions().any(|decision| {
            let prompt = ticket.slot(decision.key.as_str());
            *slot == prompt || slot.as_str().starts_with(&format!("{prompt}/"))
        })
}

/// The last change of a message in the group: work that goes on is named; any other message keeps its words and loses
/// its buttons.
pub(in crate::engine) fn last_change(ticket: &Ticket, room: &RoomId, slot: Slot) -> Vec<Effect> {
    let room = room.clone();
    let goes_on = match routing::replied(&slot) {
        _ if slot == ticket.slot(&ticket.progress_name()) => !ticket.closed(),
        Some((_, Meant::Answers)) => ticket.stage == Stage::Clarifying,
        Some((_, Meant::Correction)) => ticket.stage == Stage::Confirming,
        Some((_, Meant::Decision(_) | Meant::Revision | Meant::Addition)) | None => false,
    };
    if !goes_on {
        return vec![Effect::Bare { room, slot }];
    }
    let message = workspaces::goes_on_elsewhere(ticket);
    let edit = Effect::Edit { room: room.clone(), slot: slot.clone(), message, calm: false };
    vec![edit, Effect::BareCopies { room, slot }]
}

/// The message of the secretary that the words reply to, if any.
pub(in crate::engine) async fn replied_to(
    context: &mut Context<'_>,
    request: &Request,
    message: Option<&str>,
) -> Stored<Option<Posted>> {
    match message {
        Some(id) => context.tx.posted_as(&request.room.place, id).await,
        None => Ok(None),
    }
}

/// Handles a reply to a prompt of the former workspace of the group.
pub(in crate::engine) async fn left_behind(
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
    let name = workspace_name(context, here).await?;
    say::refuse(context, request, workspaces::about_another(&name)).await.map(Some)
}

impl Engine {
    /// The place of the last change of a message in a transferred group. Nothing else goes there.
    pub(in crate::engine) async fn left_for_good(
        &self,
        room: &RoomId,
        slot: &Slot,
        ticket: Option<&TicketId>,
        message: &Message,
    ) -> Stored<Option<Target>> {
        let Some(id) = ticket else { return Ok(None) };
        let mut tx = self.parts.store.read().await?;
        if tx.room(room).await?.is_none_or(|room| !room.given_away()) {
            return Ok(None);
        }
        let stands = |ticket: &Ticket| ticket.shown.get(slot).is_some_and(|rooms| rooms.contains(room));
        if tx.ticket(id).await?.is_none_or(|ticket| stands(&ticket)) {
            return Ok(None);
        }
        drop(tx);
        self.target(room, slot, ticket, message, true).await
    }
}
