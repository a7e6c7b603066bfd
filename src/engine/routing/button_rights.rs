//! What a button means for rights: which operation it needs, whether its decision is asked in a room, and whether its
//! message keeps other buttons. Pure.

use crate::engine::context::Request;
use crate::secretary::ids::DecisionId;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::people::permissions::{Operation, sees};
use crate::secretary::ticket::Ticket;

/// Whether a message loses its buttons once this one was taken. `said`: with words.
pub(in crate::engine) fn done_with(action: &Action, said: bool) -> bool {
    let changes = matches!(action, Action::OnTicket { act: TicketAct::Change { .. } | TicketAct::ChangeTo { .. }, .. });
    let own = said && matches!(action, Action::OnTicket { act: TicketAct::ChangeOther { .. }, .. });
    changes || own || matches!(action, Action::SetBack { .. } | Action::PutBack { .. })
}

/// Whether a button is about a decision that is asked in this room.
pub(in crate::engine) fn asked_here(request: &Request, ticket: &Ticket, act: &TicketAct) -> bool {
    let (TicketAct::Decide { decision, .. }
    | TicketAct::DecideOther { decision }
    | TicketAct::ShowCall { decision }
    | TicketAct::Sure { decision, .. }
    | TicketAct::Reopen { decision }
    | TicketAct::Change { decision, .. }
    | TicketAct::ChangeTo { decision, .. }
    | TicketAct::ChangeOther { decision }) = act
    else {
        return false;
    };
    // In a direct chat that is not the room of the ticket, its person is asked.
    let theirs = !request.room.direct() || request.room.id != ticket.room;
    theirs && ticket.decision(decision).is_some_and(|d| d.rooms.contains(&request.room.id))
}

/// The decision that a button answers.
pub(in crate::engine) fn pressed_for(act: &TicketAct) -> Option<&DecisionId> {
    let (TicketAct::Decide { decision, .. } | TicketAct::DecideOther { decision } | TicketAct::Sure { decision, .. }) =
        act
    else {
        return None;
    };
    Some(decision)
}

/// Whether a person may see the outcome of the decision of a button: they see the ticket, or it is asked in this
/// group, whose message shows the outcome. A direct chat shows what was known while its person could decide; later
/// changes are not shown.
pub(in crate::engine) fn reads_outcome(request: &Request, ticket: &Ticket, act: &TicketAct) -> bool {
    sees(&request.person, ticket) || (!request.room.direct() && asked_here(request, ticket, act))
}

/// The operation of a press, for `authorize`.
pub(in crate::engine) fn operation<'t>(act: &TicketAct, ticket: &'t Ticket) -> Operation<'t> {
    match act {
        TicketAct::Decide { .. }
        | TicketAct::DecideOther { .. }
        | TicketAct::Sure { .. }
        | TicketAct::Reopen { .. }
        | TicketAct::Change { .. }
        | TicketAct::ChangeTo { .. }
        | TicketAct::ChangeOther { .. } => Operation::Decide(ticket),
        TicketAct::Show => Operation::See(ticket),
        TicketAct::ShowCall { .. } => Operation::Decide(ticket),
        TicketAct::Answer { .. }
        | TicketAct::TicksDone { .. }
        | TicketAct::Judge { .. }
        | TicketAct::DropStep { .. }
        | TicketAct::Start { .. }
        | TicketAct::Dispatch { .. }
        | TicketAct::Edit
        | TicketAct::EditCard { .. }
        | TicketAct::Cancel
        | TicketAct::Stop { .. }
        | TicketAct::Pause
        | TicketAct::Resume
        | TicketAct::Rate { .. }
        | TicketAct::Revise
        | TicketAct::AnswerWith { .. }
        | TicketAct::CorrectWith { .. }
        | TicketAct::NewInstead { .. }
        | TicketAct::RemindThen
        | TicketAct::FoldInto { .. } => Operation::Steer(ticket),
    }
}
