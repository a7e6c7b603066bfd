//! "Cancel all 3 open tickets?", "Delete all reminders?", "Erase everything of yours?", "Shall I change that?": while that is what was asked last here, a
//! "yes" or "no" answers it and nothing older.

use super::bare_words::ASKED_FOR;
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Prompt, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::ids::Slot;
use crate::secretary::message::Message;
use crate::secretary::routing;
use crate::secretary::talk::Bare;
use crate::secretary::wording::privacy;

impl Desk<'_> {
    /// A bare word that answers whether all of something is to go. None: that was not asked last, or was answered.
    pub(super) async fn about_all_of_it(&mut self, visit: &Visit, said: Bare) -> Stored<Option<Fate>> {
        let agreed = match said {
            Bare::Yes | Bare::Ok => true,
            Bare::No | Bare::Drop => false,
            Bare::Nod | Bare::Undo | Bare::Start | Bare::DropLast | Bare::Pause | Bare::Resume | Bare::Stop => {
                return Ok(None);
            }
        };
        let newest = self.newest(visit, ASKED_FOR).await?;
        let shows = |prompt: &Prompt| prompt.slot.as_ref().is_some_and(routing::shows_progress);
        let Some(Prompt { actions, slot: Some(slot), .. }) = newest.into_iter().find(|prompt| !shows(prompt)) else {
            return Ok(None);
        };
        let all = |action: &Action| {
            matches!(action, Action::CancelAll { .. } | Action::DropReminders { .. } | Action::Erase { .. })
        };
        // One that can be changed to several options needs more than a yes.
        let change = |action: &Action| matches!(action, Action::OnTicket { act: TicketAct::Change { .. }, .. });
        let one = actions.iter().filter(|action| change(action)).count() == 1
            && actions.iter().all(|action| change(action) || *action == Action::Leave);
        let Some(asked) = actions.into_iter().find(|action| all(action) || (one && change(action))) else {
            return Ok(None);
        };
        if self.was_noted(visit, &answered(&slot)).await? {
            return Ok(None);
        }
        if agreed && matches!(asked, Action::Erase { .. }) {
            return self.refuse(visit, privacy::needs_its_button().to_owned()).await.map(Some);
        }
        let turned = Visit { turned: Some(slot.clone()), ..visit.clone() };
        let action = if agreed { asked } else { Action::Leave };
        let fate = Box::pin(self.perform(&turned, &action, None)).await?;
        self.answered_all_of_it(visit, &slot, &fate).await?;
        if let (Fate::Decided(Some(note)), false) = (&fate, agreed) {
            self.say(visit, Message::lines([note.clone()])).await?;
        }
        self.said_if_refused(visit, fate).await.map(Some)
    }
    /// Writes down that such a question was answered, by a word or a button, unless that was refused.
    pub(super) async fn answered_all_of_it(&mut self, visit: &Visit, asked: &Slot, fate: &Fate) -> Stored<()> {
        if matches!(fate, Fate::Decided(_)) {
            self.noted_before(visit, &answered(asked)).await?;
        }
        Ok(())
    }
}

fn answered(asked: &Slot) -> String {
    format!("answered/{asked}")
}
