//! Words of people: sentences are written in one place, and no code reads them.

use super::{none, production};
use std::collections::BTreeSet;

/// Who may write sentences outside of `secretary/wording`, as (files below `src`, to whom). What a model is told stands
/// beside the code that tells it, as in the tools and prompts; what cannot be read of a time is said beside the reader that
/// knows why.
const SPEAKERS: [(&str, &str); 11] = [
    ("engine/routing/understanding/look_up.rs", "a model, about what it looked up"),
    ("secretary/decision/deadline.rs", "a model, about a deadline it named"),
    ("secretary/decision/mod.rs", "a model, about what people decided"),
    ("secretary/intent/draft.rs", "a model, about what is open"),
    ("secretary/language/", "people, in the words of their language"),
    ("secretary/when/", "whoever gave a time"),
    ("workers/agent_loop.rs", "a model, about its turn"),
    ("workers/calling.rs", "a model, about a call of its own"),
    ("workers/gate.rs", "a model, about a call it may not make"),
    ("workers/reading_on.rs", "a model, about a result"),
    ("workers/roster.rs", "the owner, in the log of the start"),
];

#[test]
fn sentences_live_in_wording() {
    // Logs, errors and labels begin small or do not end; what begins with a capital and ends, or has an end in its
    // middle, is said to somebody.
    let ends = |c: char| matches!(c, '.' | '?' | '!' | '…');
    let goes_on = |text: &str| {
        let after = |at: usize| text[at..].trim_start_matches(ends).strip_prefix(' ');
        text.match_indices(ends).any(|(at, _)| after(at).is_some_and(|rest| rest.starts_with(char::is_uppercase)))
    };
    let sentence = |text: &str| {
        let words = text.trim_start_matches(|c: char| !c.is_alphabetic());
        (words.starts_with(char::is_uppercase) && text.ends_with(ends)) || goes_on(text)
    };
    let (mut faults, mut texts, mut spoke) = (BTreeSet::new(), 0, BTreeSet::new());
    let rooms = ["engine", "secretary", "workers"];
    for file in production().iter().filter(|f| rooms.contains(&f.room())) {
        let place = file.below_src();
        texts += file.texts().len();
        if place.starts_with("secretary/wording/") {
            continue;
        }
        let speaker = SPEAKERS.iter().find(|(of, _)| place.starts_with(of));
        for text in file.texts().into_iter().filter(|text| sentence(text)) {
            match speaker {
                Some((of, _)) => drop(spoke.insert(*of)),
                None => drop(faults.insert(format!("{} says “{text}”: it belongs in secretary/wording", file.name))),
            }
        }
    }
    assert!(texts > 1_000, "only {texts} texts found");
    for (of, whom) in SPEAKERS.iter().filter(|(of, _)| !spoke.contains(of)) {
        faults.insert(format!("{of} says nothing to {whom} any more: take out its leave"));
    }
    none(&faults);
}

/// From so many words on, a list may read what people say.
const WORD_LIST: usize = 6;

/// Where lists of words are no question, as prefixes of paths below `src`: the exact data of languages, and what we say.
const OF_WORDS: [&str; 2] = ["secretary/language/", "secretary/wording/"];

/// Who else may hold a list of words, as (files below `src`, what the words are). None of these lists reads a sentence.
const NAMES: [(&str, &str); 16] = [
    ("engine/telemetry/counters.rs", "names of outcomes and effects in the metrics"),
    ("secretary/audit/values.rs", "names of settings"),
    ("secretary/decision/cut_off.rs", "names of arguments of tools"),
    ("secretary/flow/functions/mod.rs", "names of arguments in a script"),
    ("secretary/intent/check/lenient.rs", "names of fields in the answer of a model"),
    ("secretary/message/commands/", "names of commands and the exact words they take"),
    ("secretary/message/routing.rs", "beginnings of slots of messages"),
    ("secretary/names/languages.rs", "names and codes of languages"),
    ("secretary/orders/budget.rs", "codes of currencies"),
    ("secretary/orders/read_command.rs", "names of commands and the exact words they take"),
    ("secretary/people/names.rs", "words that the secretary says of people, and nobody is called by"),
    ("secretary/policy/rules.rs", "names of arguments of tools"),
    ("secretary/redaction/shapes.rs", "schemes of addresses that may have a password in them"),
    ("secretary/when/abbreviated.rs", "abbreviations of time zones"),
    ("secretary/when/likely.rs", "codes of languages"),
    ("secretary/when/zone.rs", "places and abbreviations of time zones"),
];

/// Understanding belongs to the language model: code compares words with exact data only.
#[test]
fn no_word_lists() {
    let (mut faults, mut used) = (BTreeSet::new(), BTreeSet::new());
    for file in production().iter().filter(|f| ["secretary", "engine"].contains(&f.room())) {
        let place = file.below_src();
        if OF_WORDS.iter().any(|of| place.starts_with(of)) {
            continue;
        }
        for list in file.word_lists(WORD_LIST) {
            let words = list.iter().take(8).map(String::as_str).collect::<Vec<_>>().join(", ");
            match NAMES.iter().find(|(of, _)| place.starts_with(of)) {
                Some((of, _)) => drop(used.insert(*of)),
                None => drop(faults.insert(format!("{} has a list of {} words: {words}", file.name, list.len()))),
            }
        }
    }
    for (of, what) in NAMES.iter().filter(|(of, _)| !used.contains(of)) {
        faults.insert(format!("{of} has no list of {what} any more: take out its leave"));
    }
    none(&faults);
}
