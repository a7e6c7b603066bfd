//! Costs: prices per million tokens by model, and sums of money in millionths of one currency. Money is whole numbers
//! throughout. Tokens without a price are counted as such.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use std::collections::BTreeMap;

/// Millionths that make up one unit of a currency.
pub const UNIT: u64 = 1_000_000;

/// The name under which a list has a price for every model it does not name.
const EVERY_OTHER: &str = "*";

/// The form of a price list, for the error about an unreadable one.
const SHAPE: &str = r#"{"currency": "EUR", "models": {"small": {"in": 0.25, "out": 2}}}"#;

/// A currency, by the three letters of ISO 4217.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Currency([u8; 3]);

impl Currency {
    /// The currency of this code, in whatever case it is written.
    pub fn of(code: &str) -> Option<Self> {
        let letters: [u8; 3] = code.trim().as_bytes().try_into().ok()?;
        letters.iter().all(u8::is_ascii_alphabetic).then(|| Self(letters.map(|letter| letter.to_ascii_uppercase())))
    }

    /// Its three letters.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.code().to_owned()
    }
}

impl TryFrom<String> for Currency {
    type Error = String;

    fn try_from(code: String) -> Result<Self, String> {
        Self::of(&code).ok_or_else(|| "a currency has three letters".to_owned())
    }
}

/// What something cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Millionths of the currency.
    pub micros: u64,
    /// The currency; none as long as nothing had a price.
    pub currency: Option<Currency>,
    /// Tokens that have no price in it: what they cost is not known, or was in another currency.
    pub unpriced: u64,
}

impl Cost {
    /// Whether there is nothing to tell.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Both together. Sums in two currencies, where the list of prices was changed in between, cannot be added: the later
    /// one counts.
    #[must_use]
    pub fn plus(self, later: Self) -> Self {
        Self {
            micros: if self.is_other(later) { later.micros } else { self.micros.saturating_add(later.micros) },
            currency: later.currency.or(self.currency),
            unpriced: self.unpriced.saturating_add(later.unpriced),
        }
    }

    /// Whether it is money in another currency than this.
    pub fn is_other(self, than: Self) -> bool {
        self.currency.is_some_and(|one| than.currency.is_some_and(|other| one != other))
    }

    /// What came to it since it was `before`.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        let micros = if self.is_other(before) { self.micros } else { self.micros.saturating_sub(before.micros) };
        Self { micros, currency: self.currency, unpriced: self.unpriced.saturating_sub(before.unpriced) }
    }
}

/// The price of a model, in millionths of a unit of the currency for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Of tokens sent.
    pub sent: u64,
    /// Of tokens received.
    pub received: u64,
    /// Of a minute of a recording, in millionths of a unit.
    pub minute: Option<u64>,
}

impl Price {
    /// What so many tokens cost, in millionths, rounded up.
    pub fn of(self, sent: u64, received: u64) -> u64 {
        let whole = u128::from(sent) * u128::from(self.sent) + u128::from(received) * u128::from(self.received);
        u64::try_from(whole.div_ceil(1_000_000)).unwrap_or(u64::MAX)
    }
}

/// A list of prices; an empty one where nobody gave one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prices {
    currency: Option<Currency>,
    models: BTreeMap<String, Price>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    currency: String,
    models: BTreeMap<String, Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    #[serde(rename = "in")]
    sent: Option<Number>,
    #[serde(rename = "out")]
    received: Option<Number>,
    minute: Option<Number>,
}

impl Prices {
    /// Reads a list: `{"currency": "EUR", "models": {"small": {"in": 0.25, "out": 2}, "*": {"in": 5, "out": 25}}}`, prices
    /// for a million tokens, `*` for every model that is not named. A model that writes down recordings may have a price for
    /// a minute of them, `{"minute": 0.0045}`, beside the others or alone.
    ///
    /// # Errors
    /// The fault of the list, as a sentence for its author.
    pub fn read(text: &str) -> Result<Self, String> {
        let listed: Listed = serde_json::from_str(text).map_err(|error| unread(&error))?;
        let wrong = || format!("“{}” is no currency: three letters are wanted, for example EUR", listed.currency);
        let currency = Currency::of(&listed.currency).ok_or_else(wrong)?;
        let mut models = BTreeMap::new();
        for (name, row) in listed.models {
            let price = |number: &Number| {
                let wrong = || format!("the price {number} of “{name}” is not one: a number such as 0.25 is wanted");
                micros_of(&number.to_string()).ok_or_else(wrong)
            };
            let minute = row.minute.as_ref().map(price).transpose()?;
            let (sent, received) = match (&row.sent, &row.received) {
                (Some(sent), Some(received)) => (price(sent)?, price(received)?),
                (None, None) if minute.is_some() => (0, 0),
                _ => return Err(format!("“{name}” needs a price for in and one for out, or one for a minute")),
            };
            models.insert(name, Price { sent, received, minute });
        }
        Ok(Self { currency: Some(currency), models })
    }

