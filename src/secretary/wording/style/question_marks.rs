//! Marks of questions and options: a sign for the kind of question, and quotes around an option of an agent that is
//! named like a button of the secretary or like a redaction mark. Such signs are removed from words of agents
//! (`status_marks::unmarked`), and what begins like a card is quoted (`status_marks::as_said`), so that a question of an agent
//! never looks like one of the secretary.

use crate::secretary::decision::approval::Proposed;
use crate::secretary::decision::{Decision, Kind, Subject};
use crate::secretary::language::translations;
use crate::secretary::message::Span;
use crate::secretary::names::lookalikes;
use crate::secretary::names::phrases::{capital, short};
use crate::secretary::people::names::NAMELESS;
use crate::secretary::policy::Because;
use crate::secretary::redaction;
use crate::secretary::ticket::Ticket;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The sign of a plan that people decide about, as each kind of question has one.
pub(in crate::secretary::wording) const PLAN: &str = "📋";

/// What kind of question it is, in a few everyday words; none for a question of no special kind.
pub fn kind(decision: &Decision) -> &'static str {
    match (decision.subject, decision.asked.kind) {
        (Subject::Plan, _) => "shall this begin?",
        (Subject::Limit | Subject::Budget(_), _) => "may I go on?",
        (Subject::Failure, _) => "something did not work",
        (Subject::Assign, _) => "who takes over",
        (Subject::Unknown, _) => "did this happen?",
        (Subject::Work, Kind::Clarification) => "what is meant",
        (Subject::Work, Kind::Technical) => "how to do it",
        (Subject::Work, Kind::Priority) => "what comes first",
        (Subject::Work, Kind::Exception) => "something unexpected",
        (Subject::Work, Kind::Resource) => "something is needed",
        (Subject::Redo, _) => "what should be different",
        (Subject::Approval, _) if large(decision) => "many things at once",
        (Subject::Approval, _) => "may I do this?",
        (Subject::Work, Kind::Other) => "",
    }
}

/// A sign for each kind of question, so that it is known before it is read.
pub fn icon(decision: &Decision) -> &'static str {
    icon_of(decision.subject, decision.asked.kind, large(decision))
}

/// The same. `large`: it is about many things at once.
pub(in crate::secretary::wording) fn icon_of(subject: Subject, kind: Kind, large: bool) -> &'static str {
    match (subject, kind) {
        (Subject::Plan, _) => PLAN,
        (Subject::Limit, _) => "⏳",
        (Subject::Budget(_), _) => "💰",
        (Subject::Failure, _) => "🧩",
        (Subject::Assign, _) => "👤",
        (Subject::Unknown, _) => "❔",
        (Subject::Redo, _) => "🔁",
        (Subject::Approval, _) if large => "📚",
        (Subject::Approval, _) => "🔐",
        (Subject::Work, Kind::Clarification) => "❓",
        (Subject::Work, Kind::Technical) => "🔧",
        (Subject::Work, Kind::Priority) => "🔢",
        (Subject::Work, Kind::Exception) => "⚠️",
        (Subject::Work, Kind::Resource) => "📦",
        (Subject::Work, Kind::Other) => "💬",
    }
}

/// Whether it is about one call with many things.
pub(in crate::secretary::wording) fn large(decision: &Decision) -> bool {
    decision.proposed.as_ref().is_some_and(|proposed| many_things(proposed))
}

/// Whether one call is about many things.
pub(in crate::secretary::wording) fn many_things(proposed: &Proposed) -> bool {
    matches!(proposed.because, Because::Large(_))
}

/// The sign of its kind, to stand first.
pub(in crate::secretary::wording) fn sign(decision: &Decision) -> Span {
    Span::text(format!("{} ", icon(decision)))
}

/// What stands before a question in a list: sign, number and kind. The kind would be no mark behind it, where a question may
/// end in the same words.
pub(in crate::secretary::wording) fn before(ticket: &Ticket, decision: &Decision) -> Span {
    let kind = kind(decision);
    let end = if kind.is_empty() || kind.ends_with('?') { "" } else { ":" };
    let kind = if kind.is_empty() { String::new() } else { format!("{}{end} ", capital(kind)) };
    Span::Strong(format!("{} #{} {kind}", icon(decision), ticket.number))
}

/// What the idea is and whose, where a question is also read elsewhere than where that was sent. The question about a plan names it
/// itself.
pub(in crate::secretary::wording) fn about(ticket: &Ticket, decision: &Decision) -> Option<String> {
    let elsewhere = decision.rooms.iter().any(|room| *room != ticket.room);
    let title = short(&ticket.short_title(), 60);
    let title = title.trim_end_matches('.');
    if !elsewhere || decision.subject == Subject::Plan || title.is_empty() {
        return None;
    }
    Some(match ticket.requester_name.as_str() {
        NAMELESS => format!("It is about “{title}”."),
        name => format!("It is about “{title}”, sent by {name}."),
    })
}

/// An option or an answer as it is said everywhere, cut at `most` characters.
pub fn called(decision: &Decision, words: &str, most: usize) -> String {
    let shown = short(words, most);
    // What a person answered in words of their own is theirs.
    let look = lookalikes::look(words);
    let option = decision.asked.options.iter().any(|option| lookalikes::look(&option.label) == look);
    if option && decision.of_work() && like_ours(words) { format!("“{shown}”") } else { shown }
}

