//! A person's words in files that agents wrote for tickets of others, whose names stay as those that are no text do; and the
//! files that people sent: their rows, and what agents read in them.

use super::super::database::statement::query;
use super::super::database::tx::DbTx;
use super::super::database::value::{json, parse};
use super::words::Scrub;
use super::words::sent::unread;
use crate::ports::files::home_of;
use crate::ports::store::{PersonRows, Stored};
use crate::secretary::ids::{PersonId, TicketId};
use serde_json::Value;
use std::collections::BTreeSet;

/// Rows of received files, by what they go with: those that go, and their homes.
pub(super) struct Rows {
    pub(super) homes: &'static str,
    go: &'static str,
}

/// Of a person.
pub(super) const OF_PERSON: Rows = Rows {
    homes: "SELECT DISTINCT home FROM received_files WHERE person = $1",
    go: "DELETE FROM received_files WHERE person = $1",
};

/// Of a ticket.
pub(super) const OF_TICKET: Rows = Rows {
    homes: "SELECT DISTINCT home FROM received_files WHERE ticket = $1",
    go: "DELETE FROM received_files WHERE ticket = $1",
};

/// Files of one person that belong to a ticket.
const SENT_TO: &str = "SELECT DISTINCT name FROM received_files WHERE ticket = $1 AND person = $2";

/// The journals of its runs. Their ids begin with the ticket's; '0' follows '/'.
const JOURNALS: &str = "SELECT run, seq, body FROM steps WHERE run >= $1 || '/' AND run < $1 || '0' ORDER BY run, seq";

impl DbTx {
    /// Deletes rows of received files, and gives the homes of which none is left.
    pub(super) async fn erase_received(&mut self, rows: &Rows, of: &str) -> Stored<Vec<String>> {
        let homes = self.names(rows.homes, of).await?;
        self.run(query(rows.go).bind(of)).await?;
        self.left_homes(homes).await
    }

    /// The homes of which there are no rows any more.
    pub(super) async fn left_homes(&mut self, homes: Vec<String>) -> Stored<Vec<String>> {
        let mut left = Vec::new();
        for home in homes {
            let sql = "SELECT home FROM received_files WHERE home = $1 LIMIT 1";
            if self.value::<String>(query(sql).bind(&home)).await?.is_none() {
                left.push(home);
            }
        }
        Ok(left)
    }

    /// Takes what agents read in somebody's files out of the journals of a ticket.
    pub(super) async fn unread_files(&mut self, ticket: &str, person: &str) -> Stored<()> {
        let names = self.column::<String>(query(SENT_TO).bind(ticket).bind(person)).await?;
        let names: BTreeSet<String> = names.into_iter().collect();
        if names.is_empty() {
            return Ok(());
        }
        let rows: Vec<(String, i64, String)> = self.all(query(JOURNALS).bind(ticket)).await?;
        for run in rows.chunk_by(|one, next| one.0 == next.0) {
            let read = |(run, seq, body): &(String, i64, String)| parse(body, "journal record", format!("{run} {seq}"));
            let mut records: Vec<Value> = run.iter().map(read).collect::<Stored<_>>()?;
            for at in unread(&mut records, &names) {
                let (Some((run, seq, _)), Some(record)) = (run.get(at), records.get(at)) else { continue };
                let sql = "UPDATE steps SET body = $3 WHERE run = $1 AND seq = $2";
                self.run(query(sql).bind(run).bind(*seq).bind(json(record)?)).await?;
            }
        }
        Ok(())
    }

    /// Takes out of the files of a ticket that stand here what is taken out of the ticket.
    pub(super) async fn scrub_files(&mut self, ticket: &str, scrub: &Scrub) -> Stored<()> {
        let home = home_of(&TicketId::new(ticket));
        for path in self.names("SELECT path FROM files WHERE home = $1", &home).await? {
            let sql = "SELECT bytes FROM files WHERE home = $1 AND path = $2";
            let bytes: Option<Vec<u8>> = self.value(query(sql).bind(&home).bind(&path)).await?;
            let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else { continue };
            if let Some(next) = without(scrub, &text)? {
                let sql = "UPDATE files SET bytes = $3 WHERE home = $1 AND path = $2";
                self.run(query(sql).bind(&home).bind(&path).bind(next.into_bytes())).await?;
            }
        }
        Ok(())
    }

    /// The text of a file that stands elsewhere, without the same, if there was any of it.
    pub(super) async fn out_of_text(
        &mut self,
        person: &PersonId,
        ticket: &TicketId,
        text: &str,
    ) -> Stored<Option<String>> {
        let here = query("SELECT home FROM files WHERE home = $1 LIMIT 1").bind(home_of(ticket));
        let here = self.is_there(here).await?;
        let Some(gone) = self.person(person).await?.filter(|_| !here) else { return Ok(None) };
        let said = self.typed_by(person.as_str()).await?;
        let others = self.others_in(ticket.as_str(), person.as_str(), &said).await?;
        without(&Scrub::new(person.as_str(), &gone.name, said, &[]).beside(others), text)
    }
}

fn without(scrub: &Scrub, text: &str) -> Stored<Option<String>> {
    let next = scrub.taken_out(&json(text)?, |_| true);
    next.map(|next| parse(&next, "the text of a file", "without what was erased")).transpose()
}
