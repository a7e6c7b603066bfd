//! Orders and fires schedules: digests, briefs, reminders and work.

use crate::engine::context::visibility::{self, visibility_in};
use crate::engine::context::{Context, Handled, Request, audit_log, directory, effects, say};
use crate::engine::handlers::schedules::{brief, change_schedule, fire_work, list_schedules};
use crate::engine::handlers::tickets::{edited_messages, new_ideas, reports, work_by_clock};
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::ports::trial::planted;
use crate::secretary::ids::{PersonId, RoomId, ScheduleId, Slot, TicketId};
use crate::secretary::inbound::ReplyTo;
use crate::secretary::intent::Timed;
use crate::secretary::message::Message;
use crate::secretary::message::commands::ScheduleOrder;
use crate::secretary::message::keys::Keys;
use crate::secretary::people::workspace::{Person, Room};
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::{self, Duty, Firing, Schedule};
use crate::secretary::ticket::decisions::rights::Left;
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::when::{Rule, WhenError};
use crate::secretary::wording;
use crate::secretary::wording::lists::digest::Covered;
use crate::secretary::wording::schedules::{digests, zones};
use crate::secretary::wording::ticket::standing::heard_of;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use serde_json::Value;

/// The period of the first digest, and of one that is asked for.
pub const FIRST_DIGEST: TimeDelta = TimeDelta::days(1);

/// `/report`: explains itself, sends a digest now, or orders one.
pub async fn report(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    if text.is_empty() {
        return say::answer(context, request, digests::how_to_report().own()).await;
    }
    if text.eq_ignore_ascii_case("progress") {
        return reports::progress(context, request).await;
    }
    if text.eq_ignore_ascii_case("off") {
        return end(context, request, &Duty::Digest, digests::no_digest()).await;
    }
    let zone = context.zone_of(&request.person).await?;
    if text.eq_ignore_ascii_case("now") {
        let since = context.now - FIRST_DIGEST;
        let (found, left) = &for_room(context, &request.room, Some(&request.person), since).await?;
        let reader = request.reader();
        let over = Covered { since, now: context.now, zone, reader, left };
        return say::ask(context, request, |keys| wording::lists::digest::digest(found, over, None, keys)).await;
    }
    if let Err(why) = audit_log::may(context, request, Operation::Schedule) {
        return say::refuse(context, request, why).await;
    }
    let asks = work_by_clock::by_command(request, "report", "");
    if let Some(asked) = work_by_clock::which_time(context, request, (text, zone), asks).await? {
        return Ok(asked);
    }
    match again_and_again(context, request, text, zone) {
        Ok(timed) => order(context, request, Duty::Digest, timed, &[]).await,
        Err(why) => say::refuse(context, request, why.to_string()).await,
    }
}

/// The time in words that follow a command; a time of day alone means every day.
pub fn again_and_again(context: &Context<'_>, request: &Request, text: &str, zone: Tz) -> Result<Timed, WhenError> {
    let grammar = &context.engine.parts.grammar;
    let timed = match grammar.time(text, zone, request.said_at) {
        Ok(timed) if timed.rule.recurs() => timed,
        other => grammar.time(&format!("daily {text}"), zone, request.said_at).or(other)?,
    };
    Ok(Timed { local: true, ..timed })
}

/// Deletes what this room has of a kind, with an Undo. Of several it asks which one. `none`: there is nothing.
pub async fn end(context: &mut Context<'_>, request: &Request, duty: &Duty, none: String) -> Handled {
    let mut ordered = list_schedules::ahead(context, request).await?;
    ordered.retain(|s| s.duty == *duty && s.room == *request.channel());
    match ordered.as_slice() {
        [] => say::refuse(context, request, none).await,
        [one] => change_schedule::schedules(context, request, Some((one.number, ScheduleOrder::Delete))).await,
        several => say::ask(context, request, |keys| digests::which_ends(several, keys).own()).await,
    }
}

