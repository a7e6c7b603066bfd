//! Whether "1.000" is a thousand or one: in a sum with a decimal comma or with German words it is a thousand. Elsewhere it stays
//! open, so that both are said.

use super::money;
use crate::secretary::phrases::has;

/// Words of German sums that no English one has.
const GERMAN: &[&str] = &[
    "mal",
    "geteilt",
    "durch",
    "wie viel",
    "wieviel",
    "wie viele",
    "was ist",
    "was sind",
    "was macht",
    "was ergibt",
    "ist",
    "sind",
    "und",
    "von",
    "prozent",
    "zuzüglich",
    "abzüglich",
    "inkl",
    "mehrwertsteuer",
    "mwst",
    "berechne",
    "rechne",
    "wurzel",
    "durchschnitt",
    "summe",
    "addiere",
    "teile",
    "hoch",
    "tausend",
    "hundert",
    "ohne",
    "meter",
    "kilometer",
];

/// The text with its numbers as English writes them, where it is clear that it writes them otherwise.
pub fn english(text: &str) -> String {
    let german = has(&text.to_lowercase(), GERMAN);
    if !german && !decimal_comma(text) {
        return text.to_owned();
    }
    let text = money::ungrouped(text);
    if german { points(&text) } else { text }
}

/// The other reading of a text in which "1.000" may be a thousand; none where its numbers leave no doubt.
pub fn otherwise(text: &str) -> Option<String> {
    let numbers = || text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').filter(|n| !n.is_empty());
    let open = |number: &str| {
        let number = number.trim_end_matches(['.', ',']);
        number.split_once('.').is_some_and(|(whole, part)| {
            let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
            part.len() == 3
                && digits(part)
                && (1..=3).contains(&whole.len())
                && digits(whole)
                && !whole.starts_with('0')
        })
    };
    // "1.25" and "1,000" beside it show how points are meant.
    let english = |number: &str| number.trim_end_matches(['.', ',']).contains(['.', ',']) && !open(number);
    let doubtful = numbers().any(open) && !numbers().any(english);
    doubtful.then(|| money::ungrouped(text))
}

/// Whether a comma stands before decimals: "3,5".
fn decimal_comma(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    (1..bytes.len()).any(|at| {
        let decimals = bytes.iter().skip(at + 1).take_while(|b| b.is_ascii_digit()).count();
        bytes.get(at) == Some(&b',') && digit(at - 1) && decimals > 0 && decimals != 3
    })
}

/// Decimal commas between digits as points; a number with two commas keeps them.
fn points(text: &str) -> String {
    let parts: Vec<String> = text
        .split(' ')
        .map(|word| {
            let inner = word.trim_end_matches(',');
            if inner.matches(',').count() == 1
                && inner.split(',').all(|part| {
                    part.starts_with(|c: char| c.is_ascii_digit()) || part.ends_with(|c: char| c.is_ascii_digit())
                })
            {
                word.replacen(',', ".", 1)
            } else {
                word.to_owned()
            }
        })
        .collect();
    parts.join(" ")
}
