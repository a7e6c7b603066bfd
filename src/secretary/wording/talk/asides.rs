//! Short answers: words that were asked for, words that may belong to several tickets.

use crate::secretary::decision::Decision;
use crate::secretary::message::action::{Action, TicketAct, Words};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Form, Message};
use crate::secretary::ticket::{Stage, Ticket, plan_edit};
use crate::secretary::wording::decision::decisions;
use crate::secretary::wording::style::question_marks;
use crate::secretary::wording::{ended, short};

/// The short answer of a step, said as a message: "#12 Paused."
pub fn note(number: i64, note: &str) -> Message {
    Message::lines([format!("#{number} {note}")])
}

/// Words a button needs, asked for where the platform has no forms.
pub fn ask_words(ticket: &Ticket, asked: &Words) -> Message {
    let ask = match asked {
        Words::Correction => {
            "What should be different? Reply with your correction, or “never mind”. To change it to the letter, write \
             lines like “title: …”, “limit: 30” (minutes a step), “2: what step 2 does”, “drop 3”."
        }
        Words::Decision(key) => match ticket.decision(key) {
            Some(decision) if decisions::large(decision) => {
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
            Some(decision) if decisions::large(decision) => {
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

/// On the button that makes a new idea of words.
pub const NEW_IDEA: &str = "New idea";

fn which_is_it_for(text: &str) -> String {
    format!("For which one is “{}”?", short(text, 60))
}

/// Words that may answer an open round of questions, or one of several.
pub fn for_which(open: &[&Ticket], text: &str, keys: &mut Keys) -> Message {
    let asked = match open {
        [] => format!("The questions are settled without “{}”. Is it something new?", short(text, 60)),
        [one] => format!("Does that answer my questions about #{}, or is it something new?", one.number),
        _ => which_is_it_for(text),
    };
    let mut message = Message::lines([asked]);
    for ticket in open.iter().take(4) {
        let label = format!("#{} {}", ticket.number, short(&ticket.title, 30));
        let action = TicketAct::AnswerWith { text: text.to_owned() }.on(&ticket.id);
        message = message.row(vec![keys.plain(label, action)]);
    }
    if open.len() > 4 {
        message = message.row(vec![keys.plain("Show all", Action::Command { line: "list asking".to_owned() })]);
    }
    let new = keys.plain(NEW_IDEA, Action::NewIdea { text: text.to_owned(), passed_on: false });
    message.row(vec![new, keys.plain("Never mind", Action::Leave)])
}

/// A word that is an option but for a slip, in reply to what is to be decided. None: there is no such option.
pub fn slip(about: (&Ticket, &Decision), text: &str, option: usize, keys: &mut Keys) -> Option<Message> {
    let (ticket, decision) = about;
    let meant = decision.asked.options.get(option)?;
    let (number, words) = (ticket.number, short(text, 40));
    let act = TicketAct::Decide { decision: decision.key.clone(), option };
    let own = Action::Command { line: format!("decide {number} other: {}", text.trim()) };
    let called = question_marks::called(decision, &meant.label, 40);
    Some(
        Message::lines([format!("Did you mean “{called}”?")])
            .row(vec![keys.good(format!("#{number} {called}"), act.on(&ticket.id))])
            .row(vec![keys.plain(format!("Answer #{number}: {words}"), own)])
            .row(vec![keys.plain("Never mind", Action::Leave)]),
    )
}

/// Several requests in one message, perhaps: each with its button.
pub fn one_by_one(parts: &[String], whole: &str, keys: &mut Keys) -> Message {
    let mut message = Message::lines(["That is more than one thing. I can take these one by one:"]);
    let mut row = Vec::new();
    for (n, part) in (1..).zip(parts) {
        message = message.line(format!("{n}. {}", short(part, 120)));
        row.push(keys.good(format!("Do {n}"), Action::NewIdea { text: part.clone(), passed_on: false }));
    }
    for buttons in row.chunks(4) {
        message = message.row(buttons.to_vec());
    }
    let one = keys.plain("All of it as one idea", Action::NewIdea { text: whole.to_owned(), passed_on: false });
    message.row(vec![one, keys.plain("Never mind", Action::Leave)])
}

/// How the correction by an edited message begins.
const READS: &str = "The idea now reads: ";

/// The edited message of an idea, as a correction.
pub fn idea_reads(text: &str) -> String {
    format!("{READS}{}", text.trim())
}

/// The idea in such a correction.
pub fn read_now(correction: &str) -> Option<&str> {
    correction.strip_prefix(READS)
}

/// The idea as it was edited last, with the corrections since then: those before were to other words.
pub fn as_edited<'t>(idea: &'t str, said: &'t [String]) -> (&'t str, &'t [String]) {
    let newest = said.iter().enumerate().rev().find_map(|(at, words)| Some((read_now(words)?, said.get(at + 1..)?)));
    newest.unwrap_or((idea, said))
}

/// An edited idea was taken note of.
pub fn changed(number: i64, idea: &str) -> Message {
    note(number, &format!("Changed: {}", ended(&short(idea, 120)))).silently()
}

/// A message was edited that was no idea.
pub fn edit_unseen() -> String {
    "I don't act on edits of that message. If something is to change, send it as a new message.".to_owned()
}
