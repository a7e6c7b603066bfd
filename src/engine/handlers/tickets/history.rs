//! `/history`, `/team` and `/metrics`: what was decided, how a ticket went and how work goes, for those who may see
//! it.

use crate::engine::context::{Context, Handled, Request, directory, say, visibility};
use crate::ports::store::{Stored, TicketFilter};
use crate::secretary::ids::PersonId;
use crate::secretary::people::names::NAMELESS;
use crate::secretary::settings::figures;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording;
use crate::secretary::wording::lists::Seen;
use crate::secretary::wording::lists::history::{self, PAGE, Past};
use chrono::TimeDelta;
use std::collections::BTreeMap;

/// `/history`
pub async fn history(context: &mut Context<'_>, request: &Request, number: Option<i64>) -> Handled {
    let zone = context.zone_of(&request.person).await?;
    let Some(number) = number else { return past_decisions(context, request, None, 1).await };
    let ticket = match visibility::visible(context, request, number).await? {
        Ok(ticket) => ticket,
        Err(why) => return say::refuse(context, request, why).await,
    };
    let reader = request.reader();
    let ticket = ticket.calling(directory::nameless_to(context, reader).await?);
    let course = course(context, &ticket, reader).await?;
    let decides = directory::decides_about(context, &ticket).await?;
    say::answer(context, request, history::course((&ticket, decides), &course, zone, context.now)).await
}

/// `/history` and `/history WORDS`: a page of the decisions, all or about something.
pub async fn past_decisions(context: &mut Context<'_>, request: &Request, words: Option<&str>, page: usize) -> Handled {
    let filter = with_decisions(context, request).await?;
    let tickets = match words {
        Some(_) => visibility::every(context, filter).await?,
        None => {
            let limit = u32::try_from(PAGE.saturating_mul(page)).unwrap_or(u32::MAX).saturating_add(1);
            context.tx.tickets(&TicketFilter { limit, ..filter }).await?
        }
    };
    let nameless = directory::nameless_to(context, request.reader()).await?;
    let found: Vec<Ticket> = tickets.iter().map(|ticket| ticket.calling(nameless)).collect();
    let zone = context.zone_of(&request.person).await?;
    let mut keys = context.keys();
    let message = history::decisions(&found, (words, page), zone, context.now, &mut keys);
    say::say_page(context, request, message, keys).await
}

/// `/team`
pub async fn team(context: &mut Context<'_>, request: &Request, number: i64) -> Handled {
    let ticket = match visibility::visible(context, request, number).await? {
        Ok(ticket) => ticket,
        Err(why) => return say::refuse(context, request, why).await,
    };
    let reader = request.reader();
    let decides = directory::decides_about(context, &ticket).await?;
    let seen = Seen { reader, zone: context.zone_of(&request.person).await?, now: context.now, decides };
    let roster = ticket.roster(&context.engine.parts.roster);
    say::answer(context, request, wording::lists::team::team(&ticket, &roster, seen)).await
}

/// `/metrics`
pub async fn metrics(context: &mut Context<'_>, request: &Request) -> Handled {
    let then = context.now - TimeDelta::days(figures::DAYS);
    let visibility = visibility::visibility(context, request).await?;
    let filter = TicketFilter { visibility, changed_since: Some(then), ..TicketFilter::default() };
    let mut of = figures::since(then, &visibility::every(context, filter).await?);
    // The built-in grammar is no language model and uses no tokens.
    if !context.engine.parts.model.reads() && of.tokens == 0 {
        of.calls = 0;
    }
    say::answer(context, request, wording::settings::figures::metrics(&of)).await
}

/// The filter of tickets with decisions that may be shown here.
async fn with_decisions(context: &mut Context<'_>, request: &Request) -> Stored<TicketFilter> {
    Ok(TicketFilter {
        workspace: Some(context.workspace()),
        decided_before: Some(context.now + TimeDelta::seconds(1)),
        visibility: visibility::visibility(context, request).await?,
        ..TicketFilter::default()
    })
}

/// The history of a ticket with who did what. `reader`: the only reader, if there is one.
pub async fn course(context: &mut Context<'_>, ticket: &Ticket, reader: Option<&PersonId>) -> Stored<Vec<Past>> {
    let nameless = directory::nameless_to(context, reader).await?;
    let mut names: BTreeMap<PersonId, String> = BTreeMap::new();
    let mut course = Vec::new();
    for (_, at, actor, event) in context.tx.history(&ticket.id).await? {
        let who = match actor {
            None => None,
            Some(id) => match names.get(&id) {
                Some(name) => Some(name.clone()),
                None => {
                    let called = |name: String| if name == NAMELESS { nameless.to_owned() } else { name };
                    let name = context.tx.person(&id).await?.map(|p| called(p.name));
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
