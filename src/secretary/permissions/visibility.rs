//! Visibility: one rule for every list, digest, count and ticket, by reader and chat. The database filters by it, and
//! `covers` applies it to one ticket, so that a list is filtered before it is cut.

use crate::secretary::ids::{PersonId, RoomId};
use crate::secretary::people::workspace::{Person, Purposes, Role};
use crate::secretary::ticket::Ticket;

/// The tickets that may be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// All: owners and approvers in their direct chat.
    #[default]
    Everything,
    /// What was said in groups, and what this person said: any other member in their direct chat.
    Own(PersonId),
    /// What was said in groups: a room that an owner made one for the decisions or reports of all tickets.
    Groups,
    /// What was said in these rooms, a chat with its topics: any other group, since people of one group need not
    /// belong to the next.
    Chat(Vec<RoomId>),
}

impl Visibility {
    /// In a person's direct chat; a deputy sees what the absent person sees.
    pub fn of_person(person: &Person) -> Self {
        let all = person.power() <= Role::Approver || !person.at_hand.stands_in_for.is_empty();
        if all { Self::Everything } else { Self::Own(person.id.clone()) }
    }

    /// In a group with these purposes, whoever asks, since all its people read the answer. `chat`: the rooms of the
    /// chat.
    pub fn of_group(purposes: Purposes, chat: Vec<RoomId>) -> Self {
        if purposes.decisions || purposes.reports { Self::Groups } else { Self::Chat(chat) }
    }

    /// Whether this ticket may be shown.
    pub fn covers(&self, ticket: &Ticket) -> bool {
        self.covers_said(ticket.direct, &ticket.requester, &ticket.room)
    }

    /// Whether what this person said in this room may be shown. `direct`: the room is a direct chat.
    pub fn covers_said(&self, direct: bool, by: &PersonId, room: &RoomId) -> bool {
        match self {
            Self::Everything => true,
            Self::Own(person) => !direct || by == person,
            Self::Groups => !direct,
            Self::Chat(rooms) => !direct && rooms.contains(room),
        }
    }
}
