//! Orphaned messages: messages in chats of others about the tickets of an erased person. They say that the ticket was
//! cancelled and lose their buttons. Their slots are erased with the tickets, so such a message gets a new slot.

use crate::engine::context::{Context, facts, say};
use crate::engine::transition::ticket_views;
use crate::ports::store::{Posted, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::ids::{PersonId, RoomId, Slot, TicketId};
use crate::secretary::lifecycle::step::{Outcome, step};
use crate::secretary::message::Message;
use crate::secretary::message::views::Shows;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::settings::privacy;
use crate::secretary::wording::talk;
use std::collections::BTreeMap;

/// The last change of a message.
struct Last {
    room: RoomId,
    slot: Slot,
    /// The new text. None: the message keeps its text and loses its buttons.
    message: Option<Message>,
    parts: Vec<Posted>,
    copies: Vec<Posted>,
}

/// The messages of tickets that are about to be erased.
pub struct LeftStanding {
    lasts: Vec<Last>,
    /// Lists that show such tickets beside others, with the other tickets.
    lists: BTreeMap<(RoomId, Slot), Vec<TicketId>>,
}

/// Collects the messages of a person's open tickets in all rooms.
pub async fn left_standing(context: &mut Context<'_>, open: &[Ticket], person: &PersonId) -> Stored<LeftStanding> {
    let mut left = LeftStanding { lasts: Vec::new(), lists: BTreeMap::new() };
    for ticket in open {
        let mut changes = last_changes(context, ticket).await?;
        for view in context.tx.views_of(&ticket.id).await? {
            let others = view.tickets().into_iter().filter(|id| open.iter().all(|gone| gone.id != **id)).cloned();
            // A list that the person asked for may hold their words.
            let others: Vec<TicketId> = others.filter(|_| view.reader != *person).collect();
            let at = (view.room, view.slot);
            match view.shows {
                Shows::Ticket(_) | Shows::Change(..) => {
                    changes.insert(at, true);
                }
                Shows::Report(..) => {
                    changes.entry(at).or_insert(false);
                }
                Shows::Decisions { .. } | Shows::Which { .. } => {
                    left.lists.insert(at, others);
                }
            }
        }
        for ((room, slot), settled) in changes {
            let parts = context.tx.posted(&slot, &room).await?;
            let copies = context.tx.copies(&slot, &room).await?;
            let message = settled.then(|| privacy::called_off(ticket));
            left.lasts.push(Last { room, slot, message, parts, copies });
        }
    }
    Ok(left)
}

/// The messages that a cancellation would change, and whether their text would change.
async fn last_changes(context: &mut Context<'_>, ticket: &Ticket) -> Stored<BTreeMap<(RoomId, Slot), bool>> {
    let facts = facts::facts(context, ticket, None).await?;
    let called_off = Event::CancelRequested { reason: String::new(), with_all: true };
    let mut changes = BTreeMap::new();
    let effects = match step(ticket, &called_off, &facts, context.now) {
        Outcome::Moved { effects, .. } => effects,
        Outcome::Ignored(_) | Outcome::Refused(_) => Vec::new(),
    };
    for effect in effects {
        if let Effect::Edit { room, slot, .. } = effect {
            changes.insert((room, slot), true);
        } else if let Effect::Bare { room, slot } = effect {
            changes.entry((room, slot)).or_insert(false);
        }
    }
    // A cancelled ticket would keep the rating buttons of its report; an erased ticket must not.
    let report = ticket.slot(&format!("report{}", ticket.reports.len()));
    for room in ticket.shown.get(&report).into_iter().flatten() {
        changes.entry((room.clone(), report.clone())).or_insert(false);
    }
    Ok(changes)
}

/// Writes the last changes once the tickets are gone, except in chats that are gone as well.
pub async fn settle_left_standing(context: &mut Context<'_>, left: LeftStanding) -> Stored<()> {
    for (n, last) in left.lasts.into_iter().enumerate() {
        if last.parts.is_empty() || context.tx.room(&last.room).await?.is_none() {
            continue;
        }
        let mut slot = last.slot;
        if context.tx.posted(&slot, &last.room).await?.is_empty() {
            slot = Slot::new(format!("re/over/{}/{n}", context.seq));
            for part in last.parts {
                context.tx.save_posted(&renamed(part, &slot)).await?;
            }
            for copy in last.copies {
                context.tx.save_copy(&renamed(copy, &slot)).await?;
            }
        }
        let room = last.room;
        match last.message {
            Some(message) => say::edit(context, room, slot, message).await?,
            None => say::bare(context, &room, &slot).await?,
        }
    }
    for ((room, slot), others) in left.lists {
        if context.tx.room(&room).await?.is_some() {
            list_without(context, room, slot, &others).await?;
        }
    }
    Ok(())
}

/// Writes a list without the erased tickets.
async fn list_without(context: &mut Context<'_>, room: RoomId, slot: Slot, others: &[TicketId]) -> Stored<()> {
    for ticket in others {
        let views = context.tx.views_of(ticket).await?;
        if let Some(view) = views.into_iter().find(|view| view.room == room && view.slot == slot) {
            return ticket_views::list_anew(context, view).await;
        }
    }
    context.tx.drop_view(&slot, &room).await?;
    say::edit(context, room, slot, Message::lines([talk::settled()]).silently()).await
}

/// The same message with another slot.
fn renamed(posted: Posted, slot: &Slot) -> Posted {
    Posted { slot: slot.clone(), ..posted }
}
