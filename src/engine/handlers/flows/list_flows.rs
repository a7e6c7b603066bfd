//! Which flows somebody may see here, the list of them, and one with its last runs. What was made in a direct chat stays
//! there, as with tickets.

use crate::engine::context::{Context, Handled, Request, say, visibility};
use crate::engine::flows::pause;
use crate::engine::flows::shown::{self, card_slot};
use crate::ports::store::Stored;
use crate::secretary::flow::Flow;
use crate::secretary::message::commands::FlowOrder;
use crate::secretary::orders::flow;
use crate::secretary::wording::schedules::flows::cards;

/// The flows that this person may see here, by number.
pub async fn visible(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Flow>> {
    let visibility = visibility::visibility(context, request).await?;
    visibility::flows(context, &visibility).await
}

/// The flow of this number, if this person may see it here.
pub async fn numbered(context: &mut Context<'_>, request: &Request, number: i64) -> Stored<Option<Flow>> {
    Ok(visible(context, request).await?.into_iter().find(|flow| flow.number == number))
}

/// What these words order, which begin with the name of a flow that this person may see here. An error is what to send
/// instead.
pub async fn called(context: &mut Context<'_>, request: &Request, words: &str) -> Stored<Result<FlowOrder, String>> {
    let flows = visible(context, request).await?;
    let named: Vec<(i64, &str)> = flows.iter().map(|flow| (flow.number, flow.name.as_str())).collect();
    Ok(flow::called(words, &named))
}

/// Shows a page of the flows, counted from 1.
pub async fn list(context: &mut Context<'_>, request: &Request, page: usize) -> Handled {
    let zone = context.zone_of(&request.person).await?;
    let found = visible(context, request).await?;
    let page = page.saturating_sub(1).min(found.len().saturating_sub(1) / cards::PAGE);
    let mut flows = Vec::with_capacity(found.len());
    for (at, flow) in found.into_iter().enumerate() {
        let mut newest = if at / cards::PAGE == page { context.tx.flow_runs(&flow.id, 1).await? } else { Vec::new() };
        pause::as_they_stand(context, &mut newest).await?;
        flows.push((flow, newest.pop()));
    }
    let mut keys = context.keys();
    let message = cards::list(&flows, page, (zone, context.now), &mut keys);
    say::say_page(context, request, message.own(), keys).await
}

/// Shows a flow with its last runs. `lead`: what has just happened to it.
pub async fn show(context: &mut Context<'_>, request: &Request, flow: &Flow, lead: &str) -> Handled {
    let zone = context.zone_of(&request.person).await?;
    let (message, keys) = shown::card(context, flow, lead, zone).await?;
    say::put(context, request, card_slot(flow), message, keys).await
}

/// Updates the message that shows a flow here. False if there is none.
pub async fn refresh(context: &mut Context<'_>, request: &Request, flow: &Flow) -> Stored<bool> {
    let slot = card_slot(flow);
    if context.tx.posted(&slot, &request.room.id).await?.is_empty() {
        return Ok(false);
    }
    let zone = context.zone_of(&request.person).await?;
    let (message, keys) = shown::card(context, flow, "", zone).await?;
    say::rewrite(context, request, slot, message, keys).await?;
    Ok(true)
}
