//! Performs a row of a run of a flow: plays its script, has the next calls made, and plays it again, until it waits or
//! is over. A crash in between repeats no call whose answer anybody could know of.

use super::journal::Journal;
use super::{Stretch, Went};
use crate::engine::Engine;
use crate::engine::context::Context;
use crate::engine::flows::pause;
use crate::engine::performed::{INTERRUPTIONS, Performed, back_off};
use crate::ports::scripts::{HostCall, Progress, ScriptFault};
use crate::ports::store::{OutboxRow, Settled, Stored};
use crate::secretary::flow::run::Limit;
use crate::secretary::ids::FlowRunId;
use crate::secretary::permissions::{Operation, Verdict, authorize};
use crate::secretary::wording::schedules::{flow_runs, flows};
use chrono::TimeDelta;
use chrono_tz::Tz;
use std::time::Duration;

/// Interruptions that are forgiven at most: before the first call, and for answered calls.
const MOST_FORGIVEN: u32 = 20;
/// After so many plays of its script, or this time, a stretch ends: what it kept back is written down, and it is asked
/// again whether the run may go on.
const MOST_PLAYS: usize = 64;
const LONGEST: TimeDelta = TimeDelta::milliseconds(50);

impl Engine {
    pub(crate) async fn run_flow(&self, row: &OutboxRow, run: &FlowRunId) -> Stored<Performed> {
        let mut journal = None;
        loop {
            if self.stops_working() {
                return Ok(Performed::waiting(self.now()));
            }
            let Some(mut stretch) = self.stretch(row, run, journal).await? else { return Ok(Performed::done()) };
            // What lets it go on, or ends it, writes a row of its own.
            if stretch.run.former && self.now() < stretch.run.dies_at() {
                return Ok(Performed::waiting(stretch.run.dies_at()));
            }
            let went = match stretch.go_on().await? {
                Went::On => stretch.writes_down().await?,
                went @ (Went::Rests | Went::Later) => went,
            };
            match went {
                Went::On => {
                    journal = Some(stretch.journal);
                    tokio::task::yield_now().await;
                }
                Went::Rests => return Ok(Performed::done()),
                Went::Later if self.stops_working() => return Ok(Performed::waiting(self.now())),
                Went::Later => {
                    let at = back_off(row.attempts, Duration::ZERO, self.now());
                    return Ok(Performed::ended(Settled::Retry(at)));
                }
            }
        }
    }

    /// What a run is and has come to; none if it is over, or gone with somebody's data. `known`: its journal, if this row
    /// has read it before.
    async fn stretch<'a>(
        &'a self,
        row: &'a OutboxRow,
        run: &FlowRunId,
        known: Option<Journal>,
    ) -> Stored<Option<Stretch<'a>>> {
        let mut tx = self.parts.store.read().await?;
        let Some(run) = tx.flow_run(run).await?.filter(|run| !run.ended()) else { return Ok(None) };
        let Some(flow) = tx.flow(&run.flow).await? else { return Ok(None) };
        let person = tx.person(&run.person).await?;
        let zone = match &person {
            Some(person) => Context::reading(self, tx.as_mut(), &run.workspace).zone_of(person).await?,
            None => Tz::UTC,
        };
        let journal = match known.filter(|journal| journal.is_complete(&run)) {
            Some(journal) => journal,
            None => Journal::of(&run, &flow, tx.flow_steps(&run.id).await?),
        };
        let paused = pause::paused(tx.as_mut(), &run.workspace).await?;
        Ok(Some(Stretch { engine: self, row, run, flow, person, zone, journal, changes: None, paused }))
    }
}

