//! Performs the outbox: claims due rows, calls the port that each needs, and settles the row together with the event
//! that comes back, in one commit.

use super::failed_rows::unsent;
use super::worker_load::works;
use crate::engine::commit::{commit, of_ending};
use crate::engine::operations::heard_all;
use crate::engine::telemetry::{metrics, trace};
use crate::engine::{Engine, lock};
use crate::ports::store::{Arrival, Hands, NewOutboxRow, OutboxRow, Posted, Settled, Stored, Tx};
use crate::ports::trial::planted;
use crate::secretary::ids::{EffectId, RoomId, Slot};
use crate::secretary::message::{Message, routing};
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::wording::talk;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::FutureExt;
use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

/// How long work waits while the lease of this process is in doubt.
const LEASE_PAUSE: TimeDelta = TimeDelta::seconds(1);
/// The longest wait before an outcome is offered to the database again. Until it is stored, a crash makes the outcome
/// unclear and a message may appear twice.
const LONGEST_WAIT: TimeDelta = TimeDelta::milliseconds(500);
/// How long a claim without an answer counts as possibly committed.
const DOUBTED_FOR: TimeDelta = TimeDelta::seconds(60);
/// Rows per claim.
pub(in crate::engine) const CLAIM: u32 = 64;
/// Ends of the program during the same step, after which the step is not begun again.
pub(in crate::engine) const INTERRUPTIONS: u32 = 3;
/// Ends of the program during the same message, after which the message is given up. The first ones may be due to
/// other rows; the last ones came while the message was sent alone.
const ENDS: u32 = 4;
const ENDS_ALONE: u32 = 2;

/// The wait of a suspicious row behind another one.
const SUSPECTS_APART: TimeDelta = TimeDelta::seconds(1);

/// The most attempts of a send.
pub(in crate::engine) const ATTEMPTS: u32 = 30;

/// The result of an attempt: the outcome of the row, and the events that follow.
pub(in crate::engine) struct Performed {
    pub(in crate::engine) how: Settled,
    pub(in crate::engine) tell: Vec<(String, Arrival)>,
    pub(in crate::engine) posted: Option<Posted>,
    /// A part that no longer exists.
    pub(in crate::engine) taken_away: Option<Posted>,
    /// A row for a later look.
    pub(in crate::engine) later: Option<NewOutboxRow>,
}

impl Performed {
    /// Done without an event.
    pub(in crate::engine) fn done() -> Self {
        Self::ended(Settled::Done)
    }

    /// Ended with this outcome and without an event.
    pub(in crate::engine) fn ended(how: Settled) -> Self {
        Self { how, tell: Vec::new(), posted: None, taken_away: None, later: None }
    }

    /// Not its turn yet; nothing was tried.
    pub(in crate::engine) fn waiting(until: DateTime<Utc>) -> Self {
        Self::ended(Settled::Waits(until))
    }

    /// Adds an event. The key makes it happen once.
    pub(in crate::engine) fn telling(mut self, key: String, arrival: Arrival) -> Self {
        self.tell.push((key, arrival));
        self
    }

    /// Adds the event that tells people of a message that will not come.
    pub(in crate::engine) fn telling_unsent(self, row: &OutboxRow, key: &str) -> Self {
        match unsent(row, key) {
            Some(told) => self.telling(key.to_owned(), told),
            None => self,
        }
    }
}

