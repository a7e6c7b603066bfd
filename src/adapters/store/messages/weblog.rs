//! The log of the web chat. The one writer assigns the numbers of changes inside its transaction, so that a reader
//! never sees a number before a lower one.

use crate::adapters::store::Database;
use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::Touched;
use crate::adapters::store::database::value::{broken, json, parse};
use crate::ports::store::Stored;
use crate::ports::web::weblog::{Entry, EntryChange, WebLog, WebLogError, WebMessage};
use async_trait::async_trait;

type Row = (i64, i64, String);

fn decode((id, seq, body): Row) -> Stored<Entry> {
    Ok(Entry { seq, id, message: parse(&body, "web message", id)? })
}

fn at_most(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

#[async_trait]
impl WebLog for Database {
    async fn append(&self, key: &str, message: WebMessage) -> Result<i64, WebLogError> {
        let mut tx = self.writing().await?;
        if let Some(id) = tx.value::<i64>(query("SELECT id FROM web_log WHERE key = $1").bind(key)).await? {
            return Ok(id);
        }
        let sql = "INSERT INTO web_log (seq, key, body) \
                   VALUES ((SELECT COALESCE(MAX(seq), 0) + 1 FROM web_log), $1, $2) RETURNING id";
        tx.touch(Touched::WebLog);
        let rows: Vec<(i64,)> = tx.changed(query(sql).bind(key).bind(json(&message)?)).await?;
        let id = rows.first().ok_or_else(|| broken("the id", "a new web message"))?.0;
        tx.finish_at("web/append", "web", "append").await?;
        Ok(id)
    }

    async fn change(&self, id: i64, to: EntryChange) -> Result<bool, WebLogError> {
        let mut tx = self.writing().await?;
        let row = tx.one(query("SELECT id, seq, body FROM web_log WHERE id = $1").bind(id)).await?;
        let Some(Entry { message: before, .. }) = row.map(decode).transpose()? else { return Ok(false) };
        let after = before.clone().changed(to);
        if after == before {
            return Ok(true);
        }
        let sql = "UPDATE web_log SET seq = (SELECT MAX(seq) + 1 FROM web_log), body = $2 WHERE id = $1";
        tx.touch(Touched::WebLog);
        tx.run(query(sql).bind(id).bind(json(&after)?)).await?;
        tx.finish_at("web/change", "web", "change").await?;
        Ok(true)
    }

    async fn since(&self, seq: i64, limit: usize) -> Result<Vec<Entry>, WebLogError> {
        let sql = "SELECT id, seq, body FROM web_log WHERE seq > $1 ORDER BY seq LIMIT $2";
        let rows: Vec<Row> = self.asking().await?.all(query(sql).bind(seq).bind(at_most(limit))).await?;
        Ok(rows.into_iter().map(decode).collect::<Stored<_>>()?)
    }

    async fn latest(&self, before: Option<i64>, limit: usize) -> Result<Vec<Entry>, WebLogError> {
        let sql = "SELECT id, seq, body FROM web_log WHERE id < $1 ORDER BY id DESC LIMIT $2";
        let page = query(sql).bind(before.unwrap_or(i64::MAX)).bind(at_most(limit));
        let rows: Vec<Row> = self.asking().await?.all(page).await?;
        Ok(rows.into_iter().rev().map(decode).collect::<Stored<_>>()?)
    }
}
