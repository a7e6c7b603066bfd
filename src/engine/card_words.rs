//! What is typed about a card without replying to it: changes of a plan belong to the card that stands open here, and what
//! names a ticket by its number to that one's.

use super::bare_words::{CHOICES, Offer};
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::TicketAct;
use crate::secretary::card_orders::{self, Ordered};
use crate::secretary::event::Event;
use crate::secretary::notes;
use crate::secretary::permissions::Deed;
use crate::secretary::plan_edit::{self, Edit};
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::views::Shows;
use crate::secretary::wording::{late, refusals, talk, tickets};

impl Desk<'_> {
    /// Words in which every line changes a plan ("title: …", "drop 1"), while a card is open here: a change of it, and with
    /// several it is asked which. None: they are no such words, or no card stands here.
    pub(super) async fn edits_a_card(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let Some(edits) = plan_edit::read(text) else { return Ok(None) };
        let numbered = edits.iter().all(|edit| matches!(edit, Edit::Step(..) | Edit::Drop(_) | Edit::Minutes(_)));
        // "1: price" may as well answer a question, "remove 2" be about a list.
        if numbered && (notes::clear(text) || self.is_asked(visit).await?) {
            return Ok(None);
        }
        let open = self.open_here(visit, None).await?;
        let (mut cards, others): (Vec<Ticket>, Vec<Ticket>) =
            open.into_iter().partition(|t| t.stage == Stage::Confirming);
        if cards.len() > 1 {
            let fits = |t: &Ticket| plan_edit::apply(&mut t.clone(), &edits).is_ok();
            if cards.iter().any(fits) {
                cards.retain(fits);
            }
        }
        match cards.as_slice() {
            [] => Box::pin(self.edits_begun_work(visit, &others, (text, &edits))).await,
            [one] => {
                let event = Event::Corrected { text: text.trim().to_owned() };
                self.said_about_plan(visit, one, &event).await.map(Some)
            }
            several => self.which_card(visit, several, text).await.map(Some),
        }
    }

    /// "Start #9", "edit #9", "change #9: drop 2": as by the buttons of that card. None: the words are about something else.
    pub(super) async fn card_by_number(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let Some((number, rest)) = card_orders::read(text) else { return Ok(None) };
        let ticket = match self.visible(visit, number).await? {
            Ok(ticket) => ticket,
            // Only what says no more than this is certain to be about a ticket.
            Err(why) if rest.of(number, "").is_some() => return self.refuse(visit, why).await.map(Some),
            Err(_) => return Ok(None),
        };
        let Some(ordered) = rest.of(number, &tickets::title(&ticket)) else { return Ok(None) };
        if let Err(why) = self.may(visit, Deed::Steer(&ticket)) {
            return self.refuse(visit, why).await.map(Some);
        }
        let waits = ticket.stage == Stage::Confirming;
        let act = match ordered {
            Ordered::Start(_) if waits && ticket.go.is_some() => TicketAct::Dispatch { card: ticket.card() },
            Ordered::Start(_) if waits => TicketAct::Start { card: ticket.card() },
            Ordered::Start(_) if ticket.paused && !ticket.closed() => TicketAct::Resume,
            Ordered::Change(_, Some(words)) if waits => {
                let event = Event::Corrected { text: words.to_owned() };
                return self.said_about_plan(visit, &ticket, &event).await.map(Some);
            }
            Ordered::Change(_, Some(words)) if late::under_way(&ticket) && plan_edit::read(words).is_some() => {
                let event = Event::Corrected { text: words.to_owned() };
                return self.said_about_plan(visit, &ticket, &event).await.map(Some);
            }
            Ordered::Change(_, None) if waits => TicketAct::EditCard { card: ticket.card(), typed: None },
            Ordered::Start(_) | Ordered::Change(..) => {
                let why = match ticket.stage {
                    Stage::Closed(ending) => refusals::already_closed(number, ending),
                    Stage::Intake | Stage::Clarifying | Stage::Confirming | Stage::Working | Stage::Reporting => {
                        refusals::no_card(number)
                    }
                };
                return self.refuse(visit, why).await.map(Some);
            }
        };
        Box::pin(self.take(visit, &act.on(&ticket.id), Some(number), false)).await.map(Some)
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
