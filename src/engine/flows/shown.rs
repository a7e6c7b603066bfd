//! The messages that show a flow: its card, and what stands where a run was begun. They follow what becomes of its runs.

use super::{line, pause};
use crate::engine::context::visibility::{covers_flow, visibility_in};
use crate::engine::context::{Context, directory, say};
use crate::ports::store::{Stored, TriggersOf};
use crate::secretary::flow::Flow;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::ids::{FlowRunId, RoomId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::schedule::{self, Schedule};
use crate::secretary::wording::schedules::flows::cards::{self, Runs};
use crate::secretary::wording::schedules::flows::triggers;
use chrono_tz::Tz;
use std::cmp::Reverse;

/// The newest runs that are shown with a flow.
const SHOWN: u32 = 5;

/// The time zone of a flow's owner.
pub(super) async fn zone_of(context: &mut Context<'_>, flow: &Flow) -> Stored<Tz> {
    match context.tx.person(&flow.owner).await? {
        Some(owner) => context.zone_of(&owner).await,
        None => Ok(Tz::UTC),
    }
}

/// The messages that show a run have no button for it any more, and the cards of its flow are to show how it ended.
pub(super) async fn shows_end(context: &mut Context<'_>, run: &FlowRun) -> Stored<()> {
    context.flows.insert(run.flow.clone());
    // Nobody was shown the run that another one called.
    let slots = if run.called_by.is_none() { vec![begun_slot(&run.id), again_slot(&run.id)] } else { Vec::new() };
    for slot in slots {
        for room in context.tx.rooms_with(&slot).await? {
            say::bare(context, &room, &slot).await?;
        }
    }
    Ok(())
}

/// Writes the cards of the flows anew whose runs ended with this event, once each.
pub async fn write_cards(context: &mut Context<'_>) -> Stored<()> {
    for id in std::mem::take(&mut context.flows) {
        // A card that nobody agreed to has no button for a run, and perhaps one that takes a change back.
        let found = context.tx.flow(&id).await?.filter(Flow::runs);
        let Some(flow) = found else { continue };
        context.here = flow.workspace.clone();
        for room in context.tx.rooms_with(&card_slot(&flow)).await? {
            write_card(context, &flow, &room).await?;
        }
    }
    Ok(())
}

/// Writes the card of a flow anew for those who read it in a room. It ends where they may not see the flow any more, since
/// roles, deputies and purposes of rooms change.
async fn write_card(context: &mut Context<'_>, flow: &Flow, id: &RoomId) -> Stored<()> {
    let Some(room) = context.tx.room(id).await?.filter(|room| !room.closed) else { return Ok(()) };
    let reader = match room.person.as_ref().filter(|_| room.direct()) {
        Some(reader) => directory::reader(context, reader).await?,
        None => None,
    };
    let (slot, visibility) = (card_slot(flow), visibility_in(context.tx, &room, reader.as_ref()).await?);
    if !covers_flow(context, &visibility, flow).await? {
        return say::bare(context, id, &slot).await;
    }
    let zone = match &reader {
        Some(reader) => context.zone_of(reader).await?,
        None => zone_of(context, flow).await?,
    };
    let card = card(context, flow, "", zone).await?;
    say::rewrite_for(context, (id, slot), reader.as_ref(), card).await
}

/// One flow with its newest runs, and among them those that are still on, however old. `lead`: what has just happened to it.
pub async fn card(context: &mut Context<'_>, flow: &Flow, lead: &str, zone: Tz) -> Stored<(Message, Keys)> {
    let mut runs = context.tx.flow_runs(&flow.id, SHOWN).await?;
    let in_line = line::length(context.tx, &flow.id).await?;
    let open = context.tx.open_flow_runs(&flow.id, u32::MAX).await?;
    let (count, held) = (open.len() + in_line, open.iter().filter(|run| run.former).count());
    for on in open.into_iter().take(SHOWN as usize) {
        if runs.iter().all(|run| run.id != on.id) {
            runs.push(on);
        }
    }
    runs.sort_by_key(|run| Reverse(run.number));
    pause::as_they_stand(context, &mut runs).await?;
    let mut keys = context.keys();
    let runs = Runs { shown: &runs, on: count, held };
    let message = cards::card(lead, flow, runs, (zone, context.now), &mut keys);
    let by_clock = cards::by_the_clock(&schedules_of(context, flow).await?, zone, context.now);
    let message = by_clock.into_iter().fold(message, Message::line);
    let begin = triggers::told(&context.tx.flow_triggers(TriggersOf::Flow(&flow.id)).await?);
    let message = begin.into_iter().chain(triggers::in_line(in_line)).fold(message, Message::line);
    Ok((message, keys))
}

/// The schedules of a flow that are still ahead, in their order.
pub async fn schedules_of(context: &mut Context<'_>, flow: &Flow) -> Stored<Vec<Schedule>> {
    let mut schedules = context.tx.schedules_of_flow(&flow.workspace, &flow.id).await?;
    schedules.retain(|one| !one.over());
    schedule::in_order(&mut schedules);
    Ok(schedules)
}

/// The cards of a flow as it was before its script changed say so, and have no buttons any more.
pub async fn outdate_cards(context: &mut Context<'_>, before: &Flow) -> Stored<()> {
    let slot = card_slot(before);
    for id in context.tx.rooms_with(&slot).await? {
        if context.tx.room(&id).await?.is_some_and(|room| !room.closed) {
            say::edit(context, id, slot.clone(), cards::outdated(before)).await?;
        }
    }
    Ok(())
}

/// The slot of the message that shows a flow with the script that it has.
pub fn card_slot(flow: &Flow) -> Slot {
    Slot::new(format!("flow/{}/card/{}", flow.id, flow.version))
}

/// The slot of the message that a run has begun.
pub fn begun_slot(run: &FlowRunId) -> Slot {
    Slot::new(format!("flow/{run}/told"))
}

/// The slot of the question whether there is to be another run beside this one.
pub fn again_slot(run: &FlowRunId) -> Slot {
    Slot::new(format!("flow/{run}/again"))
}
