//! The messages that show a flow: its card, and what stands where a run was begun. They follow what becomes of its runs.

use super::pause;
use crate::engine::context::{Context, say};
use crate::ports::store::{Stored, TriggersOf};
use crate::secretary::flow::Flow;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::ids::{FlowId, FlowRunId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::people::workspace::Room;
use crate::secretary::schedule::{self, Duty, Schedule};
use crate::secretary::wording::schedules::flows::{cards, triggers};
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

/// The messages that show a run have no button for it any more, and each card of its flow shows how it ended.
pub(super) async fn shows_end(context: &mut Context<'_>, flow: &Flow, run: &FlowRun) -> Stored<()> {
    for slot in [begun_slot(&run.id), again_slot(&run.id)] {
        for room in context.tx.rooms_with(&slot).await? {
            say::bare(context, &room, &slot).await?;
        }
    }
    // A card that nobody agreed to has no button for a run, and perhaps one that takes a change back.
    if flow.deleted() || flow.agreed.is_none() {
        return Ok(());
    }
    let slot = card_slot(&flow.id);
    for id in context.tx.rooms_with(&slot).await? {
        let Some(room) = context.tx.room(&id).await? else { continue };
        let zone = zone_in(context, &room, flow).await?;
        let (message, keys) = card(context, flow, "", zone).await?;
        context.bind(keys, std::slice::from_ref(&id), &slot).await?;
        say::edit(context, id, slot.clone(), message.silently()).await?;
    }
    Ok(())
}

/// The time zone in which a room reads: that of its only reader, else that of the flow's owner.
async fn zone_in(context: &mut Context<'_>, room: &Room, flow: &Flow) -> Stored<Tz> {
    let reader = match room.person.as_ref().filter(|_| room.direct()) {
        Some(reader) => context.tx.person(reader).await?,
        None => None,
    };
    match reader {
        Some(reader) => context.zone_of(&reader).await,
        None => zone_of(context, flow).await,
    }
}

/// One flow with its newest runs, and among them those that are still on, however old. `lead`: what has just happened to it.
pub async fn card(context: &mut Context<'_>, flow: &Flow, lead: &str, zone: Tz) -> Stored<(Message, Keys)> {
    let mut runs = context.tx.flow_runs(&flow.id, SHOWN).await?;
    for on in context.tx.open_flow_runs(&flow.id, SHOWN).await? {
        if runs.iter().all(|run| run.id != on.id) {
            runs.push(on);
        }
    }
    runs.sort_by_key(|run| Reverse(run.number));
    pause::as_they_stand(context, &mut runs).await?;
    let mut keys = context.keys();
    let message = cards::card(lead, flow, &runs, (zone, context.now), &mut keys);
    let by_clock = cards::by_the_clock(&schedules_of(context, flow).await?, zone, context.now);
    let message = by_clock.into_iter().fold(message, Message::line);
    let begin = triggers::told(&context.tx.flow_triggers(TriggersOf::Flow(&flow.id)).await?);
    let message = begin.into_iter().fold(message, Message::line);
    Ok((message, keys))
}

/// The schedules of a flow that are still ahead, in their order.
pub async fn schedules_of(context: &mut Context<'_>, flow: &Flow) -> Stored<Vec<Schedule>> {
    let mut schedules = context.tx.schedules(&flow.workspace).await?;
    schedules.retain(|one| !one.over() && matches!(&one.duty, Duty::Flow { flow: id, .. } if *id == flow.id));
    schedule::in_order(&mut schedules);
    Ok(schedules)
}

/// The slot of the message that shows a flow.
pub fn card_slot(flow: &FlowId) -> Slot {
    Slot::new(format!("flow/{flow}/card"))
}

/// The slot of the message that a run has begun.
pub fn begun_slot(run: &FlowRunId) -> Slot {
    Slot::new(format!("flow/{run}/told"))
}

/// The slot of the question whether there is to be another run beside this one.
pub fn again_slot(run: &FlowRunId) -> Slot {
    Slot::new(format!("flow/{run}/again"))
}
