//! Words about a decision that are read by what kind of decision it is: a yes to whether a call may be made; words that put
//! the answer off. Pure.

use super::super::approval::{Permit, Proposed};
use super::super::decision::{AskedOption, Decision, Subject};
use super::super::ids::DecisionId;
use super::super::phrases;
use super::super::question_words;
use super::super::talk::{self, Bare, SmallTalk, Talk};
use super::super::ticket::Ticket;

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

/// Whether words want something tried once more.
pub fn wants_again(text: &str) -> bool {
    const BEFORE: &[&str] = &["please", "yes", "ok", "okay", "just", "bitte", "ja", "oui", "sí"];
    const AGAIN: &str = "try again|try it again|try that again|try this again|try once more|try it once more|try one more time|retry|\
         retry it|retry that|do it again|do that again|do it once more|once more|one more time|once again|again|give it another try|\
         give it another go|have another go|another try|run it again|noch einmal|nochmal|noch mal|nochmals|erneut versuchen|\
         versuch es noch einmal|versuch es nochmal|versuch's nochmal|versuche es noch einmal|probier es nochmal|mach es noch einmal|\
         mach es nochmal|otra vez|de nuevo|inténtalo de nuevo|inténtalo otra vez|reintentar|vuelve a intentarlo|réessaie|réessayer|\
         réessayez|essaie encore|encore une fois|重试|再试一次|再试试|再来一次|再做一次";
    let small = super::bare(text);
    let plain = super::without_thanks(&small);
    let plain = phrases::after(plain, BEFORE).map_or(plain, |rest| rest.trim_start_matches([',', ' ']));
    AGAIN.split('|').any(|again| again == plain)
}

/// The option that such words take: what did not work, or may not have happened, is done once more.
pub(super) fn tried_again(decision: &Decision, text: &str) -> Option<usize> {
    let offered = match decision.subject {
        Subject::Failure | Subject::Unknown => true,
        // Without a language model there is nothing that could be done better.
        Subject::Redo => decision.asked.options.len() > 1,
        Subject::Work | Subject::Plan | Subject::Limit | Subject::Assign | Subject::Approval | Subject::Budget(_) => {
            false
        }
    };
    (offered && wants_again(text)).then_some(0)
}

/// The same, also where an agent calls one of its options so.
pub fn offers_again(decision: &Decision, text: &str) -> Option<usize> {
    let plain = super::bare(text);
    let named = || decision.asked.options.iter().position(|option| super::called(option, &plain));
    tried_again(decision, text).or_else(named)
}

/// What a bare yes or no says to the question whether a call may be made: this once, or not at all. A yes to "Go on?" goes on;
/// a no there may mean either of the others, but for a plan, which begins or does not.
pub(super) fn permitted(decision: &Decision, text: &str) -> Option<usize> {
    let proposed = decision.proposed.as_ref().filter(|_| decision.subject == Subject::Approval);
    if proposed.is_none() && !matches!(decision.subject, Subject::Limit | Subject::Budget(_) | Subject::Plan) {
        return None;
    }
    let small = super::bare(text);
    let left_out = |decides: &Proposed| decides.choices().iter().position(|permit| *permit == Permit::LeftOut);
    if matches!(small.as_str(), "skip" | "skip it" | "skip this") {
        return proposed.and_then(|proposed| left_out(proposed));
    }
    let Some(Talk::Bare(said)) = talk::read(text) else { return None };
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
    match proposed {
        Some(proposed) => proposed.choices().iter().position(|permit| *permit == wanted),
        None if wanted == Permit::Once => Some(0),
        None => (decision.subject == Subject::Plan).then_some(1),
    }
}

/// Whether words only point at what holds for good, as "always" does: that is taken by its button, its number or its very
/// words, and else the call is made this once.
pub(super) fn means_once(decision: &Decision, option: usize, text: &str) -> bool {
    let lasting = decision.proposed.as_ref().is_some_and(|p| p.chosen(Some(option)) == Some(Permit::Always));
    lasting && super::by_number(&super::bare(text)) != Some(option) && !super::is_label(&decision.asked.options, text)
}

/// Words that let a call be made for good where only once is offered: it is made once.
pub(super) fn always_once(decision: &Decision, text: &str) -> Option<usize> {
    #[rustfmt::skip]
    const ALWAYS: &[&str] = &[
        "always", "always do this", "always do it", "always do that", "do it always", "do this always", "yes, always", "always yes",
        "every time", "immer", "mach das immer", "ja, immer", "siempre", "toujours", "总是",
    ];
    let proposed = decision.proposed.as_ref().filter(|p| decision.subject == Subject::Approval && !p.lasting)?;
    let small = super::bare(text);
    ALWAYS.contains(&super::without_thanks(&small)).then_some(())?;
    proposed.choices().iter().position(|permit| *permit == Permit::Once)
}

