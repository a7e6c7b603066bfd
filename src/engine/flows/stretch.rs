//! A stretch of a run: what it works with, and what is written between two plays of its script.

use super::pause;
use super::perform::Called;
use crate::engine::Engine;
use crate::engine::commit::commit;
use crate::engine::context::effects::flow_lane;
use crate::engine::context::seed::Seed;
use crate::ports::scripts::{Answer, HostCall, ScriptRun};
use crate::ports::store::{Arrival, NewOutboxRow, OutboxRow, Stored, Tx};
use crate::secretary::effect::Effect;
use crate::secretary::flow::Flow;
use crate::secretary::flow::functions::{Bound, HostFunction, Touches};
use crate::secretary::flow::journal::{CallMade, EntryState, JournalEntry};
use crate::secretary::flow::news::News;
use crate::secretary::flow::run::{FlowRun, MOST_CALLS, Wait};
use crate::secretary::flow::tables::{KEY, Query, Row, RowFault, apart, check_name, found};
use crate::secretary::flow::{calls, moments, schema};
use crate::secretary::ids::EffectId;
use crate::secretary::people::workspace::Person;
use crate::secretary::wording::schedules::{flow_runs, flows};
use chrono::TimeDelta;
use chrono_tz::Tz;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

/// The time between two looks of a deadline that waits for a platform.
const LOOK: TimeDelta = TimeDelta::seconds(10);

/// What a stretch of a run works with.
pub(super) struct Stretch<'a> {
    pub engine: &'a Engine,
    /// The row that is performed.
    pub row: &'a OutboxRow,
    pub run: FlowRun,
    pub flow: Flow,
    /// Whose rights count.
    pub person: Option<Person>,
    /// Where they are: a time without a zone is one of theirs.
    pub zone: Tz,
    /// Its journal so far.
    pub steps: Vec<JournalEntry>,
    /// All work of its workspace is paused.
    pub paused: bool,
}

/// How far a stretch went.
pub(super) enum Went {
    /// The script has new answers.
    On,
    /// It waits, or is over.
    Rests,
    /// It cannot go on at the moment.
    Later,
}

