//! Changes of schedules: the list, the buttons, and the same in typed words.

use crate::engine::context::{Context, Handled, Request, audit_log, effects, say, undo_stack};
use crate::engine::handlers::schedules::{delete_schedule, edit_form, fire, list_schedules, reminder_answers};
use crate::engine::handlers::tickets::work_by_clock;
use crate::ports::grammar::Timely;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::flow::run::FlowRun;
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::intent::Timed;
use crate::secretary::message::Message;
use crate::secretary::message::action::{Later, ScheduleAct};
use crate::secretary::message::commands::ScheduleOrder;
use crate::secretary::message::keys::Keys;
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::{self, Duty, Firing, Schedule};
use crate::secretary::when::{self, Rule, WhenError};
use crate::secretary::wording::schedules;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// The longest snooze of a reminder by a button, in minutes.
const LONGEST: i64 = 10_080;
/// Runs of a flow looked at to find the last one that is over.
const LOOKED_AT: u32 = 20;

/// `/schedules`: the list, or a change of one.
pub async fn schedules(context: &mut Context<'_>, request: &Request, order: Option<(i64, ScheduleOrder)>) -> Handled {
    let Some((number, order)) = order else { return list_schedules::list_schedules(context, request, 1).await };
    let ahead = list_schedules::ahead(context, request).await?;
    let Some(schedule) = ahead.into_iter().find(|s| s.number == number) else {
        return say::refuse(context, request, schedules::no_schedule(number)).await;
    };
    let act = match order {
        ScheduleOrder::Show => {
            let last = last_run(context, &schedule).await?;
            let card = |now, keys: &mut Keys| schedules::one(&schedule, last.as_ref(), now, keys);
            return show_card(context, request, &schedule, card).await;
        }
        ScheduleOrder::Change(words) => {
            let outcome = change_schedule(context, request, schedule, &words).await?;
            return say::said_if_refused(context, request, outcome).await;
        }
        ScheduleOrder::Pause => ScheduleAct::Pause,
        ScheduleOrder::Resume => ScheduleAct::Resume,
        ScheduleOrder::Now => ScheduleAct::Fire,
        ScheduleOrder::Delete => ScheduleAct::Delete { listed: true },
    };
    let outcome = on_schedule(context, request, &schedule.id, &act, None).await?;
    if let (EventOutcome::Decided(Some(note)), ScheduleAct::Pause | ScheduleAct::Resume) = (&outcome, &act)
        && let Some(schedule) = context.tx.schedule(&schedule.id).await?
    {
        say::ask(context, request, |keys| schedules::switched(&schedule, note, keys).own()).await?;
    }
    // What went out speaks for itself.
    if let (EventOutcome::Decided(Some(note)), ScheduleAct::Fire) = (&outcome, &act)
        && ![schedules::work::BEGUN, schedules::SENT].contains(&note.as_str())
    {
        say::say(context, request, Message::lines([note.clone()]).own()).await?;
    }
    say::said_if_refused(context, request, outcome).await
}

/// The last run of the flow of a schedule that is over and was no trial, whoever began it.
async fn last_run(context: &mut Context<'_>, schedule: &Schedule) -> Stored<Option<FlowRun>> {
    let Duty::Flow { flow, .. } = &schedule.duty else { return Ok(None) };
    let runs = context.tx.flow_runs(flow, LOOKED_AT).await?;
    Ok(runs.into_iter().find(|run| run.ended() && !run.dry && run.called_by.is_none()))
}

/// Posts the message that shows a schedule and by which it is changed later.
pub async fn show_card(
    context: &mut Context<'_>,
    request: &Request,
    schedule: &Schedule,
    card: impl FnOnce(DateTime<Utc>, &mut Keys) -> Message,
) -> Handled {
    let mut keys = context.keys();
    let message = card(context.now, &mut keys);
    say::put(context, request, schedule::card_slot(&schedule.id), message, keys).await
}

/// Changes such a message in place.
pub async fn change_card(
    context: &mut Context<'_>,
    request: &Request,
    slot: Slot,
    card: impl FnOnce(DateTime<Utc>, &mut Keys) -> Message,
) -> Stored<()> {
    let mut keys = context.keys();
    let message = card(context.now, &mut keys);
    say::rewrite(context, request, slot, message, keys).await
}

/// Whether the message that shows a schedule was posted here.
pub async fn has_card(context: &mut Context<'_>, request: &Request, schedule: &Schedule) -> Stored<bool> {
    Ok(!context.tx.posted(&schedule::card_slot(&schedule.id), &request.room.id).await?.is_empty())
}

