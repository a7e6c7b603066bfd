//! Changes of a plan that cannot be made, because something is wrong with them or the work has begun: nothing is done, and the
//! words are given back with ways on. It must not decide what is wrong: that is `plan_edit`.

use super::asked_last::answered;
use super::bare_words::{ASKED_FOR, LOOKED_AT};
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Prompt, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::event::Event;
use crate::secretary::ids::TicketId;
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::plan_edit::{self, Edit, Fault};
use crate::secretary::routing;
use crate::secretary::talk::Bare;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::typed_labels;
use crate::secretary::wording::{late, plan_edits, talk, tickets};

impl Desk<'_> {
    /// Applies somebody's words about a ticket; a change of its plan that cannot be made is given back.
    pub(super) async fn said_about_plan(&mut self, visit: &Visit, ticket: &Ticket, event: &Event) -> Stored<Fate> {
        if let Some(fate) = Box::pin(self.edit_given_back(visit, ticket, event, false)).await? {
            return Ok(fate);
        }
        if let Event::Corrected { text } | Event::Added { text } | Event::AnswersReceived { text } = event
            && let Some(fate) = Box::pin(self.doubted(visit, text, Some(ticket))).await?
        {
            return Ok(fate);
        }
        self.act(visit, ticket, event).await
    }

    /// Words in which every line changes a plan, where that cannot be. `form`: they stand in no message of their own. None:
    /// they are no such words, or can be done.
    pub(super) async fn edit_given_back(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        event: &Event,
        form: bool,
    ) -> Stored<Option<Fate>> {
        let (Event::Corrected { text } | Event::Added { text }) = event else { return Ok(None) };
        let Some(edits) = plan_edit::read(text) else { return Ok(None) };
        // What is said to the work about one of its steps is a remark.
        let remark = matches!(event, Event::Added { .. }) && edits.iter().all(|edit| matches!(edit, Edit::Step(..)));
        if late::under_way(ticket) && !remark {
            return self.begun(visit, ticket, text, false).await.map(Some);
        }
        if ticket.stage != Stage::Confirming {
            return Ok(None);
        }
        let Err(faults) = plan_edit::apply(&mut ticket.clone(), &edits) else { return Ok(None) };
        // There is nothing to go on from.
        if faults == [Fault::Same] {
            return Ok(None);
        }
        let words = (text.as_str(), form || edits.len() > 1);
        let mut keys = self.keys();
        let message = plan_edits::not_made(ticket, (&edits, &faults), words, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Some(Fate::Decided(None)))
    }

    /// The same typed where no card is open, but the work on one plan is under way.
    pub(super) async fn edits_begun_work(
        &mut self,
        visit: &Visit,
        open: &[Ticket],
        (text, edits): (&str, &[Edit]),
    ) -> Stored<Option<Fate>> {
        let mut begun = open.iter().filter(|ticket| late::under_way(ticket));
        let (Some(ticket), None) = (begun.next(), begun.next()) else { return Ok(None) };
        // "2: the cheap one" may as well say what is decided, and no step there is not is meant.
        let titled = edits.iter().any(|edit| matches!(edit, Edit::Title(_)));
        let missing = edits.iter().any(|edit| matches!(edit, Edit::Step(number, _) if *number > ticket.tasks.len()));
        let step = edits.iter().any(|edit| matches!(edit, Edit::Step(..)));
        let decides =
            ticket.shown_decisions().next().is_some() || (step && !self.undecided_here(visit).await?.is_empty());
        if !titled && (missing || decides) {
            return Ok(None);
        }
        self.begun(visit, ticket, text.trim(), true).await.map(Some)
    }

    async fn begun(&mut self, visit: &Visit, ticket: &Ticket, text: &str, idea: bool) -> Stored<Fate> {
        let by = self.started_by(ticket).await?;
        let mut keys = self.keys();
        let message = plan_edits::begun(ticket, text, by.as_deref(), idea, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// "yes", "ok" or "go" right after a change of a plan was given back: it begins no plan as it stands. What was proposed is
    /// done by a yes; else it is asked what is meant. A no is to the change, and the plan stays. `only`: the ticket whose thread
    /// it is said in. None: nothing was given back here last, or that is over.
    pub(super) async fn about_edit_given_back(
        &mut self,
        visit: &Visit,
        only: Option<&Ticket>,
        (said, text): (Bare, &str),
    ) -> Stored<Option<Fate>> {
        let declines = said == Bare::No || (said == Bare::Drop && typed_labels::never_mind(text));
        if !declines && !matches!(said, Bare::Yes | Bare::Ok | Bare::Start) {
            return Ok(None);
        }
        let newest = self.tx.newest_prompts(&visit.room.id, self.now - ASKED_FOR, LOOKED_AT).await?;
        let shows = |prompt: &Prompt| prompt.slot.as_ref().is_some_and(routing::shows_progress);
        let last = newest.into_iter().find(|prompt| !shows(prompt));
        let Some(Prompt { actions, slot: Some(slot), .. }) = last else { return Ok(None) };
        let Some((id, card)) = actions.iter().find_map(gives_back) else { return Ok(None) };
        let Some(ticket) = self.tx.ticket(id).await? else { return Ok(None) };
        let waits =
            ticket.stage == Stage::Confirming && ticket.card() == card && Self::could(visit, Deed::Steer(&ticket));
        if !waits || only.is_some_and(|only| only.id != ticket.id) || self.was_noted(visit, &answered(&slot)).await? {
            return Ok(None);
        }
        if declines {
            let fate = self.answer(visit, Message::lines([plan_edits::stays(&ticket)])).await?;
            self.answered_what_was_asked(visit, &slot, &fate).await?;
            return Ok(Some(fate));
        }
        let proposed = actions.iter().find_map(proposes);
        if let Some((action, _)) = proposed
            && said != Bare::Start
        {
            let fate = Box::pin(self.perform(visit, action, None)).await?;
            self.answered_what_was_asked(visit, &slot, &fate).await?;
            return self.said_if_refused(visit, fate).await.map(Some);
        }
        let start = TicketAct::Start { card }.on(&ticket.id);
        let whole = (talk::start(ticket.number, &tickets::title(&ticket)), start);
        let change = proposed.map(|(action, text)| (plan_edits::proposed(ticket.number, text), action.clone()));
        let offers = change.into_iter().chain([whole]).collect();
        self.which_is_meant(visit, offers).await.map(Some)
    }
}

/// The card whose change was given back with this button.
fn gives_back(action: &Action) -> Option<(&TicketId, usize)> {
    let Action::OnTicket { ticket, act: TicketAct::EditCard { card, typed: Some(_) } } = action else { return None };
    Some((ticket, *card))
}

/// The change that was proposed in place of the one given back.
fn proposes(action: &Action) -> Option<(&Action, &str)> {
    let Action::OnTicket { act: TicketAct::CorrectWith { text, .. }, .. } = action else { return None };
    Some((action, text))
}