    /// The currency of the prices.
    pub fn currency(&self) -> Option<Currency> {
        self.currency
    }

    /// The price of a model.
    pub fn of(&self, model: &str) -> Option<Price> {
        self.models.get(model).or_else(|| self.models.get(EVERY_OTHER)).copied()
    }

    /// What an answer of a model cost.
    pub fn cost(&self, model: &str, sent: u64, received: u64) -> Cost {
        match self.of(model) {
            Some(price) => Cost { micros: price.of(sent, received), currency: self.currency, unpriced: 0 },
            None => Cost { micros: 0, currency: self.currency, unpriced: sent.saturating_add(received) },
        }
    }

    /// What so many seconds of a recording cost at the price of a model for a minute, in millionths, rounded up; none where
    /// it has no such price.
    pub fn minutes(&self, model: &str, seconds: u64) -> Option<u64> {
        let minute = u128::from(self.of(model)?.minute?);
        Some(u64::try_from((minute * u128::from(seconds)).div_ceil(60)).unwrap_or(u64::MAX))
    }

    /// What it cost to write down a recording of so many seconds.
    pub fn cost_of_recording(&self, model: &str, seconds: u64, (sent, received): (u64, u64)) -> Cost {
        match self.minutes(model, seconds) {
            Some(micros) => Cost { micros, currency: self.currency, unpriced: 0 },
            None => self.cost(model, sent, received),
        }
    }

    /// The most that any of these models would cost for so many tokens, in millionths; none where one has no price or none
    /// is known.
    pub fn most<'m>(&self, models: impl IntoIterator<Item = &'m str>, sent: u64, received: u64) -> Option<u64> {
        let each: Option<Vec<u64>> =
            models.into_iter().map(|model| self.of(model).map(|price| price.of(sent, received))).collect();
        each?.into_iter().max()
    }
}

/// Why a list cannot be read.
fn unread(error: &serde_json::Error) -> String {
    let line = error.line();
    if !error.is_data() {
        return format!("this is not JSON (line {line}); a list of prices looks like this: {SHAPE}");
    }
    let told = error.to_string();
    let (what, _) = told.rsplit_once(" at line ").unwrap_or((&told, ""));
    format!("this is no list of prices (line {line}: {what}); one looks like this: {SHAPE}")
}

/// A sum as it is written, "2", "0.25" or "0,25", in millionths; at most six places behind the point.
pub fn micros_of(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.trim_end_matches('0').len() > 6 || whole.len() > 12 {
        return None;
    }
    let padded = format!("{:0<6}", part.trim_end_matches('0'));
    whole.parse::<u64>().ok()?.checked_mul(UNIT)?.checked_add(padded.parse().ok()?)
}

/// What a call cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Calls made.
    pub calls: u32,
    /// Tokens sent, as reported or estimated as characters / 4.
    pub tokens_in: u64,
    /// Tokens received, as reported or estimated.
    pub tokens_out: u64,
    /// Money, as far as prices are known.
    #[serde(default, skip_serializing_if = "Cost::is_nothing")]
    pub cost: Cost,
}

impl Usage {
    /// Both together.
    #[must_use]
    pub fn plus(self, later: Self) -> Self {
        Self {
            calls: self.calls.saturating_add(later.calls),
            tokens_in: self.tokens_in.saturating_add(later.tokens_in),
            tokens_out: self.tokens_out.saturating_add(later.tokens_out),
            cost: self.known_beside(later.cost).plus(later.cost),
        }
    }

    /// What it cost, as far as that is known in the currency of the other: of all that was paid in another one it is not.
    fn known_beside(self, other: Cost) -> Cost {
        let tokens = self.tokens_in.saturating_add(self.tokens_out);
        if self.cost.is_other(other) { Cost { unpriced: tokens, ..self.cost } } else { self.cost }
    }

