//! Cron fields in typed words: five of them, told by their shape alone, whatever text stands behind them. Whether they are
//! a schedule, `when` says; the number of them may be wrong.

use super::days::{month, weekday};
use crate::secretary::intent::Timed;
use crate::secretary::when::{self, WhenError};
use chrono_tz::Tz;

/// The names that cron has for fields.
const NAMED: [(&str, &str); 7] = [
    ("@hourly", "0 * * * *"),
    ("@daily", "0 0 * * *"),
    ("@midnight", "0 0 * * *"),
    ("@weekly", "0 0 * * 0"),
    ("@monthly", "0 0 1 * *"),
    ("@yearly", "0 0 1 1 *"),
    ("@annually", "0 0 1 1 *"),
];
/// How many fields there are; one too many or too few is still read as cron, so that people hear what is wrong with it.
const FIELDS: usize = 5;
/// The signs that may end a field.
const AROUND: [char; 4] = [',', ':', ';', '.'];

/// The cron fields that a text begins with, or their name, perhaps behind "every", as a time; and the text behind them.
/// None: it begins with no such fields.
pub fn leading(text: &str, zone: Tz) -> Option<(Result<Timed, WhenError>, &str)> {
    let mut rest = text.trim();
    if let Some(("every" | "Every", behind)) = rest.split_once(char::is_whitespace) {
        rest = behind.trim_start();
    }
    let word = rest.split(char::is_whitespace).next().unwrap_or_default();
    let name = word.trim_end_matches(AROUND);
    if let Some((_, fields)) = NAMED.iter().find(|(named, _)| named.eq_ignore_ascii_case(name)) {
        return Some((timed(fields, zone), rest[word.len()..].trim_start()));
    }
    let mut fields: Vec<&str> = Vec::new();
    while !rest.is_empty() {
        let (word, behind) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let field = word.trim_end_matches(AROUND);
        if !is_field(field, fields.len()) {
            break;
        }
        fields.push(field);
        rest = behind.trim_start();
        if field.len() < word.len() {
            break;
        }
    }
    let stars = fields.iter().filter(|field| **field == "*").count();
    let cron = fields.len() >= FIELDS || (fields.len() + 1 == FIELDS && stars > 1);
    cron.then(|| (timed(&fields.join(" "), zone), rest))
}

fn timed(fields: &str, zone: Tz) -> Result<Timed, WhenError> {
    when::of_cron(fields).map(|rule| Timed { rule, zone, local: true })
}

/// Whether a word has the shape of a cron field: "*", "*/15", "1-5", "9,18", "LW", "5#L"; "mon-fri" and "jun" from the
/// fourth one on. What follows five fields may be a sixth one, of which months are none.
fn is_field(word: &str, place: usize) -> bool {
    let word = word.to_lowercase();
    let tells = |c: char| c.is_ascii_digit() || matches!(c, '*' | '?');
    let numbers = word.contains(tells) && word.chars().all(|c| tells(c) || ",-/#lw".contains(c));
    let named = |part: &str| weekday(part).is_some() || (place < FIELDS && month(part).is_some());
    let number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit() || c == 'l');
    let names = place + 2 >= FIELDS
        && word.split([',', '-', '/', '#']).all(|part| named(part) || number(part))
        && word.split([',', '-']).any(|part| named(part.split('#').next().unwrap_or_default()));
    numbers || names || matches!(word.as_str(), "l" | "lw")
}
