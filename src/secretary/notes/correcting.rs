//! A correction in a few words: what of the old words stays. It must not guess where two readings are as likely.

use super::super::phrases::{after, around, bare, line};

/// How a correction begins.
const OPENINGS: &[&str] = &[
    "no,",
    "no -",
    "no:",
    "no.",
    "no",
    "nope,",
    "nope",
    "actually,",
    "actually",
    "sorry,",
    "sorry",
    "oops,",
    "oops",
    "correction:",
    "correction,",
    "correction",
    "i meant",
    "i mean",
    "rather",
    "wrong,",
    "wrong:",
    "not quite,",
    "nein,",
    "nein",
    "doch",
    "stimmt nicht,",
    "korrektur:",
];
/// What leads to the new words.
const LEADS: &[&str] = &[
    "it's",
    "it is",
    "its",
    "it should be",
    "it should say",
    "it must be",
    "make it",
    "make that",
    "change it to",
    "change that to",
    "that's",
    "that is",
    "they are",
    "they're",
    "it was",
    "it will be",
    "rather",
    "es ist",
    "instead:",
];
/// What a sentence says something with.
const COPULAS: &[&str] =
    &["is", "are", "was", "were", "will be", "'s", "ist", "sind", "war", "=", "costs", "kostet", "lives in", "has"];
/// Small words that a new piece begins with, where the old one begins with them as well.
const JOINTS: &[&str] =
    &["at", "on", "in", "by", "for", "to", "from", "with", "until", "um", "am", "bis", "von", "mit", "für", "under"];

/// The correction without its opening; none if the words do not begin like one.
pub fn opened(text: &str) -> Option<&str> {
    after(text.trim(), OPENINGS)
        .map(|rest| rest.trim_start_matches([',', '.', ':', '-', ' ']))
        .filter(|r| !r.is_empty())
}

/// Whether words are plainly a correction of these, and not a wish of their own that begins like one.
pub fn fits(old: &str, said: &str) -> bool {
    let Some(rest) = opened(said) else { return false };
    let rest = line(rest);
    swapped(old, &rest).is_some()
        || fitted(old, rest.trim_end_matches(['.', '!'])).is_some()
        || after(&rest, LEADS).is_some() && rest.split_whitespace().count() <= 12
        || tail(old, rest.trim_end_matches(['.', '!'])).is_some()
}

/// Whether words say of themselves that they correct: "no, rye bread", "it is rye bread".
pub fn corrects(said: &str) -> bool {
    opened(said).is_some() || after(said.trim(), LEADS).is_some()
}

/// The old words with one thing for another, if the correction names both.
pub fn swapped(old: &str, said: &str) -> Option<String> {
    replaced(old, opened(said).unwrap_or(said))
}

/// The old words as a correction changes them.
pub fn corrected(old: &str, said: &str) -> String {
    let mut said = said.trim();
    for _ in 0..3 {
        let Some(rest) = opened(said) else { break };
        said = rest;
    }
    if let Some(new) = replaced(old, said) {
        return new;
    }
    if said.contains('\n') {
        return said.to_owned();
    }
    let instead = said.trim_end_matches(['.', '!']).trim_end();
    let instead = instead.strip_suffix(" instead").or_else(|| instead.strip_suffix(" stattdessen")).unwrap_or(said);
    match after(instead, LEADS) {
        Some(new) => {
            said_of(old, new).or_else(|| tail(old, new)).or_else(|| fitted(old, new)).unwrap_or_else(|| new.to_owned())
        }
        None => tail(old, instead).or_else(|| fitted(old, instead)).unwrap_or_else(|| instead.to_owned()),
    }
}

/// What a note is when it is told anew: "the key is with Ana" with "it is on the hook" is "the key is on the hook", with
/// "the key is lost" that, with "with Jo" "the key is with Jo". Whose a thing is stays, where only the thing is named again.
pub fn rewritten(old: &str, new: &str) -> String {
    const PRONOUNS: &[&str] = &["it", "they", "he", "she", "es", "sie", "er"];
    const ARTICLES: &[&str] = &["the", "der", "die", "das"];
    let new = new.trim();
    let subject = around(old, COPULAS).map(|(head, _)| head).filter(|head| !head.is_empty() && !old.contains('\n'));
    if let Some(subject) = subject {
        if let Some(rest) = after(new, PRONOUNS).filter(|rest| after(rest, COPULAS).is_some()) {
            let gap = if rest.starts_with(['\'', '’']) { "" } else { " " };
            return format!("{subject}{gap}{rest}");
        }
        let head = around(new, COPULAS).filter(|(_, what)| !what.is_empty()).map_or("", |(head, _)| head);
        let words = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_lowercase).collect() };
        let (whole, told) = (words(subject), words(after(head, ARTICLES).unwrap_or(head)));
        if !told.is_empty() && told.len() < whole.len() && whole.ends_with(&told) {
            // "Phone is 456" leaves out whose it is.
            return format!("{subject}{}", new.get(head.len()..).unwrap_or_default());
        }
        if !told.is_empty() && whole.last() == told.last() {
            return new.to_owned();
        }
    }
    corrected(old, &format!("it is {new}"))
}

/// Whether words name a part, and nothing says which part of the old ones that is: "no, Kim" of "the key is with Ana".
pub fn unclear(old: &str, said: &str) -> bool {
    let Some(rest) = opened(said).map(line) else { return false };
    let part = rest.split_whitespace().count() <= 3 && old.split_whitespace().count() > 3;
    part && after(&rest, LEADS).is_none() && corrected(old, said) == rest
}

