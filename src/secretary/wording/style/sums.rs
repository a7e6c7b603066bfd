//! Sums of money and tokens: what was spent, and how much of a limit that is. What follows is said elsewhere.

use crate::secretary::budget::Over;
use crate::secretary::budget::cost::{Cost, Currency};
use crate::secretary::names::phrases::count;
use crate::secretary::ticket::Ticket;

/// A sum: "€2.50", "12.00 CHF", "under €0.01".
pub fn sum(micros: u64, currency: Option<Currency>) -> String {
    let cents = micros.saturating_add(5_000) / 10_000;
    if micros > 0 && cents == 0 {
        return format!("under {}", amount(1, currency));
    }
    amount(cents, currency)
}

fn amount(cents: u64, currency: Option<Currency>) -> String {
    let number = format!("{}.{:02}", count(cents / 100), cents % 100);
    match currency.as_ref().map(Currency::code) {
        Some("EUR") => format!("€{number}"),
        Some("USD") => format!("${number}"),
        Some("GBP") => format!("£{number}"),
        Some(code) => format!("{number} {code}"),
        None => number,
    }
}

/// "4,100 tokens", "1 token".
pub fn tokens(most: u64) -> String {
    format!("{} token{}", count(most), if most == 1 { "" } else { "s" })
}

/// What a ticket cost, for the foot of its report: "4,100 tokens, €0.01".
fn footer(tokens: u64, cost: &Cost) -> String {
    let words = self::tokens(tokens);
    if cost.micros == 0 || cost.currency.is_none() {
        return words;
    }
    let code = cost.currency.as_ref().map_or("", Currency::code);
    let some = if cost.unpriced > 0 { format!(" and what has no price in {code}") } else { String::new() };
    format!("{words}, {}{some}", sum(cost.micros, cost.currency))
}

/// The same for all that was spent on a ticket; none where nothing was.
pub fn footer_of(ticket: &Ticket) -> Option<String> {
    let tokens = ticket.usage.tokens_in + ticket.usage.tokens_out;
    (tokens > 0).then(|| footer(tokens, &ticket.usage.cost))
}

/// How much of it: "51,200 of 50,000 tokens".
pub fn so_far(over: &Over) -> String {
    let mut parts = Vec::new();
    if let Some(most) = over.limit.micros {
        parts.push(format!("{} of {}", sum(over.spent.micros, over.currency), sum(most, over.currency)));
    }
    if let Some(most) = over.limit.tokens {
        parts.push(format!("{} of {} tokens", count(over.spent.tokens), count(most)));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use crate::secretary::wording::style::sums::*;

    #[test]
    fn sums_are_read_at_a_glance() {
        let of = |micros, code| sum(micros, Currency::of(code));
        assert_eq!(of(30_000, "EUR"), "€0.03");
        assert_eq!(of(1_234_567_890, "USD"), "$1,234.57");
        assert_eq!(of(12_000_000, "CHF"), "12.00 CHF");
        assert_eq!((of(4_999, "EUR"), of(0, "EUR")), ("under €0.01".to_owned(), "€0.00".to_owned()));
        let cost = Cost { micros: 9_600, currency: Currency::of("EUR"), unpriced: 0 };
        assert_eq!(footer(4_100, &cost), "4,100 tokens, €0.01");
        assert_eq!(footer(4_100, &Cost { unpriced: 5, ..cost }), "4,100 tokens, €0.01 and what has no price in EUR");
        assert_eq!(footer(4_100, &Cost::default()), "4,100 tokens");
    }
}
