//! Words behind answers that stand while their round is open: a change of mind, what fits only a question that is
//! answered, and what answers nothing yet.

use super::splitting::{counts, mixed};
use super::{certain, open, option_of, several, untouched};
use crate::secretary::pointing::{self, Lead};
use crate::secretary::question::{Form, Question, yes_or_no};
use crate::secretary::ticket::Round;
use crate::secretary::wording;

/// Where words go that correct what was answered: to the one question they name an answer of. None: they correct
/// nothing.
///
/// # Errors
/// A sentence for the person where nobody can tell which question they are about.
pub(super) fn rethought(round: &Round, text: &str) -> Result<Option<Vec<(usize, String)>>, String> {
    let thought = pointing::thought(text);
    let whole = |i: usize| round.questions[i].form() != Form::Number && certain(&round.questions[i], text);
    let corrects = thought.lead > Lead::None || thought.not.is_some();
    if !corrects || open(round).into_iter().any(whole) {
        return Ok(None);
    }
    let answered: Vec<usize> = answered(round);
    let named: Vec<(usize, String)> =
        (0..round.questions.len()).filter_map(|i| Some((i, named(&round.questions[i], thought.rest)?))).collect();
    match named.as_slice() {
        [] => {
            let several = mixed(round, thought.rest, &answered);
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

/// What is said to words that would be written down for a question, but name an answer of one that is answered.
pub(super) fn astray(round: &Round, question: usize, text: &str) -> Option<String> {
    let asked = &round.questions[question];
    if matches!(asked.form(), Form::Open | Form::Number) || certain(asked, text) {
        return None;
    }
    let fits = answered(round).into_iter().find(|i| *i != question && named(&round.questions[*i], text).is_some())?;
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
    let mut parts =
        text.split([',', '.', ';', '…', '!', '，', '。', '\n']).filter(|part| !part.trim().is_empty()).peekable();
    parts.peek().is_some() && (nothing_yet(text) || parts.all(nothing_yet)) && !open(round).into_iter().any(offered)
}

fn nothing_yet(text: &str) -> bool {
    const AROUND: &str = "i|im|am|ich|bin|mir|je|still|yet|really|quite|oh|ah|well|um|uhm|uh|er|äh|ähm|öhm|euh|eh|este|sorry|\
         honestly|just|please|bitte|noch|da|gerade|todavía|aún|encore";
    const NOTHING: &str = "not sure|not so sure|not sure about that|not sure about it|unsure|undecided|dont know|do not know|no idea|\
         no clue|dunno|idk|wait|no wait|wait a moment|wait a minute|wait a sec|hold on|hang on|one moment|a moment|moment|one sec|\
         give me a moment|give me a minute|give me a second|let me think|let me think about it|let me think about that|\
         need to think|need to think about it|have to think|have to think about it|have to think about that|cant decide|\
         cant say|havent decided|weiß nicht|weiss nicht|weiß es nicht|weiß nicht so recht|keine ahnung|nicht sicher|unsicher|\
         unentschieden|warte|warte mal|augenblick|lass mich überlegen|muss überlegen|muss nachdenken|no sé|no se|no lo sé|\
         ni idea|espera|déjame pensar|no estoy seguro|no estoy segura|ne sais pas|sais pas|aucune idée|attends|\
         laisse moi réfléchir|不知道|我不知道|不确定|不清楚|等等|等一下|让我想想|我想想|还没想好";
    let [whole, _] = pointing::gist(text);
    let hum = |word: &str| word.contains('m') && word.chars().all(|c| c == 'h' || c == 'm') || word == "嗯";
    let hums = whole.split(' ').any(hum);
    let said: Vec<&str> = whole.split(' ').filter(|w| !hum(w) && !AROUND.split('|').any(|a| a == *w)).collect();
    if said.is_empty() { hums } else { NOTHING.split('|').any(|nothing| nothing == said.join(" ")) }
}

/// The words that name an answer of a question: an option, yes or no, a number where one is wanted.
fn named(question: &Question, text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(['.', '!', ',']).trim_end();
    let [_, core] = pointing::gist(text);
    let names = |words: &&str| match question.form() {
        Form::Open => false,
        Form::Number => counts(question, words).is_some(),
        Form::YesNo => yes_or_no(words).is_some() || option_of(question, words).is_some(),
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
