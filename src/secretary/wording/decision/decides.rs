//! Who decides about a ticket, as lists say it: the requester or an approver, or approvers only.

use crate::secretary::ids::TicketId;
use crate::secretary::people::workspace::Person;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::settings::privacy::FORMER;
use std::collections::BTreeSet;

/// Who decides about a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decides {
    /// Whoever sent it, and approvers.
    Sender,
    /// Approvers alone: whoever sent it may not any more.
    Approvers,
}

impl Decides {
    /// As a ticket says by itself: of whoever was erased nothing is left that could decide.
    pub fn of(ticket: &Ticket) -> Self {
        if ticket.requester_name == FORMER { Self::Approvers } else { Self::Sender }
    }
}

/// Who decides about a ticket, for whoever reads or presses: without those who were taken out or only read along by now.
pub fn decides_for(person: &Person, ticket: &Ticket) -> Decides {
    let left = person.at_hand.senders.as_ref().is_some_and(|senders| !senders.contains(&ticket.requester));
    if left { Decides::Approvers } else { Decides::of(ticket) }
}

/// The tickets of a list about which approvers alone decide.
#[derive(Clone, Debug, Default)]
pub struct Left(BTreeSet<TicketId>);

impl Left {
    /// Whoever sent this ticket may not decide about it any more.
    pub fn to_approvers(&mut self, ticket: &Ticket) {
        self.0.insert(ticket.id.clone());
    }

    /// Who decides about one of the list.
    pub fn of(&self, ticket: &Ticket) -> Decides {
        if self.0.contains(&ticket.id) { Decides::Approvers } else { Decides::of(ticket) }
    }
}
