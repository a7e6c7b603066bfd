//! The backlog in the database. Counts use the partial indexes of unfinished rows, so that their cost depends on open
//! work only.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{broken, count, json, micros, moment};
use crate::adapters::store::messages::marks::SET_MARK;
use crate::ports::store::{Backlog, EventOutcome, HealthRows, LaneKind, Stored};
use crate::secretary::inbound::Platform;
use crate::secretary::ticket::Status;
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

/// How far ahead rows are looked for that are tried again although they may have been done: the longest wait of such a
/// row is about a minute.
const SOON: TimeDelta = TimeDelta::minutes(10);

/// Where the sign of life stands.
const SIGN: &str = "health.sign";

/// By how the name of a lane begins and, for those of rooms, by the room's platform.
pub(crate) const LANES: &str = "SELECT CASE WHEN o.lane LIKE 'room/%' THEN 'room' WHEN o.lane LIKE 'edit/%' THEN 'edit' \
         WHEN o.lane LIKE 'run/%' THEN 'run' WHEN o.lane LIKE 'model/%' THEN 'model' \
         WHEN o.lane LIKE 'timer/%' THEN 'timer' WHEN o.lane LIKE 'schedule/%' THEN 'schedule' ELSE '' END AS lane_kind, \
     r.platform AS platform, COUNT(*) AS lines \
     FROM outbox AS o LEFT JOIN rooms AS r ON o.lane LIKE 'room/%' AND r.id = substr(o.lane, 6) \
     WHERE o.state IN ('pending', 'uncertain', 'sending') GROUP BY 1, 2";

pub(crate) const DUE: &str = "SELECT CASE WHEN o.lane LIKE 'room/%' THEN 'room' WHEN o.lane LIKE 'edit/%' THEN 'edit' \
         WHEN o.lane LIKE 'run/%' THEN 'run' WHEN o.lane LIKE 'model/%' THEN 'model' \
         WHEN o.lane LIKE 'timer/%' THEN 'timer' WHEN o.lane LIKE 'schedule/%' THEN 'schedule' ELSE '' END AS lane_kind, \
     r.platform AS platform, COUNT(*) AS lines, MIN(o.due_at) AS oldest \
     FROM outbox AS o LEFT JOIN rooms AS r ON o.lane LIKE 'room/%' AND r.id = substr(o.lane, 6) \
     WHERE o.head = 1 AND o.state IN ('pending', 'uncertain') AND o.due_at <= $1 GROUP BY 1, 2";

/// Both states are named so that the partial index of what is ready serves it.
pub(crate) const UNCERTAIN: &str = "SELECT COUNT(*) FROM outbox WHERE head = 1 AND state IN ('pending', 'uncertain') \
     AND state = 'uncertain' AND due_at <= $1";

pub(crate) const OPEN: &str = "SELECT status, COUNT(*) FROM tickets \
     WHERE status NOT IN ('done', 'failed', 'cancelled') GROUP BY status";

impl DbTx {
    async fn number(&mut self, sql: &'static str) -> Stored<u64> {
        count(self.value::<i64>(query(sql)).await?.unwrap_or(0), "a count")
    }

    async fn lanes(&mut self, backlog: &mut Backlog, now: DateTime<Utc>) -> Stored<()> {
        let kind_of =
            |first: &str, platform: Option<&str>| LaneKind::of_lane(first, platform.and_then(Platform::of_name));
        let all: Vec<(String, Option<String>, i64)> = self.all(query(LANES)).await?;
        for (first, platform, rows) in all {
            // A lane of no kind, or of a room that is gone, is nobody's queue.
            if let Some(kind) = kind_of(&first, platform.as_deref()) {
                backlog.lanes.entry(kind).or_default().rows += count::<u64>(rows, "a lane")?;
            }
        }
        let due: Vec<(String, Option<String>, i64, i64)> = self.all(query(DUE).bind(micros(now))).await?;
        for (first, platform, rows, oldest) in due {
            if let Some(kind) = kind_of(&first, platform.as_deref()) {
                let lane = backlog.lanes.entry(kind).or_default();
                lane.due += count::<u64>(rows, "a lane")?;
                lane.oldest_due = Some(moment(oldest, "a lane")?);
            }
        }
        Ok(())
    }
}

#[async_trait]
impl HealthRows for DbTx {
    async fn backlog(&mut self, now: DateTime<Utc>) -> Stored<Backlog> {
        let mut backlog = Backlog {
            undecided: self.number("SELECT COUNT(*) FROM inbox WHERE state = 'new'").await?,
            shelved: self.number("SELECT COUNT(*) FROM outbox WHERE state = 'shelved'").await?,
            ..Backlog::default()
        };
        let sql = "SELECT received_at FROM inbox WHERE state = 'new' ORDER BY seq LIMIT 1";
        let oldest = self.value::<i64>(query(sql)).await?;
        backlog.oldest_undecided = oldest.map(|at| moment(at, "the oldest inbox row")).transpose()?;
        self.lanes(&mut backlog, now).await?;
        let uncertain = self.value::<i64>(query(UNCERTAIN).bind(micros(now + SOON))).await?;
        backlog.uncertain = count(uncertain.unwrap_or(0), "a count")?;
        let open: Vec<(String, i64)> = self.all(query(OPEN)).await?;
        for (name, tickets) in open {
            let status = Status::of_name(&name).ok_or_else(|| broken("a status", "the tickets"))?;
            backlog.open.insert(status, count(tickets, "the tickets")?);
        }
        Ok(backlog)
    }

    async fn sign(&mut self, now: DateTime<Utc>) -> Stored<()> {
        self.run(query(SET_MARK).bind(SIGN).bind(now.to_rfc3339())).await.map(|_| ())
    }

    async fn stopped(&mut self, now: DateTime<Utc>) -> Stored<()> {
        let sql = "INSERT INTO inbox (platform, bot, event, body, seed, state, received_at, decided_at, fate) \
                   VALUES ('self', '', $1, '', $2, 'done', $3, $3, $4) ON CONFLICT (platform, bot, event) DO NOTHING";
        let row = query(sql).bind(format!("stop/{}", micros(now))).bind(vec![0_u8; 32]).bind(micros(now));
        self.run(row.bind(json(&EventOutcome::Decided(None))?)).await.map(|_| ())
    }
}
