//! A person's words in files that agents wrote for tickets of others. Names of files and files that are no text stay.

use super::super::database::statement::query;
use super::super::database::tx::DbTx;
use super::super::database::value::{json, parse};
use super::words::Scrub;
use crate::ports::files::home_of;
use crate::ports::store::{PersonRows, Stored};
use crate::secretary::ids::{PersonId, TicketId};

impl DbTx {
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
        let others = self.others_in(ticket.as_str(), person.as_str(), &said.words).await?;
        without(&Scrub::new(person.as_str(), &gone.name, said, &[]).beside(others), text)
    }
}

fn without(scrub: &Scrub, text: &str) -> Stored<Option<String>> {
    let next = scrub.taken_out(&json(text)?, |_| true);
    next.map(|next| parse(&next, "the text of a file", "without what was erased")).transpose()
}
