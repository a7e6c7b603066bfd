//! Changing one's mind without saying so: the plain name of another option right after the decision, a bare "no", "undo". Nothing
//! is changed on a guess: it is asked.

use super::bare_words::{CHOICES, Offer, UNDO_FOR};
use super::change_asked::CHANGE;
use super::desk::{Desk, Visit};
use super::second_thoughts::{asks, offer_of, offer_to_decide, over};
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::changed;
use crate::secretary::choosing;
use crate::secretary::decision::Decision;
use crate::secretary::event::Event;
use crate::secretary::ids::{DecisionId, Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::permissions::{self, Deed};
use crate::secretary::talk::{self, Bare, Talk};
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording;
use crate::secretary::wording::changing::{self, Wanted};
use chrono::TimeDelta;

impl Desk<'_> {
    /// Words that are exactly another option of what was decided last here, or want none of its options, and are about nothing
    /// else: it is asked whether that is to change. None: they are something else.
    pub(super) async fn after_all(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let now = self.now;
        let lately = |d: &Decision| d.verdict().is_some_and(|v| now - v.at <= UNDO_FOR);
        let last = self.decided_here(visit).await?.into_iter().next();
        let Some((ticket, decision)) = last.filter(|(ticket, decision)| {
            lately(decision) && decision.of_work() && Self::could(visit, Deed::Decide(ticket))
        }) else {
            return Ok(None);
        };
        let Some(option) = choosing::exactly_another(&decision, text) else {
            return self.wanted_none(visit, text).await;
        };
        let Some(label) = decision.asked.options.get(option).map(|option| option.label.clone()) else {
            return Ok(None);
        };
        let action = if changed::may_change(&ticket, &decision, &self.settings().await?) {
            TicketAct::Change { decision: decision.key.clone(), option }.on(&ticket.id)
        } else if matches!(ticket.stage, Stage::Working | Stage::Reporting) {
            // The work hears of it.
            let place = ticket.decisions.iter().position(|d| d.key == decision.key).unwrap_or_default() + 1;
            Action::Command { line: format!("decide {}.{place} actually {label}", ticket.number) }
        } else {
            return Ok(None);
        };
        let mut keys = self.keys();
        let message = changing::to_another(ticket.number, (&decision, &label), (action, text), &mut keys);
        let slot = Slot::new(format!("{CHANGE}{}/{}", self.seq, self.effects));
        self.put(visit, slot, message, keys).await?;
        Ok(Some(Fate::Decided(None)))
    }

    /// "neither" or "no" right after this person decided something here: how it can still be changed.
    async fn wanted_none(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let Some((ticket, decision, _)) = self.decided_last(visit).await? else { return Ok(None) };
        let no = talk::read(text) == Some(Talk::Bare(Bare::No));
        if !decision.of_work() || !over(&ticket) || !(no || choosing::declines(&decision.asked.options, text)) {
            return Ok(None);
        }
        self.gone_on(visit, &ticket, &decision, Wanted::Anything).await.map(Some)
    }

    /// A "yes" or a "no" that decides nothing for sure: it may be about what was decided last here. None: it is about what
    /// `offers` say.
    pub(super) async fn thought_better(
        &mut self,
        visit: &Visit,
        (said, text): (Bare, &str),
        offers: &[Offer],
    ) -> Stored<Option<Fate>> {
        if !visit.room.direct() {
            return Ok(None);
        }
        if offers.is_empty() && asks(text) {
            return self.still_to_decide(visit).await;
        }
        if !matches!(said, Bare::Yes | Bare::No) {
            return Ok(None);
        }
        if !offers.is_empty() {
            if !self.overtaken(visit, offers).await? {
                return Ok(None);
            }
            let Some(change) = self.change_of_last(visit, text).await? else { return Ok(None) };
            let others = offers.iter().map(|offer| (offer.label.clone(), offer.action.clone()));
            let offers = std::iter::once(change).chain(others).collect();
            return self.which_is_meant(visit, offers).await.map(Some);
        }
        let Some((_, decision, _)) = self.decided_last(visit).await? else { return Ok(None) };
        // What is open is meant rather than what is over, but for the very name of an option.
        let named = choosing::exactly_another(&decision, text).is_some();
        if (!named && !self.undecided_here(visit).await?.is_empty()) || self.left_just_now(visit).await? {
            return Ok(None);
        }
        self.after_all(visit, text).await
    }

    /// Whether it was asked last here whether a decision is to change, and that was answered.
    async fn left_just_now(&mut self, visit: &Visit) -> Stored<bool> {
        let last = self.last_prompt(visit, UNDO_FOR, |prompt| !super::marks::marks(prompt)).await?;
        let Some(last) = last else { return Ok(false) };
        let changes = |action: &Action| {
            matches!(action, Action::OnTicket { act: TicketAct::Change { .. } | TicketAct::ChangeOther { .. }, .. })
        };
        match &last.slot {
            Some(slot) if last.actions.iter().any(changes) => {
                self.was_noted(visit, &super::asked_last::answered(slot)).await
            }
            Some(_) | None => Ok(false),
        }
    }

    /// The button that changes what this person decided here just now to what these words name.
    async fn change_of_last(&mut self, visit: &Visit, text: &str) -> Stored<Option<(String, Action)>> {
        let Some((ticket, decision, _)) = self.decided_last(visit).await? else { return Ok(None) };
        let option = choosing::exactly_another(&decision, text);
        let may = changed::may_change(&ticket, &decision, &self.settings().await?);
        Ok(option.filter(|_| may).and_then(|option| offer_of(&ticket, &decision, option)))
    }

    /// A bare word that would decide what is not what was asked last here: whether it is meant is asked. None: it is.
    pub(super) async fn bare_word_to_something_older(
        &mut self,
        visit: &Visit,
        (ticket, key): (&Ticket, &DecisionId),
        text: &str,
    ) -> Stored<Option<Fate>> {
        let fits = ticket.decision(key).is_some_and(|decision| decision.sure.is_none());
        let option = choosing::option_of(ticket, key, text).filter(|_| fits);
        let Some((label, action)) = option.and_then(|option| offer_to_decide(ticket, key.clone(), option)) else {
            return Ok(None);
        };
        let offer = Offer { label: label.clone(), action: action.clone(), number: Some(ticket.number) };
        if !self.overtaken(visit, &[offer]).await? {
            return Ok(None);
        }
        let change = self.change_of_last(visit, text).await?;
        let offers = change.into_iter().chain([(label, action)]).collect();
        self.which_is_meant(visit, offers).await.map(Some)
    }

    /// "undo" just after something was decided here: how it can still be changed, or who decided and who can change it. None:
    /// nothing was, or something else was done since.
    pub(super) async fn not_undone(&mut self, visit: &Visit) -> Stored<Option<Fate>> {
        if let Some((ticket, decision, since)) = self.decided_last(visit).await? {
            if self.undoable(visit, since).await? {
                return Ok(None);
            }
            if let Some(fate) = self.which_of_one_message(visit, &decision).await? {
                return Ok(Some(fate));
            }
            return self.gone_on(visit, &ticket, &decision, Wanted::Anything).await.map(Some);
        }
        let by_other =
            |d: &Decision| d.verdict().is_some_and(|v| v.by.as_ref().is_some_and(|by| *by != visit.person.id));
        let last = self.decided_lately(visit).await?.into_iter().next();
        let Some((ticket, decision)) = last.filter(|(_, decision)| by_other(decision)) else { return Ok(None) };
        let since = decision.verdict().map_or_else(TimeDelta::zero, |verdict| self.now - verdict.at);
        if self.did_something(visit, since, None).await? || self.undoable(visit, since).await? {
            return Ok(None);
        }
        self.undo_said(visit, &ticket, &decision).await.map(Some)
    }

    /// "undo" where the same message decided several things: all of them are named. None: it decided just this.
    async fn which_of_one_message(&mut self, visit: &Visit, decision: &Decision) -> Stored<Option<Fate>> {
        let of = |d: &Decision| d.verdict().map(|verdict| (verdict.at, verdict.by.clone()));
        let mut together = self.decided_lately(visit).await?;
        together.retain(|(_, other)| of(other) == of(decision));
        if together.len() < 2 {
            return Ok(None);
        }
        together.sort_by_key(|(ticket, _)| ticket.number);
        let (settings, zone) = (self.settings().await?, self.zone_of(&visit.person).await?);
        let mut offers: Vec<(String, Action)> = Vec::new();
        let mut all = true;
        for (ticket, decision) in &together {
            let may = Self::could(visit, Deed::Decide(ticket)) && changed::may_change(ticket, decision, &settings);
            all &= may;
            let others = if may { changed::others(decision) } else { Vec::new() };
            offers.extend(others.into_iter().filter_map(|option| offer_of(ticket, decision, option)));
        }
        if all && offers.len() <= CHOICES {
            return self.which_is_meant(visit, offers).await.map(Some);
        }
        let said = |(ticket, decision): &(Ticket, Decision)| {
            (ticket.number, wording::late::decided(decision, Some(&visit.person.id), zone, self.now))
        };
        let lines = changing::which_of_these(together.iter().map(said));
        self.answer(visit, Message::lines(lines)).await.map(Some)
    }

    /// "undo" in reply to what was decided. None: other words, or it is open.
    pub(super) async fn undone_in_reply(
        &mut self,
        visit: &Visit,
        id: &TicketId,
        key: &DecisionId,
        text: &str,
    ) -> Stored<Option<Fate>> {
        if talk::read(text) != Some(Talk::Bare(Bare::Undo)) {
            return Ok(None);
        }
        match self.tx.ticket(id).await? {
            Some(ticket) => self.undo_of(visit, &ticket, key).await,
            None => Ok(None),
        }
    }

    /// "undo" to what was decided. None: it is open, or nobody decided it and that can be taken back.
    pub(super) async fn undo_of(&mut self, visit: &Visit, ticket: &Ticket, key: &DecisionId) -> Stored<Option<Fate>> {
        let Some(decision) = ticket.decision(key).map(|decision| changed::standing(ticket, decision)) else {
            return Ok(None);
        };
        if decision.verdict().is_none_or(|verdict| verdict.by.is_none()) {
            // What nobody was asked about is changed as by its button, once the work is over.
            return match self.changeable(ticket, &decision.key).await? {
                Some(decision) => self.undo_said(visit, ticket, &decision).await.map(Some),
                None => Ok(None),
            };
        }
        let reopened = Event::DecisionReopened { decision: decision.key.clone() };
        let actor = self.actor(visit).await?;
        if Self::could(visit, Deed::Decide(ticket)) && self.refusal_of(ticket, &reopened, actor).await?.is_none() {
            return self.act(visit, ticket, &reopened).await.map(Some);
        }
        self.undo_said(visit, ticket, decision).await.map(Some)
    }

    /// How what is decided can still be changed; who decided it and who can change it, where this person cannot.
    async fn undo_said(&mut self, visit: &Visit, ticket: &Ticket, decision: &Decision) -> Stored<Fate> {
        if self.may(visit, Deed::Decide(ticket)).is_ok() {
            return self.gone_on(visit, ticket, decision, Wanted::Anything).await;
        }
        // The question stands before them, so that they know of the ticket; what was decided since is nothing they see.
        let why = permissions::only_deciders(&visit.person, ticket);
        if !Self::could(visit, Deed::See(ticket)) {
            return self.refuse(visit, why).await;
        }
        let zone = self.zone_of(&visit.person).await?;
        let already = wording::late::decided(decision, Some(&visit.person.id), zone, self.now);
        self.refuse(visit, format!("{already} {why}")).await
    }
}
