//! What adapters remember between starts.

use crate::adapters::store::Database;
use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::value::{micros, parse};
use crate::ports::inbox::{Marks, ReceiveError};
use crate::secretary::inbound::{Place, Platform};
use crate::secretary::people::workspace::Room;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

pub(crate) const GET_MARK: &str = "SELECT value FROM marks WHERE name = $1";
pub(crate) const SET_MARK: &str =
    "INSERT INTO marks (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

#[async_trait]
impl Marks for Database {
    async fn mark(&self, name: &str) -> Result<Option<String>, ReceiveError> {
        Ok(self.asking().await?.value(query(GET_MARK).bind(name)).await?)
    }

    async fn set_mark(&self, name: &str, value: &str) -> Result<(), ReceiveError> {
        let mut tx = self.writing().await?;
        tx.run(query(SET_MARK).bind(name).bind(value)).await?;
        Ok(tx.finish_at("mark", "mark", "").await?)
    }

    async fn received(
        &self,
        platform: Platform,
        bot: &str,
        prefix: &str,
        since: DateTime<Utc>,
    ) -> Result<Vec<String>, ReceiveError> {
        // The newest rows are looked at from the end: there are few of the last minutes.
        let sql = "SELECT event FROM (SELECT seq, platform, bot, event, received_at FROM inbox ORDER BY seq DESC LIMIT 500) \
                   AS newest WHERE platform = $1 AND bot = $2 AND substr(event, 1, length($3)) = $3 AND received_at >= $4 \
                   ORDER BY seq DESC LIMIT 100";
        let rows = query(sql).bind(platform.name()).bind(bot).bind(prefix).bind(micros(since));
        Ok(self.asking().await?.column(rows).await?)
    }

    async fn places(&self, platform: Platform, reached: bool) -> Result<Vec<Place>, ReceiveError> {
        let sql = "SELECT id, body FROM rooms WHERE platform = $1 AND closed = $2 ORDER BY id";
        let asked = query(sql).bind(platform.name()).bind(!reached);
        let rows: Vec<(String, String)> = self.asking().await?.all(asked).await?;
        rows.into_iter().map(|(id, body)| Ok(parse::<Room>(&body, "room", id)?.place)).collect()
    }
}
