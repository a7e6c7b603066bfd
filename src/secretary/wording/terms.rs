//! What follows if nobody answers, and who can: said of what is open here, to whoever asks before they choose.

use super::super::choosing::Terms;
use super::super::decision::Decision;
use super::super::facts::Facts;
use super::super::message::Span;
use super::super::permissions;
use super::super::ticket::Ticket;
use super::super::workspace::Person;
use super::{acting, decisions, short, tickets, voting};
use chrono::{DateTime, Utc};

/// Of a decision, as its own message says it.
pub fn of_decision(
    (ticket, decision): (&Ticket, &Decision),
    asked: Terms,
    facts: &Facts,
    now: DateTime<Utc>,
) -> String {
    let said = match asked {
        Terms::Silence => plain(&decisions::without_answer(decision, facts.zone, now)),
        Terms::Who => {
            let people = voting::people(ticket, decision, facts);
            let named = if people.is_empty() {
                "Nobody can decide this yet.".to_owned()
            } else {
                format!("{} can decide.", plain(&acting::either(people)))
            };
            let others = voting::others_can(ticket, decision, facts).map(str::to_owned);
            let all: Vec<String> =
                std::iter::once(named).chain(others).chain(voting::standing(ticket, decision, facts)).collect();
            all.join(" ")
        }
    };
    format!("#{} ({}): {said}", ticket.number, short(&decision.asked.question, 60))
}

/// Of open questions or a card.
pub fn of_waiting(ticket: &Ticket, reader: &Person, asked: Terms, facts: &Facts) -> String {
    let questions = ticket.open_round().is_some();
    let said = match (asked, questions) {
        (Terms::Silence, true) if facts.goes_on => {
            "Without an answer I remind you once; after that I go on and write down what I assume.".to_owned()
        }
        (Terms::Silence, true) => "Without an answer I remind you once, and then it waits; nothing is lost.".to_owned(),
        (Terms::Silence, false) => "Without your go nothing begins; it waits, and nothing is lost.".to_owned(),
        (Terms::Who, true) => format!("{} can answer.", permissions::sender_or_approver(reader, ticket)),
        (Terms::Who, false) => format!("{} can start it.", permissions::sender_or_approver(reader, ticket)),
    };
    let said = super::super::phrases::capital(&said);
    format!("#{} ({}): {said}", ticket.number, short(&tickets::title(ticket), 60))
}

fn plain(spans: &[Span]) -> String {
    spans.iter().map(Span::plain).collect()
}
