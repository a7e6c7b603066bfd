//! What a button means for rights: which operation it needs, whether its decision is asked in a room, and whether its
//! message keeps other buttons.

use crate::secretary::ids::DecisionId;
use crate::secretary::message::action::{Action, FlowAct, TicketAct};
use crate::secretary::people::workspace::{Person, Room};
use crate::secretary::permissions::{Operation, sees};
use crate::secretary::ticket::Ticket;

/// Whether a message loses its buttons once this one was taken. `said`: with words.
pub fn done_with(action: &Action, said: bool) -> bool {
    let changes = matches!(action, Action::OnTicket { act: TicketAct::Change { .. } | TicketAct::ChangeTo { .. }, .. });
    let own = said && matches!(action, Action::OnTicket { act: TicketAct::ChangeOther { .. }, .. });
    let once = matches!(
        action,
        Action::OnFlow {
            act: FlowAct::ScheduleToo { .. }
                | FlowAct::TryAgain { .. }
                | FlowAct::NewSecret { .. }
                | FlowAct::Undo { .. }
                | FlowAct::TableBack { .. },
            ..
        }
    );
    let whole = matches!(action, Action::SetBack { .. } | Action::PutBack { .. } | Action::Understood { .. });
    changes || own || once || whole
}

/// Whether a button is about a decision that is asked in this room.
fn asked_here(room: &Room, ticket: &Ticket, act: &TicketAct) -> bool {
    let Some(decision) = act.decision() else { return false };
    // In a direct chat that is not the room of the ticket, its person is asked.
    let theirs = !room.direct() || room.id != ticket.room;
    theirs && ticket.decision(decision).is_some_and(|d| d.rooms.contains(&room.id))
}

/// The operation whose rule is said of a refused press, for a person who reads the message with the button and so knows of
/// its ticket: the decision is asked here, or the message stands in this group. None: the refusal says what there is to say.
pub fn rule<'t>((person, room): (&Person, &Room), ticket: &'t Ticket, act: &TicketAct) -> Option<Operation<'t>> {
    if asked_here(room, ticket, act) {
        return Some(Operation::Decide(ticket));
    }
    let unseen = ticket.workspace == person.workspace && !sees(person, ticket);
    if room.direct() || !unseen {
        return None;
    }
    Some(operation(act, ticket)).filter(|wanted| matches!(wanted, Operation::Decide(_) | Operation::Steer(_)))
}

/// The decision that a button answers.
pub fn pressed_for(act: &TicketAct) -> Option<&DecisionId> {
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
pub fn reads_outcome((person, room): (&Person, &Room), ticket: &Ticket, act: &TicketAct) -> bool {
    sees(person, ticket) || (!room.direct() && asked_here(room, ticket, act))
}

/// The operation of a press, for `authorize`.
pub fn operation<'t>(act: &TicketAct, ticket: &'t Ticket) -> Operation<'t> {
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
        | TicketAct::Trial { .. }
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
