//! Failures of a flow in a row: how many there are, and which of them one message counts.

use super::{FlowRun, RunState};

impl FlowRun {
    /// How often in a row its flow has failed by itself, of these runs of it, the newest first. What somebody began ends the
    /// row if it worked.
    pub fn failures(runs: &[Self]) -> usize {
        let ended = runs.iter().filter(|run| !run.dry && run.called_by.is_none() && run.ended());
        let failed = ended.take_while(|run| matches!(run.state, RunState::Failed(_)));
        failed.filter(|run| run.by_itself()).count()
    }

    /// Counts it, a run that failed by itself, among those before it that failed for the same reason; `runs`: runs of its
    /// flow, the newest first. A run that worked ends the row; what somebody began and failed is left aside.
    pub fn count_failure(&mut self, runs: &[Self]) {
        let counts = |run: &&Self| !run.dry && run.called_by.is_none() && run.ended() && run.id != self.id;
        let failed = |run: &Self| matches!(run.state, RunState::Failed(_));
        let before = runs.iter().filter(counts).find(|run| run.by_itself() || !failed(run));
        let alike = |run: &&Self| failed(run) && run.state == self.state && run.version == self.version;
        self.like = before.filter(alike).map(|run| match &run.like {
            Some((first, times)) => (first.clone(), times.saturating_add(1)),
            None => (run.id.clone(), 2),
        });
    }
}
