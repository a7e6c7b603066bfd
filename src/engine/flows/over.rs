//! What follows when a run is over: its questions close, what others still do for it ends, whoever called it gets its
//! result, people hear of it where they want to, and the messages that show it say so.

use super::calls::{answer, open};
use super::shown::{schedules_of, shows_end, zone_of};
use super::stretch::gate;
use super::{ask, start};
use crate::engine::context::{Context, find_room, say};
use crate::ports::store::{Stored, TriggersOf};
use crate::secretary::flow::Flow;
use crate::secretary::flow::journal::{EntryState, JournalEntry, only_given_back};
use crate::secretary::flow::run::{FlowRun, RunState, Wait};
use crate::secretary::ids::{FlowRunId, Slot};
use crate::secretary::message::Message;
use crate::secretary::schedule::work::FAILURES;
use crate::secretary::wording::schedules::flows::{self, dry, events, runs, triggers};
use crate::secretary::wording::schedules::{flow_runs, work};
use chrono::TimeDelta;
use serde_json::Value;

/// Runs looked at when failures in a row are counted.
const LOOKED_AT: u32 = 100;

/// So long one message counts equal failures. What fails once a day is told each day.
const COUNTED: TimeDelta = TimeDelta::hours(20);

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
    shows_end(context, &run).await?;
    if let Some((caller, index)) = run.called_by.clone() {
        return answer_caller(context, (&caller, index), (&flow, &run), &steps).await;
    }
    if run.by_itself() && matches!(run.state, RunState::Failed(_)) {
        let runs = context.tx.flow_runs(&flow.id, LOOKED_AT).await?;
        run.count_failure(&runs);
        if let Some((first, _)) = run.like.clone()
            && !counts_on(context, &first, &run).await?
        {
            run.like = None;
        }
        context.tx.save_flow_run(&run).await?;
        tell(context, &flow, &run, &steps).await?;
        return failing(context, &flow, &runs).await;
    }
    tell(context, &flow, &run, &steps).await
}

/// Whether the message of the first of these failures counts this one, too: it is not old, and stands in the same room or is
/// about to.
async fn counts_on(context: &mut Context<'_>, first: &FlowRunId, run: &FlowRun) -> Stored<bool> {
    let from = context.now - COUNTED;
    let ended_at = context.tx.flow_run(first).await?.and_then(|first| first.ended_at);
    if ended_at.is_none_or(|at| at < from) {
        return Ok(false);
    }
    // In a chat that is out of reach it lies ready, and takes the new words.
    let stands = context.tx.rooms_with(&over_slot(first)).await?.contains(&run.room);
    Ok(stands || find_room::out_of_reach(context, &run.room).await?)
}

/// The slot of the message that a run is over.
fn over_slot(run: &FlowRunId) -> Slot {
    Slot::new(format!("flow/{run}/over"))
}

/// Tells people of the end of a run, if they want to hear of it. A failure like the one before it is counted in the message
/// of the first.
async fn tell(context: &mut Context<'_>, flow: &Flow, run: &FlowRun, steps: &[JournalEntry]) -> Stored<()> {
    let mut keys = context.keys();
    let message = match &run.state {
        RunState::Failed(why) if !run.dry => {
            let zone = zone_of(context, flow).await?;
            let message = flows::failed(flow, run, why, (zone, context.now));
            Some(runs::with_try_again(message, flow, run, &mut keys))
        }
        RunState::Failed(_)
        | RunState::Completed(_)
        | RunState::Running
        | RunState::Waiting(_)
        | RunState::Cancelled => told(flow, run, steps),
    };
    let Some(message) = message else { return Ok(()) };
    let message = if lacks_event(flow, run) {
        let triggers = context.tx.flow_triggers(TriggersOf::Flow(&flow.id)).await?;
        runs::no_event(message, flow, triggers::told(&triggers))
    } else {
        message
    };
    let slot = over_slot(run.first_like());
    context.bind(keys, std::slice::from_ref(&run.room), &slot).await?;
    match &run.like {
        Some(_) => say::edit(context, run.room.clone(), slot, message.silently()).await,
        None => say::announce(context, &run.room, slot, message).await,
    }
}

/// Whether a script stopped that reads an event, and had none, since somebody began it by hand.
fn lacks_event(flow: &Flow, run: &FlowRun) -> bool {
    // What Python said stands behind a line break.
    let stopped = matches!(&run.state, RunState::Failed(why) if why.contains('\n'));
    stopped && run.event.is_null() && run.called_by.is_none() && flow.reads_event()
}

/// What people hear of the end of a run that did not fail, or of a dry one.
fn told(flow: &Flow, run: &FlowRun, steps: &[JournalEntry]) -> Option<Message> {
    match &run.state {
        RunState::Completed(_) | RunState::Failed(_) if run.dry => Some(dry::told(flow, run, steps)),
        RunState::Completed(value) if run.caused_by.is_some() => {
            // Whoever wanted it at once waits for a word.
            let quiet = || (run.of_schedule() && run.total.notices == 0).then(|| flow_runs::nothing_said(flow));
            let value = if only_given_back(value, steps) { Value::Null } else { value.clone() };
            let message = flow_runs::completed(flow, &value, &run.printed).or_else(quiet);
            message.map(|message| events::named(message, run))
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
    if failures == 0 || failures % FAILURES != 0 {
        return Ok(());
    }
    let Some(schedule) = schedules_of(context, flow).await?.into_iter().next() else { return Ok(()) };
    let asked = Slot::new(format!("schedule/{}/failing/{}", schedule.id, context.now.format("%F")));
    if context.tx.rooms_with(&asked).await?.contains(&schedule.room) {
        return Ok(());
    }
    let mut keys = context.keys();
    let message = work::keeps_failing(&schedule, failures, &[], context.now, &mut keys);
    context.bind(keys, std::slice::from_ref(&schedule.room), &asked).await?;
    say::announce(context, &schedule.room, asked, message).await
}
