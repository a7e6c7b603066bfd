//! Deletes schedules, one or all reminders of a person, and restores them.

use crate::engine::context::{Context, Handled, Request, audit_log, effects, say};
use crate::engine::handlers::schedules::change_schedule::{change_card, has_card};
use crate::engine::handlers::schedules::list_schedules;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::message::Message;
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::{self, Duty, Schedule};
use crate::secretary::wording::schedules::{self, together};

pub async fn delete_schedule(
    context: &mut Context<'_>,
    request: &Request,
    schedule: &Schedule,
    listed: bool,
) -> Handled {
    if schedule.over() {
        return Ok(EventOutcome::Refused(schedules::nothing_to_delete()));
    }
    end_schedule(context, &schedule.id).await?;
    let mut keys = context.keys();
    let message = schedules::deleted(schedule, listed, &mut keys);
    let (stands, card) = (has_card(context, request, schedule).await?, schedule::card_slot(&schedule.id));
    if stands && listed {
        // The earlier message about the schedule says so, too; the Undo is in the new one.
        let bare = Message { buttons: Vec::new(), ..message.clone() };
        say::edit(context, request.room.id.clone(), card.clone(), bare).await?;
    }
    if listed || !stands {
        say::put(context, request, gone_slot(&schedule.id), message, keys).await?;
    } else {
        say::rewrite(context, request, card, message, keys).await?;
    }
    list_schedules::refresh_list(context, request, &schedule.id).await?;
    Ok(EventOutcome::Decided(Some(schedules::DELETED.to_owned())))
}

/// Ends a schedule without a word.
pub async fn end_schedule(context: &mut Context<'_>, id: &ScheduleId) -> Stored<()> {
    audit_log::note(context, What::ScheduleRemoved { schedule: id.clone() });
    context.tx.drop_lane(&effects::schedule_lane(id)).await?;
    context.tx.drop_schedule(id).await
}

/// A deleted schedule as it continues from now. None: the same one was made again.
async fn restored(context: &mut Context<'_>, kept: &Schedule) -> Stored<Option<Schedule>> {
    let all = context.tx.schedules(&context.workspace()).await?;
    if all.iter().any(|s| s.id == kept.id || (!s.over() && s.same_order(kept))) {
        return Ok(None);
    }
    let mut schedule = kept.clone();
    if all.iter().any(|s| !s.over() && s.number == schedule.number) {
        schedule.number = schedule::next_number(&all);
    }
    schedule.snoozed_to = schedule.snoozed_to.filter(|at| *at > context.now);
    schedule.next_at = kept.due_after(context.now);
    Ok(Some(schedule))
}

/// "Undo" of a deletion.
pub async fn bring_back(context: &mut Context<'_>, request: &Request, kept: &Schedule, listed: bool) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(kept)) {
        return Ok(EventOutcome::Refused(why));
    }
    let Some(schedule) = restored(context, kept).await? else {
        return Ok(EventOutcome::Refused(schedules::back_already()));
    };
    if schedule.next_at.is_none() && schedule.snoozed_to.is_none() {
        return Ok(EventOutcome::Refused(schedules::too_late_to_undo()));
    }
    effects::save_schedule(context, &schedule).await?;
    let (stands, card) = (has_card(context, request, &schedule).await?, schedule::card_slot(&schedule.id));
    let slot = if listed || !stands { gone_slot(&schedule.id) } else { card.clone() };
    change_card(context, request, slot, |now, keys| schedules::back(&schedule, now, keys)).await?;
    if stands && listed {
        change_card(context, request, card, |now, keys| schedules::stands(&schedule, now, keys)).await?;
    }
    list_schedules::refresh_list(context, request, &schedule.id).await?;
    Ok(EventOutcome::Decided(Some(schedules::BACK.to_owned())))
}

/// "Cancel all reminders": asks first and names the number. In a group it covers the reminders of the group.
pub async fn ask_drop_reminders(context: &mut Context<'_>, request: &Request) -> Handled {
    let mut own = list_schedules::ahead(context, request).await?;
    own.retain(|s| s.owner == request.person.id && matches!(s.duty, Duty::Remind(_)));
    if own.is_empty() {
        return say::refuse(context, request, together::none_to_delete()).await;
    }
    say::ask(context, request, |keys| together::drop_all(&own, keys).own()).await
}

/// Deletes those of several schedules that are still ahead. `said`: what became of them, in a sentence.
pub async fn delete_together(
    context: &mut Context<'_>,
    request: &Request,
    orders: &[ScheduleId],
    said: fn(&[Schedule]) -> String,
) -> Handled {
    let mut kept: Vec<Schedule> = Vec::new();
    for id in orders {
        let Some(schedule) = context.tx.schedule(id).await?.filter(|s| !s.over()) else { continue };
        if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(&schedule)) {
            return Ok(EventOutcome::Refused(why));
        }
        kept.push(schedule);
    }
    let Some(first) = kept.first() else { return Ok(EventOutcome::Refused(schedules::gone())) };
    for schedule in &kept {
        end_schedule(context, &schedule.id).await?;
        if has_card(context, request, schedule).await? {
            // The earlier message about the schedule says so, too; the Undo is in the new one.
            let bare = Message::lines([said(std::slice::from_ref(schedule))]).silently();
            say::edit(context, request.room.id.clone(), schedule::card_slot(&schedule.id), bare).await?;
        }
    }
    list_schedules::refresh_list(context, request, &first.id).await?;
    say::ask(context, request, |keys| together::gone(said(&kept), &kept, keys).own()).await?;
    Ok(EventOutcome::Decided(Some(schedules::DELETED.to_owned())))
}

/// "Undo" of that deletion: restores those that are still ahead.
pub async fn bring_all_back(context: &mut Context<'_>, request: &Request, kept: &[Schedule]) -> Handled {
    let mut back: Vec<Schedule> = Vec::new();
    for before in kept {
        if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(before)) {
            return Ok(EventOutcome::Refused(why));
        }
        if let Some(schedule) = restored(context, before).await?.filter(|s| s.next_at.is_some()) {
            effects::save_schedule(context, &schedule).await?;
            back.push(schedule);
        }
    }
    for schedule in &back {
        if has_card(context, request, schedule).await? {
            let slot = schedule::card_slot(&schedule.id);
            change_card(context, request, slot, |now, keys| schedules::stands(schedule, now, keys)).await?;
        }
    }
    let Some(first) = back.first() else { return Ok(EventOutcome::Refused(schedules::back_already())) };
    list_schedules::refresh_list(context, request, &first.id).await?;
    let now = context.now;
    say::ask(context, request, |keys| together::back(&back, now, keys).own()).await?;
    Ok(EventOutcome::Decided(Some(schedules::BACK.to_owned())))
}

/// The slot of the message that a schedule was deleted.
fn gone_slot(id: &ScheduleId) -> Slot {
    Slot::new(format!("schedule/{id}/gone"))
}
