//! Orders and fires schedules: reports (digests) and reminders.

use crate::engine::context::apply_event;
use crate::engine::context::audit_log;
use crate::engine::context::directory;
use crate::engine::context::say;
use crate::engine::context::visibility;
use crate::engine::context::visibility::visibility_in;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::schedules::{change_schedule, time_zones};
use crate::engine::handlers::tickets::{new_ideas, reports};
use crate::engine::routing::commands;
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::ports::trial::planted;
use crate::secretary::ids::{RoomId, ScheduleId, Slot, TicketId};
use crate::secretary::intent::Timed;
use crate::secretary::message::Message;
use crate::secretary::message::commands::ScheduleOrder;
use crate::secretary::people::permissions::Operation;
use crate::secretary::people::workspace::{Person, Room};
use crate::secretary::schedule::{self, Duty, Firing, Schedule};
use crate::secretary::ticket::effect::ReplyTo;
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::when::{self, Rule};
use crate::secretary::wording;
use crate::secretary::wording::decision::decides::Left;
use crate::secretary::wording::lists::digest::Covered;
use crate::secretary::wording::people::zones;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use serde_json::Value;
use std::collections::BTreeMap;

/// The period of the first digest.
const FIRST_DIGEST: TimeDelta = TimeDelta::days(1);

/// `/report`: explains itself, sends a digest now, or orders one.
pub(in crate::engine) async fn report(
    context: &mut Context<'_>,
    request: &Request,
    text: &str,
) -> Stored<EventOutcome> {
    if text.is_empty() {
        return commands::answer(context, request, wording::schedules::how_to_report()).await;
    }
    if text.eq_ignore_ascii_case("progress") {
        return reports::progress(context, request).await;
    }
    if text.eq_ignore_ascii_case("off") {
        return report_off(context, request).await;
    }
    let zone = context.zone_of(&request.person).await?;
    if text.eq_ignore_ascii_case("now") {
        let since = context.now - FIRST_DIGEST;
        let (found, left) = &for_room(context, &request.room, Some(&request.person), since).await?;
        let reader = request.room.direct().then_some(&request.person.id);
        let over = Covered { since, now: context.now, zone, reader, left };
        let mut keys = context.keys();
        let message = wording::lists::digest::digest(found, over, None, &mut keys);
        say::say_with(context, request, message, keys).await?;
        return Ok(EventOutcome::Decided(None));
    }
    if let Err(why) = audit_log::may(context, request, Operation::Schedule) {
        return say::refuse(context, request, why).await;
    }
    let grammar = &context.engine.parts.grammar;
    let daily = format!("daily {text}");
    let rule = match grammar.time(text, zone, request.said_at) {
        Ok(timed) if timed.rule.recurs() => timed.rule,
        // A time of day alone means every day.
        other => match (grammar.time(&daily, zone, request.said_at), other) {
            (Ok(timed), _) | (Err(_), Ok(timed)) => timed.rule,
            (Err(_), Err(why)) => return say::refuse(context, request, why.to_string()).await,
        },
    };
    order_schedule(context, request, Duty::Digest, rule, (true, &[])).await
}

/// `/report off`: deletes the digest of this room, with an Undo. Of several digests it asks which one.
async fn report_off(context: &mut Context<'_>, request: &Request) -> Stored<EventOutcome> {
    let here = request.room.thread_of.as_ref().map_or(&request.room.id, |(_, channel)| channel).clone();
    let mut digests = change_schedule::ahead(context, request).await?;
    digests.retain(|s| s.duty == Duty::Digest && s.room == here);
    match digests.as_slice() {
        [] => say::refuse(context, request, wording::schedules::no_digest()).await,
        [one] => change_schedule::schedules(context, request, Some((one.number, ScheduleOrder::Delete))).await,
        several => {
            let mut keys = context.keys();
            let message = wording::schedules::which_digest(several, &mut keys);
            say::say_with(context, request, message, keys).await?;
            Ok(EventOutcome::Decided(None))
        }
    }
}

