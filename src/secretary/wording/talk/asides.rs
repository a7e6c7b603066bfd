//! Short answers: words that were asked for, words that may belong to several tickets.

use crate::secretary::message::action::Words;
use crate::secretary::message::{Form, Message};
use crate::secretary::names::phrases::{ended, short};
use crate::secretary::ticket::{Ending, Stage, Ticket, plan_edit};
use crate::secretary::wording::decision::decisions;
use crate::secretary::wording::style::question_marks;

/// The short answer of a step, said as a message: "#12 Paused."
pub fn note(number: i64, note: &str) -> Message {
    Message::lines([format!("#{number} {note}")]).own()
}

/// Words a button needs, asked for where the platform has no forms.
pub fn ask_words(ticket: &Ticket, asked: &Words) -> Message {
    let ask = match asked {
        Words::Correction => {
            "What should be different? Reply with your correction, or “never mind”. To change it to the letter, write \
             lines like “title: …”, “limit: 30” (minutes a step), “2: what step 2 does”, “drop 3”."
        }
        Words::Decision(key) => match ticket.decision(key) {
            Some(decision) if question_marks::large(decision) => {
                "What should be different? As it stands I leave it out; the work hears your words and may ask again. Reply, or \
                 “never mind”."
            }
            Some(decision) if decision.proposed.is_some() => {
                "I leave it out. What should the work know? Reply in a few words, or “never mind”. To allow it, press its \
                 button: words allow nothing."
            }
            Some(decision) if decisions::only_adds(decision) => {
                "What shall I add to the report? Reply, or “never mind”."
            }
            Some(_) | None => "What do you decide? Reply in your own words, or “never mind”.",
        },
        Words::Revision => "What should be different in the report? Reply with your wish, or “never mind”.",
    };
    let mut message = note(ticket.number, ask);
    message.asks_text = true;
    message
}

/// The same as a form. `typed`: what was written in it before and could not be done.
pub fn form(ticket: &Ticket, asked: &Words, typed: Option<&str>) -> Form {
    let plan = *asked == Words::Correction && ticket.stage == Stage::Confirming;
    let (title, label) = match asked {
        Words::Decision(key) => match ticket.decision(key) {
            Some(decision) if question_marks::large(decision) => {
                ("What should be different?", "For example: only the first five")
            }
            Some(decision) if decision.proposed.is_some() => ("Leave it out", "What should it know?"),
            Some(decision) if decisions::only_adds(decision) => ("Add my words", "What shall I add to the report?"),
            Some(_) | None => ("Your own answer", "What do you decide?"),
        },
        Words::Correction if plan => ("What should be different?", "Change lines, or say it in your own words"),
        Words::Correction => ("What should be different?", "Your correction"),
        Words::Revision => ("What should be different?", "Your wish"),
    };
    let before = typed.filter(|text| plan_edit::fits_a_form(text)).map(str::to_owned);
    let filled = if plan { before.unwrap_or_else(|| plan_edit::lines(ticket)) } else { String::new() };
    Form { title: format!("#{} {title}", ticket.number), label: label.to_owned(), filled }
}

/// Somebody pressed a button that makes an idea of what somebody else wrote. `name`: of who did, if they belong here still.
pub fn words_of(name: Option<&str>) -> String {
    let who = name.map_or_else(|| "whoever wrote them".to_owned(), |name| short(name, 40));
    format!(
        "These are words of somebody else, so only {who} can make an idea of them. For one of your own, send /new and your words."
    )
}

/// An edited idea was taken note of.
pub fn changed(number: i64, idea: &str) -> Message {
    note(number, &format!("Changed: {}", ended(&short(idea, 120)))).silently()
}

/// An answer was edited that is used already: how it can still be changed.
pub fn edit_too_late(ticket: &Ticket) -> Message {
    let how = match ticket.stage {
        Stage::Closed(Ending::Done) => "reply to its report, and I revise it".to_owned(),
        Stage::Closed(Ending::Failed | Ending::Cancelled) => format!("/resume {} takes it up again", ticket.number),
        Stage::Closed(Ending::Folded) => "send it as a new message if you need more".to_owned(),
        Stage::Intake | Stage::Clarifying | Stage::Confirming | Stage::Working | Stage::Reporting => {
            "say what is different, and I take it up".to_owned()
        }
    };
    note(ticket.number, &format!("Your edit does not change the answer that I went on with: {how}.")).silently()
}

/// A message was edited that was no idea.
pub fn edit_unseen() -> String {
    "I don't act on edits of that message. If something is to change, send it as a new message.".to_owned()
}
