//! The transactions of a run. Each begins with what its journal kept back, so that nothing is written without what it
//! follows from, and only [`Stretch::commits`] commits it, so that the journal knows what is in the database.

use super::{Stretch, Went};
use crate::engine::commit::commit;
use crate::engine::flows::pause;
use crate::ports::store::{Stored, Tx};
use crate::secretary::flow::journal::JournalEntry;
use crate::secretary::flow::run::{FlowRun, Limit};
use crate::secretary::wording::schedules::flows;

/// A transaction that began with what was kept back.
pub(super) struct Writes(Box<dyn Tx>);

impl Writes {
    /// What is written, until it is committed.
    pub fn tx(&mut self) -> &mut dyn Tx {
        self.0.as_mut()
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
        let counted = write(tx.as_mut(), &mut run, self.journal.kept_back()).await?;
        let begun = (Writes(tx), run);
        let Err(limit) = counted else { return Ok(Ok(begun)) };
        let (writes, mut run) = match self.unless_paused(begun).await? {
            Ok(begun) => begun,
            Err(went) => return Ok(Err(went)),
        };
        run.fail(flows::limit(limit), "", self.engine.now());
        self.over(writes, &run).await?;
        Ok(Err(Went::Rests))
    }

    /// Nothing of a run goes on or ends while all work is paused.
    async fn unless_paused(
        &mut self,
        (mut writes, mut run): (Writes, FlowRun),
    ) -> Stored<Result<(Writes, FlowRun), Went>> {
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
        if self.journal.kept_back().is_empty() {
            return Ok(Went::On);
        }
        match self.writing().await? {
            Ok((writes, _)) => self.commits(writes, "journal/call").await.map(|()| Went::On),
            Err(went) => Ok(went),
        }
    }

    /// Commits.
    pub(super) async fn commits(&mut self, Writes(tx): Writes, place: &'static str) -> Stored<()> {
        commit(tx, place).await?;
        self.journal.all_written();
        Ok(())
    }
}

/// Counts calls, and writes them down. An error is the limit that is reached: the calls from there on are not made.
pub(super) async fn write(tx: &mut dyn Tx, run: &mut FlowRun, steps: &[JournalEntry]) -> Stored<Result<(), Limit>> {
    if steps.is_empty() {
        return Ok(Ok(()));
    }
    // A run that others called counts against the one from which it all began.
    let mut root = match &run.root {
        Some(root) => tx.flow_run(root).await?,
        None => None,
    };
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
    if let Some(root) = &root {
        tx.save_flow_run(root).await?;
    }
    tx.save_flow_run(run).await?;
    Ok(counted)
}
