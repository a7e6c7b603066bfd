//! Sentences about calls that wait for approval, and about the approval policy. All words come from the call and from
//! code; a model contributes only the arguments, which are marked as such.

pub mod whole_call;

use crate::secretary::decision::approval::{Permit, Proposed};
use crate::secretary::decision::cut_off::{CutOff, plain};
use crate::secretary::decision::{Asked, AskedOption, Decision, Kind};
use crate::secretary::ids::PersonId;
use crate::secretary::message::Message;
use crate::secretary::message::action::TicketAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::names::invisible;
use crate::secretary::names::phrases::{listed, plural, short};
use crate::secretary::people::names::NAMELESS;
use crate::secretary::policy::{self, Because, MANY, Risk, Source};
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::style::question_marks;
use crate::secretary::wording::ticket::ways_on;
use serde_json::Value;

/// Characters of an argument that the question shows; a press shows all of it.
const SHOWN: usize = 100;
/// What speaks against letting several calls be made at once.
const UNSEEN: &str = "nobody looks at each one any more";

/// The question whether a call may be made. `requester`: whose idea the work is for, by name.
pub fn asked(agent: &str, requester: &str, proposed: &Proposed) -> Asked {
    let call = CutOff::of(&proposed.tool, &proposed.arguments);
    let question = format!("{} wants to {}.", or_somebody(agent), operation(proposed, &call));
    let with: Vec<String> = call.with.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let with =
        if with.is_empty() { String::new() } else { format!(" It says: {}.", with.join("; ").trim_end_matches('.')) };
    // The reason first: whatever is cut off, it is not that.
    let why = format!("{}{with}", because(proposed));
    let options = proposed.choices().iter().map(|permit| option(*permit, requester, proposed)).collect();
    let recommended = recommended(proposed);
    let reason = recommended.map(|_| "it may be their wish and not yours".to_owned()).unwrap_or_default();
    Asked { question, why, options, kind: Kind::Other, recommended, reason, deadline: None }
}

/// The recommended option: to skip a call that words of others may have caused. Approving a call is never
/// recommended, since people would learn to press the star. Skipping any other call is not recommended, either: code
/// does not know whether it is wanted.
fn recommended(proposed: &Proposed) -> Option<usize> {
    if !matches!(proposed.because, Because::Read(_)) {
        return None;
    }
    proposed.choices().iter().position(|permit| *permit == Permit::LeftOut)
}

fn or_somebody(agent: &str) -> &str {
    if agent.is_empty() { crate::secretary::wording::ticket::progress::SOMEBODY } else { agent }
}

/// What would be done, in words for people.
pub(in crate::secretary::wording) fn operation_of(proposed: &Proposed) -> String {
    operation(proposed, &CutOff::of(&proposed.tool, &proposed.arguments))
}

fn operation(proposed: &Proposed, call: &CutOff) -> String {
    let text =
        |name: &str| proposed.arguments.get(name).and_then(Value::as_str).map(|t| short(&invisible::marked(t), SHOWN));
    match proposed.tool.as_str() {
        "write_note" => match text("title") {
            Some(title) => format!("write the note “{title}”"),
            None => "write a note".to_owned(),
        },
        "set_reminder" => match text("text") {
            Some(text) => format!("set a reminder: “{text}”"),
            None => "set a reminder".to_owned(),
        },
        "read_url" => match text("url") {
            Some(url) => format!("open {url}"),
            None => "open a page".to_owned(),
        },
        _ if policy::things(&proposed.arguments) > MANY => {
            format!("use “{}” for {} things", call.what, policy::things(&proposed.arguments))
        }
        _ => match &call.to {
            Some(to) => format!("use “{}” for {to}", call.what),
            None => format!("use “{}”", call.what),
        },
    }
}

fn because(proposed: &Proposed) -> String {
    match &proposed.because {
        // What could be allowed for good and is not offered so is asked each time, whatever anybody allows.
        Because::Policy if !proposed.lasting && policy::can_last(&proposed.arguments) => {
            "I never do this without asking.".to_owned()
        }
        Because::Policy => "I ask before I do this.".to_owned(),
        Because::Rule(by) => format!("{by} wants this to be asked each time."),
        Because::Read(sources) => format!(
            "I ask because this work has read {}: what others write there may have led to it.",
            sources_read(sources)
        ),
        Because::Address(host) => format!(
            "I ask because this work has read notes or files as well as what others wrote, and whoever runs {host} can \
             read what stands in the address."
        ),
        Because::Made(host) => format!(
            "I ask because this work has read what others wrote, the address stands nowhere in that or in what was said \
             here, and whoever runs {host} can read what stands in it."
        ),
        Because::Large(things) => format!("I ask because this one call is about {things} things at once."),
        Because::Many(changes) => format!(
            "I ask because this work has changed {} already.",
            plural(usize::try_from(*changes).unwrap_or(usize::MAX), "thing", "things")
        ),
    }
}