/// Whether words that decide this wanted it for good and let it be done only once.
pub fn only_once(ticket: &Ticket, decision: &DecisionId, text: &str) -> bool {
    let decision = ticket.decision(decision).filter(|decision| decision.open());
    let once = |d: &Decision| super::named(&d.asked.options, text).is_some_and(|option| means_once(d, option, text));
    decision.is_some_and(|d| once(d) || always_once(d, text).is_some())
}

/// What is said beside a no to a call, to tell the work why: "because I pay today" of "no, because I pay today".
pub(super) fn reason(decision: &Decision, text: &str) -> Option<String> {
    let proposed = decision.proposed.as_ref().filter(|_| decision.open())?;
    let left_out = proposed.choices().iter().position(|permit| *permit == Permit::LeftOut);
    let no = |options: &[AskedOption], head: &str| {
        permitted(decision, head).or_else(|| super::firmly(options, head)).filter(|option| Some(*option) == left_out)
    };
    let (_, more) = super::more_than(&decision.asked.options, text, no)?;
    phrases::after(&more, super::LINKS).is_some().then_some(more)
}

/// Whether words say that their sender is not ready to answer: "first let me ask Kim", "wait".
pub fn puts_off(text: &str) -> bool {
    #[rustfmt::skip]
    const AMONG: &[&str] = &[
        "let me ask", "let me check", "let me see", "let me talk", "i'll ask", "i will ask", "i'll check",
        "i will check", "i need to ask", "i need to check", "i have to ask", "i have to check", "i must ask", "hold on",
        "wait a sec", "wait a minute", "wait a moment", "ich frage", "ich muss erst", "ich muss noch fragen", "lass mich", "moment mal", "déjame",
        "tengo que preguntar", "laisse-moi", "je dois demander",
    ];
    let small = super::bare(text);
    phrases::has(&small, AMONG)
        || small.split([',', ';', '.', '，', '。']).any(waits)
        || question_words::wants_time(text)
}

/// Whether words send to somebody else for the answer: "ask Kim".
pub(super) fn sends_to(text: &str) -> bool {
    let rest = phrases::after(text.trim(), &["ask", "frag", "frage", "pregunta a", "demande à"]);
    let after_things = |rest: &&str| phrases::after(rest, &["for", "about", "nach", "por", "pour"]).is_none();
    rest.filter(after_things).is_some_and(|rest| (1..=3).contains(&rest.split_whitespace().count()))
}

/// Whether these words do nothing else: "wait", "hang on", "ask me later".
pub fn waits(text: &str) -> bool {
    #[rustfmt::skip]
    const WHOLE: &[&str] = &[
        "wait", "please wait", "hang on", "hang on a sec", "hold on", "one moment", "just a moment", "moment", "moment mal",
        "einen moment", "warte", "warte kurz", "warte mal", "wart mal", "warte mal kurz", "attends", "attends un peu", "espera un poco", "等一会儿", "un moment", "espera", "un momento", "mañana", "mejor mañana",
        "等一下", "等等", "稍等", "noch nicht", "jetzt nicht", "pas encore", "pas maintenant", "todavía no", "ahora no",
    ];
    let small = super::bare(text);
    let small = super::without_thanks(&small);
    WHOLE.contains(&small) || talk::read(small) == Some(Talk::Small(SmallTalk::Later))
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
    fn what_wants_another_try_is_known() {
        for text in [
            "Try again",
            "retry!",
            "Do it again, please",
            "once more",
            "please try again",
            "Nochmal",
            "réessaie",
            "重试。",
        ] {
            assert!(wants_again(text), "{text}");
        }
        for text in ["try again tomorrow", "compare offers again", "do it", "once", "don't try again", "yes"] {
            assert!(!wants_again(text), "{text}");
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
            "hang on",
            "One moment, please",
            "I need more time",
            "I need another hour",
            "gib mir noch eine Stunde",
            "postpone this by a day",
            "noch nicht",
            "mañana",
            "明天再说",
        ] {
            assert!(puts_off(text), "{text}");
        }
        for text in ["wait until Monday", "ask Kim", "the waiting room", "only until May", "a later train"] {
            assert!(!puts_off(text), "{text}");
        }
    }
}
