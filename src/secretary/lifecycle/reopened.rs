//! Stage reopened: a report was rated down, and the ticket waits for the words that say what should change. Nothing
//! is done again before that.

use super::super::decision::Subject;
use super::super::ids::{DecisionId, RunId};
use super::super::message::action::TicketAct;
use super::super::ticket::event::Event;
use super::super::ticket::{Ending, Stage, Task, Ticket};
use super::super::wording;
use super::prompts::prompting;
use super::step::{Move, Outcome};
use super::{closed, late};

/// Reopens the ticket and asks the person who rated, in that room, what should change.
pub fn ask(mut m: Move<'_>) -> Outcome {
    let Some(actor) = m.facts.actor.clone() else { return late::stale() };
    let key = closed::next_key(&m.ticket);
    let asked = wording::ticket::ways_on::redo(m.ticket.number, m.facts.reads);
    m.ticket.stage = Stage::Working;
    m.ticket.tasks.push(Task::new(key.clone(), asked.question.clone(), String::new()));
    let question = prompting::Question { subject: Subject::Redo, run: RunId::new(""), step: None, proposed: None };
    prompting::ask_in(&mut m, vec![actor.room], &key, question, &asked);
    if let Some(decision) = open(&m.ticket) {
        let action = TicketAct::DecideOther { decision }.on(&m.ticket.id);
        m.expect(action);
    }
    m.noted(wording::ticket::tickets::sorry())
}

/// The open question what should change.
pub fn open(ticket: &Ticket) -> Option<DecisionId> {
    ticket.open_decisions().find(|d| d.subject == Subject::Redo).map(|d| d.key.clone())
}

/// The option that keeps the report: the last one.
fn leave(ticket: &Ticket, key: &DecisionId) -> Option<usize> {
    ticket.decision(key)?.asked.options.len().checked_sub(1)
}

/// Whether a task has no instruction yet.
fn empty(task: &Task) -> bool {
    task.run.is_none() && task.instruction.is_empty()
}

/// Whether nobody has said yet what should change in a report.
pub fn unsaid(ticket: &Ticket) -> bool {
    !ticket.reports.is_empty() && ticket.tasks.iter().any(empty)
}

/// The report stays, and the ticket is done as before.
pub fn stays(m: &mut Move<'_>) {
    m.ticket.tasks.retain(|task| !empty(task));
    m.ticket.stage = Stage::Closed(Ending::Done);
    m.ticket.doing.clear();
}

/// What an event means while the question is open: words are the revision; another rating settles it. None where the
/// event has its usual meaning.
pub fn heard<'e>(ticket: &Ticket, event: &'e Event) -> Option<(DecisionId, Option<usize>, Option<&'e str>)> {
    let key = open(ticket)?;
    if let Event::Added { text }
    | Event::Corrected { text }
    | Event::AnswersReceived { text }
    | Event::QuestionsAnswered { text, .. }
    | Event::ReviseRequested { text } = event
    {
        return Some((key, None, Some(text)));
    }
    let leaves = leave(ticket, &key);
    matches!(event, Event::Rated { .. }).then_some((key, leaves, None))
}

/// Another rating, or its withdrawal, replaces the one before.
pub fn rate(m: &mut Move<'_>, event: &Event) {
    if let Event::Rated { good } = event {
        closed::mark(m, *good);
    }
}

/// Applies the answer: what should change, a plain repetition, or no change.
pub fn chosen(mut m: Move<'_>, key: &DecisionId, option: Option<usize>, words: &str, note: &str) -> Outcome {
    if option.is_some() && option == leave(&m.ticket, key) {
        stays(&mut m);
        return m.noted(note);
    }
    let wish = if option.is_some() { wording::ticket::ways_on::no_wish() } else { words.to_owned() };
    closed::revise(m, &wish, Ending::Done)
}
