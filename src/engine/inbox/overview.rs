//! The overview beside the web chat: the schedules and flows that whoever looks may see, with the same rules as `/schedules`
//! and `/flow`. It reads; it must not decide or write.

use crate::engine::context::sender::{self, Sender};
use crate::engine::context::{Context, Request, audit_log};
use crate::engine::flows::pause;
use crate::engine::handlers::flows::list_flows;
use crate::engine::handlers::schedules::list_schedules;
use crate::engine::{Engine, home};
use crate::ports::store::{Stored, TriggersOf};
use crate::ports::web::overview::{Overview, Section};
use crate::secretary::flow::calls;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::flow::tables::{FlowTable, Query};
use crate::secretary::flow::{Flow, journal::JournalEntry};
use crate::secretary::inbound::{Account, Inbound};
use crate::secretary::message::Message;
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::wording::schedules::overview as wording;
use async_trait::async_trait;

/// The newest runs that are shown of a flow.
const RUNS: u32 = 5;
/// The newest runs looked at for those that a schedule may have begun.
const LOOKED_AT: u32 = 20;
/// The newest calls of a run looked at for those that it waits for.
const CALLS: u32 = 10;

#[async_trait]
impl Overview for Engine {
    async fn overview(&self, asker: &Inbound) -> Stored<Vec<Section>> {
        let mut tx = self.parts.store.read().await?;
        let mut context = Context::reading(self, tx.as_mut(), &home());
        let (schedules, flows) = compose(&mut context, asker).await?;
        let section = |title: &str, items: Vec<Message>| Section {
            title: title.to_owned(),
            items: items.iter().map(|item| self.redactor.shown(item)).collect(),
        };
        Ok(vec![section(wording::SCHEDULES, schedules), section(wording::FLOWS, flows)])
    }
}

/// What stands in each section; nothing of anybody for whoever may not read here.
async fn compose(context: &mut Context<'_>, asker: &Inbound) -> Stored<(Vec<Message>, Vec<Message>)> {
    let Some(request) = request_of(context, asker).await? else {
        let at = (chrono_tz::Tz::UTC, context.now);
        return Ok((wording::schedules(&[], 0, at), wording::flows(&[], 0, at)));
    };
    let at = (context.zone_of(&request.person).await?, context.now);
    let found = list_flows::visible(context, &request).await?;
    let (schedules, more) = schedules(context, &request, &found).await?;
    let schedules = wording::schedules(&schedules, more, at);
    let more = found.len().saturating_sub(wording::MOST_FLOWS);
    let flows = flows(context, found).await?;
    Ok((schedules, wording::flows(&flows, more, at)))
}

/// Who looks, and where. None: no member, somebody who may not read, or a place where nothing was said yet.
async fn request_of(context: &mut Context<'_>, asker: &Inbound) -> Stored<Option<Request>> {
    let account = Account { platform: asker.place.platform, user: asker.sender.user.clone() };
    // It finds the workspace, too.
    let Sender::Member(_) = sender::sender(context, asker, &account).await? else { return Ok(None) };
    let request = sender::request_of(context, asker).await?;
    Ok(request.filter(|request| audit_log::could(request, Operation::Read)))
}

/// The schedules that are shown, and how many are left out.
async fn schedules(
    context: &mut Context<'_>,
    request: &Request,
    flows: &[Flow],
) -> Stored<(Vec<wording::ShownSchedule>, usize)> {
    let found = list_schedules::ahead(context, request).await?;
    let more = found.len().saturating_sub(wording::MOST_SCHEDULES);
    let mut shown = Vec::new();
    for schedule in found.into_iter().take(wording::MOST_SCHEDULES) {
        let runs = runs_of(context, &schedule, flows).await?;
        let at_work = at_work(context, &schedule).await?;
        shown.push(wording::ShownSchedule { schedule, runs, at_work });
    }
    Ok((shown, more))
}

/// The newest runs of the flow of a schedule that nobody tried and no other run called, if this reader sees the flow.
async fn runs_of(context: &mut Context<'_>, schedule: &Schedule, flows: &[Flow]) -> Stored<Vec<FlowRun>> {
    let Duty::Flow { flow, .. } = &schedule.duty else { return Ok(Vec::new()) };
    if flows.iter().all(|seen| seen.id != *flow) {
        return Ok(Vec::new());
    }
    let mut runs = context.tx.flow_runs(flow, LOOKED_AT).await?;
    runs.retain(|run| !run.dry && run.called_by.is_none());
    runs.truncate(RUNS as usize);
    pause::as_they_stand(context, &mut runs).await?;
    Ok(runs)
}

/// The number of the ticket in which the work of a schedule is being done.
async fn at_work(context: &mut Context<'_>, schedule: &Schedule) -> Stored<Option<i64>> {
    let Duty::Work(work) = &schedule.duty else { return Ok(None) };
    let Some(newest) = &work.newest else { return Ok(None) };
    let ticket = context.tx.ticket(newest).await?.filter(|ticket| !ticket.closed());
    Ok(ticket.map(|ticket| ticket.number))
}

/// The flows as they stand.
async fn flows(context: &mut Context<'_>, found: Vec<Flow>) -> Stored<Vec<wording::ShownFlow>> {
    let here = context.workspace();
    let counted = if found.is_empty() { Vec::new() } else { context.tx.flow_tables(&here).await? };
    let mut shown = Vec::new();
    for flow in found.into_iter().take(wording::MOST_FLOWS) {
        let mut runs = context.tx.flow_runs(&flow.id, RUNS).await?;
        pause::as_they_stand(context, &mut runs).await?;
        let calls = newest_calls(context, runs.first()).await?;
        let tables = tables(context, &flow, &counted).await?;
        let triggers = context.tx.flow_triggers(TriggersOf::Flow(&flow.id)).await?;
        shown.push(wording::ShownFlow { flow, runs, calls, triggers, tables });
    }
    Ok(shown)
}

async fn newest_calls(context: &mut Context<'_>, run: Option<&FlowRun>) -> Stored<Vec<JournalEntry>> {
    match run {
        Some(run) => context.tx.newest_flow_steps(&run.id, CALLS).await,
        None => Ok(Vec::new()),
    }
}

/// The tables that the script of a flow names. Those of a workspace are there for each of its flows.
async fn tables(context: &mut Context<'_>, flow: &Flow, counted: &[FlowTable]) -> Stored<Vec<wording::ShownTable>> {
    let here = context.workspace();
    let mut shown = Vec::new();
    for name in calls::tables(&flow.script).into_iter().take(wording::MOST_TABLES) {
        let rows = counted.iter().find(|table| table.name == name).map_or(0, |table| table.rows);
        let newest = context.tx.flow_rows(&here, &name, &Query::newest(wording::MOST_ROWS)).await?;
        shown.push(wording::ShownTable { name, rows, newest });
    }
    Ok(shown)
}
