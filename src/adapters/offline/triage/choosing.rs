//! Comparing, choosing and finding: rules cannot judge offers, so the candidates are asked for, their pages read,
//! and a person decides. What cannot be done without a language model is said before the work begins.

use super::super::job::Job;
use super::super::words::{addresses, after, around, bare, has, listed, parts, short_address};
use super::options::colon;
use super::reading::{Answer, Reading, question, something};
use super::{Draft, Found, Step, amending, asking, limits};
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
    let names = named(after(&reading.plain, COMPARE)?);
    let row = amending::amended(names, reading.corrections());
    (row.0.len() >= 2).then(|| put(reading, row, ""))
}

/// Recognises a comparison, a choice or a search for candidates, and asks what is missing.
pub fn read(reading: &Reading) -> Option<Found> {
    let text = reading.plain.as_str();
    let finding = after(text, FIND).filter(|rest| !bare(rest).is_empty());
    let choosing = after(text, COMPARE).or_else(|| after(text, CHOOSE));
    // "find out", "which planet": a question about the world is none of these.
    let question = after(text, &["which", "what's the best", "what is the best"]).is_some()
        && !has(text, &["should", "take", "buy", "choose", "best", "recommend", "use"]);
    if (finding.is_none() && choosing.is_none()) || question || after(text, &["find out"]).is_some() {
        return None;
    }
    let mut names = candidates(reading);
    let matters = matters(reading, &mut names);
    let (names, unread) = amending::amended(names, reading.corrections());
    if names.len() >= 2 {
        return Some(put(reading, (names, unread), &matters));
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

/// What stands behind the names and is none of them.
const AFTERWARDS: &[&str] = &[
    "and tell",
    "and say",
    "and recommend",
    "and choose",
    "and pick",
    "and let",
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
/// The same at the end alone: behind each of several names it tells them apart.
const MEALS: [&str; 4] = [" for breakfast", " for brunch", " for lunch", " for dinner"];
/// What begins something that is to be done with what was chosen.
const LATER: &[&str] = &[
    "and then",
    "then",
    "and note it",
    "and note the",
    "and note down",
    "and remind",
    "and write it",
    "and book it",
    "and order it",
    "and buy it",
    "und dann",
    "dann",
];
/// What a report on the choice does anyway.
const TOLD: &[&str] = &["tell", "say", "let", "show", "report", "recommend", "choose", "pick", "decide", "sag"];
/// What stands before names that are offers.
const OFFERS: &[&str] =
    &["offers from", "offers of", "offers by", "quotes from", "plans from", "prices of", "prices at"];
/// What names follow.
const NAMELY: &[&str] = &["namely", "such as", "i.e.", "e.g.", "between", "among", "nämlich", "zwischen"];

/// The names or links in a list, without what only describes them. Of two sides of a colon or a dash one has the
/// names: "three laptops: A, B and C", "A and B: price, support".
fn named(body: &str) -> Vec<String> {
    let links = addresses(body);
    if links.len() >= 2 {
        return links;
    }
    let Some((head, tail)) = sides(body) else { return cut(body) };
    let (head, tail) = (cut(head), told(tail));
    let proper = |name: &String| name.chars().any(|c| c.is_uppercase() || c.is_ascii_digit());
    // "bread and butter brands: Kerrygold, Arla".
    let behind = tail.iter().all(proper) && !head.iter().any(proper);
    if tail.len() >= 2 && (head.len() < 2 || behind) { tail } else { head }
}

/// What stands before and behind a colon, a dash, "namely" or an opening parenthesis that ends with the text.
fn sides(body: &str) -> Option<(&str, &str)> {
    let dash = || [" - ", " – ", " — "].iter().find_map(|sign| body.split_once(sign));
    if let Some(both) = colon(body).or_else(dash) {
        return Some(both);
    }
    let inside = || {
        let (head, tail) = body.trim_end_matches(['.', '?', '!', ' ']).strip_suffix(')')?.split_once('(')?;
        (!tail.contains('(')).then_some((head, tail))
    };
    inside().or_else(|| around(body, NAMELY))
}

/// The names in a row; none if it is no row of names.
fn row(text: &str) -> Vec<String> {
    let mut found = parts(text, true);
    // "offers from A, B and C".
    if let Some((head, name)) = found.first().and_then(|first| around(first, OFFERS))
        && head.split(' ').count() <= 3
        && !bare(name).is_empty()
    {
        found[0] = bare(name);
    }
    let few = found.len() >= 2 && found.iter().all(|p| p.split(' ').count() <= 6);
    if few { found } else { Vec::new() }
}

/// The same without what stands behind the names.
fn cut(text: &str) -> Vec<String> {
    let text = around(text, LATER).map_or(text, |(head, _)| head);
    let meal = MEALS.iter().find_map(|meal| text.trim_end_matches(['.', '!']).strip_suffix(meal));
    let text = meal.unwrap_or(text);
    row(around(text, AFTERWARDS).map_or(text, |(head, _)| head))
}

/// What is wanted of the choice once it is made: "choose A or B, then note the choice".
fn afterwards(text: &str) -> Option<String> {
    let (head, _) = around(text, LATER)?;
    let rest = bare(text.get(head.len()..)?);
    let rest = after(&rest, &["and", "und"]).unwrap_or(&rest);
    let rest = bare(after(rest, &["then", "dann"]).unwrap_or(rest));
    (!rest.is_empty() && after(&rest, TOLD).is_none()).then_some(rest)
}

/// The names behind a colon, which may have such words in them: "bread by Mia, cake by Tom".
fn told(text: &str) -> Vec<String> {
    Some(cut(text)).filter(|names| names.len() >= 2).unwrap_or_else(|| row(text))
}

/// The names an idea has itself: behind a colon, or in "pick A or B".
fn own_names(text: &str) -> Vec<String> {
    if let Some((_, tail)) = sides(text) {
        let found = told(tail);
        if found.len() >= 2 {
            return found;
        }
    }
    let picked = after(text, &["choose", "pick", "select", "decide on", "wähle"]);
    let found = picked.filter(|rest| has(rest, &["or", "oder"])).map(cut).unwrap_or_default();
    let brief = found.iter().all(|name| name.split(' ').count() <= 3 && !["two", "so", "not"].contains(&name.as_str()));
    if brief { found } else { Vec::new() }
}

/// Every candidate named in the idea or in answers.
fn candidates(reading: &Reading) -> Vec<String> {
    let mut found: Vec<String> = own_names(&reading.plain);
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
        questions.push(something(MORE));
    } else if names == 0 && fresh(WHICH) {
        if finding && reading.searches && fresh(HOW) {
            questions.push(question(Subject::Scope, HOW, &[SEARCH, NAME], SEARCH));
        } else if !finding && matters.is_empty() && fresh(MATTERS) && fresh(HOW) {
            questions.push(question(Subject::Constraints, MATTERS, CRITERIA, "Price"));
            questions.push(something(WHICH));
        } else {
            questions.push(something(WHICH));
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
    Draft { title: short(&reading.text, 60), summary: format!("{what}."), due: reading.due.clone(), ..Draft::default() }
}

/// The candidates are read if they are links, and put to a decision.
fn put(reading: &Reading, (names, unread): (Vec<String>, Vec<String>), matters: &str) -> Found {
    let (links, plain): (Vec<String>, Vec<String>) = names.into_iter().partition(|n| n.contains("://"));
    let labels: Vec<String> = links.iter().map(|l| short_address(l)).chain(plain).collect();
    let mut why = format!("You asked: “{}”.", short(&reading.text, 200));
    if !matters.is_empty() {
        why.push_str(&format!(" What matters most: {matters}."));
    }
    let decision = asking::advised(reading, asking::draft("Which one shall it be?", labels.clone(), &why));
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
    draft.took_edits = unread.is_empty();
    draft.unread = [unread, decision.unread].concat();
    let later = afterwards(&reading.plain)
        .map(|what| format!("Not part of it: “{}”. Send that once it is decided.", short(&what, 120)));
    draft.unread.extend(later);
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
