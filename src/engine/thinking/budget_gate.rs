//! The budget gate: every call of the model passes here. It reserves the most that a call may cost; `bookings` books
//! what it cost.

use crate::engine::commit::commit;
use crate::engine::context::seed::Seed;
use crate::engine::telemetry::counters;
use crate::engine::{Engine, lock};
use crate::ports::model::{
    Failure, Model, ModelError, ModelReply, ModelRequest, PICTURE_TOKENS, Recording, Senses, Turn, Usage,
};
use crate::ports::store::{Arrival, Stored};
use crate::ports::trial::failpoint;
use crate::secretary::budget::cost::Currency;
use crate::secretary::budget::{self, Account, AccountKey, Amount, Hold, Over, Scope, Verdict};
use crate::secretary::ids::{PersonId, TicketId, WorkspaceId};
use crate::secretary::settings::model_capabilities::{Found, ModelCapabilities};
use async_trait::async_trait;
use chrono::TimeDelta;
use std::time::Duration;

/// Bytes of a request per token, on the safe side.
const BYTES_A_TOKEN: usize = 3;
/// No call lasts longer than this once it has its turn: an older reservation belongs to an interrupted call.
const CUT_OFF: TimeDelta = TimeDelta::minutes(15);
/// Tokens that a repair adds to the repeated request: the shortened unusable answer, and the fault.
const REPAIR: u64 = 2_000;
/// Tokens that a second of a recording costs at most with models that count them: of its sound, and of the words in it.
const TOKENS_A_SECOND: (u64, u64) = (10, 5);
/// Tokens of a small picture with a question, and of the answer.
const SIGHT: (u64, u64) = (PICTURE_TOKENS + 200, 1_000);
/// The most that a call can have cost, as a multiple of its reservation. A server that reports more is wrong and must
/// not use up a budget.
const BELIEVED: u64 = 10;
/// The least time between two log lines about such a server.
const DISBELIEVED_FOR: TimeDelta = TimeDelta::hours(1);
/// How long a call waits for reservations of other calls.
const WAIT: Duration = Duration::from_secs(5);

/// The cost of a finished call, with its reservation.
#[derive(Clone, Debug)]
pub struct Owed {
    pub payer: Payer,
    pub hold: Hold,
    pub spent: Amount,
    /// Tokens without a known price.
    pub unpriced: u64,
}

/// The reservation of a running call. A call that is cancelled in the middle counts as one answer, since the server
/// may have begun it; the rest is free again at once.
struct Reserved<'a> {
    engine: &'a Engine,
    /// Taken when the call is over.
    owed: Option<Owed>,
}

impl Reserved<'_> {
    fn over(mut self, usage: Usage) {
        if let Some(owed) = &mut self.owed {
            let told = Amount::of(usage);
            owed.spent = told.at_most(owed.hold.amount.times(BELIEVED));
            owed.unpriced = usage.cost.unpriced.min(owed.spent.tokens);
            if owed.spent != told {
                self.engine.disbelieves(told, owed.spent);
            }
        }
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        if let Some(owed) = self.owed.take() {
            lock(&self.engine.owed).push(owed);
        }
    }
}

/// Who pays for a call: a ticket, or the writer of a message that is understood.
#[derive(Clone, Debug)]
pub enum Payer {
    /// A ticket and its requester.
    Ticket(TicketId),
    /// A person in a workspace.
    Person(WorkspaceId, PersonId),
}

impl Payer {
    /// The ticket, if it is one.
    fn ticket(&self) -> Option<&TicketId> {
        match self {
            Self::Ticket(ticket) => Some(ticket),
            Self::Person(..) => None,
        }
    }

    /// The ticket account; empty for a person.
    pub fn account(&self) -> TicketId {
        self.ticket().cloned().unwrap_or_else(|| TicketId::new(""))
    }

