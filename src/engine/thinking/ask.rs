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
use crate::secretary::intent::thinking::fitting::{Room, fitted};
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::ticket::event::{Event, Trouble};
use crate::secretary::wording::settings::used_up_budgets;
use crate::secretary::wording::talk::faults;
use crate::secretary::wording::ticket::{waiting, ways_on};
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// The time limit of a call: as long as an answer flows it may take that long, a server that falls silent is noticed earlier.
const DEADLINE: Duration = Duration::from_secs(720);
/// How often what is told is shortened: tags around a text and its bounds in the prompt are not counted the first time.
const FITTINGS: usize = 3;
/// The typing sign is renewed this often (platform-facts T35).
const TYPING: TimeDelta = TimeDelta::seconds(4);

impl Engine {
    /// The instructions every message is understood with: what stays the same in these requests.
    pub fn instructions(&self) -> String {
        let roster = self.parts.roster.clone();
        prompts::understand(&UnderstandInput { roster, ..UnderstandInput::default() }).0
    }

    pub(crate) async fn think(&self, row: &OutboxRow, asked: u32, purpose: &Purpose) -> Performed {
        let Some(ticket) = row.row.ticket.clone() else { return Performed::done() };
        if row.unclear >= INTERRUPTIONS {
            let why = Trouble::Crash(ways_on::stops_the_program());
            let event = Box::new(Event::ThinkingFailed { asked, why, usage: Usage::default() });
            return Performed::done().telling(row.row.id.to_string(), Arrival::Ticket { ticket, event });
        }
        let request = self.seeing_request(purpose).await;
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

    /// The request for a purpose, with the pictures that its prompt tells of.
    async fn seeing_request(&self, purpose: &Purpose) -> ModelRequest {
        let pictures = match purpose {
            Purpose::Triage(input) => self.pictures(&input.files).await,
            Purpose::Understand(input) => self.pictures(&input.files).await,
            Purpose::Work(_) | Purpose::Report(_) | Purpose::FlowScript(_) => Vec::new(),
        };
        let capabilities = self.parts.model.capabilities();
        let line = capabilities.line_of(purpose.name(), !pictures.is_empty());
        let mut request = request(purpose, capabilities.room(line, None));
        if !pictures.is_empty() {
            request.turns.push(Turn::Pictures { pictures });
        }
        request
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

/// The request to the model for a purpose. `tokens`: how many it and its answer may have together, if that is known; what
/// is told is shortened until it fits.
pub fn request(purpose: &Purpose, tokens: Option<u64>) -> ModelRequest {
    let room = Room::of(tokens, longest(purpose));
    let mut request = written(purpose, room.answer);
    for _ in 0..FITTINGS {
        let over = length(&request).saturating_sub(room.bytes);
        if over == 0 {
            break;
        }
        request = written(&fitted(&request.purpose, over), room.answer);
    }
    request
}

/// The most tokens of an answer.
fn longest(purpose: &Purpose) -> u32 {
    match purpose {
        Purpose::Triage(_) | Purpose::Understand(_) => 3_000,
        Purpose::Work(_) | Purpose::Report(_) | Purpose::FlowScript(_) => 4_000,
    }
}

/// The bytes of a request with two turns.
fn length(request: &ModelRequest) -> usize {
    let turns = request.turns.iter().map(|turn| match turn {
        Turn::System { content } | Turn::User { content } => content.len(),
        Turn::Assistant { .. } | Turn::Pictures { .. } | Turn::Tool { .. } => 0,
    });
    turns.sum::<usize>() + request.schema.as_ref().map_or(0, |(_, schema)| schema.text().len())
}

fn written(purpose: &Purpose, answer: u32) -> ModelRequest {
    let understanding = |schema| Some((prompts::UNDERSTANDING.to_owned(), schema));
    let (fixed, variable, schema) = match purpose {
        Purpose::Triage(input) => {
            let (fixed, variable, schema) = prompts::read_again(input);
            (fixed, variable, understanding(schema))
        }
        Purpose::Understand(input) => {
            let (fixed, variable, schema) = prompts::understand(input);
            (fixed, variable, understanding(schema))
        }
        Purpose::Work(input) => {
            let (fixed, variable) = prompts::work(input);
            (fixed, variable, None)
        }
        Purpose::Report(input) => {
            let (fixed, variable) = prompts::report(input);
            (fixed, variable, None)
        }
        Purpose::FlowScript(input) => {
            let (fixed, variable, schema) = prompts::flow_script(input);
            (fixed, variable, Some((prompts::SCRIPT.to_owned(), schema)))
        }
    };
    ModelRequest {
        purpose: purpose.clone(),
        turns: vec![Turn::System { content: fixed }, Turn::User { content: variable }],
        tools: Vec::new(),
        schema,
        model: None,
        max_output_tokens: answer,
        deadline: DEADLINE,
        answers: ANSWERS,
    }
}

/// The request that asks what a message means, with what was wrong with the answer before. `tokens` as in [`request`].
pub fn understanding_request(input: &UnderstandInput, fault: Option<&str>, tokens: Option<u64>) -> ModelRequest {
    let mut request = request(&Purpose::Understand(Box::new(input.clone())), tokens);
    if let Some(fault) = fault {
        request.turns.push(Turn::Assistant { content: "{}".to_owned(), calls: Vec::new(), kept: None });
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
        Purpose::FlowScript(_) => {
            let error = ModelError::Unusable("no ticket asks for a script".to_owned());
            Err(Failure { error, usage: reply.usage })
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
        ModelError::TooSlow(why) => Trouble::Setup(waiting::model_too_slow(why)),
        ModelError::Barred(barred @ Barred::Over(over)) => Trouble::Budget(used_up_budgets::barred(barred), *over),
        ModelError::Barred(barred @ (Barred::Unpriced(_) | Barred::OtherCurrency(..))) => {
            Trouble::Setup(used_up_budgets::barred(barred))
        }
        ModelError::Unusable(_) | ModelError::Impossible(_) => Trouble::Unusable(faults::unusable(&id)),
        ModelError::Retry { .. } | ModelError::Queued { .. } => Trouble::Unusable(waiting::no_answer()),
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::thinking::ask::*;
    use crate::ports::model::{ReportInput, TaskOutcome};
    use crate::secretary::intent::{ItemKind, ItemLine, TurnLine};

    #[test]
    fn a_request_fits_a_small_model_and_stays_whole_in_a_large_one() {
        let line = |handle: &str| ItemLine {
            handle: handle.to_owned(),
            kind: ItemKind::Decision,
            line: "l".repeat(300),
            options: vec!["1 red".to_owned(), "2 blue".to_owned()],
        };
        let said = TurnLine { ours: false, who: "Mara".to_owned(), text: "t".repeat(300) };
        let understanding = Purpose::Understand(Box::new(UnderstandInput {
            message: "m".repeat(600),
            items: ["a", "b", "c"].map(line).to_vec(),
            turns: vec![said; 10],
            report: "r".repeat(2_000),
            ..UnderstandInput::default()
        }));
        let (title, agent, text) = ("Offers".to_owned(), "Researcher".to_owned(), "o".repeat(10_000));
        let outcome = TaskOutcome { title, agent, done: true, used: 1, text };
        let report = Purpose::Report(ReportInput { results: vec![outcome; 3], ..ReportInput::default() });
        for (purpose, whole, kept) in
            [(understanding, "t".repeat(300), "m".repeat(600)), (report, "o".repeat(10_000), "<result of".to_owned())]
        {
            for tokens in [None, Some(4_096)] {
                let (request, room) = (request(&purpose, tokens), Room::of(tokens, longest(&purpose)));
                assert!(
                    length(&request) <= room.bytes && request.max_output_tokens == room.answer,
                    "{}",
                    length(&request)
                );
                let Some(Turn::User { content }) = request.turns.last() else { panic!("no turn") };
                assert!(content.contains(&kept) && content.contains(&whole) == tokens.is_none(), "{content}");
            }
        }
    }
}
