//! What may be shown here, to whom: asked of `secretary::sight`, with the rooms it needs from the database.

use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::{Stored, TicketFilter, Turn, Tx};
use crate::secretary::people::visibility::Sight;
use crate::secretary::people::workspace::{Person, Room};
use crate::secretary::ticket::{Status, Ticket};

/// Tickets read at a time where all that fit are wanted.
const READ: u32 = 200;

/// What this reader is shown in this room. None for a reader nobody knows.
pub(in crate::engine) async fn sight_in(tx: &mut dyn Tx, room: &Room, reader: Option<&Person>) -> Stored<Sight> {
    if room.direct() {
        return Ok(reader.map_or(Sight::Groups, Sight::of_person));
    }
    let channel = match &room.thread_of {
        Some((_, channel)) => tx.room(channel).await?,
        None => None,
    };
    let channel = channel.as_ref().unwrap_or(room);
    let chat = tx.rooms_of_chat(&channel.place).await?;
    Ok(Sight::of_group(channel.purposes, chat))
}

impl Desk<'_> {
    /// What this visitor is shown here.
    pub(in crate::engine) async fn sight(&mut self, visit: &Visit) -> Stored<Sight> {
        sight_in(self.tx, &visit.room, Some(&visit.person)).await
    }

    /// The person's tickets of this room in these states.
    pub(in crate::engine) async fn of_person(&mut self, visit: &Visit, statuses: Vec<Status>) -> Stored<Vec<Ticket>> {
        let filter = TicketFilter {
            workspace: Some(self.workspace()),
            statuses,
            requester: Some(visit.person.id.clone()),
            room: Some(visit.room.id.clone()),
            newest_first: true,
            limit: 8,
            ..TicketFilter::default()
        };
        self.tx.tickets(&filter).await
    }

    /// All tickets of a filter, in their turn, read a page at a time.
    pub(in crate::engine) async fn every(&mut self, filter: TicketFilter) -> Stored<Vec<Ticket>> {
        let workspace = Some(filter.workspace.unwrap_or_else(|| self.workspace()));
        let mut filter = TicketFilter { workspace, limit: READ, newest_first: false, ..filter };
        let mut found = Vec::new();
        loop {
            let page = self.tx.tickets(&filter).await?;
            let last = page.len() < READ as usize;
            filter.after = page.last().map(Turn::of);
            found.extend(page);
            if last {
                return Ok(found);
            }
        }
    }

    /// All tickets in which somebody is to decide and that may be shown, in their turn.
    pub(in crate::engine) async fn awaiting(&mut self, sight: Sight) -> Stored<Vec<Ticket>> {
        let statuses = vec![Status::Deciding, Status::Paused];
        self.every(TicketFilter { statuses, awaiting: true, sight, ..TicketFilter::default() }).await
    }
}
