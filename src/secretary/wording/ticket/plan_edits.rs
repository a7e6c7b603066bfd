//! Sentences about edits of a plan that cannot be made: what is wrong, what was written, and ways on.

use super::tickets::number;
use crate::secretary::message::action::TicketAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{listed, plural, short};
use crate::secretary::people::names::{AT_THE_PAGE, NAMELESS};
use crate::secretary::ticket::decisions::authors;
use crate::secretary::ticket::facts::Facts;
use crate::secretary::ticket::plan_edit::{Edit, Fault};
use crate::secretary::ticket::{Ticket, plan_edit};

/// Why changes cannot be made, in one line.
pub fn refused(ticket: &Ticket, faults: &[Fault], edits: &[Edit]) -> String {
    reasons(ticket, faults, edits).join(" ")
}

/// Changes of a card of which none is made: all that is wrong with them, what was written, a button for what was
/// probably meant, and one to go on from what was written.
pub fn not_made(ticket: &Ticket, (edits, faults): (&[Edit], &[Fault]), text: &str, keys: &mut Keys) -> Message {
    let message = quoted(Message::lines(reasons(ticket, faults, edits)).line("You wrote:"), text);
    let mut row = Vec::new();
    if let Some((steps, text)) = plan_edit::proposal(&ticket.tasks, edits, faults) {
        let act = TicketAct::CorrectWith { text, card: ticket.card() };
        row.push(keys.good(leave_out(&steps), act.on(&ticket.id)));
    }
    let again = TicketAct::EditCard { card: ticket.card(), typed: Some(text.to_owned()) };
    row.push(keys.form("Edit", "What should be different?", "Your correction", again.on(&ticket.id)));
    message.row(row)
}

/// The plan was not changed by what was said to it. `answer`: what was answered instead, as Markdown; may be empty.
pub fn stays(ticket: &Ticket, answer: &str) -> Message {
    let answer: String = answer.trim().chars().take(4_000).collect();
    let blocks = if answer.is_empty() { Vec::new() } else { vec![Block::Markdown(answer)] };
    let stays = vec![number(ticket), Span::text(" The plan stays as it was.")];
    Message { blocks, ..Message::default() }.spans(stays)
}

/// "Drop 2 and 3", on a button.
fn leave_out(steps: &[usize]) -> String {
    format!("Drop {}", plan_edit::counted(steps))
}

fn quoted(message: Message, text: &str) -> Message {
    text.lines().fold(message, Message::line)
}

/// What is wrong, a line for each thing.
fn reasons(ticket: &Ticket, faults: &[Fault], edits: &[Edit]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fault in faults {
        let why = why_not(ticket, fault);
        if !lines.contains(&why) {
            lines.push(why);
        }
    }
    if faults.iter().any(|fault| matches!(fault, Fault::Needed(..))) {
        lines.push(all_of_them(ticket, edits));
    }
    let none_made = faults.iter().any(|fault| !matches!(fault, Fault::StillThere(_) | Fault::Same));
    if let Some(first) = lines.first_mut().filter(|_| none_made && edits.len() > 1) {
        *first = format!("Nothing of it is changed yet. {first}");
    }
    lines
}

/// How steps are left out that others build on.
fn all_of_them(ticket: &Ticket, edits: &[Edit]) -> String {
    let dropped = edits.iter().filter_map(|edit| match edit {
        Edit::Drop(steps) => Some(steps.iter().copied().filter(|step| *step <= ticket.tasks.len())),
        Edit::Title(_) | Edit::Minutes(_) | Edit::Step(..) => None,
    });
    match plan_edit::whole(&ticket.tasks, &dropped.flatten().collect::<Vec<_>>()) {
        Some(steps) => format!("To leave out all of them, say: drop {}", plan_edit::counted(&steps)),
        None => "Without all of them nothing is left to do. Press Cancel if you don't want it any more.".to_owned(),
    }
}

fn why_not(ticket: &Ticket, fault: &Fault) -> String {
    let steps = ticket.tasks.len();
    match fault {
        Fault::NoStep(number) => format!("There is no step {number}; the plan has {}.", plural(steps, "step", "steps")),
        Fault::Needed(on_it, number) => {
            let (noun, verb) = if on_it.len() == 1 { ("Step", "builds") } else { ("Steps", "build") };
            format!("{noun} {} {verb} on step {number}.", plan_edit::counted(on_it))
        }
        Fault::Nothing => "Then nothing is left to do. Press Cancel if you don't want it any more.".to_owned(),
        Fault::Untitled => "A title needs words, for example: title: Hosting for the club".to_owned(),
        Fault::Limit => "A step may take from 1 to 120 minutes, for example: limit: 30, or: limit: 1h".to_owned(),
        Fault::StillThere(missing) => {
            let names = plan_edit::counted(missing);
            let what = if missing.len() == 1 { format!("Step {names} is") } else { format!("Steps {names} are") };
            format!("{what} still there: taking a line out changes nothing. To leave out a step, say: drop {names}")
        }
        Fault::Same => "It says so already. Press Start, or say what should be different.".to_owned(),
    }
}

/// Who changed the plan, for those who are asked about it and for whoever sent the idea. None: nobody did.
pub fn changed_by(ticket: &Ticket, facts: &Facts) -> Option<String> {
    let mut names = authors::others(ticket, facts);
    if names.is_empty() && !ticket.edits.is_empty() {
        names.push(ticket.requester_name.clone());
    }
    let names: Vec<String> =
        names.iter().map(|name| if name == NAMELESS { AT_THE_PAGE.to_owned() } else { short(name, 40) }).collect();
    (!names.is_empty()).then(|| format!("The plan was changed by {}.", listed(&names)))
}
