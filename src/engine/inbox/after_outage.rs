//! After an outage each chat whose messages waited is told once, before they are answered. The send time of the
//! platform shows what waited. Nothing is written without an outage, except one row at an orderly stop.

use crate::engine::commit::commit;
use crate::engine::context::{Context, Request, audit_log, say, sender};
use crate::engine::{Engine, lock};
use crate::ports::store::{Arrival, Hands, Settled, Stored, TicketFilter};
use crate::ports::trial::planted;
use crate::secretary::ids::Slot;
use crate::secretary::inbound::{Content, Inbound, ReplyTo};
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::wording::talk::after_outage::{self, Outage};
use chrono::{DateTime, TimeDelta, Utc};

/// How long an orderly stop still decides about events.
const QUICK: TimeDelta = TimeDelta::milliseconds(400);
/// Rows read to count the waiting messages.
const BACKLOG: u32 = 500;
/// With more waiting rows than this the platforms deliver in several batches, and a count would be too small.
const COUNTABLE: usize = 60;

/// An orderly stop and the start after it.
#[derive(Clone, Copy, Debug)]
pub struct Break {
    stopped_at: DateTime<Utc>,
    started_at: DateTime<Utc>,
}

impl Engine {
    /// Remembers the last orderly stop, if there was one.
    pub(crate) fn remember_break(&self, found: Option<(DateTime<Utc>, Option<DateTime<Utc>>)>) {
        let now = self.now();
        let known = found.map(|(stopped_at, started)| Break { stopped_at, started_at: started.unwrap_or(now) });
        *lock(&self.last_break) = known;
    }

    /// Stores an orderly stop. Before that it decides about the last events for a short time; the rest waits for the
    /// next start.
    ///
    /// # Errors
    /// The database does not take it: the next start does not know how long the program was away.
    pub async fn leave(&self) -> Stored<()> {
        let until = self.now() + QUICK;
        while self.now() < until && self.decide_some().await? {}
        let mut tx = self.parts.store.begin().await?;
        let now = self.now();
        if planted::is("stop-forgets") {
            for row in tx.claim(now + TimeDelta::days(1), BACKLOG, &Hands::All).await? {
                tx.settle(row.seq, &Settled::Done, now).await?;
            }
        }
        tx.stopped(now).await?;
        commit(tx, "stop").await
    }
}

/// Tells the chat of a waiting message, once for all messages that waited there.
pub async fn come_back(context: &mut Context<'_>, request: &Request, inbound: &Inbound) -> Stored<()> {
    if !sender::waited(context, inbound) || !concerns(inbound, request) {
        return Ok(());
    }
    let slot = Slot::new("re/back");
    let room = &request.room.id;
    let told = context.tx.posted(&slot, room).await?.last().is_some_and(|p| p.at > inbound.sent_at);
    if told || context.tx.post_pending(room, &slot).await? {
        return Ok(());
    }
    let rows = context.tx.undecided(BACKLOG).await?;
    let from_outside = rows.iter().filter(|row| matches!(row.arrival, Arrival::Outside(_))).count();
    let here: Vec<DateTime<Utc>> = rows
        .iter()
        .filter_map(|row| if let Arrival::Outside(other) = &row.arrival { Some(other) } else { None })
        .filter(|other| other.place == inbound.place && sender::waited(context, other) && concerns(other, request))
        .map(|other| other.sent_at)
        .collect();
    let first_at = here.iter().min().copied().unwrap_or(inbound.sent_at);
    let known = *lock(&context.engine.last_break);
    let outage = Outage {
        from: known.filter(|b| b.stopped_at <= first_at && first_at < b.started_at).map(|b| b.stopped_at),
        until: context.now,
        first_at,
        messages: (from_outside < COUNTABLE).then_some(here.len().max(1)),
        group: !request.room.direct(),
        prompts: asks(context, request).await?,
    };
    let zone = context.zone_of(&request.person).await?;
    say::post(context, &request.room.id, slot, after_outage::back(&outage, zone), ReplyTo::default()).await
}

/// Whether this person has an open prompt here.
async fn asks(context: &mut Context<'_>, request: &Request) -> Stored<bool> {
    let filter = TicketFilter {
        workspace: Some(context.workspace()),
        statuses: vec![Status::Asking, Status::Confirming, Status::Deciding],
        limit: BACKLOG,
        ..TicketFilter::default()
    };
    let own = |t: &Ticket| {
        let asked = t.open_round().is_some() || t.status() == Status::Confirming;
        asked && t.requester == request.person.id && t.room == request.room.id
    };
    let decides = |t: &Ticket| {
        t.open_decisions().any(|d| d.rooms.contains(&request.room.id))
            && audit_log::could(request, Operation::Decide(t))
    };
    Ok(context.tx.tickets(&filter).await?.iter().any(|t| own(t) || decides(t)))
}

/// Whether this is a message to the secretary.
fn concerns(inbound: &Inbound, request: &Request) -> bool {
    if inbound.sender.bot || inbound.sender.anonymous {
        return false;
    }
    let everything = request.room.direct() || request.room.purposes.every_message || request.room.thread_of.is_some();
    if let Content::Text { addressed: to_us, .. } = inbound.content {
        return to_us || everything;
    }
    matches!(inbound.content, Content::Command { .. } | Content::Unsupported { to_us: true, .. })
}
