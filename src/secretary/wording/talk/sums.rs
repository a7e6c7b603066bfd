//! Sentences about sums.

/// The result of a sum.
pub fn result(sum: &str, result: &str) -> String {
    format!("{} = {result}", sum.trim())
}

/// How `/calc` is used.
pub fn how_to() -> &'static str {
    "Please say what to calculate. For example: /calc 17% of 240"
}

/// What is no sum.
pub fn no_sum(text: &str) -> String {
    let text = crate::secretary::names::phrases::short(text.trim(), 60);
    format!("I can't calculate “{text}”. For example: /calc 17% of 240, /calc (3 + 4) * 12, /calc 5 miles to km")
}
