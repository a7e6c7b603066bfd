//! Care of the outbox: after a start, and for whole lanes.

use super::tx::SqliteTx;
use super::value::micros;
use crate::ports::store::{OutboxCare, Stored};
use crate::secretary::ids::{RoomId, Slot};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sqlx::{query, query_as};

pub(super) const RECOVER: &str =
    "UPDATE outbox SET state = 'due', unclear = unclear + 1, due_at = $1, changed_at = $1 WHERE state = 'sending'";

pub(super) const DROP_LANE: &str =
    "UPDATE outbox SET state = 'dropped', head = 0, body = '' WHERE lane = $1 AND state IN ('due', 'sending')";

pub(super) const HURRY: &str = "UPDATE outbox SET due_at = $2, changed_at = $2 \
     WHERE lane = $1 AND state IN ('due', 'sending') AND state = 'due' AND due_at > $2";

/// What is being done is the head of its lane and stays it; when nothing is being done, nothing is left.
pub(super) const REPLACE_LANE: &str = "UPDATE outbox SET state = 'dropped', head = 0, body = '' \
     WHERE lane = $1 AND state IN ('due', 'sending') AND state = 'due'";

pub(super) const POST_PENDING: &str = "SELECT 1 FROM outbox \
     WHERE slot = $1 AND room = $2 AND slot IS NOT NULL AND state IN ('due', 'sending') LIMIT 1";

#[async_trait]
impl OutboxCare for SqliteTx {
    async fn recover(&mut self, now: DateTime<Utc>) -> Stored<u64> {
        self.run(query(RECOVER).bind(micros(now))).await
    }

    async fn drop_lane(&mut self, lane: &str) -> Stored<u64> {
        self.run(query(DROP_LANE).bind(lane)).await
    }

    async fn replace_lane(&mut self, lane: &str) -> Stored<u64> {
        self.run(query(REPLACE_LANE).bind(lane)).await
    }

    async fn hurry(&mut self, lane: &str, now: DateTime<Utc>) -> Stored<u64> {
        self.run(query(HURRY).bind(lane).bind(micros(now))).await
    }

    async fn post_pending(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool> {
        let row: Option<(i64,)> = self.one(query_as(POST_PENDING).bind(slot.as_str()).bind(room.as_str())).await?;
        Ok(row.is_some())
    }
}
