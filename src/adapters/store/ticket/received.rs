//! The files that people sent, as far as the database knows them.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{count, json, micros, moment, parse};
use crate::ports::store::{ReceivedRow, ReceivedRows, SentFile, Stored};
use crate::secretary::ids::{PersonId, TicketId, WorkspaceId};
use crate::secretary::received::ReceivedFile;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

const KNOWN: &str = "SELECT person, created_at, body FROM received_files \
     WHERE home = $1 AND name = $2 AND workspace = $3 LIMIT 1";

/// What was not kept before may be by now, and never the other way round.
const RENEW: &str = "UPDATE received_files SET person = $4, bytes = CASE WHEN $5 > 0 THEN $5 ELSE bytes END, \
     body = $6 WHERE home = $1 AND name = $2 AND workspace = $3";

const KEPT: &str = "UPDATE received_files SET bytes = CASE WHEN $4 > 0 THEN $4 ELSE bytes END \
     WHERE home = $1 AND name = $2 AND workspace = $3";

const SAVE: &str = "INSERT INTO received_files (home, name, workspace, ticket, person, room, bytes, body, created_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (home, name, workspace, ticket) DO NOTHING";

const NO_TICKET: &str = "DELETE FROM received_files WHERE home = $1 AND name = $2 AND workspace = $3 AND ticket = ''";

pub(crate) const SINCE: &str = "SELECT home, name, MAX(bytes), MIN(created_at) FROM received_files \
     WHERE person = $1 AND created_at >= $2 AND workspace = $3 AND bytes > 0 \
     GROUP BY home, name ORDER BY MIN(created_at), home, name";

#[async_trait]
impl ReceivedRows for DbTx {
    async fn save_received(&mut self, row: &ReceivedRow, now: DateTime<Utc>) -> Stored<()> {
        let (file, here) = (&row.file, row.workspace.as_str());
        let of = |sql: &'static str| query(sql).bind(&file.home).bind(&file.name).bind(here);
        let known: Option<(String, i64, String)> = self.one(of(KNOWN)).await?;
        let (mut whole, mut person, mut at) = (file.clone(), row.person.as_str(), micros(now));
        if let Some((sender, since, body)) = &known {
            let before: ReceivedFile = parse(body, "received file", &file.home)?;
            let of_others = file.of_others && before.of_others;
            // Whoever passes it on did not send it, and the first who sent it is the one.
            if file.of_others || !before.of_others {
                person = sender;
            }
            if file.bytes == 0 {
                whole = before;
            }
            (whole.of_others, at) = (of_others, *since);
        }
        let (bytes, body) = (i64::try_from(file.bytes).unwrap_or(i64::MAX), json(&whole)?);
        if known.is_some() {
            self.run(of(RENEW).bind(person).bind(bytes).bind(&body)).await?;
        }
        if known.is_none() || row.ticket.is_some() {
            let ticket = row.ticket.as_ref().map_or("", TicketId::as_str);
            let save = of(SAVE).bind(ticket).bind(person).bind(row.room.as_str()).bind(bytes).bind(&body).bind(at);
            self.run(save).await?;
        }
        if row.ticket.is_some() {
            self.run(of(NO_TICKET)).await?;
        }
        Ok(())
    }

    async fn note_kept(&mut self, workspace: &WorkspaceId, file: &ReceivedFile) -> Stored<bool> {
        let bytes = i64::try_from(file.bytes).unwrap_or(i64::MAX);
        let kept = query(KEPT).bind(&file.home).bind(&file.name).bind(workspace.as_str()).bind(bytes);
        if self.run(kept).await? > 0 {
            return Ok(true);
        }
        self.is_there(query("SELECT home FROM received_files WHERE home = $1 LIMIT 1").bind(&file.home)).await
    }

    async fn received_since(
        &mut self,
        workspace: &WorkspaceId,
        person: &PersonId,
        since: DateTime<Utc>,
    ) -> Stored<Vec<SentFile>> {
        let asked = query(SINCE).bind(person.as_str()).bind(micros(since)).bind(workspace.as_str());
        let rows: Vec<(String, String, i64, i64)> = self.all(asked).await?;
        let sent = |(home, name, bytes, at): (String, String, i64, i64)| {
            let row = "a received file";
            Ok(SentFile { home, name, bytes: count(bytes, row)?, at: moment(at, row)? })
        };
        rows.into_iter().map(sent).collect()
    }
}