/// Orders a reminder in the person's zone. `local`: the words name a time of day, so the zone matters.
pub(in crate::engine) async fn order_reminder(
    context: &mut Context<'_>,
    request: &Request,
    what: String,
    rule: Rule,
    local: bool,
    remarks: &[String],
) -> Stored<EventOutcome> {
    if let Err(why) = audit_log::may(context, request, Operation::Schedule) {
        return say::refuse(context, request, why).await;
    }
    order_schedule(context, request, Duty::Remind(what), rule, (local, remarks)).await
}

/// Orders a reminder in the zone that was named with it.
pub(in crate::engine) async fn order_reminder_in(
    context: &mut Context<'_>,
    request: &Request,
    what: String,
    timed: Timed,
    remarks: &[String],
) -> Stored<EventOutcome> {
    if let Err(why) = audit_log::may(context, request, Operation::Schedule) {
        return say::refuse(context, request, why).await;
    }
    let local = timed.local && timed.zone == context.zone_of(&request.person).await?;
    order_in(context, request, Duty::Remind(what), timed.rule, (timed.zone, local, remarks)).await
}

async fn order_schedule(
    context: &mut Context<'_>,
    request: &Request,
    duty: Duty,
    rule: Rule,
    (local, remarks): (bool, &[String]),
) -> Stored<EventOutcome> {
    let zone = context.zone_of(&request.person).await?;
    order_in(context, request, duty, rule, (zone, local, remarks)).await
}

async fn order_in(
    context: &mut Context<'_>,
    request: &Request,
    duty: Duty,
    rule: Rule,
    (zone, local, remarks): (Tz, bool, &[String]),
) -> Stored<EventOutcome> {
    let room = match &request.room.thread_of {
        Some((_, channel)) => channel.clone(),
        None => request.room.id.clone(),
    };
    let id = ScheduleId::new(new_ideas::fresh_id(context, "schedule"));
    let mut schedule = new_schedule(context, id, &request.person, room, duty, rule, zone.name()).await?;
    schedule.comes_late(request.said_at);
    if schedule.next_at.is_none() {
        return say::refuse(context, request, wording::schedules::never()).await;
    }
    if let Some(there) = same_as(context, &schedule).await? {
        return have_already(context, request, &there).await;
    }
    schedule.assumed = local && request.person.zone.is_none();
    apply_event::save_schedule(context, &schedule).await?;
    if schedule.next_at.is_some_and(|at| at <= context.now) {
        // The reminder fell due before it was decided: it fires at once and says that it is late.
        return Ok(EventOutcome::Decided(None));
    }
    let slot = super::change_schedule::card_slot(&schedule.id);
    let (here, reply, in_group) = (request.room.id.clone(), request.reply.clone(), !request.room.direct());
    confirm(context, &request.person, &schedule, (&here, slot, in_group), (local, remarks), reply).await?;
    change_schedule::expect_amendment(context, request, &schedule.id).await?;
    Ok(EventOutcome::Decided(None))
}

/// An existing schedule that is the same as this one.
pub(in crate::engine) async fn same_as(context: &mut Context<'_>, schedule: &Schedule) -> Stored<Option<Schedule>> {
    let all = context.tx.schedules(&context.workspace()).await?;
    Ok(all.into_iter().find(|s| s.id != schedule.id && !s.over() && s.same_order(schedule)))
}

/// Shows the existing schedule instead of making a second one.
async fn have_already(context: &mut Context<'_>, request: &Request, there: &Schedule) -> Stored<EventOutcome> {
    if !audit_log::could(request, Operation::ChangeSchedule(there)) {
        return commands::answer(context, request, wording::schedules::there_already(there, context.now)).await;
    }
    let mut keys = context.keys();
    let message = wording::schedules::have_already(there, context.now, &mut keys);
    change_schedule::show_card(context, request, there, message, keys).await
}

