//! Whole lanes of the outbox, and the newest row of each.

use crate::broken::Broken;
use crate::memory::MemoryTx;
use crate::memory::tables::State;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use secretary::ports::store::{OutboxLanes, OutboxNewest, Stored};
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::RunId;

#[async_trait]
impl OutboxLanes for MemoryTx {
    async fn stopping(&mut self, _run: &RunId) -> Stored<()> {
        Ok(())
    }

    async fn drop_lane(&mut self, lane: &str) -> Stored<u64> {
        if self.is(Broken::KeepsLanes) && lane.starts_with("run/") {
            return Ok(0);
        }
        let rows = self.of_lane(lane, |_| true);
        self.drop_rows(rows)
    }

    async fn replace_lane(&mut self, lane: &str) -> Stored<u64> {
        let rows = self.of_lane(lane, |row| row.state == State::Due && row.unclear == 0);
        self.drop_rows(rows)
    }

    async fn hurry(&mut self, lane: &str, now: DateTime<Utc>) -> Stored<u64> {
        let rows = self.of_lane(lane, |row| row.state == State::Due && row.due_at > now);
        for seq in &rows {
            self.change_row(*seq, |row| (row.due_at, row.changed_at) = (now, now))?;
        }
        Ok(rows.len() as u64)
    }
}

#[async_trait]
impl OutboxNewest for MemoryTx {
    async fn newest(&mut self, lane: &str) -> Stored<Option<Effect>> {
        let Some(seq) = self.of_lane(lane, |_| true).into_iter().max() else { return Ok(None) };
        Ok(self.tables().live().find(|(at, _)| *at == seq).map(|(_, row)| (*row.effect).clone()))
    }

    async fn drop_newest(&mut self, lane: &str) -> Stored<()> {
        let newest = self.of_lane(lane, |_| true).into_iter().max();
        self.drop_rows(newest.into_iter().collect()).map(drop)
    }
}
