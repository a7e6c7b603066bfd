//! Words to what needs leave on the desk: a no with its reason, and what is said where words allowed less than they wanted.

use super::bare_words::UNDO_FOR;
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use super::many_answers::decided_by;
use super::marks::marks;
use super::own_words::errand;
use crate::ports::store::{Fate, Stored};
use crate::secretary::choosing;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::ids::DecisionId;
use crate::secretary::message::Message;
use crate::secretary::reminding;
use crate::secretary::routing;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording;
use chrono_tz::Tz;

impl Desk<'_> {
    /// "no, a shorter title please": a no to a call, with what the work should know. It is for the question that was shown last
    /// here, else it is asked for which. `asking`: the tickets with questions that are open here. None: no such question waits
    /// here, or something else was asked since.
    pub(super) async fn left_out_with_reason(
        &mut self,
        visit: &Visit,
        text: &str,
        (zone, asking): (Tz, &[&Ticket]),
    ) -> Stored<Option<Fate>> {
        let said = choosing::begins_with_yes_or_no(text.trim());
        let no = said.is_some_and(|said| matches!(said.to_lowercase().as_str(), "no" | "nope" | "nein" | "non"));
        let other = || {
            choosing::puts_off(text)
                || reminding::read(text, zone, visit.said_at).is_some()
                || errand(text, zone, visit)
                || routing::order_of_its_own(text)
        };
        if !no || other() {
            return Ok(None);
        }
        let found = self.undecided_here(visit).await?;
        let asked = found.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
        let leave = |(t, d): &(&Ticket, &Decision)| d.subject == Subject::Approval && is_asked_here(visit, t, d);
        let mut leave: Vec<(&Ticket, &Decision)> = asked.filter(leave).collect();
        let questions = asking.iter().filter_map(|ticket| Some(ticket.open_round()?.1.asked_at())).max();
        leave.retain(|(_, decision)| questions.is_none_or(|at| at < decision.asked_at));
        if leave.is_empty() {
            return Ok(None);
        }
        let last = self.last_prompt(visit, UNDO_FOR, |prompt| !marks(prompt)).await?;
        let shown = last.map(|prompt| decided_by(prompt.actions)).unwrap_or_default();
        let is = |(t, d): &&(&Ticket, &Decision)| shown.iter().any(|(id, key)| *id == t.id && *key == d.key);
        let meant: Vec<&(&Ticket, &Decision)> = leave.iter().filter(is).collect();
        match meant.as_slice() {
            // What was asked last is no such question.
            [] if !shown.is_empty() => Ok(None),
            [(ticket, decision)] => {
                Box::pin(self.decided_in_words(visit, &ticket.id, &decision.key, text)).await.map(Some)
            }
            _ => {
                let open: Vec<(&Ticket, &DecisionId)> = leave.iter().map(|(t, d)| (*t, &d.key)).collect();
                self.for_which_decision(visit, &open, text).await.map(Some)
            }
        }
    }

    /// Says that words which wanted a call allowed for good allowed it this once, and why. The ticket is as it was before them.
    pub(super) async fn only_this_once(
        &mut self,
        visit: &Visit,
        (ticket, key): (&Ticket, &DecisionId),
        text: &str,
        fate: &Fate,
    ) -> Stored<()> {
        let once = matches!(fate, Fate::Decided(_)) && choosing::only_once(ticket, key, text);
        let decision = ticket.decision(key).filter(|_| once);
        if let Some(proposed) = decision.and_then(|decision| decision.proposed.as_deref()) {
            self.say(visit, Message::lines([wording::approvals::this_once(proposed)])).await?;
        }
        Ok(())
    }
}