impl Stretch<'_> {
    /// Plays the script as far as it comes, and again as long as every call of it has its answer.
    async fn go_on(&mut self) -> Stored<Went> {
        // Looked at once more where it is written down, since work may go on by now.
        if self.paused
            && let Err(went) = self.writing().await?
        {
            return Ok(went);
        }
        if let Some(why) = self.barred() {
            return self.fails(&why, "").await;
        }
        if let Some(went) = self.answers_due().await? {
            return Ok(went);
        }
        let began = self.engine.now();
        for _ in 0..MOST_PLAYS {
            let calls = match self.play().await? {
                Ok(calls) => calls,
                Err(over) => return Ok(over),
            };
            let mut went = false;
            for call in &calls {
                match self.call(call).await? {
                    Called::Answered => went = true,
                    Called::Waits => {}
                    Called::Over(over) => return Ok(over),
                }
            }
            if !went {
                return self.rests().await;
            }
            let answered = calls.iter().all(|call| self.journal.has_answered(call));
            if !answered || self.engine.now() - began >= LONGEST {
                break;
            }
        }
        Ok(Went::On)
    }

    /// Plays the script once: to its next calls, or to the end of the stretch.
    async fn play(&mut self) -> Stored<Result<Vec<HostCall>, Went>> {
        let now = self.engine.now();
        let played = self.plays().await?;
        let over = match played {
            Ok(Progress::Calls(calls)) => return Ok(Ok(calls)),
            Ok(Progress::Done { value, printed }) => self.ends(move |run| run.complete(value, &printed, now)).await?,
            Err(ScriptFault::NotNow) => {
                self.closes().await?;
                Went::Later
            }
            Err(ScriptFault::Raised { line, message, printed }) => {
                self.fails(&flow_runs::stopped(line, &message), &printed).await?
            }
            Err(fault) => self.fails(&fault.to_string(), "").await?,
        };
        Ok(Err(over))
    }

    /// What the script says. Changes of rows are committed meanwhile if it takes its time.
    async fn plays(&mut self) -> Stored<Result<Progress, ScriptFault>> {
        let parts = &self.engine.parts;
        let mut playing = parts.scripts.resume(self.journal.script());
        let Some(changes) = self.changes.take() else { return Ok(playing.await) };
        tokio::select! {
            biased;
            played = &mut playing => {
                self.changes = Some(changes);
                return Ok(played);
            }
            () = parts.clock.sleep_until(changes.until()) => {}
        }
        let (holds, run) = changes.commit().await?;
        let played = playing.await;
        self.journal.are_written(holds);
        self.run = run;
        Ok(played)
    }

    /// What keeps the run from going on: the script is another one, its person may not give work any more, it is too old,
    /// or the program ended too often in the middle of it.
    fn barred(&self) -> Option<String> {
        let may = |person| matches!(authorize(person, Operation::SendIdea), Verdict::Allowed);
        if !self.run.fits(&self.flow) {
            Some(flows::changed_meanwhile().to_owned())
        } else if !self.person.as_ref().is_some_and(may) {
            Some(flow_runs::nobody().to_owned())
        } else if self.engine.now() >= self.run.dies_at() {
            Some(flows::limit(Limit::Life))
        } else if self.row.cut_off >= self.most_interruptions() {
            Some(flow_runs::interrupted().to_owned())
        } else {
            let lost = self.journal.steps.iter().find(|step| !step.answered() && !step.may_repeat());
            lost.map(|step| flow_runs::unknown(&step.call.name))
        }
    }
}

impl Stretch<'_> {
    /// So many interruptions end the run. Those before its first call repeat nothing, and those that it went on after are none
    /// of its script's fault.
    fn most_interruptions(&self) -> u32 {
        if self.journal.written() == 0 {
            return MOST_FORGIVEN;
        }
        let answered = self.journal.steps.iter().filter(|step| step.answered()).count();
        let answered = u32::try_from(answered).map_or(MOST_FORGIVEN, |answered| answered.min(MOST_FORGIVEN));
        INTERRUPTIONS + answered + self.run.spared
    }
}

/// What became of a call.
pub(super) enum Called {
    /// It has its answer.
    Answered,
    /// Its answer is still to come.
    Waits,
    /// The stretch is over.
    Over(Went),
}
