//! Decisions: an idea that names what is to be decided becomes a question to people. It recommends nothing of
//! its own, since rules have no judgement: only what somebody said beside the choice.

use super::super::job::{Job, Question};
use super::super::words::{addresses, after, around, asked_behind, bare, capital, effect, has, listed, parts};
use super::options::{OPEN, as_asked, colon, framed, named, options, or_not, plain, turned};
use super::reading::{Answer, Reading, something};
use super::{Draft, Found, Step, amending, being};
use crate::secretary::wording::short;

/// The most options a decision may have.
const MOST: usize = 8;
/// The longest label of an option.
const LABEL: usize = 60;
/// The longest effect of one.
const EFFECT: usize = 100;

/// Who asks to be asked.
const SELVES: &[&str] = &["me", "us", "mich", "uns"];
const ASK: &[&str] = &["ask", "frag", "frage"];
const DECIDE: &[&str] =
    &["decide", "choose", "choice", "decision", "pick", "vote", "entscheide", "entscheiden", "wählen"];

/// What is asked where somebody wants to be asked and does not say what.
const WHAT: &str = "What is to be decided?";

/// Recognises a decision with its options.
pub fn read(reading: &Reading) -> Option<Found> {
    if unsaid(reading) {
        return Some(what(reading));
    }
    // "A or B? ask me" asks for A or B, and is no third option. What follows may say more of what is asked.
    let ends = |rest: &str| matches!(bare(rest).to_lowercase().as_str(), "" | "please" | "then" | "bitte" | "dann");
    let before = asked_behind(&reading.plain).filter(|(_, rest)| ends(rest)).map(|(question, _)| question);
    let text = without_yes_or_no(before.as_deref().unwrap_or(&reading.plain));
    decided(text, reading.asked).map(|(question, options)| put(reading, &question, options))
}

/// What is to be decided, and between what. `sure`: that there is something to decide was said beside it.
fn decided(text: &str, sure: bool) -> Option<(String, Vec<String>)> {
    // "ask me red or blue", but not "ask me at noon whether …".
    let own = |rest: &&str| !has(rest, &["whether", "if", "ob", "when", "wenn"]);
    let to_selves = || after(text, ASK).and_then(|rest| after(rest, SELVES)).filter(own);
    let found = asked(text).or_else(|| between(text)).or_else(|| polled(text));
    let found = found.or_else(|| posed(to_selves()?, true)).or_else(|| posed(text, sure));
    found.filter(|(_, options)| options.len() >= 2)
}

/// The decision, with what was said about it besides.
fn put(reading: &Reading, question: &str, options: Vec<String>) -> Found {
    let draft = Draft { due: reading.due.clone(), ..corrected(reading, question, options) };
    Found::Do(advised(reading, draft))
}

/// The same with the option that somebody would take, said beside it; what is none of the options changes nothing.
pub fn advised(reading: &Reading, mut draft: Draft) -> Draft {
    let Some(advice) = &reading.advice else { return draft };
    let Some(Job::Ask(question)) = draft.steps.last_mut().map(|step| &mut step.job) else { return draft };
    let name = |option: &str| effect(option).map_or(option, |(label, _)| label).to_owned();
    let wanted = advice.option.to_lowercase();
    let same = |option: &&String| name(option).to_lowercase() == wanted;
    let about = |option: &&String| {
        let label = name(option).to_lowercase();
        has(&label, &[wanted.as_str()]) || has(&wanted, &[label.as_str()])
    };
    let option = question.options.iter().find(same).or_else(|| question.options.iter().find(about));
    let Some(name) = option.map(|option| name(option)) else {
        draft.unread.push(amending::not_taken(&advice.said));
        return draft;
    };
    question.silence = advice.silent && !reading.due.is_empty();
    draft.unread.push(if question.silence {
        format!("If nobody has answered by then, it is “{name}”, where that can be taken back.")
    } else {
        format!("Recommended: {name}.")
    });
    question.recommended = name;
    draft
}

/// Whether somebody wants to be asked and does not say what: "ask me by Friday whether to".
fn unsaid(reading: &Reading) -> bool {
    let Some(rest) = after(&reading.plain, &["ask"]).and_then(|rest| after(rest, SELVES)) else { return false };
    let clause = after(rest, &["whether", "if"]);
    let nothing = ["", "to", "i", "we", "i should", "we should", "i can", "we can"];
    let words = bare(clause.unwrap_or(rest)).to_lowercase();
    nothing.contains(&words.as_str()) && (clause.is_some() || !reading.due.is_empty())
}

