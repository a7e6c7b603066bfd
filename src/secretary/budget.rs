//! Budgets: what was spent on a ticket, by a person in a day, by a workspace in a day and in a month, how far each may go, and whether one
//! more call may be made. The engine keeps the accounts and asks before each call.

pub mod cost;
pub mod currencies;
pub mod orders;

use super::budget::cost::Currency;
use super::ids::{PersonId, TicketId, WorkspaceId};
use super::intent::thinking::Usage;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// From this share on, in hundredths, people are told once that a budget runs low.
pub const LOW: u64 = 80;

/// What a budget is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scope {
    /// One ticket, from its idea to its end.
    Ticket,
    /// All tickets of one person, in one day.
    Person,
    /// The whole workspace, in one day.
    Day,
    /// The whole workspace, in one month of the calendar.
    Workspace,
}

impl Scope {
    /// Each, the narrowest first.
    pub const ALL: [Self; 4] = [Self::Ticket, Self::Person, Self::Day, Self::Workspace];

    /// The word for it in `/budget`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ticket => "ticket",
            Self::Person => "person",
            Self::Day => "day",
            Self::Workspace => "workspace",
        }
    }

    /// How far it goes where nobody said anything else: far beyond what people need, so that work which runs in circles
    /// ends some time.
    pub fn usual(self) -> Limit {
        let tokens = match self {
            Self::Ticket => 1_000_000,
            Self::Person => 2_000_000,
            Self::Day => 5_000_000,
            // A day's is what guards against work in circles.
            Self::Workspace => return Limit::default(),
        };
        Limit { tokens: Some(tokens), micros: None }
    }
}

/// Tokens and money together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// Tokens, sent and received.
    pub tokens: u64,
    /// Millionths of the currency.
    pub micros: u64,
}

impl Amount {
    /// What thinking cost.
    pub fn of(usage: Usage) -> Self {
        Self { tokens: usage.tokens_in.saturating_add(usage.tokens_out), micros: usage.cost.micros }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { tokens: self.tokens.saturating_add(other.tokens), micros: self.micros.saturating_add(other.micros) }
    }

    /// So many times as much.
    #[must_use]
    pub fn times(self, by: u64) -> Self {
        Self { tokens: self.tokens.saturating_mul(by), micros: self.micros.saturating_mul(by) }
    }

    /// No more than the other; where the other has no money, since nobody knew a price, the money is as it is.
    #[must_use]
    pub fn at_most(self, most: Self) -> Self {
        let micros = if most.micros == 0 { self.micros } else { self.micros.min(most.micros) };
        Self { tokens: self.tokens.min(most.tokens), micros }
    }

    /// What is left without the other.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self { tokens: self.tokens.saturating_sub(other.tokens), micros: self.micros.saturating_sub(other.micros) }
    }
}

/// How far a budget goes; where neither is set it has no end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Tokens, sent and received.
    pub tokens: Option<u64>,
    /// Millionths of the currency.
    pub micros: Option<u64>,
}

impl Limit {
    /// Whether it has no end.
    pub fn is_off(self) -> bool {
        self.tokens.is_none() && self.micros.is_none()
    }

    /// With what people added to it.
    #[must_use]
    pub fn with(self, extra: Amount) -> Self {
        Self {
            tokens: self.tokens.map(|tokens| tokens.saturating_add(extra.tokens)),
            micros: self.micros.map(|micros| micros.saturating_add(extra.micros)),
        }
    }

    /// As much once more.
    pub fn once_more(self) -> Amount {
        Amount { tokens: self.tokens.unwrap_or(0), micros: self.micros.unwrap_or(0) }
    }

    /// Whether so much is all of it.
    pub fn reached(self, spent: Amount) -> bool {
        self.share(spent).is_some_and(|share| share >= 100)
    }

    /// The share that is spent, in hundredths, of what is nearer to its end; none where it has none. Nothing of a budget of
    /// nothing is all of it.
    pub fn share(self, spent: Amount) -> Option<u64> {
        let share = |spent: u64, limit: u64| {
            let share = (u128::from(spent) * 100).checked_div(u128::from(limit)).unwrap_or(100);
            u64::try_from(share).unwrap_or(u64::MAX)
        };
        let of_tokens = self.tokens.map(|limit| share(spent.tokens, limit));
        let of_money = self.micros.map(|limit| share(spent.micros, limit));
        of_tokens.max(of_money)
    }
}

