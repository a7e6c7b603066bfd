//! Calling off everything at once: asked first, with the number; the question becomes its outcome, with one way back for
//! all of it.

use crate::engine::inbox::context::{Context, Request};
use crate::engine::routing::commands::open_statuses;
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::ids::{Slot, TicketId};
use crate::secretary::people::permissions::Operation;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording::people::NAMELESS;
use crate::secretary::wording::ticket::stopping;

impl Context<'_> {
    /// `/cancel all`
    pub(in crate::engine) async fn ask_cancel_all(&mut self, request: &Request) -> Stored<EventOutcome> {
        let open = self.own_open(request).await?;
        if open.is_empty() {
            return self.refuse(request, stopping::nothing_open()).await;
        }
        let mut keys = self.keys();
        let message = stopping::cancel_all(&open, &mut keys);
        self.say_with(request, message, keys).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// The button: what was named when it was asked, is open still, and the presser's to call off.
    pub(in crate::engine) async fn cancel_all(
        &mut self,
        request: &Request,
        named: &[TicketId],
    ) -> Stored<EventOutcome> {
        let mut open = Vec::new();
        for id in named {
            let ticket = self.tx.ticket(id).await?;
            open.extend(ticket.filter(|ticket| !ticket.closed() && Self::could(request, Operation::Steer(ticket))));
        }
        if open.is_empty() {
            return Ok(EventOutcome::Refused(stopping::nothing_open()));
        }
        for ticket in &open {
            self.act(request, ticket, &Event::CancelRequested { reason: String::new(), with_all: true }).await?;
        }
        let open = self.ended(&open).await?;
        if open.is_empty() {
            return self.leave(request).await;
        }
        let room = &request.room.id;
        let asked = match &request.turned {
            Some(slot) if !self.tx.posted(slot, room).await?.is_empty() => Some(slot.clone()),
            Some(_) | None => None,
        };
        let told = asked.clone().unwrap_or_else(|| Slot::new(format!("re/{}/{}", self.seq, self.effects)));
        let by = self.called(request).await?;
        let mut keys = self.keys();
        let message = stopping::called_off(&open, &by, &told, &mut keys);
        if asked.is_some() {
            self.rewrite(request, told, message, keys).await?;
        } else {
            self.put(request, told, message, keys).await?;
        }
        Ok(EventOutcome::Decided(Some(stopping::all_cancelled(open.len()))))
    }

    /// Those of these that are called off now: one with a report that nobody has said how to change stays done instead.
    async fn ended(&mut self, named: &[Ticket]) -> Stored<Vec<Ticket>> {
        let mut ended = Vec::new();
        for ticket in named {
            let now = self.tx.ticket(&ticket.id).await?;
            let called_off = now.is_some_and(|now| now.stage == Stage::Closed(Ending::Cancelled));
            ended.extend(called_off.then(|| ticket.clone()));
        }
        Ok(ended)
    }

    /// "Undo" of it: what nobody has taken up since goes on.
    pub(in crate::engine) async fn take_up_all(
        &mut self,
        request: &Request,
        tickets: &[TicketId],
        told: &Slot,
    ) -> Stored<EventOutcome> {
        let mut back = Vec::new();
        for id in tickets {
            let Some(ticket) = self.tx.ticket(id).await? else { continue };
            if ticket.stage == Stage::Closed(Ending::Cancelled) && Self::could(request, Operation::Steer(&ticket)) {
                self.act(request, &ticket, &Event::ResumeRequested).await?;
                back.push(ticket);
            }
        }
        if back.is_empty() {
            return Ok(EventOutcome::Refused(stopping::nothing_to_bring_back()));
        }
        let by = self.called(request).await?;
        let mut effect = vec![Effect::Bare { room: request.room.id.clone(), slot: told.clone() }];
        if !self.tx.posted(told, &request.room.id).await?.is_empty() {
            let message = stopping::brought_back(&back, &by);
            effect = vec![Effect::Edit { room: request.room.id.clone(), slot: told.clone(), message, calm: false }];
        }
        self.carry_out(effect, None).await?;
        Ok(EventOutcome::Decided(Some(stopping::all_back(back.len()))))
    }

    /// What the visitor is called here.
    async fn called(&mut self, request: &Request) -> Stored<String> {
        let name = &request.person.name;
        Ok(if name == NAMELESS { self.nameless().await?.to_owned() } else { name.clone() })
    }

    /// In a direct chat the person's own open tickets, in a group those of the room which they may steer.
    async fn own_open(&mut self, request: &Request) -> Stored<Vec<Ticket>> {
        let room = request.room.thread_of.as_ref().map_or(&request.room.id, |(_, channel)| channel);
        let direct = request.room.direct();
        let filter = TicketFilter {
            statuses: open_statuses(),
            requester: direct.then(|| request.person.id.clone()),
            room: (!direct).then(|| room.clone()),
            ..TicketFilter::default()
        };
        let mut found = self.every(filter).await?;
        found.retain(|t| Self::could(request, Operation::Steer(t)));
        Ok(found)
    }
}
