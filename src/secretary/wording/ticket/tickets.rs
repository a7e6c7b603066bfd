//! Sentences along the life of a ticket: receipt, card, report, endings.

use super::standing;
use crate::secretary::decision::Decision;
use crate::secretary::ids::PersonId;
use crate::secretary::message::action::TicketAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::beginning::beginning;
use crate::secretary::names::phrases::{capital, count, ended, short};
use crate::secretary::redaction::marked;
use crate::secretary::ticket::event::Trouble;
use crate::secretary::ticket::facts::Facts;
use crate::secretary::ticket::task::Attached;
use crate::secretary::ticket::{Priority, Report, Stage, TaskState, Ticket};
use crate::secretary::wording::hidden_credentials;
use crate::secretary::wording::style::sums;

/// Characters of an idea that the thinking reads; the rest is kept.
pub const READ_CHARS: usize = 20_000;
/// A report longer than this comes with the whole of it attached.
const LONG_REPORT: usize = 6_000;

/// "#12" in bold, the start of every message about a ticket.
pub(in crate::secretary::wording) fn number(ticket: &Ticket) -> Span {
    Span::Strong(format!("#{}", ticket.number))
}

/// A message about a ticket: its number, then these words.
pub(in crate::secretary::wording) fn about(ticket: &Ticket, words: impl Into<String>) -> Message {
    Message::default().spans(vec![number(ticket), Span::text(words)])
}

/// The receipt: the number and the person's own words.
pub fn receipt(ticket: &Ticket, paused: bool) -> Message {
    let quoted = format!(" “{}” Got it{}.", short(&ticket.idea, 60), taken_as(ticket.priority));
    let mut message = about(ticket, quoted);
    let length = ticket.idea.chars().count();
    if length > READ_CHARS {
        message = message.line(format!(
            "That is long ({} characters). I keep all of it and read the first {}.",
            count(length as u64),
            count(READ_CHARS as u64)
        ));
    }
    if marked(&ticket.idea) {
        message = message.line(hidden_credentials::hidden());
    }
    if paused {
        message = message.line("All work is paused, so I start when somebody sends /resume.");
    }
    message.silently().own()
}

/// Whether the receipt says what no other message does: that something of the idea is not read.
pub fn says_more(ticket: &Ticket) -> bool {
    ticket.idea.chars().count() > READ_CHARS
}

/// How urgently an idea was taken, where that is not the usual way.
fn taken_as(priority: Priority) -> &'static str {
    match priority {
        Priority::Urgent => ", as urgent",
        Priority::High => ", as high priority",
        Priority::Medium => "",
        Priority::Low => ", as low priority",
    }
}

/// The report with its footer and buttons.
pub fn report(ticket: &Ticket, report: &Report, keys: &mut Keys) -> Message {
    report_keys(ticket, report, report_body(ticket, report), keys)
}

fn report_body(ticket: &Ticket, report: &Report) -> Message {
    let mut message = Message::default();
    let late = ticket.by_clock.as_ref().and_then(|by| by.late.as_ref()).map(|late| Span::text(format!(" {late}")));
    let title = [number(ticket), Span::strong(format!(" {}", ticket.short_title()))];
    message.blocks.push(Block::Line(title.into_iter().chain(late).collect()));
    if ticket.is_trial() {
        message = message.line(standing::TRIED);
    }
    let long = report.text.chars().count() > LONG_REPORT;
    if long {
        message.blocks.push(Block::Markdown(beginning(&report.text, LONG_REPORT / 3).to_owned()));
        message =
            message.spans(vec![Span::text("…")]).spans(vec![Span::Soft("The whole report is attached.".to_owned())]);
        message.file = Some(Attached::text(format!("report-{}.md", ticket.number), report.text.clone()));
    } else {
        message.blocks.push(Block::Markdown(report.text.clone()));
    }
    if let Some(mut footer) = sums::footer_of(ticket) {
        if ticket.tasks.iter().all(|t| t.used == 0) {
            footer.push_str(". Nothing was looked up, written or set for this; it rests on what was said and on what the model knows.");
        }
        message = message.spans(vec![Span::Soft(footer)]);
    }
    message
}

/// The report once it is being done again; the new one is a message of its own.
pub fn report_replaced(ticket: &Ticket, report: &Report) -> Message {
    report_body(ticket, report).spans(vec![Span::strong("A revised report follows below.")]).silently()
}

