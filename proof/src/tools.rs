//! A fake server of a tool: it takes orders and carries each out as often as it is placed, since it knows no key of a call.
//! An order is `POST /orders` with JSON that has a `text`. Nothing here judges whether an order was placed once too often.
//!
//! An order that has been read is carried out whether its caller is still there or not.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Request, State as Shares};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::ledger::{Ledger, now_ms};
use crate::wire::{Knife, Wire};

/// In the answer to an order that was carried out.
pub const TAKEN: &str = "taken";
/// In the answer to an order that was refused.
pub const NOT_TAKEN: &str = "turned away";

const BODY_LIMIT: usize = 64 * 1024;

/// What goes wrong with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// It is carried out, then the connection is closed without an answer.
    LoseAnswer,
    /// It is read, then the connection is closed. Nothing is done.
    Drop,
    /// The connection is closed before it was read. Nothing is done.
    Reset,
    /// This status of 500 or more is the answer. Nothing is done.
    Refuse(u16),
}

/// How an order is treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Care {
    /// How long it takes, from the reading until it is carried out or not.
    pub takes: Duration,
    /// What goes wrong.
    pub mishap: Option<Mishap>,
}

/// Says of each order how it is treated.
pub type Caring = Box<dyn FnMut() -> Care + Send>;

/// What became of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventOutcome {
    /// It was carried out, and its caller was told if there was still one.
    Done,
    /// It was carried out, and nobody was told.
    Lost,
    /// It was read and not carried out, and nobody was told.
    Dropped,
    /// It was not carried out, and its caller was told.
    Refused,
}

impl EventOutcome {
    /// Whether it was carried out.
    pub fn carried_out(self) -> bool {
        matches!(self, Self::Done | Self::Lost)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Lost => "lost",
            Self::Dropped => "dropped",
            Self::Refused => "refused",
        }
    }
}

/// An order that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// What is ordered.
    pub text: String,
    /// When it was read, milliseconds since the Unix epoch.
    pub arrived: u64,
    /// What became of it; none while it is in work.
    pub outcome: Option<EventOutcome>,
}

#[derive(Default)]
struct State {
    caring: Option<Caring>,
    orders: Vec<Order>,
    ledger: Option<Ledger>,
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<State>>);

/// A running fake; it stops and closes its connections when dropped.
pub struct FakeTools {
    shared: Shared,
    wire: Wire,
}

impl FakeTools {
    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// # Panics
    /// When no port can be bound.
    pub async fn start() -> Self {
        let shared = Shared::default();
        let router = Router::new().fallback(handle).with_state(shared.clone());
        Self { shared, wire: Wire::serve(router).await.expect("a free port") }
    }

    /// Where orders are placed.
    pub fn url(&self) -> String {
        format!("http://{}/orders", self.wire.addr())
    }

    /// Writes every order from now on, and what became of it, into a ledger.
    pub fn keep_ledger(&self, ledger: Ledger) {
        self.shared.with(|state| state.ledger = Some(ledger));
    }

    /// Treats every order from now on like this; without it each is carried out at once and answered.
    pub fn treat_with(&self, caring: Caring) {
        self.shared.with(|state| state.caring = Some(caring));
    }

    /// Every order that was read, oldest first.
    pub fn orders(&self) -> Vec<Order> {
        self.shared.with(|state| state.orders.clone())
    }

    /// Refuses connections until [`FakeTools::come_up`].
    pub async fn go_down(&self) {
        self.wire.go_down().await;
    }

    /// Listens again on the same port.
    pub async fn come_up(&self) {
        self.wire.come_up().await;
    }
}

impl Shared {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// An order has been read. Gives its number.
    fn arrived(&self, text: &str) -> usize {
        self.with(|state| {
            state.orders.push(Order { text: text.to_owned(), arrived: now_ms(), outcome: None });
            state.orders.len() - 1
        })
    }

