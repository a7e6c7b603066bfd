//! The actions of buttons on flows.

use super::{Draft, Flow, Timing};
use crate::secretary::ids::{FlowRunId, TriggerId};
use crate::secretary::schedule::Schedule;
use serde::{Deserialize, Serialize};

/// What a button does with a flow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FlowAct {
    /// Show it, with its last runs.
    Show,
    /// Try it: a run that changes nothing.
    Dry,
    /// Agree to it.
    Agree {
        /// Which of its scripts: an older card agrees to no newer one.
        version: u32,
    },
    /// Run it now.
    Run,
    /// Run it now although another run of it is on.
    RunAgain {
        /// The number of its newest run by then: a second press begins nothing.
        after: i64,
    },
    /// Run it by the clock; asks for words: when.
    Schedule,
    /// Run it by the clock, at the time that was asked for with its script.
    ScheduleAsAsked,
    /// Run it by the clock at this time, too, although it has another one.
    ScheduleToo {
        /// When.
        timing: Box<Timing>,
    },
    /// Send its script as a file.
    File,
    /// Begin a run with the event of one that failed, and of those that its message counts with it.
    TryAgain {
        /// The run that failed.
        run: FlowRunId,
    },
    /// End the only run that is not over; of several it is asked first whether all of them shall end.
    Cancel,
    /// End this run and no other.
    CancelRun {
        /// The run.
        run: FlowRunId,
    },
    /// End the runs that are not over, as it was asked about them.
    CancelAll {
        /// The number of the newest of them by then: what came later goes on.
        upto: i64,
    },
    /// Delete it.
    Delete,
    /// Bring back what was deleted.
    Undo {
        /// The schedules that ended with it.
        schedules: Vec<Schedule>,
    },
    /// Bring back a table that was deleted.
    TableBack {
        /// Its name.
        table: String,
        /// The name under which its rows are kept.
        kept: String,
    },
    /// Give its webhook a new secret.
    NewSecret {
        /// The webhook.
        hook: TriggerId,
        /// The digest of the secret that is replaced: a second press replaces no other.
        was: String,
    },
    /// Take the script back that it had before this one.
    Revert {
        /// How it was.
        kept: Box<Flow>,
    },
}

impl FlowAct {
    /// Whether nothing is changed by it.
    pub fn only_shows(&self) -> bool {
        matches!(self, Self::Show | Self::File)
    }
}

impl Flow {
    /// What it is made of.
    pub fn draft(&self) -> Draft {
        let (name, script) = (self.name.clone(), self.script.clone());
        Draft { name, script, steps: self.steps.clone(), may: self.may.clone() }
    }

    /// Whether its script names the event that begins a run.
    pub fn reads_event(&self) -> bool {
        self.script.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "event")
    }

    /// Takes the script back that it had before a change. If nobody agreed to the change, the agreement from before holds
    /// again. False if it has that script already.
    pub fn revert(&mut self, kept: &Self) -> bool {
        let (version, agreed) = (self.version, self.agreed.is_some());
        if self.change(kept.draft()).is_err() || self.version == version {
            return false;
        }
        self.timing.clone_from(&kept.timing);
        if !agreed {
            self.agreed.clone_from(&kept.agreed);
        }
        true
    }

    /// Brings it back. False if it was not deleted.
    pub fn restore(&mut self) -> bool {
        self.deleted_at.take().is_some()
    }
}
