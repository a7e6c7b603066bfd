//! Reading free text as answers to the open questions of a round. Several may be answered at once;
//! nothing that was said is dropped.

mod fitting;
mod keyword;
mod marks;
mod matching;
mod nodding;
mod rethinking;
mod splitting;

use serde::{Deserialize, Serialize};

use super::pointing;
use super::question::{Form, Question, Wants, numbers, within, yes_or_no};
use super::ticket::Round;
use super::wording;
pub use fitting::{LONGEST, awaits_words, begins_anew, calls_off, is_option, within_bounds};
use fitting::{is_time, leads_on, orders, requests, unfit};
use marks::numbered;
pub use marks::parts;
pub(super) use nodding::late_no;
pub use nodding::{declined, declines_after_all};
use splitting::{by_kind, in_order, mixed, option_first};

/// More words than these are hardly an answer to one of several questions.
const MOST_WORDS: usize = 4;
/// How an answer begins that was left to the secretary.
const LEFT: &str = "your judgement";

/// What was given to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Given {
    /// The person's answer.
    Words(String),
    /// The person leaves it to the secretary.
    Left,
}

/// Which question each part of the text answers.
///
/// Numbered parts ("1) price 2) 500", "2) 500") go where they say, and nowhere else. A question with ticked options is
/// about to be answered by them, so the text is for the others first; what is added to ticked options joins them. A
/// text for one open question is its answer; as many lines or parts between semicolons as open questions answer them
/// in order, parts between commas only where each reads like an answer; what is an option of one question alone
/// answers that one; anything else answers the first question that takes words. No text answers two of them: what else
/// is open stays so. What corrects an answer that was given changes it, and what says nothing yet is no answer.
///
/// # Errors
/// A sentence for the person when a number is out of its range, words cannot be what is wanted, or they are too long.
pub fn take(round: &Round, text: &str) -> Result<Vec<(usize, Given)>, String> {
    let text = within_bounds(text)?;
    if let Some(complaint) = rethinking::undecided(round, text) {
        return Err(complaint);
    }
    if leaves(text) {
        return Ok(untouched(round).into_iter().map(|i| (i, Given::Left)).collect());
    }
    let rethought = rethinking::rethought(round, text)?;
    let changes = rethought.is_some();
    let parts = rethought.or_else(|| sure(round, text)).unwrap_or_else(|| {
        let open = untouched(round);
        let takes_words = |i: &&usize| round.questions[**i].form() != Form::Number;
        open.iter().find(takes_words).or(open.first()).map(|i| (*i, text.to_owned())).into_iter().collect()
    });
    if let [(one, words)] = parts.as_slice()
        && !changes
        && words == text
        && let Some(complaint) = rethinking::astray(round, *one, text)
    {
        return Err(complaint);
    }
    let answer = |(i, part): (usize, String)| -> Result<Option<(usize, Given)>, String> {
        Ok(match (read(&round.questions[i], &part)?, ticked(round, i).filter(|_| round.answers[i].is_none())) {
            // The ticks are the answer.
            (Given::Left, Some(_)) => None,
            (Given::Words(words), Some(_)) => Some((i, Given::Words(joined(round, i, &words)))),
            (given, None) => Some((i, given)),
        })
    };
    parts.into_iter().filter_map(|part| answer(part).transpose()).collect()
}

/// The answer to a question in somebody's words: one of its options where they name it, a number within its range.
///
/// # Errors
/// A sentence for the person when a number is out of its range, or the words are too long.
pub fn checked(question: &Question, words: &str) -> Result<String, String> {
    let words = within_bounds(words)?;
    match read(question, words)? {
        Given::Words(words) => Ok(words),
        Given::Left => Ok(words.to_owned()),
    }
}

/// The open questions nobody has ticked anything for.
pub fn untouched(round: &Round) -> Vec<usize> {
    open(round).into_iter().filter(|i| round.ticked[*i].is_empty()).collect()
}

fn open(round: &Round) -> Vec<usize> {
    (0..round.questions.len()).filter(|i| round.answers[*i].is_none()).collect()
}

/// The ticked options of a question as its answer, in the order of the options.
pub fn ticked(round: &Round, question: usize) -> Option<String> {
    let (asked, ticks) = (round.questions.get(question)?, round.ticked.get(question)?);
    let labels = asked.options.iter().enumerate().filter(|(i, _)| ticks.contains(i)).map(|(_, label)| label.as_str());
    Some(labels.collect::<Vec<_>>().join(", ")).filter(|answer| !answer.is_empty())
}

/// Ticked options are the answers of their questions once nothing else is open.
pub fn count_ticks(round: &mut Round) {
    if untouched(round).is_empty() {
        for question in open(round) {
            round.answers[question] = ticked(round, question);
        }
    }
}

