//! Second thoughts on the desk: another option than the one that was chosen lately, and "undo" behind a decision. What was
//! decided is taken back only while nothing has gone on with it; after that it is said how it can still be changed.

use super::desk::{Desk, Visit};
use super::perhaps::perhaps_own;
use crate::ports::store::{Fate, Stored, TicketFilter};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::answers;
use crate::secretary::changed;
use crate::secretary::choosing;
use crate::secretary::decision::Decision;
use crate::secretary::event::Event;
use crate::secretary::ids::DecisionId;
use crate::secretary::permissions::Deed;
use crate::secretary::pointing::{self, Lead, Thought};
use crate::secretary::talk::{self, Bare, Talk};
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording;
use crate::secretary::wording::changing::Wanted;
use chrono::TimeDelta;

impl Desk<'_> {
    /// Words that would rather have another option than the one which was chosen here just now. Where they may as well
    /// answer what is open now, it is asked which is meant. `asking`: the tickets with questions that are open here.
    pub(super) async fn second_thought(
        &mut self,
        visit: &Visit,
        text: &str,
        asking: &[&Ticket],
    ) -> Stored<Option<Fate>> {
        if let Some(fate) = self.changed_as_asked(visit, text).await? {
            return Ok(Some(fate));
        }
        // What is open is asked again, before anything that was decided.
        if asking.is_empty()
            && choosing::asks_back(text)
            && let Some(fate) = self.still_to_decide(visit).await?
        {
            return Ok(Some(fate));
        }
        if let Some(number) = choosing::reopens_ticket(text) {
            return self.reopened_in_words(visit, |ticket, _| ticket.number == number).await;
        }
        if let Some(about) = choosing::reopens(text) {
            let fits = |_: &Ticket, question: &str| about.iter().all(|word| question.contains(word.as_str()));
            return self.reopened_in_words(visit, fits).await;
        }
        let Some(thought) = pointing::second_thought(text) else { return Ok(None) };
        let sure = thought.lead == Lead::Sure;
        // "The other one" alone is about what was decided last, unless something else is asked.
        if thought.lead == Lead::None
            && thought.not.is_none()
            && (!asking.is_empty() || self.decided_last(visit).await?.is_none())
        {
            return Ok(None);
        }
        // "The other one" is about what is open, where anything is.
        if !sure && pointing::other(text) && !self.undecided_here(visit).await?.is_empty() {
            return Ok(None);
        }
        let meant = self.decided_lately(visit).await?.into_iter().find_map(|(ticket, decision)| {
            let option = choosing::reconsidered(&decision, text, self.now)?;
            Some((ticket, decision, option))
        });
        let Some((ticket, decision, option)) = meant else {
            return if asking.is_empty() { self.own_instead(visit, &thought, text).await } else { Ok(None) };
        };
        let mut offers: Vec<(String, Action)> = Vec::new();
        for (open, key, option) in self.agreed_to(visit, thought.rest).await? {
            offers.extend(offer_to_decide(&open, key, option));
        }
        let takes_words = |t: &&&Ticket| t.open_round().is_some_and(|(_, round)| answers::awaits_words(round));
        for open in asking.iter().filter(takes_words).filter(|_| !sure) {
            let act = TicketAct::AnswerWith { text: text.to_owned() };
            offers.push((wording::talk::answer(open.number, &open.title), act.on(&open.id)));
        }
        if offers.is_empty() && asks(text) {
            return self.gone_on(visit, &ticket, &decision, Wanted::Option(option)).await.map(Some);
        }
        if offers.is_empty() {
            return self.reconsider(visit, &ticket, &decision, option, text).await.map(Some);
        }
        if !changed::may_change(&ticket, &decision, &self.settings().await?) {
            // The work still hears of it where that is plainly meant; else it is about what is open.
            if !sure {
                return Ok(None);
            }
            return self.reconsider(visit, &ticket, &decision, option, text).await.map(Some);
        }
        offers.extend(offer_of(&ticket, &decision, option));
        self.which_is_meant(visit, offers).await.map(Some)
    }

    /// "Reopen the decision about the door": what was decided, and how it can still be changed. None: nothing of that kind
    /// was decided here.
    async fn reopened_in_words(&mut self, visit: &Visit, fits: impl Fn(&Ticket, &str) -> bool) -> Stored<Option<Fate>> {
        let found = self.decided_here(visit).await?.into_iter().find(|(ticket, decision)| {
            decision.of_work()
                && Self::could(visit, Deed::Decide(ticket))
                && fits(ticket, &decision.asked.question.to_lowercase())
        });
        let Some((ticket, decision)) = found else { return Ok(None) };
        let reopened = Event::DecisionReopened { decision: decision.key.clone() };
        let actor = self.actor(visit).await?;
        if self.refusal_of(&ticket, &reopened, actor).await?.is_none() {
            return self.act(visit, &ticket, &reopened).await.map(Some);
        }
        self.gone_on(visit, &ticket, &decision, Wanted::Anything).await.map(Some)
    }

    /// "not red, green", where green was not among the options of what was decided here just now: an answer of one's own in
    /// its place. Once the work is over it is asked whether that is to change; before, the work hears of it. A vote that waits for
    /// others is changed.
    async fn own_instead(&mut self, visit: &Visit, thought: &Thought<'_>, text: &str) -> Stored<Option<Fate>> {
        if let Some(fate) = self.last_vote_otherwise(visit, text).await? {
            return Ok(Some(fate));
        }
        let wanted = thought.rest.trim();
        let zone = self.zone_of(&visit.person).await?;
        if !perhaps_own(visit, wanted, zone) || !self.agreed_to(visit, wanted).await?.is_empty() {
            return Ok(None);
        }
        let meant = self
            .decided_lately(visit)
            .await?
            .into_iter()
            .find(|(_, decision)| decision.of_work() && choosing::rather_than_chosen(decision, thought));
        let Some((ticket, decision)) = meant.filter(|(ticket, _)| Self::could(visit, Deed::Decide(ticket))) else {
            return Ok(None);
        };
        // Where they don't say what is not wanted, they are about what was done last.
        let verdict = decision.verdict();
        let named = verdict.is_some_and(|v| text.to_lowercase().contains(&v.text.to_lowercase()));
        let since = verdict.map_or(TimeDelta::zero(), |v| self.now - v.at - TimeDelta::milliseconds(1));
        if !named && self.did_something(visit, since, Some((&ticket.id, &decision.key))).await? {
            return Ok(None);
        }
        if over(&ticket) {
            return self.gone_on(visit, &ticket, &decision, Wanted::Own(wanted.to_owned())).await.map(Some);
        }
        self.mark_words_to(visit, &ticket.id, &decision.key).await?;
        let words = Event::DecisionMade { decision: decision.key, option: None, text: Some(text.trim().to_owned()) };
        self.acted(visit, &ticket, &words).await.map(Some)
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
                    return self
                        .act(visit, ticket, &Event::DecisionChanged { decision: key, option: Some(option), text: None })
                        .await;
                }
                return self.gone_on(visit, ticket, decision, Wanted::Option(option)).await;
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

    /// What this person decided here just now and how long ago, if they did nothing since.
    pub(super) async fn decided_last(&mut self, visit: &Visit) -> Stored<Option<(Ticket, Decision, TimeDelta)>> {
        let own = |d: &Decision| d.verdict().is_some_and(|v| v.by.as_ref() == Some(&visit.person.id));
        let found = self.decided_lately(visit).await?.into_iter().find(|(_, d)| own(d));
        let Some((ticket, decision)) = found else { return Ok(None) };
        let Some(since) = decision.verdict().map(|v| self.now - v.at) else { return Ok(None) };
        // That it was decided is marked at the very moment it was.
        let after = since - TimeDelta::milliseconds(1);
        let idle = !self.did_something(visit, after, Some((&ticket.id, &decision.key))).await?;
        Ok(idle.then_some((ticket, decision, since)))
    }

    /// Words to what is over that name another option than the one which counts. None: they name none, or it cannot be
    /// changed. `key`: what they answer, else all that counts in the ticket.
    pub(super) async fn wanted_otherwise(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        key: Option<&DecisionId>,
        text: &str,
    ) -> Stored<Option<Fate>> {
        if !over(ticket) || !Self::could(visit, Deed::Decide(ticket)) {
            return Ok(None);
        }
        if let Some(key) = key
            && talk::read(text) == Some(Talk::Bare(Bare::Undo))
            && let Some(fate) = Box::pin(self.undo_of(visit, ticket, key)).await?
        {
            return Ok(Some(fate));
        }
        let settings = self.settings().await?;
        let found: Vec<&Decision> = match key {
            Some(key) => ticket.decision(key).map(|d| changed::standing(ticket, d)).into_iter().collect(),
            None => ticket.decisions.iter().rev().filter(|d| changed::stands(ticket, d)).collect(),
        };
        let fits = |d: &&Decision| changed::may_change(ticket, d, &settings);
        let fitting: Vec<(&Decision, usize)> =
            found.into_iter().filter(fits).filter_map(|d| Some((d, choosing::another(d, text)?))).collect();
        let (decision, option) = match fitting.as_slice() {
            [] => return self.own_wanted(visit, ticket, key, text).await,
            [one] => *one,
            several => {
                let offers = several.iter().filter_map(|(d, option)| offer_of(ticket, d, *option)).collect();
                return self.which_is_meant(visit, offers).await.map(Some);
            }
        };
        if choosing::reconsidered(decision, text, self.now).is_some() {
            return self.reconsider(visit, ticket, decision, option, text).await.map(Some);
        }
        self.gone_on(visit, ticket, decision, Wanted::Option(option)).await.map(Some)
    }

    /// "other: green" to what was decided with another answer: whether it is to be changed to that.
    async fn own_wanted(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        key: Option<&DecisionId>,
        text: &str,
    ) -> Stored<Option<Fate>> {
        let Some(decision) = key.and_then(|key| ticket.decision(key)).map(|d| changed::standing(ticket, d)) else {
            return Ok(None);
        };
        let said = choosing::own_answer(text);
        let wanted = said.unwrap_or_else(|| pointing::thought(text).rest).trim();
        let counts = decision.verdict().is_some_and(|v| v.text.eq_ignore_ascii_case(wanted))
            || choosing::option_of(ticket, &decision.key, wanted).is_some();
        let own = said.is_some() || perhaps_own(visit, wanted, self.zone_of(&visit.person).await?);
        if !own || counts || !changed::may_change(ticket, decision, &self.settings().await?) {
            return Ok(None);
        }
        self.gone_on(visit, ticket, decision, Wanted::Own(wanted.to_owned())).await.map(Some)
    }

    /// The work has gone on with what was decided: that is said, and how it can still be changed. `wanted`: to what.
    pub(super) async fn gone_on(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        decision: &Decision,
        wanted: Wanted,
    ) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let already = wording::late::decided(decision, Some(&visit.person.id), zone, self.now);
        let mut keys = self.keys();
        let may = changed::may_change(ticket, decision, &self.settings().await?);
        let could = Self::could(visit, Deed::Decide(ticket));
        if may && could {
            let message = wording::changing::change(ticket, decision, &already, &wanted, &mut keys);
            return self.offer_change(visit, (ticket, decision), message, keys).await;
        }
        let ended = could && matches!(wanted, Wanted::Anything) && self.ends_always(ticket, decision).await?;
        let message = wording::changing::gone_on(ticket, decision, &already, ended, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// The same of the last quarter of an hour.
    pub(super) async fn decided_lately(&mut self, visit: &Visit) -> Stored<Vec<(Ticket, Decision)>> {
        let mut found = self.decided_here(visit).await?;
        found.retain(|(_, decision)| choosing::lately(decision, self.now));
        Ok(found)
    }

    /// What was decided about ideas from this room, and by this person here about others, the latest first.
    pub(super) async fn decided_here(&mut self, visit: &Visit) -> Stored<Vec<(Ticket, Decision)>> {
        let filter = TicketFilter {
            workspace: Some(self.workspace()),
            room: Some(visit.room.id.clone()),
            newest_first: true,
            limit: super::orders::READ,
            ..TicketFilter::default()
        };
        let mut found = Vec::new();
        for ticket in self.tx.tickets(&filter).await? {
            let decided = ticket.decisions.iter().filter(|d| d.verdict().is_some());
            let stand = decided.filter(|d| changed::stands(&ticket, d)).cloned();
            found.extend(stand.map(|d| (ticket.clone(), d)).collect::<Vec<_>>());
        }
        found.extend(self.decided_elsewhere(visit).await?);
        found.sort_by_key(|(_, d)| std::cmp::Reverse(d.ended_at()));
        Ok(found)
    }
}

/// The button that decides so.
pub(super) fn offer_to_decide(ticket: &Ticket, decision: DecisionId, option: usize) -> Option<(String, Action)> {
    let asked = ticket.decision(&decision)?;
    let label = wording::talk::decide(ticket.number, asked, &asked.asked.options.get(option)?.label);
    Some((label, TicketAct::Decide { decision, option }.on(&ticket.id)))
}

/// The button that changes a decision to this.
pub(super) fn offer_of(ticket: &Ticket, decision: &Decision, option: usize) -> Option<(String, Action)> {
    let label = &decision.asked.options.get(option)?.label;
    let action = TicketAct::Change { decision: decision.key.clone(), option }.on(&ticket.id);
    Some((wording::talk::decide_anew(ticket.number, decision, label), action))
}

/// Whether the work has come to its end.
pub(super) fn over(ticket: &Ticket) -> bool {
    matches!(ticket.stage, Stage::Closed(Ending::Done | Ending::Failed))
}

/// Whether words ask rather than tell.
pub(super) fn asks(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？'])
}
