//! The transactions of a run. Each begins with what its journal kept back, so that nothing is written without what it
//! follows from, and only [`Stretch::commits`] commits it, so that the journal knows what is in the database.
//!
//! Changes of rows that follow each other share a transaction, which stays open while the script goes on to its next call
//! ([`Changes`]). Nobody else can read such a change before it is committed, and nothing goes out meanwhile, so that a crash
//! loses them together with the calls that made them.

use super::{Stretch, Went};
use crate::engine::commit::commit;
use crate::engine::flows::pause;
use crate::ports::store::{Stored, Tx};
use crate::secretary::flow::journal::JournalEntry;
use crate::secretary::flow::run::{FlowRun, Limit};
use crate::secretary::wording::schedules::flows;
use chrono::{DateTime, TimeDelta, Utc};

/// How long everybody else who writes waits for changes of rows that share a transaction.
const LONGEST: TimeDelta = TimeDelta::milliseconds(5);
/// The most changes that share one.
const MOST: usize = 32;

/// A transaction that began with what was kept back.
pub(super) struct Writes {
    tx: Box<dyn Tx>,
    /// So many calls of the journal are in it, or were written before.
    holds: usize,
}

impl Writes {
    /// What is written, until it is committed.
    pub fn tx(&mut self) -> &mut dyn Tx {
        self.tx.as_mut()
    }
}

/// Changes of rows that are not committed yet.
pub(super) struct Changes {
    writes: Writes,
    run: FlowRun,
    made: usize,
    since: DateTime<Utc>,
}

impl Changes {
    /// What is written, until it is committed.
    pub fn tx(&mut self) -> &mut dyn Tx {
        self.writes.tx()
    }

    /// When they are committed at the latest.
    pub fn until(&self) -> DateTime<Utc> {
        self.since + LONGEST
    }

    /// The run, as it counts its calls.
    pub fn run(&mut self) -> &mut FlowRun {
        &mut self.run
    }

    /// Both, to write down what the run counted.
    pub fn tx_and_run(&mut self) -> (&mut dyn Tx, &FlowRun) {
        (self.writes.tx(), &self.run)
    }

    /// Commits them: so many calls of the journal are in the database, and the run has counted them.
    pub async fn commit(self) -> Stored<(usize, FlowRun)> {
        commit(self.writes.tx, "journal/call").await?;
        Ok((self.writes.holds, self.run))
    }

    /// Ends it before its time: the transaction, and the run with what it counted.
    pub fn apart(self) -> (Writes, FlowRun) {
        (self.writes, self.run)
    }
}

