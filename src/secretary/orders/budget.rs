//! Reads what follows `/budget`, and changes the limits of a scope.

use crate::secretary::budget::cost::{Currency, micros_of};
use crate::secretary::budget::{Change, Limit, Limits, Scope};
use crate::secretary::settings::model_capabilities::ModelCapabilities;
use crate::secretary::wording::settings::{spending, unkept_limits};

/// Changes the limits. Returns the scopes that changed, and those of them whose limit in another currency is gone.
///
/// # Errors
/// A sentence for the person: a limit in this money cannot be kept.
pub fn apply(
    change: Change,
    limits: &mut Limits,
    models: &ModelCapabilities,
) -> Result<(Vec<Scope>, Vec<Scope>), String> {
    let (scope, limit, currency) = match change {
        Change::AllOff => {
            let off = Some(Limit::default());
            *limits = Limits { ticket: off, person: off, day: off, workspace: off, currency: None };
            return Ok((Scope::ALL.to_vec(), Vec::new()));
        }
        Change::AllUsual => {
            *limits = Limits::default();
            return Ok((Scope::ALL.to_vec(), Vec::new()));
        }
        Change::Set(scope, limit, currency) => (scope, limit, currency),
    };
    let mut lost = Vec::new();
    if limit.is_some_and(|limit| limit.micros.is_some()) {
        let has = models.prices.currency().ok_or_else(spending::no_prices)?;
        if currency.is_some_and(|wanted| wanted != has) {
            return Err(spending::other_currency(has));
        }
        let without = models.unpriced();
        if !without.is_empty() {
            return Err(spending::without_price(&without));
        }
        lost = limits.turn_to(has);
    }
    limits.change(scope, limit);
    lost.retain(|other| *other != scope);
    Ok(([&[scope], lost.as_slice()].concat(), lost))
}

/// The word that takes a budget away, and the one that brings back the usual one.
const OFF: &str = "off";
const USUAL: &str = "usual";
/// What stands between two amounts.
const BETWEEN: &str = "and";
/// What may stand behind a number, and what it multiplies the number by.
const TIMES: [(&str, u64); 4] = [("k", 1_000), ("thousand", 1_000), ("m", 1_000_000), ("million", 1_000_000)];
/// Signs and words of currencies; any code of three letters is one as well.
const SIGNS: [(&str, &str); 6] =
    [("€", "EUR"), ("euro", "EUR"), ("euros", "EUR"), ("$", "USD"), ("£", "GBP"), ("¥", "JPY")];

/// Reads what follows `/budget`; nothing asks how things stand. Examples are in the currency of the prices, if that is known.
///
/// # Errors
/// A sentence with an example.
pub fn read(args: &str, has: Option<Currency>) -> Result<Option<Change>, String> {
    let said = args.trim().to_lowercase();
    let (first, rest) = said.split_once(char::is_whitespace).unwrap_or((&said, ""));
    let rest = rest.trim();
    match first {
        "" => return Ok(None),
        OFF if rest.is_empty() => return Ok(Some(Change::AllOff)),
        USUAL if rest.is_empty() => return Ok(Some(Change::AllUsual)),
        _ => {}
    }
    let scope = scope(first).ok_or_else(|| spending::how_to(has))?;
    if rest == OFF {
        return Ok(Some(Change::Set(scope, Some(Limit::default()), None)));
    }
    if rest == USUAL {
        return Ok(Some(Change::Set(scope, None, None)));
    }
    if scope == Scope::Person && names_somebody(rest) {
        return Err(spending::for_each_alike(has));
    }
    let why = || if bare(rest) { unkept_limits::of_what(rest, scope, has) } else { spending::how_much(scope, has) };
    let (limit, currency) = amount(rest).ok_or_else(why)?;
    Ok(Some(Change::Set(scope, Some(limit), currency)))
}

/// Whether an amount is a number and nothing that says of what: "50k", "20".
fn bare(text: &str) -> bool {
    let words = words(text);
    let numbers = words.iter().filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).count();
    numbers == 1 && words.len() <= 2 && words.iter().skip(1).all(|word| times(word).is_some()) && !text.starts_with('-')
}

