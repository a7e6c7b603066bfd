//! Runs that events begin take turns: each stands in the database from the moment its event is decided, and goes on when
//! one before it is over. So none is lost by a restart, and none runs twice.

use super::start;
use crate::engine::context::Context;
use crate::ports::store::{Stored, Tx};
use crate::secretary::flow::Flow;
use crate::secretary::flow::line::{self, Place};
use crate::secretary::flow::run::{FlowRun, Start, Wait};
use crate::secretary::ids::{FlowId, FlowRunId};
use chrono::{DateTime, Utc};

/// Puts a run at the end of the line. It begins at once where it is its turn.
pub async fn join(context: &mut Context<'_>, flow: &Flow, order: Start) -> Stored<()> {
    let mut run = start::made(context, flow, order).await?;
    run.wait(Wait::Turn);
    context.tx.save_flow_run(&run).await?;
    go_on(context, &flow.id).await
}

/// Somebody has ended a run: the next one begins in its place. One that ends by itself makes room as it does.
pub(super) async fn left(context: &mut Context<'_>, run: &FlowRunId) -> Stored<()> {
    match context.tx.flow_run(run).await?.filter(line::of_event) {
        Some(run) => go_on(context, &run.flow).await,
        None => Ok(()),
    }
}

/// Lets the runs of a flow go on whose turn it is.
pub async fn go_on(context: &mut Context<'_>, flow: &FlowId) -> Stored<()> {
    for (mut run, calls) in next(context.tx, flow, context.now).await? {
        start::wake(context, &mut run).await?;
        start::call_again(context, &run, calls).await?;
    }
    Ok(())
}

/// The runs of a flow whose turn it is, each as it goes on and with the places of the calls that it is to ask about. Those
/// that have begun before come first. None while nobody has agreed to the flow as it is now: they wait for that.
pub(super) async fn next(tx: &mut dyn Tx, flow: &FlowId, now: DateTime<Utc>) -> Stored<Vec<(FlowRun, Vec<u32>)>> {
    let Some(flow) = tx.flow(flow).await?.filter(Flow::runs) else { return Ok(Vec::new()) };
    let mut under_way = tx.count_flow_runs_at(&flow.id, Place::Works).await?;
    under_way = under_way.saturating_add(tx.count_flow_runs_at(&flow.id, Place::Asks).await?);
    let mut found = Vec::new();
    for place in [Place::ToAsk, Place::InLine] {
        let free = line::free(under_way);
        if free == 0 {
            break;
        }
        for mut run in tx.flow_runs_at(&flow.id, place, free).await? {
            let calls = line::goes_on(&mut run, flow.version, now);
            under_way = under_way.saturating_add(1);
            found.push((run, calls));
        }
    }
    Ok(found)
}

/// Whether a run may ask people something. One that slept while others began waits for that until fewer of them ask.
pub(super) async fn may_ask(tx: &mut dyn Tx, run: &FlowRun) -> Stored<bool> {
    if !line::of_event(run) || run.asks() {
        return Ok(true);
    }
    Ok(line::free(tx.count_flow_runs_at(&run.flow, Place::Asks).await?) > 0)
}

/// How many runs of a flow wait for their turn to begin.
pub async fn length(tx: &mut dyn Tx, flow: &FlowId) -> Stored<usize> {
    Ok(tx.count_flow_runs_at(flow, Place::InLine).await? as usize)
}