impl Stretch<'_> {
    /// Begins to write, with the run as it stands. An error is how the stretch ends instead: as with
    /// [`Stretch::recording`], or because all work is paused, and then the run is held until that goes on.
    pub(super) async fn writing(&mut self) -> Stored<Result<(Writes, FlowRun), Went>> {
        match self.recording().await? {
            Ok(begun) => self.unless_paused(begun).await,
            Err(went) => Ok(Err(went)),
        }
    }

    /// The same for the answer of a call that was made: that is written down also while all work is paused. An error: this
    /// row is no longer ours, the run is over, or reaches a limit with what was kept back; or words were erased since the
    /// journal was read, so that it is read again.
    pub(super) async fn recording(&mut self) -> Stored<Result<(Writes, FlowRun), Went>> {
        self.closes().await?;
        let mut tx = self.engine.parts.store.begin().await?;
        if !tx.still_ours(self.row).await? {
            return Ok(Err(Went::Rests));
        }
        let Some(mut run) = tx.flow_run(&self.run.id).await?.filter(|run| !run.ended()) else {
            return Ok(Err(Went::Rests));
        };
        if !self.journal.is_current(&run) {
            return Ok(Err(Went::On));
        }
        let holds = self.journal.written();
        if holds == 0 {
            run.spared = self.row.cut_off;
        }
        self.catches_up(Writes { tx, holds }, run).await
    }

    /// Writes what was kept back since.
    async fn catches_up(&mut self, mut writes: Writes, mut run: FlowRun) -> Stored<Result<(Writes, FlowRun), Went>> {
        let kept_back = self.journal.since(writes.holds);
        let counted = write(writes.tx(), &mut run, kept_back).await?;
        writes.holds = self.journal.steps.len();
        let Err(limit) = counted else { return Ok(Ok((writes, run))) };
        match self.unless_paused((writes, run)).await? {
            Ok((writes, run)) => self.reaches(limit, writes, run).await.map(Err),
            Err(went) => Ok(Err(went)),
        }
    }

    /// The run ends at a limit, with what it has written.
    pub(super) async fn reaches(&mut self, limit: Limit, writes: Writes, mut run: FlowRun) -> Stored<Went> {
        run.fail(flows::limit(limit), "", self.engine.now());
        self.over(writes, &run).await?;
        Ok(Went::Rests)
    }

    /// Where the next change of a row is written: with the changes before it, if their transaction is open.
    pub(super) async fn changing(&mut self) -> Stored<Result<Changes, Went>> {
        let (begun, made, since) = match self.changes.take() {
            Some(Changes { writes, run, made, since }) => (self.catches_up(writes, run).await?, made, since),
            None => (self.writing().await?, 0, self.engine.now()),
        };
        Ok(begun.map(|(writes, run)| Changes { writes, run, made, since }))
    }

    /// Takes a call whose change is written, and commits the changes if they are enough.
    pub(super) async fn keeps_open(&mut self, mut changes: Changes, step: JournalEntry) -> Stored<()> {
        self.journal.add(step);
        changes.writes.holds = self.journal.steps.len();
        changes.made += 1;
        let enough = changes.made >= MOST || self.engine.now() >= changes.until();
        self.changes = Some(changes);
        if enough { self.closes().await } else { Ok(()) }
    }

    /// Commits the changes of rows whose transaction is open.
    pub(super) async fn closes(&mut self) -> Stored<()> {
        let Some(changes) = self.changes.take() else { return Ok(()) };
        let (holds, run) = changes.commit().await?;
        self.journal.are_written(holds);
        self.run = run;
        Ok(())
    }

    /// Nothing of a run goes on or ends while all work is paused, or while it is held for its former script: then the row
    /// looks again, and waits.
    async fn unless_paused(
        &mut self,
        (mut writes, mut run): (Writes, FlowRun),
    ) -> Stored<Result<(Writes, FlowRun), Went>> {
        if run.former && self.engine.now() < run.dies_at() {
            return Ok(Err(Went::On));
        }
        if !pause::paused(writes.tx(), &run.workspace).await? {
            return Ok(Ok((writes, run)));
        }
        if run.hold(None) {
            writes.tx().save_flow_run(&run).await?;
            self.commits(writes, "journal/again").await?;
        }
        Ok(Err(Went::Rests))
    }

    /// Writes down the answers that were kept back, before the script goes on in another stretch.
    pub(super) async fn writes_down(&mut self) -> Stored<Went> {
        self.closes().await?;
        if self.journal.since(self.journal.written()).is_empty() {
            return Ok(Went::On);
        }
        match self.writing().await? {
            Ok((writes, _)) => self.commits(writes, "journal/call").await.map(|()| Went::On),
            Err(went) => Ok(went),
        }
    }

    /// Commits.
    pub(super) async fn commits(&mut self, Writes { tx, .. }: Writes, place: &'static str) -> Stored<()> {
        commit(tx, place).await?;
        self.journal.are_written(self.journal.steps.len());
        Ok(())
    }
}

/// Counts calls, and writes them down. An error is the limit that is reached: the calls from there on are not made.
pub(super) async fn write(tx: &mut dyn Tx, run: &mut FlowRun, steps: &[JournalEntry]) -> Stored<Result<(), Limit>> {
    if steps.is_empty() {
        return Ok(Ok(()));
    }
    let mut root = root_of(tx, run).await?;
    let mut counted = Ok(());
    for step in steps {
        if let Some(function) = step.function() {
            counted = run.call(root.as_mut(), function, step.at);
        }
        if counted.is_err() {
            break;
        }
        tx.append_flow_step(&run.id, step).await?;
    }
    save(tx, run, root.as_ref()).await?;
    Ok(counted)
}

/// The run that a called run counts against, too: the one from which it all began.
pub(super) async fn root_of(tx: &mut dyn Tx, run: &FlowRun) -> Stored<Option<FlowRun>> {
    match &run.root {
        Some(root) => tx.flow_run(root).await,
        None => Ok(None),
    }
}

/// Writes what a run and the one from which it began have counted.
pub(super) async fn save(tx: &mut dyn Tx, run: &FlowRun, root: Option<&FlowRun>) -> Stored<()> {
    if let Some(root) = root {
        tx.save_flow_run(root).await?;
    }
    tx.save_flow_run(run).await
}
