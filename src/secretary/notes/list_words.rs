//! What people say about lists: "add milk and eggs to the shopping list", "what's on it", "new list: a, b". It must
//! not take a list that is to be made up ("a list of ten books") for one that is dictated.

use super::super::phrases::{after, around, bare, capital, commas};
use super::reading::recent;
use super::{List, Wish};

/// The most words in the name of a list.
const NAME_WORDS: usize = 5;
/// The most things named at once.
const MOST_ITEMS: usize = 200;

const THE: &[&str] = &["the", "my", "our", "this", "that", "der", "die", "meiner", "meine", "unsere", "unserer", "dem"];
const ADD: &[&str] = &["add", "put", "write", "note", "setze", "setz", "schreib", "schreibe", "pack"];
const ADD_TO: &[&str] = &["to", "on", "onto", "in", "auf", "zur"];
const OFF: &[&str] = &[
    "take",
    "remove",
    "delete",
    "cross off",
    "cross out",
    "cross",
    "strike off",
    "strike",
    "tick off",
    "tick",
    "check off",
    "check",
    "scratch",
    "drop",
    "get rid of",
    "streiche",
    "streich",
    "nimm",
    "lösch",
    "lösche",
];
const OFF_FROM: &[&str] = &["off of", "off from", "off", "from", "out of", "on", "von", "aus"];
const CLEAR: &[&str] = &[
    "clear out",
    "clear",
    "empty out",
    "empty",
    "wipe",
    "reset",
    "take everything off",
    "remove everything from",
    "delete everything on",
    "delete everything from",
    "cross everything off",
    "leere",
    "leer",
];
const DROP: &[&str] = &["delete", "remove", "drop", "throw away", "get rid of", "forget", "discard", "lösche", "lösch"];
const SHOW: &[&str] = &[
    "show me what's on",
    "show me what is on",
    "show me",
    "show",
    "open",
    "read me",
    "read out",
    "read",
    "display",
    "what's still on",
    "what is still on",
    "what's left on",
    "what is left on",
    "what's on",
    "what is on",
    "whats on",
    "what's in",
    "what is in",
    "what do i have on",
    "what have i got on",
    "what do we have on",
    "see",
    "list",
    "what stands on",
    "how many things are on",
    "zeig mir",
    "zeige mir",
    "zeig",
    "zeige",
    "was steht auf",
    "was ist auf",
    "lies",
];
const BEGIN: &[&str] = &[
    "make me a",
    "make a",
    "make",
    "create me a",
    "create a",
    "create",
    "start me a",
    "start a",
    "start",
    "begin a",
    "begin",
    "neue",
];

/// Reads a wish about a list. `full` has its lines, `plain` is its beginning on one line.
pub(super) fn read(full: &str, plain: &str) -> Option<Wish> {
    cleared(plain)
        .or_else(|| begun(full))
        .or_else(|| led(full))
        .or_else(|| asked(plain))
        .or_else(|| moved(full, ADD, ADD_TO).map(|(what, list)| (items(&what), list)).and_then(add))
        .or_else(|| moved(plain, OFF, OFF_FROM).map(|(what, list)| (items(&what), list)).and_then(take_off))
        .or_else(|| dropped(plain))
        .or_else(|| shown(plain))
}

/// "add to my shopping list: bread, butter".
fn led(full: &str) -> Option<Wish> {
    let (head, body) = after(full, ADD)?.split_once(':')?;
    let list = whole(after(head, ADD_TO)?)?;
    add((items(body), list))
}

/// "is milk on the shopping list", "do I have eggs on the list".
fn asked(plain: &str) -> Option<Wish> {
    let body = after(plain, &["is there", "are there", "is", "are", "do i have", "do we have", "have i got", "ist"])?;
    let body = after(body, &["any"]).unwrap_or(body);
    let (what, list) = moved_in(body, &["on", "in", "auf"])?;
    let items = items(&what);
    (!items.is_empty()).then_some(Wish::IsOn { items, list })
}

