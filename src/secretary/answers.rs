//! Reading free text as answers to the open questions of a round. Several may be answered at once;
//! nothing that was said is dropped.

use super::question::{Form, Question, numbers, within, yes_or_no};
use super::ticket::Round;
use super::wording;

/// The longest answer that is kept as one, in characters; more than anybody types into a chat.
const LONGEST: usize = 20_000;
/// How an answer begins that was left to the secretary.
const LEFT: &str = "your judgement";

/// What was given to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The person's answer.
    Words(String),
    /// The person leaves it to the secretary.
    Left,
}

/// Which question each part of the text answers.
///
/// Numbered parts ("1) price 2) 500") go where they say; a text for one open question is its answer;
/// as many lines or comma-separated parts as open questions answer them in order; what is an option of one
/// question alone answers that one; anything else answers all of them together, so that the next reading sees
/// the whole of it.
///
/// # Errors
/// A sentence for the person when a number is out of its range.
pub fn take(round: &Round, text: &str) -> Result<Vec<(usize, Given)>, String> {
    let text: String = text.trim().chars().take(LONGEST).collect();
    let open: Vec<usize> = (0..round.questions.len()).filter(|i| round.answers[*i].is_none()).collect();
    if leaves(&text) {
        return Ok(open.into_iter().map(|i| (i, Given::Left)).collect());
    }
    let parts = match open.as_slice() {
        [] => Vec::new(),
        [one] => vec![(*one, strip_number(&text, *one).to_owned())],
        several => numbered(&text, round.questions.len())
            .or_else(|| in_order(&text, several))
            .or_else(|| one_alone(round, &text, several))
            .unwrap_or_else(|| several.iter().map(|i| (*i, text.clone())).collect()),
    };
    parts.into_iter().map(|(i, part)| read(&round.questions[i], &part).map(|answer| (i, answer))).collect()
}

