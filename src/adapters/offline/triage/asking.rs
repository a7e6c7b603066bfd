//! Decisions: an idea that names what is to be decided becomes a question to people. It recommends nothing, since
//! rules have no judgement.

use super::super::job::{Job, Question};
use super::super::words::{
    addresses, after, around, asked_behind, bare, capital, effect, has, listed, parts, question,
};
use super::reading::Reading;
use super::{Draft, Found, Step, amending};
use crate::secretary::wording::short;

/// The most options a decision may have.
const MOST: usize = 8;
/// The longest label of an option.
const LABEL: usize = 60;
/// The longest effect of one.
const EFFECT: usize = 100;

const OR: &[&str] = &["or", "oder", "vs", "vs.", "versus"];
/// Beginnings of a question that is no yes or no.
const OPEN: &[&str] = &["which", "what", "where", "who", "welche", "welcher", "welches", "welchen", "was", "wo", "wer"];
/// Who asks to be asked.
const SELVES: &[&str] = &["me", "us", "mich", "uns"];
const DECIDE: &[&str] =
    &["decide", "choose", "choice", "decision", "pick", "vote", "entscheide", "entscheiden", "wählen"];

/// Recognises a decision with its options.
pub fn read(reading: &Reading) -> Option<Found> {
    // "A or B? ask me" asks for A or B, and is no third option. What follows may say more of what is asked.
    let ends = |rest: &str| matches!(bare(rest).to_lowercase().as_str(), "" | "please" | "then" | "bitte" | "dann");
    let before = asked_behind(&reading.plain).filter(|(_, rest)| ends(rest)).map(|(question, _)| question);
    let text = without_yes_or_no(before.as_deref().unwrap_or(&reading.plain));
    let (question, options) = asked(text).or_else(|| between(text)).or_else(|| polled(text)).or_else(|| posed(text))?;
    (options.len() >= 2)
        .then(|| Found::Do(Draft { due: reading.due.clone(), ..corrected(reading, &question, options) }))
}

/// "should we do it" of "should we do it, yes or no?": these are no options besides others.
fn without_yes_or_no(text: &str) -> &str {
    let plain = text.trim_end_matches(['?', '!', '.', ' ']);
    let cut = |words: &str| {
        let (head, tail) = plain.split_at_checked(plain.len().checked_sub(words.len())?)?;
        let apart = head.trim_end().ends_with([',', ';', ':', '-', '–', '?', '(']);
        (tail.eq_ignore_ascii_case(words) && apart)
            .then(|| head.trim_end_matches([',', ';', ':', '-', '–', '?', '(', ' ']))
    };
    let head = ["yes or no", "yes/no", "ja oder nein"].iter().find_map(|words| cut(words));
    head.filter(|head| head.contains(' ')).unwrap_or(text)
}

/// A decision as a draft, with the corrections to its options.
pub fn corrected(reading: &Reading, question: &str, options: Vec<String>) -> Draft {
    let (options, unread) = amending::amended(options, reading.corrections());
    Draft { took_edits: unread.is_empty(), unread, ..draft(question, options, "") }
}

/// A decision as a draft.
pub fn draft(question: &str, options: Vec<String>, why: &str) -> Draft {
    let mut labels: Vec<String> = Vec::new();
    for option in options {
        let option = option.replace('|', "/");
        let (label, effect) = effect(&option).unwrap_or((option.as_str(), ""));
        let label = short(label, LABEL);
        if !label.is_empty() && !labels.iter().any(|l| l.to_lowercase() == label.to_lowercase()) {
            labels.push(if effect.is_empty() { label } else { format!("{label} ({})", short(effect, EFFECT)) });
        }
    }
    let left_out = labels.split_off(labels.len().min(MOST));
    let mut assumptions = Vec::new();
    // More names than a card has room for say less than their number.
    if left_out.len() > 4 {
        assumptions
            .push(format!("A decision can have {MOST} options; I take the first {MOST} and leave out the others"));
    } else if !left_out.is_empty() {
        assumptions.push(format!("A decision can have {MOST} options; I leave out {}", listed(&left_out)));
    }
    let question = short(question, 300);
    Draft {
        title: format!("Decide: {}", short(&question, 50)),
        summary: format!("I put this to the people who may decide: “{question}” The options are {}.", listed(&labels)),
        done_when: "Somebody who may has decided".to_owned(),
        assumptions,
        steps: vec![Step {
            after: true,
            ..Step::new(
                &format!("asking: {}", short(&question, 60)),
                Job::Ask(Question { text: question.clone(), options: labels, why: why.to_owned() }),
            )
        }],
        ..Draft::default()
    }
}

