//! Care of the outbox: after a start, for whole lanes, and for given-up posts until somebody is active in their room.

use crate::adapters::store::database::processes::recover;
use crate::adapters::store::database::statement::{Sql, query};
use crate::adapters::store::database::tx::{DbTx, Touched};
use crate::adapters::store::database::value::{json, micros, parse};
use crate::ports::store::{
    OutboxCare, OutboxDoubts, OutboxLanes, OutboxNewest, OutboxRow, PendingPosts, Stored, may_stand_id,
};
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::{RoomId, RunId, Slot};
use crate::secretary::message::Message;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// A wait this long, in microseconds, was for a platform that was not connected or did not let the bot in: after a start
/// it may be. The waits a platform asks for are shorter, and kept.
const LONG_WAIT: i64 = 300_000_000;

/// The room tells what is to be posted from timers and work.
pub(crate) const ANEW: &str = "UPDATE outbox SET due_at = $1, changed_at = $1 \
     WHERE state IN ('pending', 'uncertain') AND head = 1 AND room IS NOT NULL AND due_at > $1 AND attempts > 0 AND due_at - changed_at >= $2";

pub(crate) const DROP_LANE: &str = "UPDATE outbox SET state = 'dropped', head = 0, body = '' WHERE lane = $1 AND state IN ('pending', 'uncertain', 'sending')";

pub(crate) const HURRY: &str = "UPDATE outbox SET due_at = $2, changed_at = $2 \
     WHERE lane = $1 AND state IN ('pending', 'uncertain', 'sending') AND state IN ('pending', 'uncertain') AND due_at > $2";

/// What is being done is the head of its lane and stays it; so does what a crash cut off, since it may have posted
/// something and nobody else knows. When there is neither, nothing is left.
pub(crate) const REPLACE_LANE: &str = "UPDATE outbox SET state = 'dropped', head = 0, body = '' \
     WHERE lane = $1 AND state IN ('pending', 'uncertain', 'sending') AND state = 'pending'";

pub(crate) const NEWEST: &str = "SELECT seq, body FROM outbox \
     WHERE lane = $1 AND state IN ('pending', 'uncertain', 'sending') ORDER BY seq DESC LIMIT 1";

const DROP: &str = "UPDATE outbox SET state = 'dropped', head = 0, body = '' WHERE seq = $1";

pub(crate) const MAY_STAND: &str = "SELECT seq FROM outbox WHERE id = $1";

pub(crate) const BEHIND: &str = "SELECT seq, body FROM outbox \
     WHERE lane = $1 AND seq > $2 AND created_at > $3 AND slot IS NOT NULL AND state IN ('pending', 'uncertain', 'sending') ORDER BY seq";

pub(crate) const POST_PENDING: &str = "SELECT seq FROM outbox \
     WHERE slot = $1 AND room = $2 AND slot IS NOT NULL AND state IN ('pending', 'uncertain', 'sending') LIMIT 1";

pub(crate) const POST_UNCLEAR: &str = "SELECT seq FROM outbox \
     WHERE slot = $1 AND room = $2 AND slot IS NOT NULL AND state IN ('pending', 'uncertain', 'sending') \
     AND state IN ('uncertain', 'sending') LIMIT 1";

/// The part goes along, since a copy begins where the first one stopped, and so does its age. It stands at the end of its
/// lane. What may have arrived already is known by its id from then on, and since when that is unclear. A change of a message
/// (it has no slot) that a newer one waits behind is outdated, and would undo that; of two of one moment the later row is the
/// newer one, unless it is itself a copy, which came to stand behind. What takes the buttons off further copies (it has no room)
/// is none.
pub(super) const SHOW_AGAIN: &str = "INSERT INTO outbox (id, lane, ticket, body, due_at, created_at, changed_at, slot, room, hand, part, unclear_since, head) \
     SELECT CASE WHEN unclear > 0 THEN 'again/' ELSE 'back/' END || id, lane, ticket, body, $2, created_at, $2, slot, room, hand, part, unclear_since, (SELECT CASE WHEN COUNT(*) = 0 THEN 1 ELSE 0 END FROM \
         (SELECT 1 FROM outbox AS other WHERE other.lane = shelved.lane AND other.state IN ('pending', 'uncertain', 'sending') LIMIT 1) AS earlier) \
     FROM outbox AS shelved WHERE seq = $1 AND (slot IS NOT NULL OR NOT EXISTS (SELECT 1 FROM outbox AS newer \
         WHERE newer.lane = shelved.lane AND newer.state IN ('pending', 'uncertain', 'sending') AND newer.room IS NOT NULL AND (newer.created_at > shelved.created_at OR \
         (newer.created_at = shelved.created_at AND newer.seq > shelved.seq AND newer.id NOT LIKE 'again/%' AND newer.id NOT LIKE 'back/%')))) \
     ON CONFLICT (id) DO NOTHING";

