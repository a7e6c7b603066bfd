//! What people say about notes and lists in plain words. What merely contains such words, and asks for something to be
//! made up or found out, is none of it and stays an idea.

use super::super::phrases::{after, around, bare, has, line, polite, tidy};
use super::correcting::opened;
use super::list_words;
use super::openings::{
    ALL_LISTS, ALL_NOTES, ASKING, BARELY, DELETE, DICTATED, EMPTY, FIND, FORGET, MADE_UP, OWN, PERHAPS,
    PERHAPS_CHANGED, PERHAPS_KNOWN, REWRITE, SHOW, UNDO,
};
use super::{List, Wish};

/// The most characters in which wishes other than dictation are recognised.
const RECOGNISED: usize = 2_000;

/// A wish as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What is wished.
    pub wish: Wish,
    /// It can mean nothing else, so that it is done even where a language model could be asked.
    pub sure: bool,
}

/// Reads a wish about notes or lists; none where the words ask for something else.
pub fn read(text: &str) -> Option<Reading> {
    let full = tidy(text, usize::MAX);
    let full = polite(&full);
    let short: String = full.chars().take(RECOGNISED).collect();
    let flat = line(&short);
    let plain = flat.trim_end_matches(['.', '!', '?', ' ']);
    let sure = |wish: Wish| Some(Reading { wish, sure: true });
    if full.chars().count() <= RECOGNISED
        && let Some(wish) = standing(plain).or_else(|| named(plain))
    {
        return sure(wish);
    }
    if let Some(wish) = dictated(full) {
        return sure(wish);
    }
    if full.chars().count() <= RECOGNISED
        && let Some(wish) = list_words::read(full, plain)
    {
        return sure(wish);
    }
    if let Some(wish) = perhaps_dictated(full) {
        return Some(Reading { wish, sure: false });
    }
    if full.chars().count() > RECOGNISED {
        return None;
    }
    if let Some(wish) = perhaps_known(plain).or_else(|| list_words::perhaps(plain)) {
        return Some(Reading { wish, sure: false });
    }
    opened(&flat).map(|_| Reading { wish: Wish::Correct { text: flat.clone() }, sure: true })
}

/// What words ask of notes for certain.
pub fn wish(text: &str) -> Option<Wish> {
    read(text).filter(|reading| reading.sure).map(|reading| reading.wish)
}

/// Whether words are so plainly about notes or lists that they are no answer to anything else.
pub fn clear(text: &str) -> bool {
    wish(text).is_some_and(|wish| !matches!(wish, Wish::Correct { .. } | Wish::UndoLast | Wish::KeepWhat))
}

/// What a reply to a message about a list asks of it: "add bread", "take milk off".
pub fn on_the_list(text: &str, title: &str) -> Option<Wish> {
    if !super::is_list(title) || text.chars().count() > RECOGNISED {
        return None;
    }
    let list = || List::Named(title.to_owned());
    let flat = line(text);
    let plain = polite(flat.trim_end_matches(['.', '!', '?', ' ']));
    let about = plain.to_lowercase().replace('’', "'");
    match about.as_str() {
        "what's on it" | "what is on it" | "show it" | "show me" | "what's left" | "what is left" | "list" => {
            return Some(Wish::ShowList { list: list() });
        }
        "clear it" | "empty it" | "clear" | "take everything off" => return Some(Wish::Clear { list: list() }),
        "delete it" | "throw it away" | "delete the list" => return Some(Wish::Drop { list: list() }),
        _ => {}
    }
    let strip = |rest: &str, ends: &[&str]| {
        let rest = ends.iter().find_map(|end| rest.strip_suffix(end)).unwrap_or(rest).trim();
        list_words::items(rest)
    };
    if let Some(rest) = after(plain, &["add", "and", "also", "plus", "put on", "auch", "und"]) {
        let items = strip(rest, &[" to it", " on it", " too", " as well"]);
        return (!items.is_empty()).then(|| Wish::Add { items, list: list() });
    }
    let rest = after(plain, &["take off", "take", "remove", "delete", "cross off", "strike", "drop"])?;
    let items = strip(rest, &[" off it", " from it", " off", " out", " again"]);
    (!items.is_empty()).then(|| Wish::TakeOff { items, list: list() })
}

/// Whether a wish names only a few short things, so that it is hardly an idea.
pub fn short(wish: &Wish) -> bool {
    match wish {
        Wish::Add { items, .. } | Wish::TakeOff { items, .. } => {
            items.iter().all(|i| i.split_whitespace().count() <= 3)
        }
        Wish::ShowList { .. } | Wish::Clear { .. } | Wish::Drop { .. } => true,
        Wish::Keep { .. }
        | Wish::KeepWhat
        | Wish::Find { .. }
        | Wish::ShowAll
        | Wish::ShowLists
        | Wish::Show { .. }
        | Wish::IsOn { .. }
        | Wish::Done { .. }
        | Wish::Begin { .. }
        | Wish::Forget { .. }
        | Wish::Rewrite { .. }
        | Wish::Correct { .. }
        | Wish::UndoLast => false,
    }
}

