//! What somebody decided or voted here although it is asked elsewhere, by its number or in a list: "undo", "actually red" and
//! words in reply to the answer they got are about that, as they are where its prompt stands.

use super::bare_words::{UNDO_FOR, here};
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use super::marks::mark;
use crate::ports::store::{Fate, Prompt, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::changed;
use crate::secretary::choosing;
use crate::secretary::decision::Decision;
use crate::secretary::event::Event;
use crate::secretary::ids::{DecisionId, Slot, TicketId};
use crate::secretary::permissions::Deed;
use crate::secretary::pointing;
use crate::secretary::sight::Sight;
use crate::secretary::talk;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::asides;
use chrono::TimeDelta;

/// How long words may be about an open question that somebody answered here by its number.
const ANSWERED_FOR: TimeDelta = TimeDelta::minutes(15);

/// The names under which it is marked what this person decided here.
fn marked_so(visit: &Visit) -> String {
    format!("{}/decided/", mark(visit))
}

/// The decision that an event of a person decides, votes for or opens again.
fn decided_by(event: &Event) -> Option<&DecisionId> {
    if let Event::DecisionMade { decision, .. }
    | Event::DecisionChanged { decision, .. }
    | Event::DecisionReopened { decision }
    | Event::SureAnswered { decision, .. } = event
    {
        Some(decision)
    } else {
        None
    }
}

impl Desk<'_> {
    /// Marks what this person decides here of an idea from another room. Before it is done: it goes again if that is refused.
    pub(super) async fn mark_decided(&mut self, visit: &Visit, ticket: &Ticket, event: &Event) -> Stored<()> {
        let room = here(visit).clone();
        let Some(decision) = decided_by(event).filter(|_| ticket.room != room) else { return Ok(()) };
        let slot = Some(Slot::new(format!("{}{}/{decision}", marked_so(visit), ticket.id)));
        let act = TicketAct::DecideOther { decision: decision.clone() };
        let (token, _) = self.keys().done();
        self.marked.push((self.part, token.clone()));
        let marked = Prompt { rooms: vec![room], actions: vec![act.on(&ticket.id)], slot };
        self.tx.bind(&token, &marked, self.now).await
    }

    /// What this person decided here within that long of ideas from other rooms, the latest first.
    async fn marked_decided(&mut self, visit: &Visit, within: TimeDelta) -> Stored<Vec<(TicketId, DecisionId)>> {
        let begins = marked_so(visit);
        let mut found = Vec::new();
        for prompt in self.newest(visit, within).await? {
            if !prompt.slot.as_ref().is_some_and(|slot| slot.as_str().starts_with(&begins)) {
                continue;
            }
            for action in prompt.actions {
                if let Action::OnTicket { ticket, act: TicketAct::DecideOther { decision } } = action {
                    found.push((ticket, decision));
                }
            }
        }
        Ok(found)
    }

    /// What counts now of what this person decided here of ideas from other rooms, as far as they may decide about it still.
    pub(super) async fn decided_elsewhere(&mut self, visit: &Visit) -> Stored<Vec<(Ticket, Decision)>> {
        let mut found: Vec<(Ticket, Decision)> = Vec::new();
        for (id, key) in self.marked_decided(visit, UNDO_FOR).await? {
            let Some(ticket) = self.tx.ticket(&id).await? else { continue };
            if ticket.room == visit.room.id || !Self::could(visit, Deed::Decide(&ticket)) {
                continue;
            }
            let Some(decision) = ticket.decision(&key).map(|d| changed::standing(&ticket, d)).cloned() else {
                continue;
            };
            let known = found.iter().any(|(other, d)| other.id == id && d.key == decision.key);
            if decision.verdict().is_some() && !known {
                found.push((ticket, decision));
            }
        }
        Ok(found)
    }

    /// The visit with what its words may be about besides what is asked here: what was listed last, and what this person has
    /// answered here by its number, if they name an option of it. A bare word or a number is about nothing of the latter.
    pub(super) async fn with_what_was_shown(&mut self, visit: &Visit, text: &str) -> Stored<Visit> {
        let listed = self.listed_last(visit).await?;
        let mut answered = Vec::new();
        if talk::read(text).is_none() && !choosing::bare_number(text) {
            let wanted = pointing::thought(text).rest;
            for (id, key) in self.marked_decided(visit, ANSWERED_FOR).await? {
                let ticket = self.tx.ticket(&id).await?.filter(|ticket| Self::could(visit, Deed::Decide(ticket)));
                let names = |t: &Ticket| choosing::decides(t, &key, text) || choosing::decides(t, &key, wanted);
                if ticket.is_some_and(|ticket| names(&ticket)) {
                    answered.push((id, key));
                }
            }
        }
        Ok(Visit { listed, answered, ..visit.clone() })
    }

    /// What this person has voted for here within a day, or taken a vote back in, of ideas from other rooms.
    pub(super) async fn voted_elsewhere(&mut self, visit: &Visit) -> Stored<Vec<(TicketId, DecisionId)>> {
        self.marked_decided(visit, UNDO_FOR).await
    }

    /// Says here what was noted of a decision. Words in reply are about that.
    pub(super) async fn say_of(
        &mut self,
        visit: &Visit,
        (ticket, key): (&Ticket, &DecisionId),
        note: &str,
    ) -> Stored<()> {
        let slot = ticket.slot(&format!("{key}/told{}-{}", self.seq, self.effects));
        self.post(&visit.room.id, slot, asides::note(ticket.number, note), visit.reply.clone()).await
    }

    /// "no wait, red" where this person has voted for something else: from now on their vote is for red. None: they have no
    /// vote, or the words name nothing else.
    pub(super) async fn voted_otherwise(
        &mut self,
        visit: &Visit,
        (ticket, decision): (&Ticket, &Decision),
        text: &str,
    ) -> Stored<Option<Fate>> {
        let vote = decision.votes.iter().find(|vote| vote.of(&visit.person.id));
        let Some((vote, thought)) = vote.filter(|_| decision.open()).zip(pointing::second_thought(text)) else {
            return Ok(None);
        };
        let option = choosing::option_of(ticket, &decision.key, thought.rest);
        if option.is_none_or(|option| option >= decision.asked.options.len() || vote.option == Some(option)) {
            return Ok(None);
        }
        Box::pin(self.decided_in_words(visit, &ticket.id, &decision.key, thought.rest)).await.map(Some)
    }

    /// The same of whatever this person voted for last of what is asked here.
    pub(super) async fn last_vote_otherwise(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let found = self.awaiting(Sight::of_person(&visit.person)).await?;
        let asked = found.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
        let voted = asked.filter(|(t, d)| is_asked_here(visit, t, d)).filter_map(|(t, d)| {
            let at = d.votes.iter().filter(|vote| vote.of(&visit.person.id)).map(|vote| vote.at).max()?;
            Some((at, t, d))
        });
        match voted.max_by_key(|(at, ..)| *at) {
            Some((_, ticket, decision)) => self.voted_otherwise(visit, (ticket, decision), text).await,
            None => Ok(None),
        }
    }
}
