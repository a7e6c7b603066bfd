//! Rows of the inbox and their outcomes.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::{DbTx, Touched};
use crate::adapters::store::database::value::{count, json, micros, moment, parse};
use crate::ports::store::{Arrival, EventOutcome, InboxCare, InboxRow, InboxRows, OutcomeRows, StoreError, Stored};
use crate::ports::trial::planted;
use crate::secretary::inbound::{Inbound, Platform};
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// The platform of what the engine tells itself.
const SELF: &str = "self";

const UNDECIDED: &str =
    "SELECT seq, body, seed, tries, received_at, begun FROM inbox WHERE state = 'new' ORDER BY seq LIMIT $1";

type Row = (i64, String, Vec<u8>, i64, i64, i64);

impl DbTx {
    /// Adds a row unless its event was seen before. Tells whether it was new.
    async fn arrive(
        &mut self,
        (platform, bot, event): (&str, &str, &str),
        arrival: &Arrival,
        seed: [u8; 32],
        now: DateTime<Utc>,
    ) -> Stored<bool> {
        let hidden = if platform == SELF { event.to_owned() } else { self.hidden_name(platform, bot, event) };
        let sql = "INSERT INTO inbox (platform, bot, event, body, seed, received_at) SELECT $1, $2, $3, $4, $5, $6 \
                   WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE platform = $1 AND bot = $2 AND event = $7) \
                   ON CONFLICT (platform, bot, event) DO NOTHING";
        let row = query(sql).bind(platform).bind(bot).bind(event).bind(json(arrival)?).bind(seed.to_vec());
        self.touch(Touched::Inbox);
        Ok(self.run(row.bind(micros(now)).bind(hidden)).await? == 1)
    }
}

fn decode((seq, body, seed, tries, received_at, begun): Row) -> Stored<InboxRow> {
    let row = format!("inbox row {seq}");
    Ok(InboxRow {
        seq,
        arrival: parse(&body, "the content of", &row)?,
        seed: seed.try_into().map_err(|_| crate::adapters::store::database::value::broken("the seed", &row))?,
        tries: count(tries, &row)?,
        begun: count(begun, &row)?,
        received_at: moment(received_at, &row)?,
    })
}

#[async_trait]
impl InboxRows for DbTx {
    async fn receive(&mut self, batch: &[(Inbound, [u8; 32])], now: DateTime<Utc>) -> Stored<usize> {
        let mut new = 0;
        for (inbound, seed) in batch {
            let again = planted::is("no-dedupe").then(|| format!("{}/{}", inbound.event, micros(now)));
            let event = again.as_deref().unwrap_or(&inbound.event);
            let key = (inbound.place.platform.name(), inbound.place.bot.as_str(), event);
            let arrival = Arrival::Outside(Box::new(inbound.clone()));
            new += usize::from(self.arrive(key, &arrival, *seed, now).await?);
        }
        Ok(new)
    }

    async fn tell(&mut self, key: &str, arrival: &Arrival, seed: [u8; 32], now: DateTime<Utc>) -> Stored<()> {
        self.arrive((SELF, "", key), arrival, seed, now).await.map(|_| ())
    }

    /// A row that cannot be read is quarantined here, as far as the transaction may write: it must not keep
    /// the others waiting for ever.
    async fn undecided(&mut self, limit: u32) -> Stored<Vec<InboxRow>> {
        loop {
            let rows: Vec<Row> = self.all(query(UNDECIDED).bind(i64::from(limit))).await?;
            let mut good = Vec::with_capacity(rows.len());
            let mut unreadable = false;
            for row in rows {
                let (seq, received_at) = (row.0, row.4);
                match decode(row) {
                    Ok(row) => good.push(row),
                    Err(StoreError::Broken(why)) if self.writes() => {
                        tracing::error!(seq, why, "an inbox row cannot be read and is put aside");
                        let at = DateTime::from_timestamp_micros(received_at).unwrap_or_default();
                        self.decided(seq, &EventOutcome::Quarantined(why), at).await?;
                        unreadable = true;
                    }
                    Err(error) => return Err(error),
                }
            }
            if !good.is_empty() || !unreadable {
                return Ok(good);
            }
        }
    }

