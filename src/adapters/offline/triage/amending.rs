//! Corrections to a row of names or options: what is taken out, added, kept alone or put in another's place. It must
//! not take an instruction for a name: what it cannot read is said, not added.

use super::super::words::{after, around, bare, commas, has, parts, polite};
use crate::secretary::wording::short;

/// The most words of a name.
const NAME_WORDS: usize = 6;
/// The most words of what is expressly added.
const ADDED_WORDS: usize = 12;

const OUT: &[&str] = &[
    "leave out",
    "leave off",
    "take out",
    "take off",
    "remove",
    "drop",
    "delete",
    "skip",
    "strike",
    "exclude",
    "omit",
    "without",
    "except",
    "but not",
    "not",
    "no",
    "minus",
    "forget about",
    "forget",
    "don't take",
    "don't include",
    "ohne",
    "nicht",
    "kein",
    "keine",
    "streiche",
];
const ONLY: &[&str] = &["only", "just", "keep only", "keep just", "keep", "take only", "compare only", "nur"];
const IN: &[&str] = &[
    "add",
    "also",
    "plus",
    "and",
    "as well as",
    "include",
    "take also",
    "with",
    "or",
    "auch",
    "und",
    "dazu",
    "mit",
    "oder",
];
/// What may stand before any of these.
const LEADS: &[&str] = &[
    "no,",
    "nein,",
    "sorry,",
    "actually",
    "instead",
    "rather",
    "make it",
    "make that",
    "but",
    "then",
    "i want",
    "we want",
];
/// What stands before names and says no more than "these".
const THESE: &[&str] = &["take", "use", "compare", "choose between", "choose", "nimm", "vergleiche"];
/// Words no name begins with: an instruction, a wish or a question does.
const NO_NAMES: &[&str] = &[
    "make", "it", "leave", "take", "use", "add", "drop", "remove", "please", "i", "we", "you", "can", "could", "do",
    "don't", "should", "why", "what", "how", "when", "who", "where", "which", "is", "are", "put", "give", "show",
    "tell", "let", "change", "more", "less", "only", "without", "not", "no", "with", "in", "on", "at", "by", "for",
    "to", "from", "too", "ask", "read", "write", "send", "find", "search", "remind", "note", "call", "set", "start",
    "stop", "hurry", "wait", "mind", "think", "check", "look", "keep", "this", "that", "there", "they", "he", "she",
    "my", "our", "if", "but", "cheaper", "faster", "better", "bitte", "ich", "wir", "das", "es", "nicht", "kein",
    "ohne", "nur",
];
/// Words that count names rather than being one.
const COUNTS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "some", "a few", "all", "both", "zwei", "drei", "vier", "fünf"];

enum Change {
    Out,
    Only,
    In,
    These,
}

/// The row after these corrections, and a sentence for each that changes nothing.
pub fn amended<'e>(mut names: Vec<String>, edits: impl Iterator<Item = &'e String>) -> (Vec<String>, Vec<String>) {
    let mut unread = Vec::new();
    for edit in edits {
        for clause in clauses(edit) {
            if let Err(why) = apply(&mut names, &clause) {
                unread.push(why);
            }
        }
    }
    (names, unread)
}

/// That a correction could not be taken up.
pub fn not_taken(words: &str) -> String {
    format!("I can't work “{}” in: that needs a language model.", short(&bare(words), 150))
}

/// The parts of a correction that each say something of their own; names without such a word belong to what stands
/// before them.
fn clauses(edit: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let edit = led(polite(edit));
    for piece in edit.split(['\n', ';']).flat_map(|row| row.split(". ")).flat_map(commas) {
        let own = !matches!(read(piece), (Change::These, _)) || around(piece, INSTEAD).is_some();
        match found.last_mut() {
            Some(last) if !own => last.push_str(&format!(",{piece}")),
            _ if bare(piece).is_empty() => {}
            _ => found.push(piece.trim().to_owned()),
        }
    }
    found
}

/// The words behind "no, make it".
fn led(text: &str) -> &str {
    let mut rest = text.trim();
    for _ in 0..3 {
        match after(rest, LEADS).map(|rest| rest.trim_start_matches([',', ':', ' '])).filter(|rest| !rest.is_empty()) {
            Some(shorter) => rest = shorter,
            None => break,
        }
    }
    rest
}

/// The names that these words leave out, if that is what they do.
pub fn left_out(words: &str) -> Option<String> {
    match read(words) {
        (Change::Out, names) => Some(names),
        (Change::Only | Change::In | Change::These, _) => None,
    }
}