/// Confirms a schedule, with a note about the zone where the zone matters.
async fn confirm(
    context: &mut Context<'_>,
    person: &Person,
    schedule: &Schedule,
    at: (&RoomId, Slot, bool),
    (local, remarks): (bool, &[String]),
    reply: ReplyTo,
) -> Stored<()> {
    let (room, slot, in_group) = at;
    let note = if local {
        time_zones::zone_note(context, person, schedule, (room, &slot, in_group)).await?
    } else {
        zones::Note::None
    };
    let mut keys = context.keys();
    let message = wording::schedules::ordered(schedule, remarks, context.now, &note, &mut keys);
    context.bind(keys, std::slice::from_ref(room), &slot).await?;
    say::post(context, room, slot, message, reply).await
}

pub(in crate::engine) async fn new_schedule(
    context: &mut Context<'_>,
    id: ScheduleId,
    owner: &Person,
    room: RoomId,
    duty: Duty,
    rule: Rule,
    zone: &str,
) -> Stored<Schedule> {
    let all = context.tx.schedules(&context.workspace()).await?;
    for forgotten in all.iter().filter(|s| s.forgotten(context.now)) {
        context.tx.drop_schedule(&forgotten.id).await?;
    }
    let tz = zone.parse().unwrap_or(chrono_tz::Tz::UTC);
    Ok(Schedule {
        id,
        workspace: context.workspace(),
        number: schedule::next_number(&all),
        owner: owner.id.clone(),
        room,
        duty,
        next_at: when::next_due(&rule, tz, context.now),
        rule,
        zone: zone.to_owned(),
        paused: false,
        snoozed_to: None,
        covered_to: context.now,
        fired: 0,
        assumed: false,
        answers: BTreeMap::new(),
        touched: false,
    })
}

/// Orders a reminder of a run for its requester. The id derives from the event of the run, so that it is set once.
pub(in crate::engine) async fn remind_for(
    context: &mut Context<'_>,
    ticket: &TicketId,
    text: &str,
    rule: &Value,
) -> Stored<EventOutcome> {
    let Some(ticket) = context.tx.ticket(ticket).await? else { return Ok(EventOutcome::Decided(None)) };
    context.here = ticket.workspace.clone();
    let Some(person) = context.tx.person(&ticket.requester).await? else { return Ok(EventOutcome::Decided(None)) };
    let named = rule.get("local").and_then(Value::as_bool).unwrap_or(true);
    let Ok(rule) = serde_json::from_value::<Rule>(rule.clone()) else { return Ok(EventOutcome::Decided(None)) };
    let local = named || rule.recurs();
    let zone = context.zone_of(&person).await?;
    let id = ScheduleId::new(context.seed.id("schedule"));
    let duty = Duty::Remind(text.to_owned());
    let mut schedule = new_schedule(context, id, &person, ticket.room.clone(), duty, rule, zone.name()).await?;
    // The tool takes future times only. A time that passed meanwhile fires at once and says that it is late.
    schedule.comes_late(DateTime::UNIX_EPOCH);
    if same_as(context, &schedule).await?.is_some() {
        return Ok(EventOutcome::Decided(None));
    }
    schedule.assumed = local && person.zone.is_none();
    apply_event::save_schedule(context, &schedule).await?;
    if schedule.next_at.is_some_and(|at| at <= context.now) {
        return Ok(EventOutcome::Decided(None));
    }
    let at = (&ticket.room, super::change_schedule::card_slot(&schedule.id), !ticket.direct);
    confirm(context, &person, &schedule, at, (local, &[]), ReplyTo::default()).await?;
    Ok(EventOutcome::Decided(None))
}

/// A schedule is due. The series continues whatever the firing comes to.
pub(in crate::engine) async fn due(context: &mut Context<'_>, id: &ScheduleId) -> Stored<EventOutcome> {
    let Some(mut schedule) = context.tx.schedule(id).await? else { return Ok(EventOutcome::Decided(None)) };
    context.here = schedule.workspace.clone();
    let firing = schedule.fire(context.now);
    if let Some(firing) = firing {
        carry_out_duty(context, &mut schedule, &firing).await?;
        if planted::is("fires-twice") {
            schedule.fired += 1;
            carry_out_duty(context, &mut schedule, &firing).await?;
        }
    }
    apply_event::go_on_with(context, &schedule).await?;
    Ok(EventOutcome::Decided(None))
}

