//! The actions of buttons on schedules.

use super::Schedule;
use crate::secretary::when::Rule;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What a button does with a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScheduleAct {
    /// Pause it.
    Pause,
    /// Let it go on.
    Resume,
    /// Fire it now.
    Fire,
    /// Change its time or its words; asks for words.
    Edit,
    /// The same, to go on from words that could not be done.
    EditFrom {
        /// What was written.
        typed: String,
    },
    /// Delete it.
    Delete {
        /// Pressed in the list, which stays: the outcome gets a message of its own.
        listed: bool,
    },
    /// Bring back what was deleted.
    Undo {
        /// All of it.
        kept: Box<Schedule>,
        /// As in `Delete`: where the outcome stands.
        listed: bool,
    },
    /// Undo a change of the schedule.
    Revert {
        /// How it was.
        kept: Box<Schedule>,
    },
    /// Change it as these words say.
    Set {
        /// "every Saturday 09:00"
        words: String,
    },
    /// Change its time to this.
    Become {
        /// When.
        rule: Box<Rule>,
    },
    /// No button: the very next words may still change what was just set.
    Amend,
    /// A reminder is done.
    Done {
        /// Which of its firings.
        firing: u64,
    },
    /// Remind again later, without moving the series.
    Snooze {
        /// Which of its firings.
        firing: u64,
        /// How much later.
        by: Later,
    },
}

/// How much later a reminder comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Later {
    /// So many minutes from the press.
    Minutes(i64),
    /// The next morning.
    Morning,
    /// At this moment.
    At(DateTime<Utc>),
}
