//! Who decides about a ticket, and in whose right: their own, or that of somebody who is away.

use super::authors;
use crate::secretary::ids::{PersonId, TicketId};
use crate::secretary::people::deputies::StandIn;
use crate::secretary::people::names::FORMER;
use crate::secretary::people::workspace::{Person, Role};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::facts::Actor;
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

/// Whether somebody may say what the work of a ticket is to do: in their own right, and for nobody else.
pub fn steers(actor: &Actor, ticket: &Ticket) -> bool {
    actor.role <= Role::Approver || (actor.person == ticket.requester && actor.role <= Role::Requester)
}

/// Whether somebody may decide about a ticket, in their own right or somebody else's: nobody who shaped the plan, where four eyes
/// are wanted.
pub fn may_decide(person: &Person, ticket: &Ticket, four_eyes: bool) -> bool {
    let own = ticket.requester == person.id && person.power() <= Role::Requester;
    let shaped = |id: &PersonId| four_eyes && authors::shaped(ticket, id);
    let lent = || person.at_hand.stands_in_for.iter().any(|away| !shaped(&away.person));
    !shaped(&person.id) && (own || person.power() <= Role::Approver || lent())
}

/// In whose right a person decides about a ticket, and under which name: their own, or that of an absent person. None
/// for nobody's: under four eyes an author may not decide, and neither may a deputy of an author alone.
pub fn right(actor: &Actor, ticket: &Ticket, four_eyes: bool) -> Option<(PersonId, String)> {
    let own = steers(actor, ticket);
    let shaped = four_eyes && authors::shaped(ticket, &actor.person);
    if own && !shaped {
        return Some((actor.person.clone(), actor.name.clone()));
    }
    if shaped {
        return None;
    }
    let away = away_ones(actor, ticket, four_eyes).next()?;
    Some((away.person.clone(), named(actor, away)))
}

/// The absent people for whom a person may decide about a ticket.
pub fn away_ones<'a>(actor: &'a Actor, ticket: &Ticket, four_eyes: bool) -> impl Iterator<Item = &'a StandIn> {
    actor.stands_in_for.iter().filter(move |away| !(four_eyes && authors::shaped(ticket, &away.person)))
}

/// Under which name it is told: "Kim for Mara".
pub fn named(actor: &Actor, away: &StandIn) -> String {
    format!("{} for {}", actor.name, away.name)
}
