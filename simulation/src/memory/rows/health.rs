//! How much waits, an orderly stop, and forgetting, for which a simulated life is too short.

use crate::memory::tables::{Incoming, State};
use crate::memory::{MemoryTx, Tables};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use secretary::ports::store::{
    Arrival, Backlog, EventOutcome, Forgotten, HealthRows, LaneKind, RetentionRows, Stored, Transient,
};
use secretary::secretary::inbound::Platform;
use std::sync::Arc;

fn kind(tables: &Tables, lane: &str) -> Option<LaneKind> {
    let (first, rest) = lane.split_once('/')?;
    let room = tables.rooms.iter().find(|(id, _)| id.as_str() == rest).map(|(_, room)| room.place.platform);
    LaneKind::of_lane(first, room.or(Some(Platform::Web)))
}

#[async_trait]
impl HealthRows for MemoryTx {
    async fn backlog(&mut self, now: DateTime<Utc>) -> Stored<Backlog> {
        let tables = self.tables();
        let mut backlog = Backlog { undecided: tables.fresh.len() as u64, ..Backlog::default() };
        let fresh = tables.fresh.keys().filter_map(|seq| tables.inbox.get(seq));
        backlog.oldest_undecided = fresh.map(|row| row.received_at).min();
        backlog.shelved = tables.shelf.len() as u64;
        for ticket in tables.tickets.values().filter(|ticket| !ticket.closed()) {
            *backlog.open.entry(ticket.status()).or_default() += 1;
        }
        for row in tables.outbox.values().filter(|row| row.state == State::Due) {
            backlog.uncertain += u64::from(row.unclear > 0);
            let Some(kind) = kind(&tables, &row.lane) else { continue };
            let queue = backlog.lanes.entry(kind).or_default();
            queue.rows += 1;
            if row.due_at <= now {
                queue.due += 1;
                queue.oldest_due = Some(queue.oldest_due.map_or(row.due_at, |oldest| oldest.min(row.due_at)));
            }
        }
        Ok(backlog)
    }

    async fn sign(&mut self, _now: DateTime<Utc>) -> Stored<()> {
        Ok(())
    }

    async fn stopped(&mut self, now: DateTime<Utc>) -> Stored<()> {
        let seq = self.count("inbox")?;
        let row = Incoming {
            key: format!("self//stop/{}", now.timestamp_micros()),
            arrival: Arc::new(Arrival::AgentsFree),
            seed: [0; 32],
            tries: 0,
            begun: 0,
            received_at: now,
            ended: Some((EventOutcome::Decided(None), now)),
        };
        self.put(|t| &mut t.inbox, seq, Arc::new(row)).map(drop)
    }
}

#[async_trait]
impl RetentionRows for MemoryTx {
    async fn forget(&mut self, _kind: Transient, _before: DateTime<Utc>, _limit: u32) -> Stored<Forgotten> {
        Ok(Forgotten::default())
    }
}
