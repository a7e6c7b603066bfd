//! Calls of scripts that people see, or that others do. Each is made in the transaction of its event, together with its
//! answer in the journal, so that it is made once.

use super::{ask, over, pause, start, work};
use crate::engine::context::{Context, Handled, say};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::flow::Flow;
use crate::secretary::flow::calls;
use crate::secretary::flow::functions::{Bound, HostFunction};
use crate::secretary::flow::journal::{EntryState, JournalEntry};
use crate::secretary::flow::news::News;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::ids::{FlowRunId, Slot};
use crate::secretary::message::Message;
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::wording::schedules::flow_runs;
use crate::secretary::wording::schedules::flows::events;
use crate::secretary::wording::talk::faults;
use serde_json::Value;

/// A call that is still open, with its run and its flow.
pub(super) struct Open {
    pub run: FlowRun,
    pub flow: Flow,
    pub step: JournalEntry,
    pub function: HostFunction,
    pub given: Bound,
}

impl Open {
    /// An argument that is a text.
    pub(super) fn text(&self, name: &str) -> &str {
        self.given.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// The slot of what it says. What it asks has another one.
    fn slot(&self) -> Slot {
        Slot::new(format!("flow/{}/{}", self.run.id, self.step.index))
    }
}

/// Handles news of a run.
pub async fn news(context: &mut Context<'_>, news: &News) -> Handled {
    match news {
        News::Call { run, index } => {
            if let Some(open) = open(context, run, *index).await?
                && let Some(open) = pause::unless_paused(context, open).await?
            {
                call(context, open).await?;
            }
        }
        News::Worked { run, index, ticket } => {
            if let Some(open) = open(context, run, *index).await? {
                work::worked(context, open, ticket).await?;
            }
        }
        News::Late { run, index } => ask::late(context, run, *index).await?,
        News::Over { run } => over::over(context, run).await?,
    }
    Ok(EventOutcome::Decided(None))
}

/// News could not be decided: the call fails, which the script may catch.
pub async fn stumbled(context: &mut Context<'_>, news: &News, id: &ErrorId) -> Stored<()> {
    match news {
        News::Call { run, index } | News::Worked { run, index, .. } => {
            let Some(open) = open(context, run, *index).await? else { return Ok(()) };
            answer(context, open, EntryState::Failed(faults::broke(id))).await
        }
        // Whoever called it must not wait for ever.
        News::Over { run } => {
            let caller = context.tx.flow_run(run).await?.and_then(|run| run.called_by);
            let Some((caller, index)) = caller else { return Ok(()) };
            let Some(open) = open(context, &caller, index).await? else { return Ok(()) };
            answer(context, open, EntryState::Failed(faults::broke(id))).await
        }
        News::Late { .. } => Ok(()),
    }
}

/// A call that has no answer yet, of a run that is not over. The event then happens in its workspace.
pub(super) async fn open(context: &mut Context<'_>, run: &FlowRunId, index: u32) -> Stored<Option<Open>> {
    let Some(run) = context.tx.flow_run(run).await?.filter(|run| !run.ended()) else { return Ok(None) };
    let Some(flow) = context.tx.flow(&run.flow).await? else { return Ok(None) };
    let steps = context.tx.flow_steps(&run.id).await?;
    let step = steps.into_iter().find(|step| step.index == index && !step.answered());
    let Some((step, (function, given))) = step.and_then(|step| step.made().map(|made| (step, made))) else {
        return Ok(None);
    };
    context.here = run.workspace.clone();
    Ok(Some(Open { run, flow, step, function, given }))
}

/// Writes the answer of a call, and lets its run go on.
pub(super) async fn answer(context: &mut Context<'_>, open: Open, outcome: EntryState) -> Stored<()> {
    let Open { mut run, step, .. } = open;
    context.tx.answer_flow_step(&run.id, step.index, &outcome).await?;
    run.open.remove(&step.index);
    start::wake(context, &mut run).await
}

async fn call(context: &mut Context<'_>, open: Open) -> Stored<()> {
    match open.function {
        HostFunction::Notify => {
            let message = flow_runs::said(open.text("text"));
            tell(context, open, message).await
        }
        HostFunction::Report => {
            let message = flow_runs::report(open.text("title"), open.text("text"));
            tell(context, open, message).await
        }
        HostFunction::File => {
            let message = flow_runs::file(open.text("name"), open.text("text"));
            tell(context, open, message).await
        }
        HostFunction::Chart => chart(context, open).await,
        HostFunction::Ask => ask::ask(context, open).await,
        HostFunction::Fetch | HostFunction::Search | HostFunction::Note | HostFunction::Tool => {
            ask::ask_leave(context, open).await
        }
        HostFunction::Agent => work::begin(context, open).await,
        HostFunction::RunFlow => work::call_flow(context, open).await,
        HostFunction::Now
        | HostFunction::Sleep
        | HostFunction::TableInsert
        | HostFunction::TableQuery
        | HostFunction::TableUpdate
        | HostFunction::TableDelete
        | HostFunction::CheckSchema
        | HostFunction::Fail => Ok(()),
    }
}

/// Posts a message of a run once.
async fn tell(context: &mut Context<'_>, open: Open, message: Message) -> Stored<()> {
    let message = events::named(message, &open.run);
    say::announce(context, &open.run.room, open.slot(), message).await?;
    answer(context, open, EntryState::Answered(Value::Null)).await
}

/// Sends a chart: its picture, and its numbers as a file of their own.
async fn chart(context: &mut Context<'_>, open: Open) -> Stored<()> {
    match calls::chart(&open.given) {
        Ok(chart) => {
            let [picture, numbers] = flow_runs::chart(chart);
            let picture = events::named(picture, &open.run);
            let beside = Slot::new(format!("{}/numbers", open.slot()));
            say::announce(context, &open.run.room, open.slot(), picture).await?;
            say::announce(context, &open.run.room, beside, numbers).await?;
            answer(context, open, EntryState::Answered(Value::Null)).await
        }
        Err(why) => answer(context, open, EntryState::Failed(why.to_string())).await,
    }
}