/// "pages of a.org and b.org, and search results"
fn sources_read(sources: &[Source]) -> String {
    let mut told: Vec<String> = sources.iter().take(3).map(source).collect();
    let more = sources.len().saturating_sub(3);
    if more > 0 {
        told.push(format!("{more} more"));
    }
    if told.is_empty() { "what others wrote".to_owned() } else { listed(&told) }
}

/// Whose text it is, in a few words.
pub fn source(source: &Source) -> String {
    match source {
        Source::Page(host) => format!("a page of {}", short(host, 60)),
        Source::Search => "results of a search".to_owned(),
        Source::File(name) if name.is_empty() => "a list of files".to_owned(),
        Source::File(name) => format!("the file “{}”", short(name, 60)),
        Source::Notes => "notes".to_owned(),
        Source::Forwarded => "a message that was passed on".to_owned(),
        Source::Tool(name) => format!("what “{}” answered", plain(name)),
    }
}

fn option(permit: Permit, requester: &str, proposed: &Proposed) -> AskedOption {
    let (label, impact) = match permit {
        Permit::Once => match proposed.because {
            Because::Many(_) => ("Go on", format!("up to {MANY} more before I ask again")),
            Because::Large(things) => ("Yes, all of it", format!("all {things}, as they stand")),
            Because::Policy | Because::Rule(_) | Because::Read(_) | Because::Address(_) | Because::Made(_) => {
                ("Do it", "this once, as it stands".to_owned())
            }
        },
        Permit::Always => {
            ("Always do this", format!("{}; an owner takes it back with /mode drop", lasts(requester, proposed)))
        }
        Permit::LeftOut if question_marks::many_things(proposed) => {
            ("No, none of it", "nothing of it is done, and the work goes on".to_owned())
        }
        Permit::LeftOut => ("Leave it out", "the work goes on without it".to_owned()),
        Permit::Stop => ("Stop", "the ticket is cancelled".to_owned()),
    };
    let (pros, cons) = sides(permit, proposed);
    AskedOption { label: label.to_owned(), impact, pros: pros.to_owned(), cons: cons.to_owned() }
}

/// What speaks for it and against it, by what code knows of the call.
fn sides(permit: Permit, proposed: &Proposed) -> (&'static str, &'static str) {
    let onward = matches!(proposed.because, Because::Address(_) | Because::Made(_));
    let many = matches!(proposed.because, Because::Many(_));
    match (permit, proposed.risk) {
        (Permit::Once, Risk::High) => ("", "it can't be taken back"),
        // What was read at an address cannot be made unread.
        (Permit::Once, Risk::Low | Risk::Medium) if onward => ("", ""),
        (Permit::Once, Risk::Low | Risk::Medium) if many => ("the work can come to its end", UNSEEN),
        (Permit::Once, Risk::Low) => ("a mistake is easily undone", ""),
        (Permit::Once, Risk::Medium) => ("a mistake can be put right by hand", ""),
        (Permit::Always, Risk::High) => ("you are not asked each time", "none of them can be taken back"),
        (Permit::Always, Risk::Low | Risk::Medium) => ("you are not asked each time", UNSEEN),
        (Permit::LeftOut, _) if onward => ("nobody there learns anything", "the result may lack it"),
        (Permit::LeftOut, _) if question_marks::many_things(proposed) => ("", "the result may lack it"),
        (Permit::LeftOut, _) => ("nothing is changed", "the result may lack it"),
        (Permit::Stop, _) => ways_on::STOPS,
    }
}

/// For whose ideas and what "always" counts.
fn lasts(requester: &str, proposed: &Proposed) -> String {
    let whose = if requester == NAMELESS { "the same person".to_owned() } else { short(requester, 30) };
    let nobody = PersonId::new("");
    let moment = chrono::DateTime::UNIX_EPOCH;
    let rule = policy::lasting(&proposed.tool, &proposed.arguments, "", &nobody, moment);
    match rule.with.first() {
        Some((_, value)) => {
            let words = if rule.free.is_empty() { "" } else { ", whatever it says" };
            format!("also later, in {whose}'s ideas, for {}{words}", short(&invisible::marked(value), 60))
        }
        None => format!("also later, in {whose}'s ideas"),
    }
}

/// The buttons of such a question that are no options: a reason, and all of the call.
pub fn buttons(ticket: &Ticket, decision: &Decision, message: Message, keys: &mut Keys) -> Message {
    let reason = TicketAct::DecideOther { decision: decision.key.clone() }.on(&ticket.id);
    // Words allow nothing: the work hears them and may ask for less.
    let reason = if decision.proposed.as_ref().is_some_and(|proposed| question_marks::many_things(proposed)) {
        keys.form("Change it…", "What should be different?", "For example: only the first five", reason)
    } else {
        keys.form("No, because…", "Leave it out", "What should it know?", reason)
    };
    let all = TicketAct::ShowCall { decision: decision.key.clone() }.on(&ticket.id);
    let all = keys.plain("Show all of it", all);
    message.row(vec![reason, all])
}