/// What a workspace set; where it said nothing, [`Scope::usual`] holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Of each ticket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticket: Option<Limit>,
    /// Of each person in a day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<Limit>,
    /// Of all of it in a day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<Limit>,
    /// Of all of it in a month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<Limit>,
    /// The currency the sums are in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
}

impl Limits {
    /// Whether nobody said anything.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// How far the budgets of a scope go.
    pub fn of(&self, scope: Scope) -> Limit {
        self.set(scope).unwrap_or_else(|| scope.usual())
    }

    /// What was said about a scope.
    pub fn set(&self, scope: Scope) -> Option<Limit> {
        match scope {
            Scope::Ticket => self.ticket,
            Scope::Person => self.person,
            Scope::Day => self.day,
            Scope::Workspace => self.workspace,
        }
    }

    /// From now on it goes so far; none takes back what was said.
    pub fn change(&mut self, scope: Scope, limit: Option<Limit>) {
        match scope {
            Scope::Ticket => self.ticket = limit,
            Scope::Person => self.person = limit,
            Scope::Day => self.day = limit,
            Scope::Workspace => self.workspace = limit,
        }
    }
}

/// The name of an account inside its workspace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AccountKey {
    /// A day as "2026-11-25", a month as "2026-11", or a ticket's id.
    pub period: String,
    /// A person's id; empty for all.
    pub who: String,
}

impl AccountKey {
    /// The account of a scope that a call for this ticket, of this person, on this day is booked on.
    pub fn of(scope: Scope, ticket: &TicketId, person: &PersonId, day: &str) -> Self {
        match scope {
            Scope::Ticket => Self { period: ticket.to_string(), who: String::new() },
            Scope::Person => Self { period: day.to_owned(), who: person.to_string() },
            Scope::Day => Self { period: day.to_owned(), who: String::new() },
            Scope::Workspace => Self { period: month(day).to_owned(), who: String::new() },
        }
    }

    /// Which of the accounts of a call for this ticket it is.
    pub fn scope(&self, ticket: &TicketId) -> Scope {
        match (self.who.is_empty(), self.period == ticket.as_str()) {
            (false, _) => Scope::Person,
            (true, true) => Scope::Ticket,
            (true, false) if self.period == month(&self.period) => Scope::Workspace,
            (true, false) => Scope::Day,
        }
    }

    /// The same where no ticket is at hand: days and months are named by their date.
    pub fn kind(&self) -> Scope {
        let day = self.period.parse::<NaiveDate>().is_ok();
        let month = format!("{}-01", self.period).parse::<NaiveDate>().is_ok();
        match (self.who.is_empty(), day, month) {
            (false, ..) => Scope::Person,
            (true, true, _) => Scope::Day,
            (true, false, true) => Scope::Workspace,
            (true, false, false) => Scope::Ticket,
        }
    }
}

/// The month of a day: "2026-11" of "2026-11-25".
pub fn month(day: &str) -> &str {
    day.get(..7).unwrap_or(day)
}

/// An account: what was spent, what is set aside for calls under way, how far people let it go beyond its budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Spent.
    pub spent: Amount,
    /// Set aside.
    pub held: Amount,
    /// Tokens among those spent that have no price.
    pub unpriced: u64,
    /// Added to its budget by people.
    pub extra: Amount,
    /// People were told that it runs low.
    pub warned: bool,
    /// The currency of its money; none where nobody knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
}

impl Account {
    /// Sets something aside.
    pub fn hold(&mut self, amount: Amount) {
        self.held = self.held.plus(amount);
    }

    /// A call is over: what was set aside for it is free again, and what it cost is spent. Money in another currency than the
    /// account's is not added to it.
    pub fn settle(&mut self, held: Amount, spent: Amount, unpriced: u64, currency: Option<Currency>) {
        let other = currencies::differ(self.currency, currency);
        let (held, spent, unpriced) =
            if other { (held.in_tokens(), spent.in_tokens(), spent.tokens) } else { (held, spent, unpriced) };
        self.currency = self.currency.or(currency);
        self.held = self.held.less(held);
        self.spent = self.spent.plus(spent);
        self.unpriced = self.unpriced.saturating_add(unpriced);
    }

    /// Whether something of this budget is left.
    pub fn has_room(&self, limit: Limit) -> bool {
        !limit.with(self.extra).reached(self.spent)
    }