impl Stretch<'_> {
    /// The script with everything that was answered so far.
    pub fn script(&self) -> ScriptRun {
        let answer = |step: &JournalEntry| match &step.state {
            EntryState::Begun => Answer::Pending,
            EntryState::Answered(value) => Answer::Value(value.clone()),
            EntryState::Failed(why) => Answer::Error(why.clone()),
        };
        let made = |step: &JournalEntry| HostCall {
            index: usize::try_from(step.index).unwrap_or(usize::MAX),
            name: step.call.name.clone(),
            args: step.call.args.clone(),
            kwargs: step.call.kwargs.clone(),
            line: None,
        };
        ScriptRun {
            id: self.run.id.to_string(),
            script: self.flow.script.clone(),
            inputs: json!({"event": self.run.event}),
            functions: self.flow.may.clone(),
            answers: self.steps.iter().map(answer).collect(),
            made: self.steps.iter().map(made).collect(),
            most_calls: usize::try_from(MOST_CALLS).unwrap_or(usize::MAX),
        }
    }

    /// A writing transaction with the run as it stands; none once this row is no longer ours, or the run is over, or all
    /// work is paused: then the run is held until that goes on.
    pub async fn writing(&self) -> Stored<Option<(Box<dyn Tx>, FlowRun)>> {
        let Some((mut tx, mut run)) = self.recording().await? else { return Ok(None) };
        if !pause::paused(tx.as_mut(), &run.workspace).await? {
            return Ok(Some((tx, run)));
        }
        if run.hold(None) {
            tx.save_flow_run(&run).await?;
            commit(tx, "journal/again").await?;
        }
        Ok(None)
    }

    /// The same for the answer of a call that was made: that is written down also while all work is paused.
    pub async fn recording(&self) -> Stored<Option<(Box<dyn Tx>, FlowRun)>> {
        let mut tx = self.engine.parts.store.begin().await?;
        if !tx.still_ours(self.row).await? {
            return Ok(None);
        }
        let run = tx.flow_run(&self.run.id).await?.filter(|run| !run.ended());
        Ok(run.map(|run| (tx, run)))
    }

    /// Answers the calls whose time has come. Whether there were any.
    pub async fn answers_due(&self) -> Stored<bool> {
        let now = self.engine.now();
        // A deadline follows from the silence of people, so it waits until all platforms have told what they did.
        let hears_all = self.engine.hears_all.load(Ordering::SeqCst);
        let over = |step: &JournalEntry| moments::due_at(step, self.zone).is_some_and(|at| at <= now);
        let waits = |step: &JournalEntry| step.function() == Some(HostFunction::Ask) && !hears_all;
        let due = |step: &&JournalEntry| !step.answered() && over(step) && !waits(step);
        let due: Vec<&JournalEntry> = self.steps.iter().filter(due).collect();
        if due.is_empty() {
            return Ok(false);
        }
        let Some((mut tx, mut run)) = self.writing().await? else { return Ok(false) };
        for step in due {
            let outcome = match moments::in_the_end(step) {
                Some(value) => EntryState::Answered(value),
                None => EntryState::Failed(flow_runs::no_answer().to_owned()),
            };
            let first = tx.answer_flow_step(&self.run.id, step.index, &outcome).await?;
            run.open.remove(&step.index);
            if first && step.function() == Some(HostFunction::Ask) {
                self.tell(tx.as_mut(), &News::Late { run: self.run.id.clone(), index: step.index }).await?;
            }
        }
        tx.save_flow_run(&run).await?;
        commit(tx, "journal/result").await?;
        self.engine.arrivals.notify_one();
        Ok(true)
    }

    /// Has a call made, or looks whether it was.
    pub async fn call(&mut self, call: &HostCall) -> Stored<Called> {
        let function = HostFunction::of_name(&call.name).filter(|function| self.flow.grants(*function));
        let Some(function) = function else { return self.breaks(&flow_runs::not_granted(&call.name)).await };
        let index = u32::try_from(call.index).unwrap_or(u32::MAX);
        let bound = function.bind(&call.args, &call.kwargs);
        if let Some(step) = self.steps.iter().find(|step| step.index == index) {
            return match bound {
                Ok(bound) if !step.answered() => self.reaches_out(function, index, &bound).await,
                Ok(_) | Err(_) => Ok(Called::Answered),
            };
        }
        if let (HostFunction::Fail, Ok(bound)) = (function, &bound) {
            let message = bound.get("message").and_then(Value::as_str).unwrap_or_default();
            return self.breaks(&flow_runs::failed_itself(message, call.line)).await;
        }
        let now = self.engine.now();
        if self.run.shows_enough() {
            return self.ends(move |run| run.cut_short(now)).await.map(Called::Over);
        }
        let undrawn = self.undrawn(function, bound.as_ref().ok()).await;
        let Some((mut tx, mut run)) = self.writing().await? else { return Ok(Called::Over(Went::Rests)) };
        // A run that others called counts against the one from which it all began.
        let mut root = match &run.root {
            Some(root) => tx.flow_run(root).await?,
            None => None,
        };
        if let Err(limit) = run.call(root.as_mut(), function, now) {
            drop(tx);
            return self.breaks(&flows::limit(limit)).await;
        }
        if let Some(root) = &root {
            tx.save_flow_run(root).await?;
        }
        let made = CallMade { name: call.name.clone(), args: call.args.clone(), kwargs: call.kwargs.clone() };
        let step = JournalEntry::begun(index, made, now);
        tx.append_flow_step(&run.id, &step).await?;
        tx.save_flow_run(&run).await?;
        let outcome = match (&bound, undrawn) {
            (Ok(bound), None) => self.at_once(tx.as_mut(), (function, &step), bound).await?,
            (Ok(_), Some(why)) => Some(EntryState::Failed(why)),
            (Err(fault), _) => Some(EntryState::Failed(fault.to_string())),
        };
        if let Some(outcome) = &outcome {
            tx.answer_flow_step(&run.id, index, outcome).await?;
        } else if told(function) {
            self.tell(tx.as_mut(), &News::Call { run: run.id.clone(), index }).await?;
        }
        commit(tx, "journal/call").await?;
        self.engine.arrivals.notify_one();
        self.run = run;
        self.steps.push(step);
        match (outcome, bound) {
            (Some(_), _) | (None, Err(_)) => Ok(Called::Answered),
            (None, Ok(bound)) => self.reaches_out(function, index, &bound).await,
        }
    }

    /// What a call is answered in the transaction that writes it down; none for one that takes longer.
    async fn at_once(
        &self,
        tx: &mut dyn Tx,
        (function, step): (HostFunction, &JournalEntry),
        bound: &Bound,
    ) -> Stored<Option<EntryState>> {
        if let Some(value) = function.emulated(bound).filter(|_| self.run.dry) {
            return Ok(Some(EntryState::Answered(value)));
        }
        if let Some(before) = self.read_before(tx, function, bound).await? {
            return Ok(Some(before));
        }
        let outcome = match function {
            HostFunction::Now => EntryState::Answered(json!(moments::said(self.engine.now()))),
            HostFunction::Sleep if moments::due_at(step, self.zone).is_none() => {
                EntryState::Failed(moments::HOW_TO.to_owned())
            }
            HostFunction::Tool if calls::tool(&self.flow.script, bound).is_none() => {
                EntryState::Failed(flow_runs::no_such_tool())
            }
            HostFunction::CheckSchema => {
                let value = bound.get("value").cloned().unwrap_or_default();
                let fits = schema::check(&value, bound.get("schema").unwrap_or(&Value::Null));
                fits.map_or_else(|unfit| EntryState::Failed(unfit.to_string()), |()| EntryState::Answered(value))
            }
            HostFunction::TableQuery
            | HostFunction::TableInsert
            | HostFunction::TableUpdate
            | HostFunction::TableDelete => match self.kept(tx, function, bound).await? {
                Ok(value) => EntryState::Answered(value),
                Err(fault) => EntryState::Failed(fault.to_string()),
            },
            HostFunction::Sleep
            | HostFunction::Fetch
            | HostFunction::Search
            | HostFunction::Agent
            | HostFunction::Ask
            | HostFunction::Notify
            | HostFunction::Report
            | HostFunction::Note
            | HostFunction::File
            | HostFunction::Chart
            | HostFunction::RunFlow
            | HostFunction::Tool
            | HostFunction::Fail => return Ok(None),
        };
        Ok(Some(outcome))
    }

    /// What the same call was answered before in a dry run, which reads nothing of the web twice.
    async fn read_before(&self, tx: &mut dyn Tx, function: HostFunction, bound: &Bound) -> Stored<Option<EntryState>> {
        if !self.run.dry || function.terms().touches != Touches::Web {
            return Ok(None);
        }
        let given = |step: &JournalEntry| function.bind(&step.call.args, &step.call.kwargs).ok();
        let same = |step: &JournalEntry| {
            step.answered() && step.function() == Some(function) && given(step).as_ref() == Some(bound)
        };
        Ok(tx.flow_steps(&self.run.id).await?.into_iter().find(same).map(|step| step.state))
    }

    /// What a call about a table is answered.
    async fn kept(&self, tx: &mut dyn Tx, function: HostFunction, bound: &Bound) -> Stored<Result<Value, RowFault>> {
        let (here, person, now) = (&self.run.workspace, &self.run.person, self.engine.now());
        let text = |name: &str| bound.get(name).and_then(Value::as_str);
        let number = |name: &str| bound.get(name).and_then(Value::as_f64);
        let row = |name: &str| bound.get(name).and_then(Value::as_object).cloned();
        let table = text("table").unwrap_or_default();
        if let Err(fault) = check_name(table) {
            return Ok(Err(fault));
        }
        let fields = apart(text("key"), row("row").unwrap_or_default());
        Ok(match (function, fields) {
            (HostFunction::TableQuery, _) => {
                let only = row("where").unwrap_or_default();
                match Query::asked(&only, number("limit"), text("order"), number("offset").unwrap_or_default()) {
                    Ok((query, asked)) => found(table, tx.flow_rows(here, table, &query).await?, asked),
                    Err(fault) => Err(fault),
                }
            }
            (HostFunction::TableDelete, _) => match (row("where"), text("key")) {
                (None, None) => Err(RowFault::Which),
                (only, key) => {
                    let key = key.map(|key| (KEY.to_owned(), json!(key)));
                    let only: Row = key.into_iter().chain(only.into_iter().flatten()).collect();
                    Ok(json!(tx.delete_flow_rows(here, table, &only).await?))
                }
            },
            (_, Err(fault)) => Err(fault),
            (HostFunction::TableInsert, Ok((key, row))) => {
                tx.insert_flow_row(here, table, key.as_deref(), &row, person, now).await?.map(Value::String)
            }
            (_, Ok((key, row))) => {
                let key = key.unwrap_or_default();
                tx.update_flow_row(here, table, &key, &row, now).await?.map(Value::Bool)
            }
        })
    }

    /// Writes an event of the run, which is decided later.
    pub async fn tell(&self, tx: &mut dyn Tx, news: &News) -> Stored<()> {
        let seed = self.engine.draw()?;
        tx.tell(&news.key(), &Arrival::Flow(news.clone()), seed, self.engine.now()).await
    }

    /// All open calls wait: so does the run, until the first moment at which one of them is over.
    pub async fn rests(&self) -> Stored<Went> {
        let Some((mut tx, mut run)) = self.writing().await? else { return Ok(Went::Rests) };
        let steps = tx.flow_steps(&run.id).await?;
        let open = |steps: &[JournalEntry]| steps.iter().filter(|step| !step.answered()).count();
        // Somebody has let a call be made, or answered one, since the script was played.
        if open(&steps) < open(&self.steps) || run.allowed != self.run.allowed {
            return Ok(Went::On);
        }
        let waits = steps.iter().filter(|step| !step.answered());
        let sleeps = waits.clone().filter(|step| step.function() == Some(HostFunction::Sleep));
        let now = self.engine.now();
        match sleeps.filter_map(|step| moments::due_at(step, self.zone)).min() {
            Some(until) if until <= now => return Ok(Went::On),
            Some(until) if run.open.is_empty() => {
                run.wait(Wait::Until(until));
            }
            Some(_) | None => {}
        }
        tx.save_flow_run(&run).await?;
        let due_at = waits
            .filter_map(|step| moments::due_at(step, self.zone))
            .chain([run.dies_at()])
            .min()
            .unwrap_or_else(|| run.dies_at());
        let due_at = if due_at > now { due_at } else { now + LOOK };
        let (lane, effect) = (flow_lane(&run.id), Effect::RunFlow { run: run.id.clone() });
        tx.replace_lane(&lane).await?;
        let id = EffectId::new(format!("flow/{}", Seed(self.engine.draw()?).id("wake")));
        let row = NewOutboxRow { id, lane, ticket: None, effect, due_at };
        tx.enqueue(&row, now).await?;
        commit(tx, "journal/again").await?;
        Ok(Went::Rests)
    }

    /// The run has failed.
    pub async fn fails(&self, why: &str, printed: &str) -> Stored<Went> {
        let (now, why, printed) = (self.engine.now(), why.to_owned(), printed.to_owned());
        self.ends(move |run| run.fail(why, &printed, now)).await
    }

    async fn breaks(&self, why: &str) -> Stored<Called> {
        self.fails(why, "").await.map(Called::Over)
    }

    /// The run is over.
    pub async fn ends(&self, end: impl FnOnce(&mut FlowRun) -> bool + Send) -> Stored<Went> {
        let Some((mut tx, mut run)) = self.writing().await? else { return Ok(Went::Rests) };
        if end(&mut run) {
            tx.save_flow_run(&run).await?;
            tx.replace_lane(&flow_lane(&run.id)).await?;
            self.tell(tx.as_mut(), &News::Over { run: run.id.clone() }).await?;
            commit(tx, "journal/result").await?;
            self.engine.arrivals.notify_one();
        }
        Ok(Went::Rests)
    }
}

/// Whether a call is made in the transaction of an event of its own.
fn told(function: HostFunction) -> bool {
    use HostFunction::{Agent, Ask, Chart, File, Notify, Report, RunFlow};
    matches!(function, Agent | Ask | Notify | Report | File | Chart | RunFlow)
}
