//! Yes and no in other than their plain words: by the key word of the question ("outside"), and as a late no ("actually
//! no") to what was agreed to. It must not place them where more than one question may be meant.

use super::{fitting::unfit, keyword, untouched, words_of};
use crate::secretary::pointing;
use crate::secretary::question::{Form, Question, yes_or_no};
use crate::secretary::ticket::Round;
use crate::secretary::wording;

/// Where something is: each of these is said no to by the words of the other.
const SIDES: [&str; 2] = [
    "outdoors|outdoor|outside|draußen|im freien|dehors|en plein air|fuera|afuera|al aire libre|户外|室外|露天",
    "indoors|indoor|inside|drinnen|dedans|à l intérieur|dentro|adentro|bajo techo|室内",
];

/// Yes or no to this question, plainly or by its key word.
pub(super) fn nod(question: &Question, words: &str) -> Option<bool> {
    yes_or_no(words).or_else(|| keyed(question, words))
}

/// The option that a bare yes or no names where options are asked for. Most name none: a yes is no "shop" and no "blog".
///
/// # Errors
/// A sentence for the person that says what can be answered.
pub(super) fn agreed(question: &Question, words: &str) -> Result<String, String> {
    let labels: Vec<&str> = question.options.iter().map(String::as_str).collect();
    let called_so = labels.iter().position(|label| label.to_lowercase() == words.trim().to_lowercase());
    let option = called_so.or_else(|| pointing::placed(&labels, words)).and_then(|at| question.options.get(at));
    option.cloned().ok_or_else(|| {
        unfit(question, words)
            .unwrap_or_else(|| wording::questions::one_of_these_wanted(&question.text, &question.options))
    })
}

/// "outside" and "indoors" to "Outdoors?", "vegetarian" to "Vegetarian?".
fn keyed(question: &Question, words: &str) -> Option<bool> {
    const LITTLE: &str = "is|it|be|should|shall|will|do|does|you|we|i|want|need|this|that|there|are|soll|es|ist|sein|wird|est|ce|que|será";
    const TURNED: &str = "not|no|never|without|avoid|nicht|kein|keine|ohne|sin|sans|pas";
    let said = words_of(words).join(" ");
    if question.form() != Form::YesNo || said.is_empty() {
        return None;
    }
    if let Some(said) = keyword::verdict(&question.text, words) {
        return Some(said);
    }
    let mut asked = words_of(&question.text);
    asked.retain(|word| !among(word, LITTLE));
    if asked.iter().any(|word| among(word, TURNED)) {
        return None;
    }
    let asked = asked.join(" ").trim_end_matches('吗').to_owned();
    if asked == said && !asked.contains(' ') {
        return Some(true);
    }
    // "Should the party be outdoors?" asks for the last word; more of them may ask for something else.
    let about = |side: &str| {
        let ends = |name: &str| asked.strip_suffix(name).is_some_and(|rest| !rest.trim_end().contains(' '));
        side.split('|').any(ends)
    };
    let of_question = SIDES.iter().position(|side| about(side))?;
    let of_answer = SIDES.iter().position(|side| among(&said, side))?;
    Some(of_question == of_answer)
}

/// Whether words only say that something is not wanted after all: "actually no", "ach nein, doch nicht".
pub(in crate::secretary) fn late_no(text: &str) -> bool {
    const AROUND: &str = "oh|ah|ach|äh|ähm|um|uhm|uh|euh|eh|well|sorry|please|bitte|aber|pues|ay|hm|wait|warte";
    const NO: &str = "actually no|no actually|actually not|no actually not|actually no not|nein doch nicht|doch nicht|\
         doch nein|eigentlich nicht|eigentlich nein|nein eigentlich nicht|nein eigentlich|dann doch nicht|nein dann doch nicht|\
         en fait non|non en fait|finalement non|non finalement|plutôt non|non plutôt pas|mejor no|no mejor no|en realidad no|\
         no en realidad no|no en realidad|还是不了|还是不要|还是不要了|不 还是不了|不 还是不要|不 还是不要了|不对 不是";
    let [whole, _] = pointing::gist(text);
    let said: Vec<&str> = whole.split(' ').filter(|word| !among(word, AROUND) && !pointing::hums(word)).collect();
    among(&said.join(" "), NO)
}

/// The yes/no questions that a late no may be about: what was agreed to, and what is open. None: the words are none.
pub(super) fn unsaid(round: &Round, text: &str) -> Option<Vec<usize>> {
    if !late_no(text) {
        return None;
    }
    let open = untouched(round);
    let agreed = |i: usize| round.answers[i].as_deref().is_some_and(|answer| yes_or_no(answer) == Some(true));
    let nods = (0..round.questions.len()).filter(|i| round.questions[*i].form() == Form::YesNo);
    Some(nods.filter(|i| agreed(*i) || open.contains(i)).collect())
}

/// Whether words say no after all where a yes or a no was asked: they are about that, and call nothing off.
pub fn declines_after_all(round: &Round, text: &str) -> bool {
    late_no(text) && round.questions.iter().any(|question| question.form() == Form::YesNo)
}

/// The one question that was agreed to and that words say no to after all.
pub fn declined(round: &Round, text: &str) -> Option<usize> {
    match unsaid(round, text)?.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

fn among(word: &str, names: &str) -> bool {
    names.split('|').any(|name| name == word)
}
