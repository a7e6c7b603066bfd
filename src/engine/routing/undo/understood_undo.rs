//! Six words said alone: stop, cancel, undo, pause, resume, help. Each acts as its button; of several candidates it
//! asks which one.

use crate::engine::context::{Context, Request};
use crate::engine::routing::commands;
use crate::engine::routing::exact::{candidates, pause_resume};
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::intent::exact::Alone;
use crate::secretary::message::routing as names;
use crate::secretary::ticket::Ticket;

/// Carries out a word said alone, for the message that it replies to or for what is open here.
pub(in crate::engine::routing) async fn said_alone(
    context: &mut Context<'_>,
    request: &Request,
    replied: Option<&Posted>,
    order: Alone,
) -> Stored<EventOutcome> {
    if order == Alone::Help {
        return commands::command(context, request, "help", "").await;
    }
    let about = about(context, request, replied).await?;
    if about.is_none()
        && let Some(outcome) = pause_resume::about_all_work(context, request, order).await?
    {
        return Ok(outcome);
    }
    undone(context, request, order, about.as_ref()).await
}

/// Collects the offers of a word and takes the only one.
pub(in crate::engine::routing) async fn undone(
    context: &mut Context<'_>,
    request: &Request,
    word: Alone,
    about: Option<&Ticket>,
) -> Stored<EventOutcome> {
    let offers = candidates::offers(context, request, word, about).await?;
    candidates::take_offer(context, request, (word, about), offers).await
}

/// The ticket of a word: that of the replied message, else that of the thread.
async fn about(context: &mut Context<'_>, request: &Request, replied: Option<&Posted>) -> Stored<Option<Ticket>> {
    let of_reply = replied.and_then(|posted| names::replied(&posted.slot)).map(|(ticket, _)| ticket);
    let of_thread = request.room.thread_of.as_ref().map(|(ticket, _)| ticket.clone());
    match of_reply.or(of_thread) {
        Some(ticket) => context.tx.ticket(&ticket).await,
        None => Ok(None),
    }
}
