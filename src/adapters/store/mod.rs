//! The database in an SQLite file. SQL stands beside the function that uses it, in the words PostgreSQL
//! shares (`$1`, `ON CONFLICT`, `RETURNING`, text ids, microseconds, JSON as text). Nothing here decides
//! anything, reads a clock or logs what people wrote.

mod connect;
mod counts;
mod inbox;
mod marks;
mod merge;
mod notes;
mod outbox;
mod outbox_care;
mod people;
mod posts;
mod prompts;
mod records;
mod rooms;
mod schedules;
mod settings;
mod steps;
mod strangers;
mod ticket_list;
mod tickets;
mod tx;
mod value;
mod views;
mod waits;
mod weblog;

#[cfg(test)]
mod tests;

pub use connect::ConnectError;
pub use tx::SqliteTx;

use crate::ports::store::{Store, StoreError, Stored, Tx};
use async_trait::async_trait;
use sqlx::SqlitePool;
use std::fs::File;
use std::sync::Arc;

/// A database of the secretary in SQLite. Clones share it; the lock on the file is held until the last is gone.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    /// One connection: SQLite has one writer at a time, and waiting for it here is fair and silent.
    writer: SqlitePool,
    /// Read-only connections; the writer itself when the database is in memory.
    readers: SqlitePool,
    /// Held, never read: it keeps a second process out.
    _lock: Option<Arc<File>>,
}

impl SqliteStore {
    /// Closes every connection, after transactions under way have ended. What is asked for later fails.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    async fn writing(&self) -> Stored<SqliteTx> {
        SqliteTx::begin(&self.writer, true).await
    }

    async fn reading(&self) -> Stored<SqliteTx> {
        SqliteTx::begin(&self.readers, false).await
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn begin(&self) -> Stored<Box<dyn Tx>> {
        Ok(Box::new(self.writing().await?))
    }

    async fn read(&self) -> Stored<Box<dyn Tx>> {
        Ok(Box::new(self.reading().await?))
    }
}

/// The words of a failure for ports that have one kind of it.
fn sentence(error: &StoreError) -> String {
    error.to_string()
}
