//! Words behind answers that stand while their round is open: a change of mind, what fits only a question that is
//! answered, and what answers nothing yet.

use super::late_no;
use super::splitting::{counts, mixed};
use super::{certain, keyword, matching, nodding, open, option_of, several, untouched, words_of};
use crate::secretary::choosing;
use crate::secretary::doubting;
use crate::secretary::phrases;
use crate::secretary::pointing::{self, Lead, Thought};
use crate::secretary::question::{Form, Question, yes_or_no};
use crate::secretary::routing::has_words;
use crate::secretary::ticket::Round;
use crate::secretary::wording;

/// Where words go that correct what was answered: to the one question they name an answer of. None: they correct
/// nothing.
///
/// # Errors
/// A sentence for the person where nobody can tell which question they are about.
pub(super) fn rethought(round: &Round, text: &str) -> Result<Option<Vec<(usize, String)>>, String> {
    let thought = thought(text);
    let whole = |i: usize| round.questions[i].form() != Form::Number && certain(&round.questions[i], text);
    let corrects = thought.lead > Lead::None || thought.not.is_some();
    if open(round).into_iter().any(whole) {
        return Ok(None);
    }
    if let Some(unsaid) = nodding::unsaid(round, text) {
        return declined(round, &unsaid);
    }
    if let Some(refused) = refused(round, text)? {
        return Ok(Some(refused));
    }
    if !corrects {
        return Ok(None);
    }
    let answered: Vec<usize> = answered(round);
    let named: Vec<(usize, String)> =
        (0..round.questions.len()).filter_map(|i| Some((i, named(&round.questions[i], thought.rest)?))).collect();
    match named.as_slice() {
        [] => {
            let all: Vec<usize> = (0..round.questions.len()).collect();
            let several = mixed(round, thought.rest, &answered).or_else(|| {
                let found = matching::each_named(round, thought.rest, &all)?;
                found.iter().any(|(i, _)| answered.contains(i)).then_some(found)
            });
            if several.is_none()
                && let Some(found) = unnamed(round, thought, &answered)?
            {
                return Ok(Some(found));
            }
            // "No wait, brunch" is hardly a yes or a no.
            let nods = untouched(round).iter().all(|i| round.questions[*i].form() == Form::YesNo);
            let brief = thought.rest.split_whitespace().count() <= 2;
            if several.is_none() && thought.lead == Lead::Sure && nods && brief && !answered.is_empty() {
                return Err(wording::questions::which_changes(&texts(round, &untouched(round))));
            }
            Ok(several)
        }
        // A bare number may as well answer a question that takes any words.
        [(one, words)] if answered.contains(one) && takes_any(round) && words.chars().all(|c| !c.is_alphabetic()) => {
            Ok(None)
        }
        [(one, _)] if !answered.contains(one) && (thought.lead <= Lead::TakesBack && answered.is_empty()) => Ok(None),
        [one] => Ok(Some(vec![one.clone()])),
        several if several.iter().any(|(i, _)| answered.contains(i)) => {
            let which: Vec<usize> = several.iter().map(|(i, _)| *i).collect();
            Err(wording::questions::which_changes(&texts(round, &which)))
        }
        _ => Ok(None),
    }
}

/// What words decline by its name: "no cake", to the one yes/no question that turns on it.
fn refused(round: &Round, text: &str) -> Result<Option<Vec<(usize, String)>>, String> {
    if round.questions.iter().any(|question| option_of(question, text).is_some()) {
        return Ok(None);
    }
    let declines = |i: &usize| {
        let asked = &round.questions[*i];
        asked.form() == Form::YesNo && keyword::verdict(&asked.text, text) == Some(false)
    };
    let declined: Vec<usize> = (0..round.questions.len()).filter(declines).collect();
    match declined.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(vec![(*one, text.to_owned())])),
        several => Err(wording::questions::which_changes(&texts(round, several))),
    }
}