/// What may be about a list that is there: "mark call Jo as done", "I bought milk", "what do I need to buy".
pub(super) fn perhaps(plain: &str) -> Option<Wish> {
    const BUY: &[&str] = &[
        "what do i need to buy",
        "what do we need to buy",
        "what do i have to buy",
        "what do we have to buy",
        "what shall i buy",
        "what do i need from the shop",
        "what do i need from the supermarket",
    ];
    if BUY.contains(&plain.to_lowercase().as_str()) {
        return Some(Wish::ShowList { list: List::Named("Shopping list".to_owned()) });
    }
    let marked = after(plain, &["mark", "set", "tick", "check off", "tick off", "cross off"])
        .map(|rest| rest.strip_suffix(" as done").or_else(|| rest.strip_suffix(" done")).unwrap_or(rest));
    let ended = [" is done", " are done", " is finished", " erledigt"].iter().find_map(|end| plain.strip_suffix(end));
    let bought = after(
        plain,
        &[
            "i bought",
            "i've bought",
            "i have bought",
            "we bought",
            "i got",
            "i've got",
            "bought",
            "done with",
            "i did",
            "got the",
            "done:",
        ],
    );
    let what = marked.or(bought).or(ended)?;
    let items = items(what);
    (!items.is_empty() && what.split_whitespace().count() <= 12).then_some(Wish::Done { items })
}

fn add((items, list): (Vec<String>, List)) -> Option<Wish> {
    (!items.is_empty()).then_some(Wish::Add { items, list })
}

fn take_off((items, list): (Vec<String>, List)) -> Option<Wish> {
    let all =
        matches!(items.as_slice(), [one] if matches!(one.to_lowercase().as_str(), "everything" | "all" | "alles"));
    if all {
        return Some(Wish::Clear { list });
    }
    (!items.is_empty()).then_some(Wish::TakeOff { items, list })
}

fn cleared(plain: &str) -> Option<Wish> {
    Some(Wish::Clear { list: whole(after(plain, CLEAR)?)? })
}

fn dropped(plain: &str) -> Option<Wish> {
    Some(Wish::Drop { list: whole(after(plain, DROP)?)? })
}

/// "no price list, please" wants something left out, and "a guest list" something made.
const NO_NAME: &[&str] = &["no", "not", "without", "with", "a", "an", "any", "some", "kein", "keine", "ohne", "eine"];

/// "show me the shopping list", "shopping list?".
fn shown(plain: &str) -> Option<Wish> {
    if let Some(list) = after(plain, SHOW).and_then(whole) {
        return Some(Wish::ShowList { list });
    }
    if after(plain, NO_NAME).is_some() {
        return None;
    }
    // "translate the guest list" is something to do with one.
    if plain.to_lowercase().split_whitespace().skip(1).any(|word| THE.contains(&word)) {
        return None;
    }
    let alone = whole(plain)?;
    // "list" alone is asked of tickets, and "to-do list" alone names one.
    matches!(alone, List::Named(_)).then_some(Wish::ShowList { list: alone })
}

/// "new list: a, b, c", "make a packing list with tent and rope", "shopping list: milk".
fn begun(full: &str) -> Option<Wish> {
    let made = after(full, BEGIN);
    let rest = made.unwrap_or(full);
    let fresh = after(rest, &["new", "a new"]);
    let rest = fresh.unwrap_or(rest);
    let opens = made.is_some() || fresh.is_some();
    let (head, body) = match rest.split_once(':') {
        Some((head, body)) => (head, body),
        None if opens => around(rest, &["with", "mit"]).unwrap_or((rest, "")),
        None => return None,
    };
    // "make a list: packing list with tent": the name stands behind the colon.
    if bare(head).to_lowercase() == "list"
        && opens
        && let Some((name, things)) = around(body, &["with", "mit"]).or_else(|| body.split_once(':'))
        && name_of(name).is_some()
    {
        let items = items(things.trim_end_matches(['.', '!']));
        return Some(Wish::Begin { title: name_of(name)?, items });
    }
    let head = bare(head);
    let given = around(&head, &["called", "named", "titled", "for"]);
    let title = match given {
        Some((kind, name)) if bare(kind).to_lowercase() == "list" => named_list(name)?,
        Some(_) => return None,
        None if head.to_lowercase() == "list" && opens => "List".to_owned(),
        None if matches!(recent(&head), Some(List::Recent)) => return None,
        None => name_of(&head)?,
    };
    let items = items(body.trim_end_matches(['.', '!']));
    if title == "List" && items.len() == 1 && !rest.contains(':') {
        // "make a list with ten ideas" is to be made up.
        return None;
    }
    if opens && items.is_empty() {
        // "make a shopping list" says nothing of what is on it, and begins one all the same.
        return body.trim().is_empty().then_some(Wish::Begin { title, items });
    }
    if opens {
        return Some(Wish::Begin { title, items });
    }
    add((items, List::Named(title)))
}

