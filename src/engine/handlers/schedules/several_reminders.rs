//! Several reminders of one message: set together, shown in one answer, undone and restored together.

use crate::engine::context::apply_event;
use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::schedules::{change_schedule, fire};
use crate::engine::routing::exact::single_words::{LOOKED_AT, UNDO_FOR};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::{PersonId, RoomId, ScheduleId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::people::permissions::Operation;
use crate::secretary::people::workspace::Role;
use crate::secretary::schedule::{self, Duty, Schedule};
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::schedules;
use crate::secretary::wording::schedules::{reminding as wording, together};

/// Handles "Yes" under a question about several reminders.
pub(in crate::engine) async fn remind_all(
    context: &mut Context<'_>,
    request: &Request,
    parts: &[(String, Rule)],
    person: &PersonId,
) -> Stored<EventOutcome> {
    let asker = if *person == request.person.id {
        None
    } else if request.person.power() == Role::Owner {
        // An owner answers for the person who asked.
        context.tx.person(person).await?
    } else {
        return Ok(EventOutcome::Refused(wording::not_yours()));
    };
    let request = &Request { person: asker.unwrap_or_else(|| request.person.clone()), ..request.clone() };
    let request = &Request { private: true, ..request.clone() };
    let mut outcome = EventOutcome::Decided(None);
    for (what, rule) in parts {
        outcome = fire::order_reminder(context, request, what.clone(), rule.clone(), true, &[]).await?;
    }
    Ok(outcome)
}

/// The reminders that the message in this slot confirms, as far as they are still ahead.
pub(in crate::engine) async fn set_together(
    context: &mut Context<'_>,
    room: &RoomId,
    slot: &Slot,
) -> Stored<Vec<Schedule>> {
    let newest = context.tx.newest_prompts(room, context.now - UNDO_FOR, LOOKED_AT).await?;
    let prompt = newest.into_iter().find(|prompt| prompt.slot.as_ref() == Some(slot));
    let mut found = Vec::new();
    for action in prompt.into_iter().flat_map(|prompt| prompt.actions) {
        let Action::TakeBack { orders } = action else { continue };
        for id in orders {
            found.extend(context.tx.schedule(&id).await?.filter(|s| !s.over()));
        }
    }
    Ok(found)
}

/// "Cancel all reminders": asks first and names the number. In a group it covers the reminders of the group.
pub(in crate::engine) async fn ask_drop_reminders(
    context: &mut Context<'_>,
    request: &Request,
) -> Stored<EventOutcome> {
    let mut own = change_schedule::ahead(context, request).await?;
    own.retain(|s| s.owner == request.person.id && matches!(s.duty, Duty::Remind(_)));
    if own.is_empty() {
        return say::refuse(context, request, together::none_to_delete()).await;
    }
    let mut keys = context.keys();
    let message = together::drop_all(&own, &mut keys);
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// "Undo" of several reminders: deletes those that are still ahead.
pub(in crate::engine) async fn take_back(
    context: &mut Context<'_>,
    request: &Request,
    orders: &[ScheduleId],
) -> Stored<EventOutcome> {
    let mut kept: Vec<Schedule> = Vec::new();
    for id in orders {
        let Some(schedule) = context.tx.schedule(id).await?.filter(|s| !s.over()) else { continue };
        if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(&schedule)) {
            return Ok(EventOutcome::Refused(why));
        }
        change_schedule::end_schedule(context, id).await?;
        kept.push(schedule);
    }
    if kept.is_empty() {
        return Ok(EventOutcome::Refused(schedules::gone()));
    }
    let mut keys = context.keys();
    let message = together::taken_back(&kept, &mut keys);
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(Some(schedules::DELETED.to_owned())))
}

/// "Undo" of that deletion: restores those that are still ahead.
pub(in crate::engine) async fn bring_all_back(
    context: &mut Context<'_>,
    request: &Request,
    kept: &[Schedule],
) -> Stored<EventOutcome> {
    let mut back: Vec<Schedule> = Vec::new();
    for before in kept {
        if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(before)) {
            return Ok(EventOutcome::Refused(why));
        }
        let all = context.tx.schedules(&context.workspace()).await?;
        if all.iter().any(|s| s.id == before.id || (!s.over() && s.same_order(before))) {
            continue;
        }
        let mut schedule = before.clone();
        if all.iter().any(|s| !s.over() && s.number == schedule.number) {
            schedule.number = schedule::next_number(&all);
        }
        schedule.next_at = when::next_due(&schedule.rule, schedule.tz(), context.now);
        if schedule.next_at.is_some() {
            apply_event::save_schedule(context, &schedule).await?;
            back.push(schedule);
        }
    }
    if back.is_empty() {
        return Ok(EventOutcome::Refused(schedules::back_already()));
    }
    let mut keys = context.keys();
    let message: Message = together::back(&back, context.now, &mut keys);
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(Some(schedules::BACK.to_owned())))
}
