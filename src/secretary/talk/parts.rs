//! Which phrases a few words are made of, and which of them are turned round: "don't resume" orders nothing. It must
//! not weigh them.

use super::{Bare, FILLERS, PHRASES, SmallTalk, Talk};

/// What turns the phrase behind it round; the longest first.
const NEGATIONS: [&str; 10] =
    ["do not", "lieber nicht", "doch nicht", "noch nicht", "dont", "never", "nicht", "kein", "keine", "keinen"];

/// The phrases that words are made of, if they are made of phrases alone. `runs_on`: no mark stands between them, so
/// that "no pause" is one phrase and not "no, pause".
pub(super) fn parts(words: &[String], runs_on: bool) -> Option<Vec<Talk>> {
    let mut found = Vec::new();
    let (mut at, mut spared) = (0, false);
    while at < words.len() {
        if let Some(end) = negated(words, at, runs_on) {
            found.push(Talk::Bare(Bare::Nod));
            spared = true;
            at = end;
            continue;
        }
        let (talk, end) = longest(words, at)?;
        found.extend(talk);
        at = if runs_on && talk.is_some_and(thanks) && only_for(words.get(end..)?) { words.len() } else { end };
    }
    if spared {
        // "No, don't cancel it" says no to that alone.
        found.retain(|talk| !matches!(talk, Talk::Bare(Bare::Yes | Bare::No | Bare::Ok)));
    }
    (!found.is_empty()).then_some(found)
}

fn thanks(talk: Talk) -> bool {
    matches!(talk, Talk::Small(SmallTalk::Thanks(_)))
}

/// Whether words say nothing but what somebody is thanked for: "for the report".
fn only_for(words: &[String]) -> bool {
    const AND: &str = "but|and|please|now|could|can|aber|und|bitte|kannst|pero|y|puedes|mais|et|peux";
    let first = words.first().map(String::as_str);
    let joined = |word: &String| AND.split('|').any(|and| and == word);
    matches!(first, Some("for" | "für" | "por" | "pour")) && words.len() > 1 && !words.iter().any(joined)
}

/// The longest phrase that begins here, and where it ends; none of what only fills.
fn longest(words: &[String], at: usize) -> Option<(Option<Talk>, usize)> {
    (at + 1..=words.len()).rev().find_map(|end| {
        let phrase = words.get(at..end)?.join(" ");
        let filler = FILLERS.split('|').any(|filler| filler == phrase).then_some((None, end));
        let known = PHRASES.iter().find(|(_, phrases)| phrases.split('|').any(|known| known == phrase));
        known.map(|(talk, _)| (Some(*talk), end)).or(filler)
    })
}

/// Where an order ends that is not to be carried out: "never pause", "don't call it off", "pausiere nicht".
fn negated(words: &[String], at: usize, runs_on: bool) -> Option<usize> {
    let rest = words.get(at..)?;
    let begins = |negation: &str| {
        let length = negation.split(' ').count();
        rest.get(..length).is_some_and(|begin| begin.join(" ") == negation).then_some(length)
    };
    if let Some(length) = NEGATIONS.iter().find_map(|negation| begins(negation)) {
        let (talk, end) = longest(words, at + length)?;
        // "Don't do it" is a phrase of its own.
        let whole = longest(words, at).is_none_or(|(_, own)| own <= end);
        return (orders(talk) && whole).then_some(end);
    }
    if runs_on && begins("no").is_some() {
        let (talk, end) = longest(words, at + 1)?;
        return matches!(talk, Some(Talk::Bare(Bare::Pause | Bare::Resume))).then_some(end);
    }
    let (talk, end) = longest(words, at)?;
    (orders(talk) && words.get(end).is_some_and(|word| word == "nicht")).then_some(end + 1)
}

/// Whether a phrase orders something that can be left undone.
fn orders(talk: Option<Talk>) -> bool {
    match talk {
        Some(Talk::Bare(Bare::Undo | Bare::Drop | Bare::DropLast | Bare::Stop | Bare::Pause | Bare::Resume)) => true,
        Some(Talk::Bare(Bare::Nod | Bare::Ok | Bare::Yes | Bare::No | Bare::Start) | Talk::Small(_)) | None => false,
    }
}
