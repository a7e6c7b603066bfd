//! The brief of a chat: its command, its quiet hours, and its firing.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, say};
use crate::engine::handlers::schedules::{brief_content, change_schedule, fire, list_schedules};
use crate::engine::handlers::settings::undo_settings;
use crate::engine::handlers::tickets::work_by_clock;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::message::Message;
use crate::secretary::message::commands::BriefOrder;
use crate::secretary::people::quiet_hours::QuietHours;
use crate::secretary::people::workspace::{Person, Room};
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::{self, Duty, Firing, Schedule};
use crate::secretary::when;
use crate::secretary::wording;
use crate::secretary::wording::schedules::digests;

/// `/brief`: explains itself, gives one now, orders or ends one, or sets the quiet hours of this person.
pub async fn brief(context: &mut Context<'_>, request: &Request, order: BriefOrder) -> Handled {
    match order {
        BriefOrder::Show => say::answer(context, request, digests::how_to_brief(request.person.quiet).own()).await,
        BriefOrder::Now => now(context, request).await,
        BriefOrder::Off => fire::end(context, request, &Duty::Brief, digests::no_brief()).await,
        BriefOrder::At(text) => at(context, request, &text).await,
        BriefOrder::Quiet(hours) => keep_quiet(context, request, hours).await,
    }
}

async fn now(context: &mut Context<'_>, request: &Request) -> Handled {
    let (since, zone) = (context.now - fire::FIRST_DIGEST, context.zone_of(&request.person).await?);
    let mut keys = context.keys();
    let reader = Some(&request.person);
    match brief_content::compose(context, &request.room, reader, (since, zone), None, &mut keys).await? {
        Some(message) => say::say_with(context, request, message, keys).await,
        None => say::answer(context, request, Message::lines([digests::NOTHING]).own()).await,
    }
}

/// Orders a brief. One is enough for a chat: another time moves it.
async fn at(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::Schedule) {
        return say::refuse(context, request, why).await;
    }
    let zone = context.zone_of(&request.person).await?;
    let asks = work_by_clock::by_command(request, "brief", "");
    if let Some(asked) = work_by_clock::which_time(context, request, (text, zone), asks).await? {
        return Ok(asked);
    }
    let timed = match fire::again_and_again(context, request, text, zone) {
        Ok(timed) => timed,
        Err(why) => return say::refuse(context, request, why.to_string()).await,
    };
    let hours = request.person.quiet;
    let end = when::next_due(&timed.rule, timed.zone, context.now).and_then(|at| hours.end(at, zone));
    let remark = end.map(|end| digests::comes_later(hours, end, zone));
    let mut ordered = list_schedules::ahead(context, request).await?;
    ordered.retain(|s| s.duty == Duty::Brief && s.room == *request.channel());
    let moved = ordered.into_iter().find(|s| s.rule != timed.rule || s.zone != timed.zone.name());
    let Some(moved) = moved else {
        let remarks: Vec<String> = remark.into_iter().collect();
        return fire::order(context, request, Duty::Brief, timed, &remarks).await;
    };
    let time = Some((timed.rule, timed.zone));
    let outcome = change_schedule::change_fields(context, request, moved, None, time).await?;
    if let (EventOutcome::Decided(_), Some(remark)) = (&outcome, remark) {
        say::say(context, request, Message::lines([remark]).own()).await?;
    }
    say::said_if_refused(context, request, outcome).await
}

/// Sets the quiet hours of this person, with an Undo.
async fn keep_quiet(context: &mut Context<'_>, request: &Request, hours: QuietHours) -> Handled {
    let former = format!("brief quiet {}", request.person.quiet.typed());
    context.tx.save_person(&Person { quiet: hours, ..request.person.clone() }).await?;
    undo_settings::set(context, request, digests::quiet_set(hours), Some(former)).await
}

/// Whether this is a brief that is due in the quiet hours of whoever reads it: then it comes at their end. Other
/// schedules come as they are due.
pub async fn is_put_off(context: &mut Context<'_>, schedule: &mut Schedule) -> Stored<bool> {
    if schedule.duty != Duty::Brief || !schedule.is_due(context.now) {
        return Ok(false);
    }
    let Some(room) = context.tx.room(&schedule.room).await? else { return Ok(false) };
    let Some(person) = reader(context, &room, schedule).await? else { return Ok(false) };
    let zone = context.zone_of(&person).await?;
    let Some(end) = person.quiet.end(context.now, zone) else { return Ok(false) };
    schedule.put_off(end, context.now);
    Ok(true)
}

/// Sends the brief of this firing, if it has anything to tell.
pub async fn send(
    context: &mut Context<'_>,
    schedule: &mut Schedule,
    firing: &Firing,
    late: Option<String>,
) -> Stored<bool> {
    let Some(room) = context.tx.room(&schedule.room).await?.filter(|room| !room.closed) else { return Ok(false) };
    let reader = reader(context, &room, schedule).await?;
    let zone = match reader.as_ref().filter(|_| room.direct()) {
        Some(person) => context.zone_of(person).await?,
        None => schedule.tz(),
    };
    let mut keys = context.keys();
    let over = (schedule.covered_to, zone);
    let message = brief_content::compose(context, &room, reader.as_ref(), over, late.as_deref(), &mut keys).await?;
    schedule.covered_to = context.now;
    let Some(message) = message else { return Ok(false) };
    let slot = schedule::firing_slot(&schedule.id, schedule.fired);
    context.bind(keys, std::slice::from_ref(&room.id), &slot).await?;
    let if_late = late.is_none().then(|| wording::schedules::unreached(firing.due_at, zone));
    say::announce(context, &room.id, slot, Message { if_late, ..message }).await?;
    Ok(true)
}

/// Who reads the brief of a direct chat: its person, whoever ordered it. In a group whoever ordered it counts.
async fn reader(context: &mut Context<'_>, room: &Room, schedule: &Schedule) -> Stored<Option<Person>> {
    let id = room.person.as_ref().unwrap_or(&schedule.owner);
    directory::reader(context, id).await
}
