//! Outbox rows and whole lanes of them.

use crate::broken::Broken;
use crate::memory::MemoryTx;
use crate::memory::ledger::Fact;
use crate::memory::tables::{Outgoing, State};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use secretary::ports::store::{
    Hands, NewOutboxRow, OutboxCare, OutboxDoubts, OutboxRow, OutboxRows, PendingPosts, SCHEDULER, Settled, Stored,
    WORKER, may_stand_id,
};
use secretary::secretary::effect::{Class, Effect};
use secretary::secretary::ids::{EffectId, RoomId, Slot};
use secretary::secretary::message::Message;
use std::sync::Arc;

/// A wait this long was for a platform that was not connected: after a start it may be.
const LONG_WAIT: TimeDelta = TimeDelta::minutes(5);

impl MemoryTx {
    /// Earlier changes of a message that wait for somebody to be there would undo this one.
    fn drop_outdated(&mut self, seq: i64, done: &Outgoing) -> Stored<()> {
        let earlier: Vec<i64> = {
            let tables = self.tables();
            let outdated = |other: &i64| {
                tables.outbox.get(other).is_some_and(|row| {
                    row.lane == done.lane
                        && row.post().is_none()
                        && row.created_at <= done.created_at
                        && *other < seq
                        && !matches!(*row.effect, Effect::BareCopies { .. })
                })
            };
            tables.shelf.keys().copied().filter(outdated).collect()
        };
        for other in earlier {
            self.change_row(other, |row| row.state = State::Dropped)?;
        }
        Ok(())
    }

    pub(super) fn change_row(&mut self, seq: i64, change: impl FnOnce(&mut Outgoing)) -> Stored<()> {
        let Some(row) = self.tables().outbox.get(&seq).cloned() else { return Ok(()) };
        let was_live = row.live();
        let mut row = (*row).clone();
        change(&mut row);
        let key = (row.lane.clone(), seq);
        if was_live && !row.live() {
            self.take(|t| &mut t.lanes, &key)?;
        } else if !was_live && row.live() {
            self.put(|t| &mut t.lanes, key, ())?;
        }
        if row.state == State::Shelved {
            self.put(|t| &mut t.shelf, seq, ())?;
        } else {
            self.take(|t| &mut t.shelf, &seq)?;
        }
        self.put(|t| &mut t.outbox, seq, Arc::new(row)).map(drop)
    }

    fn add_row(&mut self, row: Outgoing) -> Stored<bool> {
        if self.tables().effects.contains_key(&row.id) && !self.is(Broken::WishesTwice) {
            return Ok(false);
        }
        self.write_row(row).map(|()| true)
    }

    fn write_row(&mut self, row: Outgoing) -> Stored<()> {
        let seq = self.count("outbox")?;
        self.put(|t| &mut t.effects, row.id.clone(), seq)?;
        self.put(|t| &mut t.lanes, (row.lane.clone(), seq), ())?;
        let row = Arc::new(row);
        self.tell_ledger(Fact::Wished { seq, row: row.clone() });
        self.put(|t| &mut t.outbox, seq, row).map(drop)
    }

    pub(super) fn of_lane(&self, lane: &str, which: impl Fn(&Outgoing) -> bool) -> Vec<i64> {
        self.tables().lane(lane).filter(|(_, row)| which(row)).map(|(seq, _)| seq).collect()
    }

    pub(super) fn drop_rows(&mut self, rows: Vec<i64>) -> Stored<u64> {
        for seq in &rows {
            self.change_row(*seq, |row| row.state = State::Dropped)?;
            self.tell_ledger(Fact::Dropped { seq: *seq });
        }
        Ok(rows.len() as u64)
    }
}

