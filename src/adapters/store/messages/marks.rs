//! What adapters remember between starts.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::value::parse;
use crate::adapters::store::{Database, sentence};
use crate::ports::inbox::{Marks, ReceiveError};
use crate::ports::store::{StoreError, Stored};
use crate::ports::trial::failpoint;
use crate::secretary::message::inbound::{Place, Platform};
use crate::secretary::people::workspace::Room;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

fn storage(error: StoreError) -> ReceiveError {
    ReceiveError::Storage(sentence(&error))
}

pub(in crate::adapters::store) const SET_MARK: &str =
    "INSERT INTO marks (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

impl Database {
    async fn read_mark(&self, name: &str) -> Stored<Option<String>> {
        let row: Option<(String,)> =
            self.asking().await?.one(query("SELECT value FROM marks WHERE name = $1").bind(name)).await?;
        Ok(row.map(|(value,)| value))
    }

    async fn write_mark(&self, name: &str, value: &str) -> Stored<()> {
        let mut tx = self.writing().await?;
        tx.run(query(SET_MARK).bind(name).bind(value)).await?;
        failpoint::before_commit("mark")?;
        tx.finish().await?;
        failpoint::after("mark", "");
        Ok(())
    }

    async fn read_received(&self, from: (Platform, &str), prefix: &str, since: DateTime<Utc>) -> Stored<Vec<String>> {
        // The newest rows are looked at from the end: there are few of the last minutes.
        let sql = "SELECT event FROM (SELECT seq, platform, bot, event, received_at FROM inbox ORDER BY seq DESC LIMIT 500) \
                   AS newest WHERE platform = $1 AND bot = $2 AND substr(event, 1, length($3)) = $3 AND received_at >= $4 \
                   ORDER BY seq DESC LIMIT 100";
        let rows = query(sql)
            .bind(from.0.name())
            .bind(from.1)
            .bind(prefix)
            .bind(crate::adapters::store::database::value::micros(since));
        let rows: Vec<(String,)> = self.asking().await?.all(rows).await?;
        Ok(rows.into_iter().map(|(event,)| event).collect())
    }

    async fn read_places(&self, platform: Platform, closed: bool) -> Stored<Vec<Place>> {
        let sql = "SELECT id, body FROM rooms WHERE platform = $1 AND closed = $2 ORDER BY id";
        let asked = query(sql).bind(platform.name()).bind(closed);
        let rows: Vec<(String, String)> = self.asking().await?.all(asked).await?;
        rows.into_iter().map(|(id, body)| Ok(parse::<Room>(&body, "room", id)?.place)).collect()
    }
}

#[async_trait]
impl Marks for Database {
    async fn mark(&self, name: &str) -> Result<Option<String>, ReceiveError> {
        self.read_mark(name).await.map_err(storage)
    }

    async fn set_mark(&self, name: &str, value: &str) -> Result<(), ReceiveError> {
        self.write_mark(name, value).await.map_err(storage)
    }

    async fn received(
        &self,
        platform: Platform,
        bot: &str,
        prefix: &str,
        since: DateTime<Utc>,
    ) -> Result<Vec<String>, ReceiveError> {
        self.read_received((platform, bot), prefix, since).await.map_err(storage)
    }

    async fn places(&self, platform: Platform, reached: bool) -> Result<Vec<Place>, ReceiveError> {
        self.read_places(platform, !reached).await.map_err(storage)
    }
}
