//! The one way in: events of all handlers pass here in the order of their snowflakes, are received in small batches,
//! and are marked as seen. Messages come in order already (`gateway::Alone`); other events of the same batch, such as
//! interactions, may be older.

use super::seen::{First, Seen};
use crate::adapters::discord::arrival::Arrival;
use crate::ports::clock::Clock;
use crate::ports::inbox::{Intake, Marks, ReceiveError};
use crate::ports::trial::{failpoint, planted};
use crate::secretary::inbound::{ChatKind, Content, Inbound};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long a batch waits for events that other events passed on the way.
const GATHER: Duration = Duration::from_millis(10);
/// Events of one transaction at most, and events held while the database refuses.
const BATCH: usize = 500;
/// How often marks are stored.
const SAVE_EVERY: Duration = Duration::from_secs(1);
/// How long live messages wait for older ones being fetched.
const HOLD: Duration = Duration::from_secs(10);

struct Waiting {
    order: u64,
    inbound: Inbound,
    stored: Option<oneshot::Sender<bool>>,
}

/// The state of the way in.
pub(crate) struct Arrivals {
    intake: Arc<dyn Intake>,
    seen: Seen,
    clock: Arc<dyn Clock>,
    held: Vec<Waiting>,
    session: u64,
    /// The past of this session is still being fetched: marks may not pass the gap.
    behind: bool,
    /// Until then newer messages wait for older ones.
    hold_until: Option<Instant>,
    retry: Duration,
    retry_at: Option<Instant>,
}

impl Arrivals {
    /// An empty way in.
    pub(crate) fn new(intake: Arc<dyn Intake>, marks: Arc<dyn Marks>, clock: Arc<dyn Clock>) -> Self {
        Self {
            intake,
            seen: Seen::new(marks),
            clock,
            held: Vec::new(),
            session: 0,
            behind: false,
            hold_until: None,
            retry: Duration::from_millis(200),
            retry_at: None,
        }
    }

    /// Takes arrivals until stopped, then stores the marks.
    pub(crate) async fn run(mut self, mut from: mpsc::Receiver<Arrival>, stop: CancellationToken) {
        let mut save = tokio::time::interval(SAVE_EVERY);
        save.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            let wake = self.retry_at.into_iter().chain(self.hold_until).min();
            let idle = async {
                match wake {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = stop.cancelled() => break,
                // A full hold lets the handlers wait; they hold what the platform sends.
                arrival = from.recv(), if self.held.len() < BATCH => match arrival {
                    Some(arrival) => {
                        self.take(arrival).await;
                        self.gather(&mut from).await;
                        self.store().await;
                    }
                    None => break,
                },
                () = idle => {
                    self.end_hold();
                    self.store().await;
                }
                // While nobody writes, nothing is written and nothing wakes for it.
                _ = save.tick(), if self.seen.waits() && !self.behind => {
                    if self.seen.save_older().await && !self.missing() {
                        self.seen.live(self.clock.now()).await;
                    }
                },
            }
        }
        from.close();
        while let Ok(arrival) = from.try_recv() {
            self.take(arrival).await;
        }
        self.retry_at = None;
        self.hold_until = None;
        self.store().await;
        if !self.behind && self.held.is_empty() {
            let alive = (!self.missing()).then(|| self.clock.now());
            self.seen.save_all(alive).await;
        }
    }

    async fn gather(&mut self, from: &mut mpsc::Receiver<Arrival>) {
        let until = Instant::now() + GATHER;
        while self.held.len() < BATCH {
            match tokio::time::timeout_at(until, from.recv()).await {
                Ok(Some(arrival)) => self.take(arrival).await,
                Ok(None) | Err(_) => break,
            }
        }
    }