#[async_trait]
impl OutboxRows for MemoryTx {
    async fn enqueue(&mut self, row: &NewOutboxRow, now: DateTime<Utc>) -> Stored<()> {
        if self.leaves_out(&row.effect) {
            return Ok(());
        }
        let row = Outgoing {
            id: row.id.clone(),
            lane: row.lane.clone(),
            ticket: row.ticket.clone(),
            effect: Arc::new(self.bent(row.effect.clone())),
            due_at: row.due_at,
            attempts: 0,
            unclear: 0,
            unclear_since: None,
            cut_off: 0,
            part: 0,
            created_at: now,
            changed_at: now,
            state: State::Due,
        };
        if self.is(Broken::WishesTwice) {
            self.write_row(row.clone())?;
        }
        self.add_row(row).map(drop)
    }

    async fn claim(&mut self, now: DateTime<Utc>, limit: u32, hands: &Hands) -> Stored<Vec<OutboxRow>> {
        let (early, any) = (self.is(Broken::FiresEarly), self.is(Broken::JumpsTheQueue));
        let due = |row: &Outgoing| {
            let timer = early && matches!(*row.effect, Effect::SetTimer { .. });
            row.state == State::Due && (row.due_at <= now || timer) && takes(hands, row)
        };
        let mut rows: Vec<(i64, Arc<Outgoing>)> = {
            let tables = self.tables();
            let all: Vec<_> = if any { tables.live().collect() } else { tables.heads().collect() };
            all.into_iter()
                .filter(|(_, row)| due(row) && !self.passes_over(row))
                .map(|(seq, row)| (seq, row.clone()))
                .collect()
        };
        rows.sort_by_key(|(seq, _)| if any { -seq } else { *seq });
        rows.truncate(limit as usize);
        let mut claimed = Vec::with_capacity(rows.len());
        for (seq, row) in rows {
            self.change_row(seq, |row| (row.state, row.changed_at) = (State::Sending, now))?;
            self.tell_ledger(Fact::Claimed { seq, row: row.clone(), at: now });
            claimed.push(OutboxRow {
                seq,
                row: NewOutboxRow {
                    id: row.id.clone(),
                    lane: row.lane.clone(),
                    ticket: row.ticket.clone(),
                    effect: (*row.effect).clone(),
                    due_at: row.due_at,
                },
                attempts: row.attempts,
                unclear: row.unclear,
                unclear_since: row.unclear_since,
                cut_off: row.cut_off,
                part: row.part,
                since: row.created_at,
            });
        }
        Ok(claimed)
    }

    async fn settle(&mut self, seq: i64, how: &Settled, now: DateTime<Utc>) -> Stored<bool> {
        let Some(row) = self.tables().outbox.get(&seq).cloned() else { return Ok(false) };
        if row.state != State::Sending {
            return Ok(false);
        }
        self.tell_ledger(Fact::Settled { seq, how: how.clone() });
        let repeats = self.does_again(seq, &row);
        let outdated = row.changes() && self.tables().outdated(seq, &row);
        self.change_row(seq, |row| {
            let since = row.changed_at;
            row.changed_at = now;
            match how {
                Settled::Done if repeats => (row.state, row.attempts) = (State::Due, 1),
                Settled::Done => row.state = State::Done,
                Settled::Failed(_) => row.state = State::Failed,
                Settled::Shelved(_) if outdated => row.state = State::Dropped,
                Settled::Shelved(_) => row.state = State::Shelved,
                Settled::NextPart => {
                    (row.state, row.due_at, row.part) = (State::Due, now, row.part + 1);
                    (row.attempts, row.unclear, row.unclear_since, row.cut_off) = (0, 0, None, 0);
                }
                Settled::Retry(at) => again(row, *at),
                Settled::Waits(at) => {
                    (row.state, row.due_at, row.attempts) = (State::Due, *at, row.attempts + 1);
                }
                Settled::Anew(at) => {
                    again(row, *at);
                    (row.unclear, row.unclear_since) = (0, None);
                }
                Settled::Unclear(at) => {
                    again(row, *at);
                    row.unclear += 1;
                    row.unclear_since.get_or_insert(since);
                }
            }
        })?;
        if *how == Settled::Done && matches!(*row.effect, Effect::Edit { .. } | Effect::Bare { .. }) {
            self.drop_outdated(seq, &row)?;
        }
        Ok(true)
    }