/// Where a correction goes that names no answer: an amount to the one question about amounts.
///
/// # Errors
/// A sentence for the person who does not want something any more and leaves open what instead: a no must not be written
/// down as what it is said of, nor for a question that happens to be open.
fn unnamed(round: &Round, thought: Thought<'_>, answered: &[usize]) -> Result<Option<Vec<(usize, String)>>, String> {
    if thought.lead == Lead::None || answered.is_empty() {
        return Ok(None);
    }
    match matching::measured(round, thought.rest, answered).as_slice() {
        [] => {}
        [one] => return Ok(Some(vec![(*one, thought.rest.to_owned())])),
        several => return Err(wording::questions::which_changes(&texts(round, several))),
    }
    let asked = |i: &usize| &round.questions[*i];
    let denied = |i: &usize| {
        let denied = keyword::behind_no(thought.rest).and_then(|what| named(asked(i), what));
        asked(i).form() != Form::Number && denied.is_some()
    };
    let mut meant: Vec<usize> = answered.iter().copied().filter(denied).collect();
    if meant.is_empty() && keyword::wants_none(thought.rest) && !takes_any(round) {
        let stands = |i: &usize| {
            let no = round.answers[*i].as_deref().is_some_and(|answer| yes_or_no(answer) == Some(false));
            asked(i).form() == Form::YesNo && !no
        };
        meant = (0..round.questions.len()).filter(stands).collect();
    }
    if meant.is_empty() { Ok(None) } else { Err(wording::questions::which_changes(&texts(round, &meant))) }
}

/// What a late no changes: the one yes that it may be about.
fn declined(round: &Round, unsaid: &[usize]) -> Result<Option<Vec<(usize, String)>>, String> {
    let nods = || round.questions.iter().any(|question| question.form() == Form::YesNo);
    match unsaid {
        [one] => Ok(Some(vec![(*one, "no".to_owned())])),
        [] if answered(round).is_empty() && !nods() => Ok(None),
        [] => Err(wording::questions::which_changes(&texts(round, &(0..round.questions.len()).collect::<Vec<_>>()))),
        several => Err(wording::questions::which_changes(&texts(round, several))),
    }
}

/// Words without what leads to them, also where answers are corrected as people do while they fill in a form:
/// "scrap that, disco", "nein warte, disco".
fn thought(text: &str) -> Thought<'_> {
    let mut read = pointing::thought(text);
    let mut lead = read.lead;
    for _ in 0..4 {
        if read.not.is_some() {
            break;
        }
        let opened = opened(read.rest);
        let next = pointing::thought(opened.unwrap_or(read.rest));
        if next.rest.len() >= read.rest.len() {
            break;
        }
        lead = lead.max(next.lead).max(if opened.is_some() { Lead::Sure } else { Lead::None });
        read = next;
    }
    // The first words may be gone already: "nein warte, 40".
    if lead == Lead::None && read.rest.len() < text.trim().len() && opened(after_no(text)).is_some() {
        lead = Lead::Sure;
    }
    let rest = if lead > Lead::None { with_its_no(text, read.rest) } else { read.rest };
    Thought { rest, lead, ..read }
}

/// The words with the no that belongs to them: of "actually no picnic" a picnic must not be all that is left.
fn with_its_no<'t>(text: &'t str, rest: &'t str) -> &'t str {
    let whole = || {
        let at = text.rfind(rest)?;
        let head = text.get(..at)?;
        let last = head.split_whitespace().next_back()?;
        let belongs = head.ends_with(char::is_whitespace) && last.eq_ignore_ascii_case("no");
        // "No 50" corrects a number, and "no yes" an answer.
        let alone = rest.starts_with(|c: char| c.is_ascii_digit()) || yes_or_no(rest).is_some();
        text.get(head.trim_end().len() - last.len()..at + rest.len()).filter(|_| belongs && !alone)
    };
    whole().unwrap_or(rest)
}

/// What follows an opener of a correction.
fn opened(text: &str) -> Option<&str> {
    const OPENERS: &[&str] = &[
        "scrap that",
        "scratch that",
        "forget that",
        "wait",
        "quatsch",
        "blödsinn",
        "falsch",
        "warte mal",
        "warte",
        "moment",
        "espera",
        "perdón",
        "perdona",
        "perdone",
        "quería decir",
        "quise decir",
        "finalmente",
        "al final",
        "attends",
        "attendez",
        "pardon",
        "désolé",
        "désolée",
        "finalement",
        "je voulais dire",
    ];
    const CHINESE: [&str; 8] = ["不对", "说错了", "等一下", "等等", "不，", "不,", "不是，", "不是,"];
    const MARKS: [char; 11] = [',', '.', ':', '!', '-', '–', ' ', '，', '。', '：', '！'];
    let chinese = || CHINESE.iter().find_map(|opener| text.strip_prefix(opener));
    let rest = phrases::after(text, OPENERS).or_else(chinese)?.trim_start_matches(MARKS);
    has_words(rest).then_some(rest)
}