fn scope(word: &str) -> Option<Scope> {
    match word {
        "ticket" => Some(Scope::Ticket),
        "person" => Some(Scope::Person),
        "day" => Some(Scope::Day),
        "workspace" => Some(Scope::Workspace),
        _ => None,
    }
}

/// Whether an amount begins with what may be somebody's name: "Kim 1000", and no currency that is in use.
fn names_somebody(text: &str) -> bool {
    const CODES: [&str; 16] = [
        "eur", "usd", "gbp", "jpy", "chf", "cny", "sek", "nok", "dkk", "pln", "czk", "inr", "aud", "cad", "nzd", "brl",
    ];
    let first = text.split_whitespace().next().unwrap_or_default().trim_start_matches('@');
    let currency = CODES.contains(&first) || SIGNS.iter().any(|(sign, _)| *sign == first);
    let other = first == BETWEEN || matches!(first, "token" | "tokens") || times(first).is_some();
    first.starts_with(char::is_alphabetic) && first.chars().all(char::is_alphabetic) && !currency && !other
}

/// "50,000 tokens", "2.50 EUR", "$2 and 1.5 million tokens".
fn amount(text: &str) -> Option<(Limit, Option<Currency>)> {
    let (mut limit, mut currency) = (Limit::default(), None);
    let words = words(text);
    let mut words = words.iter().map(String::as_str).filter(|word| *word != BETWEEN).peekable();
    while let Some(word) = words.next() {
        // A sign may stand before its number.
        let before = money(word);
        let number = if before.is_some() { words.next()? } else { word };
        let times = words.next_if(|word| before.is_none() && times(word).is_some()).and_then(times);
        if let Some(of) = before.or_else(|| words.peek().and_then(|word| money(word))) {
            if before.is_none() {
                words.next();
            }
            let sum = sum_of(number)?;
            if times.is_some() || limit.micros.replace(sum).is_some() || !(1..=MOST_MONEY).contains(&sum) {
                return None;
            }
            currency = Some(of);
        } else if words.next_if(|word| matches!(*word, "tokens" | "token")).is_some() {
            let tokens = whole(number, times.unwrap_or(1))?;
            if limit.tokens.replace(tokens).is_some() {
                return None;
            }
        } else {
            return None;
        }
    }
    (!limit.is_off()).then_some((limit, currency))
}

