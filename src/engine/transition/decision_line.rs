//! The line of decisions that wait for a person: when one is answered, the next one is shown.

use crate::engine::context::Context;
use crate::ports::store::{Arrival, Stored};
use crate::secretary::ids::{DecisionId, TicketId};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::decisions::line::{self, MOST_OPEN};
use crate::secretary::ticket::event::{Event, Timer};
use std::collections::BTreeSet;

/// Calls the next decisions of everybody who has a turn again. The call is a row of the outbox, so a crash does not
/// lose it.
pub async fn call_next(context: &mut Context<'_>, before: &Ticket, next: &Ticket) -> Stored<()> {
    let freed = line::freed(before, next);
    if freed.is_empty() {
        return Ok(());
    }
    // No ticket is excluded: a decision of this ticket may wait behind another one of it.
    let now = context.tx.turns(&next.workspace, &TicketId::new("")).await?;
    let mut called: BTreeSet<(TicketId, DecisionId)> = BTreeSet::new();
    for person in freed {
        let turns = now.get(&person).copied().unwrap_or_default();
        let free = MOST_OPEN.saturating_sub(turns.open).min(turns.waiting);
        if free > 0 {
            called.extend(context.tx.next_in_line(&next.workspace, &person, free).await?);
        }
    }
    for (ticket, decision) in called {
        let key = format!("turn/{}/{ticket}/{decision}", context.seq);
        let timer = Timer::Turn(decision);
        let arrival = Arrival::Ticket { ticket, event: Box::new(Event::TimerFired { timer }) };
        context.tell(&key, &arrival).await?;
    }
    Ok(())
}
