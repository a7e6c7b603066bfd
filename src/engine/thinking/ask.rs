//! Performs a request to the model for a ticket: the prompt for its purpose, the call, and the event that comes back.

use crate::engine::performed::{INTERRUPTIONS, Performed, back_off};
use crate::engine::{Engine, lock};
use crate::ports::model::{
    ANSWERS, Failure, Model, ModelError, ModelReply, ModelRequest, Purpose, Turn, Usage, triage_of,
};
use crate::ports::store::{Arrival, OutboxRow, Settled};
use crate::ports::trial::planted;
use crate::prompts;
use crate::secretary::budget::Barred;
use crate::secretary::ids::TicketId;
use crate::secretary::inbound::Place;
use crate::secretary::intent::UnderstandInput;
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::ticket::event::{Event, Trouble};
use crate::secretary::wording::settings::used_up_budgets;
use crate::secretary::wording::talk::faults;
use crate::secretary::wording::ticket::{waiting, ways_on};
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// The time limit of a call.
const DEADLINE: Duration = Duration::from_secs(120);
/// The typing sign is renewed this often (platform-facts T35).
const TYPING: TimeDelta = TimeDelta::seconds(4);

impl Engine {
    pub(crate) async fn think(&self, row: &OutboxRow, asked: u32, purpose: &Purpose) -> Performed {
        let Some(ticket) = row.row.ticket.clone() else { return Performed::done() };
        if row.unclear >= INTERRUPTIONS {
            let why = Trouble::Crash(ways_on::stops_the_program());
            let event = Box::new(Event::ThinkingFailed { asked, why, usage: Usage::default() });
            return Performed::done().telling(row.row.id.to_string(), Arrival::Ticket { ticket, event });
        }
        let request = request(purpose);
        let reply = self.while_typing(&ticket, self.gate(&ticket).ask(&request)).await;
        let key = format!("{}/{}", row.row.id, row.attempts);
        let tell = |event: Event| Arrival::Ticket { ticket: ticket.clone(), event: Box::new(event) };
        match reply.and_then(|reply| event_of(purpose, asked, reply)) {
            Ok(event) => Performed::done().telling(key, tell(event)),
            Err(Failure { error: ModelError::Retry { .. }, .. }) if planted::is("trouble-swallowed") => {
                Performed::done()
            }
            Err(Failure { error: ModelError::Queued { after }, .. }) => {
                Performed::ended(Settled::Anew(back_off(0, after, self.now())))
            }
            Err(Failure { error: ModelError::Retry { after }, usage }) => {
                let (at, told) = self.asked_again(row, after);
                // The program survived this attempt, so this request did not end it before.
                let mut performed = Performed::ended(Settled::Anew(at));
                if usage != Usage::default() {
                    performed = performed.telling(format!("{key}/cost"), tell(Event::TokensSpent { usage }));
                }
                if told { performed.telling(key, tell(Event::ThinkingDelayed { asked })) } else { performed }
            }
            Err(Failure { error, usage }) => {
                let why = trouble(&error, &key);
                Performed::done().telling(key, tell(Event::ThinkingFailed { asked, why, usage }))
            }
        }
    }

    /// When a model that gave no answer is asked again, and whether people are told. The first failure often passes;
    /// they are told of the second one or of a long wait.
    pub(crate) fn asked_again(&self, row: &OutboxRow, after: Duration) -> (DateTime<Utc>, bool) {
        let at = back_off(row.attempts + 1, after, self.now());
        (at, row.attempts > 0 || at - self.now() >= TimeDelta::seconds(20))
    }

    /// Waits for `work` while the room of the ticket shows the typing sign.
    pub(crate) async fn while_typing<T>(&self, ticket: &TicketId, work: impl Future<Output = T>) -> T {
        match self.typing_place(ticket).await {
            Some(place) => while_showing(self.keep_typing(&place), work).await,
            None => work.await,
        }
    }

    /// Shows the typing sign again and again.
    pub(crate) async fn keep_typing(&self, place: &Place) {
        loop {
            let next = self.now() + TYPING;
            if lock(&self.pace).types(place, self.now()) {
                self.types_at(place).await;
            }
            self.parts.clock.sleep_until(next).await;
        }
    }

