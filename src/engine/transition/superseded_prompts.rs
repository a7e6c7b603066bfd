//! Superseded prompts: questions that were answered before their post was sent. Nobody gets buttons that decide
//! nothing.

use crate::engine::Engine;
use crate::ports::store::{OutboxRow, Stored};
use crate::secretary::decision::{Decision, DecisionState};
use crate::secretary::effect::Effect;
use crate::secretary::message::routing::{self, Meant};
use crate::secretary::ticket::hold::Open;

/// What a post of a question is worth at the moment it is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Now {
    /// The question is still open.
    AsWritten,
    /// The question is closed, but its outcome can be undone: the post goes out without buttons and without a
    /// notification.
    Quiet,
    /// Nobody needs the post.
    Over,
}

impl Engine {
    /// What has become of a post about a decision that has certainly not arrived yet.
    ///
    /// # Errors
    /// The database does not say what has become of the decision.
    pub(crate) async fn overtaken(&self, row: &OutboxRow) -> Stored<Now> {
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
            // The decision moved to a room where people can be reached.
            return Ok(if decision.rooms.contains(room) { Now::AsWritten } else { Now::Over });
        }
        // A choice that followed from silence or a stop can be undone; the decision is then asked here again.
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

/// Whether a decision was settled after this row was written. A dropped decision has no time.
fn settled_since(decision: &Decision, row: &OutboxRow) -> bool {
    match decision.state {
        DecisionState::Open => false,
        DecisionState::Dropped => true,
        DecisionState::Made(_) => decision.ended_at().is_some_and(|at| at >= row.since),
    }
}
