//! "Undo" where the last act has none: what can be said or pressed instead.

use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::names::phrases::short;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::ticket::questions::in_our_words;

/// Words that were added to other work, with the button that makes them an idea of their own.
pub fn added(ticket: &Ticket, keys: &mut Keys) -> Message {
    let line =
        format!("“{}” was added and stays there. It can become an idea of its own as well.", short(&ticket.idea, 60));
    Message::lines([line]).row(vec![keys.plain("Make it a new idea", ticket.anew())])
}

/// A plan was changed.
pub fn plan(ticket: &Ticket) -> String {
    format!("A change of a plan has no Undo. {}", how(ticket))
}

/// Questions were answered, or words were added.
pub fn said(ticket: &Ticket) -> String {
    format!("What you told #{} has no Undo, but you can still change it. {}", ticket.number, how(ticket))
}

/// What was answered last counts no more, and is asked again below.
pub fn answer_back(ticket: &Ticket, answers: &[&str]) -> Message {
    let answers: Vec<String> = answers.iter().map(|answer| format!("“{}”", in_our_words(answer))).collect();
    Message::lines([format!("#{} Undone, no answer any more: {}. I ask again.", ticket.number, answers.join(", "))])
}

/// How a ticket is told what should be different.
fn how(ticket: &Ticket) -> String {
    let n = ticket.number;
    match ticket.stage {
        Stage::Clarifying if ticket.open_round().is_some() => {
            format!("Reply to the questions of #{n} with what you mean: “actually …”.")
        }
        Stage::Intake | Stage::Clarifying => {
            format!(
                "Press Edit on the newest card of #{n} as soon as it is there, and say how it should be: “actually …”."
            )
        }
        Stage::Confirming => format!("Press Edit on the newest card of #{n} and say how it should be: “actually …”."),
        Stage::Working | Stage::Reporting | Stage::Closed(_) => {
            format!("Reply to a message of #{n} with what should be different: “actually …”.")
        }
    }
}

/// Somebody was invited. `line`: the command that ends what is open.
pub fn invited(line: &str, keys: &mut Keys) -> Message {
    let text = format!("An invitation has no Undo, but /{line} ends every one that nobody has used yet.");
    Message::lines([text]).row(vec![keys.plain("End invitations", Action::Command { line: line.to_owned() })])
}
