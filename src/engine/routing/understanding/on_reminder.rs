//! Intents about times: new reminders, changes of them, snoozes, and more time for a decision. Times come as fields.

use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::engine::handlers::decisions::postpone;
use crate::engine::handlers::schedules::{change_schedule, new_reminder};
use crate::engine::routing::EXPECTED_FOR;
use crate::engine::routing::understanding::on_ticket::press;
use crate::engine::transition::apply_event;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::ScheduleId;
use crate::secretary::intent::{OpenItem, Target, Timed, When, WhenChange, rule_of};
use crate::secretary::message::action::{Action, Later, ScheduleAct};
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::event::Event;
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::schedules::{self, reminding};
use crate::secretary::wording::talk::late;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// A time as it was read, or why it cannot be; none if none was named.
type Read<T> = Stored<Result<Option<T>, String>>;

/// Orders a reminder, or asks for its missing part.
pub async fn remind(context: &mut Context<'_>, request: &Request, change: &WhenChange) -> Handled {
    let what = Some(change.text.trim().to_owned()).filter(|what| !what.is_empty());
    match timed(context, request, change.when.as_ref()).await? {
        Ok(timed) => complete(context, request, what, timed).await,
        Err(why) => say::refuse(context, request, why).await,
    }
}

/// Orders a reminder with the part that was known when the other one was asked for, or asks for what is missing.
async fn complete(context: &mut Context<'_>, request: &Request, what: Option<String>, timed: Option<Timed>) -> Handled {
    let half = what.is_some() != timed.is_some();
    let asked = if half { asked_before(context, request).await? } else { None };
    let own = context.zone_of(&request.person).await?;
    let (what, timed) = Action::completed(asked, (what, timed), own);
    new_reminder::ask_reminder(context, request, what, timed).await
}

/// What is awaited about a reminder here; it is awaited no longer. Anything else stays.
pub async fn asked_before(context: &mut Context<'_>, request: &Request) -> Stored<Option<Action>> {
    let (room, person) = (&request.room.id, &request.person.id);
    let Some((action, since)) = context.tx.expected(room, person).await? else { return Ok(None) };
    if !matches!(action, Action::Remind { .. }) {
        context.tx.expect(room, person, &action, since).await?;
    }
    let in_time = (TimeDelta::zero()..=EXPECTED_FOR).contains(&(request.said_at - since));
    Ok(in_time.then_some(action))
}

/// Changes a reminder, deletes it, or marks it as done.
pub async fn change(
    context: &mut Context<'_>,
    request: &Request,
    item: Option<&OpenItem>,
    change: &WhenChange,
) -> Handled {
    let Some(Target::Schedule { schedule: id, firing }) = item.map(|item| &item.target) else {
        return Ok(EventOutcome::Decided(None));
    };
    let Some(schedule) = context.tx.schedule(id).await? else {
        return say::refuse(context, request, schedules::gone()).await;
    };
    let (act, rung) = (change.act.as_deref(), schedule.meant(*firing, request.said_at, context.now));
    // Of a series that has not rung, only the next firing is done.
    let without = schedule.moved(None, context.now).filter(|_| act == Some("done") && rung.is_none());
    if without.is_some() {
        return keep_or_ask(context, request, schedule, without, true).await;
    }
    if matches!(act, Some("delete" | "done")) {
        let done = rung.filter(|_| act == Some("done")).map(|firing| ScheduleAct::Done { firing });
        let act = done.unwrap_or(ScheduleAct::Delete { listed: true });
        return press(context, request, &act.on(id), None).await;
    }
    if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(&schedule)) {
        return say::refuse(context, request, why).await;
    }
    let time = match new_time(context, request, &schedule, change).await? {
        Ok(time) => time,
        Err(why) => return say::refuse(context, request, why).await,
    };
    let what = Some(change.text.trim().to_owned()).filter(|what| !what.is_empty() && what != schedule.what());
    if time.is_none() && what.is_none() {
        return change_schedule::ask_change(context, request, &schedule).await;
    }
    let outcome = change_schedule::change_fields(context, request, schedule, what, time).await?;
    say::said_if_refused(context, request, outcome).await
}

/// Keeps a series whose next firing moved or is done. None: asks what should be different.
async fn keep_or_ask(
    context: &mut Context<'_>,
    request: &Request,
    schedule: Schedule,
    moved: Option<Schedule>,
    done: bool,
) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(&schedule)) {
        return say::refuse(context, request, why).await;
    }
    let outcome = match moved {
        Some(moved) => change_schedule::keep_changed(context, request, schedule, moved, done).await?,
        None => change_schedule::ask_change(context, request, &schedule).await?,
    };
    say::said_if_refused(context, request, outcome).await
}