/// Ticked options and what was said about them besides: more options, or words of one's own.
fn joined(round: &Round, question: usize, words: &str) -> String {
    let (asked, ticks) = (&round.questions[question], &round.ticked[question]);
    match several(asked, words) {
        Some(named) => {
            let said = |option: &str| named == option || named.split(", ").any(|name| name == option);
            let kept = asked.options.iter().enumerate().filter(|(i, o)| ticks.contains(i) || said(o));
            kept.map(|(_, option)| option.as_str()).collect::<Vec<_>>().join(", ")
        }
        None => ticked(round, question).map_or_else(|| words.to_owned(), |ticked| format!("{ticked}; {words}")),
    }
}

/// Which question each part of the text answers, where that can be told.
fn sure(round: &Round, text: &str) -> Option<Vec<(usize, String)>> {
    let (all, free) = (open(round), untouched(round));
    let ticked: Vec<usize> = all.iter().copied().filter(|i| !free.contains(i)).collect();
    let parts = numbered(text, round.questions.len()).filter(|_| round.questions.len() > 1);
    // To a single question a list may be the answer.
    if let Some(parts) = parts.filter(|parts| parts.len() == 1 || all.len() > 1) {
        return Some(parts);
    }
    match (free.as_slice(), ticked.as_slice()) {
        ([], []) => Some(Vec::new()),
        ([], _) if enough(text) => Some(Vec::new()),
        ([one], []) | ([], [one]) => Some(vec![(*one, strip_number(text, *one).to_owned())]),
        ([], [first, ..]) => one_alone(round, text, &ticked).or_else(|| Some(vec![(*first, text.to_owned())])),
        ([one], _) if certain(&round.questions[*one], text) => Some(vec![(*one, text.to_owned())]),
        ([one], _) => in_order(round, text, &all)
            .or_else(|| one_alone(round, text, &ticked))
            .or_else(|| Some(vec![(*one, text.to_owned())])),
        _ => mixed(round, text, &free)
            .or_else(|| matching::each_named(round, text, &free))
            .or_else(|| matching::by_fit(round, text, &free))
            .or_else(|| in_order(round, text, &free))
            .or_else(|| in_order(round, text, &all))
            .or_else(|| option_first(round, text, &free))
            .or_else(|| one_alone(round, text, &free))
            .or_else(|| by_kind(round, text, &free))
            .or_else(|| fitting::in_a_row(round, text, &free))
            .or_else(|| one_alone(round, text, &ticked)),
    }
}

/// Whether words say that what is ticked is all.
fn enough(text: &str) -> bool {
    const PHRASES: [&str; 9] =
        ["done", "that's it", "that's all", "that is all", "these", "ok", "okay", "fertig", "das war's"];
    let plain = text.trim().trim_end_matches(['.', '!']).trim_end();
    PHRASES.iter().any(|p| p.eq_ignore_ascii_case(plain))
}

/// Whether each part of a text has a question of its own to answer. What has not may be an answer to any of them, or
/// none at all; only somebody who understands the words can tell.
pub fn placed(round: &Round, text: &str) -> bool {
    let text = text.trim();
    leaves(text)
        || rethinking::wavers(round, text)
        || !matches!(rethinking::rethought(round, text), Ok(None))
        || sure(round, text)
            .is_some_and(|parts| !(orders(text) && parts.iter().all(|(i, part)| !certain(&round.questions[*i], part))))
}

/// Whether a whole text names what one of the open questions offers: an option, a number in its range, yes or no.
pub fn names(round: &Round, text: &str) -> bool {
    open(round).into_iter().any(|i| !leaves(text) && certain(&round.questions[i], text.trim()))
}

/// The answer written down for a question that is left to the secretary.
pub fn left(question: &Question) -> String {
    question.assumed().map_or_else(|| LEFT.to_owned(), |what| format!("{LEFT} ({what})"))
}

/// What stands in for an answer that was left to the secretary; none for a person's own answer.
pub fn judged(answer: &str) -> Option<&str> {
    let rest = answer.strip_prefix(LEFT)?.trim();
    Some(rest.strip_prefix('(').and_then(|r| r.strip_suffix(')')).unwrap_or(rest))
}

