//! Each kind of question as people read it, whole: its sign, the ticket, what it asks and why, each option with what follows
//! and what speaks for and against it, what is recommended, the deadline and what follows from silence, and its buttons.

use super::decisions::{SUBJECTS, open};
use super::telling::{facts, now};
use chrono::TimeDelta;
use secretary::secretary::decision::deadline::{Deadline, Policy};
use secretary::secretary::decision::{Asked, AskedOption, Decision, Kind, Subject};
use secretary::secretary::ids::Token;
use secretary::secretary::message::keys::Keys;
use secretary::secretary::policy::Because;
use secretary::secretary::ticket::Ticket;
use secretary::secretary::wording::decision::{approvals, decisions};
use secretary::secretary::wording::style::question_marks;
use secretary::text::plain;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A question with everything a question can have.
fn asked(kind: Kind) -> Asked {
    let option = |label: &str, impact: &str, pros: &str, cons: &str| AskedOption {
        label: label.to_owned(),
        impact: impact.to_owned(),
        pros: pros.to_owned(),
        cons: cons.to_owned(),
    };
    Asked {
        question: "Shall the offer bind you for 24 months?".to_owned(),
        kind,
        why: "You said you may move soon.".to_owned(),
        options: vec![
            option("Only monthly terms", "€3 more a month", "you can leave any time", "dearer"),
            option("24 months is fine", "saves €72 in total", "cheaper", "bound"),
        ],
        recommended: Some(0),
        reason: "you may move soon".to_owned(),
        deadline: Some(Deadline { at: now() + TimeDelta::hours(4), policy: Policy::Hold }),
    }
}

/// An open decision as it is shown, and its sign.
fn shown(ticket: &Ticket, decision: &Decision) -> (String, &'static str) {
    let mut keys = Keys::new(Token::new("token-of-22-characters"));
    let message = decisions::prompt(ticket, decision, &facts(), now(), &mut keys);
    let mut text = plain(&message.blocks);
    for row in &message.buttons {
        let labels: Vec<String> = row.iter().map(|button| format!("[{}]", button.label)).collect();
        let _ = write!(text, "\n{}", labels.join(" "));
    }
    (text, question_marks::icon(decision))
}

#[test]
fn each_kind_is_shown_with_all_it_has() {
    let kinds = [Kind::Clarification, Kind::Technical, Kind::Priority, Kind::Exception, Kind::Resource, Kind::Other];
    let (mut all, mut signs, mut questions) = (String::new(), BTreeSet::new(), 0);
    let mut show = |what: &str, ticket: &Ticket, decision: &Decision| {
        let (text, sign) = shown(ticket, decision);
        assert!(text.starts_with(sign), "{text}");
        signs.insert(sign);
        questions += 1;
        let _ = writeln!(all, "--- {what}\n{text}\n");
    };
    for subject in SUBJECTS {
        let ticket = open(subject);
        let decision = ticket.open_decisions().next().unwrap().clone();
        if subject == Subject::Work {
            for kind in kinds {
                show(&format!("{kind:?}"), &ticket, &Decision { asked: asked(kind), ..decision.clone() });
            }
            continue;
        }
        show(&format!("{subject:?}"), &ticket, &decision);
        if let Some(mut proposed) = decision.proposed.clone() {
            proposed.arguments = json!({"titles": vec!["x"; 14]});
            (proposed.because, proposed.lasting) = (Because::Large(14), false);
            let asked = approvals::asked("Planner", &ticket.requester_name, &proposed);
            show("many things at once", &ticket, &Decision { asked, proposed: Some(proposed), ..decision.clone() });
        }
    }
    assert_eq!((questions, signs.len()), (15, 15), "each has a sign of its own");
    insta::assert_snapshot!("kinds", all);
}
