//! Sentences around open decisions that are shown again because words have not decided them.

use crate::secretary::decision::Decision;
use crate::secretary::message::Message;
use crate::secretary::message::views::Asking;
use crate::secretary::ticket::Ticket;

/// Why they are shown; nothing where they were asked for.
pub(in crate::secretary::wording) fn head(asking: Asking, found: &[(&Ticket, &Decision)]) -> Message {
    let line = match asking {
        Asking::Listed(_) => return Message::default(),
        Asking::BackOf(number) => format!("#{number} has several open decisions. Which one do you mean?"),
        Asking::FitsNone(number) => {
            let own = own_answer(found);
            format!("No option of #{number} is called that, so nothing is decided yet.{own}")
        }
        Asking::Waiting(_) | Asking::Undecided => format!("Nothing is decided yet.{}", own_answer(found)),
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
