//! What was decided, how a ticket went and how work goes, for those who may see it.

use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::ids::PersonId;
use crate::secretary::settings::figures;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording;
use crate::secretary::wording::lists::history::{PAGE, Past};
use crate::secretary::wording::lists::{Seen, history};
use crate::secretary::wording::people::NAMELESS;
use chrono::TimeDelta;
use std::collections::BTreeMap;

impl Context<'_> {
    /// `/history`
    pub(in crate::engine) async fn history(&mut self, request: &Request, number: Option<i64>) -> Stored<EventOutcome> {
        let zone = self.zone_of(&request.person).await?;
        let Some(number) = number else { return self.past_decisions(request, None, 1).await };
        let ticket = match self.visible(request, number).await? {
            Ok(ticket) => ticket,
            Err(why) => return self.refuse(request, why).await,
        };
        let reader = request.room.direct().then_some(&request.person.id);
        let ticket = ticket.calling(self.nameless_to(reader).await?);
        let course = self.course(&ticket, reader).await?;
        let decides = self.decides_about(&ticket).await?;
        self.answer(request, history::course((&ticket, decides), &course, zone, self.now)).await
    }

    /// `/history` and `/history gate`: what was decided, all of it or about something, a page of it.
    pub(in crate::engine) async fn past_decisions(
        &mut self,
        request: &Request,
        words: Option<&str>,
        page: usize,
    ) -> Stored<EventOutcome> {
        let filter = self.with_decisions(request).await?;
        let tickets = match words {
            Some(_) => self.every(filter).await?,
            None => {
                let limit = u32::try_from(PAGE.saturating_mul(page)).unwrap_or(u32::MAX).saturating_add(1);
                self.tx.tickets(&TicketFilter { limit, ..filter }).await?
            }
        };
        let nameless = self.nameless_to(request.room.direct().then_some(&request.person.id)).await?;
        let found: Vec<Ticket> = tickets.iter().map(|ticket| ticket.calling(nameless)).collect();
        let zone = self.zone_of(&request.person).await?;
        let mut keys = self.keys();
        let message = history::decisions(&found, (words, page), zone, self.now, &mut keys);
        self.say_page(request, message, keys).await
    }

    /// `/team`
    pub(in crate::engine) async fn team(&mut self, request: &Request, number: i64) -> Stored<EventOutcome> {
        let ticket = match self.visible(request, number).await? {
            Ok(ticket) => ticket,
            Err(why) => return self.refuse(request, why).await,
        };
        let reader = request.room.direct().then_some(&request.person.id);
        let decides = self.decides_about(&ticket).await?;
        let seen = Seen { reader, zone: self.zone_of(&request.person).await?, now: self.now, decides };
        self.answer(request, wording::lists::team::team(&ticket, &self.engine.parts.roster, seen)).await
    }

    /// `/metrics`
    pub(in crate::engine) async fn metrics(&mut self, request: &Request) -> Stored<EventOutcome> {
        let then = self.now - TimeDelta::days(figures::DAYS);
        let visibility = self.visibility(request).await?;
        let filter = TicketFilter { visibility, changed_since: Some(then), ..TicketFilter::default() };
        let mut of = figures::since(then, &self.every(filter).await?);
        // The built-in rules are no language model, and use no tokens.
        if !self.engine.parts.model.reads() && of.tokens == 0 {
            of.calls = 0;
        }
        self.answer(request, wording::settings::figures::metrics(&of)).await
    }

    /// Those with decisions that may be shown here.
    async fn with_decisions(&mut self, request: &Request) -> Stored<TicketFilter> {
        Ok(TicketFilter {
            workspace: Some(self.workspace()),
            decided_before: Some(self.now + TimeDelta::seconds(1)),
            visibility: self.visibility(request).await?,
            ..TicketFilter::default()
        })
    }

    /// What happened to a ticket and who did it. `reader`: the only person who reads it, if it is one.
    pub(in crate::engine) async fn course(&mut self, ticket: &Ticket, reader: Option<&PersonId>) -> Stored<Vec<Past>> {
        let nameless = self.nameless_to(reader).await?;
        let mut names: BTreeMap<PersonId, String> = BTreeMap::new();
        let mut course = Vec::new();
        for (_, at, actor, event) in self.tx.history(&ticket.id).await? {
            let who = match actor {
                None => None,
                Some(id) => match names.get(&id) {
                    Some(name) => Some(name.clone()),
                    None => {
                        let called = |name: String| if name == NAMELESS { nameless.to_owned() } else { name };
                        let name = self.tx.person(&id).await?.map(|p| called(p.name));
                        if let Some(name) = &name {
                            names.insert(id, name.clone());
                        }
                        name
                    }
                },
            };
            course.push(Past { at, who, event });
        }
        Ok(course)
    }
}
