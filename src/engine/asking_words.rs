//! Words that buttons need: asked for where the platform has no forms, and given back where what they are about was changed
//! while they were written. It must not decide what they mean, but whether they are an order, which answers nothing.

use super::desk::{Desk, Visit};
use super::words::EXPECTED_FOR;
use crate::ports::store::{Fate, Posted, Stored};
use crate::secretary::action::{Action, TicketAct, Words};
use crate::secretary::event::Event;
use crate::secretary::ids::{DecisionId, Slot};
use crate::secretary::routing;
use crate::secretary::spoken;
use crate::secretary::talk::{self, Bare, Talk};
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::history::Past;
use crate::secretary::wording::{asides, cards, late};
use chrono::{DateTime, Utc};

impl Desk<'_> {
    /// Asks for the words a button needs, where the platform has no forms.
    pub(super) async fn ask_words(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        act: &TicketAct,
        asked: &Words,
    ) -> Stored<Fate> {
        if !routing::fits(ticket, act) {
            // The step knows best what to say about it: "Already decided …", "is done already".
            let actor = self.actor(visit).await?;
            let words = if matches!(asked, Words::Decision(_)) { "" } else { "?" };
            let why = match self.event_of(act, ticket, words.to_owned()).await? {
                Ok(event) => self.refusal_of(ticket, &event, actor).await?,
                Err(why) => Some(why),
            };
            return Ok(Fate::Refused(why.unwrap_or_else(late::forgotten)));
        }
        if routing::outdated(ticket, act) {
            return Ok(Fate::Refused(late::older_edit(ticket)));
        }
        if let Some(why) = self.wants_no_words_of(visit, ticket, act).await? {
            return Ok(Fate::Refused(why));
        }
        let seq = self.seq;
        let name = match asked {
            Words::Correction => format!("card/words{seq}"),
            Words::Decision(key) => format!("{key}/words{seq}"),
            Words::Revision => format!("report1/words{seq}"),
        };
        let message = asides::ask_words(ticket, asked);
        let slot = Slot::new(format!("{}/{name}", ticket.id));
        self.post(&visit.room.id, slot, message, visit.reply.clone()).await?;
        // What was written before stands above.
        let anew = if let TicketAct::EditCard { card, .. } = act { Some(*card) } else { None };
        let act = anew.map_or_else(|| act.clone(), |card| TicketAct::EditCard { card, typed: None });
        let action = act.on(&ticket.id);
        self.tx.expect(&visit.room.id, &visit.person.id, &action, self.now).await?;
        Ok(Fate::Decided(None))
    }

    /// Why no words of this person decide, whatever they are: nobody is asked for any that are refused. None: some may.
    pub(super) async fn wants_no_words_of(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        act: &TicketAct,
    ) -> Stored<Option<String>> {
        let TicketAct::DecideOther { decision } = act else { return Ok(None) };
        let event = Event::DecisionMade { decision: decision.clone(), option: None, text: Some("?".to_owned()) };
        let actor = self.actor(visit).await?;
        self.refusal_of(ticket, &event, actor).await
    }

    /// What the words that reply to a message were asked for with it, while they are awaited.
    pub(super) fn asked_in<'a>(
        &self,
        replied: Option<&Posted>,
        expected: Option<&'a (Action, DateTime<Utc>)>,
        said: Option<Talk>,
    ) -> Option<&'a Action> {
        let (action, since) = expected?;
        let fits = self.now - *since <= EXPECTED_FOR && answers_its_question(action, replied, said);
        fits.then_some(action)
    }

    /// Whether words that were asked for about one ticket name another one that there is: "#12 red".
    pub(super) async fn names_another(&mut self, action: &Action, text: &str) -> Stored<bool> {
        let (Action::OnTicket { ticket, .. }, Some((number, _))) = (action, routing::to_ticket(text)) else {
            return Ok(false);
        };
        let named = self.tx.ticket_numbered(&self.workspace(), number).await?;
        Ok(named.is_some_and(|named| named.id != *ticket))
    }

    /// A correction of a card that is another one by now changes nothing; nothing of it is lost.
    pub(super) async fn written_for_an_older_card(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        words: &str,
    ) -> Stored<Fate> {
        let event = Event::Corrected { text: words.to_owned() };
        if late::under_way(ticket)
            && let Some(fate) = Box::pin(self.edit_given_back(visit, ticket, &event, true)).await?
        {
            return Ok(fate);
        }
        let by = self.started_by(ticket).await?;
        let mut keys = self.keys();
        let message = cards::changed_since(ticket, words, by.as_deref(), &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// Who started the work on a plan, while it is under way and if it is known.
    pub(super) async fn started_by(&mut self, ticket: &Ticket) -> Stored<Option<String>> {
        let course = if late::under_way(ticket) { self.course(ticket, None).await? } else { Vec::new() };
        let starts = |past: &&Past| matches!(past.event, Event::Confirmed | Event::DispatchRequested);
        Ok(course.iter().rev().filter(starts).find_map(|past| past.who.clone()))
    }
}

/// Whether words that reply to the question for them are read as if they had been said without: an answer in somebody's own
/// words to what was decided, or that they would rather say none. Clients open the reply by themselves.
fn answers_its_question(asked: &Action, replied: Option<&Posted>, said: Option<Talk>) -> bool {
    let (Action::OnTicket { act, .. }, Some(Posted { slot, .. })) = (asked, replied) else { return false };
    let own = |key: &DecisionId| slot.as_str().contains(&format!("/{key}/words"));
    let dropped = matches!(said, Some(Talk::Bare(Bare::Drop)));
    matches!(act, TicketAct::ChangeOther { decision } if own(decision))
        || (dropped && slot.as_str().contains("/words") && act.words().is_some())
}

/// Whether words order something here ("pause", "cancel #1", "delete everything"), whatever was asked. Where any words
/// were asked for they may be those, unless a ticket is named.
pub(super) fn orders(action: &Action, text: &str) -> bool {
    let about_ticket = matches!(action, Action::OnTicket { .. });
    let any_words = match action {
        Action::Remind { what, .. } => what.is_none(),
        Action::OnNotes { .. } => true,
        Action::OnTicket { act, .. } => matches!(act, TicketAct::DecideOther { .. } | TicketAct::ChangeOther { .. }),
        Action::OnSchedule { .. }
        | Action::NewIdea { .. }
        | Action::AsMeant { .. }
        | Action::Forget { .. }
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
        | Action::Command { .. }
        | Action::Page { .. }
        | Action::Zone { .. } => false,
    };
    let steers = matches!(talk::read(text), Some(Talk::Bare(said)) if said.steers());
    let command = spoken::command(text).is_some_and(|(_, args)| !(any_words && args == "all"));
    command || (steers && !any_words) || (spoken::at_once(text).is_some() && !any_words && !about_ticket)
}
