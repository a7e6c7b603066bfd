//! Limits of budgets in tokens and money: the defaults and those of a workspace.

use crate::secretary::budget::cost::{Currency, Usage};
use serde::{Deserialize, Serialize};

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
    /// The amount of a usage.
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

    /// Sets a limit; none removes what was set.
    pub fn change(&mut self, scope: Scope, limit: Option<Limit>) {
        match scope {
            Scope::Ticket => self.ticket = limit,
            Scope::Person => self.person = limit,
            Scope::Day => self.day = limit,
            Scope::Workspace => self.workspace = limit,
        }
    }
}
