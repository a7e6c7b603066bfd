//! Work by the clock: makes the schedule of a plan that was agreed to with a time, and tells a schedule how its work
//! ended, and flows that wait for it that a ticket did.

use crate::engine::context::{Context, effects};
use crate::engine::transition::flow_triggers;
use crate::ports::store::{Arrival, Stored};
use crate::secretary::effect::{Class, Effect};
use crate::secretary::flow::news::News;
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::inbound::ReplyTo;
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::schedule::work::{FAILURES, WorkOrder};
use crate::secretary::schedule::{self, Duty, Schedule};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::standing::{ByClock, Opener, Standing};
use crate::secretary::wording::schedules;

/// What follows for schedules when a ticket has changed.
pub async fn follow(context: &mut Context<'_>, before: &Ticket, next: &Ticket) -> Stored<()> {
    if before.closed() || !next.closed() {
        return Ok(());
    }
    flow_triggers::finished(context, next).await?;
    match (next.ordered(), &next.by_clock) {
        (Some(standing), _) => ordered(context, next, standing).await,
        (_, Some(by)) => ended(context, next, by).await,
        (None, None) => Ok(()),
    }
}

/// Makes the schedule and shows it.
async fn ordered(context: &mut Context<'_>, ticket: &Ticket, standing: &Standing) -> Stored<()> {
    let Some(owner) = context.tx.person(&ticket.requester).await? else { return Ok(()) };
    let id = ScheduleId::new(context.seed.id("schedule"));
    let duty = Duty::Work(Box::new(WorkOrder::new(ticket)));
    let order = (duty, standing.rule.clone(), standing.tz());
    let mut schedule = effects::new_schedule(context, id, &owner, ticket.room.clone(), order).await?;
    // A single time that passed while the card was open comes at once.
    schedule.comes_late(ticket.created_at);
    schedule.assumed = standing.own_clock;
    if standing.own_clock && owner.zone.is_some() {
        // They may have told their zone while the card was open.
        let zone = context.zone_of(&owner).await?;
        schedule.follow(zone, context.now);
        schedule.assumed = false;
    }
    effects::save_schedule(context, &schedule).await?;
    let card = schedule::card_slot(&schedule.id);
    let note = if standing.own_clock {
        effects::zone_note(context, &owner, &schedule, (&ticket.room, &card, !ticket.direct)).await?
    } else {
        schedules::zones::Note::None
    };
    let now = context.now;
    show(context, ticket, &schedule, card, |keys| schedules::ordered(&schedule, &[], now, &note, keys)).await
}

/// Writes the result of one time into its schedule, where several failures in a row are asked about; or tells the flow
/// that waits for it.
async fn ended(context: &mut Context<'_>, ticket: &Ticket, by: &ByClock) -> Stored<()> {
    let schedule = match &by.by {
        Opener::Schedule(schedule) => schedule,
        Opener::Flow(run, index) => {
            let news = News::Worked { run: run.clone(), index: *index, ticket: ticket.id.clone() };
            return context.tell(&news.key(), &Arrival::Flow(news)).await;
        }
        Opener::Trial => return Ok(()),
    };
    let Some(mut schedule) = context.tx.schedule(schedule).await? else { return Ok(()) };
    let Duty::Work(mut work) = schedule.duty.clone() else { return Ok(()) };
    let asks = work.ended(ticket, context.now);
    schedule.duty = Duty::Work(work.clone());
    context.tx.save_schedule(&schedule).await?;
    if !asks {
        return Ok(());
    }
    let slot = Slot::new(format!("schedule/{}/failing{}", schedule.id, schedule.fired));
    let now = context.now;
    let tickets = work.results.iter().rev().take(FAILURES as usize).map(|result| result.number);
    let (failures, tickets): (u32, Vec<i64>) = (work.failures, tickets.collect());
    let asks = |keys: &mut Keys| schedules::work::keeps_failing(&schedule, failures, &tickets, now, keys);
    show(context, ticket, &schedule, slot, asks).await
}

/// Posts a message about a schedule where its ticket is.
async fn show(
    context: &mut Context<'_>,
    ticket: &Ticket,
    schedule: &Schedule,
    slot: Slot,
    message: impl FnOnce(&mut Keys) -> Message,
) -> Stored<()> {
    let mut keys = context.keys();
    let message = message(&mut keys);
    context.bind(keys, std::slice::from_ref(&schedule.room), &slot).await?;
    let (room, ticket) = (schedule.room.clone(), Some(ticket.id.clone()));
    let post = Effect::Post { room, slot, message, reply: ReplyTo::default(), ticket, class: Class::Must };
    effects::carry_out(context, vec![post], None).await
}
