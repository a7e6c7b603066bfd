//! The list of schedules: shown, and updated in place while it is recent.

use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::ports::store::Stored;
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::{self, Schedule};
use crate::secretary::wording::schedules;
use chrono::TimeDelta;

/// A list older than this is not updated.
const LIVING: TimeDelta = TimeDelta::days(1);

async fn composed_list(context: &mut Context<'_>, request: &Request, page: usize) -> Stored<(Message, Keys)> {
    let zone = context.zone_of(&request.person).await?;
    let found = ahead(context, request).await?;
    let mut keys = context.keys();
    let message = schedules::list(&found, page, zone, context.now, &mut keys);
    Ok((message, keys))
}

/// Whether this person may change a schedule here: their own; for owners all; in a group those that post there.
pub fn changes_here(request: &Request, schedule: &Schedule) -> bool {
    let here = request.room.direct() || schedule.room == *request.channel();
    here && audit_log::could(request, Operation::ChangeSchedule(schedule))
}

/// The schedules ahead that this person may change here, in their order.
pub async fn ahead(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Schedule>> {
    let mut found = context.tx.schedules(&context.workspace()).await?;
    found.retain(|s| !s.over() && changes_here(request, s));
    schedule::in_order(&mut found);
    Ok(found)
}

/// Shows a page of the list, counted from 1. A turned page replaces the one before.
pub async fn list_schedules(context: &mut Context<'_>, request: &Request, page: usize) -> Handled {
    let (message, keys) = composed_list(context, request, page.saturating_sub(1)).await?;
    if request.turned.is_some() {
        return say::say_page(context, request, message.own(), keys).await;
    }
    say::put(context, request, list_slot(request), message, keys).await
}

/// Updates the newest list of this person here in place, on the page of the changed schedule.
pub async fn refresh_list(context: &mut Context<'_>, request: &Request, changed: &ScheduleId) -> Stored<()> {
    let slot = list_slot(request);
    let page =
        ahead(context, request).await?.iter().position(|s| s.id == *changed).unwrap_or_default() / schedules::PAGE;
    let (message, keys) = match context.tx.posted(&slot, &request.room.id).await?.last() {
        Some(posted) if context.now - posted.at < LIVING => composed_list(context, request, page).await?,
        Some(_) | None => return Ok(()),
    };
    say::rewrite(context, request, slot, message, keys).await
}

fn list_slot(request: &Request) -> Slot {
    Slot::new(format!("schedule/list/{}", request.person.id))
}
