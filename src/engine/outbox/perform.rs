//! Performs a row of the outbox: calls the port that its effect needs. What comes back settles the row.

use crate::engine::outbox::worker_load::works;
use crate::engine::performed::{Performed, back_off};
use crate::engine::telemetry::{counters, trace};
use crate::engine::{Engine, lock};
use crate::ports::store::{Arrival, OutboxRow, Settled};
use crate::ports::trial::planted;
use crate::secretary::effect::Effect;
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::ticket::event::{Event, Timer};
use chrono::TimeDelta;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The time between two looks of a deadline that waits for a platform.
const LOOK: TimeDelta = TimeDelta::seconds(10);
/// How long work waits while the lease of this process is in doubt.
const LEASE_PAUSE: TimeDelta = TimeDelta::seconds(1);
/// The longest wait before an outcome is offered to the database again. Until it is stored, a crash makes the outcome
/// unclear and a message may appear twice.
const LONGEST_WAIT: TimeDelta = TimeDelta::milliseconds(500);
/// Ends of the program during the same message, after which the message is given up. The first ones may be due to
/// other rows; the last ones came while the message was sent alone.
pub const ENDS: u32 = 4;
/// The most attempts of a send.
pub const ATTEMPTS: u32 = 30;

impl Engine {
    /// Performs a row and settles it. It tries until the database takes the outcome, which would be unclear
    /// otherwise.
    pub fn perform(&self, row: OutboxRow) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let at_work = self.at(&row);
            trace::claimed(&row);
            let began = Instant::now();
            let attempt = AssertUnwindSafe(self.attempt_or_cut(&row)).catch_unwind().await;
            let performed = attempt.unwrap_or_else(|_| {
                tracing::error!(seq = row.seq, "performing panicked; it is tried again later");
                let at = back_off(row.attempts + 3, Duration::ZERO, self.now());
                // For thoughts and runs this counts as an interruption, whose number is limited.
                Performed::ended(if works(&row.row.effect) { Settled::Unclear(at) } else { Settled::Retry(at) })
            });
            trace::performed(&row, (&performed.how, performed.posted.is_some()), began.elapsed());
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
            trace::settled(&row, &performed.how);
            self.arrivals.notify_one();
            self.wishes.notify_one();
        })
    }

    pub(crate) async fn attempt(&self, row: &OutboxRow) -> Performed {
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
            Effect::Post { .. } => self.or_later(row, self.post(row).await),
            Effect::Edit { .. } => self.or_later(row, self.edit(row).await),
            Effect::Bare { room, slot } => self.or_later(row, self.bare(row, room, slot).await),
            Effect::BareCopies { .. } => self.or_later(row, self.bare_copies(row).await),
            Effect::OpenThread { .. } => self.or_later(row, self.open_thread(row).await),
            Effect::Understand { spoken } => Box::pin(self.understand(row, spoken)).await,
            Effect::AskModel { asked, purpose } => self.think(row, *asked, purpose).await,
            Effect::StartRun { .. } => self.or_later(row, self.work(row).await),
            Effect::CheckFlow { submitted } => self.check_flow(row, submitted).await,
            Effect::RunFlow { run } => self.or_later(row, Box::pin(self.run_flow(row, run)).await),
            // A deadline follows from the silence of people, so it waits until all platforms have told what they did.
            Effect::SetTimer { event: Event::TimerFired { timer: Timer::Deadline(_) }, .. }
                if !self.hears_all.load(Ordering::SeqCst) =>
            {
                Performed::waiting(self.now() + LOOK)
            }
            Effect::SetTimer { event, .. } => match row.row.ticket.clone() {
                Some(ticket) => {
                    let arrival = Arrival::Ticket { ticket, event: Box::new(event.clone()) };
                    Performed::done().telling(row.row.id.to_string(), arrival)
                }
                None => Performed::done(),
            },
            Effect::WakeSchedule { schedule } => {
                counters::schedule_lag(self.now() - row.row.due_at);
                Performed::done().telling(row.row.id.to_string(), Arrival::Due(schedule.clone()))
            }
            Effect::Erase { person, since } => {
                let erase = Arrival::Erase { person: person.clone(), since: *since };
                Performed::done().telling(row.row.id.to_string(), erase)
            }
            Effect::EraseFiles { tickets, homes } => self.erase_files(row, tickets, homes).await,
            Effect::Bind { .. }
            | Effect::Expect { .. }
            | Effect::TellRun { .. }
            | Effect::StopRun { .. }
            | Effect::DropTimer { .. }
            | Effect::StopThinking
            | Effect::Extend { .. }
            | Effect::Allow { .. } => Performed::failed("carried out at once, never here"),
        }
    }
}

/// Whether performing an effect calls something outside of the engine.
pub fn reaches_out(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Post { .. }
            | Effect::Edit { .. }
            | Effect::Bare { .. }
            | Effect::BareCopies { .. }
            | Effect::OpenThread { .. }
    )
}

/// The outcome of a row during which the program ended several times. It would end the program at every start.
fn deadly(row: &OutboxRow) -> Performed {
    let key = format!("{}/deadly", row.row.id);
    let id = ErrorId::of(&key);
    tracing::error!(seq = row.seq, error_id = %id, "the program ended {ENDS} times at this; it is given up");
    Performed::failed("the program ended several times at this").telling_unsent(row, &key)
}
