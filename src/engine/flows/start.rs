//! Begins runs of flows, wakes those that wait, and stops them.

use super::{line as turns, over};
use crate::engine::context::Context;
use crate::engine::context::effects::flow_lane;
use crate::engine::transition::apply_event;
use crate::ports::store::{Arrival, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::flow::Flow;
use crate::secretary::flow::line::{self, Place};
use crate::secretary::flow::news::News;
use crate::secretary::flow::run::{FlowRun, Start, Wait};
use crate::secretary::ids::{FlowId, FlowRunId, PersonId};
use crate::secretary::ticket::event::Event;
use serde_json::Value;

/// Runs looked at in one go.
const PAGE: u32 = 200;

/// Begins a run of a flow at its time. `by`: who wanted it at once; none if the time has come.
pub async fn start(context: &mut Context<'_>, flow: &Flow, by: Option<&PersonId>, event: Value) -> Stored<FlowRun> {
    begin(context, flow, Start { event, caused_by: by.cloned(), ..Start::default() }).await
}

/// Begins a run of a flow.
pub async fn begin(context: &mut Context<'_>, flow: &Flow, start: Start) -> Stored<FlowRun> {
    let run = made(context, flow, start).await?;
    context.tx.save_flow_run(&run).await?;
    let effect = Effect::RunFlow { run: run.id.clone() };
    context.enqueue(flow_lane(&run.id), None, effect).await?;
    Ok(run)
}

/// A new run of a flow, which is not written yet.
pub(super) async fn made(context: &mut Context<'_>, flow: &Flow, start: Start) -> Stored<FlowRun> {
    let number = context.tx.next_run_number(&flow.id).await?;
    let id = FlowRunId::new(context.seed.id(&format!("flow/{}/{number}", flow.id)));
    Ok(FlowRun::new((id, number), flow, start, context.now))
}

/// Lets a run go on: what it waits for has come.
pub(super) async fn wake(context: &mut Context<'_>, run: &mut FlowRun) -> Stored<()> {
    if run.ended() {
        return Ok(());
    }
    run.wake();
    context.tx.save_flow_run(run).await?;
    let lane = flow_lane(&run.id);
    context.tx.replace_lane(&lane).await?;
    context.enqueue(lane, None, Effect::RunFlow { run: run.id.clone() }).await
}

/// Has calls of a run made that were told before, and waited.
pub(super) async fn call_again(context: &mut Context<'_>, run: &FlowRun, calls: Vec<u32>) -> Stored<()> {
    for index in calls {
        let news = News::Call { run: run.id.clone(), index };
        let key = format!("{}/{}", news.key(), context.seq);
        context.tell(&key, &Arrival::Flow(news)).await?;
    }
    Ok(())
}

/// Ends a run before its script does, with what it waits for. False if it was over.
pub async fn stop(context: &mut Context<'_>, run: &FlowRun) -> Stored<bool> {
    // It may have ended with the run that called it.
    let Some(mut run) = context.tx.flow_run(&run.id).await? else { return Ok(false) };
    let turn = matches!(line::place(&run), Some(Place::Works | Place::Asks));
    if !run.cancel(context.now) {
        return Ok(false);
    }
    context.tx.save_flow_run(&run).await?;
    context.tx.drop_lane(&flow_lane(&run.id)).await?;
    Box::pin(over::over(context, &run.id)).await?;
    // One that waits for its turn, or sleeps, leaves none.
    if turn {
        turns::left(context, &run.id).await?;
    }
    Ok(true)
}

/// Ends the runs of a flow that are not over. Gives how many.
pub async fn stop_all(context: &mut Context<'_>, flow: &FlowId) -> Stored<usize> {
    stop_upto(context, flow, i64::MAX).await
}

/// Ends those of them that came no later than the run of this number. Gives how many.
pub async fn stop_upto(context: &mut Context<'_>, flow: &FlowId, newest: i64) -> Stored<usize> {
    let mut runs = not_over(context, flow).await?;
    runs.retain(|run| run.number <= newest);
    stop_each(context, &runs).await
}

/// The runs of a flow that are not over. Those in line come first, then those that wait to ask, so that none of them goes on
/// in the place of one that ends before it.
pub async fn not_over(context: &mut Context<'_>, flow: &FlowId) -> Stored<Vec<FlowRun>> {
    let mut runs = context.tx.flow_runs_at(flow, Place::InLine, u32::MAX).await?;
    runs.extend(in_order(context.tx.open_flow_runs(flow, u32::MAX).await?));
    Ok(runs)
}

/// Runs that have begun, with those first that wait to ask.
pub(super) fn in_order(mut begun: Vec<FlowRun>) -> Vec<FlowRun> {
    begun.sort_by_key(|run| line::place(run) != Some(Place::ToAsk));
    begun
}

/// Ends these runs. Gives how many were not over.
pub(super) async fn stop_each(context: &mut Context<'_>, runs: &[FlowRun]) -> Stored<usize> {
    let mut stopped = 0;
    for run in runs {
        stopped += usize::from(stop(context, run).await?);
    }
    Ok(stopped)
}

/// Ends what runs for others in this workspace because of this person, who is gone: nobody waits for it any more. What runs
/// for themselves goes with everything of theirs.
pub async fn stop_caused(context: &mut Context<'_>, person: &PersonId) -> Stored<()> {
    let here = context.workspace();
    let mut after = None::<FlowRunId>;
    loop {
        let page = context.tx.running_flows(after.as_ref(), PAGE).await?;
        for run in page.iter().filter(|run| run.workspace == here && run.person != *person) {
            let root = match &run.root {
                Some(root) => context.tx.flow_run(root).await?,
                None => None,
            };
            if run.caused_by.as_ref() == Some(person) || root.is_some_and(|root| root.person == *person) {
                stop(context, run).await?;
            }
        }
        match page.last().filter(|_| page.len() == PAGE as usize) {
            Some(last) => after = Some(last.id.clone()),
            None => return Ok(()),
        }
    }
}

/// Ends what others still do for a call of a run that is over.
pub(super) async fn call_off(context: &mut Context<'_>, wait: &Wait) -> Stored<()> {
    match wait {
        Wait::Flow(called) => {
            if let Some(called) = context.tx.flow_run(called).await? {
                Box::pin(stop(context, &called)).await?;
            }
        }
        Wait::Ticket(ticket) => {
            let cancel = Event::CancelRequested { reason: String::new(), with_all: true };
            apply_event::apply(context, ticket, &cancel, None).await?;
        }
        Wait::Until(_) | Wait::Decision | Wait::Turn => {}
    }
    Ok(())
}
