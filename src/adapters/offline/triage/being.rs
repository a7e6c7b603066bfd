//! What a thing shall be, in a question with options: "shall the fence be green or white?", "the fence should be green or white",
//! "soll der Zaun grün oder weiß sein?". The first option is "green". Where that is not sure the words stay as they are.

use super::super::words::{after, around, bare, has, orders};
use super::options::{OPEN, OR, VERBS};

/// What stands with "be": "shall the table be round", "the table should be round".
const MODALS: &[&str] = &["shall", "should", "will", "would", "must", "can", "could", "may", "might"];
/// The same in German, where a verb ends the sentence: "soll der Tisch rund sein".
const SOLL: &[&str] = &["soll", "sollte", "muss", "kann", "darf"];
/// How such a sentence ends.
const SEIN: &[&str] = &[" sein", " werden"];
/// What stands before a German noun.
const ARTICLES: &[&str] = &["der", "die", "das", "mein", "meine", "unser", "unsere", "dieser", "diese", "dieses"];
/// Words that begin a deed or a clause, and so nothing that a thing can be: "be early or take the bus".
const DEEDS: &str = "be cancel come do drive drop fly go he i it keep leave let move not rent sell she skip start stay stop they \
                     wait walk we you";
const COLOURS: &str = "beige black blue brown gold gray green grey orange pink purple red silver violet white yellow blau braun \
                       gelb grau grün lila rosa rot schwarz weiß";
/// The most words of the thing itself: "the fence behind the house".
const THING_WORDS: usize = 5;

/// Takes "shall the fence be" from the first option, or from each of them if each has its own. Whether it did.
pub fn without(found: &mut [String]) -> bool {
    let Some((first, others)) = found.split_first_mut() else { return false };
    let Some(named) = said_of_it(first) else { return false };
    let said: Vec<String> = others.iter().filter_map(|other| said_of_it(other)).collect();
    if said.len() == others.len() {
        others.clone_from_slice(&said);
    } else if !said.is_empty() || others.iter().any(|other| is_deed(other)) {
        return false;
    }
    *first = named;
    true
}

/// Whether words begin what somebody does, or a clause of its own.
fn is_deed(words: &str) -> bool {
    let first = words.split(' ').next().unwrap_or_default().to_lowercase();
    let known = |list: &str| list.split_whitespace().any(|word| word == first);
    after(words, VERBS).is_some() || after(words, MODALS).is_some() || orders(&first) || known(DEEDS)
}

/// "green" of "shall the fence be green", "the fence should be green" and "be green".
fn said_of_it(clause: &str) -> Option<String> {
    if let Some(said) = after(clause, &["be"]) {
        return Some(bare(said)).filter(|said| !said.is_empty());
    }
    asked(clause).or_else(|| wished(clause).map(|(.., said)| said.strip_prefix("be ").unwrap_or(&said).to_owned()))
}

/// "green" of "shall the fence be green".
fn asked(clause: &str) -> Option<String> {
    let (thing, said) = around(after(clause, MODALS)?, &["be"])?;
    let said = bare(said);
    (is_thing(thing) && !said.is_empty()).then_some(said)
}

/// "the fence", "should" and "be green" of "the fence should be green".
pub fn wished(clause: &str) -> Option<(String, String, String)> {
    let (head, said) = around(clause, &["be"])?;
    let (thing, modal) = head.rsplit_once(' ')?;
    let (modal, said) = (modal.to_lowercase(), bare(said));
    let plain = MODALS.contains(&modal.as_str()) && is_thing(thing) && !said.is_empty();
    plain.then(|| (thing.to_owned(), modal, format!("be {said}")))
}

/// Whether words may name a thing that something is said of.
fn is_thing(words: &str) -> bool {
    let brief = (1..=THING_WORDS).contains(&words.split_whitespace().count());
    brief && !has(words, OR) && !has(words, OPEN) && !has(words, MODALS) && !has(words, &["whether", "if", "decide"])
}

/// Takes "soll der Zaun" from the first option and "sein" from the last one.
pub fn without_sein(found: &mut [String]) {
    let Some((first, others)) = found.split_first_mut() else { return };
    let Some(last) = others.last_mut() else { return };
    let ended = SEIN.iter().find_map(|end| last.strip_suffix(end)).map(bare).filter(|rest| !rest.is_empty());
    if let Some((rest, named)) = ended.zip(after(first, SOLL).and_then(behind_noun)) {
        (*last, *first) = (rest, named);
    }
}

/// "grün" of "der alte Zaun grün": in German a noun has a large letter.
fn behind_noun(clause: &str) -> Option<String> {
    after(clause, ARTICLES)?;
    let words: Vec<&str> = clause.split_whitespace().collect();
    let noun = words.iter().skip(1).position(|word| word.starts_with(char::is_uppercase))? + 1;
    let named = words.get(noun + 1..).filter(|named| noun < THING_WORDS && !named.is_empty())?;
    Some(named.join(" "))
}

/// Whether words ask what a thing shall be: "will it be red or blue?".
pub fn asks(text: &str) -> bool {
    let german = || after(text, SOLL).is_some() && SEIN.iter().any(|end| bare(text).ends_with(end));
    asked(text).is_some() || german()
}

/// Whether these are colours, the first one perhaps behind the thing that gets it.
pub fn colours(found: &[String]) -> bool {
    let colour = |word: &str| COLOURS.split_whitespace().any(|known| known == word.to_lowercase());
    let first = found.first().and_then(|first| first.rsplit(' ').next());
    first.is_some_and(colour) && found.iter().skip(1).all(|option| colour(option))
}
