//! Runs that events begin take turns: each stands in the database from the moment its event is decided, and goes on when
//! one before it is over. So none is lost by a restart, and none runs twice.

use super::start;
use crate::engine::context::Context;
use crate::ports::store::{Stored, Tx};
use crate::secretary::flow::Flow;
use crate::secretary::flow::line;
use crate::secretary::flow::run::{FlowRun, Start, Wait};
use crate::secretary::ids::{FlowId, FlowRunId};

/// Puts a run at the end of the line. It begins at once where it is its turn.
pub(super) async fn join(context: &mut Context<'_>, flow: &Flow, order: Start) -> Stored<()> {
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

/// Begins the runs of a flow whose turn it is.
pub async fn go_on(context: &mut Context<'_>, flow: &FlowId) -> Stored<()> {
    for mut run in next(context.tx, flow).await? {
        start::wake(context, &mut run).await?;
    }
    Ok(())
}

/// The runs of a flow whose turn it is; none while nobody has agreed to it as it is now: they wait for that.
pub(super) async fn next(tx: &mut dyn Tx, flow: &FlowId) -> Stored<Vec<FlowRun>> {
    let Some(flow) = tx.flow(flow).await?.filter(Flow::runs) else { return Ok(Vec::new()) };
    Ok(line::next(tx.open_flow_runs(&flow.id, u32::MAX).await?, flow.version))
}

/// How many runs of a flow wait for their turn.
pub(super) fn length(open: &[FlowRun]) -> usize {
    open.iter().filter(|run| line::waits(run)).count()
}