/// "ask Kim whether A or B".
fn asked(text: &str) -> Option<(String, Vec<String>)> {
    let rest = after(text, &["ask", "frag", "frage"])?;
    if let Some(own) = after(rest, SELVES).filter(|own| after(own, OPEN).is_some())
        && let Some((asked, names)) = own.split_once(':')
    {
        let named = parts(names, false);
        return (named.len() >= 2).then(|| (format!("{}?", capital(&bare(asked))), named));
    }
    let (who, what) = around(rest, &["whether", "if", "ob"])
        .or_else(|| rest.split_once(':').map(|(who, what)| (who, what.trim())))
        .or_else(|| around(rest, &["which of", "which", "to choose between", "to decide between"]))?;
    let who = bare(who);
    let themselves =
        after(&who, SELVES).is_some_and(|more| matches!(bare(more).as_str(), "" | "all" | "both" | "alle"));
    if (themselves && around(rest, &["between", "zwischen"]).is_some())
        || (!themselves && after(&who, SELVES).is_some())
    {
        // "ask me when I am home whether …" names a time or a place that rules cannot keep.
        return None;
    }
    if who.is_empty() || who.split(' ').count() > 4 || who.chars().count() > 40 || bare(what).is_empty() {
        return None;
    }
    let (asked, found) = with_options(what);
    if themselves {
        return Some((capital(&question(asked)), found));
    }
    Some((format!("{}: {}?", capital(&who), capital(&bare(asked))), found))
}

/// What is asked, and its options: those named behind a colon, else those in its words, else yes and no.
fn with_options(what: &str) -> (&str, Vec<String>) {
    if let Some((asked, names)) = what.split_once(':')
        && !bare(asked).is_empty()
    {
        let named = parts(names, false);
        if named.len() >= 2 {
            return (asked, named);
        }
    }
    let found = options(what);
    (what, if found.len() >= 2 { found } else { yes_no() })
}

/// "let us decide between A and B".
fn between(text: &str) -> Option<(String, Vec<String>)> {
    let (head, tail) = around(text, &["between", "zwischen"])?;
    if !has(head, DECIDE) {
        return None;
    }
    let tail = around(tail, &["for the", "for my", "for our"]).map_or(tail, |(names, _)| names);
    let options = parts(tail, true);
    (options.len() >= 2).then(|| (which(&options), options))
}

/// "poll: Lunch? pizza, pasta", "help me decide: A or B".
fn polled(text: &str) -> Option<(String, Vec<String>)> {
    let (head, tail) = text.split_once(':')?;
    let lead = ["poll", "vote", "umfrage", "abstimmung", "question"];
    if !(has(head, DECIDE) || lead.iter().any(|l| l.eq_ignore_ascii_case(head.trim()))) || head.contains("//") {
        return None;
    }
    if let Some((question, names)) = tail.split_once('?') {
        let named = parts(names, true);
        if named.len() >= 2 {
            return Some((format!("{}?", capital(&bare(question))), named));
        }
    }
    let found = options(tail);
    let found = if found.len() >= 2 { found } else { parts(tail, true) };
    (found.len() >= 2).then(|| (which(&found), found))
}

/// Beginnings of a question that may be yes or no.
const SHOULD: &[&str] = &[
    "should we",
    "should i",
    "should they",
    "shall we",
    "shall i",
    "should",
    "sollen wir",
    "soll ich",
    "sollten wir",
    "decide whether",
    "decide if",
    "let us decide whether",
    "let's decide whether",
    "let us decide if",
    "let's decide if",
    "help me decide whether",
    "help me decide if",
    "help us decide whether",
    "i can't decide whether",
    "i don't know whether",
    "i don't know if",
    "entscheide ob",
];
/// Beginnings of a question with options.
const BETTER: &[&str] = &[
    "which is better",
    "what is better",
    "what's better",
    "is it better to",
    "would you rather",
    "do we",
    "do i",
    "let's decide",
    "let us decide",
    "help me decide",
    "help me choose",
    "help us choose",
    "was ist besser",
];
/// Beginnings of what is no choice, though it has an "or" in it.
const WONDER: &[&str] = &[
    "what",
    "how",
    "why",
    "who",
    "when",
    "where",
    "which",
    "is",
    "are",
    "does",
    "was",
    "wie",
    "warum",
    "wer",
    "wann",
    "wo",
    "can",
    "could",
    "did",
    "find",
    "search",
    "write",
    "compare",
    "plan",
    "translate",
    "book",
    "buy",
    "make",
    "create",
    "send",
    "call",
    "look",
    "add",
    "note",
    "remind",
    "help",
    "summarise",
    "summarize",
    "explain",
];