    async fn next_due(&mut self, hands: &Hands) -> Stored<Option<DateTime<Utc>>> {
        if self.is(Broken::FiresEarly) {
            let tables = self.tables();
            let timers = tables.live().filter(|(_, row)| matches!(*row.effect, Effect::SetTimer { .. }));
            if let Some(first) = timers.map(|(_, row)| row.created_at).min() {
                return Ok(Some(first));
            }
        }
        let tables = self.tables();
        let waits = |row: &Outgoing| row.state == State::Due && takes(hands, row) && !self.passes_over(row);
        Ok(tables.heads().filter(|(_, row)| waits(row)).map(|(_, row)| row.due_at).min())
    }
}

/// Whether these hands do a row. What goes out to a platform is for all of them here, since there is one process.
fn takes(hands: &Hands, row: &Outgoing) -> bool {
    let hand = match row.effect.as_ref() {
        Effect::AskModel { .. } | Effect::StartRun { .. } | Effect::RunFlow { .. } => WORKER,
        Effect::SetTimer { .. } | Effect::WakeSchedule { .. } => SCHEDULER,
        _ => return true,
    };
    match hands {
        Hands::All => true,
        Hands::Only(some) => some.contains(hand),
    }
}

fn again(row: &mut Outgoing, at: DateTime<Utc>) {
    (row.state, row.due_at, row.attempts, row.cut_off) = (State::Due, at, row.attempts + 1, 0);
}

#[async_trait]
impl OutboxCare for MemoryTx {
    async fn recover(&mut self, now: DateTime<Utc>, on_purpose: bool) -> Stored<u64> {
        let to_room =
            |row: &Outgoing| matches!(*row.effect, Effect::Post { .. } | Effect::Edit { .. } | Effect::Bare { .. });
        let waited = |row: &Outgoing| {
            row.state == State::Due && row.due_at > now && row.attempts > 0 && row.due_at - row.changed_at >= LONG_WAIT
        };
        let anew: Vec<i64> =
            self.tables().heads().filter(|(_, row)| to_room(row) && waited(row)).map(|(seq, _)| seq).collect();
        for seq in anew {
            self.change_row(seq, |row| (row.due_at, row.changed_at) = (now, now))?;
        }
        let cut: Vec<i64> =
            self.tables().live().filter(|(_, row)| row.state == State::Sending).map(|(seq, _)| seq).collect();
        let forgets = self.is(Broken::ForgetsDoubt);
        for seq in &cut {
            self.change_row(*seq, |row| {
                if !forgets {
                    row.unclear += 1;
                    row.unclear_since.get_or_insert(row.changed_at);
                    row.cut_off += u32::from(!on_purpose);
                }
                (row.state, row.due_at, row.changed_at) = (State::Due, now, now);
            })?;
        }
        Ok(cut.len() as u64)
    }

    async fn show_again(&mut self, room: &RoomId, now: DateTime<Utc>) -> Stored<u64> {
        let here = |row: &Outgoing| match row.effect.as_ref() {
            Effect::Post { room: to, .. } | Effect::Edit { room: to, .. } | Effect::Bare { room: to, .. } => to == room,
            _ => false,
        };
        let rows: Vec<(i64, Arc<Outgoing>)> = {
            let tables = self.tables();
            let rows = tables.shelf.keys().filter_map(|seq| Some((*seq, tables.outbox.get(seq)?.clone())));
            rows.filter(|(_, row)| here(row)).collect()
        };
        let mut shown = 0;
        for (seq, row) in rows {
            let mark = if row.unclear > 0 { "again/" } else { "back/" };
            let copy = Outgoing {
                id: EffectId::new(format!("{mark}{}", row.id)),
                due_at: now,
                changed_at: now,
                attempts: 0,
                unclear: 0,
                cut_off: 0,
                state: State::Due,
                ..(*row).clone()
            };
            // A change that something newer waits behind is outdated.
            let copied = |other: &Outgoing| ["again/", "back/"].iter().any(|mark| other.id.as_str().starts_with(mark));
            let newer = |at: i64, other: &Outgoing| {
                let later = other.created_at == row.created_at && at > seq && !copied(other);
                (later || other.created_at > row.created_at) && !matches!(*other.effect, Effect::BareCopies { .. })
            };
            let outdated = self.tables().lane(&row.lane).any(|(at, other)| newer(at, other));
            if row.post().is_some() || !outdated {
                shown += u64::from(self.add_row(copy)?);
            }
            self.change_row(seq, |row| row.state = State::Failed)?;
        }
        Ok(shown)
    }