/// Skips a firing that failed. The series continues.
pub(in crate::engine) async fn leave_out(context: &mut Context<'_>, id: &ScheduleId) -> Stored<()> {
    let Some(mut schedule) = context.tx.schedule(id).await? else { return Ok(()) };
    schedule.fire(context.now);
    apply_event::go_on_with(context, &schedule).await?;
    let message = wording::schedules::left_out(&schedule, context.now);
    let slot = super::change_schedule::firing_slot(&schedule.id, schedule.fired);
    say::announce(context, &schedule.room, slot, message).await
}

pub(in crate::engine) async fn carry_out_duty(
    context: &mut Context<'_>,
    schedule: &mut Schedule,
    firing: &Firing,
) -> Stored<()> {
    let zone = schedule.tz();
    let late = firing.late.then(|| wording::schedules::late(firing.due_at, context.now, zone));
    let rooms = rooms_of(context, schedule).await?;
    for room in rooms {
        let mut keys = context.keys();
        let message = match &schedule.duty {
            Duty::Remind(text) => wording::schedules::reminders::due(schedule, text, late.as_deref(), &mut keys),
            Duty::Digest => {
                let since = schedule.covered_to;
                // In a direct chat the visibility of its person counts, whoever ordered the schedule.
                let reader = room.person.as_ref().unwrap_or(&schedule.owner);
                let reader = context.tx.person(reader).await?;
                let (found, left) = &for_room(context, &room, reader.as_ref(), since).await?;
                let reader = room.person.as_ref().filter(|_| room.direct());
                let over = Covered { since, now: context.now, zone, reader, left };
                wording::lists::digest::digest(found, over, late.as_deref(), &mut keys)
            }
        };
        let slot = super::change_schedule::firing_slot(&schedule.id, schedule.fired);
        context.bind(keys, std::slice::from_ref(&room.id), &slot).await?;
        let if_late = late.is_none().then(|| wording::schedules::unreached(firing.due_at, zone));
        say::announce(context, &room.id, slot, Message { if_late, ..message }).await?;
    }
    schedule.covered_to = context.now;
    Ok(())
}

/// The rooms of a firing: the room of the order; if that cannot be reached, a digest goes to the rooms for reports.
async fn rooms_of(context: &mut Context<'_>, schedule: &Schedule) -> Stored<Vec<Room>> {
    // A single reminder waits until its room can be reached; a series skips that time.
    let once = matches!((&schedule.duty, &schedule.rule), (Duty::Remind(_), Rule::Once { .. }));
    if let Some(room) = context.tx.room(&schedule.room).await?.filter(|r| once || !r.closed) {
        return Ok(vec![room]);
    }
    if schedule.duty != Duty::Digest {
        return Ok(Vec::new());
    }
    let rooms = context.tx.rooms(&context.workspace()).await?;
    Ok(rooms.into_iter().filter(|r| r.purposes.reports && !r.closed).collect())
}

/// The tickets of a digest in this room that its people may see, and which of them only approvers decide about.
async fn for_room(
    context: &mut Context<'_>,
    room: &Room,
    person: Option<&Person>,
    since: DateTime<Utc>,
) -> Stored<(Vec<Ticket>, Left)> {
    let visibility = visibility_in(context.tx, room, person).await?;
    let statuses = crate::engine::routing::commands::open_statuses();
    let open = TicketFilter { statuses, visibility: visibility.clone(), ..TicketFilter::default() };
    let statuses = vec![Status::Done, Status::Failed, Status::Cancelled];
    let ended = TicketFilter { statuses, changed_since: Some(since), visibility, ..TicketFilter::default() };
    let mut found = visibility::every(context, open).await?;
    found.extend(visibility::every(context, ended).await?);
    let left = directory::left_to_approvers(context, &found).await?;
    let nameless = directory::word_for_nameless(context).await?;
    Ok((found.iter().map(|t| t.calling(nameless)).collect(), left))
}
