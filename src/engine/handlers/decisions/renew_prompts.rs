//! Open prompts are shown anew in place after an absence that is longer than platforms keep presses (platform-facts
//! T2), so that the next press works. It goes page by page behind new messages; it writes nothing when there was no
//! absence.

use crate::engine::Engine;
use crate::engine::commit::commit;
use crate::engine::context::{Context, Handled};
use crate::engine::transition::{agent_queue, apply_event};
use crate::ports::inbox::PRESSES_KEPT;
use crate::ports::store::{Arrival, EventOutcome, Stored, TicketFilter, Turn, Tx};
use crate::secretary::ids::Slot;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Status, Ticket};
use chrono::{DateTime, TimeDelta, Utc};

/// Time between two edits of prompts: a thousand edits take less than a minute.
const APART: TimeDelta = TimeDelta::milliseconds(50);
/// Tickets per transaction.
const PAGE: u32 = 100;
/// The states of a ticket with a possibly open prompt. A paused ticket can be decided about, too.
const ASKING: [Status; 5] = [Status::Asking, Status::Confirming, Status::Deciding, Status::Waiting, Status::Paused];

/// Whether the program was away so long that platforms have forgotten presses. After an orderly stop the duration is
/// known. After a crash the newest sign of life in the database gives an upper bound.
pub async fn was_away(
    tx: &mut dyn Tx,
    last: Option<(DateTime<Utc>, Option<DateTime<Utc>>)>,
    now: DateTime<Utc>,
) -> Stored<bool> {
    let since = now - PRESSES_KEPT;
    match last {
        Some((stopped, None)) => return Ok(stopped < since),
        Some((_, Some(started))) if started >= since => return Ok(false),
        Some(_) | None => {}
    }
    if tx.undecided(1).await?.iter().any(|row| row.received_at >= since) {
        return Ok(false);
    }
    let changed = TicketFilter { changed_since: Some(since), limit: 1, ..TicketFilter::default() };
    Ok(tx.tickets(&changed).await?.is_empty())
}

impl Engine {
    /// Starts to show the open prompts anew after a long absence.
    ///
    /// # Errors
    /// The database does not take it.
    pub(crate) async fn came_back(&self) -> Stored<()> {
        let (seed, now) = (self.draw()?, self.now());
        let mut tx = self.parts.store.begin().await?;
        tell_of_return(tx.as_mut(), seed, now).await?;
        commit(tx, "back").await?;
        self.arrivals.notify_one();
        Ok(())
    }
}

/// Stores that the program is back.
pub async fn tell_of_return(tx: &mut dyn Tx, seed: [u8; 32], now: DateTime<Utc>) -> Stored<()> {
    let back = Arrival::CameBack { after: None, shown: 0 };
    tx.tell(&format!("back/{}", now.timestamp_micros()), &back, seed, now).await
}

/// Shows the prompts of a page of tickets anew. The next page follows as an event of its own. `shown`: the number of
/// prompts of earlier pages.
pub async fn came_back(context: &mut Context<'_>, after: Option<Turn>, shown: u32) -> Handled {
    let filter = TicketFilter { statuses: ASKING.to_vec(), limit: PAGE, after, ..TicketFilter::default() };
    let page = context.tx.tickets(&filter).await?;
    let mut shown = shown;
    for ticket in &page {
        let slots = standing(context, ticket).await?;
        if !slots.is_empty() {
            context.edits_from = Some(context.now + APART * i32::try_from(shown).unwrap_or(i32::MAX));
            apply_event::apply_to(context, ticket, &Event::CameBack { slots }, None).await?;
            shown = shown.saturating_add(1);
        }
    }
    context.edits_from = None;
    if let Some(last) = page.last().filter(|_| page.len() == PAGE as usize) {
        let arrival = Arrival::CameBack { after: Some(Turn::of(last)), shown };
        agent_queue::follows(context, "back", arrival).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// The posted messages of a ticket that are not being posted right now.
async fn standing(context: &mut Context<'_>, ticket: &Ticket) -> Stored<Vec<Slot>> {
    let mut slots = Vec::new();
    for (slot, rooms) in &ticket.shown {
        for room in rooms {
            if !context.tx.posted(slot, room).await?.is_empty() && !context.tx.post_pending(room, slot).await? {
                slots.push(slot.clone());
                break;
            }
        }
    }
    Ok(slots)
}
