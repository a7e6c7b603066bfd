//! Performing: takes due outbox rows, calls the port each needs, and settles the row together with the
//! event that comes back, in one commit.

use super::commit::{commit, of_ending};
use super::endings::unsent;
use super::{Engine, meter, trail};
use crate::ports::planted;
use crate::ports::store::{Arrival, Hands, NewOutboxRow, OutboxRow, Posted, Settled, Stored, Tx};
use crate::secretary::effect::Effect;
use crate::secretary::error_id::ErrorId;
use crate::secretary::ids::{EffectId, RoomId, Slot};
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

/// Rows taken at once.
pub(super) const CLAIM: u32 = 64;
/// Starts of the same step that the program did not outlive, after which the step is not begun again.
pub(super) const INTERRUPTIONS: u32 = 3;
/// Attempts after which a send is given up.
pub(super) const ATTEMPTS: u32 = 30;

/// What an attempt came to: how its row ends, and what the secretary hears of it.
pub(super) struct Performed {
    pub(super) how: Settled,
    pub(super) tell: Vec<(String, Arrival)>,
    pub(super) posted: Option<Posted>,
    /// A part that stands no more.
    pub(super) taken_away: Option<Posted>,
    /// What is to be looked at again later.
    pub(super) later: Option<NewOutboxRow>,
    /// Nothing failed: it only was not its turn.
    pub(super) waits: bool,
}

impl Performed {
    /// Done, and nothing comes of it.
    pub(super) fn done() -> Self {
        Self::ended(Settled::Done)
    }

    /// Ended this way, and nothing comes of it.
    pub(super) fn ended(how: Settled) -> Self {
        Self { how, tell: Vec::new(), posted: None, taken_away: None, later: None, waits: false }
    }

    /// It was not its turn yet; nothing was tried.
    pub(super) fn waiting(until: DateTime<Utc>) -> Self {
        Self { waits: true, ..Self::ended(Settled::Retry(until)) }
    }

    /// Something comes of it. The key makes it come once.
    pub(super) fn telling(mut self, key: String, arrival: Arrival) -> Self {
        self.tell.push((key, arrival));
        self
    }
}

