//! Views: messages that show tickets beside the messages of the tickets, such as a list of decisions or a ticket
//! shown again. Their buttons end with those of the tickets.

use super::action::{Action, TicketAct};
use crate::secretary::decision::{Decision, Subject, Vote};
use crate::secretary::ids::{DecisionId, PersonId, RoomId, Slot, TicketId};
use crate::secretary::ticket::decisions::changed;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use serde::{Deserialize, Serialize};

/// One such message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Its room.
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

/// Which open decisions are shown, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asking {
    /// All of them, a page at a time; the first page or a later one.
    Listed(bool),
    /// Something typed fits several of this ticket.
    BackOf(i64),
    /// What was typed for this ticket names none of its options.
    FitsNone(i64),
    /// Older messages: words did not decide.
    #[serde(alias = "Back", alias = "LeftToMe")]
    Undecided,
    /// The same, with a number.
    #[serde(alias = "TwoFold")]
    Waiting(i64),
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
    /// The question which of several things a few words meant. A question of an older version has no offers here.
    #[serde(alias = "ForWhich")]
    Which {
        /// The offers: each open thing and what the words do with it.
        #[serde(default)]
        offers: Vec<(String, Action)>,
        /// There was more.
        #[serde(default)]
        more: bool,
    },
    /// The question whether a decision is to be changed.
    Change(TicketId, DecisionId),
    /// A ticket, whole.
    Ticket(TicketId),
    /// The last of so many reports of a ticket.
    Report(TicketId, usize),
}

impl View {
    /// The tickets it shows, each once.
    pub fn tickets(&self) -> Vec<&TicketId> {
        match &self.shows {
            Shows::Ticket(ticket) | Shows::Report(ticket, _) | Shows::Change(ticket, _) => vec![ticket],
            Shows::Decisions { of, .. } => each_once(of.iter().map(|(ticket, _)| ticket)),
            Shows::Which { offers, .. } => each_once(offers.iter().filter_map(|(_, action)| about(action))),
        }
    }

    /// Leaves out a ticket that is erased, with what is said about it, unless it shows that alone.
    pub fn leave_out(&mut self, ticket: &TicketId, number: i64) {
        match &mut self.shows {
            Shows::Decisions { of, .. } => of.retain(|(id, _)| id != ticket),
            Shows::Which { offers, .. } => {
                let named = format!("#{number}");
                let names =
                    |label: &str| label.split(|c: char| c != '#' && !c.is_ascii_digit()).any(|word| word == named);
                offers.retain(|(label, action)| about(action) != Some(ticket) && !names(label));
            }
            Shows::Ticket(_) | Shows::Report(..) | Shows::Change(..) => {}
        }
    }

    /// The label of the button of this action, where it asks which of several things is meant.
    pub fn label(&self, action: &Action) -> Option<&str> {
        let Shows::Which { offers, .. } = &self.shows else { return None };
        offers.iter().find(|(_, of)| of == action).map(|(label, _)| label.as_str())
    }

    /// Whether it reads or offers something else now that a ticket has changed.
    pub fn changes(&self, before: &Ticket, next: &Ticket) -> bool {
        match &self.shows {
            Shows::Decisions { of, .. } => {
                let open = |t: &Ticket, key: &DecisionId| t.decision(key).is_some_and(Decision::open);
                let voted = |(id, key): &(TicketId, DecisionId)| {
                    *id == next.id && (open(before, key) != open(next, key) || votes(before, key) != votes(next, key))
                };
                of.iter().any(voted)
            }
            Shows::Which { offers, .. } => offers.iter().any(|(_, act)| possible(act, before) && !possible(act, next)),
            Shows::Change(_, key) => {
                let changed = |t: &Ticket| changed::successor(t, key).is_some();
                !changed(before) && changed(next)
            }
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
    let open = |key: &DecisionId| ticket.decision(key).is_some_and(Decision::open);
    match act {
        TicketAct::Decide { decision, .. }
        | TicketAct::DecideOther { decision }
        | TicketAct::ShowCall { decision }
        | TicketAct::Sure { decision, .. } => open(decision),
        TicketAct::Change { decision, .. }
        | TicketAct::ChangeTo { decision, .. }
        | TicketAct::ChangeOther { decision } => {
            ticket.decision(decision).is_some_and(|decision| changed::stands(ticket, decision))
        }
        TicketAct::CorrectWith { card, .. }
        | TicketAct::Start { card }
        | TicketAct::Trial { card }
        | TicketAct::Dispatch { card }
        | TicketAct::EditCard { card, .. }
        | TicketAct::DropStep { card, .. } => ticket.stage == Stage::Confirming && ticket.card() == *card,
        TicketAct::AnswerWith { .. } => ticket.open_round().is_some(),
        TicketAct::Stop { asked, .. } => ticket.hold.stop.as_ref().is_some_and(|stop| stop.number == *asked),
        TicketAct::Cancel => !ticket.closed(),
        TicketAct::Pause => !ticket.paused && !ticket.closed(),
        TicketAct::Resume => ticket.paused || matches!(ticket.stage, Stage::Closed(Ending::Failed | Ending::Cancelled)),
        TicketAct::Answer { .. }
        | TicketAct::TicksDone { .. }
        | TicketAct::Judge { .. }
        | TicketAct::Edit
        | TicketAct::Reopen { .. }
        | TicketAct::Rate { .. }
        | TicketAct::Revise
        | TicketAct::NewInstead { .. }
        | TicketAct::RemindThen
        | TicketAct::FoldInto { .. }
        | TicketAct::Show => true,
    }
}

/// Whether any view of a ticket may have changed with it.
pub fn moved(before: &Ticket, next: &Ticket) -> bool {
    let asks_to_stop = |ticket: &Ticket| ticket.hold.stop.as_ref().map(|stop| stop.number);
    let voted = |ticket: &Ticket| ticket.open_decisions().map(|d| d.votes.clone()).collect::<Vec<_>>();
    offered(before) != offered(next)
        || rated(before) != rated(next)
        || asks_to_stop(before) != asks_to_stop(next)
        || voted(before) != voted(next)
}

/// What people want so far of a decision of a ticket.
fn votes<'t>(ticket: &'t Ticket, key: &DecisionId) -> Option<&'t [Vote]> {
    ticket.decision(key).map(|decision| decision.votes.as_slice())
}

/// Whether the last report is the valid one: it can be rated and revised.
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

/// What determines the buttons of a report.
fn rated(ticket: &Ticket) -> impl PartialEq + '_ {
    (stands_by_report(ticket), ticket.reports.len(), ticket.reports.last().and_then(|r| r.rated.as_ref()))
}
