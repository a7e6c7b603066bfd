//! How the context answers: with words, with buttons, with a page in place of another, or with a refusal.

use super::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::{RoomId, Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::message::inbound::{Content, Inbound};
use crate::secretary::message::keys::Keys;
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::ticket::effect::{Effect, ReplyTo};
use crate::secretary::wording::talk::faults;

/// How the slots of messages begin that say that another one could not be sent.
pub(in crate::engine) const UNSENT: &str = "unsent/";

impl Context<'_> {
    /// Refuses: privately where the platform can, else as a message.
    pub(in crate::engine) async fn refuse(&mut self, request: &Request, why: String) -> Stored<EventOutcome> {
        self.unmark(request).await?;
        if !request.private {
            self.say(request, Message::lines([why.clone()])).await?;
        }
        Ok(EventOutcome::Refused(why))
    }

    /// Answers where the person wrote.
    pub(in crate::engine) async fn say(&mut self, request: &Request, message: Message) -> Stored<()> {
        let slot = Slot::new(format!("re/{}/{}", self.seq, self.effects));
        self.post(&request.room.id, slot, message, request.reply.clone()).await
    }

    /// Answers with buttons, bound to this room.
    pub(in crate::engine) async fn say_with(&mut self, request: &Request, message: Message, keys: Keys) -> Stored<()> {
        let rooms = [request.room.id.clone()];
        let slot = Slot::new(format!("re/{}/{}", self.seq, self.effects));
        self.bind(keys, &rooms, &slot).await?;
        self.post(&request.room.id, slot, message, request.reply.clone()).await
    }

    /// Answers with a page of a list: in place of the page that was turned, while that stands, else as a new message.
    pub(in crate::engine) async fn say_page(
        &mut self,
        request: &Request,
        message: Message,
        keys: Keys,
    ) -> Stored<EventOutcome> {
        let room = &request.room.id;
        match &request.turned {
            Some(slot) if !self.tx.posted(slot, room).await?.is_empty() => {
                self.bind(keys, std::slice::from_ref(room), slot).await?;
                let (room, slot, message) = (room.clone(), slot.clone(), message.silently());
                self.carry_out(vec![Effect::Edit { room, slot, message, calm: false }], None).await?;
            }
            Some(_) | None => self.say_with(request, message, keys).await?,
        }
        Ok(EventOutcome::Decided(None))
    }

    /// Answers where something came from, although perhaps nobody is known there: in a group under what was written, so that
    /// nobody else is meant.
    pub(in crate::engine) async fn say_at(&mut self, inbound: &Inbound, text: String) -> Stored<()> {
        let room = self.room_for(&inbound.place, None).await?;
        let slot = Slot::new(format!("re/{}/{}", self.seq, self.effects));
        let message = inbound.message().filter(|_| !room.direct()).cloned();
        let reply = ReplyTo { message, handle: answerable(inbound) };
        self.post(&room.id, slot, Message::lines([text]), reply).await
    }

    /// Tells a ticket's people that one of its steps could not be handled, with ways on.
    pub(in crate::engine) async fn say_stumbled(&mut self, ticket: &TicketId, id: &ErrorId) -> Stored<()> {
        let Some(ticket) = self.tx.ticket(ticket).await? else { return Ok(()) };
        let mut keys = self.keys();
        let message = faults::stumbled(&ticket, id, &mut keys);
        let slot = ticket.slot(&format!("stumbled{}", self.seq));
        self.bind(keys, std::slice::from_ref(&ticket.room), &slot).await?;
        self.announce(&ticket.room, slot, message).await
    }

    /// A platform did not take a message, or perhaps not: people are told so in plain words, once, wherever it was to go.
    pub(in crate::engine) async fn unsent(
        &mut self,
        room: &RoomId,
        ticket: Option<&TicketId>,
        error: &str,
        perhaps: bool,
    ) -> Stored<EventOutcome> {
        let ticket = match ticket {
            Some(ticket) => self.tx.ticket(ticket).await?,
            None => None,
        };
        let message = match &ticket {
            Some(ticket) if perhaps => faults::perhaps_missing(ticket),
            ticket => faults::unsent(ticket.as_ref(), &ErrorId::of(error)),
        };
        let slot = Slot::new(format!("{UNSENT}{}", self.seq));
        self.post(room, slot, message, ReplyTo::default()).await?;
        Ok(EventOutcome::Decided(None))
    }
}

/// The handle by which an answer can be filled in: that of a press belongs to the message pressed.
pub(in crate::engine) fn answerable(inbound: &Inbound) -> Option<String> {
    let stands_alone = match inbound.content {
        Content::Command { .. } | Content::Form { .. } | Content::Unsupported { .. } => true,
        Content::Text { .. }
        | Content::Press { .. }
        | Content::Edited { .. }
        | Content::Moved { .. }
        | Content::Reachable { .. }
        | Content::Deleted
        | Content::Missed
        | Content::Trouble(_) => false,
    };
    inbound.handle.clone().filter(|_| stands_alone)
}