/// Orders a schedule in the zone that was named with its time. `local`: the words name a time of day, so the zone
/// matters.
pub async fn order(
    context: &mut Context<'_>,
    request: &Request,
    duty: Duty,
    Timed { rule, zone, local }: Timed,
    remarks: &[String],
) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::Schedule) {
        return say::refuse(context, request, why).await;
    }
    let local = local && zone == context.zone_of(&request.person).await?;
    let room = request.channel().clone();
    let id = ScheduleId::new(new_ideas::fresh_id(context, "schedule"));
    let mut schedule = effects::new_schedule(context, id, &request.person, room, (duty, rule, zone)).await?;
    schedule.comes_late(request.said_at);
    if schedule.next_at.is_none() {
        return say::refuse(context, request, wording::schedules::never()).await;
    }
    if let Some(there) = same_as(context, &schedule).await? {
        return have_already(context, request, &there).await;
    }
    schedule.assumed = local && request.person.zone.is_none();
    effects::save_schedule(context, &schedule).await?;
    if schedule.next_at.is_some_and(|at| at <= context.now) {
        // The reminder fell due before it was decided: it fires at once and says that it is late.
        return Ok(EventOutcome::Decided(None));
    }
    let slot = schedule::card_slot(&schedule.id);
    if matches!(schedule.duty, Duty::Remind(_)) {
        edited_messages::made(context, request, &slot).await?;
    }
    let (here, reply, in_group) = (request.room.id.clone(), request.reply.clone(), !request.room.direct());
    confirm(context, &request.person, &schedule, (&here, slot, in_group), (local, remarks), reply).await?;
    // No button waits for the next words any more.
    context.tx.expected(&request.room.id, &request.person.id).await?;
    Ok(EventOutcome::Decided(None))
}

/// An existing schedule that is the same as this one.
pub async fn same_as(context: &mut Context<'_>, schedule: &Schedule) -> Stored<Option<Schedule>> {
    let all = context.tx.schedules(&context.workspace()).await?;
    Ok(all.into_iter().find(|s| s.id != schedule.id && !s.over() && s.same_order(schedule)))
}

/// Shows the existing schedule instead of making a second one.
pub async fn have_already(context: &mut Context<'_>, request: &Request, there: &Schedule) -> Handled {
    if !audit_log::could(request, Operation::ChangeSchedule(there)) {
        return say::answer(context, request, wording::schedules::there_already(there, context.now).own()).await;
    }
    let card = |now, keys: &mut Keys| wording::schedules::have_already(there, now, keys);
    change_schedule::show_card(context, request, there, card).await
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
        effects::zone_note(context, person, schedule, (room, &slot, in_group)).await?
    } else {
        zones::Note::None
    };
    let mut keys = context.keys();
    let message = wording::schedules::ordered(schedule, remarks, context.now, &note, &mut keys);
    context.bind(keys, std::slice::from_ref(room), &slot).await?;
    say::post(context, room, slot, message, reply).await
}

/// Orders a reminder of a run for its requester. The id derives from the event of the run, so that it is set once.
pub async fn remind_for(context: &mut Context<'_>, ticket: &TicketId, text: &str, rule: &Value) -> Handled {
    let Some(ticket) = context.tx.ticket(ticket).await? else { return Ok(EventOutcome::Decided(None)) };
    context.here = ticket.workspace.clone();
    let Some(person) = context.tx.person(&ticket.requester).await? else { return Ok(EventOutcome::Decided(None)) };
    let named = rule.get("local").and_then(Value::as_bool).unwrap_or(true);
    let Ok(rule) = serde_json::from_value::<Rule>(rule.clone()) else { return Ok(EventOutcome::Decided(None)) };
    let local = named || rule.recurs();
    let zone = context.zone_of(&person).await?;
    let id = ScheduleId::new(context.seed.id("schedule"));
    let duty = Duty::Remind(text.to_owned());
    let mut schedule = effects::new_schedule(context, id, &person, ticket.room.clone(), (duty, rule, zone)).await?;
    // The tool takes future times only. A time that passed meanwhile fires at once and says that it is late.
    schedule.comes_late(DateTime::UNIX_EPOCH);
    if same_as(context, &schedule).await?.is_some() {
        return Ok(EventOutcome::Decided(None));
    }
    schedule.assumed = local && person.zone.is_none();
    effects::save_schedule(context, &schedule).await?;
    if schedule.next_at.is_some_and(|at| at <= context.now) {
        return Ok(EventOutcome::Decided(None));
    }
    let at = (&ticket.room, schedule::card_slot(&schedule.id), !ticket.direct);
    confirm(context, &person, &schedule, at, (local, &[]), ReplyTo::default()).await?;
    Ok(EventOutcome::Decided(None))
}

