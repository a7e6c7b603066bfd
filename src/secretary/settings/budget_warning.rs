//! Who is told that a budget runs low or is used up.

use crate::secretary::budget::{Over, Scope};
use crate::secretary::ids::{PersonId, RoomId};
use crate::secretary::people::workspace::{Person, Role, Room};
use crate::secretary::ticket::Ticket;

/// What people are told about a budget.
#[derive(Clone, Copy, Debug)]
pub struct Warning<'a> {
    /// The budget.
    pub over: &'a Over,
    /// The ticket that spent, if one did.
    pub ticket: Option<&'a Ticket>,
    /// Who spent.
    pub spender: &'a PersonId,
    /// It runs low; else it is used up.
    pub low: bool,
    /// Its limit can be measured.
    pub kept: bool,
}

impl Warning<'_> {
    /// The direct chats where people are told: those of the owners, and for a personal budget that runs low that of
    /// its person, who reads of it as their own where true. `rooms`: the direct chats that can be reached, the best
    /// first.
    pub fn told<'r>(&self, people: &[Person], rooms: &[&'r Room]) -> Vec<(&'r RoomId, bool)> {
        let of_it = |room: &Room| self.ticket.is_some_and(|ticket| room.id == ticket.room);
        // A room that gets the question needs no message beside it.
        let asked = |room: &Room| !self.low && (of_it(room) || (room.purposes.decisions && self.kept));
        let told = |room: &Room| self.over.scope == Scope::Ticket && of_it(room);
        let is_own = |person: &Person| self.low && self.over.scope == Scope::Person && person.id == *self.spender;
        let mut found = Vec::new();
        for person in people.iter().filter(|person| person.role == Role::Owner || is_own(person)) {
            let mut own = rooms.iter().filter(|room| room.person.as_ref() == Some(&person.id)).peekable();
            let first = own.peek().map(|room| &room.id);
            if own.all(|room| !asked(room) && !told(room)) {
                found.extend(first.map(|room| (room, is_own(person) && person.role != Role::Owner)));
            }
        }
        found
    }
}
