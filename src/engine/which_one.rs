//! "Which one?" answered in words: a number, a place, a name or a part of it, both, or none of what was offered. What is
//! meant is done as by its button.

use super::asked_last::answered;
use super::bare_words::{JUST_MADE, UNDO_FOR};
use super::desk::{Desk, Visit};
use super::marks::marks;
use crate::ports::store::{Fate, Posted, Prompt, Stored};
use crate::secretary::action::{Action, ScheduleAct, TicketAct};
use crate::secretary::effect::Effect;
use crate::secretary::ids::Slot;
use crate::secretary::message::Message;
use crate::secretary::picked::{self, Picked};
use crate::secretary::schedule::Duty;
use crate::secretary::views::{self, Shows};
use crate::secretary::wording::talk;

/// How the names of such questions begin.
pub(super) const WHICH: &str = "re/which";

/// Whether a message asks which of several things is meant.
pub(super) fn asks_which(slot: &Slot) -> bool {
    slot.as_str().starts_with(WHICH)
}

impl Desk<'_> {
    /// Words to "Which one?", in reply to it or while it is what was asked last here. None: they are about something else.
    pub(super) async fn which_in_words(
        &mut self,
        visit: &Visit,
        text: &str,
        replied: Option<&Posted>,
    ) -> Stored<Option<Fate>> {
        let asked = match replied {
            Some(posted) if asks_which(&posted.slot) => {
                let of_it = |prompt: &Prompt| prompt.slot.as_ref() == Some(&posted.slot);
                self.last_prompt(visit, UNDO_FOR * 90, of_it).await?
            }
            Some(_) => None,
            None => self.last_prompt(visit, JUST_MADE, |prompt| !marks(prompt)).await?,
        };
        let Some(Prompt { actions, slot: Some(slot), .. }) = asked.filter(asks) else { return Ok(None) };
        if replied.is_none() && self.was_noted(visit, &answered(&slot)).await? {
            return Ok(None);
        }
        let shown = self.shown_there(&slot, &actions).await?;
        let offers = self.offered(&shown, actions).await?;
        let mut numbers = Vec::new();
        for (_, action) in &offers {
            numbers.push(self.number_of(action).await?);
        }
        let labels: Vec<&str> = offers.iter().map(|(label, action)| told_apart(label, action)).collect();
        let Some(picked) = picked::read(&labels, &numbers, text) else { return Ok(None) };
        let turned = Visit { turned: Some(slot.clone()), ..visit.clone() };
        match picked {
            Picked::Nothing => {
                let fate = Box::pin(self.perform(&turned, &Action::Leave, None)).await?;
                self.answered_what_was_asked(visit, &slot, &fate).await?;
                self.answer(visit, Message::lines([talk::left_as_it_is()])).await.map(Some)
            }
            Picked::One(at) => self.picked(visit, &offers[at].1, numbers[at], &slot).await.map(Some),
            Picked::Several(these) => {
                let offers = these.into_iter().map(|at| offers[at].clone()).collect();
                self.which_is_meant(visit, offers).await.map(Some)
            }
            Picked::Unsaid => self.not_said_which(visit, &shown, offers).await.map(Some),
            Picked::All if !offers.iter().all(|(_, action)| takes_all(action)) => {
                self.answer(visit, Message::lines([talk::one_by_one()])).await.map(Some)
            }
            Picked::All => {
                let mut last = Fate::Decided(None);
                for ((_, action), number) in offers.iter().zip(numbers) {
                    last = self.picked(visit, action, number, &slot).await?;
                }
                Ok(Some(last))
            }
        }
    }

    /// One of what was offered is done, and the question has its answer.
    pub(super) async fn picked(
        &mut self,
        visit: &Visit,
        action: &Action,
        number: Option<i64>,
        slot: &Slot,
    ) -> Stored<Fate> {
        let fate = Box::pin(self.take(visit, action, number, false)).await?;
        self.answered_what_was_asked(visit, slot, &fate).await?;
        // Words that were taken are not taken twice.
        if matches!(fate, Fate::Decided(_)) && action.words_carried().is_some() {
            self.tx.drop_view(slot, &visit.room.id).await?;
            let bare = Effect::Bare { room: visit.room.id.clone(), slot: slot.clone() };
            self.carry_out(vec![bare], None).await?;
        }
        Ok(fate)
    }

    /// A word that agrees to one of several: nothing is done by it, and it is asked again. `shown`: what stood there.
    async fn not_said_which(
        &mut self,
        visit: &Visit,
        shown: &[(String, Action)],
        offers: Vec<(String, Action)>,
    ) -> Stored<Fate> {
        if offers.iter().all(|offer| shown.contains(offer)) {
            return self.which_is_meant(visit, offers).await;
        }
        self.answer(visit, Message::lines([talk::which_still()])).await
    }

    /// What a question offers still, each with what stands on its button.
    async fn offered(&mut self, shown: &[(String, Action)], actions: Vec<Action>) -> Stored<Vec<(String, Action)>> {
        let mut offers = Vec::new();
        for action in actions.into_iter().filter(|action| *action != Action::Leave && !talk::shows_all(action)) {
            let label = match shown.iter().find(|(_, other)| *other == action) {
                Some((label, _)) => label.clone(),
                None => self.label_of(&action).await?,
            };
            offers.push((label, action));
        }
        self.possible_still(&offers).await
    }

    /// What such a question showed, each with its button. It is known by the tickets it is about; without one, nothing is.
    async fn shown_there(&mut self, slot: &Slot, actions: &[Action]) -> Stored<Vec<(String, Action)>> {
        for ticket in actions.iter().filter_map(views::about) {
            let views = self.tx.views_of(ticket).await?;
            let offers = views.into_iter().filter(|view| view.slot == *slot).find_map(|view| match view.shows {
                Shows::Which { offers, .. } => Some(offers),
                Shows::Decisions { .. }
                | Shows::ForWhich { .. }
                | Shows::Change(..)
                | Shows::Ticket(_)
                | Shows::Report(..) => None,
            });
            if let Some(offers) = offers {
                return Ok(offers);
            }
        }
        Ok(Vec::new())
    }

    /// What an offer is about that no ticket is.
    async fn label_of(&mut self, action: &Action) -> Stored<String> {
        if let Action::OnSchedule { schedule, .. } = action {
            let schedule = self.tx.schedule(schedule).await?;
            return Ok(match schedule.map(|schedule| schedule.duty) {
                Some(Duty::Remind(what)) => what,
                Some(Duty::Digest) => "digest".to_owned(),
                None => String::new(),
            });
        }
        if let Action::Remind { what: Some(what), .. } = action {
            return Ok(what.clone());
        }
        Ok(String::new())
    }

    /// The number of the ticket an offer is about.
    pub(super) async fn number_of(&mut self, action: &Action) -> Stored<Option<i64>> {
        let Some(id) = views::about(action) else { return Ok(None) };
        Ok(self.tx.ticket(id).await?.map(|ticket| ticket.number))
    }
}

