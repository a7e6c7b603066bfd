//! The one way in: events of all handlers pass here in the order of their snowflakes, are received in
//! small batches, and are marked as seen. Messages come in their order already (`gateway::Alone`); what is gathered
//! beside them, as an interaction, may be older.

use super::seen::{First, Seen};
use crate::ports::clock::Clock;
use crate::ports::inbox::{Intake, Marks, ReceiveError};
use crate::ports::{failpoint, planted};
use crate::secretary::inbound::{ChatKind, Content, Inbound};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long a batch waits for events overtaken by others.
const GATHER: Duration = Duration::from_millis(10);
/// Events of one transaction at most, and events held while the database refuses.
const BATCH: usize = 500;
/// How often marks are stored.
const SAVE_EVERY: Duration = Duration::from_secs(1);
/// How long live messages wait for older ones being fetched.
const HOLD: Duration = Duration::from_secs(10);

/// Something for the way in.
pub(super) enum Arrival {
    /// An event; `order` is its snowflake.
    Event {
        /// Orders events of a batch.
        order: u64,
        /// The event.
        inbound: Box<Inbound>,
        /// Told whether it was stored; an event whose waiter went away is dropped.
        stored: Option<oneshot::Sender<bool>>,
    },
    /// Messages fetched from the past of a channel, oldest first, and the last id of the page.
    Past {
        /// The channel.
        channel: String,
        /// The newest id of the page, decodable or not.
        last: u64,
        /// What could be read.
        batch: Vec<(u64, Inbound)>,
        /// Told when it was stored.
        stored: oneshot::Sender<bool>,
    },
    /// A new session began, numbered: what came before may have been missed.
    NewSession(u64),
    /// The past of that session has been fetched, but for these channels.
    CaughtUp(u64, Vec<String>),
    /// A message of ours stands in this channel.
    Posted {
        /// The channel.
        channel: String,
        /// The message.
        message: u64,
        /// Whether it is a direct channel.
        direct: bool,
    },
    /// The secretary takes part in these channels.
    Follow(Vec<String>),
}

struct Waiting {
    order: u64,
    inbound: Inbound,
    stored: Option<oneshot::Sender<bool>>,
}

