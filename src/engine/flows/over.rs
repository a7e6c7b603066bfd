//! What follows when a run is over: its questions close, what others still do for it ends, whoever called it gets its
//! result, people hear of it where they want to, and the messages that show it say so.

use super::calls::{answer, open};
use super::stretch::gate;
use super::{ask, pause, start};
use crate::engine::context::{Context, say};
use crate::ports::store::{Stored, TriggersOf};
use crate::secretary::flow::Flow;
use crate::secretary::flow::journal::{EntryState, JournalEntry};
use crate::secretary::flow::run::{FlowRun, RunState, Wait};
use crate::secretary::ids::{FlowId, FlowRunId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::people::workspace::Room;
use crate::secretary::schedule::work::FAILURES;
use crate::secretary::schedule::{self, Duty, Schedule};
use crate::secretary::wording::schedules::flows::{self, cards, dry, triggers};
use crate::secretary::wording::schedules::{flow_runs, work};
use chrono_tz::Tz;
use std::cmp::Reverse;

/// Runs looked at when failures in a row are counted.
const LOOKED_AT: u32 = 100;
/// The newest runs that are shown with a flow.
const SHOWN: u32 = 5;

/// A run is over.
pub(super) async fn over(context: &mut Context<'_>, id: &FlowRunId) -> Stored<()> {
    let Some(mut run) = context.tx.flow_run(id).await? else { return Ok(()) };
    let Some(flow) = context.tx.flow(&run.flow).await? else { return Ok(()) };
    context.here = run.workspace.clone();
    let steps = context.tx.flow_steps(id).await?;
    let asks = |step: &&JournalEntry| !step.answered() && run.open.get(&step.index) == Some(&Wait::Decision);
    for step in steps.iter().filter(asks) {
        ask::unanswered(context, (&flow, &run), step).await?;
    }
    for wait in run.open.values() {
        start::call_off(context, wait).await?;
    }
    shows_end(context, &flow, &run).await?;
    if let Some((caller, index)) = run.called_by.clone() {
        return answer_caller(context, (&caller, index), (&flow, &run), &steps).await;
    }
    if run.by_itself() && matches!(run.state, RunState::Failed(_)) {
        let runs = context.tx.flow_runs(&flow.id, LOOKED_AT).await?;
        run.count_failure(&runs);
        context.tx.save_flow_run(&run).await?;
        tell(context, &flow, &run, &steps).await?;
        return failing(context, &flow, &runs).await;
    }
    tell(context, &flow, &run, &steps).await
}

/// Tells people of the end of a run, if they want to hear of it. A failure like the one before it is counted in the message
/// of the first.
async fn tell(context: &mut Context<'_>, flow: &Flow, run: &FlowRun, steps: &[JournalEntry]) -> Stored<()> {
    let zone = zone_of(context, flow).await?;
    let message = match &run.state {
        RunState::Failed(why) if !run.dry => Some(flows::failed(flow, run, why, (zone, context.now))),
        RunState::Failed(_)
        | RunState::Completed(_)
        | RunState::Running
        | RunState::Waiting(_)
        | RunState::Cancelled => told(flow, run, steps),
    };
    let Some(message) = message else { return Ok(()) };
    let slot = |run: &FlowRunId| Slot::new(format!("flow/{run}/over"));
    match &run.like {
        Some((first, _)) => say::edit(context, run.room.clone(), slot(first), message.silently()).await,
        None => say::announce(context, &run.room, slot(&run.id), message).await,
    }
}

/// The time zone of a flow's owner.
pub(super) async fn zone_of(context: &mut Context<'_>, flow: &Flow) -> Stored<Tz> {
    match context.tx.person(&flow.owner).await? {
        Some(owner) => context.zone_of(&owner).await,
        None => Ok(Tz::UTC),
    }
}

/// The messages that show a run have no button for it any more, and each card of its flow shows how it ended.
async fn shows_end(context: &mut Context<'_>, flow: &Flow, run: &FlowRun) -> Stored<()> {
    for slot in [begun_slot(&run.id), again_slot(&run.id)] {
        for room in context.tx.rooms_with(&slot).await? {
            say::bare(context, &room, &slot).await?;
        }
    }
    // A card that nobody agreed to has no button for a run, and perhaps one that takes a change back.
    if flow.deleted() || flow.agreed.is_none() {
        return Ok(());
    }
    let slot = card_slot(&flow.id);
    for id in context.tx.rooms_with(&slot).await? {
        let Some(room) = context.tx.room(&id).await? else { continue };
        let zone = zone_in(context, &room, flow).await?;
        let (message, keys) = card(context, flow, "", zone).await?;
        context.bind(keys, std::slice::from_ref(&id), &slot).await?;
        say::edit(context, id, slot.clone(), message.silently()).await?;
    }
    Ok(())
}

/// The time zone in which a room reads: that of its only reader, else that of the flow's owner.
async fn zone_in(context: &mut Context<'_>, room: &Room, flow: &Flow) -> Stored<Tz> {
    let reader = match room.person.as_ref().filter(|_| room.direct()) {
        Some(reader) => context.tx.person(reader).await?,
        None => None,
    };
    match reader {
        Some(reader) => context.zone_of(&reader).await,
        None => zone_of(context, flow).await,
    }
}

/// One flow with its newest runs, and among them those that are still on, however old. `lead`: what has just happened to it.
pub async fn card(context: &mut Context<'_>, flow: &Flow, lead: &str, zone: Tz) -> Stored<(Message, Keys)> {
    let mut runs = context.tx.flow_runs(&flow.id, SHOWN).await?;
    for on in context.tx.open_flow_runs(&flow.id, SHOWN).await? {
        if runs.iter().all(|run| run.id != on.id) {
            runs.push(on);
        }
    }
    runs.sort_by_key(|run| Reverse(run.number));
    pause::as_they_stand(context, &mut runs).await?;
    let mut keys = context.keys();
    let message = cards::card(lead, flow, &runs, (zone, context.now), &mut keys);
    let by_clock = cards::by_the_clock(&schedules_of(context, flow).await?, zone, context.now);
    let message = by_clock.into_iter().fold(message, Message::line);
    let begin = triggers::told(&context.tx.flow_triggers(TriggersOf::Flow(&flow.id)).await?);
    let message = begin.into_iter().fold(message, Message::line);
    Ok((message, keys))
}

/// The schedules of a flow that are still ahead, in their order.
pub async fn schedules_of(context: &mut Context<'_>, flow: &Flow) -> Stored<Vec<Schedule>> {
    let mut schedules = context.tx.schedules(&flow.workspace).await?;
    schedules.retain(|one| !one.over() && matches!(&one.duty, Duty::Flow { flow: id, .. } if *id == flow.id));
    schedule::in_order(&mut schedules);
    Ok(schedules)
}

/// The slot of the message that shows a flow.
pub fn card_slot(flow: &FlowId) -> Slot {
    Slot::new(format!("flow/{flow}/card"))
}

/// The slot of the message that a run has begun.
pub fn begun_slot(run: &FlowRunId) -> Slot {
    Slot::new(format!("flow/{run}/told"))
}

/// The slot of the question whether there is to be another run beside this one.
pub fn again_slot(run: &FlowRunId) -> Slot {
    Slot::new(format!("flow/{run}/again"))
}

/// What people hear of the end of a run that did not fail, or of a dry one.
fn told(flow: &Flow, run: &FlowRun, steps: &[JournalEntry]) -> Option<Message> {
    match &run.state {
        RunState::Completed(_) | RunState::Failed(_) if run.dry => Some(dry::told(flow, run, steps)),
        RunState::Completed(value) if run.caused_by.is_some() => {
            // Whoever wanted it at once waits for a word.
            let quiet = || (run.of_schedule() && run.total.notices == 0).then(|| flow_runs::nothing_said(flow));
            flow_runs::completed(flow, value, &run.printed).or_else(quiet)
        }
        RunState::Failed(_)
        | RunState::Completed(_)
        | RunState::Running
        | RunState::Waiting(_)
        | RunState::Cancelled => None,
    }
}

/// The run that called this one goes on with its result.
async fn answer_caller(
    context: &mut Context<'_>,
    (caller, index): (&FlowRunId, u32),
    (flow, run): (&Flow, &FlowRun),
    steps: &[JournalEntry],
) -> Stored<()> {
    let Some(mut call) = open(context, caller, index).await? else { return Ok(()) };
    // What it gives back may repeat what it has read.
    call.run.reads(&gate::sources(&run.read, steps));
    let outcome = match &run.state {
        RunState::Completed(value) => EntryState::Answered(value.clone()),
        RunState::Failed(why) => EntryState::Failed(flow_runs::called_failed(flow, why)),
        RunState::Running | RunState::Waiting(_) | RunState::Cancelled => {
            EntryState::Failed(flow_runs::called_off(flow))
        }
    };
    answer(context, call, outcome).await
}

/// Several failures in a row of a flow that runs by the clock are asked about, at most once a day.
async fn failing(context: &mut Context<'_>, flow: &Flow, runs: &[FlowRun]) -> Stored<()> {
    let failures = u32::try_from(FlowRun::failures(runs)).unwrap_or(u32::MAX);
    let schedule = schedules_of(context, flow).await?.into_iter().next();
    let Some(schedule) = schedule.filter(|_| failures > 0 && failures % FAILURES == 0) else { return Ok(()) };
    let asked = Slot::new(format!("schedule/{}/failing/{}", schedule.id, context.now.format("%F")));
    if context.tx.rooms_with(&asked).await?.contains(&schedule.room) {
        return Ok(());
    }
    let mut keys = context.keys();
    let message = work::keeps_failing(&schedule, failures, &[], context.now, &mut keys);
    context.bind(keys, std::slice::from_ref(&schedule.room), &asked).await?;
    say::announce(context, &schedule.room, asked, message).await
}
