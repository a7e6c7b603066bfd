//! The event of a button of a ticket.

use crate::secretary::ids::DecisionId;
use crate::secretary::language::exact;
use crate::secretary::message::action::TicketAct;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::talk::late;

/// The event of a button with the words that it asked for.
///
/// # Errors
/// Why it has none, for the person.
pub fn of(act: &TicketAct, ticket: &Ticket, text: String) -> Result<Event, String> {
    Ok(match act {
        TicketAct::Answer { round, question, option } => {
            Event::OptionTapped { round: *round, question: *question, option: *option }
        }
        TicketAct::TicksDone { round, question } => Event::TicksDone { round: *round, question: *question },
        TicketAct::Judge { round } => Event::LeftToJudgement { round: *round },
        TicketAct::Start { card } if *card != ticket.card() && ticket.started_at.is_none() && !ticket.closed() => {
            return Err(late::older_card(ticket));
        }
        TicketAct::DropStep { card, .. } | TicketAct::CorrectWith { card, .. }
            if *card != ticket.card() || ticket.stage != Stage::Confirming =>
        {
            return Err(late::older_card(ticket));
        }
        TicketAct::DropStep { step, .. } => Event::Corrected { text: format!("drop {step}") },
        TicketAct::Dispatch { card } if *card != ticket.card() || ticket.go.is_none() => {
            return Err(late::older_card(ticket));
        }
        TicketAct::Dispatch { .. } => Event::DispatchRequested,
        TicketAct::Start { .. } => Event::Confirmed,
        TicketAct::Edit | TicketAct::EditCard { .. } => Event::Corrected { text },
        TicketAct::Cancel => Event::StopPressed,
        TicketAct::Stop { asked, sure } => Event::StopAnswered { asked: *asked, sure: *sure },
        TicketAct::Pause => Event::PauseRequested,
        TicketAct::Resume => Event::ResumeRequested,
        TicketAct::Decide { decision, option } => {
            Event::DecisionMade { decision: decision.clone(), option: Some(*option), text: None }
        }
        // A reason for skipping a call approves nothing, whatever its words are.
        TicketAct::DecideOther { decision } if ticket.decision(decision).is_some_and(|d| d.proposed.is_some()) => {
            Event::DecisionMade { decision: decision.clone(), option: None, text: Some(text) }
        }
        TicketAct::DecideOther { decision } => {
            let option = named(ticket, decision, &text);
            Event::DecisionMade { decision: decision.clone(), option, text: option.is_none().then_some(text) }
        }
        TicketAct::Sure { decision, number, yes } => {
            Event::SureAnswered { decision: decision.clone(), number: Some(*number), yes: *yes }
        }
        TicketAct::Reopen { decision } => Event::DecisionReopened { decision: decision.clone() },
        TicketAct::Change { decision, option } => {
            Event::DecisionChanged { decision: decision.clone(), option: Some(*option), text: None }
        }
        TicketAct::ChangeTo { decision, text } => to_words(ticket, decision, text),
        TicketAct::ChangeOther { decision } => to_words(ticket, decision, &text),
        TicketAct::Rate { good } => Event::Rated { good: *good },
        TicketAct::Revise => Event::ReviseRequested { text },
        TicketAct::AnswerWith { text } => Event::AnswersReceived { text: text.clone() },
        TicketAct::CorrectWith { text, .. } => Event::Corrected { text: text.clone() },
        TicketAct::Show
        | TicketAct::ShowCall { .. }
        | TicketAct::Trial { .. }
        | TicketAct::NewInstead { .. }
        | TicketAct::RemindThen
        | TicketAct::FoldInto { .. } => return Err(late::forgotten()),
    })
}

/// The option of a decision that these words name exactly.
fn named(ticket: &Ticket, key: &DecisionId, text: &str) -> Option<usize> {
    let options = ticket.decision(key).map(|decision| decision.asked.options.as_slice()).unwrap_or_default();
    exact::label(text, &options.iter().map(|option| option.label.as_str()).collect::<Vec<_>>())
}

/// What somebody wants in words instead of what was decided: an option that these name, else an answer of their own.
fn to_words(ticket: &Ticket, key: &DecisionId, text: &str) -> Event {
    let option = named(ticket, key, text);
    let own = option.is_none().then(|| text.trim().to_owned());
    Event::DecisionChanged { decision: key.clone(), option, text: own }
}
