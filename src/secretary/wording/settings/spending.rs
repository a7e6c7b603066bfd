//! Sentences about spending and budgets.

use super::unkept_limits;
use crate::secretary::budget::cost::Currency;
use crate::secretary::budget::{Account, Limit, Limits, Scope};
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::{count, listed};
use crate::secretary::wording::style::sums;

/// People named beside what they spent.
const NAMED: usize = 5;

/// What `/budget` tells.
pub struct Standing<'a> {
    /// How far budgets go.
    pub limits: &'a Limits,
    /// All together, today.
    pub day: Account,
    /// All together, this month.
    pub month: Account,
    /// Whoever asks, today.
    pub own: Account,
    /// Who spent the most today, by name; empty for who may not see it.
    pub by: Vec<(String, Account)>,
    /// The currency of the prices.
    pub currency: Option<Currency>,
    /// Models in use that have no price.
    pub without: Vec<&'a str>,
    /// A language model is connected.
    pub reads: bool,
    /// They may change it.
    pub may_change: bool,
}

/// How far a budget goes: "€2.00", "50,000 tokens", "€2.00 and 50,000 tokens", "no limit".
pub fn limit(limit: Limit, currency: Option<Currency>) -> String {
    match (limit.micros, limit.tokens) {
        (Some(micros), Some(tokens)) => format!("{} and {}", sums::sum(micros, currency), sums::tokens(tokens)),
        (Some(micros), None) => sums::sum(micros, currency),
        (None, Some(tokens)) => sums::tokens(tokens),
        (None, None) => "no limit".to_owned(),
    }
}

/// "3,390 tokens, €0.01". `or`: the currency of an account that has none. Money in no known currency is not named.
fn spent(account: &Account, or: Option<Currency>) -> String {
    let words = sums::tokens(account.spent.tokens);
    match account.currency.or(or) {
        currency @ Some(_) if account.spent.micros > 0 => {
            format!("{words}, {}", sums::sum(account.spent.micros, currency))
        }
        Some(_) | None => words,
    }
}

/// "Today: 6,780 tokens, €0.02, of €2.00 (1 %)."
fn in_all(when: &str, account: &Account, limits: &Limits, scope: Scope) -> String {
    let within = limits.of(scope).with(account.extra);
    let measured = Some(account.spent).filter(|_| limits.keeps(scope, account.currency));
    let share = measured.and_then(|spent| within.share(spent)).map(|share| format!(" ({share} %)")).unwrap_or_default();
    let end =
        if within.is_off() { "no limit".to_owned() } else { format!("of {}{share}", limit(within, limits.currency)) };
    format!("{when}: {}, {end}.", spent(account, limits.currency))
}

/// `/budget`
pub fn budget(of: &Standing<'_>) -> Message {
    let currency = of.limits.currency.or(of.currency);
    let mut message = Message::default().spans(vec![Span::strong("Spending")]);
    if !of.reads && of.day.spent.tokens == 0 {
        message = message.line(
            "The built-in rules think here, and they cost nothing. Limits count once a language model is connected.",
        );
        message = message.line(format!("All together a day: {}.", limit(of.limits.of(Scope::Day), currency)));
    } else {
        message = message.line(in_all("Today", &of.day, of.limits, Scope::Day));
        if let Some(has) = of.currency.filter(|_| of.day.unpriced > 0) {
            message = message.line(format!(
                "{} tokens of these have no price in {} that I know, so the sum of money is too low.",
                count(of.day.unpriced),
                has.code()
            ));
        }
    }
    let of_month = of.limits.of(Scope::Workspace);
    if !of_month.is_off() || of.month.spent.tokens > 0 {
        message = message.line(in_all("This month", &of.month, of.limits, Scope::Workspace));
    }
    let person = of.limits.of(Scope::Person).with(of.own.extra);
    let mine =
        if of.own.spent.tokens > 0 { format!("; you: {} today", spent(&of.own, currency)) } else { String::new() };
    message = message.line(format!("Each person a day: {}{mine}.", limit(person, currency)));
    message = message.line(format!("Each ticket: {}.", limit(of.limits.of(Scope::Ticket), currency)));
    if of.by.len() > 1 {
        let by = of.by.iter().take(NAMED).map(|(name, account)| format!("{name} {}", spent(account, currency)));
        message = message.line(format!("Most today: {}.", by.collect::<Vec<_>>().join("; ")));
    }
    if of.reads {
        message = unkept_limits::all(of.limits, of.currency, &of.without).into_iter().fold(message, Message::line);
    }
    let how = if of.may_change {
        let most = of.currency.map_or_else(|| "300,000 tokens".to_owned(), |of| format!("2 {}", of.code()));
        format!(
            "/budget day {most}, /budget person 50,000 tokens, /budget workspace 5 million tokens (a month) or /budget ticket off changes that."
        )
    } else {
        "Owners can change that with /budget.".to_owned()
    };
    message.spans(vec![Span::Soft(how)])
}

