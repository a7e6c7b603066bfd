//! Comparing, choosing and finding: rules cannot judge offers, so the candidates are asked for, their pages read,
//! and a person decides. What cannot be done without a language model is said before the work begins.

use super::super::job::Job;
use super::super::words::{addresses, after, around, bare, has, listed, parts, short_address};
use super::reading::{Answer, Reading, question};
use super::{Draft, Found, Step, asking, limits};
use crate::secretary::question::Subject;
use crate::secretary::wording::short;

const MATTERS: &str = "What matters most?";
const WHICH: &str = "Which ones shall I put to you? Name them or paste links.";
const MORE: &str = "A decision needs at least two. Which others are there?";
const HOW: &str = "How shall I find them?";
const SEARCH: &str = "Search the web";
const NAME: &str = "I name some myself";
const CRITERIA: &[&str] = &["Price", "Quality", "Speed"];
/// The most pages read for one choice.
const MOST_PAGES: usize = 8;

const COMPARE: &[&str] = &["compare", "vergleiche", "vergleich"];
const CHOOSE: &[&str] = &[
    "choose",
    "pick",
    "select",
    "recommend",
    "suggest",
    "help me choose",
    "help me pick",
    "help me decide",
    "help us choose",
    "help us pick",
    "help us decide",
    "which",
    "what's the best",
    "what is the best",
    "what are the best",
    "wähle",
    "empfiehl",
    "decide on",
    "let us decide on",
    "let's decide on",
    "decide",
];
const FIND: &[&str] = &[
    "find me",
    "find us",
    "find",
    "research",
    "look for",
    "investigate",
    "get me offers for",
    "get offers for",
    "finde",
    "recherchiere",
    "suche mir",
    "i am looking for",
    "i'm looking for",
    "we are looking for",
];

/// Recognises a comparison whose candidates are all named.
pub fn read_named(reading: &Reading) -> Option<Found> {
    let body = after(&reading.plain, COMPARE)?;
    let names = named(body);
    (names.len() >= 2).then(|| put(reading, names, ""))
}

/// Recognises a comparison, a choice or a search for candidates, and asks what is missing.
pub fn read(reading: &Reading) -> Option<Found> {
    let text = reading.plain.as_str();
    let finding = after(text, FIND).filter(|rest| !rest.is_empty());
    let choosing = after(text, COMPARE).or_else(|| after(text, CHOOSE));
    // "find out", "which planet": a question about the world is none of these.
    let question = after(text, &["which", "what's the best", "what is the best"]).is_some()
        && !has(text, &["should", "take", "buy", "choose", "best", "recommend", "use"]);
    if (finding.is_none() && choosing.is_none()) || question || after(text, &["find out"]).is_some() {
        return None;
    }
    let mut names = candidates(reading);
    let matters = matters(reading, &mut names);
    if names.len() >= 2 {
        return Some(put(reading, names, &matters));
    }
    if let (Some(what), Answer::Said(how)) = (finding, reading.answer(HOW))
        && how.eq_ignore_ascii_case(SEARCH)
    {
        return Some(search(reading, what));
    }
    if let (Some(what), Answer::Left, true) = (finding, reading.answer(HOW), names.is_empty()) {
        return Some(search(reading, what));
    }
    Some(missing(reading, finding.is_some(), names.len(), &matters))
}

/// The names or links in a list, without what only describes them.
fn named(body: &str) -> Vec<String> {
    const AFTERWARDS: &[&str] = &[
        "and tell",
        "and say",
        "and recommend",
        "and choose",
        "and pick",
        "and let",
        "then",
        "for me",
        "for us",
        "by",
        "in terms of",
        "regarding",
        "with regard to",
        "for the",
        "for my",
        "for our",
        "for a",
        "for an",
        "und sag",
        "und empfiehl",
        "für",
    ];
    let links = addresses(body);
    if links.len() >= 2 {
        return links;
    }
    let body = around(body, AFTERWARDS).map_or(body, |(head, _)| head);
    // "compare A and B: price, support": what stands behind the colon is looked at in them.
    let body = body.split_once(':').map(|(names, _)| names).filter(|n| parts(n, true).len() >= 2).unwrap_or(body);
    let found = parts(body, true);
    let names = found.len() >= 2 && found.iter().all(|p| p.split(' ').count() <= 6);
    if names { found } else { Vec::new() }
}

/// Every candidate named in answers or corrections.
fn candidates(reading: &Reading) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut take = |words: &str| {
        let mut names = addresses(words);
        let rest: Vec<&str> = words.split_whitespace().filter(|w| addresses(w).is_empty()).collect();
        let rest = if names.is_empty() { words.to_owned() } else { rest.join(" ") };
        names.extend(parts(&rest, true).into_iter().filter(|p| !has(p, &["matters", "matter", "important"])));
        for name in names {
            if !found.iter().any(|f| f.to_lowercase() == name.to_lowercase()) {
                found.push(name);
            }
        }
    };
    for asked in [WHICH, MORE] {
        if let Answer::Said(words) = reading.answer(asked) {
            take(&words);
        }
    }
    for edit in reading.edits.iter().filter(|e| !Reading::only_due(e)) {
        let edit = after(edit, &["no,", "take", "compare", "use", "and", "also", "plus", "add"]).unwrap_or(edit);
        take(edit);
    }
    found
}

