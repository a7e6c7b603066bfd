//! What a button amounts to: which right it needs, whether it is about what is asked in a room, and whether its message has
//! more to offer afterwards. Pure.

use crate::engine::context::Request;
use crate::secretary::ids::DecisionId;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::people::permissions::{Operation, sees};
use crate::secretary::ticket::Ticket;

/// Whether a message has nothing more to offer once this of its buttons was taken. `said`: with words.
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
    // In a direct chat that the idea is not from it was asked of its person.
    let theirs = !request.room.direct() || request.room.id != ticket.room;
    theirs && ticket.decision(decision).is_some_and(|d| d.rooms.contains(&request.room.id))
}

/// The decision for which a button gives an answer.
pub(in crate::engine) fn pressed_for(act: &TicketAct) -> Option<&DecisionId> {
    let (TicketAct::Decide { decision, .. } | TicketAct::DecideOther { decision } | TicketAct::Sure { decision, .. }) =
        act
    else {
        return None;
    };
    Some(decision)
}

/// Whether somebody reads what comes of a button's decision: they see its ticket, or it is asked in this group, where its message
/// shows that. In a direct chat it shows what was known while its person might decide, and later changes are no longer theirs.
pub(in crate::engine) fn reads_outcome(request: &Request, ticket: &Ticket, act: &TicketAct) -> bool {
    sees(&request.person, ticket) || (!request.room.direct() && asked_here(request, ticket, act))
}

/// What a button's press amounts to, for `authorize`.
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