    /// What came to it since it was `before`.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            calls: self.calls.saturating_sub(before.calls),
            tokens_in: self.tokens_in.saturating_sub(before.tokens_in),
            tokens_out: self.tokens_out.saturating_sub(before.tokens_out),
            cost: self.cost.since(before.known_beside(self.cost)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::budget::cost::*;

    const LIST: &str =
        r#"{"currency": "eur", "models": {"small": {"in": 0.25, "out": 2}, "free": {"in": 0, "out": 0}}}"#;

    #[test]
    fn a_call_costs_what_its_tokens_cost() {
        let prices = Prices::read(LIST).unwrap();
        let euro = Currency::of("EUR");
        assert_eq!(prices.cost("small", 4_000, 100), Cost { micros: 1_200, currency: euro, unpriced: 0 });
        assert_eq!(prices.cost("small", 1, 0).micros, 1, "never rounded down to nothing");
        assert_eq!(prices.cost("free", 9_000, 9).micros, 0);
        assert_eq!(prices.cost("other", 7, 3), Cost { micros: 0, currency: euro, unpriced: 10 });
        assert_eq!(prices.most(["small", "free"], 4_000, 100), Some(1_200));
        assert_eq!(prices.most(["small", "other"], 4_000, 100), None);
        assert_eq!(prices.most([], 1, 1), None);
        let voice = r#"{"currency": "USD", "models": {"ear": {"minute": 0.0045}, "old": {"in": 1, "out": 2}}}"#;
        let voice = Prices::read(voice).unwrap();
        assert_eq!(voice.cost_of_recording("ear", 61, (9, 9)).micros, 4_575);
        assert_eq!(voice.cost_of_recording("old", 61, (2, 3)).micros, 8);
        assert_eq!((voice.minutes("ear", 0), voice.minutes("old", 60)), (Some(0), None));
        let with_all = LIST.replace("free", "*");
        assert_eq!(Prices::read(&with_all).unwrap().cost("other", 7, 3).unpriced, 0);
    }

    #[test]
    fn sums_are_exact_and_nonsense_is_no_sum() {
        let read =
            [("2", 2_000_000), ("0.25", 250_000), ("0,000001", 1), ("1.50", 1_500_000), ("3.0000000", 3_000_000)];
        for (text, micros) in read {
            assert_eq!(micros_of(text), Some(micros), "{text}");
        }
        for odd in ["", ".", "1.", ".5", "-1", "1e3", "0.0000001", "9999999999999", "1.2.3", "x"] {
            assert_eq!(micros_of(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_bad_list_says_what_is_wrong_with_it() {
        let odd = [
            (LIST.replace("eur", "euros"), "currency"),
            (LIST.replace("0.25", "-1"), "small"),
            (LIST.replace("\"out\"", "\"ut\""), "ut"),
            (LIST.replace(", \"out\": 2", ""), "“small” needs a price for in and one for out"),
            ("{".to_owned(), "this is not JSON (line 1); a list of prices looks like this: {\"currency\": \"EUR\""),
            ("nope".to_owned(), "this is not JSON (line 1)"),
            ("[1]".to_owned(), "this is no list of prices (line 1: "),
        ];
        for (text, says) in odd {
            let wrong = Prices::read(&text).unwrap_err();
            assert!(wrong.contains(says) && !wrong.contains("column"), "{wrong}");
        }
        Prices::read(SHAPE).unwrap();
    }

    #[test]
    fn two_currencies_are_not_added() {
        let of = |micros, code| Cost { micros, currency: Currency::of(code), unpriced: 1 };
        assert_eq!(of(5, "EUR").plus(of(6, "EUR")), Cost { unpriced: 2, ..of(11, "EUR") });
        assert_eq!(of(5, "EUR").plus(of(6, "USD")), Cost { unpriced: 2, ..of(6, "USD") });
        assert_eq!(of(5, "EUR").plus(Cost::default()), of(5, "EUR"));
        assert_eq!(of(5, "EUR").plus(of(6, "EUR")).since(of(5, "EUR")), of(6, "EUR"));
        assert_eq!(of(4, "USD").since(of(5, "EUR")).micros, 4);
    }
}
