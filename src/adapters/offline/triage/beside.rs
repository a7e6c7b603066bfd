//! What people say beside a choice: that they decide later, by when, what they would take, that they thank. It is cut off,
//! so that it becomes no option, and kept. It must not touch words that are no choice.

use super::super::words::{after, around, bare, has, line};
use super::options::{OPEN, OR, colon, or_not};
use super::reading::LIMITS;
use crate::secretary::when;

/// A choice without what was said beside it.
#[derive(Default)]
pub struct Choice {
    /// The choice.
    pub text: String,
    /// By when, in the person's words; may be empty.
    pub due: String,
    /// Somebody wants to decide it or to be asked.
    pub asked: bool,
    /// What somebody would take.
    pub advice: Option<Advice>,
}

/// The option that somebody would take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The option, as they call it.
    pub option: String,
    /// It is to be taken where nobody answers.
    pub silent: bool,
    /// All that was said about it.
    pub said: String,
}

/// Something said beside a choice.
enum Said {
    /// Thanks, "please", a postscript.
    Nothing,
    /// By when it is wanted.
    By(String),
    /// That it is to be asked or decided, perhaps by when.
    Asks(String),
    /// What is recommended.
    Advised(Advice),
}

/// The most things said beside one choice.
const MOST: usize = 6;
/// The most places looked at for one of them.
const MOST_PLACES: usize = 8;
/// The most words of an option that is named again.
const MOST_WORDS: usize = 8;

const LEADS: &[&str] = &["and", "und", "but", "aber", "so", "then", "please", "pls", "plz", "bitte", "just", "ok"];
const ENDS: &[&str] = &["please", "pls", "plz", "thanks", "thx", "thank you", "bitte", "danke", "then", "dann"];
const ASKS: &[&str] = &["ask me", "ask us", "frag mich", "frage mich", "frag uns", "frage uns"];
/// How people say that they decide themselves.
const DECIDES: &[&str] = &[
    "put to me",
    "put it to me",
    "put this to me",
    "put to us",
    "put it to us",
    "put this to us",
    "let me decide",
    "let us decide",
    "let me choose",
    "let us choose",
    "let me pick",
    "i'll decide",
    "i will decide",
    "i decide",
    "i want to decide",
    "i'd like to decide",
    "i need to decide",
    "i have to decide",
    "i must decide",
    "i'll choose",
    "i'll pick",
    "we'll decide",
    "we will decide",
    "we decide",
    "we want to decide",
    "we need to decide",
    "we have to decide",
    "we must decide",
    "i need to choose",
    "we need to choose",
    "ich entscheide",
    "wir entscheiden",
    "ich muss entscheiden",
    "wir müssen entscheiden",
];
/// The same around a word: "lass mich später entscheiden".
const LETS: &[&str] = &["lass mich", "lasst mich", "lass uns", "ich will", "ich möchte", "ich werde", "ich muss"];
/// At no time in particular.
const LATER: &[&str] = &[
    "later on", "later", "then", "soon", "myself", "it", "that", "this", "später", "dann", "noch", "nachher", "selbst",
    "das", "es", "mich",
];
/// What is to happen where nobody answers.
const OTHERWISE: &[&str] = &[
    "otherwise",
    "else",
    "if not",
    "if nobody answers",
    "if no one answers",
    "if i don't answer",
    "if i do not answer",
    "without an answer",
    "default to",
    "default is",
    "the default is",
    "by default",
    "default",
    "ansonsten",
    "sonst",
];
const RECOMMENDS: &[&str] = &[
    "i recommend",
    "i'd recommend",
    "i would recommend",
    "my recommendation is",
    "recommendation",
    "recommended",
    "recommend",
    "i suggest",
    "i'd suggest",
    "i prefer",
    "i'd prefer",
    "ich empfehle",
    "empfehlung",
];
const TAKES: &[&str] = &[
    "we take",
    "i take",
    "take",
    "use",
    "go with",
    "go for",
    "choose",
    "pick",
    "buy",
    "it is",
    "it's",
    "is",
    "to",
    "nehmen wir",
    "wir nehmen",
    "nehme ich",
    "ich nehme",
    "nimm",
];
/// Who is to recommend instead of having done so.
const ANY: &[&str] = &["one", "something", "the best", "any", "it", "them", "eins", "etwas"];
/// These need no sign before them.
const UNMISTAKABLE: &[&str] = &[
    "otherwise",
    "ansonsten",
    "ask me by",
    "ask me before",
    "ask me until",
    "frag mich bis",
    "let me decide",
    "let us decide",
    "i'll decide",
    "i will decide",
    "we'll decide",
    "i recommend",
    "ich entscheide",
];

/// The choice in a text and what was said behind it; the text as it is where there is none.
pub fn cut(text: &str) -> Choice {
    let mut found = Choice { text: text.to_owned(), ..Choice::default() };
    for _ in 0..MOST {
        let Some((head, said)) = last(&found.text) else { break };
        found.text = head;
        match said {
            Said::Nothing => {}
            Said::By(due) => found.due = due,
            Said::Asks(due) => {
                found.asked = true;
                if !due.is_empty() {
                    found.due = due;
                }
            }
            Said::Advised(advice) => {
                found.asked = true;
                found.advice = Some(advice);
            }
        }
    }
    let found = if is_choice(&found.text) { found } else { Choice { text: text.to_owned(), ..Choice::default() } };
    Choice { text: line(&found.text), ..found }
}