/// Whether words leave the matter to the secretary, as the button does.
pub fn leaves(text: &str) -> bool {
    const LEFT: &str = "use your judgement|use your judgment|your judgement|your judgment|you decide|you choose|you pick|decide for me|\
         choose for me|pick for me|your call|your choice|your decision|up to you|leave it to you|leave that to you|skip|skip it|\
         whatever|whatever you want|whatever you like|whatever you think|as you like|as you wish|as you want|stop asking|\
         stop asking me|stop asking questions|dont ask|dont care|doesnt matter|no preference|no idea|dont know|dunno|not sure|\
         keine ahnung|weiß nicht|egal|mir egal|ist mir egal|entscheide du|du entscheidest|mir egal entscheide du|\
         egal entscheide du|wie du willst|wie du meinst|comme tu veux|comme vous voulez|à toi de voir|à toi de décider|tu décides|\
         peu importe|tú decides|decide tú|como quieras|lo que quieras|me da igual|你决定|你来决定|由你决定|你定|随便|随你";
    // A single word is an answer to a question: "recommended".
    let [whole, gist] = pointing::gist(text);
    let left = |words: &str| LEFT.split('|').any(|left| left == words);
    // "I don't know, you choose"
    let both = || {
        let (head, tail) = text.split_once([',', ';', '.', '，'])?;
        let one = |part: &str| pointing::gist(part).iter().any(|said| left(said));
        Some(one(head) && one(tail))
    };
    left(&whole) || left(&gist) || both() == Some(true) || (gist.contains(' ') && takes_advice(text))
}

/// Whether words take what is recommended: "whatever you recommend", "the starred one".
pub fn takes_advice(text: &str) -> bool {
    const ADVISED: &str = "recommended|starred|star|one with the star|one you recommend|one you recommended|one you suggest|one you suggested|\
         your recommendation|your suggestion|your advice|what you recommend|what you suggest|what youd recommend|what you would recommend|\
         whatever you recommend|whatever you suggest|as you recommend|as you suggest|as recommended|as suggested|do as you suggest|\
         do what you recommend|empfohlene|empfohlenen|deine empfehlung|deinen vorschlag|was du empfiehlst|was du vorschlägst|\
         wie du empfiehlst|wie du vorschlägst|wie empfohlen|ta recommandation|ce que tu recommandes|comme tu recommandes|\
         tu recomendación|lo que recomiendes|lo que recomiendas|recomendado|recomendada|你推荐的|按你的推荐|推荐的那个";
    pointing::gist(text).iter().any(|said| ADVISED.split('|').any(|advised| advised == said))
}

/// Whether words only say again what was asked for: the person wants it done, not to be asked.
pub fn repeats(idea: &str, text: &str) -> bool {
    const FILLERS: [&str; 24] = [
        "please", "just", "again", "as", "i", "said", "told", "you", "now", "do", "it", "ok", "okay", "so", "simply",
        "no", "bitte", "einfach", "nochmal", "ich", "sagte", "doch", "mach", "jetzt",
    ];
    let core =
        |text: &str| -> Vec<String> { words_of(text).into_iter().filter(|w| !FILLERS.contains(&w.as_str())).collect() };
    let (wanted, said) = (core(idea), core(text));
    let shared = said.iter().filter(|w| wanted.contains(w)).count();
    // One word is an answer more often than not; a word more or less makes no other instruction.
    said.len() >= 2 && shared == said.len() && wanted.len() <= said.len() + said.len() / 4
}

/// One answer: an option by its number or words, a number in its range, or the words themselves.
fn read(question: &Question, text: &str) -> Result<Given, String> {
    let text = text.trim();
    if leaves(text) {
        return Ok(Given::Left);
    }
    let own = || unfit(question, text).map_or_else(|| Ok(Given::Words(text.to_owned())), Err);
    match question.form() {
        Form::Open => own(),
        Form::Number => match question.range.filter(|r| is_number(text, *r)) {
            Some(_) => own(),
            None => {
                let (low, high) = question.range.unwrap_or_default();
                Err(wording::questions::out_of_range(&question.text, low, high))
            }
        },
        Form::YesNo => match nodding::nod(question, text) {
            Some(yes) => {
                let said = question.options.iter().find(|o| yes_or_no(o) == Some(yes));
                said.map_or_else(own, |option| Ok(Given::Words(option.clone())))
            }
            None => option_of(question, text).map_or_else(own, |option| Ok(Given::Words(option))),
        },
        Form::Single | Form::Multiple if yes_or_no(text).is_some() => nodding::agreed(question, text).map(Given::Words),
        Form::Single => option_of(question, text).map_or_else(own, |option| Ok(Given::Words(option))),
        Form::Multiple => several(question, text).map_or_else(own, |options| Ok(Given::Words(options))),
    }
}

/// Whether words are a number within the bounds, and nothing that belongs to another question ("A, 7").
fn is_number(text: &str, range: (f64, f64)) -> bool {
    const BESIDES: [&str; 15] = [
        "please",
        "thanks",
        "thank you",
        "bitte",
        "danke",
        "about",
        "roughly",
        "maybe",
        "i think",
        "i guess",
        "or so",
        "at most",
        "at least",
        "max",
        "ca",
    ];
    let besides = |part: &str| BESIDES.contains(&part.trim_end_matches(['.', '!']).to_lowercase().as_str());
    let parts = text.split([';', '\n']).flat_map(|part| part.split(", ")).map(str::trim).filter(|p| !p.is_empty());
    numbers(text).is_some_and(|all| within(&all, range))
        && parts.into_iter().all(|part| numbers(part).is_some() || besides(part))
}