/// "should we take A, B or C?", "A or B?", "A vs B".
fn posed(text: &str) -> Option<(String, Vec<String>)> {
    let found = options(text);
    let question = format!("{}?", capital(&bare(text)));
    if after(text, SHOULD).is_some_and(|rest| !bare(rest).is_empty()) {
        return Some((question, if found.len() >= 2 { found } else { yes_no() }));
    }
    if after(text, BETTER).is_some() {
        let found: Vec<String> = found.iter().map(|o| after(o, BETTER).map_or_else(|| o.clone(), bare)).collect();
        return (found.len() >= 2).then_some((question, found));
    }
    let brief = found.iter().all(|o| o.split(' ').count() <= 5);
    let sure = text.trim_end().ends_with('?') || has(text, &["vs", "vs.", "versus"]);
    let bare_choice = brief && sure && after(text, WONDER).is_none() && addresses(text).is_empty();
    (bare_choice && found.len() >= 2).then(|| (which(&found), found))
}

fn yes_no() -> Vec<String> {
    vec!["Yes".to_owned(), "No".to_owned()]
}

fn which(options: &[String]) -> String {
    format!("Which one: {}?", crate::secretary::wording::either(options))
}

/// How a question begins before its first option.
const SUBJECT: &[&str] = &[
    "decide whether",
    "decide if",
    "let us",
    "let's",
    "help me",
    "help us",
    "whether",
    "should we",
    "should i",
    "should they",
    "shall we",
    "shall i",
    "should",
    "we should",
    "i should",
    "sollen wir",
    "soll ich",
    "sollten wir",
    "do we",
    "do i",
    "would you rather",
    "is it better to",
    "which is better",
    "what is better",
    "what's better",
    "was ist besser",
    "i can't",
    "i don't know",
    "we",
    "i",
    "they",
    "wir",
    "ich",
    "to",
    "the team should",
];
/// What one does with an option.
const VERBS: &[&str] = &[
    "take", "use", "buy", "choose", "pick", "go with", "go for", "go to", "book", "order", "get", "hire", "meet on",
    "meet at", "meet in", "have",
];

/// The options in "we take A, B or C": the first one without the words it shares with the sentence.
fn options(text: &str) -> Vec<String> {
    // Beside an "or" what stands together is one option: "red / green or blue".
    let listed = slashed(text).filter(|_| !has(text, OR));
    let text = listed.as_deref().unwrap_or(text);
    if !has(text, OR) {
        return Vec::new();
    }
    let mut found = parts(text, false);
    if found.len() < 2 {
        return Vec::new();
    }
    if let Some(first) = found.first_mut() {
        for _ in 0..4 {
            match after(first, SUBJECT).map(bare).filter(|rest| !rest.is_empty()) {
                Some(rest) => *first = rest,
                None => break,
            }
        }
        if let Some(rest) = after(first, VERBS).map(bare).filter(|rest| !rest.is_empty()) {
            *first = rest;
        }
    }
    // "paint it red or blue": the first option is "red".
    let brief = found.iter().skip(1).all(|option| !option.contains(' '));
    if let Some(first) = found.first_mut().filter(|_| brief)
        && let Some((_, rest)) = around(first, &["it", "them", "this", "that"])
        && !bare(rest).is_empty()
    {
        *first = bare(rest);
    }
    if (listed.is_some() || found.len() > 2)
        && let Some(first) = found.first_mut().filter(|_| brief)
        && let Some(named) = behind_its_thing(first)
    {
        *first = named;
    }
    if let Some(last) = found.last_mut() {
        for verb in [" nehmen", " kaufen", " wählen", " buchen"] {
            if let Some(rest) = last.strip_suffix(verb) {
                *last = rest.to_owned();
                break;
            }
        }
    }
    found
}

/// "red / green / blue" as "red, green or blue". None: nothing is set apart so.
fn slashed(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(" / ").map(str::trim).collect();
    let (last, head) = parts.split_last()?;
    let words = parts.iter().all(|part| part.chars().any(char::is_alphabetic));
    (!head.is_empty() && words).then(|| format!("{} or {last}", head.join(", ")))
}

/// "red" of "paint the door red", where what else is offered is one word each.
fn behind_its_thing(first: &str) -> Option<String> {
    let words: Vec<&str> = first.split(' ').filter(|word| !word.is_empty()).collect();
    let [_, article, _, named] = words.as_slice() else { return None };
    let articles = ["the", "a", "an", "my", "our", "your", "his", "her", "their"];
    articles.contains(&article.to_lowercase().as_str()).then(|| (*named).to_owned())
}
