//! Edits of a plan that cannot be made: nothing is changed, and the words are given back with ways on. It must not
//! decide what is wrong; `secretary::ticket::plan_edit` does.

use crate::engine::context::{Context, Request, say};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::plan_edit::{self, Fault};
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::ticket::plan_edits;

/// Gives back a correction in which every line is an edit, if the edits cannot be made. None: they can, the words are no
/// such edits, or they change nothing.
pub async fn given_back(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    event: &Event,
) -> Stored<Option<EventOutcome>> {
    let Event::Corrected { text } = event else { return Ok(None) };
    let Some(edits) = plan_edit::read(text).filter(|_| ticket.stage == Stage::Confirming) else { return Ok(None) };
    let Err(faults) = plan_edit::apply(&mut ticket.clone(), &edits) else { return Ok(None) };
    // There is nothing to go on from.
    if faults == [Fault::Same] {
        return Ok(None);
    }
    say::ask(context, request, |keys| plan_edits::not_made(ticket, (&edits, &faults), text, keys)).await.map(Some)
}