/// A schedule is due. The series continues whatever the firing comes to.
pub async fn due(context: &mut Context<'_>, id: &ScheduleId) -> Handled {
    let Some(mut schedule) = context.tx.schedule(id).await? else { return Ok(EventOutcome::Decided(None)) };
    context.here = schedule.workspace.clone();
    if brief::is_put_off(context, &mut schedule).await? {
        effects::go_on_with(context, &schedule).await?;
        return Ok(EventOutcome::Decided(None));
    }
    let firing = schedule.fire(context.now);
    if let Some(firing) = firing {
        carry_out_duty(context, &mut schedule, &firing, None).await?;
        if planted::is("fires-twice") {
            schedule.fired += 1;
            carry_out_duty(context, &mut schedule, &firing, None).await?;
        }
    }
    effects::go_on_with(context, &schedule).await?;
    Ok(EventOutcome::Decided(None))
}

/// Skips a firing that failed. The series continues.
pub async fn leave_out(context: &mut Context<'_>, id: &ScheduleId) -> Stored<()> {
    let Some(mut schedule) = context.tx.schedule(id).await? else { return Ok(()) };
    schedule.fire(context.now);
    effects::go_on_with(context, &schedule).await?;
    let message = wording::schedules::left_out(&schedule, context.now);
    let slot = schedule::firing_slot(&schedule.id, schedule.fired);
    say::announce(context, &schedule.room, slot, message).await
}

/// Does what a schedule is for: says its words, sends its digest or brief, begins its work. `by`: whose press or words that
/// is; none for the clock. Whether there was something to do.
pub async fn carry_out_duty(
    context: &mut Context<'_>,
    schedule: &mut Schedule,
    firing: &Firing,
    by: Option<&PersonId>,
) -> Stored<bool> {
    let zone = schedule.tz();
    let late = firing.late.then(|| wording::schedules::late(firing.due_at, context.now, zone));
    match schedule.duty.clone() {
        Duty::Work(work) => {
            return fire_work::begin(context, schedule, *work, (by, late)).await;
        }
        Duty::Flow { flow, .. } => {
            return fire_work::run_flow(context, schedule, &flow, (firing, by, late)).await;
        }
        Duty::Brief => return Box::pin(brief::send(context, schedule, firing, late)).await,
        Duty::Digest | Duty::Remind(_) => {}
    }
    let rooms = rooms_of(context, schedule).await?;
    for room in rooms {
        let mut keys = context.keys();
        let message = match &schedule.duty {
            Duty::Remind(text) => wording::schedules::reminders::due(schedule, text, late.as_deref(), &mut keys),
            Duty::Work(_) | Duty::Flow { .. } | Duty::Brief => continue,
            Duty::Digest => {
                let since = schedule.covered_to;
                // In a direct chat the visibility of its person counts, whoever ordered the schedule.
                let reader = room.person.as_ref().unwrap_or(&schedule.owner);
                let reader = context.tx.person(reader).await?;
                let (found, left) = &for_room(context, &room, reader.as_ref(), since).await?;
                let reader = room.person.as_ref().filter(|_| room.direct());
                let over = Covered { since, now: context.now, zone, reader, left };
                let file =
                    context.engine.parts.charts.as_ref().and_then(|_| wording::lists::trend::picture(found, over));
                let digest = wording::lists::digest::digest(found, over, late.as_deref(), &mut keys);
                Message { file, ..digest }
            }
        };
        let slot = schedule::firing_slot(&schedule.id, schedule.fired);
        context.bind(keys, std::slice::from_ref(&room.id), &slot).await?;
        let if_late = late.is_none().then(|| wording::schedules::unreached(firing.due_at, zone));
        say::announce(context, &room.id, slot, Message { if_late, ..message }).await?;
    }
    schedule.covered_to = context.now;
    Ok(true)
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

/// The tickets of a digest or a brief in this room that its people may see, and which of them only approvers decide
/// about. Those that ended without a word are left out: they are no news.
pub async fn for_room(
    context: &mut Context<'_>,
    room: &Room,
    person: Option<&Person>,
    since: DateTime<Utc>,
) -> Stored<(Vec<Ticket>, Left)> {
    let visibility = visibility_in(context.tx, room, person).await?;
    let statuses = visibility::open_statuses();
    let open = TicketFilter { statuses, visibility: visibility.clone(), ..TicketFilter::default() };
    let statuses = vec![Status::Done, Status::Failed, Status::Cancelled];
    let ended = TicketFilter { statuses, changed_since: Some(since), visibility, ..TicketFilter::default() };
    let mut found = visibility::every(context, open).await?;
    found.extend(visibility::every(context, ended).await?.into_iter().filter(heard_of));
    let left = directory::left_to_approvers(context, &found).await?;
    let nameless = directory::word_for_nameless(context).await?;
    Ok((found.iter().map(|t| t.calling(nameless)).collect(), left))
}
