//! What rules cannot do, said plainly and for the idea at hand. What becomes of it, and what works now, is said around
//! it (`wording::waiting`).

use super::super::words::{after, around, bare, has};
use super::Found;
use super::reading::{LIMITS, Reading, somewhen};
use crate::secretary::when::{self, Doubt, WhenError};
use crate::secretary::wording::short;
use crate::secretary::wording::waiting::NEVER;

/// What follows "… needs a language model;" or "… and".
pub const CONNECT: &str = "none is connected here yet.";
/// A search where no search service is set up.
pub const NO_SEARCH: &str =
    "I can't search the web here: no search service is set up. Send me the address of a page, and I read that.";

/// Words that tell what an idea takes, and how that is called. The first fitting row wins.
const KINDS: &[(&[&str], &str)] = &[
    (&["translate", "translation", "übersetze", "übersetz", "übersetzung"], "Translating"),
    (&["summarise", "summarize", "summary", "sum up", "fasse", "zusammenfassen"], "Summarising"),
    (
        &[
            "code",
            "program",
            "script",
            "function",
            "bug",
            "implement",
            "refactor",
            "debug",
            "sql",
            "regex",
            "programmiere",
        ],
        "Writing code",
    ),
    (&["proofread", "correct", "rewrite", "improve", "rephrase", "shorten", "korrigiere"], "Revising texts"),
    (
        &[
            "write",
            "draft",
            "compose",
            "email",
            "e-mail",
            "letter",
            "poem",
            "story",
            "essay",
            "blog",
            "post",
            "article",
            "slogan",
            "speech",
            "reply to",
            "invitation",
            "schreibe",
            "schreib",
            "formuliere",
            "song",
            "headline",
            "cv",
        ],
        "Writing texts",
    ),
    (&["brainstorm", "ideas for", "ideas", "names for", "ideen"], "Coming up with ideas"),
    (
        &[
            "plan",
            "trip",
            "itinerary",
            "organise",
            "organize",
            "schedule",
            "agenda",
            "plane",
            "reise",
            "strategy",
            "roadmap",
        ],
        "Making a plan",
    ),
    (
        &["analyse", "analyze", "review", "evaluate", "assess", "bewerte", "analysiere", "forecast"],
        "Judging and analysing",
    ),
    (&["compare", "recommend", "choose", "find", "research", "find out"], "Finding and comparing by myself"),
];
const PICTURES: &[&str] =
    &["draw", "picture", "image", "logo", "photo", "paint", "illustration", "video", "zeichne", "bild"];
const HANDS: &[&str] = &[
    "call",
    "phone",
    "book",
    "pay",
    "buy",
    "order",
    "reserve",
    "send an email",
    "send a mail",
    "send money",
    "post on",
    "ruf",
    "buche",
    "bestelle",
    "bezahle",
    "print",
];
const QUESTIONS: &[&str] = &[
    "what",
    "what's",
    "who",
    "why",
    "how",
    "when",
    "where",
    "which",
    "is",
    "are",
    "does",
    "do",
    "can",
    "explain",
    "was",
    "wer",
    "warum",
    "wie",
    "wann",
    "wo",
    "welche",
    "erkläre",
    "describe",
    "define",
    "teach me",
    "show me how",
    "find out",
    "did",
    "will",
    "has",
    "have",
];

/// Why this idea is beyond the rules.
pub fn beyond(reading: &Reading) -> String {
    let text = reading.text.as_str();
    if after(text, HANDS).is_some() {
        return format!(
            "Calling, sending, buying and booking I can't do, {NEVER}. Shall I remind you? Send for example: remind me \
             tomorrow at 9 to {}.",
            short(&bare(text), 60)
        );
    }
    if let Some((_, what)) = KINDS.iter().find(|(words, _)| after(text, words).is_some()) {
        return needs(what);
    }
    if after(text, PICTURES).is_some() || has(text, &["logo", "picture", "image", "video"]) {
        return format!(
            "Making pictures is nothing I can do. Describing one in words needs a language model; {CONNECT}"
        );
    }
    if after(text, QUESTIONS).is_some() || text.ends_with('?') {
        let hint = format!(" I can search the web for it: send “search for {}”.", short(&bare(text), 60));
        let hint = if reading.searches { hint } else { String::new() };
        return format!("{}{hint}", needs("Answering questions in my own words"));
    }
    let named = KINDS.iter().find(|(words, _)| has(text, words)).map(|(_, what)| *what);
    named.map_or_else(|| needs(&format!("Working out “{}”", short(text, 80))), needs)
}

/// The most words behind "by" that are looked at.
const MOST_LIMITS: usize = 4;

/// A limit that no calendar or clock has, said so: "by 31 February", "by 5 December at 25:00".
pub fn never(reading: &Reading) -> Option<Found> {
    let mut rest = reading.text.as_str();
    for _ in 0..MOST_LIMITS {
        let (_, tail) = around(rest, LIMITS)?;
        if let Some(why) = no_time(tail) {
            return Some(Found::Talk(format!("{why}, so I did not begin. Please send it again with a time there is.")));
        }
        rest = tail;
    }
    None
}

/// Why the time that a text begins with never comes.
fn no_time(text: &str) -> Option<String> {
    let doubts = when::read_sentence(text, chrono_tz::UTC, somewhen(), false).doubts;
    doubts.iter().find_map(|doubt| {
        let Doubt::Fault(error) = doubt else { return None };
        let (said, why) = match error {
            WhenError::BadDate { text } => (text, format!("There is no {text}")),
            WhenError::BadClock { text } => (text, format!("“{text}” is no time of day")),
            _ => return None,
        };
        // It stands first, or behind the day it belongs to.
        let before = text.get(..text.find(said.as_str())?)?.trim();
        let lead = ["at", "um", "on", "the"].iter().find_map(|lead| before.strip_suffix(lead)).unwrap_or(before).trim();
        (lead.is_empty() || when::is_time(lead)).then_some(why)
    })
}

/// Whether the words name something that is known to be beyond the rules, so that no question would help.
pub fn known(reading: &Reading) -> bool {
    let text = reading.text.as_str();
    let kinds = KINDS.iter().any(|(words, _)| has(text, words));
    kinds
        || after(text, HANDS).is_some()
        || after(text, QUESTIONS).is_some()
        || text.ends_with('?')
        || has(text, PICTURES)
}

fn needs(what: &str) -> String {
    let verb = if what.contains(" and ") && !what.contains('“') { "need" } else { "needs" };
    format!("{what} {verb} a language model, and {CONNECT}")
}
