//! The gate every call of the model for a ticket goes through: what it may cost is set aside before, and what it cost is booked
//! with the next thing this process writes. What a crash leaves set aside stays counted as spent.

use crate::engine::commit::commit;
use crate::engine::context::seed::Seed;
use crate::engine::{Engine, lock};
use crate::ports::model::{Failure, Model, ModelError, ModelReply, ModelRequest, Usage};
use crate::ports::store::{Arrival, Stored, Tx};
use crate::ports::trial::failpoint;
use crate::secretary::budget::cost::Currency;
use crate::secretary::budget::{self, Account, AccountKey, Amount, Barred, Hold, Limits, Over, Scope, Verdict};
use crate::secretary::ids::{PersonId, TicketId, WorkspaceId};
use crate::secretary::settings::model_capabilities::ModelCapabilities;
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// Bytes of a request that make up a token, on the safe side.
const BYTES_A_TOKEN: usize = 3;
/// No call lasts so long once it has its turn: what is set aside for longer belongs to one that was cut off.
const CUT_OFF: TimeDelta = TimeDelta::minutes(15);
/// What a repair sends besides the request it repeats, in tokens: the answer that cannot be used, shortened, and what is wrong.
const REPAIR: u64 = 2_000;
/// How many times what was set aside for it a call can have cost. A server that says more is mistaken, and must not use up
/// everybody's day.
const BELIEVED: u64 = 10;
/// How often at most the log is told of one that says more.
const DISBELIEVED_FOR: TimeDelta = TimeDelta::hours(1);
/// How long a call waits that may have to do with what others have set aside.
const WAIT: Duration = Duration::from_secs(5);

/// What a call cost that is over, and what was set aside for it.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Owed {
    payer: Payer,
    hold: Hold,
    spent: Amount,
    /// Tokens of it whose price nobody knows.
    unpriced: u64,
}

/// What is set aside for a call that goes on. One that is given up in the middle, because its work is paused or stopped, counts
/// as one answer: the server may have begun it, and the rest is free again at once.
struct Reserved<'a> {
    engine: &'a Engine,
    /// Taken out when the call is over.
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

/// For whom a call is made: a ticket, or somebody whose message is to be understood.
#[derive(Clone, Debug)]
pub(in crate::engine) enum Payer {
    /// A ticket, and with it whoever sent its idea.
    Ticket(TicketId),
    /// Somebody in a workspace.
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

    /// The name of its own account; nobody's is called like nothing.
    fn account(&self) -> TicketId {
        self.ticket().cloned().unwrap_or_else(|| TicketId::new(""))
    }

    fn spending(&self, over: Over, low: bool) -> Arrival {
        let person = match self {
            Self::Ticket(_) => None,
            Self::Person(workspace, person) => Some((workspace.clone(), person.clone())),
        };
        Arrival::Spending { ticket: self.ticket().cloned(), person, over, low }
    }
}

/// The model, as one payer may use it.
pub(in crate::engine) struct BudgetGate<'a> {
    engine: &'a Engine,
    payer: Payer,
}