/// The words behind a no at their beginning.
fn after_no(text: &str) -> &str {
    let text = text.trim();
    let rest = phrases::after(text, &["no", "nein", "non", "nee", "nö", "ach", "oh"]).unwrap_or(text);
    rest.trim_start_matches([',', '.', '!', ' '])
}

/// What is said to words that would be written down for a question, but name an answer of one that is answered.
pub(super) fn astray(round: &Round, question: usize, text: &str) -> Option<String> {
    let asked = &round.questions[question];
    if matches!(asked.form(), Form::Open | Form::Number) || certain(asked, text) {
        return None;
    }
    let measures = |i: usize| !matching::measured(round, text, &[i]).is_empty();
    let about = |i: usize| named(&round.questions[i], text).is_some() || (measures(i) && !measures(question));
    let fits = answered(round).into_iter().find(|i| *i != question && about(*i))?;
    Some(wording::questions::answered_already(&round.questions[fits].text, text))
}

/// What is said to words that answer nothing yet; none if they may answer something.
pub(super) fn undecided(round: &Round, text: &str) -> Option<String> {
    wavers(round, text).then(|| {
        let free = untouched(round);
        let free = if free.is_empty() { open(round) } else { free };
        let left = free.iter().any(|i| !round.questions[*i].needs_person());
        wording::questions::nothing_taken(&texts(round, &free), left)
    })
}

/// Whether words only say that somebody does not know yet, and name no option: "hmm, not sure", "wait".
pub(super) fn wavers(round: &Round, text: &str) -> bool {
    let offered = |i: usize| option_of(&round.questions[i], text).is_some();
    let marks = [',', '.', ';', '…', '!', '，', '。', '\n'];
    let parts: Vec<&str> = text.split(marks).filter(|part| !part.trim().is_empty()).collect();
    let [first, rest @ ..] = parts.as_slice() else { return false };
    let all = || nothing_yet(first) && rest.iter().all(|part| nothing_yet(part));
    // "Not sure yet, disco maybe"; "hmm, maybe disco" has made up its mind somewhat.
    let perhaps = || {
        let doubts = nothing_yet(first) && !words_of(first).iter().all(|word| hum(word));
        doubts && !rest.is_empty() && rest.iter().all(|part| nothing_yet(part) || perhaps(part))
    };
    let undecided = nothing_yet(text) || all() || perhaps() || (puts_off(text) && !mentions(round, text));
    undecided && !open(round).into_iter().any(offered)
}

/// Whether words say "maybe", and little more.
fn perhaps(part: &str) -> bool {
    const MAYBE: &str = "maybe|perhaps|possibly|vielleicht|eventuell|quizás|quizá|talvez|peut|也许|可能";
    let said = words_of(part);
    said.len() <= 4 && said.iter().any(|word| MAYBE.split('|').any(|maybe| maybe == word))
}

/// Whether an option of a question stands in words, or a number.
fn mentions(round: &Round, text: &str) -> bool {
    let said = words_of(text);
    let stands = |option: &String| {
        let option = words_of(option);
        !option.is_empty() && said.windows(option.len()).any(|part| part == option)
    };
    text.chars().any(|c| c.is_ascii_digit()) || round.questions.iter().flat_map(|q| &q.options).any(stands)
}

/// Whether words put an answer off until somebody was asked or something looked up: "let me check with my wife".
fn puts_off(text: &str) -> bool {
    const AHEAD: &str = "let me check|let me ask|let me see|ill check|ill ask|have to check|have to ask|need to check|need to ask|\
         must ask|not sure about|not so sure about|unsure about|undecided about|dont know about|no idea about|\
         nicht sicher wegen|nicht sicher bei|weiß nicht wegen|muss erst fragen|frage erst|frag erst|lass mich erst|\
         déjame preguntar|déjame consultar|tengo que preguntar|no estoy seguro de|no estoy segura de|laisse moi demander|\
         dois demander|ne suis pas sûr pour|ne suis pas sûre pour|让我问|我问一下|我先问|我问问";
    let said = telling(text);
    let behind = |ahead: &str| said.strip_prefix(ahead).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let begins = |ahead: &&str| if ahead.is_ascii() { behind(ahead) } else { said.starts_with(*ahead) };
    said.split(' ').count() <= 9 && AHEAD.split('|').any(|ahead| begins(&ahead))
}

