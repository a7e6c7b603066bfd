//! "Cancel all 3 open tickets?", "Erase everything of yours?", "Shall I change that?": while such a question is what was
//! asked last here, a "yes" or "no" answers it and nothing older.

use super::bare_words::{ASKED_FOR, Offer, UNDO_FOR};
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use super::marks::marks;
use super::which_one::{asks_which, asks_which_of_several};
use crate::ports::store::{Fate, Prompt, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::choosing;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::ids::{DecisionId, Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::routing;
use crate::secretary::sight::Sight;
use crate::secretary::talk::{self, Bare, Talk};
use crate::secretary::ticket::Ticket;
use crate::secretary::views;
use crate::secretary::wording::{self, privacy};
use chrono::TimeDelta;

impl Desk<'_> {
    /// A bare word that answers what was asked last here with a yes and a no. None: that was not, or was answered.
    pub(super) async fn about_what_was_asked_last(
        &mut self,
        visit: &Visit,
        (said, text): (Bare, &str),
    ) -> Stored<Option<Fate>> {
        if let Some(fate) = Box::pin(self.about_edit_given_back(visit, None, (said, text))).await? {
            return Ok(Some(fate));
        }
        let agreed = match said {
            Bare::Yes | Bare::Ok => true,
            Bare::No | Bare::Drop => false,
            Bare::Nod | Bare::Undo | Bare::Start | Bare::DropLast | Bare::Pause | Bare::Resume | Bare::Stop => {
                return Ok(None);
            }
        };
        let last = self.last_prompt(visit, ASKED_FOR, |_| true).await?;
        let Some(Prompt { actions, slot: Some(slot), .. }) = last else { return Ok(None) };
        let declines = !agreed && actions.contains(&Action::Leave);
        if agreed && let Some((ticket, decision)) = self.changeable_to_several(&actions).await? {
            if self.was_noted(visit, &answered(&slot)).await? {
                return Ok(None);
            }
            return self.asked_to_which(visit, &ticket, &decision).await.map(Some);
        }
        let asked = takes_a_yes(actions);
        let Some(asked) = asked.or(declines.then_some(Action::Leave)) else { return Ok(None) };
        if self.was_noted(visit, &answered(&slot)).await? {
            return Ok(None);
        }
        if agreed && matches!(asked, Action::Erase { .. }) {
            return self.refuse(visit, privacy::needs_its_button().to_owned()).await.map(Some);
        }
        let turned = Visit { turned: Some(slot.clone()), ..visit.clone() };
        let action = if agreed { asked } else { Action::Leave };
        let fate = Box::pin(self.perform(&turned, &action, None)).await?;
        self.answered_what_was_asked(visit, &slot, &fate).await?;
        if let (Fate::Decided(Some(note)), false) = (&fate, agreed) {
            self.say(visit, Message::lines([note.clone()])).await?;
        }
        self.said_if_refused(visit, fate).await.map(Some)
    }

    /// The newest buttons in this room that count, but for those of progress, which asks nothing.
    pub(super) async fn last_prompt(
        &mut self,
        visit: &Visit,
        within: TimeDelta,
        counts: impl Fn(&Prompt) -> bool + Send,
    ) -> Stored<Option<Prompt>> {
        let shows = |prompt: &Prompt| prompt.slot.as_ref().is_some_and(routing::shows_progress);
        let newest = self.newest(visit, within).await?;
        Ok(newest.into_iter().find(|prompt| !shows(prompt) && counts(prompt)))
    }

    /// Whether the only thing a bare word would do is to decide or begin something that was not asked here last: something else
    /// was asked or told since, with buttons of its own, and the word may be about that.
    pub(super) async fn overtaken(&mut self, visit: &Visit, offers: &[Offer]) -> Stored<bool> {
        let [Offer { action, .. }] = offers else { return Ok(false) };
        if let Action::OnTicket { ticket, act: TicketAct::Start { .. } } = action {
            // What else was shown of the same ticket leads to its card.
            let its = |other: &Action| *other == Action::Leave || views::about(other) == Some(ticket);
            let counts = |prompt: &Prompt| {
                !marks(prompt) && (prompt.actions.contains(action) || !prompt.actions.iter().all(its))
            };
            let Some(last) = self.last_prompt(visit, UNDO_FOR, counts).await? else { return Ok(false) };
            if !last.actions.contains(action) || asks_which_of_several(&last) {
                return Ok(true);
            }
            // It was asked about already, and is not what was meant.
            return match last.slot.filter(asks_which) {
                Some(slot) => self.was_noted(visit, &answered(&slot)).await,
                None => Ok(false),
            };
        }
        if !matches!(action, Action::OnTicket { act: TicketAct::Decide { .. }, .. }) {
            return Ok(false);
        }
        let last = self.last_prompt(visit, UNDO_FOR, |prompt| !marks(prompt)).await?;
        let Some(last) = last else { return Ok(false) };
        // Where it was asked which of several is meant, a word that fits one of them is no answer to that.
        let which = asks_which_of_several(&last);
        let over = match &last.slot {
            Some(slot) if which => self.was_noted(visit, &answered(slot)).await?,
            Some(_) | None => false,
        };
        Ok(!last.actions.contains(action) || (which && !over))
    }

    /// An option, or a yes or a no, in reply to another message of a ticket in which just one thing is to be decided. None: it
    /// decides nothing.
    pub(super) async fn decided_in_reply(&mut self, visit: &Visit, id: &TicketId, text: &str) -> Stored<Option<Fate>> {
        let Some(ticket) = self.tx.ticket(id).await? else { return Ok(None) };
        let mut open = ticket.shown_decisions();
        let (Some(decision), None) = (open.next(), open.next()) else { return Ok(None) };
        // "ok" may mean "heard", and nothing is decided from where it was not asked.
        let plain = match talk::read(text) {
            Some(Talk::Bare(said)) => matches!(said, Bare::Yes | Bare::No) && ticket.hold.stop.is_none(),
            Some(Talk::Small(_)) => false,
            None => decision.of_work(),
        };
        let fits = plain && is_asked_here(visit, &ticket, decision) && choosing::decides(&ticket, &decision.key, text);
        if !fits || !Self::could(visit, Deed::Decide(&ticket)) {
            return Ok(None);
        }
        Box::pin(self.decided_in_words(visit, &ticket.id, &decision.key, text)).await.map(Some)
    }

    /// Whether a choice is asked about once more, which is to be seen where the words were said.
    pub(super) async fn asks_once_more(&mut self, action: &Action) -> Stored<bool> {
        let Action::OnTicket { ticket, act: TicketAct::Decide { decision, .. } } = action else { return Ok(false) };
        let ticket = self.tx.ticket(ticket).await?;
        let decision = ticket.as_ref().and_then(|ticket| ticket.decision(decision));
        Ok(decision.is_some_and(|decision| decision.open() && decision.sure.is_some()))
    }

    /// Whether what was asked last here is to be decided.
    pub(super) async fn decision_shown_last(&mut self, visit: &Visit) -> Stored<bool> {
        let last = self.last_prompt(visit, UNDO_FOR, |prompt| !marks(prompt)).await?;
        let decides = |action: &Action| matches!(action, Action::OnTicket { act: TicketAct::Decide { .. }, .. });
        Ok(last.is_some_and(|prompt| prompt.actions.iter().any(decides)))
    }

    /// A number or a place where something else was shown since this was asked, so that it may be about that: whether it is
    /// meant is asked. None: nothing was.
    pub(super) async fn place_of_something_older(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        key: &DecisionId,
        text: &str,
    ) -> Stored<Option<Fate>> {
        let in_passing = ticket.decision(key).is_some_and(|decision| choosing::in_passing(decision, text));
        if in_passing || matches!(talk::read(text), Some(Talk::Bare(said)) if said.may_decide()) {
            return Box::pin(self.bare_word_to_something_older(visit, (ticket, key), text)).await;
        }
        let options = ticket.decision(key).map_or(&[][..], |decision| &decision.asked.options);
        let Some(option) = choosing::place_alone(options, text) else { return Ok(None) };
        let action = TicketAct::Decide { decision: key.clone(), option }.on(&ticket.id);
        let (Some(chosen), Some(decision)) = (options.get(option), ticket.decision(key)) else { return Ok(None) };
        let label = wording::talk::decide(ticket.number, decision, &chosen.label);
        let list = self.last_prompt(visit, UNDO_FOR, |prompt| !marks(prompt) && lists(prompt)).await?;
        let of_this = |action: &Action| {
            let Action::OnTicket { ticket: id, act: TicketAct::Decide { decision, .. } } = action else { return false };
            *id == ticket.id && decision == key
        };
        if list.is_none_or(|prompt| prompt.actions.iter().any(of_this)) {
            return Ok(None);
        }
        self.which_is_meant(visit, vec![(label, action)]).await.map(Some)
    }

    /// The second questions that this person was asked and that a bare yes or no answers.
    pub(super) async fn asked_if_sure(&mut self, visit: &Visit, text: &str) -> Stored<Vec<Offer>> {
        let Some(yes) = choosing::sure_in_words(text) else { return Ok(Vec::new()) };
        let (person, now) = (&visit.person.id, self.now);
        let mut offers = Vec::new();
        for ticket in self.awaiting(Sight::of_person(&visit.person)).await? {
            for decision in ticket.open_decisions() {
                let Some(sure) = decision.sure.as_ref().filter(|s| s.by == *person && !s.over(now)) else { continue };
                let act = TicketAct::Sure { decision: decision.key.clone(), number: sure.number, yes };
                offers.push(Offer {
                    label: wording::sure::offer(ticket.number, decision, sure, yes),
                    action: act.on(&ticket.id),
                    number: Some(ticket.number),
                });
            }
        }
        Ok(offers)
    }

    /// Writes down that such a question was answered, by a word or a button, unless that was refused.
    pub(super) async fn answered_what_was_asked(&mut self, visit: &Visit, asked: &Slot, fate: &Fate) -> Stored<()> {
        if matches!(fate, Fate::Decided(_)) {
            self.noted_before(visit, &answered(asked)).await?;
        }
        Ok(())
    }
}

/// Whether a bare word in a ticket's thread is no answer to what is to be decided: it is asked whether work is to stop, or
/// somebody among people has heard something.
pub(super) fn about_something_else(ticket: &Ticket, said: Option<Talk>, addressed: bool) -> bool {
    let Some(Talk::Bare(bare)) = said else { return false };
    let goes_on = |d: &Decision| matches!(d.subject, Subject::Limit | Subject::Budget(_));
    let agrees = matches!(bare, Bare::Ok | Bare::Start) || (bare == Bare::Yes && ticket.shown_decisions().all(goes_on));
    ticket.hold.stop.is_some() || (!addressed && agrees)
}

/// What a "yes" does under these buttons: all that is asked about goes, or the one thing that can be changed is changed. What
/// can be changed to several options needs more than that.
fn takes_a_yes(actions: Vec<Action>) -> Option<Action> {
    let whole = |action: &&Action| {
        matches!(action, Action::CancelAll { .. } | Action::DropReminders { .. } | Action::Erase { .. })
    };
    if let Some(all) = actions.iter().find(whole) {
        return Some(all.clone());
    }
    let change = |action: &Action| {
        matches!(action, Action::OnTicket { act: TicketAct::Change { .. } | TicketAct::ChangeTo { .. }, .. })
    };
    let other = |action: &Action| matches!(action, Action::OnTicket { act: TicketAct::ChangeOther { .. }, .. });
    let new = |action: &Action| matches!(action, Action::NewIdea { .. });
    let mut offered = actions.into_iter().filter(|action| *action != Action::Leave && !other(action) && !new(action));
    offered.next().filter(change).filter(|_| offered.next().is_none())
}

/// Whether things stand above these buttons that have a number or a place.
fn lists(prompt: &Prompt) -> bool {
    let listed = |act: &TicketAct| {
        matches!(
            act,
            TicketAct::Decide { .. } | TicketAct::Answer { .. } | TicketAct::DropStep { .. } | TicketAct::Show
        )
    };
    prompt.actions.iter().any(|action| {
        let numbered = matches!(
            action,
            Action::Page { .. } | Action::OnSchedule { .. } | Action::OnNotes { .. } | Action::NewIdea { .. }
        );
        numbered || matches!(action, Action::OnTicket { act, .. } if listed(act))
    })
}

pub(super) fn answered(asked: &Slot) -> String {
    format!("answered/{asked}")
}
