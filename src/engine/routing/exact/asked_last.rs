//! The question that was asked last in a room, such as "Cancel all 3 open tickets?". While it is the last one, "yes"
//! or "no" answers it and nothing older.

use super::single_words::{Offer, UNDO_FOR};
use super::which_one::{asks_which, asks_which_of_several};
use crate::engine::context::undo_stack::marks;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::tickets::edited_messages;
use crate::engine::routing::exact::single_words;
use crate::ports::store::{EventOutcome, Prompt, Stored};
use crate::secretary::ids::Slot;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::{routing, views};
use chrono::TimeDelta;

/// The newest counting prompt of this room. Progress does not count, since it asks nothing.
pub(in crate::engine) async fn last_prompt(
    context: &mut Context<'_>,
    request: &Request,
    within: TimeDelta,
    counts: impl Fn(&Prompt) -> bool + Send,
) -> Stored<Option<Prompt>> {
    let shows = |prompt: &Prompt| prompt.slot.as_ref().is_some_and(routing::shows_progress);
    let newest = single_words::newest(context, request, within).await?;
    Ok(newest.into_iter().find(|prompt| !shows(prompt) && counts(prompt)))
}

/// Whether the only offer of a bare word would decide or start something that was not asked last here. Something with
/// other buttons was asked or told since, and the word may mean that.
pub(in crate::engine) async fn overtaken(
    context: &mut Context<'_>,
    request: &Request,
    offers: &[Offer],
) -> Stored<bool> {
    let [Offer { action, .. }] = offers else { return Ok(false) };
    if let Action::OnTicket { ticket, act: TicketAct::Start { .. } } = action {
        // Other messages about the same ticket lead to its card.
        let its = |other: &Action| *other == Action::Leave || views::about(other) == Some(ticket);
        let counts =
            |prompt: &Prompt| !marks(prompt) && (prompt.actions.contains(action) || !prompt.actions.iter().all(its));
        let Some(last) = last_prompt(context, request, UNDO_FOR, counts).await? else { return Ok(false) };
        if !last.actions.contains(action) || asks_which_of_several(&last) {
            return Ok(true);
        }
        // It was asked before, and another answer was given.
        return match last.slot.filter(asks_which) {
            Some(slot) => edited_messages::was_noted(context, request, &answered(&slot)).await,
            None => Ok(false),
        };
    }
    if !matches!(action, Action::OnTicket { act: TicketAct::Decide { .. }, .. }) {
        return Ok(false);
    }
    let last = last_prompt(context, request, UNDO_FOR, |prompt| !marks(prompt)).await?;
    let Some(last) = last else { return Ok(false) };
    // A word that fits one option does not answer the question which of several is meant.
    let which = asks_which_of_several(&last);
    let over = match &last.slot {
        Some(slot) if which => edited_messages::was_noted(context, request, &answered(slot)).await?,
        Some(_) | None => false,
    };
    Ok(!last.actions.contains(action) || (which && !over))
}

/// Whether a choice needs the second question "are you sure", which must appear where the words were said.
pub(in crate::engine) async fn asks_once_more(context: &mut Context<'_>, action: &Action) -> Stored<bool> {
    let Action::OnTicket { ticket, act: TicketAct::Decide { decision, .. } } = action else { return Ok(false) };
    let ticket = context.tx.ticket(ticket).await?;
    let decision = ticket.as_ref().and_then(|ticket| ticket.decision(decision));
    Ok(decision.is_some_and(|decision| decision.open() && decision.sure.is_some()))
}

/// Stores that such a question was answered by a word or a button, unless the answer was refused.
pub(in crate::engine) async fn answered_what_was_asked(
    context: &mut Context<'_>,
    request: &Request,
    asked: &Slot,
    outcome: &EventOutcome,
) -> Stored<()> {
    if matches!(outcome, EventOutcome::Decided(_)) {
        edited_messages::noted_before(context, request, &answered(asked)).await?;
    }
    Ok(())
}

pub(in crate::engine) fn answered(asked: &Slot) -> String {
    format!("answered/{asked}")
}