/// A report that is no longer what the ticket stands by.
pub fn report_before(ticket: &Ticket, report: &Report) -> Message {
    report_body(ticket, report)
}

/// The name of an archive with files of a ticket, by its number from 1.
pub fn archive(ticket: &Ticket, number: usize) -> String {
    if number > 1 { format!("files-{}-{number}.zip", ticket.number) } else { format!("files-{}.zip", ticket.number) }
}

/// A file that goes with the report.
pub fn file(ticket: &Ticket, file: Attached) -> Message {
    let line = vec![number(ticket), Span::text(format!(" {}", file.name))];
    Message { file: Some(file), ..Message::default().spans(line) }.silently()
}

fn report_keys(ticket: &Ticket, report: &Report, message: Message, keys: &mut Keys) -> Message {
    let id = &ticket.id;
    let rated = report.rated.as_ref().map(|(good, _)| *good);
    let thumb = |mark: &str, good: bool| if rated == Some(good) { format!("{mark} ✓") } else { mark.to_owned() };
    message.row(vec![
        keys.plain(thumb("👍", true), TicketAct::Rate { good: true }.on(id)),
        keys.plain(thumb("👎", false), TicketAct::Rate { good: false }.on(id)),
        keys.form("Revise", "What should be different?", "Your wish", TicketAct::Revise.on(id)),
    ])
}

/// A report was not helpful: what should be different.
pub fn rated_down(ticket: &Ticket) -> Message {
    about(ticket, " Sorry about that. What should be different? Reply here and I'll do it again.")
}

/// Why a report is no more than the results of its tasks. None: the model did not answer, or said nothing.
pub fn as_they_are(why: Option<&Trouble>) -> String {
    match why {
        Some(Trouble::Budget(said, _)) => {
            format!(
                "\n_These are the results as they are: {said}. Once the budget allows it, “Revise” has the report written._"
            )
        }
        Some(Trouble::Unusable(_) | Trouble::Work(_) | Trouble::Crash(_) | Trouble::Final(_) | Trouble::Setup(_))
        | None => {
            "\n_The language model could not write this report, so these are the results as they are._".to_owned()
        }
    }
}

/// A report that has to be made again, with a button for words that were no revision.
///
/// Without a language model (`reads`) the words are added to it. `said`: the words, and who wrote them.
pub fn revising(ticket: &Ticket, said: (&str, Option<PersonId>), reads: bool, keys: &mut Keys) -> Message {
    let text = if reads { " Understood, I'm doing it again with that in mind." } else { " I add that to the result." };
    let message = about(ticket, text).silently();
    if said.0 == super::ways_on::no_wish() {
        return message;
    }
    message.row(vec![keys.plain("Make it a new idea", TicketAct::instead(ticket, said))])
}

/// A report that is not done again after all.
pub fn report_stays(ticket: &Ticket) -> Message {
    about(ticket, format!(" All right, the report stays as it is. /reports {} shows it.", ticket.number)).silently()
}

/// Words added to work in progress, and what happens with them.
pub fn added(ticket: &Ticket, text: &str, facts: &Facts) -> Message {
    let words = ended(&short(text, 80));
    let mut said = format!(" Added: {words} {}", heard(ticket, facts));
    // Rules put no question anew by themselves.
    if read_now(text).is_some() && !facts.reads && ticket.open_decisions().any(Decision::of_work) {
        said.push_str(&old_options(ticket.number));
    }
    about(ticket, said).silently()
}

/// An edited idea leaves the question that was put from it as it is.
fn old_options(number: i64) -> String {
    format!(
        " The question still has its old options. To be asked anew, send it as a new message, then /cancel {number}."
    )
}

/// Who hears added words, and when.
fn heard(ticket: &Ticket, facts: &Facts) -> String {
    let at_work = ticket.tasks.iter().find(|t| matches!(t.state, TaskState::Claimed | TaskState::InProgress));
    if ticket.paused || facts.settings.paused {
        "It is read when the work goes on.".to_owned()
    } else if ticket.stage == Stage::Reporting {
        "It goes into the report.".to_owned()
    } else if let Some(agent) = at_work.and_then(|t| t.agent.as_deref()) {
        format!("{} reads it with the next step.", facts.agent_title(agent))
    } else if ticket.open_decisions().next().is_some() && !facts.reads {
        "The open decision still waits; this goes into the report as you said it.".to_owned()
    } else if ticket.open_decisions().next().is_some() {
        "The open decision still waits; the work reads this together with the answer.".to_owned()
    } else {
        "It is read as soon as somebody is at it.".to_owned()
    }
}