    /// The event that tells of a budget that is low or used up.
    pub fn spending(&self, over: Over, low: bool) -> Arrival {
        let person = match self {
            Self::Ticket(_) => None,
            Self::Person(workspace, person) => Some((workspace.clone(), person.clone())),
        };
        Arrival::Spending { ticket: self.ticket().cloned(), person, over, low }
    }
}

/// The model as one payer may use it.
pub struct BudgetGate<'a> {
    engine: &'a Engine,
    payer: Payer,
}

impl Engine {
    /// The model for a ticket.
    pub(crate) fn gate<'a>(&'a self, ticket: &TicketId) -> BudgetGate<'a> {
        self.gate_of(Payer::Ticket(ticket.clone()))
    }

    /// The model for a payer.
    pub(crate) fn gate_of(&self, payer: Payer) -> BudgetGate<'_> {
        BudgetGate { engine: self, payer }
    }

    /// Logs that a server reported an impossible cost.
    fn disbelieves(&self, told: Amount, booked: Amount) {
        let (now, mut last) = (self.now(), lock(&self.disbelieved_at));
        if last.is_some_and(|at| now < at + DISBELIEVED_FOR) {
            return;
        }
        *last = Some(now);
        let (said, kept) = (told.tokens, booked.tokens);
        tracing::warn!(
            reported_micros = told.micros,
            booked_micros = booked.micros,
            "the model's server reports {said} tokens for one call, which cannot be; {kept} were booked, {BELIEVED} times \
             the most it can need; what it reports is wrong and budgets are only roughly kept, so please look at it"
        );
    }

    /// The currency of the prices.
    pub(crate) fn currency(&self) -> Option<Currency> {
        self.parts.model.capabilities().prices.currency()
    }

    /// Reserves what a call may cost, if it is allowed, and returns how many answers that pays for: only the first
    /// one when a budget is nearly used up, so that it is exceeded by no more than that.
    async fn reserve(&self, payer: &Payer, most: &Most) -> Stored<Result<(Hold, u32), ModelError>> {
        let Most { one, all, priced, answers } = *most;
        let (now, id) = (self.now(), Seed(self.draw()?).id("hold"));
        let mut tx = self.parts.store.begin().await?;
        let owed = self.reckon(tx.as_mut()).await?;
        self.reckon_cut_off(tx.as_mut(), now - CUT_OFF).await?;
        let (workspace, requester) = match payer {
            Payer::Person(workspace, person) => (workspace.clone(), person.clone()),
            Payer::Ticket(ticket) => match tx.ticket(ticket).await? {
                Some(ticket) => (ticket.workspace, ticket.requester),
                None => return Ok(Err(ModelError::Unusable("the ticket is gone".to_owned()))),
            },
        };
        let settings = tx.settings(&workspace).await?.unwrap_or_else(|| self.fresh_settings(workspace.clone()));
        let (day, has) = (budget::day(now, &settings.zone), self.currency());
        let mut accounts: Vec<(Scope, AccountKey, Account)> = Vec::new();
        for scope in Scope::ALL {
            if scope == Scope::Ticket && payer.ticket().is_none() {
                continue;
            }
            let key = AccountKey::of(scope, &payer.account(), &requester, &day);
            let account = tx.account(&workspace, &key).await?.counted_in(has);
            accounts.push((scope, key, account));
        }
        let stand: Vec<(Scope, Account)> = accounts.iter().map(|(scope, _, account)| (*scope, *account)).collect();
        let verdict = budget::judge(&stand, &settings.budget, priced, has);
        let reserved = match verdict {
            Verdict::Wait => Err(ModelError::Queued { after: WAIT }),
            Verdict::Barred(barred) => {
                self.tell_why(tx.as_mut(), payer, &workspace, (&barred, &accounts, &settings.budget)).await?;
                Err(ModelError::Barred(barred))
            }
            Verdict::Free => {
                let fits = budget::fits(&stand, &settings.budget, all);
                let (amount, answers) = if fits { (all, answers) } else { (one, 1) };
                let on = accounts.iter().map(|(_, key, _)| key.clone()).collect();
                let hold = Hold { id, workspace: workspace.clone(), at: now, amount, on, currency: has };
                tx.hold(&hold).await?;
                for (_, key, mut account) in accounts {
                    account.hold(amount);
                    tx.save_account(&workspace, &key, &account).await?;
                }
                Ok((hold, answers))
            }
        };
        commit(tx, "reserve").await?;
        self.reckoned(&owed);
        self.arrivals.notify_one();
        Ok(reserved)
    }
}