    async fn typing_place(&self, ticket: &TicketId) -> Option<Place> {
        let mut tx = self.parts.store.read().await.ok()?;
        let ticket = tx.ticket(ticket).await.ok()??;
        let room = tx.room(&ticket.room).await.ok()??;
        let thread = tx.thread(&ticket.id, &room.id).await.ok()?;
        Some(thread.unwrap_or(room.place))
    }
}

/// Waits for `work` while these signs are shown. The work waits for none of them.
pub async fn while_showing<T>(signs: impl Future<Output = ()>, work: impl Future<Output = T>) -> T {
    tokio::pin!(work, signs);
    tokio::select! {
        biased;
        done = &mut work => done,
        () = &mut signs => work.await,
    }
}

/// The request to the model for a purpose.
pub fn request(purpose: &Purpose) -> ModelRequest {
    let (fixed, variable, schema, most) = match purpose {
        Purpose::Triage(input) => {
            let (fixed, variable, schema) = prompts::read_again(input);
            (fixed, variable, Some((prompts::UNDERSTANDING.to_owned(), schema)), 3_000)
        }
        Purpose::Understand(input) => {
            let (fixed, variable, schema) = prompts::understand(input);
            (fixed, variable, Some((prompts::UNDERSTANDING.to_owned(), schema)), 3_000)
        }
        Purpose::Work(input) => {
            let (fixed, variable) = prompts::work(input);
            (fixed, variable, None, 4_000)
        }
        Purpose::Report(input) => {
            let (fixed, variable) = prompts::report(input);
            (fixed, variable, None, 4_000)
        }
    };
    ModelRequest {
        purpose: purpose.clone(),
        turns: vec![Turn::System { content: fixed }, Turn::User { content: variable }],
        tools: Vec::new(),
        schema,
        model: None,
        max_output_tokens: most,
        deadline: DEADLINE,
        answers: ANSWERS,
    }
}

/// The request that asks what a message means, with what was wrong with the answer before.
pub fn understanding_request(input: &UnderstandInput, fault: Option<&str>) -> ModelRequest {
    let mut request = request(&Purpose::Understand(Box::new(input.clone())));
    if let Some(fault) = fault {
        request.turns.push(Turn::Assistant { content: "{}".to_owned(), calls: Vec::new() });
        request.turns.push(Turn::User { content: prompts::repair(fault) });
    }
    request
}

fn event_of(purpose: &Purpose, asked: u32, reply: ModelReply) -> Result<Event, Failure> {
    match purpose {
        Purpose::Triage(_) | Purpose::Understand(_) => {
            let usage = reply.usage;
            let triage = Box::new(triage_of(&reply).map_err(|error| Failure { error, usage })?);
            Ok(Event::TriageFinished { asked, triage, usage: reply.usage })
        }
        Purpose::Report(_) | Purpose::Work(_) => {
            Ok(Event::ReportFinished { asked, text: reply.text, usage: reply.usage })
        }
    }
}

/// The final error of a model in words that people can act on, and in the log under the same error id.
pub fn trouble(error: &ModelError, place: &str) -> Trouble {
    if let ModelError::Impossible(why) = error {
        return Trouble::Final(why.clone());
    }
    let id = ErrorId::of(place);
    tracing::warn!(error_id = %id, %error, "the language model was of no use");
    match error {
        ModelError::Quota(why) => Trouble::Setup(waiting::no_credit(why)),
        ModelError::Refused(why) => Trouble::Setup(waiting::model_refuses(why)),
        ModelError::Barred(barred @ Barred::Over(over)) => Trouble::Budget(used_up_budgets::barred(barred), *over),
        ModelError::Barred(barred @ (Barred::Unpriced(_) | Barred::OtherCurrency(..))) => {
            Trouble::Setup(used_up_budgets::barred(barred))
        }
        ModelError::Unusable(_) | ModelError::Impossible(_) => Trouble::Unusable(faults::unusable(&id)),
        ModelError::Retry { .. } | ModelError::Queued { .. } => Trouble::Unusable(waiting::no_answer()),
    }
}