/// The state of the way in.
pub(super) struct Arrivals {
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
    pub(super) fn new(intake: Arc<dyn Intake>, marks: Arc<dyn Marks>, clock: Arc<dyn Clock>) -> Self {
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
    pub(super) async fn run(mut self, mut from: mpsc::Receiver<Arrival>, stop: CancellationToken) {
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
mod tests {
    use super::*;
    use crate::ports::inbox::Ack;
    use crate::secretary::inbound::{Place, Platform, Sender};
    use chrono::{DateTime, Utc};
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    /// Takes everything in: the events in order, the marks, and both as they came.
    #[derive(Default)]
    struct Book(Mutex<Vec<String>>, Mutex<BTreeMap<String, String>>, Mutex<Vec<String>>);

    /// A clock that stands still before the first snowflake.
    struct Still;

    #[async_trait::async_trait]
    impl Clock for Still {
        fn now(&self) -> DateTime<Utc> {
            DateTime::UNIX_EPOCH
        }
        async fn sleep_until(&self, _: DateTime<Utc>) {}
    }

    impl crate::ports::inbox::Tenure for Book {}

    #[async_trait::async_trait]
    impl Intake for Book {
        async fn receive(&self, batch: Vec<Inbound>) -> Result<(), ReceiveError> {
            let events: Vec<String> = batch.into_iter().map(|event| event.event).collect();
            self.2.lock().unwrap().extend(events.iter().cloned());
            self.0.lock().unwrap().extend(events);
            Ok(())
        }
        async fn form(&self, _: &Inbound) -> Option<Ack> {
            None
        }
        async fn ack(&self, _: &Inbound) -> Ack {
            Ack::Defer
        }
        async fn suggest(&self, _: &Inbound, _: &str) -> Vec<(String, String)> {
            Vec::new()
        }
    }

    #[async_trait::async_trait]
    impl Marks for Book {
        async fn mark(&self, name: &str) -> Result<Option<String>, ReceiveError> {
            Ok(self.1.lock().unwrap().get(name).cloned())
        }
        async fn set_mark(&self, name: &str, value: &str) -> Result<(), ReceiveError> {
            self.2.lock().unwrap().push(format!("{name}={value}"));
            self.1.lock().unwrap().insert(name.to_owned(), value.to_owned());
            Ok(())
        }
        async fn received(&self, _: Platform, _: &str, _: &str, _: DateTime<Utc>) -> Result<Vec<String>, ReceiveError> {
            Ok(Vec::new())
        }

        async fn places(&self, _: Platform) -> Result<Vec<Place>, ReceiveError> {
            Ok(Vec::new())
        }
    }

    fn event(order: u64) -> Inbound {
        let place = Place {
            platform: Platform::Discord,
            bot: "1".into(),
            chat: "20".into(),
            thread: None,
            kind: ChatKind::Group,
            title: None,
        };
        let sender =
            Sender { user: "3".into(), name: "Ann".into(), bot: false, anonymous: false, language: None, zone: None };
        let content = Content::Text {
            message: order.to_string(),
            text: "hi".into(),
            addressed: true,
            reply_to: None,
            attachments: vec![],
            forwarded: false,
        };
        Inbound { event: format!("m{order}"), place, sender, content, sent_at: DateTime::UNIX_EPOCH, handle: None }
    }

    fn live(order: u64) -> Arrival {
        Arrival::Event { order, inbound: Box::new(event(order)), stored: None }
    }

    /// What becomes of these arrivals: the way in as it stood, received and stored.
    async fn book_of(arrivals: Vec<Arrival>) -> Arc<Book> {
        let book = Arc::new(Book::default());
        let (queue, from) = mpsc::channel(64);
        for arrival in arrivals {
            assert!(queue.send(arrival).await.is_ok());
        }
        drop(queue);
        Arrivals::new(book.clone(), book.clone(), Arc::new(Still)).run(from, CancellationToken::new()).await;
        book
    }

    /// What is received of these arrivals, and the marks of channels at the end.
    async fn received(arrivals: Vec<Arrival>) -> (Vec<String>, Vec<String>) {
        let book = book_of(arrivals).await;
        let marks = book.1.lock().unwrap().clone().into_iter();
        let last = marks.filter_map(|(name, value)| Some(format!("{}={value}", name.strip_prefix("discord:last:")?)));
        (book.0.lock().unwrap().clone(), last.collect())
    }

    #[tokio::test]
    async fn what_overtook_each_other_is_put_in_order() {
        let (events, marks) = received(vec![live(103), live(101), live(102)]).await;
        assert_eq!(events, ["m101", "m102", "m103"]);
        assert_eq!(marks, ["20=103"]);
    }

    #[tokio::test]
    async fn a_channel_has_a_mark_before_anything_from_there_is_taken_in() {
        let press = |order: u64| {
            let mut inbound = event(order);
            inbound.content = Content::Press { data: "1.token.0".to_owned(), message: None };
            inbound.place.kind = ChatKind::Direct;
            inbound.place.chat = "30".to_owned();
            Arrival::Event { order, inbound: Box::new(inbound), stored: None }
        };
        let caught_up = || vec![Arrival::NewSession(7), Arrival::CaughtUp(7, vec![])];
        let book = book_of(caught_up().into_iter().chain([live(103), live(105)]).collect()).await;
        assert_eq!(book.2.lock().unwrap()[..3], ["discord:last:20=102", "m103", "m105"]);
        let book = book_of(caught_up().into_iter().chain([press(103)]).collect()).await;
        assert_eq!(book.2.lock().unwrap()[..3], ["discord:last:30=102", "discord:dms=30", "m103"]);
        // What came before may be missing: it begins with the channel.
        let book = book_of(vec![Arrival::NewSession(7), press(103)]).await;
        assert_eq!(book.2.lock().unwrap()[..3], ["discord:last:30=30", "discord:dms=30", "m103"]);
    }

    #[tokio::test]
    async fn a_channel_we_wrote_in_is_remembered() {
        let posted = |direct| Arrival::Posted { channel: "30".to_owned(), message: 50, direct };
        let arrivals = vec![Arrival::NewSession(7), Arrival::CaughtUp(7, vec![]), posted(true)];
        let book = book_of(arrivals).await;
        assert_eq!(book.2.lock().unwrap()[..2], ["discord:last:30=50", "discord:dms=30"]);
        let book = book_of(vec![Arrival::NewSession(7), Arrival::CaughtUp(7, vec![]), posted(false)]).await;
        assert_eq!(book.1.lock().unwrap().get("discord:dms"), None);
    }

    #[tokio::test]
    async fn newer_messages_wait_for_those_that_were_missed() {
        let past = |order: u64| {
            let batch = vec![(order, event(order))];
            Arrival::Past { channel: "20".into(), last: order, batch, stored: oneshot::channel().0 }
        };
        let arrivals = vec![Arrival::NewSession(7), live(109), past(104), past(105), Arrival::CaughtUp(7, vec![])];
        let (events, marks) = received(arrivals).await;
        assert_eq!(events, ["m104", "m105", "m109"]);
        assert_eq!(marks, ["20=109"]);
    }

    #[tokio::test]
    async fn no_mark_passes_a_gap() {
        let (events, marks) =
            received(vec![live(101), Arrival::NewSession(7), live(109), Arrival::CaughtUp(6, vec![])]).await;
        assert_eq!((events.len(), marks), (2, vec!["20=20".to_owned()]));
    }

    #[tokio::test]
    async fn a_channel_that_cannot_be_read_yet_keeps_its_mark() {
        let behind = |channels: &[&str]| Arrival::CaughtUp(7, channels.iter().map(|c| (*c).to_owned()).collect());
        let (events, marks) = received(vec![Arrival::NewSession(7), behind(&["20"]), live(109)]).await;
        assert_eq!((events.len(), marks), (1, vec!["20=20".to_owned()]));
        let past = Arrival::Past {
            channel: "20".into(),
            last: 109,
            batch: vec![(104, event(104)), (109, event(109))],
            stored: oneshot::channel().0,
        };
        let arrivals = vec![Arrival::NewSession(7), behind(&["20"]), live(109), past, behind(&[]), live(111)];
        let (_, marks) = received(arrivals).await;
        assert_eq!(marks, ["20=111"]);
    }

    #[tokio::test]
    async fn an_event_nobody_waits_for_any_more_is_dropped() {
        let (stored, waiter) = oneshot::channel();
        drop(waiter);
        let given_up = Arrival::Event { order: 1, inbound: Box::new(event(1)), stored: Some(stored) };
        assert_eq!(received(vec![given_up, live(2)]).await.0, ["m2"]);
    }
}
