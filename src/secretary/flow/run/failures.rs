//! Failures of a flow in a row: how many there are, and which of them one message counts.

use super::{FlowRun, RunState};
use crate::secretary::flow::line;
use crate::secretary::ids::FlowRunId;

impl FlowRun {
    /// Whether it failed with an event, or a time, that can be tried again: once.
    pub fn may_be_tried_again(&self) -> bool {
        let begun = line::of_event(self) || (self.of_schedule() && !self.dry && self.called_by.is_none());
        begun && !self.again && matches!(self.state, RunState::Failed(_))
    }

    /// The first of the failures that one message counts with this one.
    pub fn first_like(&self) -> &FlowRunId {
        self.like.as_ref().map_or(&self.id, |(first, _)| first)
    }

    /// The number of the run to which its event came.
    pub fn event_number(&self) -> i64 {
        self.event_of.unwrap_or(self.number)
    }

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
