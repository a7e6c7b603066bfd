//! Doubtful reminders on the desk: those that somebody was asked about and did not answer yet, until they are wanted or
//! not.

use super::bare_words::{ASKED_FOR, Offer};
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Prompt, Stored};
use crate::secretary::action::Action;
use crate::secretary::ids::Slot;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::wording::{reminding, talk};

impl Desk<'_> {
    /// That they are not wanted.
    pub(super) async fn not_reminded(&mut self, visit: &Visit) -> Stored<Vec<Offer>> {
        let mut found = Vec::new();
        for (what, _, slot) in self.doubtful(visit).await? {
            let action = Action::Forget { asked: slot };
            found.push(Offer { label: talk::not_set(&what), action, number: None });
        }
        Ok(found)
    }

    /// The doubtful reminders this person was asked about and did not answer: what, the "Yes", the question.
    pub(super) async fn doubtful(&mut self, visit: &Visit) -> Stored<Vec<(String, Action, Slot)>> {
        let all = self.tx.schedules(&self.workspace()).await?;
        let mut found = Vec::new();
        for Prompt { actions, slot, .. } in self.newest(visit, ASKED_FOR).await? {
            let Some(slot) = slot else { continue };
            let yes = actions.into_iter().find_map(|action| {
                let Action::Remind { what: Some(what), rule: Some(rule), person } = &action else { return None };
                let duty = Duty::Remind(what.clone());
                let set = |s: &Schedule| s.owner == visit.person.id && s.duty == duty && s.rule == *rule;
                let open = person.as_ref() == Some(&visit.person.id) && !all.iter().any(set);
                open.then(|| (what.clone(), action.clone()))
            });
            let Some((what, action)) = yes else { continue };
            if self.tx.posted(&declined_slot(&slot), &visit.room.id).await?.is_empty() {
                found.push((what, action, slot));
            }
        }
        Ok(found)
    }

    /// A doubtful reminder is not wanted: its question is not open any more.
    pub(super) async fn forget(&mut self, visit: &Visit, asked: &Slot) -> Stored<Fate> {
        self.noted_before(visit, &format!("declined/{asked}")).await?;
        Ok(Fate::Decided(Some(reminding::dropped())))
    }
}

fn declined_slot(asked: &Slot) -> Slot {
    Slot::new(format!("re/declined/{asked}"))
}
