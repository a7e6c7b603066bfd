//! Money in a sum: which, and how an amount of it is written.

use super::Number;

/// The sign of a currency by its name.
pub fn sign(word: &str) -> Option<&'static str> {
    Some(match word {
        "€" | "euro" | "euros" | "eur" => "€",
        "$" | "dollar" | "dollars" | "usd" | "bucks" => "$",
        "£" | "pound" | "pounds" | "gbp" | "quid" => "£",
        "chf" | "franc" | "francs" | "franken" => "CHF ",
        "¥" | "yen" | "jpy" => "¥",
        _ => return None,
    })
}

/// The currencies named in a text, each once.
pub fn named(text: &str) -> Vec<&'static str> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphabetic()).filter_map(sign);
    let signs = lower.chars().filter_map(|c| sign(c.encode_utf8(&mut [0; 4])));
    let mut found: Vec<&'static str> = Vec::new();
    for coin in words.chain(signs) {
        if !found.contains(&coin) {
            found.push(coin);
        }
    }
    found
}

/// The text with "1.500" as 1500: an amount of money has no three decimals, so that the point marks the thousands.
pub fn ungrouped(text: &str) -> String {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut found = String::with_capacity(text.len());
    // Whether the digits before may stand before a group: one to three, or a group themselves.
    let mut before = 0;
    for (at, c) in text.char_indices() {
        let group = c == '.' && (1..=3).contains(&before) && digits(at + 1) == 3;
        if group {
            before = 0;
            continue;
        }
        before = if c.is_ascii_digit() { before + 1 } else { 0 };
        found.push(c);
    }
    found
}

/// The text with a fourth decimal where there are three, so that `ungrouped` does not take them for thousands.
pub fn never_thousands(text: &str) -> String {
    let mut found = String::with_capacity(text.len() + 4);
    let mut decimals: Option<usize> = None;
    for c in text.chars().chain(['\0']) {
        if decimals == Some(3) && !c.is_ascii_digit() {
            found.push('0');
        }
        decimals = match (c, decimals) {
            ('.', _) => Some(0),
            (c, Some(n)) if c.is_ascii_digit() => Some(n + 1),
            _ => None,
        };
        if c != '\0' {
            found.push(c);
        }
    }
    found
}

/// An amount, to the cent: "€45.60", "about €33.33". Yen have no cents.
///
/// # Errors
/// It is too large.
pub fn amount(value: Number, sign: &str) -> Result<String, String> {
    let places = if sign == "¥" { 0 } else { 2 };
    let rounded = value.rounded(places)?;
    let text = rounded.fixed(places);
    let (minus, text) = text.strip_prefix('-').map_or(("", text.as_str()), |text| ("-", text));
    let about = if rounded == value { "" } else { "about " };
    Ok(format!("{about}{minus}{sign}{text}"))
}