impl Engine {
    /// The model for a ticket.
    pub(in crate::engine) fn gate<'a>(&'a self, ticket: &TicketId) -> BudgetGate<'a> {
        self.gate_of(Payer::Ticket(ticket.clone()))
    }

    /// The model for a payer.
    pub(in crate::engine) fn gate_of(&self, payer: Payer) -> BudgetGate<'_> {
        BudgetGate { engine: self, payer }
    }

    /// A server says that a call cost what it cannot have cost: whoever runs this may want to know.
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
    pub(in crate::engine) fn currency(&self) -> Option<Currency> {
        self.parts.model.capabilities().prices.currency()
    }

    /// Books what calls of this process cost that are over.
    pub(in crate::engine) async fn reckon(&self, tx: &mut dyn Tx) -> Stored<Vec<String>> {
        let owed = lock(&self.owed).clone();
        for Owed { payer, hold, spent, unpriced } in &owed {
            // Gone if it was booked before and only the answer was lost, or if it took longer than any call does.
            // Meanwhile its requester may have become somebody else, or be gone.
            if let Some(hold) = tx.let_go(&hold.id).await? {
                settle(tx, &hold, *spent, *unpriced).await?;
                self.look_at_the_rest(tx, payer, &hold).await?;
            }
        }
        Ok(owed.into_iter().map(|owed| owed.hold.id).collect())
    }

    /// Tells, once, of budgets that run low.
    async fn look_at_the_rest(&self, tx: &mut dyn Tx, payer: &Payer, hold: &Hold) -> Stored<()> {
        let workspace = &hold.workspace;
        let settings = tx.settings(workspace).await?.unwrap_or_else(|| self.fresh_settings(workspace.clone()));
        let has = hold.currency;
        for (scope, key) in hold.on.iter().map(|key| (key.scope(&payer.account()), key)) {
            let mut account = tx.account(workspace, key).await?.counted_in(has);
            if let Some(over) = budget::low(scope, &account, &settings.budget.kept_in(has)) {
                account.warned = true;
                tx.save_account(workspace, key, &account).await?;
                self.tell_of(tx, payer, (workspace, key), over, true).await?;
            }
        }
        Ok(())
    }

    /// Why a call is not made is told to those who can change it, once.
    async fn tell_why(
        &self,
        tx: &mut dyn Tx,
        payer: &Payer,
        workspace: &WorkspaceId,
        (barred, accounts, limits): (&Barred, &[(Scope, AccountKey, Account)], &Limits),
    ) -> Stored<()> {
        match barred {
            Barred::Over(over) => match accounts.iter().find(|(scope, ..)| *scope == over.scope) {
                Some((_, key, _)) if over.scope != Scope::Ticket => {
                    self.tell_of(tx, payer, (workspace, key), *over, false).await
                }
                Some(_) | None => Ok(()),
            },
            Barred::OtherCurrency(over, has) => {
                let end = over.limit.micros.unwrap_or_default();
                let was = over.currency.map(|currency| currency.code().to_owned()).unwrap_or_default();
                let name = format!("budget/{workspace}/{}/{was}/{}/{end}", over.scope.name(), has.code());
                let arrival = payer.spending(*over, false);
                tx.tell(&name, &arrival, self.draw()?, self.now()).await
            }
            Barred::Unpriced(scope) => {
                // Nothing that was spent is measured by it.
                let (limit, currency) = (limits.of(*scope), limits.currency);
                let over = Over { scope: *scope, spent: Amount::default(), limit, currency };
                let end = limit.micros.unwrap_or_default();
                let was = currency.map(|currency| currency.code().to_owned()).unwrap_or_default();
                let name = format!("budget/{workspace}/{}/{was}/unpriced/{end}", scope.name());
                let arrival = payer.spending(over, false);
                tx.tell(&name, &arrival, self.draw()?, self.now()).await
            }
        }
    }

    async fn tell_of(
        &self,
        tx: &mut dyn Tx,
        payer: &Payer,
        (workspace, key): (&WorkspaceId, &AccountKey),
        over: Over,
        low: bool,
    ) -> Stored<()> {
        let AccountKey { period, who } = key;
        // Once for each end it has had: people let it go further, or set another.
        let end = |most: Option<u64>| most.map_or_else(|| "off".to_owned(), |most| most.to_string());
        let ends = format!("{}/{}", end(over.limit.tokens), end(over.limit.micros));
        let name = format!("budget/{workspace}/{period}/{who}/{low}/{ends}");
        let arrival = payer.spending(over, low);
        tx.tell(&name, &arrival, self.draw()?, self.now()).await
    }

    /// That was stored.
    pub(in crate::engine) fn reckoned(&self, holds: &[String]) {
        if !holds.is_empty() {
            lock(&self.owed).retain(|owed| !holds.contains(&owed.hold.id));
        }
    }

    /// What was set aside before this moment and never booked is spent: nobody knows how far its call came.
    pub(in crate::engine) async fn reckon_cut_off(&self, tx: &mut dyn Tx, before: DateTime<Utc>) -> Stored<()> {
        for hold in tx.left_held(before).await? {
            if let Some(hold) = tx.let_go(&hold.id).await? {
                settle(tx, &hold, hold.amount, 0).await?;
            }
        }
        Ok(())
    }

    /// Sets aside what a call may cost, if it may be made, and tells how many answers that pays for: where a budget is nearly
    /// used up, the first one alone, so that it is passed by no more than that.
    async fn reserve(&self, payer: &Payer, request: &ModelRequest) -> Stored<Result<(Hold, u32), ModelError>> {
        let capabilities = self.parts.model.capabilities();
        let (one, priced) = worth(request, &capabilities, 1);
        let (all, _) = worth(request, &capabilities, request.answers);
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
        let (day, has) = (day(now, &settings.zone), capabilities.prices.currency());
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
                let (amount, answers) = if fits { (all, request.answers) } else { (one, 1) };
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

/// A call is over, or given up.
async fn settle(tx: &mut dyn Tx, hold: &Hold, spent: Amount, unpriced: u64) -> Stored<()> {
    for key in &hold.on {
        let mut account = tx.account(&hold.workspace, key).await?;
        account.settle(hold.amount, spent, unpriced, hold.currency);
        tx.save_account(&hold.workspace, key, &account).await?;
    }
    Ok(())
}

/// The day it is in a zone, as accounts are named by it.
pub(in crate::engine) fn day(now: DateTime<Utc>, zone: &str) -> String {
    let zone: chrono_tz::Tz = zone.parse().unwrap_or(chrono_tz::Tz::UTC);
    now.with_timezone(&zone).format("%Y-%m-%d").to_string()
}

/// What a request may cost with so many answers, and whether that is known in money.
fn worth(request: &ModelRequest, capabilities: &ModelCapabilities, answers: u32) -> (Amount, bool) {
    let times = |tokens: u64| tokens.saturating_mul(u64::from(answers));
    let mended = REPAIR.saturating_mul(u64::from(answers.saturating_sub(1)));
    let sent = times(tokens_of(request)).saturating_add(mended);
    let received = times(u64::from(request.max_output_tokens));
    let micros = capabilities.most(request.purpose.name(), request.model.as_deref(), sent, received);
    (Amount { tokens: sent.saturating_add(received), micros: micros.unwrap_or(0) }, micros.is_some())
}

/// The tokens of a request, rather too many than too few.
fn tokens_of(request: &ModelRequest) -> u64 {
    let turns = serde_json::to_string(&request.turns).map_or(0, |text| text.len());
    let tools = serde_json::to_string(&request.tools).map_or(0, |text| text.len());
    let schema = request.schema.as_ref().map_or(0, |(_, schema)| schema.text().len());
    u64::try_from((turns + tools + schema) / BYTES_A_TOKEN + 1).unwrap_or(u64::MAX)
}

impl BudgetGate<'_> {
    async fn paid(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        let reserved = self.engine.reserve(&self.payer, request).await;
        // A refusal writes nothing, so that it says nothing about the disk.
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
        let one = worth(request, &self.engine.parts.model.capabilities(), 1).0.at_most(hold.amount);
        let owed = Owed { payer: self.payer.clone(), hold, spent: one, unpriced: 0 };
        let reserved = Reserved { engine: self.engine, owed: Some(owed) };
        let request = ModelRequest { answers, ..request.clone() };
        failpoint::before("model", "");
        let reply = self.engine.parts.model.ask(&request).await;
        failpoint::after("model", "");
        let usage = match &reply {
            Ok(reply) => Usage { calls: reply.usage.calls.max(1), ..reply.usage },
            Err(failure) => failure.usage,
        };
        reserved.over(usage);
        reply
    }

    async fn ruled(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        failpoint::before("model", "");
        let began = std::time::Instant::now();
        let reply = self.engine.parts.model.ask(request).await;
        failpoint::after("model", "");
        crate::engine::telemetry::metrics::ruled(request.purpose.name(), began.elapsed(), reply.is_ok());
        reply
    }
}

#[async_trait]
impl Model for BudgetGate<'_> {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        // A hundred ideas in one minute must not become a hundred calls at once to a server that answers four: the others wait
        // here, in order, before anything is set aside for them. The queue is never closed; should it be, the call goes ahead.
        let _turn = self.engine.calls.acquire().await.ok();
        // Rules cost nothing.
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