/// What a clause changes, and the names it does so with.
fn read(clause: &str) -> (Change, String) {
    let clause = led(polite(clause.trim()));
    let words = without_manners(clause);
    // "leave O2 out", "lass O2 weg".
    let apart = after(&words, &["leave", "take", "lass"])
        .and_then(|rest| [" out", " off", " weg"].iter().find_map(|end| rest.strip_suffix(end)));
    if let Some(rest) = apart {
        return (Change::Out, bare(rest));
    }
    for (leads, change) in [(OUT, Change::Out), (ONLY, Change::Only), (IN, Change::In)] {
        if let Some(rest) = after(&words, leads).map(bare).filter(|rest| !rest.is_empty()) {
            return (change, rest);
        }
    }
    (Change::These, after(&words, THESE).map_or_else(|| words.clone(), bare))
}

/// Without "please" and "too" at the end.
fn without_manners(text: &str) -> String {
    let mut rest = bare(text);
    for end in ["please", "bitte", "thanks", "too", "as well", "instead", "only"] {
        if let Some(head) = rest.to_lowercase().strip_suffix(&format!(" {end}")) {
            rest = bare(rest.get(..head.len()).unwrap_or(&rest));
        }
    }
    rest
}

const INSTEAD: &[&str] = &["instead of", "rather than", "statt", "anstatt"];

fn apply(names: &mut Vec<String>, clause: &str) -> Result<(), String> {
    if let Some((new, old)) = swapped(clause)
        && let (Some(at), true) = (position(names, &old), is_name(&new))
    {
        names[at] = new;
        return Ok(());
    }
    let unread = || Err(not_taken(clause));
    let (change, words) = read(clause);
    let said = parts(&words, true);
    let places: Option<Vec<usize>> = said.iter().map(|word| position(names, word)).collect();
    match (change, places) {
        (Change::Out, Some(places)) if !places.is_empty() => {
            let left: Vec<String> =
                names.iter().enumerate().filter(|(i, _)| !places.contains(i)).map(|(_, name)| name.clone()).collect();
            if left.len() < 2 {
                return Err(format!(
                    "A decision needs at least two, so “{}” changes nothing.",
                    short(&bare(clause), 150)
                ));
            }
            *names = left;
        }
        (Change::Only, Some(places)) if places.len() > 1 => {
            *names = places.iter().filter_map(|i| names.get(*i)).cloned().collect();
        }
        (Change::Only, None) if said.len() > 1 && said.iter().all(|name| is_name(name)) => *names = said,
        (Change::In, _) if said.iter().all(|name| is_added(name)) => extend(names, said),
        (Change::These, _) if said.len() > 1 && said.iter().all(|name| is_name(name)) => {
            if names.len() < 2 {
                extend(names, said);
            } else {
                *names = said;
            }
        }
        (Change::These, None) if said.len() == 1 && said.iter().all(|name| is_name(name) && is_proper(name)) => {
            extend(names, said);
        }
        (Change::Out | Change::Only | Change::In | Change::These, _) => return unread(),
    }
    Ok(())
}

/// "Strato instead of O2", "replace O2 by Strato".
fn swapped(clause: &str) -> Option<(String, String)> {
    let clause = without_manners(led(polite(clause)));
    if let Some((new, old)) = around(&clause, INSTEAD) {
        let new = after(new, THESE).or_else(|| after(new, IN)).unwrap_or(new);
        return Some((bare(new), bare(old)));
    }
    let rest = after(&clause, &["replace", "swap", "change", "ersetze"])?;
    let (old, new) = around(rest, &["by", "with", "for", "to", "durch"])?;
    Some((bare(new), bare(old)))
}

fn extend(names: &mut Vec<String>, more: Vec<String>) {
    for name in more {
        if !names.iter().any(|known| known.to_lowercase() == name.to_lowercase()) {
            names.push(name);
        }
    }
}

/// The one name these words mean.
fn position(names: &[String], words: &str) -> Option<usize> {
    let words = after(words, &["the", "den", "die", "das"]).unwrap_or(words);
    let words = words.strip_suffix(" one").unwrap_or(words);
    let same = names.iter().position(|name| name.to_lowercase() == words.to_lowercase());
    let mut fitting =
        names.iter().enumerate().filter(|(_, name)| words.chars().count() > 1 && has(name, &[words])).map(|(i, _)| i);
    same.or_else(|| fitting.next().filter(|_| fitting.next().is_none()))
}

/// Whether words may be a name: few, and none that begins an instruction or counts names.
fn is_name(words: &str) -> bool {
    words.split(' ').count() <= NAME_WORDS && is_added(words)
}

fn is_added(words: &str) -> bool {
    let counts = after(words, COUNTS).is_some() || words.chars().all(|c| c.is_ascii_digit());
    let proper = words.split(' ').count() == 1 && words.chars().next().is_some_and(char::is_uppercase);
    words.split(' ').count() <= ADDED_WORDS && !counts && (proper || after(words, NO_NAMES).is_none())
}

/// Whether words are written as names are: with a large letter or a digit.
fn is_proper(words: &str) -> bool {
    words.chars().any(|c| c.is_uppercase() || c.is_ascii_digit()) || words.contains("://")
}
