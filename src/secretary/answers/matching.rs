//! Parts of a text set against the questions they fit, in whatever order they stand, and amounts set against the questions
//! that are about amounts. What fits more than one question is left to their order.

use super::fitting::unfit;
use super::splitting::{counts, names};
use super::{brief, certain};
use crate::secretary::many_answers::plain_words;
use crate::secretary::phrases;
use crate::secretary::pointing;
use crate::secretary::question::{Form, Question, yes_or_no};
use crate::secretary::ticket::Round;

const AND: &[&str] = &["and", "but", "und", "aber", "y", "et", "&"];
const POLITE: [&str; 6] = ["please", "thanks", "thank you", "bitte", "danke", "por favor"];
const MONEY: &str = "eur|euro|euros|usd|dollar|dollars|gbp|pound|pounds|chf|franken|bucks";
const PRICES: &str =
    "budget|cost|costs|price|spend|money|kosten|kostet|preis|ausgeben|geld|presupuesto|coste|cuesta|prix|coûter";
/// Words around an amount.
const LIMITS: &str = "not|no|more|less|than|at|most|least|max|maximum|min|minimum|up|to|under|below|over|above|about|around|only|just|it|make|please|\
     should|be|cost|spend|for|money|nicht|mehr|weniger|als|höchstens|maximal|mindestens|bis|zu|unter|über|etwa|ungefähr|nur|bitte|kein|keine|\
     más|menos|de|que|máximo|mínimo|no|pas|plus|moins|au|maximum";

/// "Blue. And it's for a shop": parts each of which names an answer of one other of these questions.
pub(super) fn each_named(round: &Round, text: &str, among: &[usize]) -> Option<Vec<(usize, String)>> {
    [false, true].into_iter().find_map(|at_and| {
        let parts = parts_of(text, at_and);
        let mut found: Vec<(usize, String)> = Vec::new();
        for part in parts {
            let mut naming = among.iter().filter_map(|i| Some((*i, named(&round.questions[*i], part)?)));
            let (Some(one), None) = (naming.next(), naming.next()) else { return None };
            if found.iter().any(|(i, _)| *i == one.0) {
                return None;
            }
            found.push(one);
        }
        // "Yes, picnic" may only agree.
        let [first, _, ..] = found.as_slice() else { return None };
        let nods = yes_or_no(&first.1).is_some() && Some(&first.0) != among.first();
        (!nods).then_some(found)
    })
}

/// As many parts as there are open questions, one of which fits another question than the one in its place: each goes where
/// it fits alone, the others in order where room is left.
pub(super) fn by_fit(round: &Round, text: &str, free: &[usize]) -> Option<Vec<(usize, String)>> {
    let mut cuts = [&['\n'][..], &[';'], &[',']].into_iter().map(|marks| cut(text, marks));
    let parts = cuts.find(|parts| parts.len() > 1 && parts.len() == free.len())?;
    let fitting =
        |part: &&str| -> Vec<usize> { free.iter().copied().filter(|i| fits(&round.questions[*i], part)).collect() };
    let fitting: Vec<Vec<usize>> = parts.iter().map(fitting).collect();
    let in_place = fitting.iter().zip(free).all(|(fits, own)| fits.is_empty() || fits.contains(own));
    // "No, picnic" may take something back; a list behind a colon belongs to a request.
    if in_place || text.contains(':') || (yes_or_no(parts[0]).is_some() && !fitting[0].contains(&free[0])) {
        return None;
    }
    let alone = |fits: &Vec<usize>| if let [one] = fits.as_slice() { Some(*one) } else { None };
    let places: Vec<Option<usize>> = fitting.iter().map(alone).collect();
    let taken: Vec<usize> = places.iter().copied().flatten().collect();
    if taken.iter().enumerate().any(|(at, place)| taken[..at].contains(place)) {
        return None;
    }
    let mut left = free.iter().copied().filter(|i| !taken.contains(i));
    let placed = places.into_iter().zip(parts).map(|(place, part)| {
        let one = place.or_else(|| left.next())?;
        let asked = &round.questions[one];
        let may = place.is_some() || certain(asked, part) || (brief(asked, part) && unfit(asked, part).is_none());
        may.then(|| (one, part.to_owned()))
    });
    placed.collect()
}

