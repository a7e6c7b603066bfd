//! Events without a person to answer: news of a room, talk among people, messages without a name.

use crate::engine::context::{Context, Handled, audit_log, directory, find_room, kept_if_unknown, say};
use crate::engine::handlers::rooms::reachable_rooms::{self, Contact};
use crate::engine::transition::open_room;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::Why;
use crate::secretary::ids::Slot;
use crate::secretary::inbound::{ChatKind, Content, Inbound};
use crate::secretary::wording::talk::{after_outage, refusals};

/// Handles news of a room.
pub async fn housekeeping(context: &mut Context<'_>, inbound: &Inbound) -> Stored<Option<EventOutcome>> {
    match &inbound.content {
        Content::Moved { to } => {
            if let Some(room) = context.tx.room_at(&inbound.place).await? {
                context.here = room.workspace.clone();
                reachable_rooms::room_moved(context, &room.id, to).await?;
            }
            Ok(Some(EventOutcome::Decided(None)))
        }
        Content::Reachable { yes } => {
            let contact = if *yes { Contact::Open } else { Contact::Refused };
            Ok(Some(reachable_rooms::chat_reachable(context, &inbound.place, contact).await?))
        }
        Content::Deleted => Ok(Some(reachable_rooms::chat_reachable(context, &inbound.place, Contact::Deleted).await?)),
        Content::Trouble(trouble) => {
            reachable_rooms::tell_owners(context, inbound.place.platform, *trouble).await?;
            Ok(Some(EventOutcome::Decided(None)))
        }
        Content::Missed => {
            if let Some(room) = context.tx.room_at(&inbound.place).await?.filter(|room| !room.closed) {
                let slot = Slot::new(format!("missed/{}", context.seq));
                say::announce(context, &room.id, slot, after_outage::missed()).await?;
            }
            Ok(Some(EventOutcome::Decided(None)))
        }
        Content::Unsupported { to_us: true, .. } => Ok(None),
        Content::Unsupported { kind, raw, .. } => Ok(Some(kept_if_unknown(kind, raw, EventOutcome::Decided(None)))),
        Content::Text { .. }
        | Content::Command { .. }
        | Content::Press { .. }
        | Content::Form { .. }
        | Content::Edited { .. } => Ok(None),
    }
}

/// Whether a message is talk among people in a group. Nothing of it is kept but its row.
pub async fn overheard(context: &mut Context<'_>, inbound: &Inbound) -> Stored<bool> {
    let Content::Text { addressed: false, reply_to, .. } = &inbound.content else { return Ok(false) };
    if inbound.place.kind == ChatKind::Direct {
        return Ok(false);
    }
    if let Some(reply_to) = reply_to
        && context.tx.posted_as(&inbound.place, reply_to).await?.is_some()
    {
        return Ok(false);
    }
    let room = directory::room_here(context, &inbound.place).await?;
    if room.as_ref().is_some_and(|room| room.thread_of.is_some()) {
        return Ok(false);
    }
    Ok(!find_room::purposes_at(context, &inbound.place, room.as_ref()).await?.every_message)
}

/// Handles a message whose sender has no name of their own, such as an anonymous administrator.
pub async fn anonymous(context: &mut Context<'_>, inbound: &Inbound) -> Handled {
    let command = matches!(inbound.content, Content::Command { .. });
    let meant = if let Content::Text { addressed, .. } = inbound.content { addressed } else { command };
    audit_log::turned_away(context, Why::Anonymous);
    let room = context.tx.room_at(&inbound.place).await?;
    if let Some(room) = &room {
        context.here = room.workspace.clone();
    }
    let known = find_room::purposes_at(context, &inbound.place, room.as_ref()).await?.any();
    if meant && known {
        open_room::say_at(context, inbound, refusals::anonymous()).await?;
    }
    Ok(EventOutcome::Refused(refusals::anonymous()))
}