/// What tells an offer from the others: of an answer its own words, without the question, in which other answers may stand.
fn told_apart<'l>(label: &'l str, action: &Action) -> &'l str {
    let Action::OnTicket { act: TicketAct::Decide { .. }, .. } = action else { return label };
    let answer = label.split_once(": ").map_or(label, |(answer, _)| answer);
    answer.split_once(' ').filter(|(number, _)| number.starts_with('#')).map_or(answer, |(_, answer)| answer)
}

/// Whether buttons are those of such a question, and several are offered.
pub(super) fn asks_which_of_several(prompt: &Prompt) -> bool {
    let offers = prompt.actions.iter().filter(|action| **action != Action::Leave && !talk::shows_all(action));
    asks(prompt) && offers.count() > 1
}

/// Whether buttons are those of such a question.
fn asks(prompt: &Prompt) -> bool {
    prompt.slot.as_ref().is_some_and(asks_which)
}

/// Whether this may be done to several things by one word: nothing is decided by it, and each has a way back.
fn takes_all(action: &Action) -> bool {
    match action {
        Action::OnTicket { act, .. } => matches!(
            act,
            TicketAct::Start { .. } | TicketAct::Cancel | TicketAct::Stop { .. } | TicketAct::Pause | TicketAct::Resume
        ),
        Action::OnSchedule { act, .. } => {
            matches!(act, ScheduleAct::Delete { .. } | ScheduleAct::Pause | ScheduleAct::Resume)
        }
        Action::Remind { .. } | Action::Forget { .. } => true,
        Action::NewIdea { .. }
        | Action::AsMeant { .. }
        | Action::Leave
        | Action::KeepClock { .. }
        | Action::Erase { .. }
        | Action::CancelAll { .. }
        | Action::RemindAll { .. }
        | Action::TakeBack { .. }
        | Action::BringBack { .. }
        | Action::DropReminders { .. }
        | Action::GoOn { .. }
        | Action::TakeUpAll { .. }
        | Action::SetBack { .. }
        | Action::PutBack { .. }
        | Action::OnNotes { .. }
        | Action::Command { .. }
        | Action::Page { .. }
        | Action::Zone { .. } => false,
    }
}