/// The most that a call may cost.
struct Most {
    /// With one answer.
    one: Amount,
    /// With all answers that may be paid for.
    all: Amount,
    /// Whether its price is known.
    priced: bool,
    /// How many these are.
    answers: u32,
}

impl Most {
    fn of(request: &ModelRequest, capabilities: &ModelCapabilities) -> Self {
        let (one, priced) = worth(request, capabilities, 1);
        let (all, _) = worth(request, capabilities, request.answers);
        Self { one, all, priced, answers: request.answers }
    }

    fn of_sight(capabilities: &ModelCapabilities) -> Self {
        let (sent, received) = SIGHT;
        let micros = capabilities.most(capabilities.line_of("triage", true), None, sent, received);
        let one = Amount { tokens: sent + received, micros: micros.unwrap_or(0) };
        Self { one, all: one, priced: micros.is_some(), answers: 1 }
    }

    fn of_recording(recording: &Recording, capabilities: &ModelCapabilities) -> Self {
        let seconds = recording.length();
        let (heard, said) = (seconds.saturating_mul(TOKENS_A_SECOND.0), seconds.saturating_mul(TOKENS_A_SECOND.1));
        let micros = capabilities.most_of_recording(seconds, heard, said);
        let one = Amount { tokens: heard.saturating_add(said), micros: micros.unwrap_or(0) };
        Self { one, all: one, priced: micros.is_some(), answers: 1 }
    }
}

/// What a request may cost with this many answers, and whether its price is known.
fn worth(request: &ModelRequest, capabilities: &ModelCapabilities, answers: u32) -> (Amount, bool) {
    let times = |tokens: u64| tokens.saturating_mul(u64::from(answers));
    let mended = REPAIR.saturating_mul(u64::from(answers.saturating_sub(1)));
    let (words, pictures) = tokens_of(request);
    let sent = times(words.saturating_add(pictures)).saturating_add(mended);
    let received = times(u64::from(request.max_output_tokens));
    let purpose = capabilities.line_of(request.purpose.name(), pictures > 0);
    let micros = capabilities.most(purpose, request.model.as_deref(), sent, received);
    (Amount { tokens: sent.saturating_add(received), micros: micros.unwrap_or(0) }, micros.is_some())
}

/// An upper estimate of the tokens of a request: of its words and of its pictures.
fn tokens_of(request: &ModelRequest) -> (u64, u64) {
    // The brackets around them, and what stands between two.
    let (mut turns, mut pictures) = (1, 0_u64);
    for turn in &request.turns {
        if let Turn::Pictures { pictures: these } = turn {
            pictures += these.len() as u64;
        } else {
            turns += 1 + serde_json::to_string(turn).map_or(0, |text| text.len());
        }
    }
    let tools = serde_json::to_string(&request.tools).map_or(0, |text| text.len());
    let schema = request.schema.as_ref().map_or(0, |(_, schema)| schema.text().len());
    let words = u64::try_from((turns + tools + schema) / BYTES_A_TOKEN + 1).unwrap_or(u64::MAX);
    (words, pictures.saturating_mul(PICTURE_TOKENS))
}