/// The option with these words, else the one with this number, else the only one these words are a part of.
fn option_of(question: &Question, text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(['.', ')']);
    let by_words = question.options.iter().find(|o| o.to_lowercase() == text.to_lowercase());
    let by_number = || text.parse::<usize>().ok()?.checked_sub(1).and_then(|i| question.options.get(i));
    let by_part = || {
        let said = words_of(text);
        let long = said.iter().map(|w| w.chars().count()).sum::<usize>() >= 3;
        let has = |o: &&String| words_of(o).windows(said.len().max(1)).any(|part| part == said.as_slice());
        let mut fitting = question.options.iter().filter(has).filter(|_| long);
        fitting.next().filter(|_| fitting.next().is_none())
    };
    by_words.or_else(by_number).or_else(by_part).cloned()
}

/// The words of a text in lower case, without articles.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase);
    words.filter(|w| !["a", "an", "the", "ein", "eine", "der", "die", "das"].contains(&w.as_str())).collect()
}

/// Several options named at once ("1 and 3", "price, speed", "all"), in their order; none if a part is none of them.
fn several(question: &Question, text: &str) -> Option<String> {
    if let Some(one) = option_of(question, text) {
        return Some(one);
    }
    if ["all", "all of them", "both", "alle", "beide"].contains(&text.to_lowercase().trim_end_matches('.')) {
        return Some(question.options.join(", "));
    }
    let spaced = text.replace(['&', '+', ';', '\n'], ",").replace(" and ", ",").replace(" und ", ",");
    let parts = spaced.split(',').map(str::trim).filter(|p| !p.is_empty());
    let named: Option<Vec<String>> = parts.map(|p| option_of(question, p)).collect();
    let named = named.filter(|n| n.len() > 1)?;
    let kept: Vec<&str> = question.options.iter().filter(|o| named.contains(o)).map(String::as_str).collect();
    Some(kept.join(", "))
}

/// "1) price" for question 1 is "price".
fn strip_number(text: &str, question: usize) -> &str {
    let lead = (question + 1).to_string();
    match text.strip_prefix(&lead).map(str::trim_start) {
        Some(rest) if rest.starts_with([')', ':']) => rest[1..].trim_start(),
        _ => text,
    }
}

/// The only open question which these words are an option of.
fn one_alone(round: &Round, text: &str, open: &[usize]) -> Option<Vec<(usize, String)>> {
    // A bare number may be an option of any of them, unless that is more than there are.
    if text.parse::<usize>().is_ok() {
        let mut fitting = open.iter().filter(|i| certain(&round.questions[**i], text));
        let one = *fitting.next()?;
        return fitting.next().is_none().then(|| vec![(one, text.to_owned())]);
    }
    let mut fitting = open.iter().filter(|i| option_of(&round.questions[**i], text).is_some());
    let one = *fitting.next()?;
    fitting.next().is_none().then(|| vec![(one, text.to_owned())])
}

/// Whether words name an option of a question, a number in its range, yes or no where that was asked, or leave it open.
fn certain(question: &Question, words: &str) -> bool {
    let chosen = option_of(question, words).is_some() || leaves(words);
    match question.form() {
        Form::Number => chosen || question.range.is_some_and(|r| is_number(words, r)),
        Form::YesNo => chosen || yes_or_no(words).is_some(),
        Form::Multiple => chosen || several(question, words).is_some(),
        Form::Open | Form::Single => chosen || question.wants == Wants::Time && is_time(words),
    }
}

/// Whether words are few enough for an answer of one's own, and not the beginning of something else.
fn brief(question: &Question, words: &str) -> bool {
    let few = question.form() != Form::Number && words.split_whitespace().count() <= MOST_WORDS;
    few && !leads_on(words) && (question.form() == Form::Open || !requests(words))
}

/// Whether words that were taken as answers may have been a request of their own: more of them than an answer takes,
/// and none that names an option.
pub fn doubtful(round: &Round, text: &str, given: &[(usize, Given)]) -> bool {
    let named = |(i, given): &(usize, Given)| match given {
        Given::Left => true,
        Given::Words(words) => round.questions.get(*i).is_some_and(|q| certain(q, words)),
    };
    text.split_whitespace().count() > MOST_WORDS
        && numbered(text.trim(), round.questions.len()).is_none()
        && !given.iter().any(named)
}

/// Whether words cannot be the answer that is open, and are too many for a slip.
pub fn refused(round: &Round, text: &str) -> bool {
    let many = text.split_whitespace().count() > MOST_WORDS;
    many && numbers(text).is_none() && !rethinking::wavers(round, text) && take(round, text).is_err()
}

#[cfg(test)]
mod tests;
