//! Translations: what the secretary says in the reader's language. All other files say everything in English. Each
//! copy of a message is translated for its reader at sending, as its times are put into the reader's zone. The
//! English sentence is the key, as in gettext; words of people and models are in no list and stay as they are.
//! `Language::ALL` is the order of the languages. A test checks every key against the sentences that are said.

use super::dates::{self, pieces, redated};
use crate::secretary::names::languages::Language;
use std::sync::OnceLock;

/// The translations, a list for each subject. A row says the same in each of `Language::ALL`; what is special stands before
/// what is general.
const LISTS: [&str; 18] = [
    include_str!("../../../../locales/schedules.json"),
    include_str!("../../../../locales/runs.json"),
    REASONS,
    include_str!("../../../../locales/triggers.json"),
    TIMES,
    include_str!("../../../../locales/flows.json"),
    include_str!("../../../../locales/beginning.json"),
    include_str!("../../../../locales/agreeing.json"),
    include_str!("../../../../locales/asking.json"),
    include_str!("../../../../locales/widening.json"),
    include_str!("../../../../locales/permits.json"),
    include_str!("../../../../locales/weighing.json"),
    include_str!("../../../../locales/surely.json"),
    include_str!("../../../../locales/planning.json"),
    include_str!("../../../../locales/refusing.json"),
    include_str!("../../../../locales/answers.json"),
    include_str!("../../../../locales/faults.json"),
    include_str!("../../../../locales/work.json"),
];
/// When something comes again: what "{rule}" stands for.
const TIMES: &str = include_str!("../../../../locales/times.json");
/// Why something did not work, as the secretary says it: what "{why}" stands for.
const REASONS: &str = include_str!("../../../../locales/reasons.json");
/// Why a call of a script failed, which stands nowhere else: a reason only, since such few words may be anybody's.
const CAUSES: &str = include_str!("../../../../locales/causes.json");
/// What a condition of a script may be: what "{test}" stands for.
const CONDITIONS: &str = include_str!("../../../../locales/conditions.json");
/// What only frames something else: tried when nothing else fits.
const FRAMES: &str = include_str!("../../../../locales/frames.json");

/// A sentence in each of `Language::ALL`.
type Row = [String; 5];

/// The rows of a list. A test reads every list, so that none is left out for its form.
fn rows(list: &str) -> Vec<Row> {
    serde_json::from_str(list).unwrap_or_default()
}

/// All sentences, read once.
fn sentences() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| LISTS.into_iter().flat_map(rows).collect())
}

/// What is said of when something comes, read once.
fn times() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| rows(TIMES))
}

/// Reasons, read once.
fn reasons() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| [REASONS, CAUSES].into_iter().flat_map(rows).collect())
}

/// Conditions, read once.
fn conditions() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| rows(CONDITIONS))
}

/// All frames, read once.
fn frames() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| rows(FRAMES))
}

/// The most bytes of what says when something comes again.
const LONGEST_TIME: usize = 600;

/// What ends a sentence within a text.
const ENDS: [&str; 3] = [". ", "? ", "! "];
/// How Python says what a call of a script raised.
const RAISED: &str = "RuntimeError: ";
/// What the secretary says as a line of its own; within a text these are words of others.
const ALONE: [&str; 2] = ["Which one?", "New idea"];

/// A line of the secretary's in this language; what it does not know stays as it is.
pub fn line(text: &str, language: Language) -> String {
    let core = text.trim();
    let Some(at) = Language::ALL.iter().position(|one| *one == language).filter(|at| *at > 0 && !core.is_empty())
    else {
        return text.to_owned();
    };
    let lead = &text[..text.len() - text.trim_start().len()];
    let tail = &text[text.trim_end().len()..];
    format!("{lead}{}{tail}", turned(core, at).unwrap_or_else(|| core.to_owned()))
}

/// What Python said of a call that failed, with the secretary's reason in this language. None if the reason is not the
/// secretary's: what a script raises itself stays.
pub fn raised(said: &str, language: Language) -> Option<String> {
    let at = Language::ALL.iter().position(|one| *one == language).filter(|at| *at > 0)?;
    reason(said.strip_prefix(RAISED)?, at).map(|why| format!("{RAISED}{why}"))
}

