//! Second thoughts on the desk: another option than the one that was chosen lately, and "undo" behind a decision. What was
//! decided is taken back only while nothing has gone on with it; after that it is said how it can still be changed.

use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored, TicketFilter};
use crate::secretary::changed;
use crate::secretary::choosing;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::event::Event;
use crate::secretary::ids::DecisionId;
use crate::secretary::permissions::Deed;
use crate::secretary::pointing;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording;
use chrono::TimeDelta;

impl Desk<'_> {
    /// Words that would rather have another option than the one which was chosen here just now.
    pub(super) async fn second_thought(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        if pointing::second_thought(text).is_none() {
            return Ok(None);
        }
        let meant = self.decided_lately(visit).await?.into_iter().find_map(|(ticket, decision)| {
            let option = choosing::reconsidered(&decision, text, self.now)?;
            Some((ticket, decision, option))
        });
        match meant {
            Some((ticket, decision, option)) => {
                self.reconsider(visit, &ticket, &decision, option, text).await.map(Some)
            }
            None => Ok(None),
        }
    }

    /// Another option is wanted: taken while that is possible, else the work hears of it, or it is said how to go on.
    pub(super) async fn reconsider(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        decision: &Decision,
        option: usize,
        text: &str,
    ) -> Stored<Fate> {
        if let Err(why) = self.may(visit, Deed::Decide(ticket)) {
            return self.refuse(visit, why).await;
        }
        let key = decision.key.clone();
        let reopened = Event::DecisionReopened { decision: key.clone() };
        let actor = self.actor(visit).await?;
        if self.refusal_of(ticket, &reopened, actor).await?.is_some() {
            if over(ticket) {
                let own = decision.verdict().is_some_and(|v| v.by.as_ref() == Some(&visit.person.id));
                if own && changed::may_change(ticket, decision, &self.settings().await?) {
                    return self.act(visit, ticket, &Event::DecisionChanged { decision: key, option }).await;
                }
                return self.gone_on(visit, ticket, decision, Some(option)).await;
            }
            self.mark_words_to(visit, &ticket.id, &key).await?;
            let words = Event::DecisionMade { decision: key, option: None, text: Some(text.trim().to_owned()) };
            return self.acted(visit, ticket, &words).await;
        }
        self.act(visit, ticket, &reopened).await?;
        let Some(open) = self.tx.ticket(&ticket.id).await? else {
            return self.refuse(visit, wording::late::forgotten()).await;
        };
        self.act(visit, &open, &Event::DecisionMade { decision: key, option: Some(option), text: None }).await
    }

    /// "undo" just after this person decided something here, and did nothing since: what was decided, and how it can still
    /// be changed.
    pub(super) async fn not_undone(&mut self, visit: &Visit) -> Stored<Option<Fate>> {
        let own = |d: &Decision| d.verdict().is_some_and(|v| v.by.as_ref() == Some(&visit.person.id));
        let Some((ticket, decision)) = self.decided_lately(visit).await?.into_iter().find(|(_, d)| own(d)) else {
            return Ok(None);
        };
        let Some(since) = decision.verdict().map(|v| self.now - v.at) else { return Ok(None) };
        // That it was decided is marked at the very moment it was.
        let after = since - TimeDelta::milliseconds(1);
        if self.undoable(visit, since).await?
            || self.did_something(visit, after, Some((&ticket.id, &decision.key))).await?
        {
            return Ok(None);
        }
        self.gone_on(visit, &ticket, &decision, None).await.map(Some)
    }

    /// Words to what is over that name another option than the one which counts. None: they name none, or it cannot be
    /// changed. `key`: what they answer, else it is what was decided last.
    pub(super) async fn wanted_otherwise(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        key: Option<&DecisionId>,
        text: &str,
    ) -> Stored<Option<Fate>> {
        let of_work = |d: &&Decision| d.subject == Subject::Work && d.verdict().is_some();
        let found = match key {
            Some(key) => ticket.decision(key),
            None => ticket.decisions.iter().rev().find(of_work),
        };
        let Some(decision) = found.filter(|_| over(ticket)).map(|d| changed::standing(ticket, d)) else {
            return Ok(None);
        };
        let Some(option) = choosing::another(decision, text) else { return Ok(None) };
        let may = changed::may_change(ticket, decision, &self.settings().await?);
        if !may || !Self::could(visit, Deed::Decide(ticket)) {
            return Ok(None);
        }
        if choosing::reconsidered(decision, text, self.now).is_some() {
            return self.reconsider(visit, ticket, decision, option, text).await.map(Some);
        }
        self.gone_on(visit, ticket, decision, Some(option)).await.map(Some)
    }

    /// The work has gone on with what was decided: that is said, and how it can still be changed. `wanted`: to what.
    async fn gone_on(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        decision: &Decision,
        wanted: Option<usize>,
    ) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let already = wording::late::decided(decision, Some(&visit.person.id), zone, self.now);
        let mut keys = self.keys();
        let may = changed::may_change(ticket, decision, &self.settings().await?);
        let message = if may && Self::could(visit, Deed::Decide(ticket)) {
            let options = wanted.map_or_else(|| changed::others(decision), |option| vec![option]);
            wording::decisions::change(ticket, decision, &already, &options, &mut keys)
        } else {
            wording::decisions::gone_on(ticket, decision, &already, &mut keys)
        };
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// What was decided lately about ideas from this room, the latest first.
    async fn decided_lately(&mut self, visit: &Visit) -> Stored<Vec<(Ticket, Decision)>> {
        let filter = TicketFilter {
            workspace: Some(self.workspace()),
            room: Some(visit.room.id.clone()),
            newest_first: true,
            limit: super::orders::READ,
            ..TicketFilter::default()
        };
        let mut found = Vec::new();
        for ticket in self.tx.tickets(&filter).await? {
            let lately = ticket.decisions.iter().filter(|d| choosing::lately(d, self.now));
            let stand = lately.filter(|d| changed::stands(&ticket, d)).cloned();
            found.extend(stand.map(|d| (ticket.clone(), d)).collect::<Vec<_>>());
        }
        found.sort_by_key(|(_, d)| std::cmp::Reverse(d.ended_at()));
        Ok(found)
    }
}

/// Whether the work has come to its end.
fn over(ticket: &Ticket) -> bool {
    matches!(ticket.stage, Stage::Closed(Ending::Done | Ending::Failed))
}
