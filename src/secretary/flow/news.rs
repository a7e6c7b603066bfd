//! News of a run of a flow: events that the engine decides one after the other, each in one transaction.

use crate::secretary::ids::{FlowRunId, TicketId};
use serde::{Deserialize, Serialize};

/// What happened to a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum News {
    /// Its script calls something that people see, or that others do: it is to be done now.
    Call {
        /// The run.
        run: FlowRunId,
        /// The place of the call in its journal.
        index: u32,
    },
    /// The ticket that a call of it opened is over.
    Worked {
        /// The run.
        run: FlowRunId,
        /// The place of the call in its journal.
        index: u32,
        /// The ticket.
        ticket: TicketId,
    },
    /// Nobody answered a question of it in time.
    Late {
        /// The run.
        run: FlowRunId,
        /// The place of the question among its calls.
        index: u32,
    },
    /// It is over.
    Over {
        /// The run.
        run: FlowRunId,
    },
}

impl News {
    /// The run.
    pub fn run(&self) -> &FlowRunId {
        match self {
            Self::Call { run, .. } | Self::Worked { run, .. } | Self::Late { run, .. } | Self::Over { run } => run,
        }
    }

    /// The key under which it happens once.
    pub fn key(&self) -> String {
        match self {
            Self::Call { run, index } => format!("flow/{run}/{index}"),
            Self::Worked { run, index, .. } => format!("flow/{run}/{index}/worked"),
            Self::Late { run, index } => format!("flow/{run}/{index}/late"),
            Self::Over { run } => format!("flow/{run}/over"),
        }
    }
}
