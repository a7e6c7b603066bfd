//! Tests: arrivals are received once and in order, and are tried again after a failure.

use crate::adapters::discord::receive::arrivals::*;
use crate::ports::inbox::Ack;
use crate::secretary::inbound::{Place, Platform, Sender};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Takes everything in: the events in order, the marks, and both as they came.
#[derive(Default)]
pub(crate) struct Book(Mutex<Vec<String>>, Mutex<BTreeMap<String, String>>, Mutex<Vec<String>>);

impl Book {
    /// How often this mark was set.
    pub(crate) fn times_set(&self, mark: &str) -> usize {
        self.2.lock().unwrap().iter().filter(|line| line.split('=').next() == Some(mark)).count()
    }
}

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

    async fn places(&self, _: Platform, _: bool) -> Result<Vec<Place>, ReceiveError> {
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
    let sender = Sender { user: "3".into(), name: "Ann".into(), ..Sender::default() };
    let content = Content::Text {
        message: order.to_string(),
        text: "hi".into(),
        addressed: true,
        reply_to: None,
        attachments: vec![],
        forwarded: false,
        refers: Vec::new(),
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