    /// People let it go further, unless it has room by now: several may be asked the same at the same time. Whether it
    /// goes further by this.
    pub fn extend(&mut self, limit: Limit) -> bool {
        let reached = !self.has_room(limit);
        if reached {
            self.extra = self.extra.plus(limit.once_more());
            let end = limit.with(self.extra);
            if end.reached(self.spent) {
                // It went so far that as much again is no room: what is past its end is added to that.
                let past = |spent: u64, end: Option<u64>| end.map_or(0, |end| spent.saturating_sub(end));
                let (tokens, micros) = (past(self.spent.tokens, end.tokens), past(self.spent.micros, end.micros));
                self.extra = self.extra.plus(Amount { tokens, micros }).plus(limit.once_more());
            }
            self.warned = false;
        }
        reached
    }
}

/// Something set aside for one call, by which it is found again when the call is over or was cut off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// Its id.
    pub id: String,
    /// The workspace.
    pub workspace: WorkspaceId,
    /// When the call began.
    pub at: DateTime<Utc>,
    /// So much.
    pub amount: Amount,
    /// The accounts it is set aside on.
    pub on: Vec<AccountKey>,
    /// The currency of its money; none where nobody knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
}

/// A budget that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// Which.
    pub scope: Scope,
    /// What was spent.
    pub spent: Amount,
    /// How far it goes, with what people added.
    pub limit: Limit,
    /// The currency.
    pub currency: Option<Currency>,
}

/// Why a call may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Barred {
    /// A budget is used up.
    Over(Over),
    /// A sum of money is set that cannot be kept, since nobody knows what the call costs.
    Unpriced(Scope),
    /// A sum of money is set that cannot be kept, since prices are in this other currency by now.
    OtherCurrency(Over, Currency),
}

/// Whether one more call may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may.
    Free,
    /// What is set aside for others may be all there is: again when one of them is over.
    Wait,
    /// It may not.
    Barred(Barred),
}

/// Judges a call: as long as something is left of each budget, one more may be made, so that no budget is passed by more than
/// what is set aside for one call. `priced`: what it costs is known. `has`: the currency of the prices, in which accounts count.
pub fn judge(accounts: &[(Scope, Account)], limits: &Limits, priced: bool, has: Option<Currency>) -> Verdict {
    let mut wait = false;
    for (scope, account) in accounts {
        let limit = limits.of(*scope).with(account.extra);
        if let Some(has) = has.filter(|_| !limits.keeps(*scope, has)) {
            // What was spent in another currency says nothing about this end, so nothing more is.
            let over =
                Over { scope: *scope, spent: account.spent, limit: limits.of(*scope), currency: limits.currency };
            return Verdict::Barred(Barred::OtherCurrency(over, has));
        }
        // Letting it go further would not help: so this comes first.
        if limit.micros.is_some() && !priced {
            return Verdict::Barred(Barred::Unpriced(*scope));
        }
        if limit.reached(account.spent) {
            let over = Over { scope: *scope, spent: account.spent, limit, currency: limits.currency };
            return Verdict::Barred(Barred::Over(over));
        }
        wait |= limit.reached(account.spent.plus(account.held));
    }
    if wait { Verdict::Wait } else { Verdict::Free }
}

/// Whether so much more is left of each budget, besides what is spent and set aside.
pub fn fits(accounts: &[(Scope, Account)], limits: &Limits, more: Amount) -> bool {
    accounts.iter().all(|(scope, account)| {
        let limit = limits.of(*scope).with(account.extra);
        let all = account.spent.plus(account.held).plus(more);
        limit.tokens.is_none_or(|most| all.tokens <= most) && limit.micros.is_none_or(|most| all.micros <= most)
    })
}

/// The budget that runs low, if people have to be told of it now.
pub fn low(scope: Scope, account: &Account, limits: &Limits) -> Option<Over> {
    let limit = limits.of(scope).with(account.extra);
    let share = limit.share(account.spent)?;
    let tell = !account.warned && (LOW..100).contains(&share);
    tell.then_some(Over { scope, spent: account.spent, limit, currency: limits.currency })
}

#[cfg(test)]
mod tests {
    use crate::secretary::budget::*;

    fn tokens(tokens: u64) -> Amount {
        Amount { tokens, micros: 0 }
    }

    fn limits(ticket: u64) -> Limits {
        Limits { ticket: Some(Limit { tokens: Some(ticket), micros: None }), ..Limits::default() }
    }

