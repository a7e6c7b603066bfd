//! Files of tickets in the database, for several machines that share it.

use crate::adapters::store::Database;
use crate::adapters::store::database::statement::query;
use crate::ports::files::{self, Files, MOST_BYTES, MOST_FILES, home_of};
use crate::ports::tool::ToolError;
use crate::secretary::ids::TicketId;
use async_trait::async_trait;

const LIST: &str = "SELECT path, CAST(length(bytes) AS BIGINT) FROM files WHERE home = $1 ORDER BY path";

/// Whether one path is a folder of the other.
fn folder_of(folder: &str, path: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

#[async_trait]
impl Files for Database {
    async fn list_files(&self, ticket: &TicketId) -> Result<Vec<(String, u64)>, ToolError> {
        let mut tx = self.reading().await?;
        let rows: Vec<(String, i64)> = tx.all(query(LIST).bind(home_of(ticket))).await?;
        Ok(rows.into_iter().map(|(path, bytes)| (path, bytes.unsigned_abs())).collect())
    }

    async fn read_file(&self, ticket: &TicketId, path: &str) -> Result<String, ToolError> {
        let home = home_of(ticket);
        let mut tx = self.reading().await?;
        let sql = "SELECT bytes FROM files WHERE home = $1 AND path = $2";
        if let Some(bytes) = tx.value::<Vec<u8>>(query(sql).bind(&home).bind(path)).await? {
            return String::from_utf8(bytes).map_err(|_| files::no_text(path));
        }
        let rows: Vec<(String, i64)> = tx.all(query(LIST).bind(home)).await?;
        Err(if rows.iter().any(|(other, _)| folder_of(path, other)) {
            files::a_folder(path)
        } else {
            files::not_there(path)
        })
    }

    async fn write_file(&self, ticket: &TicketId, path: &str, text: &str, _key: &str) -> Result<(), ToolError> {
        if text.len() > MOST_BYTES {
            return Err(files::too_long(text.len()));
        }
        let home = home_of(ticket);
        let mut tx = self.writing().await?;
        let rows: Vec<(String, i64)> = tx.all(query(LIST).bind(&home)).await?;
        if rows.iter().any(|(other, _)| folder_of(path, other)) {
            return Err(files::a_folder(path));
        }
        if rows.iter().any(|(other, _)| folder_of(other, path)) {
            return Err(files::does_not_fit(path));
        }
        if rows.len() >= MOST_FILES && !rows.iter().any(|(other, _)| other == path) {
            return Err(files::too_many());
        }
        let sql = "INSERT INTO files (home, path, bytes) VALUES ($1, $2, $3) \
                   ON CONFLICT (home, path) DO UPDATE SET bytes = excluded.bytes";
        tx.run(query(sql).bind(home).bind(path).bind(text.as_bytes().to_vec())).await?;
        Ok(tx.finish().await?)
    }

    async fn erase_files(&self, ticket: &TicketId) -> Result<(), ToolError> {
        let mut tx = self.writing().await?;
        tx.run(query("DELETE FROM files WHERE home = $1").bind(home_of(ticket))).await?;
        Ok(tx.finish().await?)
    }
}
