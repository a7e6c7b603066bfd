//! Sentences around open decisions that are shown again because words have not decided them.

use crate::secretary::decision::Decision;
use crate::secretary::message::Message;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::lists::Asking;

/// Why they are shown; nothing where they were asked for.
pub(in crate::secretary::wording) fn head(asking: Asking, found: &[(&Ticket, &Decision)]) -> Message {
    let line = match asking {
        Asking::Listed(_) => return Message::default(),
        Asking::Back => "Several decisions are open. Which one do you mean?".to_owned(),
        Asking::Waiting(1) => "This waits for your decision. What do you choose?".to_owned(),
        Asking::Waiting(_) => "These wait for your decision. What do you choose?".to_owned(),
        Asking::BackOf(number) => format!("#{number} has several open decisions. Which one do you mean?"),
        Asking::FitsNone(number) => {
            let own = own_answer(found);
            format!("No option of #{number} is called that, so nothing is decided yet.{own}")
        }
        Asking::TwoFold(number) => format!(
            "That is the number of one option of #{number} and the name of another, so nothing is decided yet. Press a button, or \
             send /decide {number} and the number of its line."
        ),
        Asking::LeftToMe => left_to_me(found).to_owned(),
        Asking::Undecided => format!("Nothing is decided yet.{}", own_answer(found)),
    };
    Message::lines([line])
}

/// Where the rest is, if these are not all.
pub(in crate::secretary::wording) fn foot(message: Message, more: bool) -> Message {
    if more { message.line("More are open: /decisions shows all.") } else { message }
}

/// How to answer a single decision with none of its options, where that can be.
fn own_answer(found: &[(&Ticket, &Decision)]) -> String {
    match found {
        [(ticket, decision)] if decision.subject.takes_words() => {
            format!(" For an answer of your own, send: /decide {} other: …", ticket.number)
        }
        _ => String::new(),
    }
}

/// Why it is asked all the same.
fn left_to_me(found: &[(&Ticket, &Decision)]) -> &'static str {
    let recommended = found.iter().any(|(_, decision)| decision.asked.recommended.is_some());
    match (found.len(), recommended) {
        (_, true) => "★ is what I would take. The decision is yours:",
        (1, false) => "This one is yours to decide, and I see nothing that speaks for one of them more:",
        (_, false) => "These are yours to decide, and I see nothing that speaks for one of them more:",
    }
}
