//! Reminders, changes of them, and what is to come again later, from the fields of an understanding.

use super::on_ticket::press;
use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::intent::{OpenItem, Target, Timed, When, WhenChange, rule_of};
use crate::secretary::message::action::{Later, ScheduleAct};
use crate::secretary::people::permissions::Deed;
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::event::Event;
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::schedules;
use crate::secretary::wording::schedules::reminding;
use crate::secretary::wording::ticket::late;
use chrono::{DateTime, Utc};

/// Orders a reminder, or asks for the part of it that is missing.
pub(in crate::engine::routing) async fn remind(
    desk: &mut Desk<'_>,
    visit: &Visit,
    change: &WhenChange,
) -> Stored<Fate> {
    let what = change.text.trim().to_owned();
    let Some(when) = change.when.as_ref().filter(|when| !when.is_empty()) else {
        return desk.ask_reminder(visit, Some(what).filter(|what| !what.is_empty()), None).await;
    };
    let timed = match timed(desk, visit, when).await? {
        Ok(timed) => timed,
        Err(why) => return desk.refuse(visit, why).await,
    };
    if what.is_empty() {
        return desk.ask_reminder(visit, None, Some(timed.rule)).await;
    }
    desk.order_reminder_in(visit, what, timed, &[]).await
}

/// Changes a reminder, deletes it, or notes that it is done.
pub(in crate::engine::routing) async fn change(
    desk: &mut Desk<'_>,
    visit: &Visit,
    item: Option<&OpenItem>,
    change: &WhenChange,
) -> Stored<Fate> {
    let Some(Target::Schedule { schedule: id, firing }) = item.map(|item| &item.target) else {
        return Ok(Fate::Decided(None));
    };
    match change.act.as_deref() {
        Some("delete") => return press(desk, visit, &ScheduleAct::Delete { listed: true }.on(id), None).await,
        Some("done") => {
            let act = match firing {
                Some(firing) => ScheduleAct::Done { firing: *firing },
                None => ScheduleAct::Delete { listed: true },
            };
            return press(desk, visit, &act.on(id), None).await;
        }
        _ => {}
    }
    let Some(schedule) = desk.tx.schedule(id).await? else { return desk.refuse(visit, schedules::gone()).await };
    if let Err(why) = desk.may(visit, Deed::ChangeSchedule(&schedule)) {
        return desk.refuse(visit, why).await;
    }
    let rule = match &change.when {
        Some(when) if !when.is_empty() => match new_rule(desk, visit, &schedule, when).await? {
            Ok(rule) => Some(rule),
            Err(why) => return desk.refuse(visit, why).await,
        },
        _ => None,
    };
    let what = Some(change.text.trim().to_owned()).filter(|what| !what.is_empty() && what != schedule.what());
    if rule.is_none() && what.is_none() {
        let fate = desk.ask_change(visit, &schedule).await?;
        return desk.said_if_refused(visit, fate).await;
    }
    let fate = desk.change_fields(visit, schedule, what, rule).await?;
    desk.said_if_refused(visit, fate).await
}

/// The rule a change comes to; what is not said stays as it is.
async fn new_rule(
    desk: &mut Desk<'_>,
    visit: &Visit,
    schedule: &Schedule,
    changed: &When,
) -> Stored<Result<Rule, String>> {
    let zone = schedule.tz();
    let mut fields = changed.clone();
    let only_time = fields.date.is_none() && fields.weekdays.is_empty() && fields.every.is_none();
    if only_time
        && fields.in_minutes.is_none()
        && let Some(clock) = fields.time.as_deref().and_then(when::parse_clock)
        && let Some(rule) = when::at_clock(&schedule.rule, clock, zone, desk.now)
    {
        return Ok(Ok(rule));
    }
    if fields.time.is_none()
        && fields.in_minutes.is_none()
        && let Some(at) = schedule.next_at
    {
        fields.time = Some(at.with_timezone(&zone).format("%H:%M").to_string());
    }
    Ok(timed(desk, visit, &fields).await?.map(|timed| timed.rule))
}

