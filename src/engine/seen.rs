//! What a person can have seen when they wrote: words are no answer to a question that was not yet on their screen.

use super::desk::{Desk, Visit};
use crate::ports::store::Stored;
use crate::secretary::ticket::Ticket;

/// Whether somebody had a question before their eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// It stood there when they wrote.
    Yes,
    /// It is on its way and may have arrived: the platform has not said so.
    Perhaps,
    /// It cannot have.
    No,
}

impl Desk<'_> {
    /// Whether the open questions of a ticket stood in this room when the visitor wrote.
    pub(super) async fn questions_seen(&mut self, visit: &Visit, ticket: &Ticket) -> Stored<Seen> {
        let Some((index, round)) = ticket.open_round() else { return Ok(Seen::No) };
        let slot = ticket.slot(&round.name(index));
        let room = &visit.room.id;
        if let Some(first) = self.tx.posted(&slot, room).await?.first() {
            return Ok(if first.at <= visit.said_at { Seen::Yes } else { Seen::No });
        }
        if round.again > 0 {
            // They were asked before; only this showing of them is still on its way.
            return Ok(Seen::Yes);
        }
        Ok(if self.tx.post_unclear(room, &slot).await? { Seen::Perhaps } else { Seen::No })
    }
}
