//! Changes of schedules: the list, the buttons, and the same in typed words.

use crate::engine::context::apply_event;
use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::undo_stack;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::schedules::{fire, list_schedules, reminder_answers};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::intent::Timed;
use crate::secretary::message::Message;
use crate::secretary::message::action::{Later, ScheduleAct};
use crate::secretary::message::commands::ScheduleOrder;
use crate::secretary::message::keys::Keys;
use crate::secretary::people::permissions::Operation;
use crate::secretary::schedule::{self, Change, Duty, Firing, Schedule};
use crate::secretary::ticket::effect::Effect;
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::schedules;
use chrono::TimeDelta;
use chrono_tz::Tz;

/// The longest snooze of a reminder by a button, in minutes.
const LONGEST: i64 = 10_080;

/// `/schedules`: the list, or a change of one.
pub(in crate::engine) async fn schedules(
    context: &mut Context<'_>,
    request: &Request,
    order: Option<(i64, ScheduleOrder)>,
) -> Stored<EventOutcome> {
    let Some((number, order)) = order else { return list_schedules::list_schedules(context, request, 1).await };
    let ahead = ahead(context, request).await?;
    let Some(schedule) = ahead.into_iter().find(|s| s.number == number) else {
        return say::refuse(context, request, schedules::no_schedule(number)).await;
    };
    let switches = matches!(order, ScheduleOrder::Pause | ScheduleOrder::Resume);
    let outcome = match order {
        ScheduleOrder::Show => {
            let mut keys = context.keys();
            let message = schedules::one(&schedule, context.now, &mut keys);
            return show_card(context, request, &schedule, message, keys).await;
        }
        ScheduleOrder::Pause => on_schedule(context, request, &schedule.id, &ScheduleAct::Pause, None).await?,
        ScheduleOrder::Resume => on_schedule(context, request, &schedule.id, &ScheduleAct::Resume, None).await?,
        ScheduleOrder::Now => on_schedule(context, request, &schedule.id, &ScheduleAct::Fire, None).await?,
        ScheduleOrder::Delete => {
            let act = ScheduleAct::Delete { listed: true };
            on_schedule(context, request, &schedule.id, &act, None).await?
        }
        ScheduleOrder::Change(words) => change_schedule(context, request, schedule.clone(), &words).await?,
    };
    if let EventOutcome::Decided(Some(note)) = &outcome
        && switches
    {
        say_switched(context, request, &schedule.id, note).await?;
    }
    said_if_refused(context, request, outcome).await
}

/// Says that a schedule was paused or resumed, with an Undo.
pub(in crate::engine) async fn say_switched(
    context: &mut Context<'_>,
    request: &Request,
    id: &ScheduleId,
    note: &str,
) -> Stored<()> {
    let Some(schedule) = context.tx.schedule(id).await? else { return Ok(()) };
    let mut keys = context.keys();
    let message = schedules::switched(&schedule, note, &mut keys);
    say::say_with(context, request, message, keys).await
}

/// Turns a refusal into a message, since typed words have no toast.
pub(in crate::engine) async fn said_if_refused(
    context: &mut Context<'_>,
    request: &Request,
    outcome: EventOutcome,
) -> Stored<EventOutcome> {
    match outcome {
        EventOutcome::Refused(why) => say::refuse(context, request, why).await,
        outcome @ (EventOutcome::Decided(_) | EventOutcome::Again | EventOutcome::Quarantined(_)) => Ok(outcome),
    }
}

