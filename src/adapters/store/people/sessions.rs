//! The sessions of the web chat.

use crate::adapters::store::Database;
use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::value::micros;
use crate::ports::store::Stored;
use crate::ports::web::sessions::Sessions;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

#[async_trait]
impl Sessions for Database {
    async fn begin_session(&self, key: &str, ends_at: DateTime<Utc>, now: DateTime<Utc>, most: u32) -> Stored<()> {
        let mut tx = self.writing().await?;
        tx.run(query("DELETE FROM sessions WHERE ends_at <= $1").bind(micros(now))).await?;
        let oldest =
            "DELETE FROM sessions WHERE key NOT IN (SELECT key FROM sessions ORDER BY ends_at DESC, key LIMIT $1)";
        tx.run(query(oldest).bind(i64::from(most.saturating_sub(1)))).await?;
        tx.run(query("INSERT INTO sessions (key, ends_at) VALUES ($1, $2)").bind(key).bind(micros(ends_at))).await?;
        tx.finish_at("session", "session", "").await
    }

    async fn in_session(&self, key: &str, now: DateTime<Utc>) -> Stored<bool> {
        let sql = "SELECT ends_at FROM sessions WHERE key = $1 AND ends_at > $2";
        self.asking().await?.is_there(query(sql).bind(key).bind(micros(now))).await
    }

    async fn end_session(&self, key: &str) -> Stored<()> {
        let mut tx = self.writing().await?;
        tx.run(query("DELETE FROM sessions WHERE key = $1").bind(key)).await?;
        tx.finish_at("session", "session", "").await
    }
}
