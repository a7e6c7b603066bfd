//! `/decisions`: what waits for somebody, a page at a time, and the plans that wait for a go.

use super::choose::is_asked_here;
use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::people::permissions::Operation;
use crate::secretary::people::visibility::Visibility;
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::wording;
use crate::secretary::wording::lists::{Asking, in_order, turn};

impl Context<'_> {
    /// `/decisions`: a page of them, behind one of a ticket.
    pub(in crate::engine) async fn decisions(
        &mut self,
        request: &Request,
        behind: Option<&(i64, String)>,
    ) -> Stored<EventOutcome> {
        let visibility = self.visibility(request).await?;
        let mut found = self.awaiting(Visibility::of_person(&request.person)).await?;
        found.retain(|t| visibility.covers(t) || t.open_decisions().any(|d| is_asked_here(request, t, d)));
        let mut all = in_order(&found);
        let mut passed = match behind {
            Some((number, key)) => {
                self.tx.ticket_numbered(&self.workspace(), *number).await?.map(|ticket| (ticket, key))
            }
            None => None,
        };
        if let Some((ticket, key)) = &passed
            && let Some(decision) = ticket.decisions.iter().find(|d| d.key.as_str() == key.as_str())
        {
            let last = turn(ticket, decision);
            let later: Vec<_> = all.iter().copied().filter(|(t, d)| turn(t, d) > last).collect();
            // Where what came next was decided meanwhile, what waits is on the first page.
            (all, passed) = if later.is_empty() { (all, None) } else { (later, passed) };
        }
        let first = passed.is_none();
        let plans = if first { self.plans_waiting(request).await? } else { Vec::new() };
        if all.is_empty() && !plans.is_empty() {
            return self.list_plans(request, &plans).await;
        }
        let outcome = self.list_decisions(request, &all, Asking::Listed(!first)).await?;
        if !plans.is_empty() && request.turned.is_none() {
            self.list_plans(request, &plans).await?;
        }
        Ok(outcome)
    }

    /// The plans this person may let begin and that wait for that.
    async fn plans_waiting(&mut self, request: &Request) -> Stored<Vec<Ticket>> {
        let visibility = self.visibility(request).await?;
        let filter = TicketFilter { statuses: vec![Status::Confirming], visibility, ..TicketFilter::default() };
        let mut found = self.every(filter).await?;
        found.retain(|ticket| Self::could(request, Operation::Steer(ticket)));
        Ok(found)
    }

    async fn list_plans(&mut self, request: &Request, plans: &[Ticket]) -> Stored<EventOutcome> {
        let mut keys = self.keys();
        let message = wording::lists::plans(plans, &mut keys);
        self.say_page(request, message, keys).await
    }
}