    async fn take(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::Event { order, inbound, stored } => self.held.push(Waiting { order, inbound: *inbound, stored }),
            Arrival::Past { channel, last, batch, stored } => self.take_past(&channel, last, batch, stored).await,
            Arrival::NewSession(session) => {
                self.session = session;
                self.seen.forget_unsaved();
                self.behind = true;
                self.hold_until = Some(Instant::now() + HOLD);
            }
            Arrival::CaughtUp(session, behind) if session == self.session => {
                self.behind = false;
                self.hold_until = None;
                self.seen.keep_marks_of(behind);
            }
            Arrival::CaughtUp(..) => {}
            Arrival::Posted { channel, message, direct } => {
                let (missing, now) = (self.missing(), self.clock.now());
                let used = channel.clone();
                if let Err(error) = self.seen.begin(vec![First { channel, up_to: message, direct }], missing, now).await
                {
                    tracing::warn!(%error, "cannot remember a Discord channel we wrote in");
                }
                if direct {
                    self.seen.used(&used);
                }
            }
            Arrival::Follow(channels) => channels.iter().for_each(|channel| self.seen.follow(channel)),
        }
    }

    async fn take_past(&mut self, channel: &str, last: u64, batch: Vec<(u64, Inbound)>, stored: oneshot::Sender<bool>) {
        let events: Vec<Inbound> = batch.into_iter().map(|(_, inbound)| inbound).collect();
        let direct = events.iter().any(|inbound| inbound.place.kind == ChatKind::Direct);
        failpoint::before("discord", "past");
        let done = events.is_empty() || self.intake.receive(events).await.is_ok();
        failpoint::after("discord", "past");
        if done {
            self.seen.follow(channel);
            self.seen.note_past(channel, last);
            if direct {
                self.seen.used(channel);
            }
        }
        // The fetcher may have been stopped meanwhile; the page is stored all the same.
        let _ = stored.send(done);
    }

    fn end_hold(&mut self) {
        let past = |at: &Option<Instant>| at.is_some_and(|at| at <= Instant::now());
        if past(&self.hold_until) {
            tracing::warn!("older messages of Discord are still being fetched; newer ones go first");
            self.hold_until = None;
        }
        if past(&self.retry_at) {
            self.retry_at = None;
        }
    }

    /// Receives what is held, as far as nothing forbids it now.
    async fn store(&mut self) {
        self.held.retain(|w| w.stored.as_ref().is_none_or(|waiter| !waiter.is_closed()));
        let waits_for_past = self.hold_until.is_some();
        let later = self.retry_at.is_some();
        let (mut now, keep): (Vec<Waiting>, Vec<Waiting>) =
            std::mem::take(&mut self.held).into_iter().partition(|w| w.stored.is_some() || !(waits_for_past || later));
        self.held = keep;
        if now.is_empty() {
            return;
        }
        now.sort_by_key(|w| w.order);
        let result = match self.begin(&now).await {
            Ok(()) => self.intake.receive(now.iter().map(|w| w.inbound.clone()).collect()).await,
            Err(error) => Err(error),
        };
        if let Err(error) =
            result.or_else(|error| if planted::is("discord-drops-unstored") { Ok(()) } else { Err(error) })
        {
            tracing::warn!(%error, "what arrived from Discord could not be stored; trying again");
            self.retry_at = Some(Instant::now() + self.retry);
            self.retry = (self.retry * 2).min(Duration::from_secs(5));
            for waiting in now {
                match waiting.stored {
                    // Somebody waits for this answer within seconds and can repeat it.
                    Some(waiter) => {
                        let _ = waiter.send(false);
                    }
                    None => self.held.push(waiting),
                }
            }
            return;
        }
        self.retry = Duration::from_millis(200);
        for waiting in now {
            if let Some(waiter) = waiting.stored {
                let _ = waiter.send(true);
            }
            self.mark(&waiting.inbound, waiting.order);
        }
    }

    /// Whether what came before this session may not have been fetched yet.
    fn missing(&self) -> bool {
        self.behind || self.session == 0
    }

    /// Stores the first marks of the channels these events come from, before the events themselves: whatever is known
    /// of a channel after a crash, what was said there since can be read.
    async fn begin(&mut self, events: &[Waiting]) -> Result<(), ReceiveError> {
        let begins = |inbound: &Inbound| match &inbound.content {
            Content::Text { addressed, .. } => {
                *addressed || inbound.place.kind == ChatKind::Direct || self.seen.follows(&inbound.place.chat)
            }
            Content::Command { .. } | Content::Press { .. } | Content::Form { .. } => true,
            Content::Unsupported { .. } => inbound.place.kind == ChatKind::Direct,
            Content::Edited { .. }
            | Content::Moved { .. }
            | Content::Reachable { .. }
            | Content::Deleted
            | Content::Missed
            | Content::Trouble(_) => false,
        };
        let firsts = events.iter().filter(|event| begins(&event.inbound)).map(|event| First {
            channel: event.inbound.place.chat.clone(),
            // The event itself may be a message that is to be read.
            up_to: event.order.saturating_sub(1),
            direct: event.inbound.place.kind == ChatKind::Direct,
        });
        let (firsts, missing) = (firsts.collect(), self.missing());
        self.seen.begin(firsts, missing, self.clock.now()).await
    }

    fn mark(&mut self, inbound: &Inbound, order: u64) {
        if matches!(inbound.content, Content::Text { .. }) {
            self.seen.note(&inbound.place.chat, order);
        }
        if inbound.place.kind == ChatKind::Direct {
            self.seen.used(&inbound.place.chat);
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
