//! Messages that show tickets beside their own messages: a list of decisions, a ticket or its report shown again. Their
//! buttons live and end with those of the tickets.

use super::action::{Action, TicketAct};
use super::decision::{Decision, Subject};
use super::ids::{DecisionId, PersonId, RoomId, Slot, TicketId};
use super::ticket::{Ending, Stage, Ticket};
use super::wording::lists::Asking;
use serde::{Deserialize, Serialize};

/// One such message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The room it stands in.
    pub room: RoomId,
    /// Its name.
    pub slot: Slot,
    /// Who asked for it: it is said in their words and their zone.
    pub reader: PersonId,
    /// Nobody else reads it.
    pub direct: bool,
    /// What it shows.
    pub shows: Shows,
}

/// What such a message shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shows {
    /// Decisions that were open when it was asked for.
    Decisions {
        /// Why they are shown.
        asking: Asking,
        /// Which, in their order.
        of: Vec<(TicketId, DecisionId)>,
        /// There are more of them on the next page.
        more: bool,
    },
    /// The question whether words answer the questions of these tickets.
    ForWhich {
        /// The words.
        text: String,
        /// The tickets.
        of: Vec<TicketId>,
    },
    /// The question which of several things a few words meant.
    Which {
        /// What stood open, with what the words do with it.
        offers: Vec<(String, Action)>,
        /// There was more.
        more: bool,
    },
    /// A ticket, whole.
    Ticket(TicketId),
    /// The last of so many reports of a ticket.
    Report(TicketId, usize),
}

impl View {
    /// The tickets it shows, each once.
    pub fn tickets(&self) -> Vec<&TicketId> {
        match &self.shows {
            Shows::Ticket(ticket) | Shows::Report(ticket, _) => vec![ticket],
            Shows::ForWhich { of, .. } => of.iter().collect(),
            Shows::Decisions { of, .. } => each_once(of.iter().map(|(ticket, _)| ticket)),
            Shows::Which { offers, .. } => each_once(offers.iter().filter_map(|(_, action)| about(action))),
        }
    }

    /// Whether it reads or offers something else now that a ticket has changed.
    pub fn changes(&self, before: &Ticket, next: &Ticket) -> bool {
        match &self.shows {
            Shows::Decisions { of, .. } => {
                let open = |t: &Ticket, key: &DecisionId| t.decision(key).is_some_and(Decision::open);
                of.iter().any(|(id, key)| *id == next.id && open(before, key) != open(next, key))
            }
            Shows::ForWhich { .. } => before.open_round().is_some() && next.open_round().is_none(),
            Shows::Which { offers, .. } => offers.iter().any(|(_, act)| possible(act, before) && !possible(act, next)),
            Shows::Ticket(_) => offered(before) != offered(next),
            Shows::Report(..) => rated(before) != rated(next),
        }
    }
}

fn each_once<'a>(tickets: impl Iterator<Item = &'a TicketId>) -> Vec<&'a TicketId> {
    let mut found: Vec<&TicketId> = tickets.collect();
    found.sort();
    found.dedup();
    found
}

/// The ticket an action is about.
pub fn about(action: &Action) -> Option<&TicketId> {
    if let Action::OnTicket { ticket, .. } = action { Some(ticket) } else { None }
}

/// Whether what an offer is about still waits for it, as far as this ticket says.
pub fn possible(action: &Action, ticket: &Ticket) -> bool {
    let Action::OnTicket { ticket: id, act } = action else { return true };
    if *id != ticket.id {
        return true;
    }
    if let TicketAct::Decide { decision, .. } = act {
        return ticket.decision(decision).is_some_and(Decision::open);
    }
    if let TicketAct::CorrectWith { card, .. } = act {
        return ticket.stage == Stage::Confirming && ticket.card() == *card;
    }
    !matches!(act, TicketAct::AnswerWith { .. }) || ticket.open_round().is_some()
}

/// Whether any view of a ticket may have changed with it.
pub fn moved(before: &Ticket, next: &Ticket) -> bool {
    offered(before) != offered(next) || rated(before) != rated(next)
}

/// Whether the last report is what the ticket stands by: it can be rated and revised.
pub fn stands_by_report(ticket: &Ticket) -> bool {
    let being_rated = || ticket.open_decisions().any(|d| d.subject == Subject::Redo);
    ticket.stage == Stage::Closed(Ending::Done) || being_rated()
}

/// What decides which buttons a ticket has.
fn offered(ticket: &Ticket) -> impl PartialEq + '_ {
    let open: Vec<&DecisionId> = ticket.open_decisions().map(|d| &d.key).collect();
    let asking = ticket.open_round().is_some();
    (ticket.stage, ticket.paused, ticket.card(), ticket.reports.len(), asking, open)
}

/// What decides what stands under a report.
fn rated(ticket: &Ticket) -> impl PartialEq + '_ {
    (stands_by_report(ticket), ticket.reports.len(), ticket.reports.last().and_then(|r| r.rated.as_ref()))
}