impl Engine {
    /// Claims due rows of the outbox. Called by the loops, and by simulations with their own scheduler.
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
        // The look needs no write; most wake-ups find nothing due.
        let due = self.parts.store.ask().await?.next_due(hands).await?;
        if due.is_none_or(|at| at > now) && lock(&self.doubtful).is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = self.parts.store.beside().await?;
        let doubtful: Vec<i64> = lock(&self.doubtful).keys().copied().collect();
        if !doubtful.is_empty() {
            // Nobody performs these rows: their claim was committed and only its answer was lost.
            tx.give_back(&doubtful, now).await?;
        }
        let rows = tx.claim(now, room, hands).await?;
        let rows = self.one_suspect(tx.as_mut(), rows).await?;
        for row in &rows {
            if planted::is("settle-before-send") && matches!(row.row.effect, Effect::Post { .. }) {
                tx.settle(row.seq, &Settled::Done, now).await?;
            }
            if let Effect::StartRun { run, .. } = &row.row.effect {
                // From now on the run can be stopped, also before it has begun. A stop needs this writer.
                self.runs.bind(run, row.seq);
            }
        }
        let claimed: BTreeSet<i64> = rows.iter().map(|row| row.seq).collect();
        // Noted before the commit, in case this future is dropped.
        lock(&self.doubtful).extend(claimed.iter().map(|seq| (*seq, now)));
        commit(tx, "claim").await?;
        // A server may finish a commit late after its connection broke, so the other claims stay noted for a while.
        lock(&self.doubtful).retain(|seq, noted| !claimed.contains(seq) && now - *noted < DOUBTED_FOR);
        if let Some(row) = rows.iter().find(|row| suspect(row)) {
            *lock(&self.suspect) = Some(row.seq);
        }
        self.claimed(&rows);
        Ok(rows)
    }

    /// Performs a message during which the program ended twice alone, before all others of that kind, to find out
    /// which one ends the program. Long thoughts and runs wait for it.
    async fn one_suspect(&self, tx: &mut dyn Tx, rows: Vec<OutboxRow>) -> Stored<Vec<OutboxRow>> {
        let at_work = lock(&self.suspect).is_some();
        let chosen = rows.iter().find(|row| suspect(row)).map(|row| row.seq);
        if !at_work && chosen.is_none() {
            return Ok(rows);
        }
        let (mut kept, now) = (Vec::with_capacity(rows.len()), self.now());
        for row in rows {
            let may_go = !at_work && chosen == Some(row.seq);
            let may_end_it = reaches_out(&row.row.effect) || works(&row.row.effect);
            if row.cut_off > 0 && may_end_it && !may_go {
                tx.settle(row.seq, &Settled::Waits(now + SUSPECTS_APART), now).await?;
            } else {
                kept.push(row);
            }
        }
        Ok(kept)
    }

    /// Performs a row and settles it. It tries until the database takes the outcome, which would be unclear
    /// otherwise.
    pub async fn perform(&self, row: OutboxRow) {
        let at_work = self.at(&row);
        trace::claimed(&row);
        let began = Instant::now();
        let attempt = AssertUnwindSafe(self.attempt_or_cut(&row)).catch_unwind().await;
        let performed = attempt.unwrap_or_else(|_| {
            tracing::error!(seq = row.seq, "performing panicked; it is tried again later");
            let at = back_off(row.attempts + 3, std::time::Duration::ZERO, self.now());
            // For thoughts and runs this counts as an interruption, whose number is limited.
            Performed::ended(if works(&row.row.effect) { Settled::Unclear(at) } else { Settled::Retry(at) })
        });
        trace::performed(&row, &performed, began.elapsed());
        if self.puts_down(&row, &performed) {
            return;
        }
        let (mut wait, mut again) = (TimeDelta::milliseconds(200), false);
        loop {
            let settled = self.settle(&row, &performed, again).await;
            again = true;
            self.wrote(&settled);
            let Err(error) = settled else { break };
            tracing::error!(seq = row.seq, %error, "an outcome could not be stored; trying again");
            self.parts.clock.sleep_until(self.now() + wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
        drop(at_work);
        lock(&self.suspect).take_if(|suspect| *suspect == row.seq);
        trace::settled(&row, &performed);
        self.arrivals.notify_one();
        self.wishes.notify_one();
    }

    pub(in crate::engine) async fn attempt(&self, row: &OutboxRow) -> Performed {
        if !self.lease_is_fresh() {
            return Performed::waiting(self.now() + LEASE_PAUSE);
        }
        // Thoughts and runs count interruptions themselves; a row that only feeds an event back is harmless.
        if row.cut_off >= ENDS && reaches_out(&row.row.effect) {
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
            Effect::Understand { spoken } => Box::pin(self.understand(row, spoken)).await,
            Effect::AskModel { asked, purpose } => self.think(row, *asked, purpose).await,
            Effect::StartRun { .. } => self.work(row).await,
            Effect::SetTimer { event, .. } if !self.hears_all() && heard_all::waits(event) => {
                Performed::waiting(self.now() + heard_all::LOOK)
            }
            Effect::SetTimer { event, .. } => match &row.row.ticket {
                Some(ticket) => Performed::done().telling(
                    row.row.id.to_string(),
                    Arrival::Ticket { ticket: ticket.clone(), event: Box::new(event.clone()) },
                ),
                None => Performed::done(),
            },
            Effect::WakeSchedule { schedule } => {
                metrics::schedule_lag(self.now() - row.row.due_at);
                Performed::done().telling(row.row.id.to_string(), Arrival::Due(schedule.clone()))
            }
            Effect::Erase { person, since } => {
                let erase = Arrival::Erase { person: person.clone(), since: *since };
                Performed::done().telling(row.row.id.to_string(), erase)
            }
            Effect::EraseFiles { tickets } => self.erase_files(row, tickets).await,
            Effect::Bind { .. }
            | Effect::Expect { .. }
            | Effect::TellRun { .. }
            | Effect::StopRun { .. }
            | Effect::DropTimer { .. }
            | Effect::StopThinking
            | Effect::Tell { .. }
            | Effect::Extend { .. }
            | Effect::Allow { .. } => Performed::ended(Settled::Failed("carried out at once, never here".to_owned())),
        }
    }

    /// A message was edited while its content was erased: it gets a neutral text under its new slot.
    async fn take_back(&self, tx: &mut dyn Tx, row: &OutboxRow, late: &Posted) -> Stored<()> {
        let Some(Posted { room, slot, .. }) = tx.posted_as(&late.place, &late.message).await? else { return Ok(()) };
        let (lane, due_at) = (edit_lane(&room, &slot), self.now());
        let effect = Effect::Edit { room, slot, message: Message::lines([talk::settled()]).silently(), calm: false };
        let id = EffectId::new(format!("{}/back", row.row.id));
        tx.enqueue(&NewOutboxRow { id, lane, ticket: None, effect, due_at }, due_at).await
    }

    async fn settle(&self, row: &OutboxRow, performed: &Performed, again: bool) -> Stored<()> {
        let now = self.now();
        let mut tx = self.parts.store.begin().await?;
        if again && tx.taken_anew(row).await? {
            // The commit before this one succeeded and only its answer was lost.
            return Ok(());
        }
        let forgets = planted::is("lost-on-retry") && matches!(row.row.effect, Effect::Post { .. });
        let how = if forgets { &Settled::Done } else { &performed.how };
        let standing = tx.settle(row.seq, how, now).await?;
        // The place of a message about an erased chat or ticket is not stored. A view has the ticket in its slot and
        // not in its row.
        let shown = performed.posted.as_ref().filter(|posted| routing::answers(&posted.slot));
        let shows = shown.and_then(|posted| routing::replied(&posted.slot)).map(|(ticket, _)| ticket);
        let of_nothing = match row.row.ticket.clone().filter(|_| !standing).or(shows) {
            Some(ticket) => tx.ticket(&ticket).await?.is_none(),
            None => false,
        };
        let posted = match &performed.posted {
            Some(posted) if !of_nothing && tx.room(&posted.room).await?.is_some() => Some(posted),
            Some(_) | None => None,
        };
        if let (true, Effect::Edit { .. }, Some(late)) = (of_nothing, &row.row.effect, &performed.posted) {
            self.take_back(tx.as_mut(), row, late).await?;
        }
        if let Some(posted) = posted {
            // Also if the row was dropped meanwhile, since the message exists and may need an edit.
            if matches!(row.row.effect, Effect::Post { .. }) {
                self.posted(tx.as_mut(), row, posted).await?;
            }
            tx.save_posted(posted).await?;
        }
        if standing && matches!(performed.how, Settled::Failed(_) | Settled::Shelved(_)) {
            self.unposted(tx.as_mut(), row).await?;
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
        let owed = self.reckon(tx.as_mut()).await?;
        commit(tx, of_ending(&performed.how)).await?;
        self.reckoned(&owed);
        Ok(())
    }
}

impl Engine {
    /// Follows up a given-up part whose buttons people pressed meanwhile: it exists, and one of its copies keeps the
    /// buttons.
    async fn unposted(&self, tx: &mut dyn Tx, row: &OutboxRow) -> Stored<()> {
        let Effect::Post { room, slot, .. } = &row.row.effect else { return Ok(()) };
        let copies = tx.copies(slot, room).await?;
        let Some(last) = copies.last() else { return Ok(()) };
        if tx.posted(slot, room).await?.is_empty() {
            tx.save_posted(&Posted { part: row.part, ..last.clone() }).await?;
        }
        tx.hurry(&edit_lane(room, slot), self.now()).await?;
        self.bare_soon(tx, row, room, slot).await
    }

    /// Removes the buttons of all copies but one.
    async fn bare_soon(&self, tx: &mut dyn Tx, row: &OutboxRow, room: &RoomId, slot: &Slot) -> Stored<()> {
        let (now, effect) = (self.now(), Effect::BareCopies { room: room.clone(), slot: slot.clone() });
        let id = EffectId::new(format!("{}/{}/bare", row.row.id, row.part));
        let (lane, ticket) = (edit_lane(room, slot), row.row.ticket.clone());
        tx.enqueue(&NewOutboxRow { id, lane, ticket, effect, due_at: now }, now).await
    }

    /// Follows up a posted part.
    async fn posted(&self, tx: &mut dyn Tx, row: &OutboxRow, posted: &Posted) -> Stored<()> {
        // Edits that wait for the post become due.
        tx.hurry(&edit_lane(&posted.room, &posted.slot), self.now()).await?;
        keep_former(tx, row, posted).await?;
        let copies = tx.copies(&posted.slot, &posted.room).await?;
        if copies.iter().any(|copy| copy.message != posted.message) {
            // The message existed before, or somebody pressed the first copy while the second was being sent.
            self.bare_soon(tx, row, &posted.room, &posted.slot).await?;
        }
        Ok(())
    }
}

/// Another message with this slot existed in this room: a question of a room that could not be reached was asked
/// anew. If it has buttons, it becomes a copy, which loses them and shows the outcome as the newer one does.
async fn keep_former(tx: &mut dyn Tx, row: &OutboxRow, posted: &Posted) -> Stored<()> {
    let Effect::Post { message, .. } = &row.row.effect else { return Ok(()) };
    if message.buttons.is_empty() || row.row.ticket.is_none() {
        return Ok(());
    }
    let standing = tx.posted(&posted.slot, &posted.room).await?;
    let former = |known: &&Posted| {
        known.part == posted.part && known.message != posted.message && known.place.chat == posted.place.chat
    };
    for copy in standing.iter().filter(former) {
        tx.save_copy(copy).await?;
    }
    Ok(())
}

/// Whether performing an effect calls something outside of the engine.
fn reaches_out(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Post { .. }
            | Effect::Edit { .. }
            | Effect::Bare { .. }
            | Effect::BareCopies { .. }
            | Effect::OpenThread { .. }
    )
}

/// Whether a message is performed alone, since the program ended twice during it.
fn suspect(row: &OutboxRow) -> bool {
    (ENDS - ENDS_ALONE..ENDS).contains(&row.cut_off) && reaches_out(&row.row.effect)
}

/// The outcome of a row during which the program ended several times. It would end the program at every start.
fn deadly(row: &OutboxRow) -> Performed {
    let key = format!("{}/deadly", row.row.id);
    let id = ErrorId::of(&key);
    tracing::error!(seq = row.seq, error_id = %id, "the program ended {ENDS} times at this; it is given up");
    Performed::ended(Settled::Failed("the program ended several times at this".to_owned())).telling_unsent(row, &key)
}

/// The lane of the edits of a message.
pub(in crate::engine) fn edit_lane(room: &RoomId, slot: &Slot) -> String {
    format!("edit/{room}/{slot}")
}

/// When to try again: doubling from one second, and never before the other side allows it.
pub(in crate::engine) fn back_off(attempts: u32, at_least: std::time::Duration, now: DateTime<Utc>) -> DateTime<Utc> {
    let doubled = TimeDelta::seconds(1 << attempts.min(6));
    let asked = TimeDelta::from_std(at_least).unwrap_or(TimeDelta::hours(1));
    now + doubled.max(asked)
}
