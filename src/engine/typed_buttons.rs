//! Buttons that nothing else reads when their names are typed: whoever cannot press writes what stands on them.

use super::asked_last::answered;
use super::bare_words::{ASKED_FOR, CHOICES, Offer, UNDO_FOR};
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use super::marks::marks;
use super::own_words::errand;
use super::second_thoughts::offer_to_decide;
use crate::ports::store::{Fate, Posted, Prompt, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::choosing;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::event::Event;
use crate::secretary::ids::{DecisionId, TicketId};
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::reminding;
use crate::secretary::routing::{self, Meant};
use crate::secretary::talk::Bare;
use crate::secretary::ticket::{Ending, Stage, Status, Ticket};
use crate::secretary::typed_labels::{self, Label};
use crate::secretary::wording::{privacy, talk};

impl Desk<'_> {
    /// Words that mean what was offered: one of several things, a card by its number, an answer, a button by its name. None:
    /// they are about something else.
    pub(super) async fn pressed_in_words(
        &mut self,
        visit: &Visit,
        text: &str,
        replied: Option<&Posted>,
    ) -> Stored<Option<Fate>> {
        if let Some(fate) = Box::pin(self.sorted_in_words(visit, text, replied)).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = Box::pin(self.which_in_words(visit, text, replied)).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = Box::pin(self.card_by_number(visit, text)).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = Box::pin(self.answered_as_asked(visit, text, replied)).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = Box::pin(self.about_a_question(visit, text, replied)).await? {
            return Ok(Some(fate));
        }
        self.named_button(visit, text, replied).await
    }

    /// What was asked last here, answered by the sign an option is called, by "other: …", or by what allows a call once. None:
    /// it is no such answer.
    async fn answered_as_asked(&mut self, visit: &Visit, text: &str, replied: Option<&Posted>) -> Stored<Option<Fate>> {
        if !routing::has_words(text) {
            return self.chosen_by_sign(visit, text, replied).await;
        }
        let (own, once) = (choosing::own_answer(text), typed_labels::once(text));
        let zone = self.zone_of(&visit.person).await?;
        let other = reminding::read(text, zone, visit.said_at).is_some()
            || errand(text, zone, visit)
            || routing::order_of_its_own(text);
        let more = choosing::allows_more(text) && !other;
        if replied.is_some() || (own.is_none() && !once && !more) {
            return Ok(None);
        }
        let found = self.undecided_here(visit).await?;
        let asked = found.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
        let asked = asked.filter(|(t, d)| is_asked_here(visit, t, d) && (own.is_none() || d.subject.takes_words()));
        let Some((ticket, decision)) = asked.max_by_key(|(_, d)| d.asked_at) else { return Ok(None) };
        let asking = self.of_person(visit, vec![Status::Asking]).await?;
        let rounds: Vec<&Ticket> = asking.iter().filter(|t| t.open_round().is_some()).collect();
        if !rounds.is_empty() && !self.decision_asked_last(visit, &rounds).await? {
            return Ok(None);
        }
        if let Some(own) = own {
            // Where just one takes such an answer, it is that one whatever was shown since.
            let open = found.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
            let takes = |(t, d): &(&Ticket, &Decision)| is_asked_here(visit, t, d) && d.subject.takes_words();
            if open.filter(takes).count() > 1 && !self.decision_shown_last(visit).await? {
                return Ok(None);
            }
            let (decision, text) = (decision.key.clone(), Some(own.to_owned()));
            let event = Event::DecisionMade { decision, option: None, text };
            return Box::pin(self.act(visit, ticket, &event)).await.map(Some);
        }
        if decision.subject != Subject::Approval || !self.decision_shown_last(visit).await? {
            return Ok(None);
        }
        if once {
            return Box::pin(self.decided_in_words(visit, &ticket.id, &decision.key, "yes")).await.map(Some);
        }
        // It was asked whether that is an answer: such words allow no call, and are no idea right under the question.
        if !self.was_noted(visit, &format!("decides/{}/{}", ticket.id, decision.key)).await? {
            return Ok(None);
        }
        Box::pin(self.undecided_by(visit, &ticket.id, &decision.key, text)).await
    }

    /// A sign that an option is called, which is no word. None: none is called so.
    async fn chosen_by_sign(&mut self, visit: &Visit, text: &str, replied: Option<&Posted>) -> Stored<Option<Fate>> {
        let said = typed_labels::sign(text);
        let meant = replied.and_then(|posted| routing::replied(&posted.slot));
        let found = self.undecided_here(visit).await?;
        let asked = found.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
        let asked = asked.filter(|(t, d)| match &meant {
            Some((id, meant)) => *id == t.id && *meant == Meant::Decision(d.key.clone()),
            None => is_asked_here(visit, t, d),
        });
        let called = |d: &Decision| d.asked.options.iter().position(|option| typed_labels::sign(&option.label) == said);
        let chosen = asked.filter_map(|(t, d)| Some((t, d, called(d)?))).max_by_key(|(_, d, _)| d.asked_at);
        if let Some((ticket, decision, option)) = chosen.filter(|_| !said.is_empty()) {
            let action = TicketAct::Decide { decision: decision.key.clone(), option }.on(&ticket.id);
            return Box::pin(self.take(visit, &action, Some(ticket.number), false)).await.map(Some);
        }
        let asking = self.of_person(visit, vec![Status::Asking]).await?;
        let offers = |t: &&Ticket| {
            t.open_round().is_some_and(|(_, round)| {
                let open = round.pairs().filter(|(_, answer)| answer.is_none());
                open.flat_map(|(question, _)| &question.options).any(|option| typed_labels::sign(option) == said)
            })
        };
        let Some(ticket) = asking.iter().find(offers).filter(|_| visit.room.direct() && !said.is_empty()) else {
            return Ok(None);
        };
        let event = Event::AnswersReceived { text: text.trim().to_owned() };
        self.act(visit, ticket, &event).await.map(Some)
    }

    /// Words that are the name of a button under the message they answer, else under what was asked last here: as if it were
    /// pressed. None: they are not.
    async fn named_button(&mut self, visit: &Visit, text: &str, replied: Option<&Posted>) -> Stored<Option<Fate>> {
        let Some(label) = typed_labels::read(text) else {
            if replied.is_none() && choosing::wants_vote_back(text) {
                return Box::pin(self.vote_not_wanted(visit)).await.map(Some);
            }
            return Box::pin(self.tried_again(visit, text, replied)).await;
        };
        let found = match (replied, label) {
            (Some(posted), _) => {
                let of_it = |prompt: &Prompt| prompt.slot.as_ref() == Some(&posted.slot);
                self.last_prompt(visit, UNDO_FOR * 90, of_it).await?
            }
            // Somebody may have looked at other things meanwhile.
            (None, Label::AllOfIt | Label::RemindThen | Label::AddTo(_)) => {
                self.last_prompt(visit, UNDO_FOR, |prompt| prompt.actions.iter().any(|act| is(label, act))).await?
            }
            (None, Label::Erase | Label::EraseAsked | Label::Keep | Label::Good | Label::Bad | Label::More) => {
                self.last_prompt(visit, ASKED_FOR, |prompt| !marks(prompt)).await?
            }
        };
        let Some(Prompt { actions, slot: Some(slot), .. }) = found else { return Ok(None) };
        let of_erasing = matches!(label, Label::Erase | Label::EraseAsked | Label::Keep);
        // Other questions have such words of their own.
        let over = of_erasing && self.was_noted(visit, &answered(&slot)).await?;
        let kept = |action: &Action| {
            let all = matches!(action, Action::CancelAll { .. } | Action::DropReminders { .. });
            is(Label::Erase, action) || (label == Label::Keep && all)
        };
        if over || (of_erasing && !actions.iter().any(kept)) {
            return Ok(None);
        }
        if label == Label::EraseAsked {
            return self.refuse(visit, privacy::needs_its_button().to_owned()).await.map(Some);
        }
        let pages = actions.iter().any(|action| matches!(action, Action::Page { .. }));
        let action = match label {
            Label::More => next_page(actions),
            Label::AllOfIt
            | Label::Erase
            | Label::EraseAsked
            | Label::Keep
            | Label::Good
            | Label::Bad
            | Label::RemindThen
            | Label::AddTo(_) => actions.into_iter().find(|action| is(label, action)),
        };
        if let (Label::AddTo(number), Some(action)) = (label, &action)
            && !self.adds_to(action, number).await?
        {
            return Ok(None);
        }
        let Some(action) = action else {
            let over = label == Label::More && pages;
            return if over { self.answer(visit, Message::lines([talk::no_more()])).await.map(Some) } else { Ok(None) };
        };
        let turned = (of_erasing || label == Label::More).then(|| slot.clone());
        let fate = Box::pin(self.perform(&Visit { turned, ..visit.clone() }, &action, None)).await?;
        if of_erasing {
            self.answered_what_was_asked(visit, &slot, &fate).await?;
        }
        // What a thumb down asks for is a message of its own.
        if let (Fate::Decided(Some(note)), true) = (&fate, label != Label::Bad) {
            self.say(visit, Message::lines([note.clone()])).await?;
        }
        self.said_if_refused(visit, fate).await.map(Some)
    }

    /// Whether a button adds what was sent to the ticket of this number.
    async fn adds_to(&mut self, action: &Action, number: i64) -> Stored<bool> {
        let Action::OnTicket { act: TicketAct::FoldInto { into }, .. } = action else { return Ok(false) };
        Ok(self.tx.ticket(into).await?.is_some_and(|ticket| ticket.number == number))
    }

    /// "Try again", "once more": the button for that under what is to be decided, else under what failed here last. Of several
    /// it is asked which is meant. None: nothing here can be tried again, or what the words answer reads them itself.
    async fn tried_again(&mut self, visit: &Visit, text: &str, replied: Option<&Posted>) -> Stored<Option<Fate>> {
        if !choosing::wants_again(text) {
            return Ok(None);
        }
        let thread = visit.room.thread_of.as_ref().map(|(id, _)| id.clone());
        let (about, asked) = match replied.map(|posted| routing::replied(&posted.slot)) {
            Some(None) => return Ok(None),
            Some(Some((id, meant))) => (Some(id), matches!(meant, Meant::Decision(_))),
            None => (thread, false),
        };
        let found: Vec<Ticket> = match &about {
            Some(id) => self.tx.ticket(id).await?.into_iter().collect(),
            None => self.undecided_here(visit).await?,
        };
        if asked && !found.iter().any(Ticket::closed) {
            return Ok(None);
        }
        let mut open: Vec<(&Ticket, &DecisionId, usize)> = Vec::new();
        for ticket in &found {
            let here = |d: &&Decision| about.is_some() || is_asked_here(visit, ticket, d);
            let offered = ticket.shown_decisions().filter(here);
            open.extend(offered.filter_map(|d| Some((ticket, &d.key, choosing::offers_again(d, text)?))));
        }
        match open.as_slice() {
            [] => self.what_failed(visit, about.as_ref()).await,
            // Where something else was shown since, another thing may be meant, and what is cut off would be done twice.
            [(ticket, key, _)] if about.is_some() || self.decision_shown_last(visit).await? => {
                Box::pin(self.decided_in_words(visit, &ticket.id, key, text)).await.map(Some)
            }
            several => {
                let offers = several.iter().filter_map(|(t, key, option)| offer_to_decide(t, (*key).clone(), *option));
                let offers = offers.take(CHOICES).collect();
                self.which_is_meant(visit, offers).await.map(Some)
            }
        }
    }

    /// What failed is tried again: this ticket, else the one that failed here last. It is asked about where others failed as
    /// well or something else was shown since.
    async fn what_failed(&mut self, visit: &Visit, about: Option<&TicketId>) -> Stored<Option<Fate>> {
        let mut failed: Vec<Ticket> = Vec::new();
        let shown = self.last_prompt(visit, UNDO_FOR, |prompt| !marks(prompt)).await?;
        let mut ids: Vec<TicketId> = about.into_iter().cloned().collect();
        if about.is_none() {
            let actions = self.newest(visit, UNDO_FOR).await?.into_iter().flat_map(|prompt| prompt.actions);
            ids.extend(actions.filter_map(|action| resumes(&action).cloned()));
        }
        for id in ids {
            let Some(ticket) = self.tx.ticket(&id).await? else { continue };
            let fits = ticket.stage == Stage::Closed(Ending::Failed) && Self::could(visit, Deed::Steer(&ticket));
            if fits && failed.iter().all(|other| other.id != id) {
                failed.push(ticket);
            }
        }
        let shown = shown.map(|prompt| prompt.actions).unwrap_or_default();
        let last = |id: &TicketId| shown.iter().any(|action| resumes(action) == Some(id));
        let offers = failed.iter().map(|t| Offer::of(t, talk::try_again, TicketAct::Resume));
        match failed.as_slice() {
            [] => Ok(None),
            [one] if about.is_some() || last(&one.id) => {
                let offers = offers.collect();
                Box::pin(self.take_offer(visit, (Bare::Resume, Some(one)), offers)).await.map(Some)
            }
            _ => {
                let offers = offers.take(CHOICES).map(|offer| (offer.label, offer.action)).collect();
                self.which_is_meant(visit, offers).await.map(Some)
            }
        }
    }
}

