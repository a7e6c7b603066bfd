//! Whether words can be the answer that a question wants: a time, names, or anything that says something. It must not
//! judge what a language model can read better.

use crate::secretary::phrases::{after, around, has, parts};
use crate::secretary::question::{Form, Question, Wants, yes_or_no};
use crate::secretary::routing;
use crate::secretary::ticket::Round;
use crate::secretary::when;
use crate::secretary::wording;
use chrono::{DateTime, TimeDelta};

/// The longest answer that is taken as one, in characters; more than anybody types into a chat.
pub const LONGEST: usize = 20_000;

/// Words of a time that no clock reads: "after the holidays", "as soon as you can".
const LOOSE: &[&str] = &[
    "soon",
    "asap",
    "possible",
    "after",
    "before",
    "until",
    "till",
    "by",
    "end",
    "next",
    "later",
    "now",
    "whenever",
    "hurry",
    "week",
    "weeks",
    "weekend",
    "month",
    "months",
    "year",
    "years",
    "day",
    "days",
    "hour",
    "hours",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "easter",
    "christmas",
    "evening",
    "morning",
    "noon",
    "time",
    "rush",
    "immediately",
    "bald",
    "bis",
    "nach",
    "vor",
    "woche",
    "monat",
    "jahr",
    "eilt",
    "sofort",
    "jetzt",
    "nächste",
    "nächsten",
    "nächstes",
];

/// What is said to words that cannot be the answer; none if they can.
pub(super) fn unfit(question: &Question, words: &str) -> Option<String> {
    match question.wants {
        Wants::Anything => None,
        Wants::Something => nods(words).then(|| wording::questions::something_wanted(&question.text)),
        Wants::Time => (!is_time(words)).then(|| wording::questions::time_wanted(&question.text)),
        Wants::Names => (parts(words, true).len() < 2).then(|| wording::questions::names_wanted(&question.text)),
    }
}

/// "Hetzner, Netcup, Ionos": several short names in a row answer the one question that wants names.
pub(super) fn in_a_row(round: &Round, text: &str, free: &[usize]) -> Option<Vec<(usize, String)>> {
    let mut wanting = free.iter().filter(|at| round.questions[**at].wants == Wants::Names);
    let (Some(one), None) = (wanting.next(), wanting.next()) else { return None };
    let named = parts(text, true);
    let short = named.iter().all(|name| name.split_whitespace().count() <= 3);
    (text.contains([',', '、', '，']) && named.len() >= 2 && short).then(|| vec![(*one, text.to_owned())])
}

/// Whether words name a time, on the clock or loosely.
pub(super) fn is_time(words: &str) -> bool {
    // Only whether a time stands there is asked, not which it is.
    let now = DateTime::UNIX_EPOCH + TimeDelta::days(11_000);
    words.chars().any(|c| c.is_ascii_digit())
        || when::parse_moment(words, chrono_tz::UTC, now).is_some()
        || has(words, LOOSE)
}

/// Whether words only nod or decline: there is nothing in them to work with.
fn nods(words: &str) -> bool {
    const NODS: [&str; 8] = ["thanks", "thank you", "great", "fine", "good", "cool", "danke", "alright"];
    let plain = words.trim().trim_end_matches(['.', '!']).trim_end();
    yes_or_no(words).is_some() || NODS.iter().any(|nod| nod.eq_ignore_ascii_case(plain))
}

/// Whether words begin like an order that stands for itself: "add … to …", "ask me which …".
pub(super) fn orders(text: &str) -> bool {
    let placed = || {
        let rest = after(text, &["add", "put", "setze", "setz", "füge"])?;
        around(rest, &["to", "on", "onto", "auf", "zu"]).filter(|(what, _)| !what.is_empty())
    };
    placed().is_some() || routing::request_of_its_own(text) || routing::order_of_its_own(text)
}

/// Whether words before a comma only lead to what follows: "no, Saturday".
pub(super) fn leads_on(words: &str) -> bool {
    const LEADS: [&str; 12] =
        ["actually", "sorry", "wait", "well", "oh", "please", "hey", "hi", "hello", "doch", "bitte", "hallo"];
    yes_or_no(words).is_some() || LEADS.iter().any(|lead| lead.eq_ignore_ascii_case(words.trim()))
}

/// Whether words ask for something to be done: "buy milk", "frag mich".
pub(super) fn requests(words: &str) -> bool {
    const VERBS: &[&str] = &[
        "ask",
        "book",
        "buy",
        "call",
        "compare",
        "find",
        "help",
        "make",
        "order",
        "plan",
        "remind",
        "search",
        "send",
        "show",
        "tell",
        "translate",
        "write",
        "buche",
        "erinnere",
        "finde",
        "frag",
        "frage",
        "kauf",
        "kaufe",
        "mach",
        "ruf",
        "schick",
        "schreib",
        "schreibe",
        "suche",
        "zeig",
    ];
    after(words, VERBS).is_some_and(|what| !what.is_empty())
}

/// Whether words are an option of an open question letter by letter, whatever else they may order.
pub fn is_option(round: &Round, text: &str) -> bool {
    let plain = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let offers = |i: usize| round.questions[i].options.iter().any(|option| option.to_lowercase() == plain);
    super::open(round).into_iter().any(offers)
}

/// Whether an open question takes any words at all: neither one of its options nor several names are wanted.
fn takes_all(question: &Question) -> bool {
    question.form() == Form::Open && matches!(question.wants, Wants::Anything | Wants::Something)
}

/// Whether an open question takes words of people's own.
pub fn awaits_words(round: &Round) -> bool {
    super::open(round).into_iter().any(|i| round.questions[i].form() == Form::Open)
}

/// Whether words are hardly meant for a round that wants options, names or a time: they ask for something to be done, in a
/// sentence, and share no word with what is asked.
pub fn begins_anew(round: &Round, text: &str) -> bool {
    let said = super::words_of(text);
    let any_words = super::open(round).into_iter().any(|i| takes_all(&round.questions[i]));
    said.len() >= 5 && requests(text) && !any_words && !shares(round, &said)
}

/// Whether one of these words, a telling one, stands in what is asked.
fn shares(round: &Round, said: &[String]) -> bool {
    let asked = |i: usize| {
        let question = &round.questions[i];
        let words = super::words_of(&question.text).into_iter();
        words.chain(question.options.iter().flat_map(|option| super::words_of(option))).collect::<Vec<_>>()
    };
    let shared =
        |word: &String| word.chars().count() > 3 && super::open(round).into_iter().any(|i| asked(i).contains(word));
    said.iter().any(shared)
}

/// Whether words call something off ("cancel the dentist") that is no part of what is asked.
pub fn calls_off(round: &Round, text: &str) -> bool {
    const VERBS: &[&str] = &["cancel", "call off", "unsubscribe", "storniere", "cancela", "annule"];
    let Some(what) = after(text, VERBS) else { return false };
    !what.is_empty() && !super::names(round, text) && !shares(round, &super::words_of(what))
}

/// Words that are not longer than an answer may be, without the space around them.
///
/// # Errors
/// A sentence for the person who sent more.
pub fn within_bounds(text: &str) -> Result<&str, String> {
    let text = text.trim();
    match text.chars().count() {
        0..=LONGEST => Ok(text),
        length => Err(wording::questions::too_long(length)),
    }
}
