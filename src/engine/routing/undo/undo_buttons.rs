//! "Undo" as a word: which of the buttons that stand in a room takes something back that can still be taken back.

use super::undo_stack::mark;
use crate::engine::inbox::context::{Context, Request};
use crate::engine::routing::exact::single_words::{JUST_MADE, Offer};
use crate::engine::routing::exact::which_one::asks_which;
use crate::ports::store::{EventOutcome, Prompt, Stored};
use crate::secretary::ids::{PersonId, TicketId};
use crate::secretary::message::action::{Action, NoteAct, ScheduleAct, TicketAct};
use crate::secretary::message::commands::{Order, WorkspaceOrder};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::undo_order::Former;
use crate::secretary::message::{Button, Message, commands, undo_order};
use crate::secretary::people::permissions::Operation;
use crate::secretary::people::{deputies, permissions};
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording::people::{NAMELESS, names};
use crate::secretary::wording::talk;
use crate::secretary::wording::talk::late;
use chrono::TimeDelta;

/// The order in a line that is typed after the slash.
fn order_of(line: &str) -> Option<Order> {
    let (name, args) = line.split_once(' ').unwrap_or((line, ""));
    commands::read(name, args).ok()
}

impl Context<'_> {
    /// The last "Undo" that this person may still press here.
    pub(in crate::engine) async fn undo(
        &mut self,
        request: &Request,
        only: Option<&Ticket>,
        within: TimeDelta,
    ) -> Stored<Vec<Offer>> {
        let last_done = mark(request);
        for prompt in self.newest(request, within).await? {
            // "Which one?" only offers what was done long before.
            if prompt.slot.as_ref().is_some_and(asks_which) {
                continue;
            }
            // What stands before that is not what was done last.
            if only.is_none() && prompt.slot.as_ref() == Some(&last_done) {
                return Ok(self.marked_back(request, prompt, within).await?.into_iter().collect());
            }
            if let Some(offer) = self.way_of(request, prompt.actions, only, within).await? {
                return Ok(vec![offer]);
            }
        }
        Ok(Vec::new())
    }

    /// Which of these buttons takes something back that can still be taken back.
    pub(in crate::engine) async fn way_of(
        &mut self,
        request: &Request,
        actions: Vec<Action>,
        only: Option<&Ticket>,
        within: TimeDelta,
    ) -> Stored<Option<Offer>> {
        let mut set = None;
        for action in actions {
            if let Some(number) = self.undoes(request, &action, only).await? {
                return Ok(Some(Offer { label: String::new(), action, number: (number > 0).then_some(number) }));
            }
            set = if set.is_none() && only.is_none() { self.just_set(request, &action, within).await? } else { set };
        }
        // Set a moment ago and never changed: its "Delete" takes it back.
        Ok(set.map(|action| Offer { label: String::new(), action, number: None }))
    }

    /// What takes back what a mark stands for: an order that was switched, else the newest of several requests that stands.
    async fn marked_back(&mut self, request: &Request, marked: Prompt, within: TimeDelta) -> Stored<Option<Offer>> {
        let actions = marked.actions.clone();
        if let Some(action) = self.switched_back(request, marked).await? {
            return Ok(Some(Offer { label: String::new(), action, number: None }));
        }
        for action in actions {
            if let Some(offer) = self.way_of(request, vec![action], None, within).await? {
                return Ok(Some(offer));
            }
        }
        Ok(None)
    }

    /// What takes back that an order was paused or let go on, if this marks that and it stands so still.
    async fn switched_back(&mut self, request: &Request, marked: Prompt) -> Stored<Option<Action>> {
        for action in marked.actions {
            let Action::OnSchedule { schedule, act: act @ (ScheduleAct::Pause | ScheduleAct::Resume) } = &action else {
                continue;
            };
            let paused = *act == ScheduleAct::Resume;
            let found = self.tx.schedule(schedule).await?;
            if found
                .is_some_and(|s| s.paused == paused && !s.over() && Self::could(request, Operation::ChangeSchedule(&s)))
            {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// Says that something was set. `former`: the order that sets it back.
    pub(in crate::engine) async fn set(
        &mut self,
        request: &Request,
        message: Message,
        former: Option<String>,
    ) -> Stored<EventOutcome> {
        self.set_of(request, message, former, None).await
    }

    /// The same of a member.
    pub(in crate::engine) async fn set_of(
        &mut self,
        request: &Request,
        message: Message,
        former: Option<String>,
        of: Option<PersonId>,
    ) -> Stored<EventOutcome> {
        let mut keys = self.keys();
        let message = match self.undo_button(request, former, of, &mut keys).await? {
            Some(button) => message.row(vec![button]),
            None => message,
        };
        self.say_with(request, message, keys).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// The "Undo" of what was set; none where it stands as it stood before.
    pub(in crate::engine) async fn undo_button(
        &mut self,
        request: &Request,
        former: Option<String>,
        of: Option<PersonId>,
        keys: &mut Keys,
    ) -> Stored<Option<Button>> {
        let Some(line) = former else { return Ok(None) };
        let set = self.as_set(request, &line, of.as_ref()).await?;
        if set.as_ref() == Some(&line) {
            self.unmark(request).await?;
            return Ok(None);
        }
        let person = request.person.id.clone();
        Ok(set.map(|set| keys.plain(talk::UNDO, Action::SetBack { person, line, of, set })))
    }

    /// The "Undo" under that.
    pub(in crate::engine) async fn put_back(&mut self, request: &Request, action: &Action) -> Stored<EventOutcome> {
        let Action::SetBack { person, line, .. } = action else { return Ok(EventOutcome::Refused(late::forgotten())) };
        if request.person.id != *person {
            let order = order_of(line);
            let operation = order
                .as_ref()
                .map_or(Operation::ManageSettings, |o| permissions::operation_of(o, request.room.direct()));
            return self.not_theirs_to_undo(request, person, operation).await;
        }
        if !self.sets_back(request, action).await? {
            return Ok(EventOutcome::Refused(talk::set_since()));
        }
        self.command_line(request, line, None).await
    }

    /// An "Undo" is for whoever gave the order. `operation`: what it takes to set the same anew.
    async fn not_theirs_to_undo(
        &mut self,
        request: &Request,
        person: &PersonId,
        operation: Operation<'_>,
    ) -> Stored<EventOutcome> {
        let name = self.tx.person(person).await?.map(|person| person.name).filter(|name| name != NAMELESS);
        Ok(EventOutcome::Refused(talk::not_your_undo(name.as_deref(), Self::could(request, operation))))
    }

    /// Says that rules or budgets were set, which one line does not set back.
    pub(in crate::engine) async fn set_all(
        &mut self,
        request: &Request,
        message: Message,
        was: Former,
    ) -> Stored<EventOutcome> {
        let set = was.of(&self.settings().await?);
        if set == was {
            self.unmark(request).await?;
            return self.answer(request, message).await;
        }
        let mut keys = self.keys();
        let action = Action::PutBack { person: request.person.id.clone(), was, set };
        let message = message.row(vec![keys.plain(talk::UNDO, action)]);
        self.say_with(request, message, keys).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// The "Undo" under that.
    pub(in crate::engine) async fn put_all_back(
        &mut self,
        request: &Request,
        person: &PersonId,
        was: &Former,
        set: &Former,
    ) -> Stored<EventOutcome> {
        if request.person.id != *person {
            return self.not_theirs_to_undo(request, person, Operation::ManageSettings).await;
        }
        if let Err(why) = self.may(request, Operation::ManageSettings) {
            return Ok(EventOutcome::Refused(why));
        }
        if set.of(&self.settings().await?) != *set {
            return Ok(EventOutcome::Refused(talk::set_since()));
        }
        match was {
            Former::Rules(rules) => self.rules_back(request, rules).await,
            Former::Budget(budgets) => self.budgets_back(request, budgets).await,
        }
    }

    /// The way to take back a reminder that this person set a moment ago, from the button that deletes it.
    async fn just_set(&mut self, request: &Request, action: &Action, within: TimeDelta) -> Stored<Option<Action>> {
        let Action::OnSchedule { schedule, act: ScheduleAct::Delete { listed: false } } = action else {
            return Ok(None);
        };
        let since = self.now - within.min(JUST_MADE);
        let found = self.tx.schedule(schedule).await?;
        let fresh = |s: &Schedule| s.fired == 0 && !s.touched && s.covered_to >= since && !s.over();
        let fits = found.is_some_and(|s| s.owner == request.person.id && fresh(&s));
        Ok(fits.then(|| ScheduleAct::Delete { listed: true }.on(schedule)))
    }

    /// What "never mind" may mean. Behind a "Cancelled" it may be that, and nothing older is thrown away on a guess.
    pub(in crate::engine) async fn dropped_or_back(
        &mut self,
        request: &Request,
        only: Option<&Ticket>,
    ) -> Stored<Vec<Offer>> {
        let mut found = self.dropped(request, only).await?;
        if only.is_none() && !found.is_empty() {
            found.splice(0..0, self.called_off_last(request).await?);
        }
        Ok(found)
    }

    /// The way back of what was called off, if that is what was said last here.
    async fn called_off_last(&mut self, request: &Request) -> Stored<Option<Offer>> {
        let Some(last) = self.last_prompt(request, JUST_MADE, |_| true).await? else { return Ok(None) };
        for action in last.actions {
            let all = matches!(action, Action::TakeUpAll { .. });
            if all && self.undoes(request, &action, None).await?.is_some() {
                return Ok(Some(Offer { label: talk::all_again().to_owned(), action, number: None }));
            }
            if let Action::OnTicket { ticket, act: TicketAct::Resume } = &action
                && self.undoes(request, &action, None).await?.is_some()
                && let Some(ticket) = self.tx.ticket(ticket).await?
            {
                return Ok(Some(Offer::of(&ticket, talk::go_on, TicketAct::Resume)));
            }
        }
        Ok(None)
    }

    /// Whether one of these tickets is called off, and may be taken up by this person.
    async fn one_is_cancelled(&mut self, request: &Request, tickets: &[TicketId]) -> Stored<bool> {
        for id in tickets {
            let ticket = self.tx.ticket(id).await?;
            let fits = |t: &Ticket| t.stage == Stage::Closed(Ending::Cancelled);
            if ticket.is_some_and(|t| fits(&t) && Self::could(request, Operation::Steer(&t))) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether what stands behind an "Undo" is as its order left it, and this person may set it back.
    async fn sets_back(&mut self, request: &Request, action: &Action) -> Stored<bool> {
        if let Action::PutBack { person, set, .. } = action {
            let may = request.person.id == *person && Self::could(request, Operation::ManageSettings);
            return Ok(may && set.of(&self.settings().await?) == *set);
        }
        let Action::SetBack { person, line, of, set } = action else { return Ok(false) };
        let Some(order) = order_of(line) else { return Ok(false) };
        let may = Self::could(request, permissions::operation_of(&order, request.room.direct()));
        Ok(may && request.person.id == *person && self.as_set(request, line, of.as_ref()).await?.as_ref() == Some(set))
    }

    /// The order that would set what this one sets, to what it is at this moment, as far as it can be told by what is typed. None:
    /// nothing of it is set, or a member is called otherwise by now.
    async fn as_set(&mut self, request: &Request, line: &str, of: Option<&PersonId>) -> Stored<Option<String>> {
        let Some(order) = order_of(line) else { return Ok(None) };
        if matches!(order, Order::Away(deputies::Order::Back | deputies::Order::Name { .. })) {
            let person = self.tx.person(&request.person.id).await?;
            let away = person.and_then(|person| person.away).filter(|away| away.until > self.now);
            return Ok(away.map(|away| format!("away {} until {}", away.deputy, away.until)));
        }
        if let Order::Members(Some((called, _))) = order {
            let people = self.tx.people(&self.workspace()).await?;
            let named = names::called(&people, &called);
            let its = named.first().filter(|one| named.len() == 1 && Some(&one.id) == of);
            return Ok(its.map(|one| format!("members {called} {}", one.role.name())));
        }
        if matches!(order, Order::Workspace(WorkspaceOrder::Rename(_))) {
            return Ok(Some(undo_order::workspace(&self.settings().await?)));
        }
        if matches!(order, Order::Timezone(Some(_))) {
            let zone = self.tx.person(&request.person.id).await?.and_then(|person| person.zone);
            return Ok(zone.map(|zone| format!("timezone {zone}")));
        }
        let here = self.tx.room(&request.room.id).await?.map_or(request.room.purposes, |room| room.purposes);
        Ok(undo_order::present(&self.settings().await?, here, line))
    }

    /// Whether a button takes something back that can still be taken back: the number of its ticket, else 0.
    async fn undoes(&mut self, request: &Request, action: &Action, only: Option<&Ticket>) -> Stored<Option<i64>> {
        if let Action::OnTicket { ticket, act } = action
            && only.is_none_or(|only| only.id == *ticket)
            && let Some(ticket) = self.tx.ticket(ticket).await?
        {
            let fits = if let TicketAct::Reopen { decision } = act {
                let event = Event::DecisionReopened { decision: decision.clone() };
                let actor = self.actor(request).await?;
                let refused = self.refusal_of(&ticket, &event, actor).await?.is_some()
                    && self.changeable(&ticket, decision).await?.is_none();
                Self::could(request, Operation::Decide(&ticket)) && !refused
            } else {
                let cancelled = matches!(ticket.stage, Stage::Closed(Ending::Cancelled));
                *act == TicketAct::Resume && cancelled && Self::could(request, Operation::Steer(&ticket))
            };
            return Ok(fits.then_some(ticket.number));
        }
        if matches!(action, Action::SetBack { .. } | Action::PutBack { .. }) && only.is_none() {
            return self.sets_back(request, action).await.map(|fits| fits.then_some(0));
        }
        if let Action::TakeUpAll { tickets, .. } = action
            && only.is_none()
        {
            return self.one_is_cancelled(request, tickets).await.map(|one| one.then_some(0));
        }
        if let Action::OnSchedule { schedule, act: ScheduleAct::Undo { kept, .. } | ScheduleAct::Revert { kept } } =
            action
            && only.is_none()
            && Self::could(request, Operation::ChangeSchedule(kept))
        {
            let now = self.tx.schedule(schedule).await?;
            let deleted = matches!(action, Action::OnSchedule { act: ScheduleAct::Undo { .. }, .. });
            let fits = match now {
                None => deleted,
                Some(now) => !deleted && !now.over() && !now.same_order(kept),
            };
            return Ok(fits.then_some(0));
        }
        if let Action::TakeBack { orders } = action
            && only.is_none()
        {
            for id in orders {
                let Some(schedule) = self.tx.schedule(id).await? else { continue };
                if !schedule.over() && Self::could(request, Operation::ChangeSchedule(&schedule)) {
                    return Ok(Some(0));
                }
            }
            return Ok(None);
        }
        if let Action::BringBack { kept } = action
            && only.is_none()
        {
            for before in kept {
                let mine = Self::could(request, Operation::ChangeSchedule(before));
                if mine && self.tx.schedule(&before.id).await?.is_none() {
                    return Ok(Some(0));
                }
            }
            return Ok(None);
        }
        if let Action::OnNotes { act: NoteAct::Undo { change } } = action
            && only.is_none()
            && Self::could(request, Operation::KeepNotes)
        {
            return Ok(self.own_change(request, change).await?.filter(|(change, _)| !change.undone).map(|_| 0));
        }
        Ok(None)
    }
}
