//! Six words said alone: stop, cancel, undo, pause, resume, help. Each means what its button means; of several things it
//! asks which.

use crate::engine::context::{Context, Request};
use crate::engine::routing::commands;
use crate::engine::routing::exact::{candidates, pause_resume};
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::intent::exact::Alone;
use crate::secretary::message::routing as names;
use crate::secretary::ticket::Ticket;

/// Does what a word said alone orders, about what it replies to or what stands here.
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

/// Offers what a word may mean and does the only thing there is.
pub(in crate::engine::routing) async fn undone(
    context: &mut Context<'_>,
    request: &Request,
    word: Alone,
    about: Option<&Ticket>,
) -> Stored<EventOutcome> {
    let offers = candidates::offers(context, request, word, about).await?;
    candidates::take_offer(context, request, (word, about), offers).await
}

/// The ticket a word is about: that of the message it replies to, else that of the thread.
async fn about(context: &mut Context<'_>, request: &Request, replied: Option<&Posted>) -> Stored<Option<Ticket>> {
    let of_reply = replied.and_then(|posted| names::replied(&posted.slot)).map(|(ticket, _)| ticket);
    let of_thread = request.room.thread_of.as_ref().map(|(ticket, _)| ticket.clone());
    match of_reply.or(of_thread) {
        Some(ticket) => context.tx.ticket(&ticket).await,
        None => Ok(None),
    }
}