/// The rule after a change, and its zone; none if no time was named. What is not said stays as it is.
async fn new_time(
    context: &mut Context<'_>,
    request: &Request,
    schedule: &Schedule,
    change: &WhenChange,
) -> Read<(Rule, Tz)> {
    let Some(mut fields) = change.when.clone().filter(|when| !when.is_empty()) else { return Ok(Ok(None)) };
    let zone = schedule.tz();
    let only_time = fields.date.is_none() && fields.weekdays.is_empty() && fields.every.is_none();
    if only_time
        && fields.in_minutes.is_none()
        && let Some(clock) = fields.time.as_deref().and_then(when::parse_clock)
        && let Some(rule) = when::at_clock(&schedule.rule, clock, zone, context.now)
    {
        return Ok(Ok(Some((rule, zone))));
    }
    if fields.time.is_none()
        && fields.in_minutes.is_none()
        && let Some(at) = schedule.next_at
    {
        fields.time = Some(at.with_timezone(&zone).format("%H:%M").to_string());
    }
    let named = fields.zone.as_deref().is_some_and(|zone| !zone.trim().is_empty());
    let in_zone = |timed: Timed| (timed.rule, if named { timed.zone } else { zone });
    Ok(timed(context, request, Some(&fields)).await?.map(|timed| timed.map(in_zone)))
}

/// Snoozes a reminder that fired, a decision, questions or a card.
pub async fn snooze(
    context: &mut Context<'_>,
    request: &Request,
    item: Option<&OpenItem>,
    change: &WhenChange,
) -> Handled {
    let at = match moment(context, request, change).await? {
        Ok(at) => at,
        Err(why) => return say::refuse(context, request, why).await,
    };
    let Some(item) = item else {
        let zone = context.zone_of(&request.person).await?;
        let timed = at.map(|at| Timed { rule: Rule::Once { at }, zone, local: true });
        return complete(context, request, None, timed).await;
    };
    if let Target::Schedule { schedule, firing } = &item.target {
        return snooze_reminder(context, request, (schedule, *firing), at).await;
    }
    let Some(id) = item.target.ticket() else { return Ok(EventOutcome::Decided(None)) };
    let Some(ticket) = context.tx.ticket(id).await? else {
        return say::refuse(context, request, late::forgotten()).await;
    };
    let decision = if let Target::Decision { decision, .. } = &item.target { ticket.decision(decision) } else { None };
    let zone = context.zone_of(&request.person).await?;
    let at = at.unwrap_or_else(|| when::next_morning(zone, context.now));
    postpone::ask_again_at(context, request, &ticket, decision, at).await
}

/// Snoozes a firing; of a series that has not rung, only the next firing moves.
async fn snooze_reminder(
    context: &mut Context<'_>,
    request: &Request,
    (id, firing): (&ScheduleId, Option<u64>),
    at: Option<DateTime<Utc>>,
) -> Handled {
    let Some(schedule) = context.tx.schedule(id).await? else {
        return say::refuse(context, request, schedules::gone()).await;
    };
    let moved = at.and_then(|at| schedule.moved(Some(at), context.now));
    let act = match (schedule.meant(firing, request.said_at, context.now), at) {
        (Some(firing), at) => ScheduleAct::Snooze { firing, by: at.map_or(Later::Minutes(60), Later::At) },
        (None, Some(at)) if moved.is_none() => ScheduleAct::Become { rule: Box::new(Rule::Once { at }) },
        (None, Some(_) | None) => return keep_or_ask(context, request, schedule, moved, false).await,
    };
    press(context, request, &act.on(id), None).await
}

/// Gives a decision more time, or one more option.
pub async fn widen(
    context: &mut Context<'_>,
    request: &Request,
    item: Option<&OpenItem>,
    change: &WhenChange,
) -> Handled {
    let Some(Target::Decision { ticket, decision }) = item.map(|item| &item.target) else {
        return Ok(EventOutcome::Decided(None));
    };
    let Some(ticket) = context.tx.ticket(ticket).await? else {
        return say::refuse(context, request, late::forgotten()).await;
    };
    if let Err(why) = audit_log::may(context, request, Operation::Decide(&ticket)) {
        return say::refuse(context, request, why).await;
    }
    let until = match moment(context, request, change).await? {
        Ok(until) => until,
        Err(why) => return say::refuse(context, request, why).await,
    };
    let option = Some(change.text.trim().to_owned()).filter(|option| !option.is_empty() && until.is_none());
    apply_event::act(context, request, &ticket, &Event::DecisionWidened { decision: decision.clone(), until, option })
        .await
}

/// The moment that was named; none if none was.
async fn moment(context: &mut Context<'_>, request: &Request, change: &WhenChange) -> Read<DateTime<Utc>> {
    let now = context.now;
    Ok(timed(context, request, change.when.as_ref()).await?.and_then(|timed| match timed.map(|t| (t.rule, t.zone)) {
        Some((Rule::Once { at }, _)) => Ok(Some(at)),
        Some((rule @ Rule::Wall { .. }, zone)) => {
            when::next_due(&rule, zone, now).map(Some).ok_or_else(reminding::how_to)
        }
        None => Ok(None),
    }))
}

/// The rule of a time in fields, in the person's zone or the one they named; none if no time was named.
async fn timed(context: &mut Context<'_>, request: &Request, when: Option<&When>) -> Read<Timed> {
    let Some(when) = when.filter(|when| !when.is_empty()) else { return Ok(Ok(None)) };
    let zone = context.zone_of(&request.person).await?;
    Ok(rule_of(when, zone, request.said_at).map(Some).map_err(|error| error.to_string()))
}