/// What is to be decided is asked for, or is what was answered.
fn what(reading: &Reading) -> Found {
    let again = Found::Ask(
        vec![something(WHAT)],
        Draft {
            title: "A decision".to_owned(),
            summary: "I put it to you for a decision.".to_owned(),
            due: reading.due.clone(),
            ..Draft::default()
        },
    );
    let Answer::Said(words) = reading.answer(WHAT) else { return again };
    let said = Reading::bare(&words);
    if bare(&said.plain).is_empty() || unsaid(&said) {
        return again;
    }
    let (question, options) = decided(&said.plain, true).unwrap_or_else(|| (as_asked(&said.plain), yes_no()));
    put(reading, &question, options)
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
                Job::Ask(Question {
                    text: question.clone(),
                    options: labels,
                    why: why.to_owned(),
                    ..Question::default()
                }),
            )
        }],
        ..Draft::default()
    }
}

/// "ask Kim whether A or B".
fn asked(text: &str) -> Option<(String, Vec<String>)> {
    let rest = after(text, ASK)?;
    if let Some(own) = after(rest, SELVES).filter(|own| after(own, OPEN).is_some())
        && colon(own).is_some()
    {
        return named(own).map(|(asked, names)| (format!("{}?", capital(&bare(asked))), names));
    }
    let (who, what) = around(rest, &["whether", "if", "ob"])
        .or_else(|| colon(rest).map(|(who, what)| (who, what.trim())))
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
        return Some((as_asked(asked), found));
    }
    Some((format!("{}: {}?", capital(&who), capital(&plain(asked))), found))
}

/// What is asked, and its options: those named behind a colon, else those in its words, else yes and no.
fn with_options(what: &str) -> (&str, Vec<String>) {
    if let Some(found) = named(what) {
        return found;
    }
    if let Some(clause) = or_not(what) {
        return (clause, yes_no());
    }
    let found = options(what, false);
    (what, if found.len() >= 2 { found } else { yes_no() })
}

/// "let us decide between A and B".
fn between(text: &str) -> Option<(String, Vec<String>)> {
    let (head, tail) = around(text, &["between", "zwischen"])?;
    if !has(head, DECIDE) {
        return None;
    }
    // "between these: A, B".
    if let Some((_, options)) = named(tail) {
        return Some((which(&options), options));
    }
    let tail = around(tail, &["for the", "for my", "for our"]).map_or(tail, |(names, _)| names);
    let options = parts(tail, true);
    (options.len() >= 2).then(|| (which(&options), options))
}

/// "poll: Lunch? pizza, pasta", "help me decide: A or B".
fn polled(text: &str) -> Option<(String, Vec<String>)> {
    let (head, tail) = colon(text)?;
    let lead = ["poll", "vote", "umfrage", "abstimmung", "question", "put to me", "put it to me", "put this to me"];
    if !(has(head, DECIDE) || lead.iter().any(|l| l.eq_ignore_ascii_case(head.trim()))) || head.contains("//") {
        return None;
    }
    if let Some((question, names)) = tail.split_once('?') {
        let named = parts(names, true);
        if named.len() >= 2 {
            return Some((format!("{}?", capital(&bare(question))), named));
        }
    }
    let found = options(tail, true);
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
    "shall",
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

/// "should we take A, B or C?", "A or B?", "A vs B", "to go or not". `sure`: that it is to be decided was said.
fn posed(text: &str, sure: bool) -> Option<(String, Vec<String>)> {
    let should = after(text, SHOULD).is_some_and(|rest| !bare(rest).is_empty());
    if let Some(clause) = or_not(text)
        && (should || sure || after(clause, &["to", "whether", "ob"]).is_some())
    {
        return Some((as_asked(after(clause, &["whether", "ob"]).unwrap_or(clause)), yes_no()));
    }
    if should || sure {
        // "should we take one of these: A, B".
        let names = named(text).filter(|(asked, _)| should || after(asked, OPEN).is_some());
        if let Some((asked, names)) = names {
            return Some((format!("{}?", capital(&bare(asked))), names));
        }
    }
    let found = options(text, sure);
    let question = format!("{}?", capital(&plain(text)));
    if should {
        return Some((question, if found.len() >= 2 { found } else { yes_no() }));
    }
    if after(text, BETTER).is_some() {
        let found: Vec<String> = found.iter().map(|o| after(o, BETTER).map_or_else(|| o.clone(), bare)).collect();
        return (found.len() >= 2).then_some((question, found));
    }
    let brief = found.iter().all(|o| o.split(' ').count() <= if sure { 10 } else { 5 });
    let asks = sure || text.trim_end().ends_with('?') || has(text, &["vs", "vs.", "versus"]) || text.contains('|');
    let bare_choice = brief && asks && after(text, WONDER).is_none() && addresses(text).is_empty();
    let turned = turned(&plain(text)).map(|turned| format!("{}?", capital(&turned)));
    let turned = turned.or_else(|| (being::asks(text) || framed(text, &found)).then_some(question));
    (bare_choice && found.len() >= 2).then(|| (turned.unwrap_or_else(|| which(&found)), found))
}

fn yes_no() -> Vec<String> {
    vec!["Yes".to_owned(), "No".to_owned()]
}

fn which(options: &[String]) -> String {
    format!("Which one: {}?", crate::secretary::wording::either(options))
}
