//! The database, in an SQLite file or on a PostgreSQL server. SQL stands beside the function that uses it, once for
//! both, in the syntax they share (`$1`, `ON CONFLICT`, `RETURNING`, text ids, microseconds, JSON as text); a pair of
//! texts where they differ. Nothing here decides anything, reads a clock or logs words of people.

mod audit;
mod database;
mod erasing;
mod flows;
mod keeping;
mod messages;
mod people;
mod ticket;

#[cfg(test)]
mod tests;

pub use database::connect::ConnectError;
pub use database::seal_key::{SealKey, Sealing};
pub use database::tx::DbTx;
pub use keeping::{Checked, Copied, KeepingError, Restored, TicketFiles, Way};

use crate::ports::store::{Store, Stored, Tx};
use async_trait::async_trait;
use database::pool::Pool;
use database::processes::Member;
use database::tx::Kind;
use std::fs::File;
use std::sync::Arc;

/// A database of the secretary. Clones share it; the lock on a file is held until the last is gone.
#[derive(Clone, Debug)]
pub struct Database {
    /// One connection: there is one writer at a time, and waiting for it here is fair and silent.
    writer: Pool,
    /// Read-only connections; the writer itself when the database is in memory.
    readers: Pool,
    /// Connections for writing beside others; the writer itself of a file.
    beside: Pool,
    member: Arc<Member>,
    /// Of a file: held, never read, it keeps a second process out.
    _lock: Option<Arc<File>>,
}

impl Database {
    /// Closes every connection, after transactions under way have ended. What is asked for later fails.
    pub async fn close(&self) {
        self.readers.close().await;
        self.beside.close().await;
        self.writer.close().await;
    }

    /// Whether several machines may use it at once.
    pub fn is_shared(&self) -> bool {
        matches!(self.writer, Pool::Postgres(_))
    }

    async fn writing(&self) -> Stored<DbTx> {
        DbTx::begin(&self.writer, Kind::Writing, &self.member).await
    }

    async fn beside_others(&self) -> Stored<DbTx> {
        DbTx::begin(&self.beside, Kind::Beside, &self.member).await
    }

    async fn asking(&self) -> Stored<DbTx> {
        DbTx::begin(&self.readers, Kind::Asking, &self.member).await
    }

    async fn reading(&self) -> Stored<DbTx> {
        DbTx::begin(&self.readers, Kind::Reading, &self.member).await
    }
}

#[async_trait]
impl Store for Database {
    async fn begin(&self) -> Stored<Box<dyn Tx>> {
        Ok(Box::new(self.writing().await?))
    }

    async fn beside(&self) -> Stored<Box<dyn Tx>> {
        Ok(Box::new(self.beside_others().await?))
    }

    async fn read(&self) -> Stored<Box<dyn Tx>> {
        Ok(Box::new(self.reading().await?))
    }

    async fn ask(&self) -> Stored<Box<dyn Tx>> {
        Ok(Box::new(self.asking().await?))
    }
}