/// An earlier change of a message that waits for somebody to be there would undo one that was made since, and bring back
/// its buttons.
pub(super) const OUTDATED: &str = "UPDATE outbox SET state = 'dropped', body = '' \
     WHERE state = 'shelved' AND room = $1 AND lane = $2 AND slot IS NULL AND created_at <= $3 AND seq < $4";

pub(super) const GIVE_BACK: &str = "UPDATE outbox SET state = CASE WHEN unclear > 0 THEN 'uncertain' ELSE 'pending' END, changed_at = $2 \
     WHERE seq = $1 AND state = 'sending' AND COALESCE(owner, '') = COALESCE($3, '')";

/// Each outcome by which a row goes on changes its attempts or its part.
pub(super) const TAKEN_ANEW: &str = "SELECT seq FROM outbox WHERE seq = $1 AND state = 'sending' \
     AND (attempts <> $2 OR part <> $3 OR COALESCE(owner, '') <> COALESCE($4, ''))";

macro_rules! still_ours {
    ($lock:literal) => {
        concat!(
            "SELECT seq FROM outbox WHERE seq = $1 AND state = 'sending' AND attempts = $2 AND part = $3 \
             AND COALESCE(owner, '') = COALESCE($4, '')",
            $lock
        )
    };
}
const STILL_OURS: Sql = Sql { sqlite: still_ours!(""), postgres: still_ours!(" FOR SHARE") };

const SHELVED: &str = "SELECT seq FROM outbox WHERE state = 'shelved' AND room = $1 ORDER BY seq";

const SHELVED_SLOT: &str =
    "SELECT seq, body, unclear_since FROM outbox WHERE state = 'shelved' AND room = $1 AND slot = $2";

const DROP_SHELVED: &str = "UPDATE outbox SET state = 'dropped', body = '' WHERE seq = $1";

impl DbTx {
    /// Whether a claimed row is found by this.
    async fn found(&mut self, sql: impl Into<Sql>, claimed: &OutboxRow) -> Stored<bool> {
        let (attempts, part) = (i64::from(claimed.attempts), i64::from(claimed.part));
        let row = query(sql).bind(claimed.seq).bind(attempts).bind(part).bind(self.process());
        self.is_there(row).await
    }
}

#[async_trait]
impl OutboxCare for DbTx {
    async fn recover(&mut self, now: DateTime<Utc>, on_purpose: bool) -> Stored<u64> {
        self.touch(Touched::Outbox);
        self.run(query(ANEW).bind(micros(now)).bind(LONG_WAIT)).await?;
        recover(self, micros(now), !on_purpose).await
    }

    /// One after the other, since each asks whether its lane is empty. The old row keeps its reason for the record.
    async fn show_again(&mut self, room: &RoomId, now: DateTime<Utc>) -> Stored<u64> {
        let rows: Vec<i64> = self.column(query(SHELVED).bind(room.as_str())).await?;
        let mut shown = 0;
        self.touch(Touched::Outbox);
        for seq in rows {
            shown += self.run(query(SHOW_AGAIN).bind(seq).bind(micros(now))).await?;
            self.run(query("UPDATE outbox SET state = 'failed', body = '' WHERE seq = $1").bind(seq)).await?;
        }
        Ok(shown)
    }