impl BudgetGate<'_> {
    /// Reserves what a call may cost. Returns the reservation and how many answers may be paid for.
    async fn reserved(&self, most: &Most) -> Result<(Reserved<'_>, u32), Failure> {
        let reserved = self.engine.reserve(&self.payer, most).await;
        // A refusal writes nothing, so it says nothing about the health of the disk.
        if !matches!(reserved, Ok(Err(_))) {
            self.engine.wrote(&reserved);
        }
        let (hold, answers) = match reserved {
            Ok(Ok(reserved)) => reserved,
            Ok(Err(error)) => return Err(error.into()),
            Err(error) => {
                tracing::warn!(%error, "a call of the model waits for the database");
                return Err(ModelError::Retry { after: WAIT }.into());
            }
        };
        let one = most.one.at_most(hold.amount);
        let owed = Owed { payer: self.payer.clone(), hold, spent: one, unpriced: 0 };
        Ok((Reserved { engine: self.engine, owed: Some(owed) }, answers))
    }

    async fn paid(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        let most = Most::of(request, &self.engine.parts.model.capabilities());
        let (reserved, answers) = self.reserved(&most).await?;
        let request = ModelRequest { answers, ..request.clone() };
        failpoint::before("model", "");
        let reply = self.engine.parts.model.ask(&request).await;
        failpoint::after("model", "");
        reserved.over(cost_of(&reply));
        reply
    }

    async fn ruled(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        failpoint::before("model", "");
        let began = std::time::Instant::now();
        let reply = self.engine.parts.model.ask(request).await;
        failpoint::after("model", "");
        counters::ruled(request.purpose.name(), began.elapsed(), reply.is_ok());
        reply
    }
}

fn cost_of(reply: &Result<ModelReply, Failure>) -> Usage {
    match reply {
        Ok(reply) => Usage { calls: reply.usage.calls.max(1), ..reply.usage },
        Err(failure) => failure.usage,
    }
}

#[async_trait]
impl Senses for BudgetGate<'_> {
    async fn words_of(&self, recording: &Recording) -> Result<ModelReply, Failure> {
        let capabilities = self.capabilities();
        // Where nobody writes down recordings there is nothing to pay for.
        if capabilities.recordings.is_none() {
            return self.engine.parts.model.words_of(recording).await;
        }
        let _turn = self.engine.calls.acquire().await.ok();
        let (reserved, _) = self.reserved(&Most::of_recording(recording, &capabilities)).await?;
        failpoint::before("model", "");
        let reply = self.engine.parts.model.words_of(recording).await;
        failpoint::after("model", "");
        reserved.over(cost_of(&reply));
        reply
    }

    fn sees(&self) -> bool {
        self.engine.parts.model.sees()
    }

    async fn try_sight(&self) -> Usage {
        let capabilities = self.capabilities();
        if !self.sees() || capabilities.sees != Found::Unknown {
            return Usage::default();
        }
        let _turn = self.engine.calls.acquire().await.ok();
        // Where no budget has room for it, nothing is tried: the message itself waits for room.
        let Ok((reserved, _)) = self.reserved(&Most::of_sight(&capabilities)).await else { return Usage::default() };
        failpoint::before("model", "");
        let usage = self.engine.parts.model.try_sight().await;
        failpoint::after("model", "");
        reserved.over(usage);
        usage
    }
}

#[async_trait]
impl Model for BudgetGate<'_> {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        // A hundred ideas in a minute must not become a hundred calls at once to a server that answers four. The
        // others wait here in order, before anything is reserved. The semaphore is never closed; if it were, the call
        // would go ahead.
        let _turn = self.engine.calls.acquire().await.ok();
        // The built-in grammar costs nothing.
        if self.reads() { self.paid(request).await } else { self.ruled(request).await }
    }

    fn reads(&self) -> bool {
        self.engine.parts.model.reads()
    }

    fn describe(&self) -> String {
        self.engine.parts.model.describe()
    }

    fn capabilities(&self) -> ModelCapabilities {
        self.engine.parts.model.capabilities()
    }
}
