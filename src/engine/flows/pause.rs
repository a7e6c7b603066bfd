//! Runs while all work is paused: none of them makes a call or ends. What has its answer by then keeps it, and each goes on
//! where it stopped when work does.

use super::calls::Open;
use super::start;
use crate::engine::context::{Context, Handled};
use crate::engine::transition::agent_queue;
use crate::ports::store::{Arrival, EventOutcome, Stored, Tx};
use crate::secretary::flow::run::FlowRun;
use crate::secretary::ids::{FlowRunId, WorkspaceId};
use std::collections::BTreeSet;

/// Runs looked at in one go.
const PAGE: u32 = 200;

/// Whether all work of a workspace is paused.
pub async fn paused(tx: &mut dyn Tx, workspace: &WorkspaceId) -> Stored<bool> {
    Ok(tx.settings(workspace).await?.is_some_and(|settings| settings.paused))
}

/// A call that is to be made; none while all work is paused, or while the run is held for its former script: it is made when
/// that goes on.
pub(super) async fn unless_paused(context: &mut Context<'_>, open: Open) -> Stored<Option<Open>> {
    if !open.run.former && !paused(context.tx, &open.run.workspace).await? {
        return Ok(Some(open));
    }
    let mut run = open.run;
    if run.hold(Some(open.step.index)) {
        context.tx.save_flow_run(&run).await?;
    }
    Ok(None)
}

/// Runs as people are shown them: while all work is paused, none that is not over goes on, whether it knows that yet or not.
pub async fn as_they_stand(context: &mut Context<'_>, runs: &mut [FlowRun]) -> Stored<()> {
    if runs.iter().all(FlowRun::ended) || !context.settings().await?.paused {
        return Ok(());
    }
    for run in runs.iter_mut().filter(|run| !run.ended()) {
        run.hold(None);
    }
    Ok(())
}

/// How many flows of this workspace have runs under way. What a run calls belongs to that run.
pub async fn under_way(context: &mut Context<'_>) -> Stored<usize> {
    let here = context.workspace();
    let (mut flows, mut after) = (BTreeSet::new(), None::<FlowRunId>);
    loop {
        let page = context.tx.running_flows(after.as_ref(), PAGE).await?;
        let own = page.iter().filter(|run| run.workspace == here && run.called_by.is_none());
        flows.extend(own.map(|run| run.flow.clone()));
        match page.last().filter(|_| page.len() == PAGE as usize) {
            Some(last) => after = Some(last.id.clone()),
            None => return Ok(flows.len()),
        }
    }
}

/// Lets the next page of runs of this workspace go on. The page after it follows as an event of its own, so that nobody
/// waits for ten thousand runs. `after`: the last run of the page before.
pub async fn go_on(context: &mut Context<'_>, after: Option<&FlowRunId>) -> Stored<()> {
    let here = context.workspace();
    let page = context.tx.running_flows(after, PAGE).await?;
    let last = page.last().filter(|_| page.len() == PAGE as usize).map(|run| run.id.clone());
    let runs: Vec<FlowRun> = page.into_iter().filter(|run| run.workspace == here).collect();
    for run in runs {
        goes_on(context, run).await?;
    }
    let Some(after) = last else { return Ok(()) };
    agent_queue::follows(context, "flows", Arrival::FlowsGoOn { workspace: here, after }).await
}

/// Makes the calls that were held, and lets the run look again.
async fn goes_on(context: &mut Context<'_>, mut run: FlowRun) -> Stored<()> {
    let Some(calls) = run.held.take() else { return Ok(()) };
    start::wake(context, &mut run).await?;
    start::call_again(context, &run, calls).await
}

/// A further page, unless all work is paused again.
pub async fn go_on_after(context: &mut Context<'_>, workspace: &WorkspaceId, after: &FlowRunId) -> Handled {
    context.here = workspace.clone();
    if !paused(context.tx, workspace).await? {
        go_on(context, Some(after)).await?;
    }
    Ok(EventOutcome::Decided(None))
}