fn named_list(name: &str) -> Option<String> {
    let name = bare(name);
    let fits = !name.is_empty() && name.split_whitespace().count() <= NAME_WORDS;
    let listed = name.to_lowercase().ends_with("list") || name.to_lowercase().ends_with("liste");
    fits.then(|| if listed { capital(&name) } else { format!("{} list", capital(&name)) })
}

/// What is to be put on or taken off which list: the last place in the text after which a list is named.
fn moved(text: &str, verbs: &[&str], links: &[&str]) -> Option<(String, List)> {
    moved_in(after(text, verbs)?, links)
}

fn moved_in(body: &str, links: &[&str]) -> Option<(String, List)> {
    let mut found = None;
    let mut rest = body;
    for _ in 0..12 {
        let Some((_, tail)) = around(rest, links) else { break };
        if let Some(list) = whole(tail) {
            let head = body.get(..body.len() - tail.len()).unwrap_or_default().trim_end();
            let link = links.iter().filter(|l| ends(head, l)).map(|l| l.len()).max();
            found = link.and_then(|l| head.get(..head.len() - l)).map(|what| (what.trim().to_owned(), list));
        }
        rest = tail;
    }
    found.filter(|(what, _)| !bare(what).is_empty())
}

fn ends(head: &str, link: &str) -> bool {
    let at = head.len().checked_sub(link.len());
    let apart = |at: usize| head.get(..at).is_some_and(|h| h.is_empty() || h.ends_with(char::is_whitespace));
    at.is_some_and(|at| head.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(link)) && apart(at))
}

/// The list that words name, if they name nothing else.
fn whole(words: &str) -> Option<List> {
    let words = bare(words);
    if let Some(list) = recent(&words) {
        return Some(list);
    }
    let words = after(&words, &["please", "bitte"]).unwrap_or(&words);
    let words = words.strip_suffix(" please").or_else(|| words.strip_suffix(" bitte")).unwrap_or(words);
    let named = after(words, THE).unwrap_or(words);
    let described: &[&str] =
        if named == words { &["list called", "list named"] } else { &["list called", "list named", "list"] };
    if let Some(name) = after(named, described).filter(|name| !name.is_empty()) {
        return named_list(name).map(List::Named);
    }
    name_of(words).map(List::Named)
}

/// The title of a list as people name it: "the shopping list".
fn name_of(words: &str) -> Option<String> {
    let words = bare(words);
    let words = after(&words, THE).unwrap_or(&words);
    let lower = words.to_lowercase();
    let listed = lower.ends_with("list") || lower.ends_with("liste");
    // A list of something, for something or in something is described, not named.
    let todo = lower.replace("to do", "todo");
    let plain = !todo.split_whitespace().any(|w| {
        matches!(
            w,
            "of" | "for" | "in" | "with" | "and" | "to" | "a" | "an" | "what's" | "von" | "für" | "from" | "off" | "on"
        )
    });
    let short = words.split_whitespace().count() <= NAME_WORDS && words.chars().count() <= super::TITLE;
    (listed && plain && short && lower != "list").then(|| capital(words))
}

/// The things that are named: between lines, semicolons, commas and "and"; what stands in quotes stays whole.
pub fn items(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut take = |thing: &str| {
        let thing = bare(thing);
        let thing = after(&thing, &["also", "some", "the", "auch"]).unwrap_or(&thing);
        if !thing.is_empty() && !found.iter().any(|f| f.to_lowercase() == thing.to_lowercase()) {
            found.push(thing.to_owned());
        }
    };
    for (at, piece) in text.split(['"', '“', '”', '„']).enumerate() {
        if at % 2 == 1 {
            take(piece);
            continue;
        }
        for piece in piece.split(['\n', ';']).flat_map(commas) {
            let mut rest = piece;
            while let Some((head, tail)) = around(rest, &["and also", "and", "und", "&", "plus"]) {
                take(head);
                rest = tail;
            }
            take(rest);
        }
    }
    found.truncate(MOST_ITEMS);
    found
}
