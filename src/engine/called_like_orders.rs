//! "Stop", "cancel", "pause" on the desk where an option of a decision is called so: an order to the secretary that an agent's
//! option looks like is asked about. What is said in reply to the question itself is a choice.

use super::bare_words::{CHOICES, Offer};
use super::desk::{Desk, Visit};
use super::second_thoughts::offer_to_decide;
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::Action;
use crate::secretary::choosing;
use crate::secretary::ids::DecisionId;
use crate::secretary::routing::Meant;
use crate::secretary::talk::{self, Bare, Talk};
use crate::secretary::ticket::Ticket;

/// The order to the secretary that words are by themselves: about work that is to end, to wait or to go on.
fn order(text: &str) -> Option<Bare> {
    match talk::read(text) {
        Some(Talk::Bare(said)) => (said.calls_off() || said.steers()).then_some(said),
        Some(Talk::Small(_)) | None => None,
    }
}

/// Whether the work asked for this decision, so that its options are called as an agent likes.
fn of_work(ticket: &Ticket, key: &DecisionId) -> bool {
    ticket.decision(key).is_some_and(crate::secretary::decision::Decision::of_work)
}

impl Desk<'_> {
    /// Words that choose what is asked here, unless they are an order as well: then it is asked which is meant.
    pub(super) async fn choice_or_order(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        if order(text).is_some()
            && self.is_label(visit, text).await?
            && let Some(fate) = self.orders_something_else(visit, text).await?
        {
            return Ok(Some(fate));
        }
        self.typed_choice(visit, text).await
    }

    /// "stop", which is what an option is called, while work goes on here: it is asked which is meant. None: none does. The
    /// secretary's own question whether its ticket is to stop says the same as the order.
    async fn orders_something_else(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let Some(said) = order(text) else { return Ok(None) };
        let decided = self.agreed_to(visit, text).await?;
        if !said.calls_off() && !decided.iter().any(|(ticket, key, _)| of_work(ticket, key)) {
            return Ok(None);
        }
        let same = |number: Option<i64>| {
            decided.iter().any(|(ticket, key, _)| Some(ticket.number) == number && !of_work(ticket, key))
        };
        let mut others = self.offers(visit, said, None).await?;
        others.retain(|offer| !same(offer.number));
        if others.is_empty() {
            return Ok(None);
        }
        let mut offers: Vec<(String, Action)> = Vec::new();
        for (ticket, decision, option) in decided {
            offers.extend(offer_to_decide(&ticket, decision, option));
        }
        offers.extend(others.into_iter().map(|offer| (offer.label, offer.action)));
        offers.truncate(CHOICES);
        self.which_is_meant(visit, offers).await.map(Some)
    }

    /// Words in a ticket's thread that fit what is to be decided there: chosen, unless they are an order as well.
    pub(super) async fn decided_in_thread(
        &mut self,
        visit: &Visit,
        (ticket, key): (&Ticket, &DecisionId),
        text: &str,
    ) -> Stored<Fate> {
        let named = ticket.decision(key).is_some_and(|d| choosing::is_label(&d.asked.options, text));
        if let Some(said) = order(text).filter(|_| named && of_work(ticket, key))
            && let Some(option) = choosing::option_of(ticket, key, text)
        {
            let others: Vec<Offer> = self.offers(visit, said, Some(ticket)).await?;
            let decides = offer_to_decide(ticket, key.clone(), option).filter(|_| !others.is_empty());
            if let Some(decides) = decides {
                let others = others.into_iter().map(|offer| (offer.label, offer.action));
                let offers = std::iter::once(decides).chain(others).take(CHOICES).collect();
                return self.which_is_meant(visit, offers).await;
            }
        }
        self.about(visit, &ticket.id, &Meant::Decision(key.clone()), text).await
    }
}
