//! Words that buttons need: asked for where the platform has no forms, and given back where what they are about was changed
//! while they were written. It must not decide what they mean, but whether they are an order, which answers nothing.

use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::Slot;
use crate::secretary::message::action::{TicketAct, Words};
use crate::secretary::message::routing;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::lists::history::Past;
use crate::secretary::wording::talk::{asides, late};
use crate::secretary::wording::ticket::cards;

impl Context<'_> {
    /// Asks for the words a button needs, where the platform has no forms.
    pub(in crate::engine) async fn ask_words(
        &mut self,
        request: &Request,
        ticket: &Ticket,
        act: &TicketAct,
        asked: &Words,
    ) -> Stored<EventOutcome> {
        if !routing::fits(ticket, act) {
            // The step knows best what to say about it: "Already decided …", "is done already".
            let actor = self.actor(request).await?;
            let words = if matches!(asked, Words::Decision(_)) { "" } else { "?" };
            let why = match self.event_of(act, ticket, words.to_owned()).await? {
                Ok(event) => self.refusal_of(ticket, &event, actor).await?,
                Err(why) => Some(why),
            };
            return Ok(EventOutcome::Refused(why.unwrap_or_else(late::forgotten)));
        }
        if routing::outdated(ticket, act) {
            return Ok(EventOutcome::Refused(late::older_edit(ticket)));
        }
        if let Some(why) = self.wants_no_words_of(request, ticket, act).await? {
            return Ok(EventOutcome::Refused(why));
        }
        let seq = self.seq;
        let name = match asked {
            Words::Correction => format!("card/words{seq}"),
            Words::Decision(key) => format!("{key}/words{seq}"),
            Words::Revision => format!("report1/words{seq}"),
        };
        let message = asides::ask_words(ticket, asked);
        let slot = Slot::new(format!("{}/{name}", ticket.id));
        self.post(&request.room.id, slot, message, request.reply.clone()).await?;
        // What was written before stands above.
        let anew = if let TicketAct::EditCard { card, .. } = act { Some(*card) } else { None };
        let act = anew.map_or_else(|| act.clone(), |card| TicketAct::EditCard { card, typed: None });
        let action = act.on(&ticket.id);
        self.tx.expect(&request.room.id, &request.person.id, &action, self.now).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// Why no words of this person decide, whatever they are: nobody is asked for any that are refused. None: some may.
    pub(in crate::engine) async fn wants_no_words_of(
        &mut self,
        request: &Request,
        ticket: &Ticket,
        act: &TicketAct,
    ) -> Stored<Option<String>> {
        let TicketAct::DecideOther { decision } = act else { return Ok(None) };
        let event = Event::DecisionMade { decision: decision.clone(), option: None, text: Some("?".to_owned()) };
        let actor = self.actor(request).await?;
        self.refusal_of(ticket, &event, actor).await
    }

    /// A correction of a card that is another one by now changes nothing; nothing of it is lost.
    pub(in crate::engine) async fn written_for_an_older_card(
        &mut self,
        request: &Request,
        ticket: &Ticket,
        words: &str,
    ) -> Stored<EventOutcome> {
        let by = self.started_by(ticket).await?;
        let mut keys = self.keys();
        let message = cards::changed_since(ticket, words, by.as_deref(), &mut keys);
        self.say_with(request, message, keys).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// Who started the work on a plan, while it is under way and if it is known.
    pub(in crate::engine) async fn started_by(&mut self, ticket: &Ticket) -> Stored<Option<String>> {
        let course = if late::under_way(ticket) { self.course(ticket, None).await? } else { Vec::new() };
        let starts = |past: &&Past| matches!(past.event, Event::Confirmed | Event::DispatchRequested);
        Ok(course.iter().rev().filter(starts).find_map(|past| past.who.clone()))
    }
}
