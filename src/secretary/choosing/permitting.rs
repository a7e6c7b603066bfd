//! Words about a decision that are read by what kind of decision it is: a yes to whether a call may be made; words that put
//! the answer off. Pure.

use super::super::approval::Permit;
use super::super::decision::{Decision, Subject};
use super::super::phrases;
use super::super::talk::{self, Bare, Talk};

/// Beginnings of words that want something left undone.
const DEED: &[&str] = &["don't", "don’t", "dont", "do not", "never", "leave", "lass"];

/// Words of somebody who does not know.
#[rustfmt::skip]
pub(super) const UNSURE: &[&str] = &[
    "i don't know", "don't know", "dunno", "no idea", "not sure", "i'm not sure", "i am not sure", "let me think",
    "ich weiß nicht", "weiß nicht", "keine ahnung", "no sé", "je ne sais pas",
];
/// Words that put off what stands beside them.
const NOT_YET: &[&str] =
    &["later", "not now", "not yet", "let me", "think about", "another time", "dont know", "später", "noch nicht"];

/// What a bare yes or no says to the question whether a call may be made: this once, or not at all.
pub(super) fn permitted(decision: &Decision, text: &str) -> Option<usize> {
    let proposed = decision.proposed.as_ref().filter(|_| decision.subject == Subject::Approval)?;
    let Some(Talk::Bare(said)) = talk::read(text) else { return None };
    let small = super::bare(text).replace('’', "'");
    // "ok?", "yes, later": phrases in a row are read by the weightiest, and a call needs no doubt beside it.
    if text.contains(['?', '？']) || puts_off(text) || [UNSURE, NOT_YET].iter().any(|doubt| phrases::has(&small, doubt))
    {
        return None;
    }
    let wanted = match said {
        Bare::Yes | Bare::Start if phrases::after(&small, &["no", "nein", "non", "nope", "nah"]).is_some() => {
            return None;
        }
        Bare::Yes | Bare::Ok | Bare::Start => Permit::Once,
        Bare::No => Permit::LeftOut,
        // "cancel" is about all of the work.
        Bare::Drop if phrases::after(&super::bare(text), DEED).is_some() => Permit::LeftOut,
        Bare::Drop | Bare::Nod | Bare::Undo | Bare::DropLast | Bare::Stop | Bare::Pause | Bare::Resume => return None,
    };
    proposed.choices().iter().position(|permit| *permit == wanted)
}

/// Whether words say that their sender is not ready to answer: "first let me ask Kim", "wait".
pub fn puts_off(text: &str) -> bool {
    #[rustfmt::skip]
    const AMONG: &[&str] = &[
        "let me ask", "let me check", "let me see", "let me talk", "i'll ask", "i will ask", "i'll check",
        "i will check", "i need to ask", "i need to check", "i have to ask", "i have to check", "i must ask", "hold on",
        "one moment", "just a moment", "wait a sec", "wait a minute", "wait a moment", "ich frage", "ich muss erst", "ich muss noch fragen", "lass mich", "moment mal", "déjame",
        "tengo que preguntar", "laisse-moi", "je dois demander",
    ];
    const WHOLE: &str = "wait|please wait|not now|later|moment|warte|attends|espera|等一下|等等";
    let small = super::bare(text).replace('’', "'");
    let waits = |part: &str| WHOLE.split('|').any(|words| words == part.trim());
    phrases::has(&small, AMONG) || small.split([',', ';', '.', '，', '。']).any(waits)
}

/// Whether words begin with a yes and go on without a limit: "yes, go ahead and send it", but not "yes, but only until May".
pub fn allows_more(text: &str) -> bool {
    #[rustfmt::skip]
    const YES: &[&str] = &[
        "yes", "yeah", "yep", "ok", "okay", "sure", "go ahead", "go for it", "do it", "please do", "approve", "approved",
        "i approve", "sounds", "looks good", "great", "perfect", "fine", "good", "nice", "cool", "absolutely", "of course",
        "definitely", "why not", "no problem", "no worries", "ja", "sí", "si", "oui", "einverstanden", "genehmigt", "gerne",
    ];
    let limited =
        |rest: &str| phrases::after(rest.trim_start_matches([',', ';', ':', '-', '–', ' ']), super::LINKS).is_some();
    phrases::after(text.trim(), YES).is_some_and(|rest| !limited(rest))
}

/// The yes or no that words begin with and give a reason for: "no" of "no, I'm too tired".
pub fn begins_with_yes_or_no(text: &str) -> Option<&str> {
    const WORDS: &str = "yes|no|ja|nein|sí|si|oui|non|yeah|yep|nope";
    let (head, rest) = text.split_once([',', ';', ':', '–', '—', '，'])?;
    let known = WORDS.split('|').any(|word| word == head.trim().to_lowercase());
    (known && !rest.trim().is_empty() && !text.contains('\n')).then_some(head.trim())
}

/// Whether words ask somebody to do something.
pub fn asks_somebody(text: &str) -> bool {
    let small = text.to_lowercase();
    phrases::has(
        &small,
        &["please", "can you", "could you", "would you", "what do you", "you decide", "bitte", "kannst du"],
    )
}

/// Whether words stand for an order of things rather than for the place of an option: "First, …".
pub(super) fn begins_a_list(text: &str) -> bool {
    matches!(super::bare(text).as_str(), "first" | "second" | "third" | "fourth" | "last")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_with_more_behind_it_is_known_but_for_one_within_limits() {
        for text in ["yes, go ahead and send it", "ok send it", "Approved by me", "Ja, mach das so"] {
            assert!(allows_more(text), "{text}");
        }
        for text in ["yes, but only until May", "ok, if it is cheap", "no, too expensive", "send it", "yesterday"] {
            assert!(!allows_more(text), "{text}");
        }
    }

    #[test]
    fn what_puts_an_answer_off_is_known() {
        for text in [
            "Wait.",
            "let me ask Kim first",
            "Hold on!",
            "First, let me ask Kim",
            "No, wait",
            "ich frage Kim",
            "I’ll check",
        ] {
            assert!(puts_off(text), "{text}");
        }
        for text in ["wait until Monday", "ask Kim", "the waiting room", "only until May", "a later train"] {
            assert!(!puts_off(text), "{text}");
        }
    }
}
