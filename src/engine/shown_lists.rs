//! What was shown last in a room: decisions in a list count as asked there, for whoever may take them, and words may answer what a
//! reminder said.

use super::desk::{Desk, Visit};
use super::many_answers::decided_by;
use super::marks::marks;
use crate::ports::store::{Fate, Prompt, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::ids::{DecisionId, TicketId};
use crate::secretary::permissions::Deed;
use crate::secretary::phrases;
use crate::secretary::pointing;
use crate::secretary::routing::{self, Standing};
use crate::secretary::wording::reminding;
use chrono::TimeDelta;

/// How long words after a list are about what stands in it.
const LISTED_FOR: TimeDelta = TimeDelta::minutes(15);

impl Desk<'_> {
    /// The decisions of the list that was shown last here, as far as this person may take them.
    pub(super) async fn listed_last(&mut self, visit: &Visit) -> Stored<Vec<(TicketId, DecisionId)>> {
        // Plans that wait for a go stand below a list of decisions.
        let starts = |action: &Action| matches!(action, Action::OnTicket { act: TicketAct::Start { .. }, .. });
        let plans = |prompt: &Prompt| !prompt.actions.is_empty() && prompt.actions.iter().all(starts);
        let last = self.last_prompt(visit, LISTED_FOR, |prompt| !marks(prompt) && !plans(prompt)).await?;
        let listed = last.filter(|prompt| prompt.slot.as_ref().is_some_and(routing::answers));
        let mut found = Vec::new();
        for (id, decision) in listed.map(|prompt| decided_by(prompt.actions)).unwrap_or_default() {
            let ticket = self.tx.ticket(&id).await?;
            if ticket.is_some_and(|ticket| Self::could(visit, Deed::Decide(&ticket))) {
                found.push((id, decision));
            }
        }
        Ok(found)
    }

    /// "red" after a reminder that red or blue is to be decided: nothing asks for that yet, so that it is offered to do so.
    pub(super) async fn answers_a_reminder(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let last = self.last_prompt(visit, LISTED_FOR * 4, |prompt| !marks(prompt)).await?;
        let Some(Prompt { actions, slot: Some(slot), .. }) = last else { return Ok(None) };
        if !matches!(routing::standing(&slot), Some(Standing::Firing(..))) {
            return Ok(None);
        }
        for action in actions {
            let Action::NewIdea { text: wish, .. } = &action else { continue };
            let Some(question) = reminding::wished(wish) else { continue };
            let options = phrases::parts(question, false);
            let labels: Vec<&str> = options.iter().map(String::as_str).collect();
            if labels.len() > 1 && pointing::pointed(&labels, text).is_some_and(|option| option < labels.len()) {
                let offer = (reminding::decide_now(question), action.clone());
                return self.which_is_meant(visit, vec![offer]).await.map(Some);
            }
        }
        Ok(None)
    }
}
