//! Which flows somebody may see here, the list of them, and one with its last runs. What was made in a direct chat stays
//! there, as with tickets.

use crate::engine::context::{Context, Handled, Request, say, visibility};
use crate::ports::store::{Stored, TriggersOf};
use crate::secretary::flow::Flow;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::ids::{FlowId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::schedule::{self, Duty, Schedule};
use crate::secretary::wording::schedules::flows::{cards, triggers};
use std::cmp::Reverse;

/// The newest runs that are shown with a flow.
const RUNS: u32 = 5;

/// The flows that this person may see here, by number.
pub async fn visible(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Flow>> {
    let visibility = visibility::visibility(context, request).await?;
    visibility::flows(context, &visibility).await
}

/// The flow of this number, if this person may see it here.
pub async fn numbered(context: &mut Context<'_>, request: &Request, number: i64) -> Stored<Option<Flow>> {
    Ok(visible(context, request).await?.into_iter().find(|flow| flow.number == number))
}

/// Shows a page of the flows, counted from 1.
pub async fn list(context: &mut Context<'_>, request: &Request, page: usize) -> Handled {
    let zone = context.zone_of(&request.person).await?;
    let found = visible(context, request).await?;
    let page = page.saturating_sub(1).min(found.len().saturating_sub(1) / cards::PAGE);
    let mut flows = Vec::with_capacity(found.len());
    for (at, flow) in found.into_iter().enumerate() {
        let newest = if at / cards::PAGE == page { context.tx.flow_runs(&flow.id, 1).await?.pop() } else { None };
        flows.push((flow, newest));
    }
    let mut keys = context.keys();
    let message = cards::list(&flows, page, (zone, context.now), &mut keys);
    say::say_page(context, request, message, keys).await
}

/// Shows a flow with its last runs. `lead`: what has just happened to it.
pub async fn show(context: &mut Context<'_>, request: &Request, flow: &Flow, lead: &str) -> Handled {
    let (message, keys) = card(context, request, flow, lead).await?;
    say::put(context, request, card_slot(&flow.id), message, keys).await
}

/// Updates the message that shows a flow here. False if there is none.
pub async fn refresh(context: &mut Context<'_>, request: &Request, flow: &Flow) -> Stored<bool> {
    let slot = card_slot(&flow.id);
    if context.tx.posted(&slot, &request.room.id).await?.is_empty() {
        return Ok(false);
    }
    let (message, keys) = card(context, request, flow, "").await?;
    say::rewrite(context, request, slot, message, keys).await?;
    Ok(true)
}

/// The newest runs of a flow, newest first, and among them those that are still on, however old.
async fn shown_runs(context: &mut Context<'_>, flow: &FlowId) -> Stored<Vec<FlowRun>> {
    let mut runs = context.tx.flow_runs(flow, RUNS).await?;
    for on in context.tx.open_flow_runs(flow, RUNS).await? {
        if runs.iter().all(|run| run.id != on.id) {
            runs.push(on);
        }
    }
    runs.sort_by_key(|run| Reverse(run.number));
    Ok(runs)
}

/// The schedules of a flow that are still ahead, in their order.
pub async fn schedules_of(context: &mut Context<'_>, flow: &FlowId) -> Stored<Vec<Schedule>> {
    let here = context.workspace();
    let mut schedules = context.tx.schedules(&here).await?;
    schedules.retain(|one| !one.over() && matches!(&one.duty, Duty::Flow { flow: id, .. } if id == flow));
    schedule::in_order(&mut schedules);
    Ok(schedules)
}

async fn card(context: &mut Context<'_>, request: &Request, flow: &Flow, lead: &str) -> Stored<(Message, Keys)> {
    let zone = context.zone_of(&request.person).await?;
    let runs = shown_runs(context, &flow.id).await?;
    let mut keys = context.keys();
    let message = cards::card(lead, flow, &runs, (zone, context.now), &mut keys);
    let by_clock = cards::by_the_clock(&schedules_of(context, &flow.id).await?, zone, context.now);
    let message = by_clock.into_iter().fold(message, Message::line);
    let begin = triggers::told(&context.tx.flow_triggers(TriggersOf::Flow(&flow.id)).await?);
    let message = begin.into_iter().fold(message, Message::line);
    Ok((message, keys))
}

/// The slot of the message that shows a flow.
pub fn card_slot(flow: &FlowId) -> Slot {
    Slot::new(format!("flow/{flow}/card"))
}
