//! The list of schedules: shown, and updated in place while it is recent.

use crate::engine::context::say;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::schedules::change_schedule;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::wording::schedules;
use chrono::TimeDelta;

/// A list older than this is not updated.
const LIVING: TimeDelta = TimeDelta::days(1);

async fn composed_list(context: &mut Context<'_>, request: &Request, page: usize) -> Stored<(Message, Keys)> {
    let zone = context.zone_of(&request.person).await?;
    let found = change_schedule::ahead(context, request).await?;
    let mut keys = context.keys();
    let message = schedules::list(&found, page, zone, context.now, &mut keys);
    Ok((message, keys))
}

/// Shows a page of the list, counted from 1. A turned page replaces the one before.
pub(in crate::engine) async fn list_schedules(
    context: &mut Context<'_>,
    request: &Request,
    page: usize,
) -> Stored<EventOutcome> {
    let (message, keys) = composed_list(context, request, page.saturating_sub(1)).await?;
    if request.turned.is_some() {
        return say::say_page(context, request, message, keys).await;
    }
    change_schedule::put(context, request, list_slot(request), message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// Updates the newest list of this person here in place, on the page of the changed schedule.
pub(in crate::engine) async fn refresh_list(
    context: &mut Context<'_>,
    request: &Request,
    changed: &ScheduleId,
) -> Stored<()> {
    let slot = list_slot(request);
    let page =
        change_schedule::ahead(context, request).await?.iter().position(|s| s.id == *changed).unwrap_or_default()
            / schedules::PAGE;
    let (message, keys) = match context.tx.posted(&slot, &request.room.id).await?.last() {
        Some(posted) if context.now - posted.at < LIVING => composed_list(context, request, page).await?,
        Some(_) | None => return Ok(()),
    };
    change_schedule::rewrite(context, request, slot, message, keys).await
}

fn list_slot(request: &Request) -> Slot {
    Slot::new(format!("schedule/list/{}", request.person.id))
}
