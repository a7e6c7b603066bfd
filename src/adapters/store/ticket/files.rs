//! Files of tickets and received files in the database, for several machines that share it.

use crate::adapters::store::Database;
use crate::adapters::store::database::statement::query;
use crate::ports::files::{self, Files, MOST_BYTES, MOST_FILES, ReceivedFiles, TicketBytes, check_received, home_of};
use crate::ports::tool::ToolError;
use crate::secretary::ids::TicketId;
use async_trait::async_trait;

const BYTES: &str = "SELECT bytes FROM files WHERE home = $1 AND path = $2";
const ERASE: &str = "DELETE FROM files WHERE home = $1";
const WRITE: &str = "INSERT INTO files (home, path, bytes) VALUES ($1, $2, $3) \
                     ON CONFLICT (home, path) DO UPDATE SET bytes = excluded.bytes";
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
        String::from_utf8(self.file_bytes(ticket, path).await?).map_err(|_| files::no_text(path))
    }

    async fn erase_files(&self, ticket: &TicketId) -> Result<(), ToolError> {
        let mut tx = self.writing().await?;
        tx.run(query(ERASE).bind(home_of(ticket))).await?;
        Ok(tx.finish().await?)
    }
}

#[async_trait]
impl TicketBytes for Database {
    async fn write_bytes(&self, ticket: &TicketId, path: &str, bytes: &[u8], _key: &str) -> Result<(), ToolError> {
        if bytes.len() > MOST_BYTES {
            return Err(files::too_long(bytes.len()));
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
        tx.run(query(WRITE).bind(home).bind(path).bind(bytes.to_vec())).await?;
        Ok(tx.finish().await?)
    }
}

#[async_trait]
impl ReceivedFiles for Database {
    async fn keep(&self, home: &str, name: &str, bytes: &[u8]) -> Result<(), ToolError> {
        check_received(home, name)?;
        let mut tx = self.writing().await?;
        tx.run(query(WRITE).bind(home).bind(name).bind(bytes.to_vec())).await?;
        Ok(tx.finish().await?)
    }

    async fn kept(&self, home: &str, name: &str) -> Result<Option<Vec<u8>>, ToolError> {
        check_received(home, name)?;
        let mut tx = self.reading().await?;
        Ok(tx.value::<Vec<u8>>(query(BYTES).bind(home).bind(name)).await?)
    }

    async fn erase_kept(&self, home: &str) -> Result<(), ToolError> {
        check_received(home, "any")?;
        let mut tx = self.writing().await?;
        tx.run(query(ERASE).bind(home)).await?;
        Ok(tx.finish().await?)
    }

    async fn file_bytes(&self, ticket: &TicketId, path: &str) -> Result<Vec<u8>, ToolError> {
        let home = home_of(ticket);
        let mut tx = self.reading().await?;
        if let Some(bytes) = tx.value::<Vec<u8>>(query(BYTES).bind(&home).bind(path)).await? {
            return Ok(bytes);
        }
        let rows: Vec<(String, i64)> = tx.all(query(LIST).bind(home)).await?;
        Err(if rows.iter().any(|(other, _)| folder_of(path, other)) {
            files::a_folder(path)
        } else {
            files::not_there(path)
        })
    }
}
