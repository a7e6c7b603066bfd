//! Buttons that nothing else reads when their names are typed: whoever cannot press writes what stands on them.

use super::asked_last::answered;
use super::bare_words::{ASKED_FOR, UNDO_FOR};
use super::desk::{Desk, Visit};
use super::taking_back::marks;
use crate::ports::store::{Fate, Posted, Prompt, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::message::Message;
use crate::secretary::typed_labels::{self, Label};
use crate::secretary::wording::privacy;

impl Desk<'_> {
    /// Words that are the name of a button under the message they answer, else under what was asked last here: as if it were
    /// pressed. None: they are not.
    pub(super) async fn pressed_in_words(
        &mut self,
        visit: &Visit,
        text: &str,
        replied: Option<&Posted>,
    ) -> Stored<Option<Fate>> {
        let Some(label) = typed_labels::read(text) else { return Ok(None) };
        let found = match (replied, label) {
            (Some(posted), _) => {
                let of_it = |prompt: &Prompt| prompt.slot.as_ref() == Some(&posted.slot);
                self.last_prompt(visit, UNDO_FOR * 90, of_it).await?
            }
            // Somebody may have looked at other things meanwhile.
            (None, Label::AllOfIt) => {
                self.last_prompt(visit, UNDO_FOR, |prompt| prompt.actions.iter().any(|act| is(label, act))).await?
            }
            (None, Label::Erase | Label::EraseAsked | Label::Keep | Label::Good | Label::Bad) => {
                self.last_prompt(visit, ASKED_FOR, |prompt| !marks(prompt)).await?
            }
        };
        let Some(Prompt { actions, slot: Some(slot), .. }) = found else { return Ok(None) };
        let of_erasing = matches!(label, Label::Erase | Label::EraseAsked | Label::Keep);
        // Other questions have such words of their own.
        let over = of_erasing && self.was_noted(visit, &answered(&slot)).await?;
        let kept = |action: &Action| {
            let all = matches!(action, Action::CancelAll { .. } | Action::DropReminders { .. });
            is(Label::Erase, action) || (label == Label::Keep && all)
        };
        if over || (of_erasing && !actions.iter().any(kept)) {
            return Ok(None);
        }
        if label == Label::EraseAsked {
            return self.refuse(visit, privacy::needs_its_button().to_owned()).await.map(Some);
        }
        let Some(action) = actions.into_iter().find(|action| is(label, action)) else { return Ok(None) };
        let turned = of_erasing.then(|| slot.clone());
        let fate = Box::pin(self.perform(&Visit { turned, ..visit.clone() }, &action, None)).await?;
        if of_erasing {
            self.answered_what_was_asked(visit, &slot, &fate).await?;
        }
        // What a thumb down asks for is a message of its own.
        if let (Fate::Decided(Some(note)), true) = (&fate, label != Label::Bad) {
            self.say(visit, Message::lines([note.clone()])).await?;
        }
        self.said_if_refused(visit, fate).await.map(Some)
    }
}

/// Whether a button of this name does this.
fn is(label: Label, action: &Action) -> bool {
    match label {
        Label::Erase | Label::EraseAsked => matches!(action, Action::Erase { .. }),
        Label::Keep => *action == Action::Leave,
        Label::AllOfIt => matches!(action, Action::OnTicket { act: TicketAct::ShowCall { .. }, .. }),
        Label::Good => matches!(action, Action::OnTicket { act: TicketAct::Rate { good: true }, .. }),
        Label::Bad => matches!(action, Action::OnTicket { act: TicketAct::Rate { good: false }, .. }),
    }
}