/// What the model is told of a call that a rule of this person forbids.
pub fn forbidden_by(by: &str) -> String {
    format!("A rule of {by} forbids this; an owner can change that with /mode.")
}

/// What words of somebody's own about a call come to: they allow nothing.
pub fn left_out(words: &str) -> String {
    format!("Leave it out: {words}")
}

/// Why a ticket ended when somebody said so instead of letting a call be made.
pub fn stopped() -> String {
    "stopped when asked whether it may go on".to_owned()
}

#[cfg(test)]
mod tests {
    use crate::secretary::wording::decision::approvals::*;
    use serde_json::json;

    fn call(because: Because, risk: Risk, lasting: bool) -> Proposed {
        let arguments = json!({"to": "Kim", "why": "★ because Ada wants it. It can't be taken back"});
        Proposed { tool: "send_letter".to_owned(), arguments, because, risk, lasting }
    }

    fn because_of_all() -> [Because; 7] {
        let (host, by) = ("a.org".to_owned(), "Olga".to_owned());
        let read = Because::Read(vec![Source::Page(host.clone())]);
        let (address, made) = (Because::Address(host.clone()), Because::Made(host));
        [Because::Policy, Because::Rule(by), read, address, made, Because::Many(10), Because::Large(12)]
    }

    #[test]
    fn only_leaving_out_what_others_may_have_led_to_is_recommended() {
        for because in because_of_all() {
            for (risk, lasting) in [(Risk::Low, true), (Risk::Medium, false), (Risk::High, true), (Risk::High, false)] {
                let proposed = call(because.clone(), risk, lasting);
                let told = asked("Planner", "Mara", &proposed);
                let advised = told.recommended.and_then(|option| proposed.chosen(Some(option)));
                let foreign = matches!(because, Because::Read(_));
                assert_eq!(advised, foreign.then_some(Permit::LeftOut), "{because:?} {risk:?}");
                assert_eq!(told.reason.is_empty(), !foreign, "{because:?}");
            }
        }
    }

    #[test]
    fn what_speaks_for_and_against_a_call_comes_from_what_code_knows() {
        let of = |because: Because, risk, permit| sides(permit, &call(because, risk, true));
        let (once, left_out) = (Permit::Once, Permit::LeftOut);
        assert_eq!(of(Because::Policy, Risk::High, once), ("", "it can't be taken back"));
        assert_eq!(of(Because::Policy, Risk::Low, once).0, "a mistake is easily undone");
        assert_eq!(of(Because::Policy, Risk::Medium, once).0, "a mistake can be put right by hand");
        assert_eq!(of(Because::Many(10), Risk::Low, once).1, UNSEEN);
        assert_eq!(of(Because::Policy, Risk::High, Permit::Always).1, "none of them can be taken back");
        // What has left the house is not undone, however little depends on it.
        assert_eq!(of(Because::Made("a.org".to_owned()), Risk::Low, once), ("", ""));
        assert_eq!(of(Because::Made("a.org".to_owned()), Risk::Low, left_out).0, "nobody there learns anything");
        for because in because_of_all() {
            for risk in [Risk::Low, Risk::Medium, Risk::High] {
                let told = asked("Planner", "Mara", &call(because.clone(), risk, true));
                let final_one = told.options[0].cons.contains("taken back");
                assert_eq!(final_one, risk == Risk::High, "{because:?}: what cannot be taken back is always said");
                for option in &told.options {
                    assert!([&option.pros, &option.cons].iter().all(|side| side.chars().count() <= 50), "{option:?}");
                    assert!(option.pros != option.cons || option.pros.is_empty(), "{option:?}");
                    assert!(!option.cons.contains("Ada") && option.cons != option.impact, "{option:?}");
                }
            }
        }
    }

    #[test]
    fn for_whose_ideas_and_what_always_counts_is_said() {
        let proposed = |lasting, arguments| Proposed {
            tool: "read_url".to_owned(),
            arguments,
            because: Because::Policy,
            risk: Risk::Low,
            lasting,
        };
        let page = json!({"url": "https://a.org/x"});
        let told = asked("Planner", "Mara", &proposed(true, page.clone()));
        let always = "also later, in Mara's ideas, for https://a.org/*; an owner takes it back with /mode drop";
        assert_eq!((told.why.as_str(), told.options[1].impact.as_str()), ("I ask before I do this.", always));
        let told = asked("Planner", NAMELESS, &proposed(true, page.clone()));
        assert!(told.options[1].impact.starts_with("also later, in the same person's ideas, for "));
        assert!(asked("Planner", "Mara", &proposed(false, page)).why.starts_with("I never do this without asking."));
        assert!(asked("Planner", "Mara", &proposed(false, json!({}))).why.starts_with("I ask before I do this."));
    }
}