/// Whether all of a line is something the secretary says, with words of others only in the places for them. Then all of it
/// is said in each language.
pub fn knows(text: &str) -> bool {
    let core = text.trim();
    let framed = |row: &Row| {
        let values = slots(&row[0], core);
        values.is_some_and(|values| kinds(&row[0]).zip(values).all(|(kind, value)| kind != "{}" || knows(value)))
    };
    !core.chars().any(char::is_alphabetic)
        || is_sentence(core)
        || cut(core).is_some_and(|(first, rest)| knows(first) && knows(rest))
        || frames().iter().any(framed)
}

fn is_sentence(text: &str) -> bool {
    sentences().iter().any(|row| slots(&row[0], text).is_some())
}

/// The places of a key, in their order.
fn kinds(key: &str) -> impl Iterator<Item = &str> {
    key.match_indices('{').filter_map(move |(open, _)| key.get(open..=open + key[open..].find('}')?))
}

/// All the labels under which an option of the secretary's own is known, in any language.
pub fn names(label: &str) -> impl Iterator<Item = String> {
    Language::ALL.into_iter().map(move |language| line(label, language))
}

/// A text without space around it, in the language at this place of the lists.
fn turned(text: &str, at: usize) -> Option<String> {
    let known = |row: &Row| Some(filled(&row[at], &slots(&row[0], text)?, at));
    let whole = sentences().iter().find_map(known).or_else(|| by_sentence(text, at));
    whole.or_else(|| frames().iter().find_map(known)).filter(|said| said != text)
}

/// Each sentence by itself, where there are several and one of them is known.
fn by_sentence(text: &str, at: usize) -> Option<String> {
    let (first, whole) = cut(text)?;
    let rest = whole.trim_start();
    let lead = &whole[..whole.len() - rest.len()];
    let piece = |text: &str| if ALONE.contains(&text) { None } else { turned(text, at) };
    let (turned_first, turned_rest) = (piece(first), piece(rest));
    if turned_first.is_none() && turned_rest.is_none() {
        return None;
    }
    Some(format!(
        "{}{lead}{}",
        turned_first.unwrap_or_else(|| first.to_owned()),
        turned_rest.unwrap_or_else(|| rest.to_owned())
    ))
}

/// The first sentence of several, and what stands behind it.
fn cut(text: &str) -> Option<(&str, &str)> {
    let end = ENDS.iter().filter_map(|end| text.find(end)).min()? + 1;
    Some(text.split_at(end))
}

/// What stands in the places of a key, if a text is of its form: "{}" is any words within one sentence, "{n}" a number, "{date}" a
/// moment with its day, "{rule}" when something comes again, "{all}" what is known, with "and" between, "{who}" people with "or"
/// or "and" between them, "{votes}" what each of them wants, "{names}" names with "and" between them, "{why}" a reason, perhaps in
/// words of a script, "{state}" what the secretary says in any words, "{test}" a condition of a script, "{page}" an address or
/// another word without a space, "{*}" whatever somebody wrote, which may be nothing between quotes.
fn slots<'t>(key: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let before = key.split('{').next().unwrap_or(key);
    if !text.starts_with(before) {
        return None;
    }
    placed(key, text, times().iter().all(|row| row[0] != key))
}

/// The same. `deeper`: what stands for "{all}" may have places itself. Not so in a time: somebody's words that look like
/// times within times would be tried in every way.
fn placed<'t>(key: &str, text: &'t str, deeper: bool) -> Option<Vec<&'t str>> {
    let Some(open) = key.find('{') else { return (key == text).then(Vec::new) };
    let rest = text.strip_prefix(&key[..open])?;
    let quoted = key[..open].ends_with('“');
    let (slot, key) = key[open..].split_at(key[open..].find('}')? + 1);
    let least = usize::from(slot != "{*}" || !quoted);
    let ends = rest.char_indices().map(|(end, _)| end).chain([rest.len()]).skip(least);
    for end in ends {
        let value = &rest[..end];
        let fits = match slot {
            "{n}" => value.bytes().all(|b| b.is_ascii_digit() || b == b','),
            "{page}" => !value.contains(' '),
            "{rule}" => value.len() <= LONGEST_TIME,
            "{all}" => deeper || value.len() <= LONGEST_TIME,
            // The beginning of one is none yet.
            "{date}" | "{why}" | "{state}" | "{test}" | "{*}" | "{who}" | "{names}" => true,
            _ => !ENDS.iter().any(|mark| value.contains(mark)),
        };
        if !fits {
            return None;
        }
        let Some(mut more) = placed(key, &rest[end..], deeper) else { continue };
        let whole = match slot {
            "{date}" => pieces(value).is_some(),
            "{rule}" => times().iter().any(|row| placed(&row[0], value, false).is_some()),
            "{all}" => {
                let named = |one: &String| dates::is_named(one) || is_listed(one, deeper);
                dates::readings(value).any(|row| row.iter().all(named))
            }
            _ => true,
        };
        if whole {
            more.insert(0, value);
            return Some(more);
        }
    }
    None
}

