//! Views: messages that show tickets beside the messages of the tickets themselves. Each view changes with its
//! tickets, so that no button stays whose work is done.

use crate::engine::context::visibility::visibility_in;
use crate::engine::context::{Context, Handled, Request, directory, say};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::decision::Decision;
use crate::secretary::ids::{DecisionId, PersonId, RoomId, Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::views::{self, Shows, View};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::decisions::changed;
use crate::secretary::wording;
use chrono_tz::Tz;

/// Posts a view: in place of the page that was turned, else as a new message.
pub async fn say_view(
    context: &mut Context<'_>,
    request: &Request,
    shows: Shows,
    message: Message,
    keys: Keys,
) -> Handled {
    let room = request.room.id.clone();
    if let Shows::Ticket(ticket) = &shows {
        let_be(context, request, ticket).await?;
    }
    let slot = if let Some(slot) = say::turned(context, request).await? {
        say::rewrite(context, request, slot.clone(), message, keys).await?;
        slot
    } else {
        let slot = slot_of(context, &shows);
        say::put(context, request, slot.clone(), message, keys).await?;
        slot
    };
    let (reader, direct) = (request.person.id.clone(), request.room.direct());
    context.tx.save_view(&View { room, slot, reader, direct, shows }).await?;
    Ok(EventOutcome::Decided(None))
}

/// Asks whether a decision is to be changed; the question ends with the change.
pub async fn offer_change(
    context: &mut Context<'_>,
    request: &Request,
    (ticket, decision): (&Ticket, &Decision),
    message: Message,
    keys: Keys,
) -> Handled {
    let shows = Shows::Change(ticket.id.clone(), decision.key.clone());
    Box::pin(say_view(context, request, shows, message, keys)).await
}

/// The prefix of the slots of "Which one?".
const WHICH: &str = "re/which";
/// The prefix of the slots of "Shall I change that?".
const CHANGE: &str = "re/change";
/// The prefix of the slots of lists of what people are asked.
const LIST: &str = "re/list";

/// Whether a message asks which of several things is meant.
pub fn asks_which(slot: &Slot) -> bool {
    slot.as_str().starts_with(WHICH)
}

/// Whether a message asks whether to change a decision.
pub fn asks_to_change(slot: &Slot) -> bool {
    slot.as_str().starts_with(CHANGE)
}

/// Whether a message lists what people are asked.
pub fn lists_questions(slot: &Slot) -> bool {
    slot.as_str().starts_with(LIST)
}

/// The slot of a list of what people are asked.
pub fn list_slot(context: &Context<'_>) -> Slot {
    Slot::new(format!("{LIST}{}/{}", context.seq, context.effects))
}

/// The slot of a view. A reply to the view of one ticket is about that ticket.
fn slot_of(context: &Context<'_>, shows: &Shows) -> Slot {
    let (seq, effects) = (context.seq, context.effects);
    Slot::new(match shows {
        Shows::Decisions { .. } => return list_slot(context),
        Shows::Change(..) => format!("{CHANGE}{seq}/{effects}"),
        Shows::Which { .. } => format!("{WHICH}{seq}/{effects}"),
        Shows::Ticket(ticket) => format!("{ticket}/shown{seq}.{effects}"),
        Shows::Report(ticket, number) => format!("{ticket}/report{number}/again{seq}.{effects}"),
    })
}

/// Removes the buttons of an earlier view of this ticket here.
async fn let_be(context: &mut Context<'_>, request: &Request, ticket: &TicketId) -> Stored<()> {
    for view in context.tx.views_of(ticket).await? {
        if view.room == request.room.id && matches!(view.shows, Shows::Ticket(_)) {
            end_view(context, &view.room, &view.slot).await?;
        }
    }
    Ok(())
}

/// Ends a view or a question: its message loses its buttons.
pub async fn end_view(context: &mut Context<'_>, room: &RoomId, slot: &Slot) -> Stored<()> {
    context.tx.drop_view(slot, room).await?;
    say::bare(context, room, slot).await
}

/// Whether the reader may still see there what the view shows, since roles, deputies and purposes of rooms change.
async fn still_covers(context: &mut Context<'_>, view: &View, next: &Ticket) -> Stored<bool> {
    if !view.direct && !matches!(view.shows, Shows::Ticket(_) | Shows::Report(..)) {
        return Ok(true);
    }
    let Some(room) = context.tx.room(&view.room).await? else { return Ok(true) };
    // A deputy sees what the absent person would see.
    let reader = directory::reader(context, &view.reader).await?;
    let visibility = visibility_in(context.tx, &room, reader.as_ref()).await?;
    let others =
        if let Shows::Decisions { of, .. } = &view.shows { decisions_of(context, of).await? } else { Vec::new() };
    Ok(visibility.covers(next) && others.iter().all(|(ticket, _)| visibility.covers(ticket)))
}

/// Writes every view of a changed ticket anew.
pub async fn refresh_views(context: &mut Context<'_>, before: &Ticket, next: &Ticket) -> Stored<()> {
    if !views::moved(before, next) {
        return Ok(());
    }
    for view in context.tx.views_of(&next.id).await? {
        if !view.changes(before, next) {
            continue;
        }
        if !still_covers(context, &view, next).await? {
            end_view(context, &view.room, &view.slot).await?;
            continue;
        }
        let zone = zone_of_reader(context, &view.reader).await?;
        let mut keys = context.keys();
        let (message, goes_on) = match &view.shows {
            Shows::Decisions { .. } | Shows::Which { .. } => {
                let Some(list) = list_now(context, &view, zone, &mut keys).await? else { continue };
                list
            }
            Shows::Change(_, key) => {
                let next = next.calling(directory::word_for_nameless(context).await?);
                let Some(decision) = changed::successor(&next, key) else { continue };
                (wording::decision::changing::now(next.number, decision, zone), false)
            }
            Shows::Ticket(_) => {
                let reader = view.direct.then_some(&view.reader);
                let mut shown = ticket_shown(context, next, reader, zone, &mut keys).await?;
                // The messages of the ticket tell what comes next.
                if next.closed() {
                    keys = context.keys();
                    shown.buttons.clear();
                }
                (shown, !next.closed())
            }
            Shows::Report(_, number) => {
                let Some(report) = next.reports.get(number.saturating_sub(1)) else { continue };
                let last = views::stands_by_report(next) && next.reports.len() == *number;
                let message = if last {
                    wording::ticket::tickets::report(next, report, &mut keys)
                } else {
                    wording::ticket::tickets::report_replaced(next, report)
                };
                (message, last)
            }
        };
        reads_now(context, view, (message, goes_on), keys).await?;
    }
    Ok(())
}

async fn reads_now(
    context: &mut Context<'_>,
    view: View,
    (message, goes_on): (Message, bool),
    keys: Keys,
) -> Stored<()> {
    if !goes_on {
        context.tx.drop_view(&view.slot, &view.room).await?;
    }
    let reader = if view.direct { directory::reader(context, &view.reader).await? } else { None };
    say::rewrite_for(context, (&view.room, view.slot), reader.as_ref(), (message, keys)).await
}

/// Writes a list anew after something of it was erased.
pub async fn list_anew(context: &mut Context<'_>, view: View) -> Stored<()> {
    let zone = zone_of_reader(context, &view.reader).await?;
    let mut keys = context.keys();
    match list_now(context, &view, zone, &mut keys).await? {
        Some(list) => reads_now(context, view, list, keys).await,
        None => Ok(()),
    }
}

/// The present text of a list and whether it has buttons. None for a view of one ticket.
async fn list_now(
    context: &mut Context<'_>,
    view: &View,
    zone: Tz,
    keys: &mut Keys,
) -> Stored<Option<(Message, bool)>> {
    Ok(Some(match &view.shows {
        Shows::Decisions { asking, of, more } => {
            let found = decisions_of(context, of).await?;
            let goes_on = found.iter().any(|(_, d)| d.open());
            let found: Vec<(&Ticket, &Decision)> = found.iter().map(|(t, d)| (t, d)).collect();
            let reader = if view.direct { directory::reader(context, &view.reader).await? } else { None };
            let seen = (reader.as_ref(), zone, context.now);
            (wording::lists::open_decisions(&found, (*asking, *more), seen, keys), goes_on)
        }
        Shows::Which { offers, more } => {
            let left = possible_still(context, offers).await?;
            let new = |(_, action): &(String, Action)| matches!(action, Action::NewIdea { .. });
            if left.iter().all(new) {
                (Message::lines([wording::talk::settled()]), false)
            } else {
                (wording::talk::which(left, *more, keys), true)
            }
        }
        Shows::Change(..) | Shows::Ticket(_) | Shows::Report(..) => return Ok(None),
    }))
}

/// The full view of a ticket for this reader.
pub async fn ticket_shown(
    context: &mut Context<'_>,
    ticket: &Ticket,
    reader: Option<&PersonId>,
    zone: Tz,
    keys: &mut Keys,
) -> Stored<Message> {
    let ticket = ticket.calling(directory::nameless_to(context, reader).await?);
    let seen = wording::lists::Seen {
        reader,
        zone,
        now: context.now,
        decides: directory::decides_about(context, &ticket).await?,
    };
    let roster = ticket.roster(&context.engine.parts.roster);
    Ok(wording::lists::one_ticket::ticket(&ticket, &roster, seen, keys))
}

async fn decisions_of(context: &mut Context<'_>, of: &[(TicketId, DecisionId)]) -> Stored<Vec<(Ticket, Decision)>> {
    let nameless = directory::word_for_nameless(context).await?;
    let mut found = Vec::new();
    for (ticket, key) in of {
        let Some(ticket) = context.tx.ticket(ticket).await? else { continue };
        let ticket = ticket.calling(nameless);
        if let Some(decision) = ticket.decision(key).cloned() {
            found.push((ticket, decision));
        }
    }
    Ok(found)
}

/// The offers of these that are still open.
async fn possible_still(context: &mut Context<'_>, offers: &[(String, Action)]) -> Stored<Vec<(String, Action)>> {
    let mut left = Vec::new();
    for (label, action) in offers {
        let ticket = match views::about(action) {
            Some(id) => context.tx.ticket(id).await?,
            None => None,
        };
        if ticket.is_none_or(|ticket| views::possible(action, &ticket)) {
            left.push((label.clone(), action.clone()));
        }
    }
    Ok(left)
}

async fn zone_of_reader(context: &mut Context<'_>, reader: &PersonId) -> Stored<Tz> {
    match context.tx.person(reader).await? {
        Some(person) => context.zone_of(&person).await,
        None => Ok(context.settings().await?.zone.parse().unwrap_or(Tz::UTC)),
    }
}

/// Leaves the question of a message unanswered: the message stays without its buttons.
pub async fn leave(context: &mut Context<'_>, request: &Request) -> Handled {
    if let Some(slot) = &request.turned {
        end_view(context, &request.room.id, slot).await?;
    }
    Ok(EventOutcome::Decided(Some(wording::talk::left_as_it_is().to_owned())))
}