/// A sum in millionths. Three digits behind a mark are thousands, as nobody sets a budget to a thousandth: "1,000", "1.000,50".
fn sum_of(number: &str) -> Option<u64> {
    let groups: Vec<&str> = number.split([',', '.', '\'']).collect();
    let whole = |groups: &[&str]| {
        let first = groups.first().is_some_and(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'));
        first && groups.len() > 1 && groups.iter().skip(1).all(|group| group.len() == 3)
    };
    if whole(&groups) {
        return micros_of(&groups.concat());
    }
    match groups.as_slice() {
        [head @ .., cents] if whole(head) => micros_of(&format!("{}.{cents}", head.concat())),
        _ => micros_of(number),
    }
}

/// Nobody means more money or tokens than this.
const MOST_MONEY: u64 = 1_000_000_000_000_000;
const MOST_TOKENS: u64 = 1_000_000_000_000;

fn times(word: &str) -> Option<u64> {
    TIMES.iter().find(|(name, _)| *name == word).map(|(_, by)| *by)
}

fn money(word: &str) -> Option<Currency> {
    let sign = SIGNS.iter().find(|(sign, _)| *sign == word).map(|(_, code)| *code);
    let code = || (word.len() == 3).then_some(word);
    Currency::of(sign.or_else(code)?)
}

/// "50,000", "50000", "1.5" with a million behind it.
fn whole(number: &str, times: u64) -> Option<u64> {
    let groups: Vec<&str> = number.split([',', '.', '\'']).collect();
    let grouped = groups.len() > 1 && groups.iter().skip(1).all(|group| group.len() == 3) && times == 1;
    let text = if grouped { groups.concat() } else { number.to_owned() };
    let micros = micros_of(&text)?;
    let tokens = u128::from(micros) * u128::from(times);
    let whole = tokens.is_multiple_of(1_000_000).then(|| u64::try_from(tokens / 1_000_000).ok()).flatten()?;
    (1..=MOST_TOKENS).contains(&whole).then_some(whole)
}

/// Words, with numbers apart from the letters and signs around them.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for c in text.chars() {
        let of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'');
        match words.last_mut() {
            Some(word) if !c.is_whitespace() && !last.is_whitespace() && of_number(c) == of_number(last) => {
                word.push(c)
            }
            _ if c.is_whitespace() => {}
            _ => words.push(c.to_string()),
        }
        last = c;
    }
    words.into_iter().map(|word| word.trim_end_matches([',', '.']).to_owned()).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use crate::secretary::orders::budget::*;

    fn read(args: &str) -> Result<Option<Change>, String> {
        super::read(args, None)
    }

    fn set(scope: Scope, tokens: Option<u64>, micros: Option<u64>, code: &str) -> Change {
        Change::Set(scope, Some(Limit { tokens, micros }), Currency::of(code))
    }

    #[test]
    fn budgets_are_read_and_nonsense_is_explained() {
        assert_eq!(read(" "), Ok(None));
        assert_eq!(read("Usual"), Ok(Some(Change::AllUsual)));
        assert_eq!(read("person usual"), Ok(Some(Change::Set(Scope::Person, None, None))));
        for text in ["day 2 EUR", "day €2", "day 2€", "day 2.00 euros", "day eur 2"] {
            assert_eq!(read(text).unwrap().unwrap(), set(Scope::Day, None, Some(2_000_000), "EUR"), "{text}");
        }
        assert_eq!(
            read("workspace 50 EUR").unwrap().unwrap(),
            set(Scope::Workspace, None, Some(50_000_000), "EUR"),
            "all of it in a month"
        );
        // Nobody means a euro and a thousandth.
        for (text, micros) in [
            ("day 1,000 EUR", 1_000_000_000),
            ("day 1.000 €", 1_000_000_000),
            ("day 1.000,50 €", 1_000_500_000),
            ("day 12'000 CHF", 12_000_000_000),
            ("day 0.250 EUR", 250_000),
            ("day 2,5 EUR", 2_500_000),
        ] {
            let code = if text.ends_with("CHF") { "CHF" } else { "EUR" };
            assert_eq!(read(text).unwrap().unwrap(), set(Scope::Day, None, Some(micros), code), "{text}");
        }
        assert_eq!(read("day 0,50 chf").unwrap().unwrap(), set(Scope::Day, None, Some(500_000), "CHF"));
        for text in ["ticket 50000 tokens", "ticket 50,000 tokens", "ticket 50.000 Tokens", "ticket 50k tokens"] {
            assert_eq!(read(text).unwrap().unwrap(), set(Scope::Ticket, Some(50_000), None, ""), "{text}");
        }
        assert_eq!(read("person 1.5 million tokens").unwrap().unwrap(), set(Scope::Person, Some(1_500_000), None, ""));
        assert_eq!(
            read("day $2.50 and 300,000 tokens").unwrap().unwrap(),
            set(Scope::Day, Some(300_000), Some(2_500_000), "USD")
        );
        assert!(read("person @Lee off").unwrap_err().contains("for each person alike"));
        assert!(read("person eur 2").is_ok() && read("person 1000 tokens").is_ok());
        for odd in [
            "day 2 million",
            "day EUR",
            "day tokens",
            "day 2 EUR 3 EUR",
            "day 1.5 tokens",
            "day -2 EUR",
            "day 2 EUR off",
            "ticket 99999999999999 tokens",
            "day 2 k EUR",
            "off day",
            "day x tokens",
            "day 0 tokens",
            "person 0 EUR",
            "ticket 0.00 EUR",
        ] {
            assert!(read(odd).unwrap_err().contains("/budget"), "{odd}");
        }
        for odd in ["day 0 USD", "week 5 USD", "day", "person Kim 5", "day 1e9 USD"] {
            let told = super::read(odd, Currency::of("USD")).unwrap_err();
            assert!(told.contains(" 2 USD") && !told.contains("EUR"), "{odd}: {told}");
        }
    }
}
