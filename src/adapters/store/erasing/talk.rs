//! The last turns of rooms. A turn is deleted as a whole, since an answer makes little sense without the erased
//! words; a person who keeps talking loses only recent turns.

use super::super::database::statement::query;
use super::super::database::tx::DbTx;
use super::super::database::value::{json, parse};
use crate::ports::store::Stored;
use crate::secretary::ids::TicketId;
use crate::secretary::message::conversation::Said;
use crate::secretary::people::workspace::Person;

/// Rooms in which a ticket was talked about: where it was begun, its thread, and where messages of it or about it stand.
const OF_TICKET: [&str; 4] = [
    "DELETE FROM conversation WHERE room IN (SELECT room FROM tickets WHERE id = $1)",
    "DELETE FROM conversation WHERE room IN (SELECT id FROM rooms WHERE thread_ticket = $1)",
    "DELETE FROM conversation WHERE room IN (SELECT room FROM posts WHERE slot >= $1 || '/' AND slot < $1 || '0')",
    "DELETE FROM conversation WHERE room IN (SELECT room FROM views WHERE ticket = $1)",
];

/// The secretary may have repeated words of anybody in any room of a workspace.
const OF_WORKSPACE: &str = "DELETE FROM conversation WHERE room IN (SELECT id FROM rooms WHERE workspace = $1)";

/// Where somebody said something; who exactly is read from the turns.
const SAID_IN: &str = "SELECT room, body FROM conversation WHERE body LIKE '%\"by\":' || $1 || '%'";

impl DbTx {
    /// While it still stands there where the ticket was shown.
    pub(super) async fn erase_talk_of(&mut self, ticket: &TicketId) -> Stored<()> {
        self.each(&OF_TICKET, ticket.as_str()).await
    }

    /// The messages of somebody that are still among the last turns, with their room.
    pub(super) async fn spoken_by(&mut self, person: &str) -> Stored<Vec<(String, String)>> {
        let rows: Vec<(String, String)> = self.all(query(SAID_IN).bind(json(person)?)).await?;
        let mut spoken = Vec::new();
        for (room, body) in rows {
            let turns: Vec<Said> = parse(&body, "what was said in", &room)?;
            let theirs = turns.into_iter().filter(|turn| turn.by.as_ref().is_some_and(|by| by.as_str() == person));
            spoken.extend(theirs.map(|turn| (room.clone(), turn.text)));
        }
        Ok(spoken)
    }

    /// What was said in the person's workspace, also by others who may have repeated it, and what they said elsewhere.
    pub(super) async fn erase_talk(&mut self, person: &Person) -> Stored<()> {
        self.run(query(OF_WORKSPACE).bind(person.workspace.as_str())).await?;
        for (room, _) in self.spoken_by(person.id.as_str()).await? {
            self.run(query("DELETE FROM conversation WHERE room = $1").bind(room)).await?;
        }
        Ok(())
    }
}
