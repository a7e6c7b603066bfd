//! A stretch of a run: what it works with, and what is written between two plays of its script.

pub(super) mod gate;
mod inside;
mod journal;
pub(super) mod outside;
mod perform;
mod writes;

use crate::engine::Engine;
use crate::engine::context::effects::flow_lane;
use crate::engine::context::seed::Seed;
use crate::engine::flows::line as turns;
use crate::ports::scripts::HostCall;
use crate::ports::store::{Arrival, NewOutboxRow, OutboxRow, Stored, Tx};
use crate::secretary::effect::Effect;
use crate::secretary::flow::Flow;
use crate::secretary::flow::functions::{Bound, CallFault, HostFunction};
use crate::secretary::flow::journal::{CallMade, EntryState, JournalEntry};
use crate::secretary::flow::news::News;
use crate::secretary::flow::run::{FlowRun, Wait};
use crate::secretary::flow::{calls, line, moments};
use crate::secretary::ids::EffectId;
use crate::secretary::people::workspace::Person;
use crate::secretary::wording::schedules::{flow_runs, flows};
use chrono::TimeDelta;
use chrono_tz::Tz;
use journal::Journal;
use perform::Called;
use serde_json::Value;
use std::slice;
use std::sync::atomic::Ordering;
use writes::{Changes, Writes, root_of, save, write};

/// The time between two looks of a deadline that waits for a platform.
const LOOK: TimeDelta = TimeDelta::seconds(10);

/// What a stretch of a run works with.
struct Stretch<'a> {
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
    pub journal: Journal,
    /// The changes of rows whose transaction is open.
    pub changes: Option<Changes>,
    /// All work of its workspace is paused.
    pub paused: bool,
}

/// How far a stretch went.
enum Went {
    /// The script has new answers.
    On,
    /// It waits, or is over.
    Rests,
    /// It cannot go on at the moment.
    Later,
}