    async fn decided(&mut self, seq: i64, outcome: &EventOutcome, now: DateTime<Utc>) -> Stored<()> {
        self.touch(Touched::Fates);
        let state = match outcome {
            EventOutcome::Decided(_) | EventOutcome::Refused(_) => "done",
            EventOutcome::Quarantined(_) => "quarantined",
            EventOutcome::Again => {
                let sql = "UPDATE inbox SET tries = tries + 1 WHERE seq = $1 AND state = 'new'";
                return self.run(query(sql).bind(seq)).await.map(|_| ());
            }
        };
        // What was decided lives on in the tickets; talk that was none of our business is not kept at all.
        let sql = "UPDATE inbox SET state = $2, fate = $3, decided_at = $4, \
                   body = CASE WHEN $2 = 'done' THEN '' ELSE body END WHERE seq = $1 AND state = 'new'";
        self.run(query(sql).bind(seq).bind(state).bind(json(outcome)?).bind(micros(now))).await.map(|_| ())
    }
}

#[async_trait]
impl InboxCare for DbTx {
    async fn last_undecided(&mut self) -> Stored<Option<i64>> {
        Ok(self.value::<Option<i64>>(query("SELECT MAX(seq) FROM inbox WHERE state = 'new'")).await?.flatten())
    }

    async fn begun(&mut self, from: i64, to: i64) -> Stored<()> {
        let sql = "UPDATE inbox SET begun = begun + 1 WHERE state = 'new' AND seq BETWEEN $1 AND $2";
        self.run(query(sql).bind(from).bind(to)).await.map(|_| ())
    }

    async fn undecided_keys(&mut self, prefix: &str) -> Stored<Vec<String>> {
        let sql = "SELECT event FROM inbox WHERE state = 'new' AND platform = $1 AND substr(event, 1, length($2)) = $2 \
                   ORDER BY seq";
        self.column(query(sql).bind(SELF).bind(prefix)).await
    }

    async fn told(&mut self, key: &str) -> Stored<bool> {
        let sql = "SELECT event FROM inbox WHERE platform = $1 AND bot = '' AND event = $2";
        self.is_there(query(sql).bind(SELF).bind(key)).await
    }
}

#[async_trait]
impl OutcomeRows for DbTx {
    async fn outcome(&mut self, platform: Platform, bot: &str, event: &str) -> Stored<Option<EventOutcome>> {
        let sql = "SELECT seq, fate FROM inbox WHERE platform = $1 AND bot = $2 AND event IN ($3, $4)";
        let hidden = self.hidden_name(platform.name(), bot, event);
        let row: Option<(i64, Option<String>)> =
            self.one(query(sql).bind(platform.name()).bind(bot).bind(event).bind(hidden)).await?;
        match row {
            Some((seq, Some(outcome))) => parse(&outcome, "the fate of inbox row", seq).map(Some),
            Some((_, None)) | None => Ok(None),
        }
    }

    async fn last_break(&mut self) -> Stored<Option<(DateTime<Utc>, Option<DateTime<Utc>>)>> {
        let sql = "SELECT seq, platform, decided_at FROM inbox WHERE decided_at IS NOT NULL \
                   AND (platform <> $1 OR event LIKE 'stop/%') ORDER BY decided_at DESC, seq DESC LIMIT 1";
        let row: Option<(i64, String, i64)> = self.one(query(sql).bind(SELF)).await?;
        let Some((seq, _, stopped)) = row.filter(|(_, platform, _)| platform == SELF) else { return Ok(None) };
        let sql = "SELECT received_at FROM inbox WHERE platform = $1 AND event LIKE 'start/%' AND seq > $2 \
                   ORDER BY seq LIMIT 1";
        let started = self.value::<i64>(query(sql).bind(SELF).bind(seq)).await?;
        let started = started.map(|at| moment(at, "the inbox row of a start")).transpose()?;
        Ok(Some((moment(stopped, "the inbox row of a stop")?, started)))
    }
}
