//! Edited messages on the desk: a correction while their ticket is open, never a second ticket.

use super::desk::{Desk, Visit};
use super::orders::open_statuses;
use crate::ports::store::{Fate, Posted, Stored, TicketFilter};
use crate::secretary::event::Event;
use crate::secretary::ids::{Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::routing;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::asides;

impl Desk<'_> {
    /// A message was edited.
    pub(super) async fn edited(&mut self, visit: &Visit, message: &str, text: &str) -> Stored<Fate> {
        let posted = self.tx.posted_as(&visit.room.place, message).await?;
        if let Some(change) = posted.as_ref().and_then(|posted| routing::noted(&posted.slot)) {
            return self.edited_note(visit, &change, without_command(text)).await;
        }
        let slot = posted.as_ref().and_then(|posted| posted.slot.as_str().split_once('/'));
        let Some((id, "idea")) = slot else { return self.edited_otherwise(visit, message).await };
        let Some(ticket) = self.tx.ticket(&TicketId::new(id)).await? else { return Ok(Fate::Decided(None)) };
        let (_, idea) = routing::priority(without_command(text));
        let changed = routing::has_words(&idea) && idea != reading(&ticket);
        if ticket.closed() || !changed || self.may(visit, Deed::Steer(&ticket)).is_err() {
            return Ok(Fate::Decided(None));
        }
        let fate = self.act(visit, &ticket, &Event::Corrected { text: asides::idea_reads(&idea) }).await?;
        // Later the card or the work says itself what has changed.
        let quiet = matches!(ticket.stage, Stage::Intake | Stage::Clarifying);
        if quiet && matches!(fate, Fate::Decided(_)) {
            self.say(visit, asides::changed(ticket.number, &idea)).await?;
        }
        Ok(fate)
    }

    /// An edit of words that were no idea: nobody can tell what it would change, and in a direct chat that is said.
    async fn edited_otherwise(&mut self, visit: &Visit, message: &str) -> Stored<Fate> {
        if !visit.room.direct() {
            return Ok(Fate::Decided(None));
        }
        let filter = TicketFilter {
            workspace: Some(self.workspace()),
            statuses: open_statuses(),
            requester: Some(visit.person.id.clone()),
            room: Some(visit.room.id.clone()),
            limit: 1,
            ..TicketFilter::default()
        };
        let open = !self.tx.tickets(&filter).await?.is_empty();
        if open && !self.noted_before(visit, &format!("edit/{message}")).await? {
            self.say(visit, Message::lines([asides::edit_unseen()]).silently()).await?;
        }
        Ok(Fate::Decided(None))
    }

    /// Whether something was noted in this room before; from now on it is.
    pub(super) async fn noted_before(&mut self, visit: &Visit, what: &str) -> Stored<bool> {
        let slot = Slot::new(format!("re/{what}"));
        if self.was_noted(visit, what).await? {
            return Ok(true);
        }
        let note = Posted {
            slot,
            room: visit.room.id.clone(),
            part: 0,
            place: visit.room.place.clone(),
            // No message of the platform has such an id.
            message: format!("note/{what}"),
            at: self.now,
        };
        self.tx.save_posted(&note).await?;
        Ok(false)
    }

    /// Whether something was noted here before.
    pub(super) async fn was_noted(&mut self, visit: &Visit, what: &str) -> Stored<bool> {
        let slot = Slot::new(format!("re/{what}"));
        Ok(!self.tx.posted(&slot, &visit.room.id).await?.is_empty())
    }
}

/// The idea as it reads at present.
fn reading(ticket: &Ticket) -> &str {
    let said = ticket.edits.iter().chain(&ticket.additions).rev();
    said.into_iter().find_map(|words| asides::read_now(words)).unwrap_or(&ticket.idea)
}

/// "/new paint it" is an idea with a word before it that is none of it.
fn without_command(text: &str) -> &str {
    let line = text.trim();
    line.strip_prefix('/').and_then(|line| line.split_once(char::is_whitespace)).map_or(line, |(_, rest)| rest.trim())
}
