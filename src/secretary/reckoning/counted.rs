//! Things that are counted in a sum: "20 people times 12.50 euro" is 20 times 12.50. Measures keep their names unless
//! their price is wanted; it must not decide whether the words make a sum.

use super::{money, units};

/// The most words a counted thing is called by.
const MOST: usize = 3;
/// What multiplies.
const TIMES: [&str; 6] = ["times", "mal", "x", "×", "*", "·"];
/// Words of a sum that call nothing by its name.
const OTHERS: [&str; 30] = [
    "and", "und", "of", "von", "off", "on", "for", "plus", "minus", "less", "percent", "prozent", "pct", "divided",
    "geteilt", "durch", "over", "split", "by", "half", "dozen", "hundred", "thousand", "million", "billion", "squared",
    "cubed", "hoch", "per", "the",
];

/// The words of a sum without the names of things that are counted and multiplied: between a number and "times", and,
/// where the sum is about money, behind the last number.
pub fn without_names(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let times = |at: usize| words.get(at).is_some_and(|word| TIMES.contains(&word.to_lowercase().as_str()));
    let about_money = !money::named(text).is_empty();
    let mut kept: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        kept.push(word);
        at += 1;
        if !is_number(word) {
            continue;
        }
        let names = words.iter().skip(at).take_while(|word| names_a_thing(word, about_money)).count();
        let ends = at + names == words.len() && about_money && at.checked_sub(2).is_some_and(times);
        if (1..=MOST).contains(&names) && (times(at + names) || ends) {
            at += names;
        }
    }
    kept.join(" ")
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
}

/// Whether a word is the name of something; of a measure only where its price is wanted.
fn names_a_thing(word: &str, about_money: bool) -> bool {
    let lower = word.to_lowercase();
    let name = if units::is_one(&lower) { about_money } else { word.chars().count() > 2 };
    name && word.chars().all(char::is_alphabetic)
        && !TIMES.contains(&lower.as_str())
        && !OTHERS.contains(&lower.as_str())
        && money::sign(&lower).is_none()
}
