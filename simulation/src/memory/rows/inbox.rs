//! Inbox rows and what became of them.

use crate::broken::Broken;
use crate::memory::MemoryTx;
use crate::memory::ledger::Fact;
use crate::memory::tables::Incoming;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use secretary::ports::store::{Arrival, EventOutcome, InboxCare, InboxRow, InboxRows, OutcomeRows, Stored};
use secretary::secretary::inbound::{Inbound, Platform};
use std::sync::Arc;

fn outside(platform: Platform, bot: &str, event: &str) -> String {
    format!("{platform}/{bot}/{event}")
}

impl MemoryTx {
    fn arrive(&mut self, key: String, arrival: Arrival, seed: [u8; 32], now: DateTime<Utc>) -> Stored<bool> {
        let known = self.tables().seen.contains_key(&key);
        if (known && !self.doubles(&arrival, &key)) || self.loses(&arrival) {
            return Ok(false);
        }
        let seq = self.count("inbox")?;
        let arrival = Arc::new(arrival);
        self.tell_ledger(Fact::Arrived { seq, key: key.clone(), arrival: arrival.clone() });
        self.put(|t| &mut t.seen, key.clone(), seq)?;
        self.put(|t| &mut t.fresh, seq, ())?;
        let row = Incoming { key, arrival, seed, tries: 0, begun: 0, received_at: now, ended: None };
        self.put(|t| &mut t.inbox, seq, Arc::new(row))?;
        Ok(true)
    }

    fn change_incoming(&mut self, seq: i64, change: impl FnOnce(&mut Incoming)) -> Stored<()> {
        let found = self.tables().inbox.get(&seq).cloned();
        if let Some(row) = found.filter(|row| row.ended.is_none()) {
            let mut row = (*row).clone();
            change(&mut row);
            self.put(|t| &mut t.inbox, seq, Arc::new(row))?;
        }
        Ok(())
    }
}

#[async_trait]
impl InboxRows for MemoryTx {
    async fn receive(&mut self, batch: &[(Inbound, [u8; 32])], now: DateTime<Utc>) -> Stored<usize> {
        let mut new = 0;
        for (inbound, seed) in batch {
            let key = outside(inbound.place.platform, &inbound.place.bot, &inbound.event);
            new += usize::from(self.arrive(key, Arrival::Outside(Box::new(inbound.clone())), *seed, now)?);
        }
        Ok(new)
    }

    async fn tell(&mut self, key: &str, arrival: &Arrival, seed: [u8; 32], now: DateTime<Utc>) -> Stored<()> {
        let key = format!("self//{key}");
        let new = self.arrive(key.clone(), self.heard(arrival), seed, now)?;
        if new && self.doubles(arrival, &key) {
            self.arrive(key, arrival.clone(), seed, now)?;
        }
        Ok(())
    }

    async fn undecided(&mut self, limit: u32) -> Stored<Vec<InboxRow>> {
        if limit > 1 && self.is(Broken::Hesitates) {
            std::future::pending::<()>().await;
        }
        let tables = self.tables();
        let rows = tables.fresh.keys().take(limit as usize).filter_map(|seq| Some((seq, tables.inbox.get(seq)?)));
        let row = |(seq, row): (&i64, &Arc<Incoming>)| InboxRow {
            seq: *seq,
            arrival: (*row.arrival).clone(),
            seed: row.seed,
            tries: row.tries,
            begun: row.begun,
            received_at: row.received_at,
        };
        Ok(rows.map(row).collect())
    }

    async fn decided(&mut self, seq: i64, outcome: &EventOutcome, now: DateTime<Utc>) -> Stored<()> {
        let Some(row) = self.tables().inbox.get(&seq).cloned() else { return Ok(()) };
        let (key, arrival) = (row.key.clone(), row.arrival.clone());
        self.tell_ledger(Fact::Decided { seq, key, outcome: outcome.clone(), arrival });
        if *outcome == EventOutcome::Again {
            return self.change_incoming(seq, |row| row.tries += 1);
        }
        self.change_incoming(seq, |row| row.ended = Some((outcome.clone(), now)))?;
        self.take(|t| &mut t.fresh, &seq).map(drop)
    }
}

#[async_trait]
impl InboxCare for MemoryTx {
    async fn last_undecided(&mut self) -> Stored<Option<i64>> {
        Ok(self.tables().fresh.last_key_value().map(|(seq, ())| *seq))
    }

    async fn begun(&mut self, from: i64, to: i64) -> Stored<()> {
        let rows: Vec<i64> = self.tables().fresh.range(from..=to).map(|(seq, ())| *seq).collect();
        for seq in rows {
            self.change_incoming(seq, |row| row.begun += 1)?;
        }
        Ok(())
    }

    async fn undecided_keys(&mut self, prefix: &str) -> Stored<Vec<String>> {
        let tables = self.tables();
        let keys = tables.fresh.keys().filter_map(|seq| tables.inbox.get(seq)?.key.strip_prefix("self//"));
        Ok(keys.filter(|key| key.starts_with(prefix)).map(str::to_owned).collect())
    }

    async fn told(&mut self, key: &str) -> Stored<bool> {
        Ok(self.tables().seen.contains_key(&format!("self//{key}")))
    }
}

#[async_trait]
impl OutcomeRows for MemoryTx {
    async fn outcome(&mut self, platform: Platform, bot: &str, event: &str) -> Stored<Option<EventOutcome>> {
        let tables = self.tables();
        let row = tables.seen.get(&outside(platform, bot, event)).and_then(|seq| tables.inbox.get(seq));
        Ok(row.and_then(|row| row.ended.as_ref().map(|(outcome, _)| outcome.clone())))
    }

    async fn last_break(&mut self) -> Stored<Option<(DateTime<Utc>, Option<DateTime<Utc>>)>> {
        let tables = self.tables();
        let counts = |row: &Incoming| !row.key.starts_with("self/") || row.key.starts_with("self//stop/");
        let ended = tables.inbox.iter().filter(|(_, row)| counts(row));
        let last = ended
            .filter_map(|(seq, row)| Some((row.ended.as_ref()?.1, *seq, row)))
            .max_by_key(|(at, seq, _)| (*at, *seq));
        let Some((stopped, seq, _)) = last.filter(|(_, _, row)| row.key.starts_with("self/")) else { return Ok(None) };
        let starts = tables.inbox.range(seq + 1..).find(|(_, row)| row.key.starts_with("self//start/"));
        Ok(Some((stopped, starts.map(|(_, row)| row.received_at))))
    }
}
