//! "Undo" as a word: which of the buttons that stand in a room takes something back that can still be taken back.

use super::bare_words::{Offer, UNDO_FOR};
use super::desk::{Desk, Visit};
use crate::ports::store::Stored;
use crate::secretary::action::{Action, NoteAct, ScheduleAct, TicketAct};
use crate::secretary::event::Event;
use crate::secretary::ids::ScheduleId;
use crate::secretary::permissions::Deed;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use chrono::TimeDelta;

impl Desk<'_> {
    /// The last "Undo" that this person may still press here.
    pub(super) async fn undo(&mut self, visit: &Visit, only: Option<&Ticket>, within: TimeDelta) -> Stored<Vec<Offer>> {
        for prompt in self.newest(visit, within).await? {
            for action in prompt.actions {
                if let Some(number) = self.undoes(visit, &action, only).await? {
                    return Ok(vec![Offer { label: String::new(), action, number: (number > 0).then_some(number) }]);
                }
            }
        }
        Ok(Vec::new())
    }

    /// The "Undo" of this order that can still be taken.
    pub(super) async fn way_back(&mut self, visit: &Visit, id: &ScheduleId) -> Stored<Option<Action>> {
        for prompt in self.newest(visit, UNDO_FOR).await? {
            for action in prompt.actions {
                let its = matches!(&action, Action::OnSchedule { schedule, .. } if schedule == id);
                if its && self.undoes(visit, &action, None).await?.is_some() {
                    return Ok(Some(action));
                }
            }
        }
        Ok(None)
    }

    /// Whether anything of this long can be taken back here.
    pub(super) async fn undoable(&mut self, visit: &Visit, within: TimeDelta) -> Stored<bool> {
        Ok(!self.undo(visit, None, within).await?.is_empty())
    }

    /// Whether a button takes something back that can still be taken back: the number of its ticket, else 0.
    async fn undoes(&mut self, visit: &Visit, action: &Action, only: Option<&Ticket>) -> Stored<Option<i64>> {
        if let Action::OnTicket { ticket, act } = action
            && only.is_none_or(|only| only.id == *ticket)
            && let Some(ticket) = self.tx.ticket(ticket).await?
        {
            let fits = if let TicketAct::Reopen { decision } = act {
                let event = Event::DecisionReopened { decision: decision.clone() };
                let actor = self.actor(visit).await?;
                let refused = self.refusal_of(&ticket, &event, actor).await?.is_some();
                Self::may(visit, Deed::Decide(&ticket)).is_ok() && !refused
            } else {
                let cancelled = matches!(ticket.stage, Stage::Closed(Ending::Cancelled));
                *act == TicketAct::Resume && cancelled && Self::may(visit, Deed::Steer(&ticket)).is_ok()
            };
            return Ok(fits.then_some(ticket.number));
        }
        if let Action::OnSchedule { schedule, act: ScheduleAct::Undo { kept, .. } | ScheduleAct::Revert { kept } } =
            action
            && only.is_none()
            && Self::may(visit, Deed::ChangeSchedule(&kept.owner)).is_ok()
        {
            let now = self.tx.schedule(schedule).await?;
            let deleted = matches!(action, Action::OnSchedule { act: ScheduleAct::Undo { .. }, .. });
            let fits = match now {
                None => deleted,
                Some(now) => !deleted && !now.over() && !now.same_order(kept),
            };
            return Ok(fits.then_some(0));
        }
        if let Action::OnNotes { act: NoteAct::Undo { change } } = action
            && only.is_none()
            && Self::may(visit, Deed::KeepNotes).is_ok()
        {
            return Ok(self.own_change(visit, change).await?.filter(|(change, _)| !change.undone).map(|_| 0));
        }
        Ok(None)
    }
}
