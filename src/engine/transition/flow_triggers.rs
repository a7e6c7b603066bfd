//! Events of triggers of flows: each is stored once, under a key of its own, and counted. A decision of its own begins the
//! run, so that an event which cannot be handled holds up nothing else.

use crate::engine::context::{Context, directory, visibility};
use crate::ports::store::{Arrival, Stored, TriggersOf, Tx};
use crate::secretary::flow::Flow;
use crate::secretary::flow::line::{MOST_IN_LINE, Place};
use crate::secretary::flow::trigger::came::{self, Came};
use crate::secretary::flow::trigger::{Taken, Trigger};
use crate::secretary::inbound::{Content, Inbound};
use crate::secretary::people::workspace::Person;
use crate::secretary::permissions::{Operation, Verdict, authorize, sees};
use crate::secretary::ticket::Ticket;
use chrono::{DateTime, Utc};

/// What became of an event that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// It is stored.
    Accepted,
    /// It was stored before.
    Known,
    /// It is one too many in an hour; from then on the next one is taken.
    Full(DateTime<Utc>),
    /// As many runs of the flow wait for their turn as may.
    Behind,
}

/// Offers an event of a trigger. The trigger counts it; people hear once that more come than it takes, and once a day that
/// too many wait for their turn.
pub async fn offer(
    tx: &mut dyn Tx,
    trigger: &mut Trigger,
    (key, came): (&str, Came),
    seed: [u8; 32],
    now: DateTime<Utc>,
) -> Stored<Offered> {
    let key = event_key(trigger, key);
    if tx.told(&key).await? {
        return Ok(Offered::Known);
    }
    if tx.count_flow_runs_at(&trigger.flow, Place::InLine).await? >= MOST_IN_LINE {
        let behind = event_key(trigger, &format!("behind/{}", now.format("%F")));
        if !tx.told(&behind).await? {
            let arrival = Arrival::Triggered { trigger: trigger.id.clone(), came: Came::Behind };
            tx.tell(&behind, &arrival, seed, now).await?;
        }
        return Ok(Offered::Behind);
    }
    let (key, came, offered) = match trigger.take(now) {
        Taken::Yes => (key, came, Offered::Accepted),
        Taken::No { until, first: false } => return Ok(Offered::Full(until)),
        Taken::No { until, first: true } => {
            let full = event_key(trigger, &format!("full/{}", now.timestamp()));
            (full, Came::TooMany { until }, Offered::Full(until))
        }
    };
    tx.save_flow_trigger(trigger).await?;
    let arrival = Arrival::Triggered { trigger: trigger.id.clone(), came };
    tx.tell(&key, &arrival, seed, now).await?;
    Ok(offered)
}

/// The key of an event of a trigger.
pub fn event_key(trigger: &Trigger, key: &str) -> String {
    format!("trigger/{}/{key}", trigger.id)
}

/// A message of people: the triggers that wait for it in its room get it, whatever else becomes of it.
pub async fn said(context: &mut Context<'_>, inbound: &Inbound, person: &Person) -> Stored<()> {
    let Content::Text { text, forwarded, .. } = &inbound.content else { return Ok(()) };
    // Who may only read begins nothing.
    if !matches!(authorize(person, Operation::SendIdea), Verdict::Allowed) {
        return Ok(());
    }
    let Some(room) = directory::room_here(context, &inbound.place).await? else { return Ok(()) };
    let channel = room.thread_of.as_ref().map(|(_, channel)| channel);
    for id in [Some(&room.id), channel].into_iter().flatten() {
        for trigger in context.tx.flow_triggers(TriggersOf::Room(id)).await? {
            if trigger.workspace != context.here
                || !trigger.waits_for(text)
                || running(context, &trigger).await?.is_none()
            {
                continue;
            }
            let event = came::message(text, &person.name, *forwarded);
            let came = Came::Event { event, caused_by: Some(person.id.clone()) };
            let key = format!("message/{}", context.seq);
            happened(context, trigger, &key, came).await?;
        }
    }
    Ok(())
}

/// A ticket has ended: flows that wait for that get it, where their owner may see it and it may be shown where they answer.
pub async fn finished(context: &mut Context<'_>, ticket: &Ticket) -> Stored<()> {
    let Some(event) = came::ticket(ticket) else { return Ok(()) };
    for trigger in context.tx.flow_triggers(TriggersOf::Finished(&ticket.workspace)).await? {
        let Some(flow) = running(context, &trigger).await? else { continue };
        if may_see(context, &flow, ticket).await? {
            let key = format!("ticket/{}/{}", ticket.id, ticket.version);
            happened(context, trigger, &key, Came::event(event.clone())).await?;
        }
    }
    Ok(())
}

async fn may_see(context: &mut Context<'_>, flow: &Flow, ticket: &Ticket) -> Stored<bool> {
    let Some(owner) = context.tx.person(&flow.owner).await?.filter(|owner| sees(owner, ticket)) else {
        return Ok(false);
    };
    let Some(room) = context.tx.room(&flow.room).await? else { return Ok(false) };
    let there = visibility::visibility_in(context.tx, &room, Some(&owner)).await?;
    Ok(there.covers(ticket))
}

/// The flow of a trigger, if it may run.
async fn running(context: &mut Context<'_>, trigger: &Trigger) -> Stored<Option<Flow>> {
    Ok(context.tx.flow(&trigger.flow).await?.filter(Flow::runs))
}

/// Offers an event that another event brings about.
async fn happened(context: &mut Context<'_>, mut trigger: Trigger, key: &str, came: Came) -> Stored<()> {
    let seed = context.seed.further(&event_key(&trigger, key));
    offer(context.tx, &mut trigger, (key, came), seed, context.now).await?;
    context.engine.arrivals.notify_one();
    Ok(())
}
