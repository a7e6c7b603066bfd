//! Rows of the outbox: adding, claiming and settling. The oldest unfinished row of a lane carries `head`; the end of
//! a row passes it on in the same transaction.

use super::outbox_care::OUTDATED;
use crate::adapters::store::database::pool::WRITERS;
use crate::adapters::store::database::statement::{Sql, query};
use crate::adapters::store::database::tx::{DbTx, Touched};
use crate::adapters::store::database::value::{count, json, micros, moment, parse};
use crate::adapters::store::ticket::ticket_list::texts;
use crate::ports::store::{Hands, NewOutboxRow, OutboxRow, OutboxRows, SCHEDULER, Settled, StoreError, Stored, WORKER};
use crate::secretary::effect::Effect;
use crate::secretary::ids::{EffectId, TicketId};
use async_trait::async_trait;
use chrono::{DateTime, Utc};

pub(crate) const ENQUEUE: &str = "INSERT INTO outbox (id, lane, ticket, body, due_at, created_at, changed_at, slot, room, hand, head) \
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, COALESCE($9, (SELECT platform FROM rooms WHERE id = $10)), (SELECT CASE WHEN COUNT(*) = 0 THEN 1 ELSE 0 END FROM \
         (SELECT 1 FROM outbox WHERE lane = $2 AND state IN ('pending', 'uncertain', 'sending') LIMIT 1) AS earlier)) \
     ON CONFLICT (id) DO NOTHING";

/// The plus keeps SQLite from walking the whole table in order to save itself a sort. What several processes want at the
/// same moment on a server goes to one of them, and none waits for another.
macro_rules! claim {
    ($db:ident, $lock:literal) => {
        concat!(
            "UPDATE outbox SET state = 'sending', changed_at = $1, owner = $3 WHERE seq IN \
                 (SELECT seq FROM outbox WHERE head = 1 AND state IN ('pending', 'uncertain') AND due_at <= $1 \
                      AND ($4 IS NULL OR hand IS NULL OR hand IN (SELECT h.value FROM ",
            texts!($db, "$4", "h"),
            ")) ORDER BY +seq LIMIT $2",
            $lock,
            ") RETURNING seq, id, lane, ticket, body, due_at, attempts, unclear, part, unclear_since, cut_off, created_at"
        )
    };
}
pub(crate) const CLAIM: Sql = Sql { sqlite: claim!(sqlite, ""), postgres: claim!(postgres, " FOR UPDATE SKIP LOCKED") };

macro_rules! next_due {
    ($db:ident) => {
        concat!(
            "SELECT MIN(due_at) FROM outbox WHERE head = 1 AND state IN ('pending', 'uncertain') \
                 AND ($1 IS NULL OR hand IS NULL OR hand IN (SELECT h.value FROM ",
            texts!($db, "$1", "h"),
            "))"
        )
    };
}
pub(crate) const NEXT_DUE: Sql = Sql { sqlite: next_due!(sqlite), postgres: next_due!(postgres) };

pub(crate) const PASS_ON: &str = "UPDATE outbox SET head = 1 WHERE seq = \
     (SELECT MIN(seq) FROM outbox WHERE lane = $1 AND state IN ('pending', 'uncertain', 'sending'))";

/// Who does an effect: a kind of process, or the platform of this room.
fn hand(effect: &Effect) -> (Option<&'static str>, Option<&str>) {
    match effect {
        Effect::Post { room, .. }
        | Effect::Edit { room, .. }
        | Effect::Bare { room, .. }
        | Effect::BareCopies { room, .. }
        | Effect::OpenThread { room, .. } => (None, Some(room.as_str())),
        Effect::AskModel { .. }
        | Effect::Understand { .. }
        | Effect::CheckFlow { .. }
        | Effect::StartRun { .. }
        | Effect::RunFlow { .. } => (Some(WORKER), None),
        Effect::SetTimer { .. } | Effect::WakeSchedule { .. } => (Some(SCHEDULER), None),
        Effect::Bind { .. }
        | Effect::Expect { .. }
        | Effect::StopThinking
        | Effect::TellRun { .. }
        | Effect::StopRun { .. }
        | Effect::DropTimer { .. }
        | Effect::Extend { .. }
        | Effect::Erase { .. }
        | Effect::EraseFiles { .. }
        | Effect::Allow { .. } => (None, None),
    }
}

