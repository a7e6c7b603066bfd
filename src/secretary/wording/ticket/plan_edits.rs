//! Sentences about edits of a plan that cannot be made: what is wrong, what was written, and ways on.

use super::tickets;
use crate::secretary::message::Message;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::ticket::plan_edit::{Edit, Fault};
use crate::secretary::ticket::{Ticket, plan_edit};
use crate::secretary::wording::plural;
use crate::secretary::wording::talk::asides;

/// Why changes cannot be made, in one line.
pub fn refused(ticket: &Ticket, faults: &[Fault], edits: &[Edit]) -> String {
    reasons(ticket, faults, edits).join(" ")
}

/// "Drop 2 and 3", on a button.
fn leave_out(steps: &[usize]) -> String {
    format!("Drop {}", plan_edit::counted(steps))
}

/// The same where the words are somebody's own on a button: what would be left out by them.
pub fn proposed(number: i64, text: &str) -> String {
    let dropped = plan_edit::read(text).unwrap_or_default().into_iter().find_map(|edit| match edit {
        Edit::Drop(steps) => Some(steps),
        Edit::Title(_) | Edit::Minutes(_) | Edit::Step(..) => None,
    });
    format!("#{number} {}", leave_out(&dropped.unwrap_or_default()))
}

/// A change that could not be made is not wanted any more.
pub fn stays(ticket: &Ticket) -> String {
    format!("All right, the plan of #{} stays as it is. Press Start to begin, or Edit to change it.", ticket.number)
}

/// Changes of a plan whose work has begun: nothing of them is taken in. `by`: who started it, if it is known; `idea`: they may
/// be an idea of their own.
pub fn begun(ticket: &Ticket, text: &str, by: Option<&str>, idea: bool, keys: &mut Keys) -> Message {
    let by = by.map(|name| format!(" by {name}")).unwrap_or_default();
    let head = format!(
        "#{} {} was started{by}: its title, its time limit and its steps can't be changed any more. You wrote:",
        ticket.number,
        tickets::title(ticket)
    );
    let message = quoted(Message::lines([head]), text);
    let remark = TicketAct::AnswerWith { text: text.to_owned() }.on(&ticket.id);
    let mut row = vec![keys.plain(format!("Add to #{}", ticket.number), remark)];
    if idea {
        row.push(keys.plain(asides::NEW_IDEA, Action::NewIdea { text: text.to_owned(), passed_on: false }));
    }
    row.push(keys.plain("Never mind", Action::Leave));
    message.line("I can tell the work about it, as a remark.").row(row)
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