/// Lets something come again later: a reminder that rang, a decision, questions, a card.
pub(in crate::engine::routing) async fn snooze(
    desk: &mut Desk<'_>,
    visit: &Visit,
    item: Option<&OpenItem>,
    change: &WhenChange,
) -> Stored<Fate> {
    let at = match &change.when {
        Some(when) if !when.is_empty() => match moment(desk, visit, when).await? {
            Ok(at) => Some(at),
            Err(why) => return desk.refuse(visit, why).await,
        },
        _ => None,
    };
    let Some(item) = item else { return desk.ask_reminder(visit, None, at.map(|at| Rule::Once { at })).await };
    match &item.target {
        Target::Schedule { schedule, firing: Some(firing) } => {
            let by = at.map_or(Later::Minutes(60), Later::At);
            let action = ScheduleAct::Snooze { firing: *firing, by }.on(schedule);
            press(desk, visit, &action, None).await
        }
        Target::Schedule { schedule, firing: None } => match at {
            Some(at) => {
                let rule = Box::new(Rule::Once { at });
                press(desk, visit, &ScheduleAct::Become { rule }.on(schedule), None).await
            }
            None => Ok(Fate::Decided(None)),
        },
        target @ (Target::Round { .. }
        | Target::Decision { .. }
        | Target::Card { .. }
        | Target::Ticket { .. }
        | Target::Note { .. }) => {
            let Some(id) = target.ticket() else { return Ok(Fate::Decided(None)) };
            let Some(ticket) = desk.tx.ticket(id).await? else { return desk.refuse(visit, late::forgotten()).await };
            let decision =
                if let Target::Decision { decision, .. } = target { ticket.decision(decision).cloned() } else { None };
            let zone = desk.zone_of(&visit.person).await?;
            let at = at.unwrap_or_else(|| when::next_morning(zone, desk.now));
            desk.ask_again_at(visit, ticket, decision, at).await
        }
    }
}

/// Gives a decision more time, or one more option.
pub(in crate::engine::routing) async fn widen(
    desk: &mut Desk<'_>,
    visit: &Visit,
    item: Option<&OpenItem>,
    change: &WhenChange,
) -> Stored<Fate> {
    let Some(Target::Decision { ticket, decision }) = item.map(|item| &item.target) else {
        return Ok(Fate::Decided(None));
    };
    let Some(ticket) = desk.tx.ticket(ticket).await? else { return desk.refuse(visit, late::forgotten()).await };
    if let Err(why) = desk.may(visit, Deed::Decide(&ticket)) {
        return desk.refuse(visit, why).await;
    }
    let until = match &change.when {
        Some(when) if !when.is_empty() => match moment(desk, visit, when).await? {
            Ok(at) => Some(at),
            Err(why) => return desk.refuse(visit, why).await,
        },
        _ => None,
    };
    let option = Some(change.text.trim().to_owned()).filter(|option| !option.is_empty() && until.is_none());
    desk.act(visit, &ticket, &Event::DecisionWidened { decision: decision.clone(), until, option }).await
}

/// The moment of a time in fields.
async fn moment(desk: &mut Desk<'_>, visit: &Visit, when: &When) -> Stored<Result<DateTime<Utc>, String>> {
    let now = desk.now;
    Ok(timed(desk, visit, when).await?.and_then(|timed| match timed.rule {
        Rule::Once { at } => Ok(at),
        rule @ Rule::Wall { .. } => when::next_due(&rule, timed.zone, now).ok_or_else(reminding::how_to),
    }))
}

/// The rule of a time in fields, in the person's zone or the one they named.
async fn timed(desk: &mut Desk<'_>, visit: &Visit, when: &When) -> Stored<Result<Timed, String>> {
    let zone = desk.zone_of(&visit.person).await?;
    Ok(rule_of(when, zone, visit.said_at).map_err(|error| error.to_string()))
}