/// Whether this is known, as one of several: a sentence, or what has places if it may have some.
fn is_listed(one: &str, deeper: bool) -> bool {
    sentences().iter().any(|row| row[0] == one || (deeper && placed(&row[0], one, false).is_some()))
}

/// A translation with its places filled; what stands there may be known, too, but for words somebody wrote.
fn filled(said: &str, values: &[&str], at: usize) -> String {
    let mut out = String::new();
    let mut values = values.iter();
    let mut rest = said;
    while let Some((before, slot)) = rest.split_once('{') {
        out.push_str(before);
        let value = values.next().copied().unwrap_or_default();
        let (kind, after) = slot.split_once('}').unwrap_or((slot, ""));
        let known = match kind {
            "*" | "page" => None,
            "test" => Some(tested(value, at)),
            "who" => Some(listed(value, at)),
            "votes" => Some(wanted(value, at)),
            "date" => Language::ALL.get(at).and_then(|language| redated(value, *language)),
            "names" => Language::ALL.get(at).map(|language| dates::row(value, *language, |_| None)),
            "all" => Language::ALL.get(at).map(|language| {
                let one = |words: &str| dates::named(words, *language).or_else(|| turned(words, at));
                dates::row(value, *language, one)
            }),
            "why" => reason(value, at),
            "state" => turned(value, at).or_else(|| unended(value, at)),
            _ => turned(value, at),
        };
        out.push_str(&known.unwrap_or_else(|| value.to_owned()));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A condition of a script in words, each part of it by itself.
fn tested(test: &str, at: usize) -> String {
    for between in [" or ", " and "] {
        if let Some((first, rest)) = test.split_once(between) {
            let word = turned(between.trim(), at).unwrap_or_default();
            return format!("{} {word} {}", tested(first, at), tested(rest, at));
        }
    }
    let known = |row: &Row| Some(filled(&row[at], &slots(&row[0], test)?, at));
    conditions().iter().find_map(known).unwrap_or_else(|| test.to_owned())
}

/// Why something did not work. What a script says of it stays, whatever the secretary says elsewhere in these words.
fn reason(text: &str, at: usize) -> Option<String> {
    let known = |text: &str| reasons().iter().find_map(|row| Some(filled(&row[at], &slots(&row[0], text)?, at)));
    known(text).or_else(|| known(&format!("{text}.")).map(|said| without_end(&said)))
}

/// A sentence that stands within another one and has lost its sign at the end.
fn unended(text: &str, at: usize) -> Option<String> {
    turned(&format!("{text}."), at).map(|said| without_end(&said))
}

fn without_end(said: &str) -> String {
    said.trim_end_matches(['.', '。']).to_owned()
}

/// "Mara, Kim or 2 others": the names stay, what is between them and what stands for others is said in the language.
fn listed(people: &str, at: usize) -> String {
    let one = |name: &str| turned(name, at).unwrap_or_else(|| name.to_owned());
    for between in [" or ", " and "] {
        if let Some((head, last)) = people.rsplit_once(between) {
            let head: Vec<String> = head.split(", ").map(one).collect();
            let between = turned(between.trim(), at).unwrap_or_default();
            return format!("{} {between} {}", head.join(", "), one(last));
        }
    }
    one(people)
}

/// "Mara: Start; Kim: Stop": what each of them wants, in the language.
fn wanted(votes: &str, at: usize) -> String {
    let one = |words: &str| turned(words, at).unwrap_or_else(|| words.to_owned());
    let vote = |vote: &str| match vote.split_once(": ") {
        Some((name, words)) => format!("{}: {}", one(name), one(words)),
        None => vote.to_owned(),
    };
    votes.split("; ").map(vote).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests;
