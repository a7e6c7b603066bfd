//! Finds what a brief tells in a room: tickets, flows, schedules and budgets, as far as its people may see them.

use crate::engine::context::Context;
use crate::engine::flows::ask::{self, Question};
use crate::engine::handlers::schedules::fire;
use crate::ports::store::Stored;
use crate::secretary::budget::{self, AccountKey, Over, Scope, day};
use crate::secretary::flow::run::FlowRun;
use crate::secretary::ids::{PersonId, RoomId};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::people::workspace::{Person, Room};
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::lists::brief::{self, Brief, FlowAsks};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Runs of a flow looked at when failures in a row are counted.
const LOOKED_AT: u32 = 20;

/// The brief for a room; none if there is nothing to tell. `person`: who reads it in a direct chat.
pub async fn compose(
    context: &mut Context<'_>,
    room: &Room,
    person: Option<&Person>,
    (since, zone): (DateTime<Utc>, Tz),
    late: Option<&str>,
    keys: &mut Keys,
) -> Stored<Option<Message>> {
    let (tickets, left) = fire::for_room(context, room, person, since).await?;
    let reader = person.filter(|_| room.direct());
    let channel = room.thread_of.as_ref().map_or(&room.id, |(_, channel)| channel);
    let mut schedules = context.tx.schedules(&context.workspace()).await?;
    schedules.retain(|s| !s.over() && reader.map_or(s.room == *channel, |person| s.owner == person.id));
    let heard_at = heard_at(context, channel, reader.map(|person| &person.id)).await?;
    let budgets = budgets(context, reader, &tickets).await?;
    let asked = Box::pin(ask::open_for(context, room, reader)).await?;
    let asked: Vec<FlowAsks> = asked.into_iter().map(asks).collect();
    let failing = failing(context, (reader, channel), &schedules, since).await?;
    let now = context.now;
    let (tickets, left, schedules, budgets) = (tickets.as_slice(), &left, schedules.as_slice(), budgets.as_slice());
    let (asked, failing) = (asked.as_slice(), failing.as_slice());
    let of = Brief { since, now, zone, reader, heard_at, tickets, left, schedules, budgets, asked, failing };
    Ok(brief::brief(&of, late, keys))
}

fn asks(question: Question) -> FlowAsks {
    let Question { flow, text, since, until, .. } = question;
    FlowAsks { flow: flow.name, text, since, end: until }
}

/// The flows of the readers whose last runs failed, with how many of them did in a row. One that no schedule runs again is
/// told once.
async fn failing(
    context: &mut Context<'_>,
    (reader, channel): (Option<&Person>, &RoomId),
    schedules: &[Schedule],
    since: DateTime<Utc>,
) -> Stored<Vec<(String, usize)>> {
    let mut flows = context.tx.flows(&context.workspace()).await?;
    flows.retain(|flow| reader.map_or(flow.room == *channel, |person| flow.owner == person.id));
    let mut found = Vec::new();
    for flow in flows {
        let runs = context.tx.flow_runs(&flow.id, LOOKED_AT).await?;
        let times = FlowRun::failures(&runs);
        let comes = |s: &Schedule| !s.paused && s.runs(&flow.id);
        let news = runs.iter().any(|run| run.ended_at.is_some_and(|at| at > since));
        if times > 0 && (news || schedules.iter().any(comes)) {
            found.push((flow.name, times));
        }
    }
    Ok(found)
}

/// When this person wrote in this room last, in a group anybody, as far as its last turns tell.
async fn heard_at(
    context: &mut Context<'_>,
    room: &RoomId,
    reader: Option<&PersonId>,
) -> Stored<Option<DateTime<Utc>>> {
    let turns = context.tx.conversation(room).await?;
    let theirs = turns.iter().filter(|said| said.by.as_ref().is_some_and(|by| reader.is_none_or(|id| id == by)));
    Ok(theirs.map(|said| said.at).max())
}

/// The budgets that run low or are used up: of the workspace, of the reader, of the work under way.
async fn budgets<'a>(
    context: &mut Context<'_>,
    reader: Option<&Person>,
    tickets: &'a [Ticket],
) -> Stored<Vec<(Over, Option<&'a Ticket>)>> {
    context.engine.reckon(context.tx).await?;
    let settings = context.settings().await?;
    let today = day(context.now, &settings.zone);
    let has = context.engine.currency();
    let limits = settings.budget.kept_in(has);
    let named = |scope: Scope, who: String| {
        let period = if scope == Scope::Workspace { budget::month(&today) } else { today.as_str() };
        (scope, AccountKey { period: period.to_owned(), who }, None::<&Ticket>)
    };
    let common = [named(Scope::Workspace, String::new()), named(Scope::Day, String::new())].into_iter();
    let own = reader.map(|person| named(Scope::Person, person.id.to_string()));
    let of_ticket = |ticket: &'a Ticket| {
        let key = AccountKey { period: ticket.id.to_string(), who: String::new() };
        (Scope::Ticket, key, Some(ticket))
    };
    let work = tickets.iter().filter(|ticket| ticket.under_way()).map(of_ticket);
    let all: Vec<_> = common.chain(own).chain(work).collect();
    let mut found = Vec::new();
    for (scope, key, ticket) in all {
        let account = context.tx.account(&settings.workspace, &key).await?.counted_in(has);
        found.extend(budget::high(scope, &account, &limits).map(|over| (over, ticket)));
    }
    Ok(found)
}
