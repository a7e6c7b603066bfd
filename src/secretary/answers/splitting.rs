//! Taking a text apart that answers several open questions: in their order, by what each part names, by the number of
//! each question.

use super::{brief, certain, fitting::unfit, nodding, option_of, several, words_of};
use crate::secretary::question::{Form, Question, number, within, yes_or_no};
use crate::secretary::ticket::Round;

/// The most words that are tried as parts, and the most of one part.
const MOST_TRIED: usize = 16;
const LONGEST_PART: usize = 6;
/// Words between the parts.
const BETWEEN: [&str; 16] =
    [",", "and", "und", "y", "et", "with", "for", "mit", "für", "avec", "pour", "con", "para", "plus", "&", "+"];

/// As many lines, or parts between semicolons, as there are open questions. Commas stand in requests as well, so that
/// between them each part must read like an answer.
pub(super) fn in_order(round: &Round, text: &str, open: &[usize]) -> Option<Vec<(usize, String)>> {
    for separator in ['\n', ';', ','] {
        let parts: Vec<&str> = text.split(separator).map(str::trim).filter(|p| !p.is_empty()).collect();
        let placed = || open.iter().map(|i| &round.questions[*i]).zip(parts.iter().copied());
        let answers = separator != ',' || (!text.contains(':') && placed().any(|(q, part)| certain(q, part)));
        let fits = separator != ',' || placed().all(|(q, part)| certain(q, part) || brief(q, part));
        let fits = fits && placed().all(|(q, part)| certain(q, part) || unfit(q, part).is_none());
        if parts.len() == open.len() && parts.len() > 1 && answers && fits {
            return Some(open.iter().copied().zip(parts.into_iter().map(str::to_owned)).collect());
        }
    }
    None
}

/// The answers to all questions but the last, each a word of its own ("price. hetzner, ionos and strato"), and the rest
/// to the last, which takes any words.
pub(super) fn option_first(round: &Round, text: &str, open: &[usize]) -> Option<Vec<(usize, String)>> {
    let words = |i: &usize| round.questions[*i].form() == Form::Open;
    let asked = |i: &&usize| !words(i);
    let [last] = open.iter().copied().filter(words).collect::<Vec<_>>()[..] else { return None };
    let mut rest = text.trim();
    let mut found = Vec::new();
    for one in open.iter().filter(asked) {
        let question = &round.questions[*one];
        let sure = |part: &str| part.chars().any(char::is_alphabetic) && certain(question, part.trim());
        let cut = |sign: &str| {
            let (head, tail) = rest.split_once(sign)?;
            let front = sure(head).then_some((head, tail));
            let back = || rest.rsplit_once(sign).filter(|(_, end)| sure(end)).map(|(begin, end)| (end, begin));
            front.or_else(back)
        };
        let (answer, left) =
            [". ", "\n", "; ", ": ", ", ", " - ", " – ", " and ", " und "].iter().find_map(|s| cut(s))?;
        found.push((*one, answer.trim().to_owned()));
        rest = left.trim();
    }
    let fits = !found.is_empty() && !rest.is_empty() && unfit(&round.questions[last], rest).is_none();
    found.push((last, rest.to_owned()));
    fits.then_some(found)
}

/// "picnic, 40", "picnic 30 yes", "1 picnic 2 30": parts each of which is certain to answer one other of these questions.
pub(super) fn mixed(round: &Round, text: &str, among: &[usize]) -> Option<Vec<(usize, String)>> {
    let spaced = spaced(text);
    let said: Vec<&str> = spaced.split_whitespace().collect();
    if said.len() > MOST_TRIED {
        return None;
    }
    let by_number = by_number(round, &said, among).filter(|found| match found.as_slice() {
        // "2 30" may be any number.
        [(_, part)] => part.chars().any(char::is_alphabetic),
        parts => !parts.is_empty(),
    });
    by_number.or_else(|| {
        // "2 picnic": whether that counts something or is the place of a question nobody can tell.
        let place = said.first()?.parse::<usize>().is_ok_and(|n| n <= round.questions.len());
        let apart = said.get(1).is_some_and(|next| BETWEEN.contains(next));
        let found = in_parts(round, &said, among).filter(|found| found.len() > 1 && (!place || apart))?;
        // "No, picnic" may take something back as well, "yes, picnic" may only agree.
        let nods = yes_or_no(&found[0].1).is_some() && Some(&found[0].0) != among.first();
        (!nods).then_some(found)
    })
}

/// "about 25" and "ja" where only one of these questions wants a number, a yes or a no.
pub(super) fn by_kind(round: &Round, text: &str, among: &[usize]) -> Option<Vec<(usize, String)>> {
    let kind = |i: &&usize| {
        let question = &round.questions[**i];
        matches!(question.form(), Form::Number | Form::YesNo)
            && text.chars().any(char::is_alphabetic)
            && names(question, text)
    };
    let mut fitting = among.iter().filter(kind);
    let one = *fitting.next()?;
    fitting.next().is_none().then(|| vec![(one, text.to_owned())])
}

