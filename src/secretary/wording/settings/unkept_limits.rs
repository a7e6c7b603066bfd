//! Sentences about limits in money that cannot be enforced, since prices have another currency now or are unknown,
//! and about amounts without a known currency.

use super::spending::{of_money, unknown_cost};
use crate::secretary::budget::cost::Currency;
use crate::secretary::budget::currencies::Lack;
use crate::secretary::budget::{Limits, Over, Scope};
use crate::secretary::message::Message;
use crate::secretary::names::phrases::short;
use crate::secretary::ticket::facts::Facts;

/// Why a limit cannot be kept, and what comes of that.
fn not_kept((scope, micros): (Scope, u64), was: Option<Currency>, has: Currency) -> String {
    let (what, code) = (of_money(scope, micros, was), has.code());
    format!(
        "The limit of {what} can't be kept: my prices are in {code} now. What needs the language model waits until an owner \
         sets one: /budget {} 2 {code}.",
        scope.name()
    )
}

/// The same where nobody knows what these models cost; none: what any costs.
fn not_known((scope, micros): (Scope, u64), was: Option<Currency>, models: &[&str]) -> String {
    format!(
        "The limit of {} can't be kept: {}. What needs the language model waits until whoever runs me adds prices with \
         PRICES_FILE, or an owner sets tokens or no limit: /budget {2} 300,000 tokens, /budget {2} off.",
        of_money(scope, micros, was),
        unknown_cost(models),
        scope.name()
    )
}

/// A limit in a currency that prices are in no more, for the owners.
pub fn not_kept_any_more(over: &Over, has: Currency) -> Message {
    Message::lines([not_kept((over.scope, over.limit.micros.unwrap_or_default()), over.currency, has)])
}

/// A limit in money where these models have no price, for the owners.
pub fn without_price_any_more(over: &Over, models: &[&str]) -> Message {
    Message::lines([not_known((over.scope, over.limit.micros.unwrap_or_default()), over.currency, models)])
}

/// The limits that cannot be kept, where prices are in this currency, without those of some models.
pub(in crate::secretary::wording) fn all(limits: &Limits, has: Option<Currency>, without: &[&str]) -> Vec<String> {
    let said = |scope: Scope| {
        let of = (scope, limits.of(scope).micros?);
        match limits.lack(scope, has) {
            Some(Lack::OtherCurrency(has)) => Some(not_kept(of, limits.currency, has)),
            Some(Lack::Prices) => Some(not_known(of, limits.currency, &[])),
            None => (!without.is_empty()).then(|| not_known(of, limits.currency, without)),
        }
    };
    Scope::ALL.into_iter().filter_map(said).collect()
}

/// Why letting a budget go further changes nothing, and what does.
pub fn no_way_on(facts: &Facts, scope: Scope) -> Option<String> {
    // Rules cost nothing.
    let lack = facts.settings.budget.lack(scope, facts.prices).filter(|_| facts.reads)?;
    let word = scope.name();
    Some(match lack {
        Lack::OtherCurrency(has) => {
            let was = facts.settings.budget.currency.map_or_else(|| "money".to_owned(), |was| was.code().to_owned());
            format!(
                "“Go on” doesn't help: the limit in {was} can't be kept, since my prices are in {0} now. An owner can set \
                 another one: /budget {word} 2 {0}.",
                has.code()
            )
        }
        Lack::Prices => format!(
            "“Go on” doesn't help: the limit in money can't be kept, since I don't know what the language model costs. An \
             owner can set another one: /budget {word} 300,000 tokens."
        ),
    })
}

/// A number that is neither money nor tokens: `/budget person 50k`.
pub fn of_what(number: &str, scope: Scope, has: Option<Currency>) -> String {
    let code = has.map_or_else(|| "EUR".to_owned(), |has| has.code().to_owned());
    let (number, name) = (short(number, 30), scope.name());
    format!(
        "{number} of what? Say how much, in money or tokens: /budget {name} {number} tokens, /budget {name} 2 {code}, or \
         /budget {name} off."
    )
}
