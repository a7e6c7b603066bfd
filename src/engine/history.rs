//! What was decided and how a ticket went, for those who may see it.

use super::desk::{Desk, Visit};
use super::workspace;
use crate::ports::store::{Fate, Stored, TicketFilter};
use crate::secretary::ids::PersonId;
use crate::secretary::permissions::sees;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::history::{self, PAGE, Past};
use crate::secretary::wording::people::NAMELESS;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeMap;

/// Tickets read at once, and how often, for a list of decisions.
const READ: u32 = 60;
const READS: usize = 10;

impl Desk<'_> {
    /// `/history`
    pub(super) async fn history(&mut self, visit: &Visit, number: Option<i64>) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let Some(number) = number else {
            let nameless = self.nameless().await?;
            let found: Vec<Ticket> = self.decided(visit).await?.iter().map(|t| t.calling(nameless)).collect();
            return self.answer(visit, history::decisions(&found, zone, self.now)).await;
        };
        let ticket = match self.visible(visit, number).await? {
            Ok(ticket) => ticket,
            Err(why) => return self.refuse(visit, why).await,
        };
        let ticket = ticket.calling(self.nameless().await?);
        let course = self.course(&ticket).await?;
        self.answer(visit, history::course(&ticket, &course, zone, self.now)).await
    }

    /// Tickets with the latest decisions this person may see here; as many as a page needs.
    async fn decided(&mut self, visit: &Visit) -> Stored<Vec<Ticket>> {
        let in_group = !visit.room.direct();
        let mut before: DateTime<Utc> = self.now + TimeDelta::seconds(1);
        let mut found = Vec::new();
        for _ in 0..READS {
            let filter = TicketFilter {
                workspace: Some(workspace()),
                decided_before: Some(before),
                limit: READ,
                ..TicketFilter::default()
            };
            let page = self.tx.tickets(&filter).await?;
            let last = page.last().and_then(Ticket::decided_at);
            found.extend(page.into_iter().filter(|t| sees(&visit.person, t) && !(in_group && t.direct)));
            let Some(last) = last else { break };
            let newer = found.iter().flat_map(|t: &Ticket| &t.decisions).filter_map(|d| d.ended_at());
            if newer.filter(|at| *at >= last).count() >= PAGE {
                break;
            }
            before = last;
        }
        Ok(found)
    }

    /// What happened to a ticket and who did it.
    async fn course(&mut self, ticket: &Ticket) -> Stored<Vec<Past>> {
        let mut names: BTreeMap<PersonId, String> = BTreeMap::new();
        let mut course = Vec::new();
        for (_, at, actor, event) in self.tx.history(&ticket.id).await? {
            let who = match actor {
                None => None,
                Some(id) => match names.get(&id) {
                    Some(name) => Some(name.clone()),
                    None => {
                        let nameless = self.nameless().await?;
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