/// The words with a space around the signs between them; those within a number stay.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    let mut rest = text.trim().trim_end_matches(['.', '!']).chars().peekable();
    let mut before = ' ';
    while let Some(c) = rest.next() {
        let within = before.is_ascii_digit() && rest.peek().is_some_and(char::is_ascii_digit);
        if "，、;\n".contains(c) || (c == ',' && !within) {
            spaced.push_str(" , ");
        } else {
            spaced.push(c);
        }
        before = c;
    }
    spaced
}

/// The parts one behind the other, the longest that names something first.
fn in_parts(round: &Round, said: &[&str], among: &[usize]) -> Option<Vec<(usize, String)>> {
    (1..=said.len().min(LONGEST_PART)).rev().find_map(|length| {
        let (part, rest) = said.split_at(length);
        let one = only(round, part, among)?;
        let next = rest.iter().position(|word| !BETWEEN.contains(word));
        let found = (one, part.join(" "));
        let Some(next) = next else { return rest.is_empty().then(|| vec![found]) };
        // "no picnic" wants none.
        if next == 0 && yes_or_no(&found.1) == Some(false) {
            return None;
        }
        let others: Vec<usize> = among.iter().copied().filter(|i| *i != one).collect();
        let mut all = in_parts(round, &rest[next..], &others)?;
        all.insert(0, found);
        Some(all)
    })
}

/// The parts behind the bare numbers of their questions.
fn by_number(round: &Round, said: &[&str], among: &[usize]) -> Option<Vec<(usize, String)>> {
    let Some(begin) = said.iter().position(|word| !BETWEEN.contains(word)) else { return Some(Vec::new()) };
    let place = said[begin].parse::<usize>().ok()?.checked_sub(1).filter(|place| among.contains(place))?;
    let behind = &said[begin + 1..];
    (1..=behind.len().min(LONGEST_PART)).rev().find_map(|length| {
        let (part, rest) = behind.split_at(length);
        let others: Vec<usize> = among.iter().copied().filter(|i| *i != place).collect();
        only(round, part, &[place])?;
        let mut all = by_number(round, rest, &others)?;
        all.insert(0, (place, part.join(" ")));
        Some(all)
    })
}

/// The only one of these questions that a part names an answer of.
fn only(round: &Round, part: &[&str], among: &[usize]) -> Option<usize> {
    let signs = |word: Option<&&str>| word.is_some_and(|word| BETWEEN.contains(word));
    if signs(part.first()) || signs(part.last()) {
        return None;
    }
    let words = part.join(" ");
    let mut naming = among.iter().filter(|i| names(&round.questions[**i], &words));
    naming.next().copied().filter(|_| naming.next().is_none())
}

/// Whether words name an answer of a question, and not only by its place among the options.
pub(super) fn names(question: &Question, words: &str) -> bool {
    let letters = || words.chars().any(char::is_alphabetic);
    match question.form() {
        Form::Open => false,
        Form::Number => counts(question, words).is_some_and(|n| question.range.is_some_and(|r| within(&[n], r))),
        Form::YesNo => nodding::nod(question, words).is_some() || (letters() && option_of(question, words).is_some()),
        Form::Single => letters() && option_of(question, words).is_some(),
        Form::Multiple => letters() && several(question, words).is_some(),
    }
}

/// The one number of words that say nothing else than what the question counts: "25 guests", "about 30".
pub(super) fn counts(question: &Question, words: &str) -> Option<f64> {
    const BESIDES: [&str; 34] = [
        "about",
        "around",
        "roughly",
        "maybe",
        "only",
        "just",
        "or",
        "so",
        "please",
        "people",
        "persons",
        "guests",
        "of",
        "us",
        "at",
        "most",
        "least",
        "etwa",
        "ungefähr",
        "nur",
        "bitte",
        "leute",
        "personen",
        "gäste",
        "personas",
        "personnes",
        "approximately",
        "approx",
        "ca",
        "circa",
        "unos",
        "unas",
        "environ",
        "gente",
    ];
    let asked = words_of(&question.text);
    let mut found = None;
    for word in words.split_whitespace() {
        let bare = word.trim_matches(['€', '$', '£', '.', '!', '~']);
        if bare.starts_with(|c: char| c.is_ascii_digit())
            && bare.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
        {
            if found.replace(number(bare)?).is_some() {
                return None;
            }
        } else if !words_of(word).iter().all(|word| BESIDES.contains(&word.as_str()) || asked.contains(word)) {
            return None;
        }
    }
    found
}
