//! The last turns of rooms. A turn is deleted as a whole, since an answer makes little sense without the erased
//! words; a person who keeps talking loses only recent turns.

use super::super::database::statement::{Sql, query};
use super::super::database::tx::DbTx;
use super::super::database::value::{json, parse};
use super::chats::Traces;
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

/// Groups, in which the secretary may have repeated words of anybody.
const OF_GROUPS: &str =
    "DELETE FROM conversation WHERE room IN (SELECT id FROM rooms WHERE workspace = $1 AND kind = 'group')";

/// Wherever somebody said something. In texts quotes are escaped, so that none looks like a name of a field.
const SPOKEN_IN: Sql = Sql {
    sqlite: "DELETE FROM conversation WHERE instr(body, '\"by\":' || $1) > 0",
    postgres: "DELETE FROM conversation WHERE strpos(body, '\"by\":' || $1) > 0",
};

const HERE: &str =
    "SELECT c.room, c.body FROM conversation AS c JOIN rooms AS r ON r.id = c.room WHERE r.workspace = $1";

impl DbTx {
    /// While it still stands there where the ticket was shown.
    pub(super) async fn erase_talk_of(&mut self, ticket: &TicketId) -> Stored<()> {
        self.each(&OF_TICKET, ticket.as_str()).await
    }

    /// What somebody said, and what was said about them, their tickets and orders. Their direct chats are gone already.
    pub(super) async fn erase_talk(&mut self, person: &Person, traces: &Traces) -> Stored<()> {
        let here = person.workspace.as_str();
        self.run(query(OF_GROUPS).bind(here)).await?;
        self.run(query(SPOKEN_IN).bind(json(person.id.as_str())?)).await?;
        let rows: Vec<(String, String)> = self.all(query(HERE).bind(here)).await?;
        for (room, body) in rows {
            let turns: Vec<Said> = parse(&body, "what was said in room", &room)?;
            let mut found = false;
            for turn in &turns {
                found = found || traces.stand_in(&turn.text)?;
            }
            if found {
                self.run(query("DELETE FROM conversation WHERE room = $1").bind(room)).await?;
            }
        }
        Ok(())
    }
}
