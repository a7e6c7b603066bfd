//! Words that want something else than what was decided, and words that want it decided anew. Pure.

use super::super::decision::Decision;
use super::super::phrases;
use super::super::pointing::{self, Lead, Thought};
use super::{bare, named, plainly, referring};
use chrono::{DateTime, TimeDelta, Utc};

/// So long after a decision, words may still be a second thought about it.
const LATELY: TimeDelta = TimeDelta::minutes(15);

/// The option that these words would rather have than the one that was chosen lately.
pub fn reconsidered(decision: &Decision, text: &str, now: DateTime<Utc>) -> Option<usize> {
    another_in(decision, pointing::second_thought(text)?).filter(|_| lately(decision, now))
}

/// The option that words to what was decided name, if it is another one than was chosen.
pub fn another(decision: &Decision, text: &str) -> Option<usize> {
    another_in(decision, pointing::thought(text))
}

/// What a decision was about that somebody wants to take anew: "door" of "reopen the door decision".
pub fn reopens(text: &str) -> Option<Vec<String>> {
    const LEADS: &[&str] = &[
        "reopen",
        "re-open",
        "revisit",
        "change",
        "take back",
        "undo",
        "i want to change",
        "i'd like to change",
        "i want to reopen",
        "can i change",
        "can we change",
        "can we reopen",
    ];
    const SMALL: &[&str] = &["my", "our", "the", "that", "this", "last", "about", "on", "of", "for", "again", "please"];
    let small = bare(text.trim_end_matches(['?', '？', ' '])).replace('’', "'");
    let plain = phrases::after(&small, &["please"]).unwrap_or(&small);
    let rest = phrases::after(plain, LEADS)?;
    let words: Vec<&str> = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let decisions = words.iter().filter(|word| **word == "decision").count();
    // "change the decision to blue" says to what.
    if decisions != 1 || words.len() > 6 || words.contains(&"to") {
        return None;
    }
    let telling = words.into_iter().filter(|word| *word != "decision" && !SMALL.contains(word));
    Some(telling.map(str::to_owned).collect())
}

/// Whether words say that their sender wants something else now, but not what.
pub fn changes_mind(text: &str) -> bool {
    phrases::has(&bare(text), &["changed my mind"])
}

/// Whether a thought plainly says that something else is wanted than what was chosen: "not red", "actually".
pub fn rather_than_chosen(decision: &Decision, thought: &Thought<'_>) -> bool {
    let chosen = decision.verdict().and_then(|verdict| verdict.option);
    let not = thought.not.and_then(|not| plainly(&decision.asked.options, not));
    thought.lead == Lead::Sure || (not.is_some() && not == chosen)
}

fn another_in(decision: &Decision, thought: Thought<'_>) -> Option<usize> {
    let (asked, text) = (&decision.asked, thought.rest);
    // "blue, not before Friday" says more than that blue is wanted.
    if thought.not.is_some_and(|not| plainly(&asked.options, not).is_none()) {
        return None;
    }
    let labels: Vec<&str> = asked.options.iter().map(|o| o.label.as_str()).collect();
    let by_words = || pointing::in_question(&asked.question, &labels, text);
    let wanted = named(&asked.options, text).or_else(|| referring::other(decision, text)).or_else(by_words)?;
    let chosen = decision.verdict()?.option;
    (wanted < asked.options.len() && chosen != Some(wanted)).then_some(wanted)
}

/// Whether this was decided so lately that words may still be about it.
pub fn lately(decision: &Decision, now: DateTime<Utc>) -> bool {
    decision.verdict().is_some_and(|verdict| now - verdict.at <= LATELY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_decided_anew_is_named_by_its_words() {
        for (text, wanted) in [
            ("reopen the door decision", Some(&["door"][..])),
            ("Please reopen the decision about the bike", Some(&["bike"])),
            ("can I change my decision?", Some(&[])),
            ("undo the last decision", Some(&[])),
            ("change the decision to blue", None),
            ("write down the decision", None),
            ("reopen the shop", None),
            ("change my decision making course at the university to Monday", None),
        ] {
            assert_eq!(reopens(text), wanted.map(|w| w.iter().map(|w| (*w).to_owned()).collect()), "{text}");
        }
    }
}