impl Stretch<'_> {
    /// Answers the calls whose time has come, and says how the stretch ends with that; none if there are no such calls.
    pub async fn answers_due(&mut self) -> Stored<Option<Went>> {
        let now = self.engine.now();
        // A deadline follows from the silence of people, so it waits until all platforms have told what they did.
        let hears_all = self.engine.hears_all.load(Ordering::SeqCst);
        let zone = self.zone;
        let over =
            move |run: &FlowRun, step: &JournalEntry| moments::due_in(run, step, zone).is_some_and(|at| at <= now);
        let waits = |step: &JournalEntry| step.function() == Some(HostFunction::Ask) && !hears_all;
        let due = |step: &&JournalEntry| !step.answered() && over(&self.run, step) && !waits(step);
        let due: Vec<JournalEntry> = self.journal.steps.iter().filter(due).cloned().collect();
        if due.is_empty() {
            return Ok(None);
        }
        let (mut writes, mut run) = match self.writing().await? {
            Ok(begun) => begun,
            Err(went) => return Ok(Some(went)),
        };
        for step in &due {
            // A question may have come into the line meanwhile.
            if !over(&run, step) {
                continue;
            }
            let outcome = match moments::in_the_end(step) {
                Some(value) => EntryState::Answered(value),
                None => EntryState::Failed(flow_runs::no_answer().to_owned()),
            };
            let first = writes.tx().answer_flow_step(&self.run.id, step.index, &outcome).await?;
            run.open.remove(&step.index);
            if first && step.function() == Some(HostFunction::Ask) {
                self.tell(writes.tx(), &News::Late { run: self.run.id.clone(), index: step.index }).await?;
            }
        }
        writes.tx().save_flow_run(&run).await?;
        self.commits(writes, "journal/result").await?;
        self.engine.arrivals.notify_one();
        Ok(Some(Went::On))
    }

    /// Has a call made, or looks whether it was.
    pub async fn call(&mut self, call: &HostCall) -> Stored<Called> {
        let function = HostFunction::of_name(&call.name).filter(|function| self.flow.grants(*function));
        let Some(function) = function else { return self.breaks(&flow_runs::not_granted(&call.name)).await };
        let index = u32::try_from(call.index).unwrap_or(u32::MAX);
        let (function, bound) = calls::meant(&self.flow.script, function, (&call.args, &call.kwargs));
        if let Some(step) = self.journal.at(index) {
            return match bound {
                Ok(bound) if !step.answered() => self.reaches_out(function, index, &bound).await,
                Ok(_) | Err(_) => Ok(Called::Answered),
            };
        }
        let bound = bound.and_then(|given| function.check_whole(&given).map(|()| given));
        if let (HostFunction::Fail, Ok(bound)) = (function, &bound) {
            let message = bound.get("message").and_then(Value::as_str).unwrap_or_default();
            return self.breaks(&flow_runs::failed_itself(message, call.line)).await;
        }
        let now = self.engine.now();
        if self.run.shows_enough() {
            return self.ends(move |run| run.cut_short(now)).await.map(Called::Over);
        }
        let made = CallMade { name: call.name.clone(), args: call.args.clone(), kwargs: call.kwargs.clone() };
        let mut step = JournalEntry::begun(index, made, now);
        if let Ok(bound) = &bound
            && let Some(outcome) = self.looks(function, bound).await?
        {
            step.answer(outcome);
            // A dry run is short, and counts each call at once.
            if !self.run.dry {
                self.journal.add(step);
                return Ok(Called::Answered);
            }
        }
        match &bound {
            Ok(bound) if function.of_table() && !step.answered() && !self.run.dry => {
                self.changes_row(function, bound, step).await
            }
            Ok(_) | Err(_) => self.begins(function, bound, step).await,
        }
    }

    /// Changes a row, and writes down the call with its answer.
    async fn changes_row(&mut self, function: HostFunction, bound: &Bound, mut step: JournalEntry) -> Stored<Called> {
        let mut changes = match self.changing().await? {
            Ok(changes) => changes,
            Err(went) => return Ok(Called::Over(went)),
        };
        // Counted first: what is over the limit changes nothing, and what was changed before stays.
        let mut root = root_of(changes.tx(), &self.run).await?;
        if let Err(limit) = changes.run().call(root.as_mut(), function, step.at) {
            let (writes, run) = changes.apart();
            return self.reaches(limit, writes, run).await.map(Called::Over);
        }
        let kept = self.kept(changes.tx(), function, bound).await?;
        step.answer(kept.map_or_else(|fault| EntryState::Failed(fault.to_string()), EntryState::Answered));
        changes.tx().append_flow_step(&self.run.id, &step).await?;
        let (tx, run) = changes.tx_and_run();
        save(tx, run, root.as_ref()).await?;
        self.keeps_open(changes, step).await?;
        Ok(Called::Answered)
    }

    /// Writes down a call before anything is done about it outside, with its answer where the database has that.
    async fn begins(
        &mut self,
        function: HostFunction,
        bound: Result<Bound, CallFault>,
        mut step: JournalEntry,
    ) -> Stored<Called> {
        // A chart takes its time, and nobody who writes waits for that.
        self.closes().await?;
        let undrawn = self.undrawn(function, bound.as_ref().ok()).await;
        let (mut writes, mut run) = match self.writing().await? {
            Ok(begun) => begun,
            Err(went) => return Ok(Called::Over(went)),
        };
        let outcome = match (&bound, undrawn) {
            (Ok(_), _) if step.answered() => None,
            (Ok(bound), None) => self.at_once(writes.tx(), (function, &step), bound).await?,
            (Ok(_), Some(why)) => Some(EntryState::Failed(why)),
            (Err(fault), _) => Some(EntryState::Failed(fault.to_string())),
        };
        if let Some(outcome) = outcome {
            step.answer(outcome);
        }
        if let Err(limit) = write(writes.tx(), &mut run, slice::from_ref(&step)).await? {
            drop(writes);
            return self.breaks(&flows::limit(limit)).await;
        }
        let (index, answered) = (step.index, step.answered());
        if !answered && told(function) {
            self.tell(writes.tx(), &News::Call { run: run.id.clone(), index }).await?;
        }
        self.journal.add(step);
        self.commits(writes, "journal/call").await?;
        self.engine.arrivals.notify_one();
        self.run = run;
        match bound {
            Ok(bound) if !answered => self.reaches_out(function, index, &bound).await,
            Ok(_) | Err(_) => Ok(Called::Answered),
        }
    }

    /// Writes an event of the run, which is decided later.
    pub async fn tell(&self, tx: &mut dyn Tx, news: &News) -> Stored<()> {
        let seed = self.engine.draw()?;
        tx.tell(&news.key(), &Arrival::Flow(news.clone()), seed, self.engine.now()).await
    }

    /// All open calls wait: so does the run, until the first moment at which one of them is over.
    pub async fn rests(&mut self) -> Stored<Went> {
        let (mut writes, mut run) = match self.writing().await? {
            Ok(begun) => begun,
            Err(went) => return Ok(went),
        };
        let steps = writes.tx().flow_steps(&run.id).await?;
        let open = |steps: &[JournalEntry]| steps.iter().filter(|step| !step.answered()).count();
        // Somebody has let a call be made, or answered one, since the script was played.
        if open(&steps) < open(&self.journal.steps) || run.allowed != self.run.allowed {
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
        writes.tx().save_flow_run(&run).await?;
        if line::leaves(&run) {
            self.makes_room(writes.tx(), &run).await?;
        }
        let due_at = waits
            .filter_map(|step| moments::due_in(&run, step, self.zone))
            .chain([run.dies_at()])
            .min()
            .unwrap_or_else(|| run.dies_at());
        let due_at = if due_at > now { due_at } else { now + LOOK };
        let (lane, effect) = (flow_lane(&run.id), Effect::RunFlow { run: run.id.clone() });
        writes.tx().replace_lane(&lane).await?;
        let id = EffectId::new(format!("flow/{}", Seed(self.engine.draw()?).id("wake")));
        let row = NewOutboxRow { id, lane, ticket: None, effect, due_at };
        writes.tx().enqueue(&row, now).await?;
        self.commits(writes, "journal/again").await?;
        self.engine.arrivals.notify_one();
        Ok(Went::Rests)
    }

    /// Those that wait for their turn go on in the place of a run that an event began and that sleeps or is over. No turn is
    /// lost, whatever becomes of the news of its end.
    async fn makes_room(&self, tx: &mut dyn Tx, run: &FlowRun) -> Stored<()> {
        let now = self.engine.now();
        for (next, calls) in turns::next(tx, &run.flow, now).await? {
            tx.save_flow_run(&next).await?;
            let (lane, effect) = (flow_lane(&next.id), Effect::RunFlow { run: next.id.clone() });
            let id = EffectId::new(format!("flow/{}", Seed(self.engine.draw()?).id("turn")));
            // What waits to ask has a row for its last moment.
            tx.replace_lane(&lane).await?;
            tx.enqueue(&NewOutboxRow { id: id.clone(), lane, ticket: None, effect, due_at: now }, now).await?;
            for index in calls {
                let news = News::Call { run: next.id.clone(), index };
                let key = format!("{}/{id}", news.key());
                tx.tell(&key, &Arrival::Flow(news), self.engine.draw()?, now).await?;
            }
        }
        Ok(())
    }

    /// The run has failed.
    pub async fn fails(&mut self, why: &str, printed: &str) -> Stored<Went> {
        let (now, why, printed) = (self.engine.now(), why.to_owned(), printed.to_owned());
        self.ends(move |run| run.fail(why, &printed, now)).await
    }

    async fn breaks(&mut self, why: &str) -> Stored<Called> {
        self.fails(why, "").await.map(Called::Over)
    }

    /// The run is over.
    pub async fn ends(&mut self, end: impl FnOnce(&mut FlowRun) -> bool + Send) -> Stored<Went> {
        let (writes, mut run) = match self.writing().await? {
            Ok(begun) => begun,
            Err(went) => return Ok(went),
        };
        if end(&mut run) {
            self.over(writes, &run).await?;
        }
        Ok(Went::Rests)
    }

    /// Writes that the run is over. Nothing more comes of this stretch.
    async fn over(&mut self, mut writes: Writes, run: &FlowRun) -> Stored<()> {
        writes.tx().save_flow_run(run).await?;
        writes.tx().replace_lane(&flow_lane(&run.id)).await?;
        if line::leaves(run) {
            self.makes_room(writes.tx(), run).await?;
        }
        self.tell(writes.tx(), &News::Over { run: run.id.clone() }).await?;
        self.commits(writes, "journal/result").await?;
        self.engine.arrivals.notify_one();
        Ok(())
    }
}

/// Whether a call is made in the transaction of an event of its own.
fn told(function: HostFunction) -> bool {
    use HostFunction::{Agent, Ask, Chart, File, Notify, Report, RunFlow};
    matches!(function, Agent | Ask | Notify | Report | File | Chart | RunFlow)
}
