//! The data of one person, for the export.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{moment, parse};
use crate::ports::store::{Kept, NoteChangeRows, PersonalRows, Stored, TicketRows};
use crate::ports::web::weblog::{Author, WebMessage};
use crate::secretary::audit::chain::Sealed;
use crate::secretary::effect::Effect;
use crate::secretary::ids::{NoteChangeId, PersonId, TicketId, WorkspaceId};
use crate::secretary::message::routing::SECRET;
use crate::secretary::notes::Change;
use crate::secretary::ticket::Ticket;
use async_trait::async_trait;

/// The web chat has one visitor and one record. What the secretary says there belongs to the workspace of its room; what the
/// visitor typed may be about any. What shows a secret is left out.
const ON_THE_WEB: &str = "SELECT w.id, w.body FROM web_log AS w \
     WHERE EXISTS (SELECT 1 FROM accounts AS a WHERE a.person = $1 AND a.platform = 'web') \
     AND CAST(w.id AS TEXT) NOT IN (SELECT p.message FROM posts AS p JOIN rooms AS r ON r.id = p.room \
     WHERE p.platform = 'web' AND (r.workspace <> (SELECT workspace FROM people WHERE id = $1) OR p.slot LIKE $2)) \
     ORDER BY w.id";

/// Messages to their rooms elsewhere that were not sent yet, or given up; of what was sent no words are kept.
const POSTED: &str = "SELECT o.seq, o.created_at, o.body FROM outbox AS o JOIN rooms AS r ON r.id = o.room \
     WHERE r.person = $1 AND r.kind = 'direct' AND r.platform <> 'web' AND o.slot IS NOT NULL \
     AND o.body <> '' ORDER BY o.seq";

#[async_trait]
impl PersonalRows for DbTx {
    async fn tickets_about(&mut self, workspace: &WorkspaceId, person: &PersonId) -> Stored<Vec<Ticket>> {
        let sql = "SELECT t.id FROM tickets AS t WHERE t.workspace = $1 AND (t.requester = $2 \
                   OR EXISTS (SELECT 1 FROM events AS e WHERE e.ticket = t.id AND e.actor = $2)) ORDER BY t.number";
        let mut found = Vec::new();
        for id in self.column::<String>(query(sql).bind(workspace.as_str()).bind(person.as_str())).await? {
            found.extend(self.ticket(&TicketId::new(id)).await?);
        }
        Ok(found)
    }

    async fn changes_by(&mut self, person: &PersonId) -> Stored<Vec<Change>> {
        let sql = "SELECT id FROM note_changes WHERE person = $1 ORDER BY at, id";
        let mut found = Vec::new();
        for id in self.column::<String>(query(sql).bind(person.as_str())).await? {
            found.extend(self.note_change(&NoteChangeId::new(id)).await?);
        }
        Ok(found)
    }

    async fn words_with(&mut self, person: &PersonId) -> Stored<Vec<Kept>> {
        let rows: Vec<(i64, i64, String)> = self.all(query(POSTED).bind(person.as_str())).await?;
        let mut found = Vec::with_capacity(rows.len());
        for (seq, at, body) in rows {
            let row = format!("outbox row {seq}");
            if let Effect::Post { message, .. } = parse::<Effect>(&body, "the content of", &row)? {
                found.push(Kept { at: moment(at, &row)?, theirs: false, message });
            }
        }
        let rows: Vec<(i64, String)> =
            self.all(query(ON_THE_WEB).bind(person.as_str()).bind(format!("{SECRET}%"))).await?;
        for (id, body) in rows {
            let WebMessage { author, message, at, .. } = parse(&body, "web message", id)?;
            found.push(Kept { at, theirs: author == Author::Person, message });
        }
        found.sort_by_key(|kept| kept.at);
        Ok(found)
    }

    async fn audit_about(&mut self, person: &PersonId) -> Stored<Vec<Sealed>> {
        let sql = "SELECT seq, workspace, at, body, hash FROM audit WHERE body LIKE $1 ORDER BY seq";
        let named = format!("%\"{person}\"%");
        let rows: Vec<(i64, String, i64, String, String)> = self.all(query(sql).bind(named)).await?;
        let sealed = |(seq, workspace, at, body, hash)| Sealed { seq, workspace, at, body, hash };
        Ok(rows.into_iter().map(sealed).collect())
    }
}