/// The ticket that a button lets go on.
fn resumes(action: &Action) -> Option<&TicketId> {
    let Action::OnTicket { ticket, act: TicketAct::Resume } = action else { return None };
    Some(ticket)
}

/// The button that shows the page after the present one.
fn next_page(actions: Vec<Action>) -> Option<Action> {
    let page = |action: &Action| {
        let Action::Page { line } = action else { return None };
        typed_labels::page(line)
    };
    let numbered: Vec<usize> = actions.iter().filter_map(page).collect();
    // Alone, the button leads on from the first page or back.
    let next = numbered.iter().max().copied().filter(|next| numbered.len() > 1 || *next == 2);
    actions.into_iter().find(|action| is(Label::More, action) || (next.is_some() && page(action) == next))
}

/// Whether a button of this name does this.
fn is(label: Label, action: &Action) -> bool {
    match label {
        Label::Erase | Label::EraseAsked => matches!(action, Action::Erase { .. }),
        Label::Keep => *action == Action::Leave,
        Label::AllOfIt => matches!(action, Action::OnTicket { act: TicketAct::ShowCall { .. }, .. }),
        Label::RemindThen => matches!(action, Action::OnTicket { act: TicketAct::RemindThen, .. }),
        Label::AddTo(_) => matches!(action, Action::OnTicket { act: TicketAct::FoldInto { .. }, .. }),
        Label::More => matches!(action, Action::Page { line } if typed_labels::leads_on(line)),
        Label::Good => matches!(action, Action::OnTicket { act: TicketAct::Rate { good: true }, .. }),
        Label::Bad => matches!(action, Action::OnTicket { act: TicketAct::Rate { good: false }, .. }),
    }
}
