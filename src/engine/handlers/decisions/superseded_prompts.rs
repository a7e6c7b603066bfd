//! Questions that were answered before they were first sent, in a slow chat or one that could not be reached: nobody is shown
//! buttons that decide nothing any more.

use crate::engine::Engine;
use crate::ports::store::{OutboxRow, Stored};
use crate::secretary::decision::{Decision, DecisionState};
use crate::secretary::message::routing;
use crate::secretary::message::routing::Meant;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::ticket::hold::Open;

/// What a post is at the moment it is to be sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Now {
    /// What it was when it was written.
    AsWritten,
    /// No question any more, but what shows that it is over can be taken back: it stands without buttons and rings nowhere.
    Quiet,
    /// Nothing anybody needs.
    Over,
}

impl Engine {
    /// What has become of a post about a decision that has certainly not arrived yet.
    ///
    /// # Errors
    /// The database does not say what has become of the decision.
    pub(in crate::engine) async fn overtaken(&self, row: &OutboxRow) -> Stored<Now> {
        let Effect::Post { room, slot, .. } = &row.row.effect else { return Ok(Now::AsWritten) };
        let Some((id, Meant::Decision(key))) = routing::replied(slot) else { return Ok(Now::AsWritten) };
        if row.part > 0 || row.unclear_since.is_some() {
            return Ok(Now::AsWritten);
        }
        let mut tx = self.parts.store.read().await?;
        let Some(ticket) = tx.ticket(&id).await? else { return Ok(Now::AsWritten) };
        let Some(decision) = ticket.decision(&key) else { return Ok(Now::AsWritten) };
        let prompt = ticket.slot(key.as_str());
        if *slot != prompt {
            let beside = slot.as_str().strip_prefix(prompt.as_str()).unwrap_or_default();
            let asks = beside.starts_with("/reminder") || beside.starts_with("/words");
            let over = asks && settled_since(decision, row);
            return Ok(if over { Now::Over } else { Now::AsWritten });
        }
        if decision.open() {
            // It left this room for where people can be reached.
            return Ok(if decision.rooms.contains(room) { Now::AsWritten } else { Now::Over });
        }
        // What followed from silence can be taken back, and so can a stop: it is asked here again then.
        let by_nobody = decision.verdict().is_some_and(|verdict| verdict.by.is_none());
        let stopped = ticket.hold.cancelled.as_ref().and_then(|cancelled| cancelled.open);
        let stopped = stopped.is_some_and(|open| match open {
            Open::Decision(index) => ticket.decisions.get(index).is_some_and(|d| d.key == key),
            Open::Questions(_) | Open::Card => false,
        });
        let stands = !(by_nobody || stopped) || !tx.posted(slot, room).await?.is_empty();
        Ok(if stands { Now::Over } else { Now::Quiet })
    }
}

/// Whether a decision was settled after this was written. What was dropped says not when.
fn settled_since(decision: &Decision, row: &OutboxRow) -> bool {
    match decision.state {
        DecisionState::Open => false,
        DecisionState::Dropped => true,
        DecisionState::Made(_) => decision.ended_at().is_some_and(|at| at >= row.since),
    }
}
