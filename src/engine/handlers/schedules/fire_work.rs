//! Begins the work of a schedule: one ticket for each time, with the plan that was agreed once; or one run of its flow.

use crate::engine::context::{Context, say};
use crate::engine::flows::start;
use crate::engine::transition::apply_event;
use crate::ports::store::Stored;
use crate::secretary::flow::Flow;
use crate::secretary::flow::line;
use crate::secretary::flow::moments;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::ids::{FlowId, PersonId, Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::permissions::{Operation, Verdict, authorize};
use crate::secretary::schedule::work::WorkOrder;
use crate::secretary::schedule::{self, Duty, Firing, Schedule};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::standing::{ByClock, Opener};
use crate::secretary::wording::schedules::{flow_runs, work as wording};
use serde_json::json;

/// Opens the ticket of this time and starts its work; while all work is paused, that waits with the rest. The time is left
/// out while the last one is still being worked on; the schedule rests when whoever ordered it may not give work any
/// more. `by`: whoever wants it now, who hears of it whatever comes of it. Whether work was given. The caller stores the
/// schedule.
pub async fn begin(
    context: &mut Context<'_>,
    schedule: &mut Schedule,
    mut work: WorkOrder,
    (by, late): (Option<&PersonId>, Option<String>),
) -> Stored<bool> {
    schedule.covered_to = context.now;
    if let Some(newest) = &work.newest
        && let Some(running) = context.tx.ticket(newest).await?.filter(|ticket| !ticket.closed())
    {
        let message = wording::still_at_it(schedule, &running);
        return leave_out(context, schedule, (running.id.as_str(), by), message).await;
    }
    let owner = context.tx.person(&schedule.owner).await?;
    let Some(owner) = owner.filter(|owner| matches!(authorize(owner, Operation::SendIdea), Verdict::Allowed)) else {
        schedule.pause();
        let message = wording::nobody_to_work_for(schedule);
        return tell(context, schedule, message).await.map(|()| false);
    };
    let number = context.tx.next_number(&schedule.workspace).await?;
    let id = TicketId::new(context.seed.id("ticket"));
    let only_if = if by.is_some() { String::new() } else { work.only_if.clone() };
    let by = ByClock { by: Opener::Schedule(schedule.id.clone()), late, only_if };
    let ticket = Ticket {
        requester: owner.id,
        requester_name: owner.name,
        room: schedule.room.clone(),
        ..Ticket::of_template(&work.template, (id, number), by, context.now)
    };
    work.newest = Some(ticket.id.clone());
    schedule.duty = Duty::Work(Box::new(work));
    // The end of the work is written into the schedule as it is stored by then.
    context.tx.save_schedule(schedule).await?;
    apply_event::apply_to(context, &ticket, &Event::WorkDue, None).await?;
    if let Some(kept) = context.tx.schedule(&schedule.id).await? {
        schedule.duty = kept.duty;
    }
    Ok(true)
}

/// Begins a run of a flow; while all work is paused, that waits with the rest. The time is left out while the last run of a
/// schedule is still on, for somebody's press any run that no event began; the schedule rests when nobody agreed to the flow as it is, or
/// whoever ordered it may not give work any more. Whether a run began. The caller stores the schedule.
pub async fn run_flow(
    context: &mut Context<'_>,
    schedule: &mut Schedule,
    flow: &FlowId,
    (firing, by, late): (&Firing, Option<&PersonId>, Option<String>),
) -> Stored<bool> {
    schedule.covered_to = context.now;
    let flow = context.tx.flow(flow).await?.filter(Flow::runs);
    let owner = context.tx.person(&schedule.owner).await?;
    let may = owner.is_some_and(|owner| matches!(authorize(&owner, Operation::SendIdea), Verdict::Allowed));
    let Some(flow) = flow.filter(|_| may) else {
        schedule.pause();
        let message = flow_runs::cannot_run(schedule);
        return tell(context, schedule, message).await.map(|()| false);
    };
    let counts = |run: &FlowRun| {
        let own = run.by_itself() || (by.is_some() && !run.dry && run.called_by.is_none());
        own && !line::of_event(run)
    };
    let runs = context.tx.open_flow_runs(&flow.id, u32::MAX).await?;
    if let Some(run) = runs.iter().find(|run| counts(run)) {
        let message = flow_runs::still_on(schedule);
        return leave_out(context, schedule, (run.id.as_str(), by), message).await;
    }
    if let Some(late) = &late {
        let message = flow_runs::late_start(schedule, late);
        tell(context, schedule, message).await?;
    }
    let event = json!({"schedule": schedule.number, "due_at": moments::said(firing.due_at), "late": late.is_some()});
    start::start(context, &flow, by, event).await?;
    Ok(true)
}

/// Leaves a time out. That is said once for all times that fall into the same work, and not while all work is paused,
/// since people know of that; whoever wants it now reads it as the answer to that. `on`: the work that is still on.
async fn leave_out(
    context: &mut Context<'_>,
    schedule: &Schedule,
    (on, by): (&str, Option<&PersonId>),
    message: Message,
) -> Stored<bool> {
    let (room, slot) = (&schedule.room, Slot::new(format!("schedule/{}/on/{on}", schedule.id)));
    let said = context.tx.post_pending(room, &slot).await? || !context.tx.posted(&slot, room).await?.is_empty();
    if by.is_none() && !said && !context.settings().await?.paused {
        say::announce(context, room, slot, message).await?;
    }
    Ok(false)
}

async fn tell(context: &mut Context<'_>, schedule: &Schedule, message: Message) -> Stored<()> {
    let slot = schedule::firing_slot(&schedule.id, schedule.fired);
    say::announce(context, &schedule.room, slot, message).await
}