    async fn reword(&mut self, room: &RoomId, slot: &Slot, message: Option<&Message>) -> Stored<bool> {
        let shelved = query(SHELVED_SLOT).bind(room.as_str()).bind(slot.as_str());
        let rows: Vec<(i64, String, Option<i64>)> = self.all(shelved).await?;
        let mut any = false;
        for (seq, body, unclear_since) in rows {
            let mut effect: Effect = parse(&body, "the effect of", format_args!("outbox row {seq}"))?;
            if let Effect::Post { message: said, .. } = &mut effect {
                any = true;
                let settled = message.is_some_and(|m| m.buttons.is_empty()) && !said.buttons.is_empty();
                if settled && unclear_since.is_none() {
                    self.run(query(DROP_SHELVED).bind(seq)).await?;
                    continue;
                }
                match message {
                    Some(message) => said.clone_from(message),
                    None => said.buttons.clear(),
                }
                let sql = "UPDATE outbox SET body = $2 WHERE seq = $1";
                self.run(query(sql).bind(seq).bind(json(&effect)?)).await?;
            }
        }
        Ok(any)
    }

    async fn answered_since(&mut self, row: &OutboxRow) -> Stored<bool> {
        let behind = query(BEHIND).bind(&row.row.lane).bind(row.seq).bind(micros(row.since));
        let rows: Vec<(i64, String)> = self.all(behind).await?;
        for (seq, body) in rows {
            let effect = parse(&body, "the effect of", format_args!("outbox row {seq}"))?;
            if matches!(effect, Effect::Post { class: Class::Answer, .. }) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[async_trait]
impl OutboxLanes for DbTx {
    async fn stopping(&mut self, run: &RunId) -> Stored<()> {
        self.touch(Touched::Stop(run.clone()));
        Ok(())
    }

    async fn drop_lane(&mut self, lane: &str) -> Stored<u64> {
        self.run(query(DROP_LANE).bind(lane)).await
    }

    async fn replace_lane(&mut self, lane: &str) -> Stored<u64> {
        self.run(query(REPLACE_LANE).bind(lane)).await
    }

    async fn hurry(&mut self, lane: &str, now: DateTime<Utc>) -> Stored<u64> {
        self.touch(Touched::Outbox);
        self.run(query(HURRY).bind(lane).bind(micros(now))).await
    }
}

#[async_trait]
impl OutboxNewest for DbTx {
    async fn newest(&mut self, lane: &str) -> Stored<Option<Effect>> {
        let found: Vec<(i64, String)> = self.all(query(NEWEST).bind(lane)).await?;
        found.into_iter().next().map(|(seq, body)| parse(&body, "the effect of outbox row", seq)).transpose()
    }

    async fn drop_newest(&mut self, lane: &str) -> Stored<()> {
        let found: Vec<(i64, String)> = self.all(query(NEWEST).bind(lane)).await?;
        if let Some((seq, _)) = found.first() {
            self.run(query(DROP).bind(*seq)).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl OutboxDoubts for DbTx {
    async fn give_back(&mut self, rows: &[i64], now: DateTime<Utc>) -> Stored<u64> {
        let mut given = 0;
        for seq in rows {
            given += self.run(query(GIVE_BACK).bind(*seq).bind(micros(now)).bind(self.process())).await?;
        }
        Ok(given)
    }

    async fn taken_anew(&mut self, claimed: &OutboxRow) -> Stored<bool> {
        self.found(TAKEN_ANEW, claimed).await
    }

    async fn still_ours(&mut self, claimed: &OutboxRow) -> Stored<bool> {
        self.found(STILL_OURS, claimed).await
    }
}

#[async_trait]
impl PendingPosts for DbTx {
    async fn post_pending(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool> {
        self.is_there(query(POST_PENDING).bind(slot.as_str()).bind(room.as_str())).await
    }

    async fn post_unclear(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool> {
        self.is_there(query(POST_UNCLEAR).bind(slot.as_str()).bind(room.as_str())).await
    }

    async fn may_stand(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool> {
        self.is_there(query(MAY_STAND).bind(may_stand_id(room, slot).as_str())).await
    }
}
