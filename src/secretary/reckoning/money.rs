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