/// Whether words want something gone, without saying what.
pub fn deletes(text: &str) -> bool {
    let plain = polite(text.trim_end_matches(['.', '!', ' '])).to_lowercase();
    plain.strip_suffix(" please").map_or_else(|| DELETE.contains(&plain.as_str()), |plain| DELETE.contains(&plain))
}

/// Whole phrases.
fn standing(plain: &str) -> Option<Wish> {
    let lower = plain.to_lowercase().replace('’', "'");
    let is = |phrases: &[&str]| phrases.contains(&lower.as_str());
    if is(ALL_NOTES) {
        Some(Wish::ShowAll)
    } else if is(ALL_LISTS) {
        Some(Wish::ShowLists)
    } else if is(UNDO) {
        Some(Wish::UndoLast)
    } else if is(EMPTY) || EMPTY.iter().any(|e| lower.strip_suffix(':').is_some_and(|l| l == *e)) {
        Some(Wish::KeepWhat)
    } else {
        None
    }
}

/// What names the notes it is about.
fn named(plain: &str) -> Option<Wish> {
    if let Some(rest) = after(plain, REWRITE) {
        let (about, to) =
            around(rest, &["to:", "to say", "to", "so that it says"]).or_else(|| rest.split_once(": "))?;
        let wish = Wish::Rewrite { about: bare(about), text: to.trim_start_matches([':', ' ']).to_owned() };
        return (!bare(about).is_empty() && !bare(to).is_empty()).then_some(wish);
    }
    let about = after(plain, FORGET).map(bare).filter(|about| !about.is_empty());
    if let Some(about) = about {
        return Some(Wish::Forget { about });
    }
    if let Some(words) = after(plain, FIND).map(bare).filter(|w| !w.is_empty()) {
        return Some(Wish::Find { words, explicit: true });
    }
    let name = bare(after(plain, SHOW)?);
    let name = after(&name, &["called", "titled", "named"]).unwrap_or(&name).to_owned();
    (!name.is_empty()).then_some(Wish::Show { name })
}

/// Words that are dictated for certain.
fn dictated(full: &str) -> Option<Wish> {
    let rest = after(full, DICTATED)?;
    // "remember that film? find it" asks for something.
    let asks = rest.contains('?') && full.chars().count() < 300 && after(full, &["remember that"]).is_some();
    (!asks).then(|| kept(rest))
}

/// Words that are dictated where nothing is to be made up or found out.
fn perhaps_dictated(full: &str) -> Option<Wish> {
    if let Some(rest) = after(full, PERHAPS) {
        return (!to_be_made(rest)).then(|| kept(rest));
    }
    let rest = after(full, BARELY)?;
    let beginning = line(&rest.chars().take(200).collect::<String>());
    let own = after(rest, OWN).is_some() || has(&beginning, &["is", "are"]);
    let asks = rest.trim_end().ends_with('?') || after(rest, &["taking", "to"]).is_some();
    (own && !asks && !to_be_made(rest)).then(|| kept(rest))
}

fn kept(rest: &str) -> Wish {
    let text = rest.trim_start_matches([',', ':', ' ', '\n']).trim();
    if bare(text).is_empty() { Wish::KeepWhat } else { Wish::Keep { text: text.to_owned() } }
}

/// Whether what follows is to be found out or made up.
fn to_be_made(rest: &str) -> bool {
    let first: String = rest.chars().take(80).collect();
    let begins: Vec<String> = first.to_lowercase().split_whitespace().take(5).map(bare).collect();
    after(rest, ASKING).is_some() || begins.iter().any(|w| MADE_UP.contains(&w.as_str()))
}

/// What notes may answer or have, in a few words about something that is known here.
fn perhaps_known(plain: &str) -> Option<Wish> {
    if let Some(rest) = after(plain, PERHAPS_CHANGED) {
        let (about, text) = around(rest, &["to", "into"])?;
        let named = !bare(about).is_empty() && !bare(text).is_empty() && about.split_whitespace().count() <= 4;
        return named.then(|| Wish::Rewrite { about: bare(about), text: text.to_owned() });
    }
    after(plain, PERHAPS_KNOWN)?;
    let few = (2..=9).contains(&plain.split_whitespace().count());
    let judged = has(plain, &["best", "should", "difference between", "meaning of", "average", "better"]);
    let telling = super::finding::telling(plain).len();
    let own = has(plain, &["my", "our", "i", "we", "the", "mein", "meine", "ich"]);
    (few && !judged && (telling >= 2 || (telling == 1 && own)))
        .then(|| Wish::Find { words: plain.to_owned(), explicit: false })
}

/// A list that is not named.
pub(super) fn recent(words: &str) -> Option<List> {
    let plain = bare(words).to_lowercase();
    matches!(plain.as_str(), "the list" | "my list" | "our list" | "list" | "that list" | "this list" | "die liste")
        .then_some(List::Recent)
}
