//! Votes on the desk: taking one back in words, as by the button under the prompt.

use super::bare_words::UNDO_FOR;
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::changed;
use crate::secretary::decision::Decision;
use crate::secretary::event::Event;
use crate::secretary::message::Message;
use crate::secretary::sight::Sight;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::voting;
use chrono::TimeDelta;

impl Desk<'_> {
    /// "undo" where a vote or a decision is what this person gave here last. None: neither is.
    pub(super) async fn decision_undone(&mut self, visit: &Visit) -> Stored<Option<Fate>> {
        match self.vote_taken_back(visit, true).await? {
            Some(fate) => Ok(Some(fate)),
            None => self.not_undone(visit).await,
        }
    }

    /// "take my vote back", "undo my vote": the last one here, or how what it decided can still be changed.
    pub(super) async fn vote_not_wanted(&mut self, visit: &Visit) -> Stored<Fate> {
        let back = match self.vote_taken_back(visit, false).await? {
            Some(fate) => Some(fate),
            None => self.not_undone(visit).await?,
        };
        match back {
            Some(fate) => Ok(fate),
            None => self.answer(visit, Message::lines([voting::no_vote_here()])).await,
        }
    }

    /// "undo" to the secretary in a group: a vote or a decision, else an option that is called so.
    pub(super) async fn undone_in_group(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        match self.decision_undone(visit).await? {
            Some(fate) => Ok(Some(fate)),
            None => self.typed_choice(visit, text).await,
        }
    }

    /// "undo" in a ticket's thread: what this person decided or voted for in it last, as far as nothing was done there
    /// since. To the secretary itself it may be about what somebody else decided. `quiet`: perhaps said to somebody else.
    /// None: about something else.
    pub(super) async fn undone_in_thread(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        quiet: bool,
    ) -> Stored<Option<Fate>> {
        if visit.room.thread_of.is_none() {
            return Ok(None);
        }
        let own = |d: &Decision| {
            let vote = d.votes.iter().filter(|vote| vote.of(&visit.person.id)).map(|vote| vote.at).max();
            match d.verdict() {
                Some(verdict) => (verdict.by.as_ref() == Some(&visit.person.id)).then_some(verdict.at),
                None => vote.filter(|_| d.open()),
            }
        };
        let made = |d: &Decision| d.verdict().filter(|verdict| verdict.by.is_some()).map(|verdict| verdict.at);
        let standing = || ticket.decisions.iter().filter(|d| changed::stands(ticket, d));
        let last = standing().filter_map(|d| Some((own(d)?, d))).max_by_key(|(at, _)| *at);
        let others = || standing().filter_map(|d| Some((made(d)?, d))).max_by_key(|(at, _)| *at);
        let found = last.or_else(|| others().filter(|_| !quiet));
        let Some((at, decision)) = found.filter(|(at, _)| self.now - *at <= UNDO_FOR) else { return Ok(None) };
        // What was called off or set back there since has an Undo of its own.
        if !self.undo(visit, Some(ticket), self.now - at).await?.is_empty() {
            return Ok(None);
        }
        if decision.open() {
            let back = Event::DecisionReopened { decision: decision.key.clone() };
            let fate = self.act(visit, ticket, &back).await?;
            if let Fate::Decided(Some(note)) = &fate {
                self.say_of(visit, (ticket, &decision.key), note).await?;
            }
            return Ok(Some(fate));
        }
        self.undo_of(visit, ticket, &decision.key).await
    }

    /// The last vote of this person in what is asked here counts no more. `last`: only where they did nothing here since.
    /// None: they have none.
    pub(super) async fn vote_taken_back(&mut self, visit: &Visit, last: bool) -> Stored<Option<Fate>> {
        let found = self.awaiting(Sight::of_person(&visit.person)).await?;
        let elsewhere = self.voted_elsewhere(visit).await?;
        let here =
            |t: &Ticket, d: &Decision| is_asked_here(visit, t, d) || elsewhere.contains(&(t.id.clone(), d.key.clone()));
        let asked = found.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
        let voted = asked.filter(|(t, d)| here(t, d)).filter_map(|(t, d)| {
            let at = d.votes.iter().filter(|vote| vote.of(&visit.person.id)).map(|vote| vote.at).max()?;
            Some((at, t, d))
        });
        let Some((at, ticket, decision)) = voted.max_by_key(|(at, ..)| *at) else { return Ok(None) };
        // That somebody voted is marked at the very moment they did.
        let since = (self.now - at).min(UNDO_FOR) - TimeDelta::milliseconds(1);
        if last && self.did_something(visit, since, Some((&ticket.id, &decision.key))).await? {
            return Ok(None);
        }
        let back = Event::DecisionReopened { decision: decision.key.clone() };
        let fate = self.act(visit, ticket, &back).await?;
        if let Fate::Decided(Some(note)) = &fate {
            self.say_of(visit, (ticket, &decision.key), note).await?;
        }
        Ok(Some(fate))
    }
}