/// Handles a button of a schedule, with the words that it asked for.
pub async fn on_schedule(
    context: &mut Context<'_>,
    request: &Request,
    id: &ScheduleId,
    act: &ScheduleAct,
    text: Option<&str>,
) -> Handled {
    if let ScheduleAct::Undo { kept, listed } = act {
        return delete_schedule::bring_back(context, request, kept, *listed).await;
    }
    let Some(mut schedule) = context.tx.schedule(id).await? else {
        return Ok(EventOutcome::Refused(schedules::gone()));
    };
    if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(&schedule)) {
        return Ok(EventOutcome::Refused(why));
    }
    match act {
        ScheduleAct::Pause | ScheduleAct::Resume => {
            let done = if *act == ScheduleAct::Pause { schedule.pause() } else { schedule.resume(context.now) };
            switched(context, request, schedule, done).await
        }
        ScheduleAct::Fire => {
            undo_stack::mark_operation(context, request).await?;
            (schedule.fired, schedule.touched) = (schedule.fired + 1, true);
            let firing = Firing { due_at: context.now, late: false };
            let told = fire::carry_out_duty(context, &mut schedule, &firing, Some(&request.person.id)).await?;
            context.tx.save_schedule(&schedule).await?;
            let paused = context.settings().await?.paused;
            let done = match schedule.duty {
                Duty::Work(_) | Duty::Flow { .. } if !told => schedules::work::LEFT_OUT,
                Duty::Work(_) | Duty::Flow { .. } if paused => schedules::work::HELD,
                Duty::Work(_) | Duty::Flow { .. } => schedules::work::BEGUN,
                Duty::Brief if !told => schedules::digests::NOTHING,
                Duty::Brief | Duty::Digest | Duty::Remind(_) => schedules::SENT,
            };
            Ok(EventOutcome::Decided(Some(done.to_owned())))
        }
        ScheduleAct::Edit | ScheduleAct::EditFrom { .. } => match text {
            Some(words) => edit_form::edited(context, request, schedule, words).await,
            None => ask_change(context, request, &schedule).await,
        },
        ScheduleAct::Set { words } => change_schedule(context, request, schedule, words).await,
        ScheduleAct::Become { rule } => {
            let zone = schedule.tz();
            change_fields(context, request, schedule, None, Some((Rule::clone(rule), zone))).await
        }
        ScheduleAct::Revert { kept } => revert(context, request, &schedule, kept).await,
        ScheduleAct::Delete { listed } => delete_schedule::delete_schedule(context, request, &schedule, *listed).await,
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

async fn switched(context: &mut Context<'_>, request: &Request, mut schedule: Schedule, done: bool) -> Handled {
    if !done {
        return Ok(EventOutcome::Refused(schedules::toggled_already(schedule.paused)));
    }
    schedule.touched = true;
    undo_stack::mark(context, request, vec![schedules::switch_act(&schedule).on(&schedule.id)]).await?;
    effects::save_schedule(context, &schedule).await?;
    list_schedules::refresh_list(context, request, &schedule.id).await?;
    if has_card(context, request, &schedule).await? {
        let slot = schedule::card_slot(&schedule.id);
        change_card(context, request, slot, |now, keys| schedules::stands(&schedule, now, keys)).await?;
    }
    Ok(EventOutcome::Decided(Some(schedules::toggled(schedule.paused).to_owned())))
}

/// Asks for the words a change needs, where the platform has no forms.
pub async fn ask_change(context: &mut Context<'_>, request: &Request, schedule: &Schedule) -> Handled {
    say::expect(context, request, &ScheduleAct::Edit.on(&schedule.id)).await?;
    say::answer(context, request, schedules::ask_change(schedule).own()).await
}

/// Applies a typed change of a schedule and answers with its next times.
pub async fn change_schedule(
    context: &mut Context<'_>,
    request: &Request,
    mut schedule: Schedule,
    words: &str,
) -> Handled {
    let own = zone_for(context, request, &schedule).await?;
    let unknown = schedule.owner == request.person.id && request.person.zone.is_none();
    if schedule.rule.recurs() {
        let id = schedule.id.clone();
        let asks = move |words: String| ScheduleAct::Set { words }.on(&id);
        if let Some(asked) = work_by_clock::which_time(context, request, (words, own), asks).await? {
            return Ok(asked);
        }
    }
    let (what, timed) = match typed_change(context, request, &schedule, words.trim(), own) {
        Ok(typed) => typed,
        Err(why) => {
            // The sentence gives an example to send instead.
            say::expect(context, request, &ScheduleAct::Edit.on(&schedule.id)).await?;
            return Ok(EventOutcome::Refused(why.to_string()));
        }
    };
    if let Some(timed) = &timed {
        schedule.assumed = unknown && timed.local && timed.zone == own;
    }
    // The zone that was named with the time counts.
    change_fields(context, request, schedule, what, timed.map(|timed| (timed.rule, timed.zone))).await
}

/// The new words and the new time in a typed change. An error is a time that cannot be.
fn typed_change(
    context: &Context<'_>,
    request: &Request,
    schedule: &Schedule,
    words: &str,
    zone: Tz,
) -> Result<(Option<String>, Option<Timed>), WhenError> {
    let grammar = &context.engine.parts.grammar;
    // A time of day alone does not change the days.
    let clock = when::parse_clock(words).and_then(|clock| when::at_clock(&schedule.rule, clock, zone, context.now));
    if let Some(rule) = clock {
        return Ok((None, Some(Timed { rule, zone, local: true })));
    }
    let why = match grammar.time(words, zone, request.said_at) {
        Ok(timed) => return Ok((None, Some(timed))),
        Err(why) => why,
    };
    let reminds = matches!(schedule.duty, Duty::Remind(_)) && words.chars().count() <= schedule::LONGEST;
    if !reminds || !matches!(why, WhenError::NotUnderstood { .. } | WhenError::Empty | WhenError::TooLong) {
        return Err(why);
    }
    let Timely { rest, timed } = grammar.timely(words, zone, request.said_at);
    match timed.transpose()? {
        Some(timed) if !rest.is_empty() => Ok((Some(rest), Some(timed))),
        _ => Ok((Some(words.to_owned()), None)),
    }
}

/// Changes the text or the time of a schedule as they were understood.
pub async fn change_fields(
    context: &mut Context<'_>,
    request: &Request,
    mut schedule: Schedule,
    what: Option<String>,
    time: Option<(Rule, Tz)>,
) -> Handled {
    let before = schedule.clone();
    schedule.change(what, time, context.now);
    keep_changed(context, request, before, schedule, false).await
}

/// Keeps a changed schedule and answers with its next times and a way back. `done`: only its next firing is.
pub async fn keep_changed(
    context: &mut Context<'_>,
    request: &Request,
    before: Schedule,
    mut schedule: Schedule,
    done: bool,
) -> Handled {
    if schedule.over() {
        return Ok(EventOutcome::Refused(schedules::never()));
    }
    if schedule == before {
        // No button waits for the next words any more.
        context.tx.expected(&request.room.id, &request.person.id).await?;
        return Ok(EventOutcome::Refused(schedules::so_already(&schedule, context.now)));
    }
    schedule.touched = true;
    effects::save_schedule(context, &schedule).await?;
    show_card(context, request, &schedule, |now, keys| schedules::changed(&schedule, before, done, now, keys)).await?;
    context.tx.expected(&request.room.id, &request.person.id).await?;
    list_schedules::refresh_list(context, request, &schedule.id).await?;
    Ok(EventOutcome::Decided(None))
}

/// "Undo" of a change: restores the former schedule.
async fn revert(context: &mut Context<'_>, request: &Request, schedule: &Schedule, kept: &Schedule) -> Handled {
    let Some(schedule) = schedule.reverted(kept, context.now) else {
        return Ok(EventOutcome::Refused(schedules::back_already()));
    };
    if schedule.over() {
        return Ok(EventOutcome::Refused(schedules::too_late_to_undo()));
    }
    effects::save_schedule(context, &schedule).await?;
    let slot = schedule::card_slot(&schedule.id);
    change_card(context, request, slot, |now, keys| schedules::as_it_was(&schedule, now, keys)).await?;
    list_schedules::refresh_list(context, request, &schedule.id).await?;
    Ok(EventOutcome::Decided(Some(schedules::reverted(&schedule, context.now))))
}

/// The zone for a change: the person's own; the schedule of somebody else keeps its zone.
pub async fn zone_for(context: &mut Context<'_>, request: &Request, schedule: &Schedule) -> Stored<Tz> {
    if schedule.owner == request.person.id { context.zone_of(&request.person).await } else { Ok(schedule.tz()) }
}
