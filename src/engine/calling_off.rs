//! Calling off everything at once: asked first, with the number; each ticket is then called off like any other, with its
//! own way back.

use super::desk::{Desk, Visit};
use super::orders::{READ, open_statuses};
use super::workspace;
use crate::ports::store::{Fate, Stored, TicketFilter};
use crate::secretary::event::Event;
use crate::secretary::permissions::Deed;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::stopping;

impl Desk<'_> {
    /// `/cancel all`
    pub(super) async fn ask_cancel_all(&mut self, visit: &Visit) -> Stored<Fate> {
        let open = self.own_open(visit).await?;
        let Some(to) = open.iter().map(|t| t.number).max() else {
            return self.refuse(visit, stopping::nothing_open()).await;
        };
        let mut keys = self.keys();
        let message = stopping::cancel_all(&open, to, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// The button: what was open when it was asked.
    pub(super) async fn cancel_all(&mut self, visit: &Visit, to: i64) -> Stored<Fate> {
        let mut open = self.own_open(visit).await?;
        open.retain(|t| t.number <= to);
        if open.is_empty() {
            return Ok(Fate::Refused(stopping::nothing_open()));
        }
        for ticket in &open {
            self.act(visit, ticket, &Event::CancelRequested { reason: String::new() }).await?;
        }
        Ok(Fate::Decided(Some(stopping::all_cancelled(open.len()))))
    }

    /// In a direct chat the person's own open tickets, in a group those of the room which they may steer.
    async fn own_open(&mut self, visit: &Visit) -> Stored<Vec<Ticket>> {
        let room = visit.room.thread_of.as_ref().map_or(&visit.room.id, |(_, channel)| channel);
        let direct = visit.room.direct();
        let filter = TicketFilter {
            workspace: Some(workspace()),
            statuses: open_statuses(),
            requester: direct.then(|| visit.person.id.clone()),
            room: (!direct).then(|| room.clone()),
            limit: READ,
            ..TicketFilter::default()
        };
        let mut found = self.tx.tickets(&filter).await?;
        found.retain(|t| Self::may(visit, Deed::Steer(t)).is_ok());
        Ok(found)
    }
}