    #[test]
    fn one_call_may_begin_as_long_as_something_is_left() {
        let mut account = Account { spent: tokens(999), ..Account::default() };
        assert_eq!(judge(&[(Scope::Ticket, account)], &limits(1_000), false, None), Verdict::Free);
        account.hold(tokens(50));
        assert_eq!(judge(&[(Scope::Ticket, account)], &limits(1_000), false, None), Verdict::Wait);
        account.settle(tokens(50), tokens(40), 40, None);
        let Verdict::Barred(Barred::Over(over)) = judge(&[(Scope::Ticket, account)], &limits(1_000), false, None)
        else {
            panic!()
        };
        assert_eq!((over.scope, over.spent), (Scope::Ticket, tokens(1_039)));
        assert!(account.extend(limits(1_000).of(Scope::Ticket)));
        assert!(!account.extend(limits(1_000).of(Scope::Ticket)), "the second one asked finds room");
        assert_eq!(judge(&[(Scope::Ticket, account)], &limits(1_000), false, None), Verdict::Free);
    }

    #[test]
    fn money_cannot_be_kept_without_a_price() {
        let day = Some(Limit { tokens: None, micros: Some(5) });
        let limits = Limits { day, ..Limits::default() };
        let barred = judge(&[(Scope::Day, Account::default())], &limits, false, None);
        assert_eq!(barred, Verdict::Barred(Barred::Unpriced(Scope::Day)));
        assert_eq!(judge(&[(Scope::Day, Account::default())], &limits, true, None), Verdict::Free);
        let used_up = Account { spent: Amount { tokens: 9, micros: 5 }, ..Account::default() };
        let barred = judge(&[(Scope::Day, used_up)], &limits, false, None);
        assert_eq!(barred, Verdict::Barred(Barred::Unpriced(Scope::Day)), "going on would not help");
        let off = Limits { day: Some(Limit::default()), ..Limits::default() };
        let much = Account { spent: Amount { tokens: u64::MAX, micros: u64::MAX }, ..Account::default() };
        assert_eq!(judge(&[(Scope::Day, much)], &off, false, None), Verdict::Free);
        let barred = judge(&[(Scope::Day, much)], &Limits::default(), false, None);
        assert!(matches!(barred, Verdict::Barred(Barred::Over(_))));
    }

    #[test]
    fn going_on_makes_room_however_far_it_went() {
        let mut account = Account { spent: tokens(900_000), ..Account::default() };
        assert!(account.extend(limits(1_000).of(Scope::Ticket)));
        assert_eq!(judge(&[(Scope::Ticket, account)], &limits(1_000), false, None), Verdict::Free);
        assert_eq!(account.extra, tokens(900_000), "what is past, and as much once more");
        let absurd = Amount { tokens: u64::MAX, micros: 7 };
        assert_eq!(absurd.at_most(tokens(50).times(10)), Amount { tokens: 500, micros: 7 });
    }

    #[test]
    fn what_fits_is_left_of_every_budget() {
        let account = Account { spent: tokens(600), held: tokens(300), ..Account::default() };
        let stand = [(Scope::Ticket, account), (Scope::Day, Account::default())];
        assert!(fits(&stand, &limits(1_000), tokens(100)));
        assert!(!fits(&stand, &limits(1_000), tokens(101)));
    }

    #[test]
    fn it_runs_low_once() {
        let mut account = Account { spent: tokens(799), ..Account::default() };
        assert_eq!(low(Scope::Ticket, &account, &limits(1_000)), None);
        account.spent = tokens(800);
        assert!(low(Scope::Ticket, &account, &limits(1_000)).is_some());
        account.warned = true;
        assert_eq!(low(Scope::Ticket, &account, &limits(1_000)), None);
        account = Account { spent: tokens(1_000), ..Account::default() };
        assert_eq!(low(Scope::Ticket, &account, &limits(1_000)), None, "that it is used up is said by itself");
        assert_eq!(limits(0).of(Scope::Ticket).share(tokens(0)), Some(100));
    }

    #[test]
    fn an_account_is_known_by_its_name() {
        let (ticket, person) = (TicketId::new("q1W-e2R_t3Y4u5I6"), PersonId::new("kim"));
        for scope in Scope::ALL {
            let key = AccountKey::of(scope, &ticket, &person, "2026-11-25");
            assert_eq!((key.kind(), key.scope(&ticket)), (scope, scope));
        }
    }
}