/// The sound of thinking.
fn hum(word: &str) -> bool {
    (word.contains('m') && word.chars().all(|c| c == 'h' || c == 'm')) || word == "嗯"
}

/// The words without those that stand around them.
fn telling(text: &str) -> String {
    const AROUND: &str = "i|im|am|ich|bin|mir|je|still|yet|really|quite|oh|ah|well|um|uhm|uh|er|äh|ähm|öhm|euh|eh|este|sorry|\
         honestly|just|please|bitte|noch|da|gerade|todavía|aún|encore";
    let [whole, _] = pointing::gist(text);
    let said: Vec<&str> = whole.split(' ').filter(|w| !hum(w) && !AROUND.split('|').any(|a| a == *w)).collect();
    said.join(" ")
}

/// Whether words say that their sender does not know yet, or wants a moment. How hard a choice is, as words to a decision may
/// say, may well be an answer here.
fn nothing_yet(text: &str) -> bool {
    const WAITS: &str = "wait|no wait|not really|wait a moment|wait a minute|wait a sec|hold on|hang on|one moment|a moment|moment|one sec|\
         give me a moment|give me a minute|give me a second|let me think|let me think about it|let me think about that|\
         need to think|need to think about it|have to think|have to think about it|have to think about that|warte|warte mal|\
         augenblick|lass mich überlegen|muss überlegen|muss nachdenken|espera|déjame pensar|attends|laisse moi réfléchir|\
         等等|等一下|让我想想|我想想|hang on a moment|hang on a sec|hang on a second|hang on a minute|hold on a moment|hold on a sec|\
         hold on a second|hold on a minute|wait a second|one second|one minute|a sec|a second|give me a sec|moment mal|einen moment|\
         kleinen moment|einen augenblick|sekunde|noch nicht|todavía no|aún no|un momento|un segundo|un momentito|dame un momento|\
         un instant|une minute|une seconde|un moment|pas encore|hésite|jhésite|稍等|稍等一下|请稍等|等我想想";
    let [whole, _] = pointing::gist(text);
    let said = telling(text);
    let waits = |words: &str| WAITS.split('|').any(|waits| waits == words);
    if said.is_empty() {
        return whole.split(' ').any(hum);
    }
    // "hmm no" to a question that takes no yes or no.
    let hesitates = whole.split(' ').any(pointing::hums) && doubting::doubts(text) && !late_no(text);
    hesitates || waits(&said) || waits(&whole) || choosing::does_not_know(text) || choosing::does_not_know(&said)
}

/// The words that name an answer of a question: an option, yes or no, a number where one is wanted.
fn named(question: &Question, text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(['.', '!', ',', '。', '！', '，']).trim_end();
    let [_, core] = pointing::gist(text);
    let names = |words: &&str| match question.form() {
        Form::Open => false,
        Form::Number => counts(question, words).is_some(),
        Form::YesNo => nodding::nod(question, words).is_some() || option_of(question, words).is_some(),
        Form::Single => option_of(question, words).is_some(),
        Form::Multiple => several(question, words).is_some(),
    };
    [text, core.as_str()].into_iter().filter(|words| !words.is_empty()).find(names).map(str::to_owned)
}

fn answered(round: &Round) -> Vec<usize> {
    (0..round.questions.len()).filter(|i| round.answers[*i].is_some()).collect()
}

fn takes_any(round: &Round) -> bool {
    untouched(round).iter().any(|i| round.questions[*i].form() == Form::Open)
}

fn texts(round: &Round, which: &[usize]) -> Vec<String> {
    let many = round.questions.len() > 1;
    let text = |i: &usize| {
        let asked = &round.questions[*i].text;
        if many { format!("{}) {asked}", i + 1) } else { asked.clone() }
    };
    which.iter().map(text).collect()
}