/// An option of a script as its button shows it.
pub fn quoted(option: &str) -> String {
    if like_ours(option) { format!("“{option}”") } else { option.to_owned() }
}

/// Whether words look like a button of the secretary, or like a redaction mark.
fn like_ours(words: &str) -> bool {
    is_ours(words) || redaction::marked(words)
}

/// Characters of a button that are shown for certain, behind a star and a number.
const CERTAIN: usize = 50;

/// What the button of an option says, which is called `label`. Labels are cut at their end, so the star stands first; and where
/// one would look like another after that, its number in the text stands there as well.
pub(in crate::secretary::wording) fn on_button(decision: &Decision, option: usize, label: &str) -> String {
    let seen = |words: &str| lookalikes::look(&words.chars().take(CERTAIN).collect::<String>());
    let mut others = decision.asked.options.iter().enumerate().filter(|(i, _)| *i != option);
    let alike = others.any(|(_, other)| seen(&called(decision, &other.label, 1_000)) == seen(label));
    let star = if decision.asked.recommended == Some(option) { "★ " } else { "" };
    let number = if alike { format!("{}. ", option + 1) } else { String::new() };
    format!("{star}{number}{label}")
}

/// What the secretary's own buttons are called, besides a bare "Yes", which is an answer before anything else,
/// and what turns pages; with a stroke between them.
const LABELS: &str = "\
    Add|Add my words|Agree|Always do this|Ask again|Ask me again|Ask me first|Cancel|Cancel all its runs|\
    Cancel it|Cancel the run|Change it…|Confirm|Decide|Delete|Delete it|Dispatch|Do it|Do it once now|Done|Dry run|Edit|End invitations|\
    Erase everything|Erase everything of mine|Examples|Finish with this|Go on|History|In 1 hour|In 10 min|It worked|Keep going|\
    Keep it|Keep them|Leave it|Leave it out|Make it a new idea|Never mind|New idea|New secret|No, because…|No, don't|\
    No, none of it|Now|Open|Other time|Other…|Pause|Remind me|Replace it|Report|Resume|Revise|Run now|Run once more|Schedule|\
    Schedule it|Script|Show all|Show all of it|Show the list|Show what is open|Start|Stay|Stop|Stop it|Take it up again|\
    Take my vote back|Tomorrow morning|Try again|Try now|Turn off|Undo|Undo all|Use this|Use your judgement|Yes, all of it";

/// Whether an answer is called like something that the secretary's own buttons do, also for one of several: "Start #1". In a
/// question of the work it does nothing but answer.
fn is_ours(words: &str) -> bool {
    static OWN: LazyLock<HashSet<String>> =
        LazyLock::new(|| LABELS.split('|').flat_map(translations::names).map(|name| lookalikes::look(&name)).collect());
    OWN.contains(&lookalikes::look(words)) || OWN.contains(&lookalikes::look(&without_number(words)))
}

/// Words without a number before or behind them.
fn without_number(words: &str) -> String {
    let is_number = |word: &&str| -> bool {
        let digits = word.trim_matches(['#', '.', ':', ')', '(']);
        !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
    };
    let mut words: Vec<&str> = words.split_whitespace().collect();
    if words.last().is_some_and(&is_number) {
        words.pop();
    }
    let first = usize::from(words.first().is_some_and(is_number));
    words.split_off(first).join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::status_marks::unmarked;
    use crate::secretary::budget::Scope;
    use crate::secretary::decision::Kind;
    use crate::secretary::wording::style::question_marks::*;

    #[test]
    fn what_an_agent_calls_like_our_own_button_is_known_in_any_writing() {
        let writings = "Do it|DO IT|Do it.|Mach es|D\u{43e} it|Yes, all of it|Leave it out|停止|Start #1|2 Edit";
        for words in writings.split('|') {
            assert!(is_ours(words), "{words}");
        }
        for words in ["Do it on Monday", "Only monthly terms", "Yes", "No", "Skip the tour", "…"] {
            assert!(!is_ours(words), "{words}");
        }
    }

    /// Every file below a folder.
    fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn every_button_of_our_own_is_known() {
        let mut seen = 0;
        for file in files(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/secretary/wording")) {
            let text = std::fs::read_to_string(&file).unwrap();
            if file.ends_with("question_marks.rs") {
                continue;
            }
            for call in ["keys.plain(", "keys.good(", "keys.bad(", "keys.form("] {
                for rest in text.split(call).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"')) {
                    let label = rest.split('"').next().unwrap();
                    seen += 1;
                    let other = matches!(label, "Yes" | "No") || label.contains(['‹', '›']);
                    assert!(other || is_ours(label), "“{label}” of {} is missing in LABELS", file.display());
                }
            }
        }
        assert!(seen > 60, "{seen}");
    }

    #[test]
    fn no_sign_of_a_kind_can_stand_in_the_text_of_an_agent() {
        let subjects = [
            Subject::Work,
            Subject::Plan,
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
        for sign in all.flat_map(|(subject, kind)| [false, true].map(|large| icon_of(subject, kind, large))) {
            assert_eq!(unmarked(&format!("{sign} #8 May I do this?")), "#8 May I do this?", "{sign}");
        }
    }
}