/// What kind of word a word is: only words of a kind other than plain ones can be told from their neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A day of the week.
    Day,
    /// A month.
    Month,
    /// Digits and signs as they stand: "9-9" for "12-34", "A-A" for "B-MX".
    Formed(String),
    /// Anything else.
    Plain,
}

fn kind(word: &str) -> Kind {
    const DAYS: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun";
    const MONTHS: &str = "january|february|march|april|june|july|august|september|october|november|december";
    let word = word.trim_matches(|c: char| matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | '"' | '“' | '”'));
    let lower = word.to_lowercase();
    let among = |names: &str| names.split('|').any(|name| name == lower);
    if among(DAYS) {
        return Kind::Day;
    }
    if among(MONTHS) {
        return Kind::Month;
    }
    let mut form = String::new();
    for c in word.chars() {
        let class = if c.is_ascii_digit() {
            '9'
        } else if c.is_alphabetic() {
            'A'
        } else {
            c
        };
        if !form.ends_with(class) {
            form.push(class);
        }
    }
    let code = word.contains('-') && word.chars().all(|c| !c.is_lowercase());
    if has_digit(word) || form.contains(['@', '/']) || code { Kind::Formed(form) } else { Kind::Plain }
}

/// "the plate is B-MX 123" with "B-MX 124": the only part of the same kind, in place of which the new one stands.
fn fitted(old: &str, new: &str) -> Option<String> {
    let wanted: Vec<Kind> = new.split_whitespace().map(kind).collect();
    if old.contains('\n') || wanted.is_empty() || wanted.len() > 5 || !wanted.iter().any(|k| *k != Kind::Plain) {
        return None;
    }
    let words: Vec<&str> = old.split_whitespace().collect();
    let mut places = words
        .windows(wanted.len())
        .enumerate()
        .filter(|(_, run)| run.iter().map(|w| kind(w)).eq(wanted.iter().cloned()));
    let (Some((at, run)), None) = (places.next(), places.next()) else { return None };
    let signs: String =
        run.last()?.chars().rev().take_while(|c| matches!(c, ',' | '.' | ';' | ':' | '!' | '?')).collect();
    let (head, tail) = (words.get(..at)?.join(" "), words.get(at + run.len()..)?.join(" "));
    let put = format!("{head} {}{} {tail}", new.trim(), signs.chars().rev().collect::<String>());
    Some(put.trim().to_owned())
}

/// "124, not 123", "not 123 but 124", "124 instead of 123", "change 123 to 124": one for the other.
fn replaced(old: &str, said: &str) -> Option<String> {
    let said = line(said.trim_end_matches(['.', '!']));
    let swap = |from: &str, to: &str| {
        let (from, to) = (bare(from), bare(after(to, LEADS).unwrap_or(to)));
        let at = position(old, &from)?;
        (!to.is_empty()).then(|| format!("{}{to}{}", &old[..at], &old[at + from.len()..]))
    };
    if let Some(rest) = after(&said, &["not", "nicht"])
        && let Some((from, to)) = around(rest, &["but", "sondern"])
    {
        return swap(from, to);
    }
    if let Some((to, from)) = around(&said, &["instead of", "rather than", "and not", "not", "statt"])
        && !to.is_empty()
    {
        return swap(from, to);
    }
    let (from, to) = around(after(&said, &["change", "replace", "ersetze"])?, &["to", "with", "by", "into", "durch"])?;
    swap(from, to)
}

/// Where words stand in a text, without regard to ASCII case.
fn position(text: &str, words: &str) -> Option<usize> {
    if words.is_empty() {
        return None;
    }
    text.to_ascii_lowercase().rfind(&words.to_ascii_lowercase()).filter(|at| text.is_char_boundary(*at))
}

/// "The plate is A" with "it is B": "The plate is B". Only where one thing is said in one line.
fn said_of(old: &str, new: &str) -> Option<String> {
    if old.contains('\n') {
        return None;
    }
    let (head, what) = around(old, COPULAS)?;
    // In the words that stand there: the copula is what lies between.
    let kept = old.len() - what.len();
    (!head.is_empty() && !what.is_empty()).then(|| format!("{}{new}", &old[..kept]))
}

/// "dentist Friday at 9" with "at 10": "dentist Friday at 10". "flat 12" with "14": "flat 14".
fn tail(old: &str, new: &str) -> Option<String> {
    if old.contains('\n') {
        return None;
    }
    let first = new.split_whitespace().next()?.to_lowercase();
    let few = new.split_whitespace().count() <= 4;
    if few && JOINTS.contains(&first.as_str()) {
        let at = old.to_ascii_lowercase().rfind(&format!(" {first} ")).filter(|at| old.is_char_boundary(*at))?;
        return Some(format!("{} {new}", &old[..at]));
    }
    let number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || ".,:-/%€$".contains(c)) && has_digit(word);
    if !number(new.trim()) {
        return None;
    }
    let mut numbers = old.split_whitespace().filter(|word| has_digit(word));
    let (only, None) = (numbers.next()?, numbers.next()) else { return None };
    number(only.trim_end_matches('.')).then(|| old.replacen(only, new.trim(), 1))
}

fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}
