//! "Shall I change that?" on the desk: which of its buttons words name, while it is what was asked last here. A number or a place
//! is that of the option as it was asked, since the buttons carry none; where that is another one among the buttons, it is asked
//! to which, as after a "yes".

use super::asked_last::answered;
use super::bare_words::ASKED_FOR;
use super::desk::{Desk, Visit};
use super::marks::marks;
use super::perhaps::perhaps_own;
use super::second_thoughts::asks;
use crate::ports::store::{Fate, Prompt, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::changed;
use crate::secretary::choosing;
use crate::secretary::decision::{AskedOption, Decision};
use crate::secretary::effect::Effect;
use crate::secretary::ids::{DecisionId, Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::pointing;
use crate::secretary::talk::{self, Talk};
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::changing::{self, Wanted};
use crate::secretary::wording::decisions;

/// How the names of such questions begin.
pub(super) const CHANGE: &str = "re/change";

/// Whether a message asks whether a decision is to be changed.
pub(super) fn asks_to_change(slot: &Slot) -> bool {
    slot.as_str().starts_with(CHANGE)
}

impl Desk<'_> {
    /// "green" right after "Shall I change that?": what it is changed to. An answer of one's own is asked about once more.
    /// None: something else was asked last, or the words are about something else.
    pub(super) async fn changed_as_asked(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let Some(last) = self.last_prompt(visit, ASKED_FOR, |prompt| !marks(prompt)).await? else { return Ok(None) };
        let Some((id, key)) = last.actions.iter().find_map(changes) else { return Ok(None) };
        let over = match &last.slot {
            Some(slot) => self.was_noted(visit, &answered(slot)).await?,
            None => false,
        };
        // "yes" and "no" answer the question; they are no names of options here.
        if over || matches!(talk::read(text), Some(Talk::Bare(_))) {
            return Ok(None);
        }
        // Where it was asked which of several is meant, a word alone says that no more than before.
        let same = |action: &Action| changes(action).is_none_or(|of| of == (id.clone(), key.clone()));
        let alone = |action: &Action| *action == Action::Leave || changes(action).is_some();
        if !last.actions.iter().all(|action| same(action) && alone(action)) {
            return Ok(None);
        }
        let Some(ticket) = self.tx.ticket(&id).await? else { return Ok(None) };
        let Some(decision) = ticket.decision(&key) else { return Ok(None) };
        let wanted = pointing::thought(text).rest;
        let plain = wanted.trim_end_matches(['?', '？', ' ']);
        let own = last.actions.contains(&TicketAct::ChangeOther { decision: key.clone() }.on(&id));
        if own && counts_otherwise(decision, &last.actions, plain) {
            return self.asked_to_which(visit, &ticket, decision).await.map(Some);
        }
        if let Some(option) = choosing::option_of(&ticket, &key, plain) {
            return self.named_under(visit, (&ticket, decision, option), text, &last).await.map(Some);
        }
        if choosing::stays(wanted) && last.actions.contains(&Action::Leave) {
            return self.done_as_asked(visit, &Action::Leave, &last, None).await.map(Some);
        }
        if !own || !perhaps_own(visit, wanted.trim(), self.zone_of(&visit.person).await?) {
            return Ok(None);
        }
        self.gone_on(visit, &ticket, decision, Wanted::Own(wanted.trim().to_owned())).await.map(Some)
    }

    /// An option that is named under the question: taken, or said to count already. What is asked, or has no button there, is
    /// asked about.
    async fn named_under(
        &mut self,
        visit: &Visit,
        (ticket, decision, option): (&Ticket, &Decision, usize),
        text: &str,
        last: &Prompt,
    ) -> Stored<Fate> {
        let options = &decision.asked.options;
        let Some(named) = options.get(option) else {
            return self.refuse(visit, decisions::no_such_option(options.len())).await;
        };
        if decision.verdict().is_some_and(|verdict| verdict.option == Some(option)) {
            let counts = Message::lines([changing::counts_already(&named.label)]);
            // A number may be a slip: the question stays.
            if choosing::place_alone(options, text).is_some() || !last.actions.contains(&Action::Leave) {
                return self.answer(visit, counts).await;
            }
            return self.done_as_asked(visit, &Action::Leave, last, Some(counts)).await;
        }
        let act = TicketAct::Change { decision: decision.key.clone(), option }.on(&ticket.id);
        if asks(text) || !last.actions.contains(&act) {
            return self.gone_on(visit, ticket, decision, Wanted::Option(option)).await;
        }
        self.done_as_asked(visit, &act, last, None).await
    }

    /// What is asked about under these buttons, if they change one decision to whatever is named: a "yes" names nothing.
    pub(super) async fn changeable_to_several(&mut self, actions: &[Action]) -> Stored<Option<(Ticket, Decision)>> {
        let other = |action: &&Action| matches!(action, Action::OnTicket { act: TicketAct::ChangeOther { .. }, .. });
        let Some(of) = actions.iter().find(other).and_then(changes) else { return Ok(None) };
        let same = |action: &Action| *action == Action::Leave || changes(action).as_ref() == Some(&of);
        // Two buttons are one option and an answer of one's own.
        if !actions.iter().all(same) || actions.iter().filter(|action| changes(action).is_some()).count() == 2 {
            return Ok(None);
        }
        let (id, key) = of;
        let Some(ticket) = self.tx.ticket(&id).await? else { return Ok(None) };
        let decision = ticket.decision(&key).cloned();
        Ok(decision.map(|decision| (ticket, decision)))
    }

    /// A decision is to be changed, but not said to what: that is asked, while it may be.
    pub(super) async fn asked_to_which(&mut self, visit: &Visit, ticket: &Ticket, decision: &Decision) -> Stored<Fate> {
        let may = changed::may_change(ticket, decision, &self.settings().await?);
        if !may || !Self::could(visit, Deed::Decide(ticket)) {
            return self.gone_on(visit, ticket, decision, Wanted::Anything).await;
        }
        let mut keys = self.keys();
        let message = changing::to_which(ticket, decision, &mut keys);
        self.offer_change(visit, (ticket, decision), message, keys).await
    }

    /// What the last message asked about is done, as by its button, which goes. `told`: what is said where it is left.
    async fn done_as_asked(
        &mut self,
        visit: &Visit,
        action: &Action,
        last: &Prompt,
        told: Option<Message>,
    ) -> Stored<Fate> {
        let turned = Visit { turned: last.slot.clone(), ..visit.clone() };
        let fate = Box::pin(self.perform(&turned, action, None)).await?;
        if let Some(slot) = &last.slot {
            self.answered_what_was_asked(visit, slot, &fate).await?;
            if let (Fate::Decided(_), false) = (&fate, *action == Action::Leave) {
                self.carry_out(vec![Effect::Bare { room: visit.room.id.clone(), slot: slot.clone() }], None).await?;
            }
        }
        if let (Fate::Decided(Some(note)), true) = (&fate, *action == Action::Leave) {
            self.say(visit, told.unwrap_or_else(|| Message::lines([note.clone()]))).await?;
        }
        self.said_if_refused(visit, fate).await
    }
}

/// Whether words are a place that is one option as they were asked and another among these buttons, which carry no numbers.
fn counts_otherwise(decision: &Decision, actions: &[Action], text: &str) -> bool {
    let options = &decision.asked.options;
    let Some(as_asked) = choosing::place_alone(options, text) else { return false };
    let shown: Vec<usize> = actions
        .iter()
        .filter_map(|action| {
            let Action::OnTicket { act: TicketAct::Change { option, .. }, .. } = action else { return None };
            Some(*option).filter(|option| *option < options.len())
        })
        .collect();
    let buttons: Vec<AskedOption> = shown.iter().map(|option| options[*option].clone()).collect();
    choosing::place_alone(&buttons, text).is_some_and(|at| shown[at] != as_asked)
}

/// What a button of such a question changes.
fn changes(action: &Action) -> Option<(TicketId, DecisionId)> {
    let Action::OnTicket { ticket, act } = action else { return None };
    let (TicketAct::Change { decision, .. } | TicketAct::ChangeOther { decision }) = act else { return None };
    Some((ticket.clone(), decision.clone()))
}