/// The questions among these that words about an amount are about: "not more than 100". What one of them offers is about
/// that one.
pub(super) fn measured(round: &Round, words: &str, among: &[usize]) -> Vec<usize> {
    let said = plain_words(words);
    let is_figure = |word: &String| word.chars().all(|c| c.is_ascii_digit());
    let figures: Vec<&String> = said.iter().filter(|word| is_figure(word)).collect();
    let money = says_money(words);
    let besides: Vec<&String> =
        said.iter().filter(|word| !is_figure(word) && ![LIMITS, MONEY].iter().any(|all| is_among(word, all))).collect();
    let about = |i: &usize| {
        let asked = &round.questions[*i];
        let question = plain_words(&asked.text);
        let amount = asked.form() == Form::Number || offers_figures(asked) || counts_things(asked) || is_priced(asked);
        amount && besides.iter().all(|word| question.contains(word)) && (!money || is_priced(asked))
    };
    let fitting: Vec<usize> = among.iter().copied().filter(|_| !figures.is_empty()).filter(about).collect();
    let offers = |i: &usize| {
        let offered: Vec<String> = round.questions[*i].options.iter().flat_map(|option| plain_words(option)).collect();
        figures.iter().any(|figure| offered.contains(figure))
    };
    match fitting.iter().copied().filter(offers).collect::<Vec<_>>() {
        one if one.len() == 1 => one,
        _ => fitting,
    }
}

/// Whether words say what this question asks for, be it only by their unit.
fn fits(question: &Question, part: &str) -> bool {
    let counted = counts_things(question) && counts(question, part).is_some();
    let paid = says_money(part) && is_priced(question);
    let by_unit = match question.form() {
        Form::Open | Form::Single => counted || paid,
        Form::Number => paid,
        Form::YesNo | Form::Multiple => false,
    };
    by_unit || named(question, part).is_some()
}

/// The words that name an answer of a question, as they are or without what leads to them.
fn named(question: &Question, part: &str) -> Option<String> {
    let part = part.trim().trim_end_matches(['.', '!']);
    let [_, core] = pointing::gist(part);
    [part, core.as_str()].into_iter().find(|words| names(question, words)).map(str::to_owned)
}

fn counts_things(question: &Question) -> bool {
    const HOW_MANY: &[&str] =
        &["how many", "number of", "wie viele", "wieviele", "anzahl", "cuántos", "cuántas", "combien"];
    phrases::has(&question.text, HOW_MANY)
}

fn offers_figures(question: &Question) -> bool {
    question.options.iter().any(|option| option.chars().any(|c| c.is_ascii_digit()))
}

/// Whether money is asked for.
fn is_priced(question: &Question) -> bool {
    let priced = plain_words(&question.text).iter().any(|word| is_among(word, PRICES));
    priced || says_money(&question.text) || question.options.iter().any(|option| says_money(option))
}

/// Whether a currency stands in words.
fn says_money(words: &str) -> bool {
    words.contains(['€', '$', '£']) || plain_words(words).iter().any(|word| is_among(word, MONEY))
}

/// The parts of a text between its marks, and between its "and"s.
fn parts_of(text: &str, at_and: bool) -> Vec<&str> {
    let mut parts = Vec::new();
    for mut part in cut(text, &[',', ';', '\n', '.', '!', '，', '。', '；', '、']) {
        while let Some(rest) = phrases::after(part, AND) {
            part = rest;
        }
        while at_and && let Some((head, tail)) = phrases::around(part, AND) {
            parts.push(head);
            part = tail;
        }
        parts.push(part);
    }
    parts.retain(|part| !part.is_empty() && !POLITE.iter().any(|polite| polite.eq_ignore_ascii_case(part)));
    parts
}

/// The parts of a text between these marks. Within a number or a word they stay: "1,000", "next.js".
fn cut<'t>(text: &'t str, marks: &[char]) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let (mut from, mut before) = (0, ' ');
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        let within = match c {
            '.' => next.is_some_and(char::is_alphanumeric),
            ',' => before.is_ascii_digit() && next.is_some_and(|next| next.is_ascii_digit()),
            _ => false,
        };
        if marks.contains(&c) && !within {
            parts.push(text[from..at].trim());
            from = at + c.len_utf8();
        }
        before = c;
    }
    parts.push(text[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn is_among(word: &str, names: &str) -> bool {
    names.split('|').any(|name| name == word)
}