/// Hands as a list for a statement; none for all.
fn named(hands: &Hands) -> Stored<Option<String>> {
    match hands {
        Hands::All => Ok(None),
        Hands::Only(some) => json(some).map(Some),
    }
}

type Row = (i64, String, String, Option<String>, String, i64, i64, i64, i64, Option<i64>, i64, i64);

fn decode(row: Row) -> Stored<OutboxRow> {
    let (seq, id, lane, ticket, body, due_at, attempts, unclear, part, unclear_since, cut_off, since) = row;
    let name = format!("outbox row {seq}");
    Ok(OutboxRow {
        seq,
        attempts: count(attempts, &name)?,
        unclear: count(unclear, &name)?,
        unclear_since: unclear_since.map(|at| moment(at, &name)).transpose()?,
        cut_off: count(cut_off, &name)?,
        part: count(part, &name)?,
        since: moment(since, &name)?,
        row: NewOutboxRow {
            lane,
            ticket: ticket.map(TicketId::new),
            effect: parse(&body, "the effect of", &name)?,
            due_at: moment(due_at, &name)?,
            id: EffectId::new(id),
        },
    })
}

const DONE: &str = "UPDATE outbox SET state = 'sent', head = 0, body = '', changed_at = $2 \
     WHERE seq = $1 AND state = 'sending' RETURNING lane, room, slot, created_at";

/// The lane, the room and the slot of a row, and since when it is there.
type Ended = (String, Option<String>, Option<String>, i64);

impl DbTx {
    async fn end(&mut self, sql: &'static str, seq: i64, why: &str, now: DateTime<Utc>) -> Stored<bool> {
        let rows: Vec<(String,)> = self.changed(query(sql).bind(seq).bind(micros(now)).bind(why)).await?;
        let Some((lane,)) = rows.into_iter().next() else { return Ok(false) };
        self.touch(Touched::Outbox);
        self.run(query(PASS_ON).bind(lane)).await?;
        Ok(true)
    }

    async fn end_well(&mut self, seq: i64, now: DateTime<Utc>) -> Stored<bool> {
        let rows: Vec<Ended> = self.changed(query(DONE).bind(seq).bind(micros(now))).await?;
        let Some((lane, room, slot, since)) = rows.into_iter().next() else { return Ok(false) };
        self.touch(Touched::Outbox);
        // A change of a message is known by its room without a slot.
        if let (Some(room), None) = (room, slot) {
            self.run(query(OUTDATED).bind(room).bind(&lane).bind(since).bind(seq)).await?;
        }
        self.run(query(PASS_ON).bind(lane)).await?;
        Ok(true)
    }
}

#[async_trait]
impl OutboxRows for DbTx {
    async fn enqueue(&mut self, row: &NewOutboxRow, now: DateTime<Utc>) -> Stored<()> {
        let slot = match &row.effect {
            Effect::Post { slot, .. } => Some(slot.as_str()),
            _ => None,
        };
        // What may have to wait for its room is found by it.
        let room = match &row.effect {
            Effect::Post { room, .. } | Effect::Edit { room, .. } | Effect::Bare { room, .. } => Some(room.as_str()),
            _ => None,
        };
        let (hand, at) = hand(&row.effect);
        let insert = query(ENQUEUE)
            .bind(row.id.as_str())
            .bind(&row.lane)
            .bind(row.ticket.as_ref().map(TicketId::as_str))
            .bind(json(&row.effect)?)
            .bind(micros(row.due_at))
            .bind(micros(now))
            .bind(slot)
            .bind(room)
            .bind(hand)
            .bind(at);
        self.touch(Touched::Outbox);
        self.run(insert).await.map(|_| ())
    }