/// The card was accepted, for the card.
pub fn started_by(by: &str) -> String {
    format!("✔ Started by {by}.")
}

/// The card was accepted and work waits for somebody's word, for the presser.
pub fn agreed() -> &'static str {
    "Agreed."
}

/// Work has begun, or will when all work goes on, for the presser.
pub fn begun(halted: bool) -> &'static str {
    if halted { "Agreed. All work is paused; /resume lets it go on." } else { "Started." }
}

/// A ticket that was over goes on, for the presser.
pub fn taken_up() -> &'static str {
    "Taken up again."
}

/// Words were added, for who said them.
pub fn added_note(number: i64) -> String {
    format!("Added to #{number}.")
}

/// A good rating, for the presser.
pub fn glad() -> &'static str {
    "Glad it helped."
}

/// A rating pressed a second time, for the presser.
pub fn rating_taken_back() -> &'static str {
    "Taken back."
}

/// The question what should be different, once the bad rating is gone.
pub fn rated_otherwise(ticket: &Ticket) -> Message {
    about(ticket, " All right, the report stays as it is.").silently()
}

/// A bad rating, for the presser.
pub fn sorry() -> &'static str {
    "Sorry about that. What should be different?"
}

/// What the next attempt hears of the one before.
pub fn earlier_failure(failure: &str) -> String {
    format!("(An earlier try failed: {failure})")
}

/// A report is being made again, for the person who asked.
pub fn again() -> &'static str {
    "On it."
}

/// The title and the instruction of the task that does a report again.
pub fn revision(wish: &str, report: &str) -> (String, String) {
    let report: String = report.chars().take(8_000).collect();
    let instruction = format!(
        "The person wants the report done again differently.\nTheir wish: {wish}\n\nThe report so far:\n{report}"
    );
    let title = match of_anew(wish) {
        Some((_, label)) => format!("Revise: now {}", short(label, 60)),
        None => format!("Revise: {}", short(wish, 60)),
    };
    (title, instruction)
}

/// The ticket was called off, for its card.
pub fn cancelled_by(by: &str) -> String {
    format!("Cancelled by {by}.")
}

/// The ticket was called off, for the presser.
pub fn cancelled_note() -> &'static str {
    "Cancelled."
}

/// The ticket was cancelled; that can be undone.
pub fn cancelled_undo(ticket: &Ticket, by: &str, reason: &str, keys: &mut Keys) -> Message {
    let undo = TicketAct::Resume.on(&ticket.id);
    cancelled(ticket, by, reason).row(vec![keys.plain("Undo", undo)])
}

/// The ticket was called off.
pub fn cancelled(ticket: &Ticket, by: &str, reason: &str) -> Message {
    let files = if ticket.files.is_empty() {
        String::new()
    } else {
        format!(" /files {} sends what was written.", ticket.number)
    };
    about(ticket, format!(" {} Nothing more happens here.{files}", cancelled_why(by, &short(reason, 120)))).silently()
}

/// Who called it off, and why if they said.
pub fn cancelled_why(by: &str, reason: &str) -> String {
    if reason.is_empty() { format!("Cancelled by {by}.") } else { format!("Cancelled by {by} ({reason}).") }
}

/// The outcome of a cancellation after its undo.
pub fn taken_up_again(ticket: &Ticket, by: &str, again: &str) -> Message {
    about(ticket, format!(" Cancelled by {by}, and taken up again by {again}.")).silently()
}

/// Text that begins and ends like a sentence.
pub(in crate::secretary::wording) fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.ends_with(['.', '!', '?', '…']) { text } else { format!("{text}.") }
}

/// The beginning of the instruction for a report that is made again with another decision.
pub const ANEW: &str = "Decided anew: ";

/// The instruction for the work to make the report again with another decision.
pub fn decided_anew(question: &str, label: &str, before: &str) -> String {
    format!("{ANEW}{label}\nNo longer: {before}\nThe question was: {question}")
}

/// The question and the answer of such an instruction.
pub fn of_anew(wish: &str) -> Option<(&str, &str)> {
    let (label, rest) = wish.strip_prefix(ANEW)?.split_once("\nNo longer: ")?;
    Some((rest.rsplit_once("\nThe question was: ")?.1, label))
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
