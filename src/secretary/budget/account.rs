//! Accounts: what was spent, what is reserved for running calls, and how far people extended a budget.

use super::cost::Currency;
use super::{Amount, Limit, Scope, currencies};
use crate::secretary::ids::{PersonId, TicketId, WorkspaceId};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

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

    /// The scope without a ticket: days and months are named by their date.
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

/// The day in a zone, as used in the names of accounts.
pub fn day(now: DateTime<Utc>, zone: &str) -> String {
    let zone: chrono_tz::Tz = zone.parse().unwrap_or(chrono_tz::Tz::UTC);
    now.with_timezone(&zone).format("%Y-%m-%d").to_string()
}

/// The month of a day: "2026-11" of "2026-11-25".
pub fn month(day: &str) -> &str {
    day.get(..7).unwrap_or(day)
}

/// An account: what was spent, what is reserved for running calls, and how far people extended its budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Spent.
    pub spent: Amount,
    /// Reserved.
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

    /// Settles a call: its reservation is free again, and its cost is spent. Money in another currency than that of
    /// the account is not added.
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

/// The reservation of one call, found again when the call is over or was interrupted.
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
    /// The accounts of the reservation.
    pub on: Vec<AccountKey>,
    /// The currency of its money; none where nobody knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
}

#[cfg(test)]
mod tests {
    use crate::secretary::budget::account::*;

    #[test]
    fn an_account_is_known_by_its_name() {
        let (ticket, person) = (TicketId::new("q1W-e2R_t3Y4u5I6"), PersonId::new("kim"));
        for scope in Scope::ALL {
            let key = AccountKey::of(scope, &ticket, &person, "2026-11-25");
            assert_eq!((key.kind(), key.scope(&ticket)), (scope, scope));
        }
    }
}