/// The choice behind "let me decide later:", "I need to decide", and by when that is; none if it begins otherwise.
pub fn led(text: &str) -> Option<(String, String)> {
    let (rest, plainly) = match after(text, DECIDES) {
        Some(rest) => (rest, true),
        None => (after(text, &["decide"])?, false),
    };
    let (rest, due) = timed(rest);
    let rest = rest.trim_start_matches([':', ',', '-', '–', ' ']);
    if after(rest, &["whether", "if", "ob"]).is_some() && plainly {
        return Some((format!("ask me {rest}"), due));
    }
    if after(rest, OPEN).is_some() && plainly && rest.contains(':') {
        return Some((format!("ask me {rest}"), due));
    }
    let other = &["whether", "if", "ob", "between", "zwischen", "on", "for", "about", "how", "when", "why", "to do"];
    let choice = after(rest, other).is_none() && after(rest, OPEN).is_none() && colon(rest).is_none();
    (choice && is_choice(rest) && (plainly || has(rest, OR))).then(|| (rest.to_owned(), due))
}

/// A text without "later" or a time at its beginning, and that time.
fn timed(text: &str) -> (&str, String) {
    if let Some(rest) = after(text, LATER) {
        return (rest, String::new());
    }
    let moment = when::parse_moment(text, chrono_tz::UTC, super::reading::somewhen());
    let Some(end) = moment.filter(|moment| moment.span.start == 0).map(|moment| moment.span.end) else {
        return (text, String::new());
    };
    let (said, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    (rest, line(after(said, LIMITS).unwrap_or(said)))
}

/// Whether there is something to choose between.
fn is_choice(text: &str) -> bool {
    const ASKED: &[&str] =
        &["should", "shall", "whether", "ob", "sollen wir", "soll ich", "sollten wir", "decide", "entscheide"];
    has(text, OR)
        || text.contains('|')
        || (text.contains('/') && !text.contains("//"))
        || or_not(text).is_some()
        || after(text, ASKED).is_some()
        || after(text, ASKS).is_some()
}

/// The last thing that is said beside a choice, and the text before it.
fn last(text: &str) -> Option<(String, Said)> {
    places(text).into_iter().rev().take(MOST_PLACES).find_map(|at| {
        let (head, tail) = text.split_at_checked(at)?;
        let said = said(tail)?;
        let head = head.trim_end_matches([',', ';', ':', '-', '–', '—', '(']).trim_end();
        let head = head.trim_end_matches([',', ';', ':', '-', '–', '—', '(']).trim_end();
        (!bare(head).is_empty()).then(|| (head.to_owned(), said))
    })
}

/// Where something may begin that was said beside: behind a sign or a line, or with words that say so themselves.
fn places(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut apart, mut space) = (false, false);
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            apart |= c == '\n';
            space = true;
            continue;
        }
        if space && (apart || text.get(at..).is_some_and(|rest| after(rest, UNMISTAKABLE).is_some())) {
            found.push(at);
        }
        apart = matches!(c, ',' | '.' | '?' | '!' | ';' | ':' | '–' | '—' | '-' | '(');
        space = false;
    }
    found
}

/// What these words say beside a choice, if it is nothing else.
fn said(words: &str) -> Option<Said> {
    let words = bare(words.trim_end_matches([')', ' ', '.', '!', '?']));
    let mut rest = words.as_str();
    for _ in 0..4 {
        let Some(shorter) = after(rest, LEADS) else { break };
        rest = shorter.trim_start_matches([',', ' ']);
    }
    for _ in 0..2 {
        let end = ENDS.iter().find_map(|end| {
            let (head, tail) = rest.split_at_checked(rest.len().checked_sub(end.len())?)?;
            (tail.eq_ignore_ascii_case(end) && (head.is_empty() || head.ends_with([' ', ',']))).then_some(head)
        });
        let Some(shorter) = end else { break };
        rest = shorter.trim_end_matches([',', ' ']);
    }
    if rest.is_empty() || after(rest, &["ps", "p.s"]).is_some() {
        return Some(Said::Nothing);
    }
    let limit = |words: &str| after(words, LIMITS).map(bare).filter(|due| when::is_time(due));
    if let Some(due) = limit(rest) {
        return Some(Said::By(due));
    }
    if rest.eq_ignore_ascii_case("ask") {
        return Some(Said::Asks(String::new()));
    }
    if let Some(rest) = after(rest, ASKS) {
        let due = if bare(rest).is_empty() { Some(String::new()) } else { limit(rest) };
        return due.map(Said::Asks);
    }
    let between = |rest: &str| Some(after(rest, LETS)?.strip_suffix("entscheiden")?.trim_end().to_owned());
    if let Some(rest) = after(rest, DECIDES).map(str::to_owned).or_else(|| between(rest)) {
        return later(&rest).map(Said::Asks);
    }
    advised(rest).map(Said::Advised)
}

/// When it is decided: no words, "later", or a time.
fn later(words: &str) -> Option<String> {
    let mut rest = words.trim();
    for _ in 0..3 {
        let Some(shorter) = after(rest, LATER) else { break };
        rest = shorter;
    }
    let due = bare(after(rest, LIMITS).unwrap_or(rest));
    (due.is_empty() || when::is_time(&due)).then_some(due)
}

/// What somebody would take.
fn advised(words: &str) -> Option<Advice> {
    let (rest, silent) = match after(words, OTHERWISE) {
        Some(rest) => (rest, true),
        None => (after(words, RECOMMENDS)?, false),
    };
    let rest = bare(rest);
    let option = after(&rest, TAKES).map_or_else(|| rest.clone(), bare);
    let named = !option.is_empty()
        && option.split(' ').count() <= MOST_WORDS
        && around(&option, OR).is_none()
        && after(&option, ANY).is_none();
    named.then(|| Advice { option, silent, said: words.to_owned() })
}
