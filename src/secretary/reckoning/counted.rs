//! Things that are counted in a sum about money: "20 people times 12.50 euro" is 20 times 12.50. Elsewhere a name may be a
//! scale or a measure, which is no name to leave out; it must not decide whether the words make a sum.

use super::{money, units};

/// The most words a counted thing is called by.
const MOST: usize = 3;
/// What multiplies.
const TIMES: [&str; 6] = ["times", "mal", "x", "×", "*", "·"];
/// Words of a sum that call nothing by its name: signs, scales, parts, operators.
const OTHERS: &str = "and und of von off on for plus minus less per the divided geteilt durch over split by percent \
    prozent pct percentage promille permille permil mod modulo dozen dozens dutzend hundred hundreds hundert thousand \
    thousands tausend tsd grand million millions millionen mio mill mln billion billions billionen milliarde milliarden \
    mrd bln trillion trillions trillionen trn score half halves halb halbe halber halbes hälfte hälften third thirds \
    quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths eighth eighths ninth ninths tenth tenths \
    hundredth hundredths thousandth thousandths drittel viertel fünftel sechstel siebtel achtel neuntel zehntel \
    hundertstel tausendstel hoch squared cubed square cube quadrat kubik power root wurzel factorial fakultät twice \
    double triple doppelt dreifach anderthalb eineinhalb not nicht";

/// The words of a sum about money without the names of things that are counted and multiplied: between a number and
/// "times", and behind the last number.
pub fn without_names(text: &str) -> String {
    if money::named(text).is_empty() {
        return text.to_owned();
    }
    let words: Vec<&str> = text.split(' ').collect();
    let times = |at: usize| words.get(at).is_some_and(|word| TIMES.contains(&word.to_lowercase().as_str()));
    let mut kept: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        kept.push(word);
        at += 1;
        if !is_number(word) {
            continue;
        }
        let names = words.iter().skip(at).take_while(|word| names_a_thing(word)).count();
        let ends = at + names == words.len() && at.checked_sub(2).is_some_and(times);
        if (1..=MOST).contains(&names) && (times(at + names) || ends) {
            at += names;
        }
    }
    kept.join(" ")
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
}

/// Whether a word is the name of something, and neither a scale nor a part nor an operator.
fn names_a_thing(word: &str) -> bool {
    let lower = word.to_lowercase();
    (units::is_one(&lower) || word.chars().count() > 2)
        && word.chars().all(char::is_alphabetic)
        && !TIMES.contains(&lower.as_str())
        && !OTHERS.split(' ').any(|other| other == lower)
        && money::sign(&lower).is_none()
}