/// What matters most, as said in the idea or answered. An answer that names no criterion is a candidate: two names
/// typed at once are handed to the two questions in order.
fn matters(reading: &Reading, names: &mut Vec<String>) -> String {
    if let Answer::Said(words) = reading.answer(MATTERS) {
        let known = CRITERIA.iter().any(|c| has(&words, &[c]));
        let same = matches!(reading.answer(WHICH), Answer::Said(other) if other == words);
        if !known && !same && names.len() == 1 && words.split_whitespace().count() <= 4 {
            names.insert(0, bare(&words));
            return String::new();
        }
        return if same { String::new() } else { short(&words, 120) };
    }
    said_already(&reading.text).unwrap_or_default().to_owned()
}

fn said_already(text: &str) -> Option<&'static str> {
    let price = [
        "cheap",
        "cheapest",
        "cheaper",
        "price",
        "prices",
        "cost",
        "costs",
        "affordable",
        "billig",
        "günstig",
        "budget",
    ];
    let quality = ["quality", "qualität", "reliable", "good quality"];
    let speed = ["fast", "fastest", "quick", "quickest", "speed", "schnell"];
    let sets: [(&[&str], &'static str); 3] = [(&price, "Price"), (&quality, "Quality"), (&speed, "Speed")];
    sets.into_iter().find(|(words, _)| has(text, words)).map(|(_, criterion)| criterion)
}

/// What is still to be asked, or why nothing can be done.
fn missing(reading: &Reading, finding: bool, names: usize, matters: &str) -> Found {
    let fresh = |q: &str| matches!(reading.answer(q), Answer::NotAsked);
    let mut questions = Vec::new();
    if names == 1 && !fresh(WHICH) && fresh(MORE) {
        questions.push(question(Subject::Missing, MORE, &[], ""));
    } else if names == 0 && fresh(WHICH) {
        if finding && fresh(HOW) {
            questions.push(question(Subject::Scope, HOW, &[SEARCH, NAME], SEARCH));
        } else if matters.is_empty() && fresh(MATTERS) && fresh(HOW) {
            questions.push(question(Subject::Constraints, MATTERS, CRITERIA, "Price"));
            questions.push(question(Subject::Missing, WHICH, &[], ""));
        } else {
            questions.push(question(Subject::Missing, WHICH, &[], ""));
        }
    }
    if questions.is_empty() || !reading.may_ask {
        let why = format!(
            "Finding and judging them myself needs a language model; {} Name two or more, or paste their links, and I \
             read the pages and put the choice to you.",
            limits::CONNECT
        );
        return Found::Beyond(why);
    }
    Found::Ask(questions, honest(reading, "I put your candidates to you for a decision and report what is chosen"))
}

/// The draft of a choice, honest about what is left to people.
fn honest(reading: &Reading, what: &str) -> Draft {
    Draft {
        title: short(&reading.text, 60),
        summary: format!("{what} (comparing them myself needs a language model)."),
        due: reading.due.clone(),
        ..Draft::default()
    }
}

/// The candidates are read if they are links, and put to a decision.
fn put(reading: &Reading, names: Vec<String>, matters: &str) -> Found {
    let (links, plain): (Vec<String>, Vec<String>) = names.into_iter().partition(|n| n.contains("://"));
    let labels: Vec<String> = links.iter().map(|l| short_address(l)).chain(plain).collect();
    let mut why = format!("You asked: “{}”.", short(&reading.text, 200));
    if !matters.is_empty() {
        why.push_str(&format!(" What matters most: {matters}."));
    }
    let decision = asking::draft(reading, "Which one shall it be?", labels.clone(), &why);
    let mut draft = honest(
        reading,
        &format!("I put your candidates {} to you for a decision and report what is chosen", listed(&labels)),
    );
    for link in links.iter().take(MOST_PAGES) {
        draft.steps.push(Step::new(&format!("reading {}", short_address(link)), Job::Page(link.clone(), None)));
    }
    draft.steps.extend(decision.steps);
    draft.done_when = "One of the candidates is chosen".to_owned();
    draft.assumptions = decision.assumptions;
    draft.assumptions.push("You choose; comparing them myself needs a language model".to_owned());
    draft.took_edits = true;
    Found::Do(draft)
}

/// A web search for candidates.
fn search(reading: &Reading, what: &str) -> Found {
    let query = short(&bare(what), 190);
    let mut draft = honest(reading, &format!("I search the web for “{query}” and list what is found"));
    draft.done_when = "The results are listed with their addresses".to_owned();
    draft.steps.push(Step::new(&format!("searching for {query}"), Job::Search(query)));
    Found::Do(draft)
}
