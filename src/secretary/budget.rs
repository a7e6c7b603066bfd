//! Budgets: the spending of a ticket, of a person in a day, of a workspace in a day and a month; their limits;
//! whether one more call may be made. The engine keeps the accounts and asks before each call.

mod account;
pub mod cost;
pub mod currencies;
mod limits;

pub use account::{Account, AccountKey, Hold, day, month};
pub use limits::{Amount, Limit, Limits, Scope};

use cost::Currency;
use serde::{Deserialize, Serialize};

/// From this share on, in hundredths, people are told once that a budget runs low.
const LOW: u64 = 80;

/// A change of the budgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// This scope goes so far from now on; none: as far as usual. Money in this currency.
    Set(Scope, Option<Limit>, Option<Currency>),
    /// Everything is without end.
    AllOff,
    /// Everything is as usual.
    AllUsual,
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
    /// Reservations of other calls may be all that is left: try again when one of them is over.
    Wait,
    /// It may not.
    Barred(Barred),
}

/// Judges a call: while something is left of each budget, one more call is allowed, so that a budget is exceeded by
/// at most the reservation of one call. `priced`: the cost is known. `has`: the currency of the prices, in which
/// accounts count.
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

/// Whether this much is left of each budget, besides what is spent and reserved.
pub fn fits(accounts: &[(Scope, Account)], limits: &Limits, more: Amount) -> bool {
    accounts.iter().all(|(scope, account)| {
        let limit = limits.of(*scope).with(account.extra);
        let all = account.spent.plus(account.held).plus(more);
        limit.tokens.is_none_or(|most| all.tokens <= most) && limit.micros.is_none_or(|most| all.micros <= most)
    })
}

/// The budget that runs low, if people have to be told of it now.
pub fn low(scope: Scope, account: &Account, limits: &Limits) -> Option<Over> {
    high(scope, account, limits).filter(|over| !account.warned && !over.limit.reached(over.spent))
}

/// The budget, if little or nothing of it is left.
pub fn high(scope: Scope, account: &Account, limits: &Limits) -> Option<Over> {
    let limit = limits.of(scope).with(account.extra);
    let share = limit.share(account.spent)?;
    (share >= LOW).then_some(Over { scope, spent: account.spent, limit, currency: limits.currency })
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
}
