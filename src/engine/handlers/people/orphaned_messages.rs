//! What others still see of the open tickets of somebody who is erased: it says that they were called off, and asks nothing any
//! more. Names of messages go with their tickets, so that such a message gets one of its own.

use crate::engine::context::Context;
use crate::engine::context::apply_event;
use crate::engine::handlers::tickets::ticket_views;
use crate::ports::store::{Posted, Stored};
use crate::secretary::ids::{PersonId, RoomId, Slot, TicketId};
use crate::secretary::lifecycle::step::{Outcome, step};
use crate::secretary::message::Message;
use crate::secretary::message::views::Shows;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::settings::privacy;
use crate::secretary::wording::talk;
use std::collections::BTreeMap;

/// A message that is changed for the last time.
struct Last {
    room: RoomId,
    slot: Slot,
    /// What it says from then on; none: it keeps its words and loses its buttons.
    message: Option<Message>,
    parts: Vec<Posted>,
    copies: Vec<Posted>,
}

/// What stands in chats of tickets that are about to be erased.
pub(in crate::engine) struct LeftStanding {
    lasts: Vec<Last>,
    /// Messages that show such tickets beside others, with these others.
    lists: BTreeMap<(RoomId, Slot), Vec<TicketId>>,
}

/// What stands open of these tickets of somebody, wherever it does.
pub(in crate::engine) async fn left_standing(
    context: &mut Context<'_>,
    open: &[Ticket],
    person: &PersonId,
) -> Stored<LeftStanding> {
    let mut left = LeftStanding { lasts: Vec::new(), lists: BTreeMap::new() };
    for ticket in open {
        let mut changes = last_changes(context, ticket).await?;
        for view in context.tx.views_of(&ticket.id).await? {
            let others = view.tickets().into_iter().filter(|id| open.iter().all(|gone| gone.id != **id)).cloned();
            // What they asked for themself may hold their words.
            let others: Vec<TicketId> = others.filter(|_| view.reader != *person).collect();
            let at = (view.room, view.slot);
            match view.shows {
                Shows::Ticket(_) | Shows::Change(..) => {
                    changes.insert(at, true);
                }
                Shows::Report(..) => {
                    changes.entry(at).or_insert(false);
                }
                Shows::Decisions { .. } | Shows::ForWhich { .. } | Shows::Which { .. } => {
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

/// The messages that calling it off would change, and whether they would have other words.
async fn last_changes(context: &mut Context<'_>, ticket: &Ticket) -> Stored<BTreeMap<(RoomId, Slot), bool>> {
    let facts = apply_event::facts(context, ticket, None).await?;
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
    // Called off, a report that is being rated would keep its buttons; erased, it has none.
    let report = ticket.slot(&format!("report{}", ticket.reports.len()));
    for room in ticket.shown.get(&report).into_iter().flatten() {
        changes.entry((room.clone(), report.clone())).or_insert(false);
    }
    Ok(changes)
}

/// Once the tickets are gone: changes what stands, but for what stood in chats that are gone as well.
pub(in crate::engine) async fn settle_left_standing(context: &mut Context<'_>, left: LeftStanding) -> Stored<()> {
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
        let effect = match last.message {
            Some(message) => Effect::Edit { room, slot, message, calm: false },
            None => Effect::Bare { room, slot },
        };
        apply_event::carry_out(context, vec![effect], None).await?;
    }
    for ((room, slot), others) in left.lists {
        if context.tx.room(&room).await?.is_some() {
            list_without(context, room, slot, &others).await?;
        }
    }
    Ok(())
}

/// A list without what is erased, as it is kept by now.
async fn list_without(context: &mut Context<'_>, room: RoomId, slot: Slot, others: &[TicketId]) -> Stored<()> {
    for ticket in others {
        let views = context.tx.views_of(ticket).await?;
        if let Some(view) = views.into_iter().find(|view| view.room == room && view.slot == slot) {
            return ticket_views::list_anew(context, view).await;
        }
    }
    context.tx.drop_view(&slot, &room).await?;
    let message = Message::lines([talk::settled()]).silently();
    apply_event::carry_out(context, vec![Effect::Edit { room, slot, message, calm: false }], None).await
}

/// The same message under another name.
fn renamed(posted: Posted, slot: &Slot) -> Posted {
    Posted { slot: slot.clone(), ..posted }
}
