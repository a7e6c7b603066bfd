//! Several currencies, after the price list changed its currency: amounts are never added across currencies, and a
//! limit is not kept in another currency than its own.

use super::{Account, Amount, Limit, Limits, Over, Scope};
use crate::secretary::budget::cost::Currency;

/// Whether sums in these cannot be added: both are known, and not the same.
pub(super) fn differ(one: Option<Currency>, other: Option<Currency>) -> bool {
    one.is_some_and(|one| other.is_some_and(|other| one != other))
}

impl Amount {
    /// Without its money.
    #[must_use]
    pub(super) fn in_tokens(self) -> Self {
        Self { micros: 0, ..self }
    }
}

impl Account {
    /// As it counts where prices are in this currency: of money in another one nothing, and its tokens have no price.
    #[must_use]
    pub fn counted_in(self, has: Option<Currency>) -> Self {
        let currency = has.or(self.currency);
        if !differ(self.currency, has) {
            return Self { currency, ..self };
        }
        Self {
            spent: self.spent.in_tokens(),
            held: self.held.in_tokens(),
            extra: self.extra.in_tokens(),
            unpriced: self.spent.tokens,
            warned: self.warned,
            currency,
        }
    }
}

/// What is missing for a limit in money to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// Prices in its currency: they are in this one.
    OtherCurrency(Currency),
    /// Any prices.
    Prices,
}

impl Limits {
    /// What is missing for how far the budgets of a scope go to be kept, where prices are in this currency or there are none.
    pub fn lack(&self, scope: Scope, has: Option<Currency>) -> Option<Lack> {
        self.of(scope).micros?;
        match has {
            Some(has) => differ(self.currency, Some(has)).then_some(Lack::OtherCurrency(has)),
            None => Some(Lack::Prices),
        }
    }

    /// Whether how far the budgets of a scope go can be kept where prices are in this currency.
    pub fn keeps(&self, scope: Scope, has: Option<Currency>) -> bool {
        self.of(scope).micros.is_none() || !differ(self.currency, has)
    }

    /// What can be kept of them.
    #[must_use]
    pub fn kept_in(self, has: Option<Currency>) -> Self {
        let mut kept = self;
        for scope in Scope::ALL.into_iter().filter(|scope| !self.keeps(*scope, has)) {
            kept.change(scope, Some(Limit { micros: None, ..self.of(scope) }));
        }
        kept
    }

    /// Sums are in this currency from now on: those in another one are gone. Gives the scopes that had one.
    pub fn turn_to(&mut self, has: Currency) -> Vec<Scope> {
        let lost: Vec<Scope> = Scope::ALL.into_iter().filter(|scope| !self.keeps(*scope, Some(has))).collect();
        for scope in &lost {
            let rest = Limit { micros: None, ..self.of(*scope) };
            self.change(*scope, Some(rest).filter(|rest| !rest.is_off()));
        }
        self.currency = Some(has);
        lost
    }
}

impl Over {
    /// Whether its end is a sum in another currency than this.
    pub fn is_other(&self, has: Currency) -> bool {
        self.limit.micros.is_some() && differ(self.currency, Some(has))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Barred, Verdict, judge};
    use crate::secretary::budget::currencies::*;

    fn of(code: &str) -> Option<Currency> {
        Currency::of(code)
    }

    fn spent(tokens: u64, micros: u64) -> Account {
        let spent = Amount { tokens, micros };
        Account { spent, extra: spent, unpriced: 1, currency: of("EUR"), ..Account::default() }
    }

    #[test]
    fn money_counts_in_its_own_currency_alone() {
        let euros = spent(1_000, 270_000);
        for same in [of("EUR"), None] {
            assert_eq!(euros.counted_in(same), euros);
        }
        let mut dollars = euros.counted_in(of("USD"));
        assert_eq!((dollars.spent, dollars.extra), (Amount { tokens: 1_000, micros: 0 }, dollars.spent));
        assert_eq!((dollars.unpriced, dollars.currency), (1_000, of("USD")));
        dollars.settle(Amount::default(), Amount { tokens: 10, micros: 140_000 }, 0, of("USD"));
        assert_eq!(dollars.spent, Amount { tokens: 1_010, micros: 140_000 });
        // A call that began when prices were others.
        dollars.settle(Amount::default(), Amount { tokens: 5, micros: 7 }, 0, of("EUR"));
        assert_eq!((dollars.spent, dollars.unpriced), (Amount { tokens: 1_015, micros: 140_000 }, 1_005));
        let unknown = Account { currency: None, ..euros };
        assert_eq!(unknown.counted_in(of("USD")), Account { currency: of("USD"), ..euros });
    }

    #[test]
    fn a_limit_in_another_currency_stops_what_it_cannot_measure() {
        let day = Some(Limit { tokens: Some(9_000), micros: Some(2_000_000) });
        let mut limits = Limits { day, currency: of("EUR"), ..Limits::default() };
        let stand = [(Scope::Ticket, Account::default()), (Scope::Day, spent(10, 10).counted_in(of("USD")))];
        assert_eq!(judge(&stand, &limits, true, of("EUR")), Verdict::Free);
        let Verdict::Barred(Barred::OtherCurrency(over, has)) = judge(&stand, &limits, true, of("USD")) else {
            panic!()
        };
        assert_eq!((over.scope, over.currency, Some(has)), (Scope::Day, of("EUR"), of("USD")));
        let lack = |scope, has| limits.lack(scope, has);
        assert_eq!((lack(Scope::Day, of("EUR")), lack(Scope::Ticket, None)), (None, None));
        assert_eq!(
            (lack(Scope::Day, None), lack(Scope::Day, of("USD"))),
            (Some(Lack::Prices), of("USD").map(Lack::OtherCurrency))
        );
        let kept = limits.kept_in(of("USD"));
        assert_eq!(kept.of(Scope::Day), Limit { tokens: Some(9_000), micros: None });
        assert_eq!(limits.kept_in(of("EUR")), limits);
        limits.workspace = Some(Limit { tokens: None, micros: Some(5) });
        assert_eq!(limits.turn_to(Currency::of("USD").unwrap()), [Scope::Day, Scope::Workspace]);
        assert_eq!((limits.day, limits.workspace), (kept.day, None), "without an end of its own it is as usual");
        assert_eq!(judge(&stand, &limits, true, of("USD")), Verdict::Free);
    }
}