impl Engine {
    /// Takes due rows from the outbox. For the loops, and for simulations with a scheduler of their own.
    ///
    /// # Errors
    /// The database does not take it: no row is taken.
    pub async fn claim(&self) -> Stored<Vec<OutboxRow>> {
        for (hands, room) in self.free_hands() {
            let rows = self.claim_for(&hands, room).await?;
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }

    async fn claim_for(&self, hands: &Hands, room: u32) -> Stored<Vec<OutboxRow>> {
        let now = self.now();
        // A look costs no write; most wake-ups find nothing due.
        let due = self.parts.store.read().await?.next_due(hands).await?;
        if due.is_none_or(|at| at > now) {
            return Ok(Vec::new());
        }
        let mut tx = self.parts.store.beside().await?;
        let rows = tx.claim(now, room, hands).await?;
        for row in &rows {
            if planted::is("settle-before-send") && matches!(row.row.effect, Effect::Post { .. }) {
                tx.settle(row.seq, &Settled::Done, now).await?;
            }
            if let Effect::StartRun { run, .. } = &row.row.effect {
                // From now on it can be stopped, also before it has begun; a stop needs this very writer.
                super::lock(&self.runs).entry(run.clone()).or_default();
            }
        }
        commit(tx, "claim").await?;
        self.claimed(&rows);
        Ok(rows)
    }

    /// Performs a row and settles it; a database that does not take the outcome is tried until it does,
    /// since the outcome would be unclear otherwise.
    pub async fn perform(&self, row: OutboxRow) {
        let at_work = self.at(&row);
        trail::claimed(&row);
        let began = Instant::now();
        let attempt = AssertUnwindSafe(self.attempt_or_cut(&row)).catch_unwind().await;
        let performed = attempt.unwrap_or_else(|_| {
            tracing::error!(seq = row.seq, "performing panicked; it is tried again later");
            let at = back_off(row.attempts + 3, std::time::Duration::ZERO, self.now());
            // Of thinking and of runs it counts as an interruption, of which there may be a few only.
            let counted = matches!(row.row.effect, Effect::StartRun { .. } | Effect::AskModel { .. });
            Performed::ended(if counted { Settled::Unclear(at) } else { Settled::Retry(at) })
        });
        trail::performed(&row, &performed, began.elapsed());
        if self.puts_down(&row, &performed) {
            return;
        }
        let mut wait = TimeDelta::milliseconds(200);
        loop {
            let settled = self.settle(&row, &performed).await;
            self.wrote(&settled);
            let Err(error) = settled else { break };
            tracing::error!(seq = row.seq, %error, "an outcome could not be stored; trying again");
            self.parts.clock.sleep_until(self.now() + wait).await;
            wait = (wait * 2).min(TimeDelta::seconds(5));
        }
        drop(at_work);
        trail::settled(&row, &performed);
        self.arrivals.notify_one();
        self.wishes.notify_one();
    }

    pub(super) async fn attempt(&self, row: &OutboxRow) -> Performed {
        if row.cut_off >= INTERRUPTIONS && !counts_itself(&row.row.effect) {
            return deadly(row);
        }
        match &row.row.effect {
            Effect::Edit { .. } if planted::is("no-edits") => Performed::done(),
            Effect::Bare { .. } | Effect::BareCopies { .. } if planted::is("second-keyboard") => Performed::done(),
            Effect::WakeSchedule { .. }
                if planted::is("missed-forever") && self.now() - row.row.due_at > TimeDelta::seconds(1) =>
            {
                Performed::done()
            }
            Effect::Post { .. } => self.post(row).await,
            Effect::Edit { .. } => self.edit(row).await,
            Effect::Bare { room, slot } => self.bare(row, room, slot).await,
            Effect::BareCopies { .. } => self.bare_copies(row).await,
            Effect::OpenThread { .. } => self.open_thread(row).await,
            Effect::AskModel { asked, purpose } => self.think(row, *asked, purpose).await,
            Effect::StartRun { .. } => self.work(row).await,
            Effect::SetTimer { event, .. } => match &row.row.ticket {
                Some(ticket) => Performed::done().telling(
                    row.row.id.to_string(),
                    Arrival::Ticket { ticket: ticket.clone(), event: Box::new(event.clone()) },
                ),
                None => Performed::done(),
            },
            Effect::WakeSchedule { schedule } => {
                meter::schedule_lag(self.now() - row.row.due_at);
                Performed::done().telling(row.row.id.to_string(), Arrival::Due(schedule.clone()))
            }
            Effect::Bind { .. }
            | Effect::Expect { .. }
            | Effect::TellRun { .. }
            | Effect::StopRun { .. }
            | Effect::DropTimer { .. }
            | Effect::StopThinking
            | Effect::Tell { .. } => Performed::ended(Settled::Failed("carried out at once, never here".to_owned())),
        }
    }

    async fn settle(&self, row: &OutboxRow, performed: &Performed) -> Stored<()> {
        let now = self.now();
        let mut tx = self.parts.store.begin().await?;
        let forgets = planted::is("lost-on-retry") && matches!(row.row.effect, Effect::Post { .. });
        let how = if forgets { &Settled::Done } else { &performed.how };
        let standing = tx.settle(row.seq, how, now).await?;
        if let Some(posted) = &performed.posted {
            // Even if the row was dropped meanwhile: the message stands there and may have to be edited.
            if matches!(row.row.effect, Effect::Post { .. }) {
                self.posted(tx.as_mut(), row, posted).await?;
            }
            tx.save_posted(posted).await?;
        }
        if let Some(part) = &performed.taken_away {
            tx.forget_part(part).await?;
        }
        if standing {
            if let Some(row) = &performed.later {
                tx.enqueue(row, now).await?;
            }
            for (key, arrival) in &performed.tell {
                let seed = self.draw()?;
                tx.tell(key, arrival, seed, now).await?;
            }
        }
        commit(tx, of_ending(&performed.how)).await
    }
}

impl Engine {
    /// What follows when a part was posted.
    async fn posted(&self, tx: &mut dyn Tx, row: &OutboxRow, posted: &Posted) -> Stored<()> {
        let (now, lane) = (self.now(), edit_lane(&posted.room, &posted.slot));
        // Edits that wait for it may go now.
        tx.hurry(&lane, now).await?;
        let copies = tx.copies(&posted.slot, &posted.room).await?;
        if copies.iter().any(|copy| copy.message != posted.message) {
            // Somebody pressed the first copy while the second was on its way: one of them keeps its buttons.
            let effect = Effect::BareCopies { room: posted.room.clone(), slot: posted.slot.clone() };
            let id = EffectId::new(format!("{}/{}/bare", row.row.id, row.part));
            tx.enqueue(&NewOutboxRow { id, lane, ticket: row.row.ticket.clone(), effect, due_at: now }, now).await?;
        }
        Ok(())
    }
}

/// The ending of a row the program did not outlive several times: it would end the program at every start.
fn deadly(row: &OutboxRow) -> Performed {
    let key = format!("{}/deadly", row.row.id);
    let id = ErrorId::of(&key);
    tracing::error!(seq = row.seq, error_id = %id, "the program ended {INTERRUPTIONS} times at this; it is given up");
    let performed = Performed::ended(Settled::Failed("the program ended several times at this".to_owned()));
    match unsent(row, &key) {
        Some(told) => performed.telling(key, told),
        None => performed,
    }
}

/// Whether an effect has a way of its own to deal with ends of the program in the middle of it.
fn counts_itself(effect: &Effect) -> bool {
    matches!(effect, Effect::StartRun { .. } | Effect::AskModel { .. })
}

/// The lane of the edits of a message.
pub(super) fn edit_lane(room: &RoomId, slot: &Slot) -> String {
    format!("edit/{room}/{slot}")
}

/// When to try again: doubling from one second, never before the other side allows it.
pub(super) fn back_off(attempts: u32, at_least: std::time::Duration, now: DateTime<Utc>) -> DateTime<Utc> {
    let doubled = TimeDelta::seconds(1 << attempts.min(6));
    let asked = TimeDelta::from_std(at_least).unwrap_or(TimeDelta::hours(1));
    now + doubled.max(asked)
}