    async fn reword(&mut self, room: &RoomId, slot: &Slot, message: Option<&Message>) -> Stored<bool> {
        let shelved: Vec<i64> = {
            let tables = self.tables();
            let named =
                |seq: &&i64| tables.outbox.get(seq).and_then(|row| row.post().map(|p| p == (room, slot))) == Some(true);
            tables.shelf.keys().filter(named).copied().collect()
        };
        for seq in &shelved {
            self.change_row(*seq, |row| {
                let mut effect = (*row.effect).clone();
                if let Effect::Post { message: said, .. } = &mut effect {
                    let asks_no_more = message.is_some_and(|m| m.buttons.is_empty()) && !said.buttons.is_empty();
                    row.state = if asks_no_more && row.unclear_since.is_none() { State::Dropped } else { row.state };
                    match message {
                        Some(message) => said.clone_from(message),
                        None => said.buttons.clear(),
                    }
                }
                row.effect = Arc::new(effect);
            })?;
        }
        Ok(!shelved.is_empty())
    }

    async fn answered_since(&mut self, row: &OutboxRow) -> Stored<bool> {
        let tables = self.tables();
        let later = |(seq, other): &(i64, &Arc<Outgoing>)| {
            let answer = matches!(*other.effect, Effect::Post { class: Class::Answer, .. });
            *seq > row.seq && other.created_at > row.since && answer
        };
        Ok(tables.lane(&row.row.lane).any(|found| later(&found)))
    }
}

#[async_trait]
impl OutboxDoubts for MemoryTx {
    async fn give_back(&mut self, rows: &[i64], now: DateTime<Utc>) -> Stored<u64> {
        let mut given = 0;
        for seq in rows {
            if self.tables().outbox.get(seq).is_some_and(|row| row.state == State::Sending) {
                self.change_row(*seq, |row| (row.state, row.changed_at) = (State::Due, now))?;
                given += 1;
            }
        }
        Ok(given)
    }

    async fn taken_anew(&mut self, claimed: &OutboxRow) -> Stored<bool> {
        let changed = |row: &Outgoing| (row.attempts, row.part) != (claimed.attempts, claimed.part);
        let row = self.tables().outbox.get(&claimed.seq).cloned();
        Ok(row.is_some_and(|row| row.state == State::Sending && changed(&row)))
    }

    async fn still_ours(&mut self, claimed: &OutboxRow) -> Stored<bool> {
        let same = |row: &Outgoing| (row.attempts, row.part) == (claimed.attempts, claimed.part);
        let row = self.tables().outbox.get(&claimed.seq).cloned();
        Ok(row.is_some_and(|row| row.state == State::Sending && same(&row)))
    }
}

#[async_trait]
impl PendingPosts for MemoryTx {
    async fn post_pending(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool> {
        Ok(self.tables().live().any(|(_, row)| row.post() == Some((room, slot))))
    }

    async fn post_unclear(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool> {
        let unclear = |row: &Outgoing| row.unclear > 0 || row.state == State::Sending;
        Ok(self.tables().live().any(|(_, row)| row.post() == Some((room, slot)) && unclear(row)))
    }

    async fn may_stand(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool> {
        Ok(self.tables().effects.contains_key(&may_stand_id(room, slot)))
    }
}
