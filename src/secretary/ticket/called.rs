//! The names of people in a ticket.

use super::super::decision::Decision;
use super::super::decision::votes::renamed;
use super::super::wording::people::NAMELESS;
use super::Ticket;

impl Ticket {
    /// The ticket as people read it, with this word for a person without a name.
    #[must_use]
    pub fn calling(&self, nameless: &str) -> Self {
        let mut ticket = self.clone();
        let go = ticket.go.iter_mut().map(|go| &mut go.name);
        let decided = ticket.decisions.iter_mut().flat_map(Decision::names).chain(go);
        let cancelled = ticket.hold.cancelled.iter_mut().map(|c| &mut c.by);
        for name in decided.chain(cancelled).chain(std::iter::once(&mut ticket.requester_name)) {
            // The person may be one of several voters, or have a deputy.
            *name = renamed(name, NAMELESS, nameless);
        }
        ticket
    }
}
