//! Words of doubt on the desk: "actually no", "no wait". Whoever says them behind answers or a plan may mean the answers, the
//! plan or all of it: it is asked, and nothing is called off.

use super::bare_words::{JUST_MADE, Offer};
use super::desk::{Desk, Visit};
use super::marks::marks;
use crate::ports::store::{Fate, Prompt, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::answers;
use crate::secretary::doubting;
use crate::secretary::talk::Bare;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::talk;

impl Desk<'_> {
    /// What is asked where words of doubt would call off a ticket. None: they are no such words, or would do something else.
    /// `offers`: what they may be about, if that was looked for.
    pub(super) async fn wavers(&mut self, visit: &Visit, text: &str, offers: &[Offer]) -> Stored<Option<Fate>> {
        if !doubting::doubts(text) {
            return Ok(None);
        }
        let [Offer { action, label, .. }] = offers else { return Ok(None) };
        let Action::OnTicket { ticket, act: TicketAct::Cancel } = action else { return Ok(None) };
        let Some(ticket) = self.tx.ticket(ticket).await? else { return Ok(None) };
        let mut asked: Vec<(String, Action)> = Vec::new();
        asked.extend(changing(&ticket, text).map(|offer| (offer.label, offer.action)));
        asked.push((label.clone(), action.clone()));
        self.which_is_meant(visit, asked).await.map(Some)
    }

    /// Words of doubt are about what was done last here: that is taken back, and nothing that was made before it. None: they are no
    /// such words, or what they would call off was shown last.
    pub(super) async fn doubts_the_last(
        &mut self,
        visit: &Visit,
        text: &str,
        offers: &[Offer],
    ) -> Stored<Option<Fate>> {
        if !doubting::doubts(text) {
            return Ok(None);
        }
        let last = self.last_prompt(visit, JUST_MADE, |prompt| !marks(prompt)).await?;
        let Some(Prompt { actions, .. }) = last else { return Ok(None) };
        if offers.iter().any(|offer| actions.iter().any(|action| of_one_thing(action, &offer.action))) {
            return Ok(None);
        }
        if let Some(way) = self.way_of(visit, actions, None, JUST_MADE).await? {
            return Box::pin(self.take_offer(visit, (Bare::Undo, None), vec![way])).await.map(Some);
        }
        let [Offer { action, label, .. }] = offers else { return Ok(None) };
        if matches!(action, Action::OnTicket { .. }) {
            return Ok(None);
        }
        self.which_is_meant(visit, vec![(label.clone(), action.clone())]).await.map(Some)
    }

    /// The same of words that are no bare word ("no wait"). `only`: the ticket in whose thread they were said.
    pub(super) async fn doubted(&mut self, visit: &Visit, text: &str, only: Option<&Ticket>) -> Stored<Option<Fate>> {
        if !doubting::doubts(text) {
            return Ok(None);
        }
        // What is asked takes such words itself.
        let open = self.open_here(visit, only).await?;
        if open.iter().any(|ticket| ticket.open_round().is_some() || ticket.open_decisions().next().is_some()) {
            return Ok(None);
        }
        let offers = self.dropped(visit, only).await?;
        self.wavers(visit, text, &offers).await
    }
}

/// Whether both are about the same ticket, order or note.
fn of_one_thing(one: &Action, other: &Action) -> bool {
    match (one, other) {
        (Action::OnTicket { ticket, .. }, Action::OnTicket { ticket: same, .. }) => ticket == same,
        (Action::OnSchedule { schedule, .. }, Action::OnSchedule { schedule: same, .. }) => schedule == same,
        (one, other) => one == other,
    }
}

/// The way to change what a card rests on: the one yes that a late no may be about, else the card in words. None: there is
/// no card.
pub(super) fn changing(ticket: &Ticket, text: &str) -> Option<Offer> {
    if ticket.stage != Stage::Confirming {
        return None;
    }
    let act = match unsaid(ticket, text) {
        Some(text) => TicketAct::CorrectWith { text, card: ticket.card() },
        None => TicketAct::EditCard { card: ticket.card(), typed: None },
    };
    Some(Offer::of(ticket, talk::change, act))
}

/// The one yes that a late no may be about, turned round.
pub(super) fn unsaid(ticket: &Ticket, text: &str) -> Option<String> {
    let round = ticket.rounds.last()?;
    let asked = round.questions.get(answers::declined(round, text)?)?;
    Some(format!("{} No", asked.text))
}