/// "€2.00 a day", "€2.00 for each ticket".
pub(in crate::secretary::wording) fn of_money(scope: Scope, micros: u64, currency: Option<Currency>) -> String {
    let span = match scope {
        Scope::Ticket => "for each ticket",
        Scope::Person => "for each person a day",
        Scope::Day => "a day",
        Scope::Workspace => "a month",
    };
    format!("{} {span}", sums::sum(micros, currency))
}

/// Other limits were in a currency that cannot be kept any more.
pub fn gone(was: Currency) -> String {
    format!("What was set in {} can't be kept any more and is gone.", was.code())
}

/// What was added by "Go on" ended with the limit it was added to.
pub fn no_longer_added() -> &'static str {
    "What “Go on” added before counts no more."
}

/// The extension was restored by an Undo.
pub fn added_again() -> &'static str {
    "What “Go on” added before counts again."
}

/// After a change.
pub fn changed(limits: &Limits, scopes: &[Scope], currency: Option<Currency>) -> Message {
    let currency = limits.currency.or(currency);
    let line = |scope: &Scope| {
        let of = limits.of(*scope);
        let what = match scope {
            Scope::Ticket => "Each ticket",
            Scope::Person => "Each person a day",
            Scope::Day => "All together a day",
            Scope::Workspace => "All together a month",
        };
        let usual = if limits.set(*scope).is_none() { ", as usual" } else { "" };
        if of.is_off() {
            format!("{what}: no limit.")
        } else {
            format!("{what}: at most {}{usual}.", limit(of, currency))
        }
    };
    let message = Message::lines(scopes.iter().map(line).collect::<Vec<_>>());
    if Scope::ALL.iter().all(|scope| limits.of(*scope).is_off()) {
        return message.line("I tell nobody how much is spent until somebody asks with /budget.");
    }
    if scopes.iter().all(|scope| limits.of(*scope).is_off()) {
        return message;
    }
    message.line("At 80 % I say so; at the end I stop and ask before I go on.")
}

/// What goes on, as there is room for it again.
pub fn freed(tickets: &[i64]) -> String {
    let names: Vec<String> = tickets.iter().map(|number| format!("#{number}")).collect();
    match names.len() {
        0 => String::new(),
        many => format!("{} {} on now.", listed(&names), if many == 1 { "goes" } else { "go" }),
    }
}

/// `/budget` with something else. `has`: the currency of the prices.
pub fn how_to(has: Option<Currency>) -> String {
    format!(
        "Say which budget: /budget day 2 {}, /budget person 50,000 tokens, /budget ticket off, or /budget usual. There is one \
         for the day, for each person a day, for each ticket, and for the workspace in a month; no other.",
        code(has)
    )
}

/// The currency of an example.
fn code(has: Option<Currency>) -> String {
    has.map_or_else(|| "EUR".to_owned(), |has| has.code().to_owned())
}

/// `/budget person Kim 1000`
pub fn for_each_alike(has: Option<Currency>) -> String {
    format!(
        "A budget is for each person alike, not for one by name: /budget person 50,000 tokens, or /budget person 2 {}.",
        code(has)
    )
}

/// `/budget day` without an amount that makes sense.
pub fn how_much(scope: Scope, has: Option<Currency>) -> String {
    format!(
        "Say how much, in money or tokens: /budget {0} 2 {1}, /budget {0} 50,000 tokens, /budget {0} off, or /budget {0} usual.",
        scope.name(),
        code(has)
    )
}

/// A limit in money without prices.
pub fn no_prices() -> String {
    "I don't know what the language model costs, so I can't keep a limit in money. Whoever runs me can give me a list with \
     PRICES_FILE; until then: /budget day 300,000 tokens."
        .to_owned()
}

/// A limit in money in another currency.
pub fn other_currency(has: Currency) -> String {
    format!("My prices are in {0}, so the limit has to be, too: /budget day 2 {0}.", has.code())
}

/// A limit in money where models in use have no price.
pub fn without_price(models: &[&str]) -> String {
    format!(
        "{}, so I can't keep a limit in money. Whoever runs me can add it to the list in PRICES_FILE; until then: /budget day \
         300,000 tokens.",
        unknown_cost(models)
    )
}

/// What these models cost is not known; none: what any costs.
pub(in crate::secretary::wording) fn unknown_cost(models: &[&str]) -> String {
    match models {
        [] => "I don't know what the language model costs".to_owned(),
        [one] => format!("I don't know what {one} costs"),
        [..] => format!("I don't know what {} cost", models.join(" and ")),
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::wording::settings::spending::*;

    #[test]
    fn money_in_no_currency_is_not_said() {
        let amount = crate::secretary::budget::Amount { tokens: 4_100, micros: 9_600 };
        let unknown = Account { spent: amount, ..Account::default() };
        assert_eq!(spent(&unknown, Currency::of("EUR")), "4,100 tokens, €0.01");
        assert_eq!(spent(&unknown, None), "4,100 tokens", "money in no currency says nothing");
    }
}
