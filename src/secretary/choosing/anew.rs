//! Words that want something else than what was decided, and words that want it decided anew. Pure.

use super::super::decision::Decision;
use super::super::phrases;
use super::super::pointing::{self, Lead, Thought};
use super::super::talk::{self, Bare, Talk};
use super::super::votes::Quorum;
use super::super::wording::{tongues, voting};
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

/// The option that words name in full, if it is another one than was chosen: "blue, please", but no place.
pub fn exactly_another(decision: &Decision, text: &str) -> Option<usize> {
    let options = &decision.asked.options;
    let place = super::place_alone(options, text).is_some() && !super::is_label(options, text);
    if place || talk::read(text).is_some_and(|said| !matches!(said, Talk::Bare(Bare::Yes | Bare::No))) {
        return None;
    }
    let wanted = plainly(options, text).filter(|wanted| *wanted < options.len())?;
    (decision.of_work() && decision.verdict()?.option != Some(wanted)).then_some(wanted)
}

/// The number of the ticket whose decision somebody wants to take anew: "reopen #1".
pub fn reopens_ticket(text: &str) -> Option<i64> {
    const LEADS: &[&str] = &[
        "reopen",
        "re-open",
        "revisit",
        "undo",
        "please reopen",
        "can you reopen",
        "can we reopen",
        "öffne",
        "reabre",
        "rouvre",
    ];
    let small = bare(text.trim_end_matches(['?', '？', ' ']));
    let rest = phrases::after(&small, LEADS)?;
    let rest = phrases::after(rest, &["ticket", "decision", "the decision on", "the decision about"]).unwrap_or(rest);
    let number = rest.strip_prefix('#').unwrap_or(rest);
    number.strip_suffix(" again").unwrap_or(number).trim().parse().ok().filter(|number| *number > 0)
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
    /// Whatever was decided last.
    const AGAIN: &str = "ask me again|ask again|ask me that again|ask me once more|change my answer|change my choice|\
         frag mich nochmal|frag mich noch einmal|再问我一次";
    const SMALL: &[&str] = &["my", "our", "the", "that", "this", "last", "about", "on", "of", "for", "again", "please"];
    let small = bare(text.trim_end_matches(['?', '？', ' '])).replace('’', "'");
    let plain = phrases::after(&small, &["please"]).unwrap_or(&small);
    if AGAIN.split('|').any(|again| again == plain) {
        return Some(Vec::new());
    }
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

/// "keep it as it is": what was decided is to stay, or is an answer of one's own to what offers nothing of the kind.
pub fn stays(text: &str) -> bool {
    const STAYS: &str = "keep it|keep them|keep both|keep it so|keep it as it is|keep it that way|leave it|leave it so|leave it as it is|\
                         as it is|so lassen|lass es so|behalten";
    let said = bare(text);
    STAYS.split('|').any(|stays| stays == said)
}

/// Whether words take a vote back, whatever it was for.
pub fn wants_vote_back(text: &str) -> bool {
    const BACK: &str = "take my vote back|take back my vote|undo my vote|withdraw my vote|remove my vote";
    let plain = bare(text);
    BACK.split('|').any(|back| back == plain) || tongues::names(voting::TAKE_BACK).any(|name| bare(&name) == plain)
}

/// Whether words to an open decision take back a vote for it; where one is enough, there is none.
pub fn takes_vote_back(decision: &Decision, text: &str) -> bool {
    let several = decision.open() && decision.quorum != Quorum::Any;
    several && (talk::read(text) == Some(Talk::Bare(Bare::Undo)) || wants_vote_back(text))
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
            ("ask me again", Some(&[])),
            ("change the decision to blue", None),
            ("write down the decision", None),
            ("reopen the shop", None),
            ("change my decision making course at the university to Monday", None),
        ] {
            assert_eq!(reopens(text), wanted.map(|w| w.iter().map(|w| (*w).to_owned()).collect()), "{text}");
        }
        for (text, wanted) in
            [("reopen #1", Some(1)), ("Reopen 12, please", None), ("can we reopen #3?", Some(3)), ("reopen", None)]
        {
            assert_eq!(reopens_ticket(text), wanted, "{text}");
        }
    }
}