    /// A row that cannot be read is ended as failed and left out, so that its lane and all others go on.
    async fn claim(&mut self, now: DateTime<Utc>, limit: u32, hands: &Hands) -> Stored<Vec<OutboxRow>> {
        let mut rows: Vec<Row> = self
            .changed(query(CLAIM).bind(micros(now)).bind(i64::from(limit)).bind(self.process()).bind(named(hands)?))
            .await?;
        rows.sort_by_key(|row| row.0);
        let (mut good, mut alone) = (Vec::with_capacity(rows.len()), self.writes_alone());
        for row in rows {
            let seq = row.0;
            match decode(row) {
                Ok(row) => good.push(row),
                Err(StoreError::Broken(why)) => {
                    if !alone {
                        // Who adds to its lane at this moment must not take it for the head of it.
                        self.run(query(WRITERS)).await?;
                        alone = true;
                    }
                    tracing::error!(seq, why, "an outbox row cannot be read and is given up");
                    self.settle(seq, &Settled::Failed(why), now).await?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(good)
    }

    async fn settle(&mut self, seq: i64, how: &Settled, now: DateTime<Utc>) -> Stored<bool> {
        let (sql, at) = match how {
            Settled::Done => return self.end_well(seq, now).await,
            Settled::Failed(why) => {
                let sql = "UPDATE outbox SET state = 'failed', head = 0, changed_at = $2, why = $3 \
                           WHERE seq = $1 AND state = 'sending' RETURNING lane";
                return self.end(sql, seq, why, now).await;
            }
            Settled::Shelved(why) => {
                // A change of a message that a newer one waits behind is outdated: kept, it might come back behind it.
                let sql = "UPDATE outbox SET state = CASE WHEN slot IS NULL AND room IS NOT NULL AND EXISTS \
                           (SELECT 1 FROM outbox AS newer WHERE newer.lane = outbox.lane AND newer.seq > outbox.seq \
                           AND newer.room IS NOT NULL AND newer.state IN ('pending', 'uncertain') \
                           AND newer.created_at >= outbox.created_at) THEN 'dropped' ELSE 'shelved' END, \
                           head = 0, changed_at = $2, why = $3 \
                           WHERE seq = $1 AND state = 'sending' RETURNING lane";
                return self.end(sql, seq, why, now).await;
            }
            Settled::NextPart => (
                "UPDATE outbox SET state = 'pending', part = part + 1, attempts = 0, unclear = 0, unclear_since = NULL, \
                 cut_off = 0, changed_at = $2, due_at = $3 \
                 WHERE seq = $1 AND state = 'sending'",
                now,
            ),
            Settled::Retry(at) => (
                "UPDATE outbox SET state = CASE WHEN unclear > 0 THEN 'uncertain' ELSE 'pending' END, attempts = attempts + 1, cut_off = 0, changed_at = $2, due_at = $3 \
                 WHERE seq = $1 AND state = 'sending'",
                *at,
            ),
            Settled::Waits(at) => (
                "UPDATE outbox SET state = CASE WHEN unclear > 0 THEN 'uncertain' ELSE 'pending' END, attempts = attempts + 1, changed_at = $2, due_at = $3 \
                 WHERE seq = $1 AND state = 'sending'",
                *at,
            ),
            Settled::Anew(at) => (
                "UPDATE outbox SET state = 'pending', attempts = attempts + 1, unclear = 0, unclear_since = NULL, cut_off = 0, \
                 changed_at = $2, due_at = $3 \
                 WHERE seq = $1 AND state = 'sending'",
                *at,
            ),
            Settled::Unclear(at) => (
                "UPDATE outbox SET state = 'uncertain', attempts = attempts + 1, unclear = unclear + 1, cut_off = 0, \
                 unclear_since = COALESCE(unclear_since, changed_at), changed_at = $2, due_at = $3 \
                 WHERE seq = $1 AND state = 'sending'",
                *at,
            ),
        };
        self.touch(Touched::Outbox);
        Ok(self.run(query(sql).bind(seq).bind(micros(now)).bind(micros(at))).await? == 1)
    }

    async fn next_due(&mut self, hands: &Hands) -> Stored<Option<DateTime<Utc>>> {
        let due = self.value::<Option<i64>>(query(NEXT_DUE).bind(named(hands)?)).await?.flatten();
        due.map(|at| moment(at, "the next outbox row")).transpose()
    }
}