    fn settle(&self, number: usize, outcome: EventOutcome) {
        self.with(|state| {
            let Some(order) = state.orders.get_mut(number) else { return };
            order.outcome = Some(outcome);
            if let Some(ledger) = &state.ledger {
                let entry =
                    json!({"number": number + 1, "text": order.text, "arrived": order.arrived, "outcome": outcome.name()});
                ledger.write("order", entry);
            }
        });
    }

    /// A connection was closed before anybody could know what was to be ordered.
    fn reset(&self) {
        self.with(|state| {
            if let Some(ledger) = &state.ledger {
                ledger.write("order", json!({"arrived": now_ms(), "outcome": "reset"}));
            }
        });
    }
}

async fn handle(Shares(shared): Shares<Shared>, ConnectInfo(knife): ConnectInfo<Knife>, request: Request) -> Response {
    if request.method() != Method::POST || request.uri().path() != "/orders" {
        return StatusCode::NOT_FOUND.into_response();
    }
    let care = shared.with(|state| state.caring.as_mut().map(|caring| caring()).unwrap_or_default());
    if care.mishap == Some(Mishap::Reset) {
        shared.reset();
        knife.cut();
        return StatusCode::OK.into_response();
    }
    let read: Result<Bytes, _> = axum::body::to_bytes(request.into_body(), BODY_LIMIT).await;
    let body: Value = read.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or(Value::Null);
    let Some(text) = body["text"].as_str() else {
        return (StatusCode::BAD_REQUEST, "an order has a text").into_response();
    };
    let number = shared.arrived(text);
    // A task of its own: this one ends when its caller hangs up, and the order has been read.
    let serving = tokio::spawn(async move {
        // An order takes its time: this runs out.
        let _ = tokio::time::timeout(care.takes, std::future::pending::<()>()).await;
        serve(&shared, number, care.mishap, &knife)
    });
    serving.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

fn serve(shared: &Shared, number: usize, mishap: Option<Mishap>, knife: &Knife) -> Response {
    let silent = |outcome: EventOutcome| {
        shared.settle(number, outcome);
        knife.cut();
        StatusCode::OK.into_response()
    };
    match mishap {
        None => {
            shared.settle(number, EventOutcome::Done);
            format!("Order {} is {TAKEN}.", number + 1).into_response()
        }
        Some(Mishap::LoseAnswer) => silent(EventOutcome::Lost),
        Some(Mishap::Drop | Mishap::Reset) => silent(EventOutcome::Dropped),
        Some(Mishap::Refuse(status)) => {
            shared.settle(number, EventOutcome::Refused);
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
            (status, format!("Order {} was {NOT_TAKEN}.", number + 1)).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw_http::send;

    #[tokio::test]
    async fn an_order_is_carried_out_as_often_as_it_is_placed_and_as_it_is_treated() {
        let server = FakeTools::start().await;
        let url = server.url();
        let place = async || send("POST", &url, &[], br#"{"text": "a chair"}"#).await;
        let treat = |mishap: Mishap| {
            server.treat_with(Box::new(move || Care { mishap: Some(mishap), ..Care::default() }));
        };
        for number in 1..=2 {
            let answer = place().await.unwrap();
            assert_eq!((answer.status, answer.body), (200, format!("Order {number} is {TAKEN}.").into_bytes()));
        }
        treat(Mishap::LoseAnswer);
        assert!(place().await.is_err());
        treat(Mishap::Drop);
        assert!(place().await.is_err());
        treat(Mishap::Reset);
        assert!(place().await.is_err());
        treat(Mishap::Refuse(503));
        let refused = place().await.unwrap();
        assert_eq!((refused.status, refused.body), (503, format!("Order 5 was {NOT_TAKEN}.").into_bytes()));
        let fates: Vec<Option<EventOutcome>> = server.orders().into_iter().map(|order| order.outcome).collect();
        let wanted =
            [EventOutcome::Done, EventOutcome::Done, EventOutcome::Lost, EventOutcome::Dropped, EventOutcome::Refused]
                .map(Some);
        assert_eq!(fates, wanted, "what was reset was never read");
        server.go_down().await;
        assert!(place().await.is_err());
        server.come_up().await;
        assert_eq!(send("POST", &url, &[], b"{}").await.unwrap().status, 400);
    }
}
