//! Ends runs of flows: the one that a message names, or all of a flow once people said so.

use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::flows::shown::{again_slot, begun_slot};
use crate::engine::flows::start::{not_over, stop, stop_upto};
use crate::engine::handlers::flows::list_flows;
use crate::ports::store::EventOutcome;
use crate::secretary::flow::Flow;
use crate::secretary::flow::line;
use crate::secretary::ids::FlowRunId;
use crate::secretary::wording::schedules::flows::runs as wording;

/// Ends the only run that is not over. Of several it is asked first, since events that have not begun are lost with them.
pub async fn cancel(context: &mut Context<'_>, request: &Request, flow: &Flow) -> Handled {
    let runs = not_over(context, &flow.id).await?;
    let upto = runs.iter().map(|run| run.number).max().unwrap_or_default();
    if runs.len() > 1 {
        let waiting = runs.iter().filter(|run| line::waits(run)).count();
        let asked = (runs.len(), waiting, upto);
        return say::ask(context, request, |keys| wording::cancel_all(flow, asked, keys).own()).await;
    }
    let stopped = stop_upto(context, &flow.id, upto).await?;
    stopped_runs(context, request, flow, stopped).await
}

/// Ends one run and no other.
pub async fn one(context: &mut Context<'_>, request: &Request, flow: &Flow, run: &FlowRunId) -> Handled {
    let Some(run) = context.tx.flow_run(run).await?.filter(|run| run.flow == flow.id) else {
        return Ok(EventOutcome::Refused(wording::over_already()));
    };
    if !stop(context, &run).await? {
        return Ok(EventOutcome::Refused(wording::over_already()));
    }
    for slot in [begun_slot(&run.id), again_slot(&run.id)] {
        for room in context.tx.rooms_with(&slot).await? {
            say::edit(context, room, slot.clone(), wording::one_cancelled(flow, &run)).await?;
        }
    }
    list_flows::refresh(context, request, flow).await?;
    Ok(EventOutcome::Decided(Some(wording::cancelled(1))))
}

/// "Cancel all 7 runs": ends those that were asked about. Its question says what came of it.
pub async fn all(context: &mut Context<'_>, request: &Request, flow: &Flow, upto: i64) -> Handled {
    let stopped = stop_upto(context, &flow.id, upto).await?;
    let outcome = stopped_runs(context, request, flow, stopped).await?;
    if stopped > 0 && request.turned.is_some() {
        let keys = context.keys();
        say::say_page(context, request, wording::all_cancelled(flow, stopped), keys).await?;
    }
    Ok(outcome)
}

/// So many runs were ended.
async fn stopped_runs(context: &mut Context<'_>, request: &Request, flow: &Flow, stopped: usize) -> Handled {
    if stopped == 0 {
        return Ok(EventOutcome::Refused(wording::nothing_runs()));
    }
    list_flows::refresh(context, request, flow).await?;
    Ok(EventOutcome::Decided(Some(wording::cancelled(stopped))))
}
