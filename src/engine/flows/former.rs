//! Runs that have begun with the former script of a flow. While the new one waits for an agreement, nothing of them goes on;
//! what people answer meanwhile is kept. They end once somebody agrees, and go on if the former script comes back.

use super::start::{call_again, in_order, stop, stop_each, wake};
use crate::engine::context::Context;
use crate::ports::store::Stored;
use crate::secretary::flow::Flow;

/// Holds the runs of a flow whose script has changed. Trials of the former script end. Gives how many wait.
pub async fn hold(context: &mut Context<'_>, flow: &Flow) -> Stored<usize> {
    let mut held = 0;
    for mut run in context.tx.open_flow_runs(&flow.id, u32::MAX).await? {
        if run.dry {
            stop(context, &run).await?;
            continue;
        }
        if !run.former {
            run.former = true;
            context.tx.save_flow_run(&run).await?;
        }
        held += 1;
    }
    Ok(held)
}

/// Ends them: somebody agreed to the new script. Gives how many ended.
pub async fn end(context: &mut Context<'_>, flow: &Flow) -> Stored<usize> {
    let mut runs = in_order(context.tx.open_flow_runs(&flow.id, u32::MAX).await?);
    runs.retain(|run| run.former);
    stop_each(context, &runs).await
}

/// Lets those go on that have begun with this version of the script, which the flow has again and may run. The others end.
/// Gives how many go on.
pub async fn go_on(context: &mut Context<'_>, flow: &Flow, version: u32) -> Stored<usize> {
    let mut on = 0;
    for mut run in context.tx.open_flow_runs(&flow.id, u32::MAX).await? {
        if run.dry || !run.former || run.version != version {
            stop(context, &run).await?;
            continue;
        }
        (run.version, run.former) = (flow.version, false);
        let calls = run.held.take().unwrap_or_default();
        wake(context, &mut run).await?;
        call_again(context, &run, calls).await?;
        on += 1;
    }
    Ok(on)
}
