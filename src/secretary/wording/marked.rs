//! By what a question and its answers are known wherever they stand: first a sign that says what kind of question it is, and
//! quotes around what an agent called like a button of the secretary's own. Signs are taken out of what agents write
//! (`marks::unmarked`), so that a question one of them made up looks like nothing that the secretary asks itself.

use super::super::decision::Decision;
use super::super::lookalikes;
use super::super::message::Span;
use super::super::ticket::Ticket;
use super::people::capital;
use super::{decisions, short, tongues};
use std::collections::HashSet;
use std::sync::LazyLock;

/// The sign of its kind, to stand first.
pub(super) fn sign(decision: &Decision) -> Span {
    Span::text(format!("{} ", decisions::icon(decision)))
}

/// What stands before a question in a list: sign, number and kind. The kind would be no mark behind it, where a question may
/// end in the same words.
pub(super) fn before(ticket: &Ticket, decision: &Decision) -> Span {
    let kind = decisions::kind(decision);
    let end = if kind.is_empty() || kind.ends_with('?') { "" } else { ":" };
    let kind = if kind.is_empty() { String::new() } else { format!("{}{end} ", capital(kind)) };
    Span::Strong(format!("{} #{} {kind}", decisions::icon(decision), ticket.number))
}

/// An option or an answer as it is said everywhere, cut at `most` characters.
pub fn called(decision: &Decision, words: &str, most: usize) -> String {
    let shown = short(words, most);
    if decision.of_work() && is_ours(words) { format!("“{shown}”") } else { shown }
}

/// Whether an answer is called like something that the secretary's own buttons do. In a question of the work it does nothing
/// but answer.
fn is_ours(words: &str) -> bool {
    static OWN: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let labels = [
            "Start",
            "Edit",
            "Cancel",
            "Stop",
            "Undo",
            "Pause",
            "Resume",
            "Dispatch",
            "Do it",
            "Always do this",
            "Yes, all of it",
            "No, none of it",
            "No, don't",
            "No, because…",
            "Leave it out",
            "Go on",
            "Finish with this",
            "It worked",
            "Show all of it",
            "Try again",
            "Revise",
            "Delete",
            "Erase everything",
            "Other…",
            "Take my vote back",
        ];
        labels.into_iter().flat_map(tongues::names).map(|name| lookalikes::look(&name)).collect()
    });
    OWN.contains(&lookalikes::look(words))
}

#[cfg(test)]
mod tests {
    use super::super::super::budget::Scope;
    use super::super::super::decision::{Kind, Subject};
    use super::super::marks::unmarked;
    use super::*;

    #[test]
    fn what_an_agent_calls_like_our_own_button_is_known_in_any_writing() {
        for words in ["Do it", "DO IT", "Do it.", "Mach es", "D\u{43e} it", "Yes, all of it", "Leave it out", "停止"]
        {
            assert!(is_ours(words), "{words}");
        }
        for words in ["Do it on Monday", "Only monthly terms", "Yes", "No", "Skip the tour", "…"] {
            assert!(!is_ours(words), "{words}");
        }
    }

    #[test]
    fn no_sign_of_a_kind_can_stand_in_the_text_of_an_agent() {
        let subjects = [
            Subject::Work,
            Subject::Limit,
            Subject::Failure,
            Subject::Assign,
            Subject::Unknown,
            Subject::Redo,
            Subject::Approval,
            Subject::Budget(Scope::Day),
        ];
        let kinds =
            [Kind::Clarification, Kind::Technical, Kind::Priority, Kind::Exception, Kind::Resource, Kind::Other];
        let all = subjects.into_iter().flat_map(|subject| kinds.into_iter().map(move |kind| (subject, kind)));
        for sign in all.flat_map(|(subject, kind)| [false, true].map(|large| decisions::icon_of(subject, kind, large)))
        {
            assert_eq!(unmarked(&format!("{sign} #8 May I do this?")), "#8 May I do this?", "{sign}");
        }
    }
}
