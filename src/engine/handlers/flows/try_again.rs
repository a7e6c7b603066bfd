//! Takes an event once more: that of a run that failed, or the last one for a run that somebody begins by hand.

use crate::engine::context::{Context, Handled, Request};
use crate::engine::flows::{line as turns, start};
use crate::engine::handlers::flows::list_flows;
use crate::ports::store::{EventOutcome, Stored, TriggersOf};
use crate::secretary::flow::Flow;
use crate::secretary::flow::line::{self, MOST_IN_LINE};
use crate::secretary::flow::run::{FlowRun, Start};
use crate::secretary::ids::FlowRunId;
use crate::secretary::wording::schedules::flows::{cards, runs as wording};

/// The newest runs that are looked at.
const LOOKED_AT: u32 = 100;

/// "Try again": a run begins with the event of one that failed, and one with each event that its message counts. Each is
/// tried again once.
pub async fn try_again(context: &mut Context<'_>, request: &Request, flow: &Flow, run: &FlowRunId) -> Handled {
    if !flow.runs() {
        return Ok(EventOutcome::Refused(cards::agree_first()));
    }
    let Some(run) = context.tx.flow_run(run).await?.filter(|run| run.flow == flow.id) else {
        return Ok(EventOutcome::Refused(wording::event_gone()));
    };
    let of_event = line::of_event(&run);
    let mut failed = context.tx.flow_runs(&flow.id, LOOKED_AT).await?;
    // Of times that were missed one is made up.
    failed.retain(|one| of_event && one.id != run.id && one.first_like() == run.first_like());
    failed.insert(0, run);
    failed.retain(FlowRun::may_be_tried_again);
    if failed.is_empty() {
        return Ok(EventOutcome::Refused(wording::tried_again_already()));
    }
    if of_event && turns::length(context.tx, &flow.id).await? + failed.len() > MOST_IN_LINE as usize {
        return Ok(EventOutcome::Refused(wording::line_is_full()));
    }
    failed.sort_by_key(|one| one.number);
    for one in &mut failed {
        one.again = true;
        context.tx.save_flow_run(one).await?;
        let (event, read, said_here) = (one.event.clone(), one.read.clone(), one.said_here);
        let order = Start { event, read, said_here, ..Start::default() };
        if of_event {
            let order = Start { event_of: Some(one.event_number()), caused_by: one.caused_by.clone(), ..order };
            turns::join(context, flow, order).await?;
        } else {
            start::begin(context, flow, Start { caused_by: Some(request.person.id.clone()), ..order }).await?;
        }
    }
    list_flows::refresh(context, request, flow).await?;
    Ok(EventOutcome::Decided(Some(wording::tries_again(failed.len()))))
}

/// What a run begins with that somebody wants at once: a script that reads an event takes the last one that came. It stays
/// with whoever caused that.
pub async fn by_hand(context: &mut Context<'_>, request: &Request, flow: &Flow, dry: bool) -> Stored<Start> {
    let by = request.person.id.clone();
    let order = Start { dry, caused_by: Some(by.clone()), ..Start::default() };
    if !flow.reads_event() || context.tx.flow_triggers(TriggersOf::Flow(&flow.id)).await?.is_empty() {
        return Ok(order);
    }
    let runs = context.tx.flow_runs(&flow.id, LOOKED_AT).await?;
    let came = |run: &&FlowRun| run.called_by.is_none() && run.event.get("trigger").is_some();
    let Some(last) = runs.iter().find(came) else { return Ok(order) };
    let (event, event_of) = (last.event.clone(), Some(last.event_number()));
    let (caused_by, read, said_here) = (last.caused_by.clone().or(Some(by)), last.read.clone(), last.said_here);
    Ok(Start { event, event_of, caused_by, read, said_here, ..order })
}