/// Whether each part of a text has a question of its own to answer. What has not may be an answer to all of them, or
/// none at all; only somebody who understands the words can tell.
pub fn placed(round: &Round, text: &str) -> bool {
    let text = text.trim();
    let open: Vec<usize> = (0..round.questions.len()).filter(|i| round.answers[*i].is_none()).collect();
    open.len() < 2
        || leaves(text)
        || numbered(text, round.questions.len()).is_some()
        || in_order(text, &open).is_some()
        || one_alone(round, text, &open).is_some()
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
fn leaves(text: &str) -> bool {
    const PHRASES: [&str; 27] = [
        "use your judgement",
        "use your judgment",
        "your judgement",
        "your judgment",
        "you decide",
        "up to you",
        "skip",
        "skip it",
        "whatever",
        "stop asking",
        "stop asking me",
        "stop asking questions",
        "don't ask",
        "don't care",
        "i don't care",
        "doesn't matter",
        "it doesn't matter",
        "no preference",
        "no idea",
        "don't know",
        "i don't know",
        "dunno",
        "not sure",
        "keine ahnung",
        "weiß nicht",
        "egal",
        "entscheide du",
    ];
    let plain = text.trim().trim_end_matches(['.', '!']).trim_end();
    PHRASES.iter().any(|p| p.eq_ignore_ascii_case(plain))
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
    let own = || Ok(Given::Words(text.to_owned()));
    match question.form() {
        Form::Open => own(),
        Form::Number => match question.range.filter(|r| numbers(text).is_some_and(|all| within(&all, *r))) {
            Some(_) => own(),
            None => {
                let (low, high) = question.range.unwrap_or_default();
                Err(wording::questions::out_of_range(&question.text, low, high))
            }
        },
        Form::YesNo => match yes_or_no(text) {
            Some(yes) => {
                let said = question.options.iter().find(|o| yes_or_no(o) == Some(yes));
                said.map_or_else(own, |option| Ok(Given::Words(option.clone())))
            }
            None => option_of(question, text).map_or_else(own, |option| Ok(Given::Words(option))),
        },
        Form::Single => option_of(question, text).map_or_else(own, |option| Ok(Given::Words(option))),
        Form::Multiple => several(question, text).map_or_else(own, |options| Ok(Given::Words(options))),
    }
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

/// The parts of "1) … 2) …", "1. …", "1: …"; none unless at least two numbers of questions are marked.
fn numbered(text: &str, questions: usize) -> Option<Vec<(usize, String)>> {
    let mut marks: Vec<(usize, usize, usize)> = Vec::new();
    for (at, c) in text.char_indices() {
        let Some(digit) = c.to_digit(10).and_then(|d| usize::try_from(d).ok()) else { continue };
        let starts = text[..at].chars().next_back().is_none_or(|b| b.is_whitespace() || ",;(".contains(b));
        let after = text[at + 1..].chars().next();
        let wanted = marks.len() + 1;
        if starts && digit == wanted && digit <= questions && after.is_some_and(|a| ").:".contains(a)) {
            marks.push((digit - 1, at, at + 2));
        }
    }
    if marks.len() < 2 {
        return None;
    }
    let ends = marks.iter().skip(1).map(|m| m.1).chain([text.len()]);
    let part = |((question, _, from), to): (&(usize, usize, usize), usize)| {
        let answer = text[*from..to].trim().trim_end_matches([',', ';']).trim();
        (*question, answer.to_owned())
    };
    Some(marks.iter().zip(ends).map(part).filter(|(_, a)| !a.is_empty()).collect())
}

/// The only open question which these words are an option of.
fn one_alone(round: &Round, text: &str, open: &[usize]) -> Option<Vec<(usize, String)>> {
    // A bare number may be an option of any of them.
    if text.parse::<usize>().is_ok() {
        return None;
    }
    let mut fitting = open.iter().filter(|i| option_of(&round.questions[**i], text).is_some());
    let one = *fitting.next()?;
    fitting.next().is_none().then(|| vec![(one, text.to_owned())])
}

/// As many lines, or parts between semicolons or commas, as there are open questions.
fn in_order(text: &str, open: &[usize]) -> Option<Vec<(usize, String)>> {
    for separator in ['\n', ';', ','] {
        let parts: Vec<&str> = text.split(separator).map(str::trim).filter(|p| !p.is_empty()).collect();
        if parts.len() == open.len() && parts.len() > 1 {
            return Some(open.iter().copied().zip(parts.into_iter().map(str::to_owned)).collect());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secretary::ids::Token;

    fn question(text: &str, options: &[&str], range: Option<(f64, f64)>) -> Question {
        let options = options.iter().map(|o| (*o).to_owned()).collect();
        Question { text: text.into(), options, range, ..Question::default() }
    }

    fn round(questions: Vec<Question>) -> Round {
        Round::new(questions, Token::new("t"), chrono::DateTime::UNIX_EPOCH)
    }

    fn two() -> Round {
        round(vec![question("What matters?", &["Price", "Speed"], None), question("Visitors?", &["few", "many"], None)])
    }

    fn words(text: &str) -> Given {
        Given::Words(text.to_owned())
    }

    #[test]
    fn a_text_without_a_place_may_be_no_answer() {
        for said in ["1) price 2) few", "price, few", "Speed", "skip", "I don't know"] {
            assert!(placed(&two(), said), "{said}");
        }
        for said in ["you are useless", "change the wifi password"] {
            assert!(!placed(&two(), said), "{said}");
        }
    }

    #[test]
    fn one_open_question_takes_the_whole_text() {
        let r = round(vec![question("What matters?", &["Price", "Speed"], None)]);
        assert_eq!(take(&r, "price").unwrap(), [(0, words("Price"))]);
        assert_eq!(take(&r, "2").unwrap(), [(0, words("Speed"))]);
        assert_eq!(take(&r, "that it is green, really").unwrap(), [(0, words("that it is green, really"))]);
    }

    #[test]
    fn an_option_of_one_question_leaves_the_others_open() {
        assert_eq!(take(&two(), "price").unwrap(), [(0, words("Price"))]);
        assert_eq!(take(&two(), "Many").unwrap(), [(1, words("many"))]);
    }

    #[test]
    fn several_are_answered_at_once() {
        for text in ["1) speed 2) many", "1. speed, 2. many", "speed\nmany", "speed, many", "Speed; MANY"] {
            assert_eq!(take(&two(), text).unwrap(), [(0, words("Speed")), (1, words("many"))], "{text}");
        }
    }

    #[test]
    fn what_cannot_be_told_apart_answers_all_and_loses_nothing() {
        let text = "it should be cheap and hold on Black Friday";
        assert_eq!(take(&two(), text).unwrap(), [(0, words(text)), (1, words(text))]);
    }

    #[test]
    fn a_number_out_of_range_is_refused_with_the_range() {
        let r = round(vec![question("How many?", &[], Some((1.0, 10.0)))]);
        assert!(take(&r, "11").unwrap_err().contains("between 1 and 10"));
        assert!(take(&r, "lots").is_err());
        assert!(take(&r, "5, at most 80").is_err());
        for text in ["7", "about 7 guests", "€7", "7.5"] {
            assert_eq!(take(&r, text).unwrap(), [(0, words(text))]);
        }
    }

    #[test]
    fn yes_and_no_are_understood_in_small_words() {
        let r = round(vec![Question { yes_no: true, ..question("Paid?", &["Yes", "No"], None) }]);
        for (text, answer) in
            [("y", "Yes"), ("ja", "Yes"), ("Yes please", "Yes"), ("n", "No"), ("2", "No"), ("only half", "only half")]
        {
            assert_eq!(take(&r, text).unwrap(), [(0, words(answer))], "{text}");
        }
    }

    #[test]
    fn several_options_may_be_named_at_once() {
        let r = round(vec![Question { multiple: true, ..question("Which?", &["Price", "Speed", "Support"], None) }]);
        for (text, answer) in [
            ("3 and 1", "Price, Support"),
            ("speed & price", "Price, Speed"),
            ("all", "Price, Speed, Support"),
            ("support", "Support"),
            ("price and colour", "price and colour"),
        ] {
            assert_eq!(take(&r, text).unwrap(), [(0, words(answer))], "{text}");
        }
    }

    #[test]
    fn an_option_that_is_a_number_is_meant_by_its_words() {
        let r = round(vec![question("How many?", &["5", "2", "1"], None)]);
        assert_eq!(take(&r, "1").unwrap(), [(0, words("1"))]);
        assert_eq!(take(&r, "3").unwrap(), [(0, words("1"))]);
    }

    #[test]
    fn a_part_of_one_option_means_it() {
        let r = round(vec![question("What?", &["A note or list", "A decision", "500-5,000", "under 500"], None)]);
        for (text, answer) in [
            ("a note", "A note or list"),
            ("Decision.", "A decision"),
            ("500", "500"),
            ("or", "or"),
            ("a note about it", "a note about it"),
        ] {
            assert_eq!(take(&r, text).unwrap(), [(0, words(answer))], "{text}");
        }
    }

    #[test]
    fn words_may_leave_it_to_the_secretary() {
        assert_eq!(take(&two(), "You decide.").unwrap(), [(0, Given::Left), (1, Given::Left)]);
        assert_eq!(take(&two(), "1) price 2) whatever").unwrap(), [(0, words("Price")), (1, Given::Left)]);
        let open = question("Why?", &[], None);
        assert_eq!(judged(&left(&open)), Some(""));
        assert_eq!(judged(&left(&two().questions[0])), Some("Price"));
        assert_eq!(judged("Price"), None);
    }

    #[test]
    fn odd_text_never_panics() {
        for text in ["", "1)", "1)2)", "٣) é 2) ü", "🙂\u{202e}1) a 2) b", "2) b 1) a"] {
            let _ = take(&two(), text);
        }
    }
}