/// The schedules that this person may change here: their own; for owners all; in a group those that post there.
pub(in crate::engine) async fn ahead(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Schedule>> {
    let mut found = context.tx.schedules(&context.workspace()).await?;
    found.retain(|s| !s.over() && audit_log::could(request, Operation::ChangeSchedule(s)));
    if !request.room.direct() {
        let room = request.room.thread_of.as_ref().map_or(&request.room.id, |(_, channel)| channel);
        found.retain(|s| &s.room == room);
    }
    schedule::in_order(&mut found);
    Ok(found)
}

/// Posts a message with buttons and a slot of its own.
pub(in crate::engine) async fn put(
    context: &mut Context<'_>,
    request: &Request,
    slot: Slot,
    message: Message,
    keys: Keys,
) -> Stored<()> {
    context.bind(keys, std::slice::from_ref(&request.room.id), &slot).await?;
    say::post(context, &request.room.id, slot, message, request.reply.clone()).await
}

/// Changes a message of this room in place.
pub(in crate::engine) async fn rewrite(
    context: &mut Context<'_>,
    request: &Request,
    slot: Slot,
    message: Message,
    keys: Keys,
) -> Stored<()> {
    context.bind(keys, std::slice::from_ref(&request.room.id), &slot).await?;
    let effect = Effect::Edit { room: request.room.id.clone(), slot, message: message.silently(), calm: false };
    apply_event::carry_out(context, vec![effect], None).await
}

/// Posts the message that shows a schedule and by which it is changed later.
pub(in crate::engine) async fn show_card(
    context: &mut Context<'_>,
    request: &Request,
    schedule: &Schedule,
    message: Message,
    keys: Keys,
) -> Stored<EventOutcome> {
    put(context, request, card_slot(&schedule.id), message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// Handles a button of a schedule, with the words that it asked for.
pub(in crate::engine) async fn on_schedule(
    context: &mut Context<'_>,
    request: &Request,
    id: &ScheduleId,
    act: &ScheduleAct,
    text: Option<&str>,
) -> Stored<EventOutcome> {
    if let ScheduleAct::Undo { kept, listed } = act {
        return bring_back(context, request, kept, *listed).await;
    }
    let Some(mut schedule) = context.tx.schedule(id).await? else {
        return Ok(EventOutcome::Refused(schedules::gone()));
    };
    if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(&schedule)) {
        return Ok(EventOutcome::Refused(why));
    }
    match act {
        ScheduleAct::Pause => {
            let done = schedule.pause();
            switched(context, request, schedule, done).await
        }
        ScheduleAct::Resume => {
            let done = schedule.resume(context.now);
            switched(context, request, schedule, done).await
        }
        ScheduleAct::Fire => {
            undo_stack::mark_operation(context, request).await?;
            (schedule.fired, schedule.touched) = (schedule.fired + 1, true);
            let firing = Firing { due_at: context.now, late: false };
            fire::carry_out_duty(context, &mut schedule, &firing).await?;
            context.tx.save_schedule(&schedule).await?;
            Ok(EventOutcome::Decided(Some(schedules::SENT.to_owned())))
        }
        ScheduleAct::Edit => match text {
            Some(words) => change_schedule(context, request, schedule, words).await,
            None => ask_change(context, request, &schedule).await,
        },
        ScheduleAct::Set { words } => change_schedule(context, request, schedule, words).await,
        ScheduleAct::Become { rule } => become_rule(context, request, schedule, rule).await,
        ScheduleAct::Revert { kept } => revert(context, request, schedule, kept).await,
        ScheduleAct::Delete { listed } => delete_schedule(context, request, &schedule, *listed).await,
        ScheduleAct::Done { firing } => {
            reminder_answers::answer_reminder(context, request, schedule, *firing, None).await
        }
        ScheduleAct::Snooze { firing, by } => {
            let again_at = match by {
                Later::Minutes(minutes) => context.now + TimeDelta::minutes((*minutes).clamp(1, LONGEST)),
                Later::Morning => when::next_morning(schedule.tz(), context.now),
                Later::At(at) => (*at).max(context.now),
            };
            reminder_answers::answer_reminder(context, request, schedule, *firing, Some(again_at)).await
        }
        // These were handled before the look-up, since a deleted schedule is not found.
        ScheduleAct::Undo { .. } | ScheduleAct::Amend => Ok(EventOutcome::Decided(None)),
    }
}

async fn switched(
    context: &mut Context<'_>,
    request: &Request,
    mut schedule: Schedule,
    done: bool,
) -> Stored<EventOutcome> {
    if !done {
        return Ok(EventOutcome::Refused(schedules::toggled_already(schedule.paused)));
    }
    schedule.touched = true;
    undo_stack::mark_switch(context, request, &schedule.id, schedules::switch_act(&schedule)).await?;
    apply_event::save_schedule(context, &schedule).await?;
    list_schedules::refresh_list(context, request, &schedule.id).await?;
    if !context.tx.posted(&card_slot(&schedule.id), &request.room.id).await?.is_empty() {
        let mut keys = context.keys();
        let card = schedules::stands(&schedule, context.now, &mut keys);
        rewrite(context, request, card_slot(&schedule.id), card, keys).await?;
    }
    Ok(EventOutcome::Decided(Some(schedules::toggled(schedule.paused).to_owned())))
}

/// Asks for the words a change needs, where the platform has no forms.
pub(in crate::engine) async fn ask_change(
    context: &mut Context<'_>,
    request: &Request,
    schedule: &Schedule,
) -> Stored<EventOutcome> {
    say::say(context, request, schedules::ask_change(schedule)).await?;
    expect_change(context, request, schedule).await?;
    Ok(EventOutcome::Decided(None))
}

async fn expect_change(context: &mut Context<'_>, request: &Request, schedule: &Schedule) -> Stored<()> {
    let action = ScheduleAct::Edit.on(&schedule.id);
    context.tx.expect(&request.room.id, &request.person.id, &action, context.now).await
}

/// Applies a typed change of a schedule and answers with its next times.
pub(in crate::engine) async fn change_schedule(
    context: &mut Context<'_>,
    request: &Request,
    mut schedule: Schedule,
    words: &str,
) -> Stored<EventOutcome> {
    let zone = zone_for(context, request, &schedule).await?;
    let words = words.trim();
    let reminds = matches!(schedule.duty, Duty::Remind(_));
    // A time of day alone does not change the days.
    let clock = when::parse_clock(words).and_then(|clock| when::at_clock(&schedule.rule, clock, zone, context.now));
    let timed = match clock {
        Some(rule) => Ok(Timed { rule, zone, local: true }),
        None => context.engine.parts.grammar.time(words, zone, request.said_at),
    };
    let unknown = schedule.owner == request.person.id && request.person.zone.is_none();
    let change = match timed {
        Ok(timed) => {
            schedule.assumed = unknown && timed.local;
            Change { what: None, rule: Some(timed.rule) }
        }
        Err(_) if reminds && words.chars().count() <= schedule::LONGEST => {
            let both = context.engine.parts.grammar.timely(words, zone, request.said_at);
            match both.filter(|both| !both.rest.is_empty()) {
                Some(both) => {
                    schedule.assumed = unknown && both.timed.local;
                    Change { what: Some(both.rest), rule: Some(both.timed.rule) }
                }
                None => Change { what: Some(words.to_owned()), rule: None },
            }
        }
        Err(why) => {
            // The sentence gives an example to send instead.
            expect_change(context, request, &schedule).await?;
            return Ok(EventOutcome::Refused(why.to_string()));
        }
    };
    set_change(context, request, schedule, change, zone).await
}

/// Changes the text or the time of a schedule as they were understood.
pub(in crate::engine) async fn change_fields(
    context: &mut Context<'_>,
    request: &Request,
    schedule: Schedule,
    what: Option<String>,
    rule: Option<Rule>,
) -> Stored<EventOutcome> {
    let zone = schedule.tz();
    set_change(context, request, schedule, Change { what, rule }, zone).await
}

/// Changes the rule of a series in its zone.
pub(in crate::engine) async fn become_rule(
    context: &mut Context<'_>,
    request: &Request,
    schedule: Schedule,
    rule: &Rule,
) -> Stored<EventOutcome> {
    let (zone, change) = (schedule.tz(), Change { what: None, rule: Some(rule.clone()) });
    set_change(context, request, schedule, change, zone).await
}

async fn set_change(
    context: &mut Context<'_>,
    request: &Request,
    mut schedule: Schedule,
    change: Change,
    zone: Tz,
) -> Stored<EventOutcome> {
    let before = schedule.clone();
    schedule.change(change, zone, context.now);
    if schedule.over() {
        return Ok(EventOutcome::Refused(schedules::never()));
    }
    if schedule == before {
        // The next words may still change it; "undo" reverts the change before.
        expect_amendment(context, request, &schedule.id).await?;
        return Ok(EventOutcome::Refused(schedules::so_already(&schedule, context.now)));
    }
    schedule.touched = true;
    apply_event::save_schedule(context, &schedule).await?;
    let mut keys = context.keys();
    let message = schedules::changed(&schedule, before, context.now, &mut keys);
    show_card(context, request, &schedule, message, keys).await?;
    expect_amendment(context, request, &schedule.id).await?;
    list_schedules::refresh_list(context, request, &schedule.id).await?;
    Ok(EventOutcome::Decided(None))
}

/// Lets the very next words change what was just set.
pub(in crate::engine) async fn expect_amendment(
    context: &mut Context<'_>,
    request: &Request,
    id: &ScheduleId,
) -> Stored<()> {
    let action = ScheduleAct::Amend.on(id);
    context.tx.expect(&request.room.id, &request.person.id, &action, context.now).await
}

/// "Undo" of a change: restores the former schedule.
async fn revert(
    context: &mut Context<'_>,
    request: &Request,
    mut schedule: Schedule,
    kept: &Schedule,
) -> Stored<EventOutcome> {
    if schedule.same_order(kept) {
        return Ok(EventOutcome::Refused(schedules::back_already()));
    }
    schedule.revert(kept, context.now);
    if schedule.over() {
        return Ok(EventOutcome::Refused(schedules::too_late_to_undo()));
    }
    apply_event::save_schedule(context, &schedule).await?;
    let mut keys = context.keys();
    let message = schedules::as_it_was(&schedule, context.now, &mut keys);
    rewrite(context, request, card_slot(&schedule.id), message, keys).await?;
    list_schedules::refresh_list(context, request, &schedule.id).await?;
    Ok(EventOutcome::Decided(Some(schedules::reverted(&schedule, context.now))))
}

/// The zone for a change: the person's own; the schedule of somebody else keeps its zone.
pub(in crate::engine) async fn zone_for(
    context: &mut Context<'_>,
    request: &Request,
    schedule: &Schedule,
) -> Stored<Tz> {
    if schedule.owner == request.person.id { context.zone_of(&request.person).await } else { Ok(schedule.tz()) }
}

pub(in crate::engine) async fn delete_schedule(
    context: &mut Context<'_>,
    request: &Request,
    schedule: &Schedule,
    listed: bool,
) -> Stored<EventOutcome> {
    if schedule.over() {
        return Ok(EventOutcome::Refused(schedules::nothing_to_delete()));
    }
    end_schedule(context, &schedule.id).await?;
    let mut keys = context.keys();
    let message = schedules::deleted(schedule, listed, &mut keys);
    let stands = !context.tx.posted(&card_slot(&schedule.id), &request.room.id).await?.is_empty();
    if stands && listed {
        // The earlier message about the schedule says so, too; the Undo is in the new one.
        let effect = Effect::Edit {
            room: request.room.id.clone(),
            slot: card_slot(&schedule.id),
            message: Message { buttons: Vec::new(), ..message.clone() },
            calm: false,
        };
        apply_event::carry_out(context, vec![effect], None).await?;
    }
    if listed || !stands {
        put(context, request, gone_slot(&schedule.id), message, keys).await?;
    } else {
        rewrite(context, request, card_slot(&schedule.id), message, keys).await?;
    }
    list_schedules::refresh_list(context, request, &schedule.id).await?;
    Ok(EventOutcome::Decided(Some(schedules::DELETED.to_owned())))
}

pub(in crate::engine) async fn end_schedule(context: &mut Context<'_>, id: &ScheduleId) -> Stored<()> {
    audit_log::note(context, What::ScheduleRemoved { schedule: id.clone() });
    context.tx.drop_lane(&crate::engine::context::apply_event::schedule_lane(id)).await?;
    context.tx.drop_schedule(id).await
}

/// "Undo" of a deletion: the schedule continues from now, unless the same one was made again.
async fn bring_back(
    context: &mut Context<'_>,
    request: &Request,
    kept: &Schedule,
    listed: bool,
) -> Stored<EventOutcome> {
    if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(kept)) {
        return Ok(EventOutcome::Refused(why));
    }
    let all = context.tx.schedules(&context.workspace()).await?;
    if all.iter().any(|s| s.id == kept.id || (!s.over() && s.same_order(kept))) {
        return Ok(EventOutcome::Refused(schedules::back_already()));
    }
    let mut schedule = kept.clone();
    if all.iter().any(|s| !s.over() && s.number == schedule.number) {
        schedule.number = schedule::next_number(&all);
    }
    schedule.snoozed_to = schedule.snoozed_to.filter(|at| *at > context.now);
    schedule.next_at = when::next_due(&schedule.rule, schedule.tz(), context.now);
    if schedule.next_at.is_none() && schedule.snoozed_to.is_none() {
        return Ok(EventOutcome::Refused(schedules::too_late_to_undo()));
    }
    apply_event::save_schedule(context, &schedule).await?;
    let mut keys = context.keys();
    let message = schedules::back(&schedule, context.now, &mut keys);
    let stands = !context.tx.posted(&card_slot(&schedule.id), &request.room.id).await?.is_empty();
    let slot = if listed || !stands { gone_slot(&schedule.id) } else { card_slot(&schedule.id) };
    rewrite(context, request, slot, message, keys).await?;
    if stands && listed {
        let mut keys = context.keys();
        let card = schedules::stands(&schedule, context.now, &mut keys);
        rewrite(context, request, card_slot(&schedule.id), card, keys).await?;
    }
    list_schedules::refresh_list(context, request, &schedule.id).await?;
    Ok(EventOutcome::Decided(Some(schedules::BACK.to_owned())))
}

/// The slot of the message about a schedule. A reply to it is a change.
pub(in crate::engine) fn card_slot(id: &ScheduleId) -> Slot {
    Slot::new(format!("schedule/{id}/card"))
}

fn gone_slot(id: &ScheduleId) -> Slot {
    Slot::new(format!("schedule/{id}/gone"))
}

/// The slot of the message of one firing.
pub(in crate::engine) fn firing_slot(id: &ScheduleId, firing: u64) -> Slot {
    Slot::new(format!("schedule/{id}/{firing}"))
}
