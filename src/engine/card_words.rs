//! Changes of a plan that are typed without replying to its card: they belong to the card that stands open here.

use super::bare_words::{CHOICES, Offer};
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::TicketAct;
use crate::secretary::event::Event;
use crate::secretary::notes;
use crate::secretary::plan_edit::{self, Edit};
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::views::Shows;
use crate::secretary::wording::talk;

impl Desk<'_> {
    /// Words in which every line changes a plan ("title: …", "drop 1"), while a card is open here: a change of it, and with
    /// several it is asked which. None: they are no such words, or no card stands here.
    pub(super) async fn edits_a_card(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let Some(edits) = plan_edit::read(text) else { return Ok(None) };
        let numbered = edits.iter().all(|edit| matches!(edit, Edit::Step(..) | Edit::Drop(_)));
        // "1: price" may as well answer a question, "remove 2" be about a list.
        if numbered && (notes::clear(text) || self.is_asked(visit).await?) {
            return Ok(None);
        }
        let mut cards = self.open_here(visit, None).await?;
        cards.retain(|t| t.stage == Stage::Confirming);
        if cards.len() > 1 {
            let fits = |t: &Ticket| plan_edit::apply(&mut t.clone(), &edits).is_ok();
            if cards.iter().any(fits) {
                cards.retain(fits);
            }
        }
        match cards.as_slice() {
            [] => Ok(None),
            [one] => {
                let event = Event::Corrected { text: text.trim().to_owned() };
                self.act(visit, one, &event).await.map(Some)
            }
            several => self.which_card(visit, several, text).await.map(Some),
        }
    }

    async fn which_card(&mut self, visit: &Visit, cards: &[Ticket], text: &str) -> Stored<Fate> {
        let offer = |t: &Ticket| {
            let act = TicketAct::CorrectWith { text: text.trim().to_owned(), card: t.card() };
            let Offer { label, action, .. } = Offer::of(t, talk::change, act);
            (label, action)
        };
        let (more, offers) = (cards.len() > CHOICES, cards.iter().take(CHOICES).map(offer).collect::<Vec<_>>());
        let mut keys = self.keys();
        let message = talk::which(offers.clone(), more, &mut keys);
        Box::pin(self.say_view(visit, Shows::Which { offers, more }, message, keys)).await
    }
}
