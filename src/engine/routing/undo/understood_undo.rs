//! Six words said alone: stop, cancel, undo, pause, resume, help. Each means what its button means; of several things it
//! asks which.

use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::{Fate, Posted, Stored};
use crate::secretary::intent::exact::Alone;
use crate::secretary::message::routing as names;
use crate::secretary::ticket::Ticket;

/// Does what a word said alone orders, about what it replies to or what stands here.
pub(in crate::engine::routing) async fn said_alone(
    desk: &mut Desk<'_>,
    visit: &Visit,
    replied: Option<&Posted>,
    order: Alone,
) -> Stored<Fate> {
    if order == Alone::Help {
        return desk.command(visit, "help", "").await;
    }
    let about = about(desk, visit, replied).await?;
    if about.is_none()
        && let Some(fate) = desk.about_all_work(visit, order).await?
    {
        return Ok(fate);
    }
    undone(desk, visit, order, about.as_ref()).await
}

/// Offers what a word may mean and does the only thing there is.
pub(in crate::engine::routing) async fn undone(
    desk: &mut Desk<'_>,
    visit: &Visit,
    word: Alone,
    about: Option<&Ticket>,
) -> Stored<Fate> {
    let offers = desk.offers(visit, word, about).await?;
    desk.take_offer(visit, (word, about), offers).await
}

/// The ticket a word is about: that of the message it replies to, else that of the thread.
async fn about(desk: &mut Desk<'_>, visit: &Visit, replied: Option<&Posted>) -> Stored<Option<Ticket>> {
    let of_reply = replied.and_then(|posted| names::replied(&posted.slot)).map(|(ticket, _)| ticket);
    let of_thread = visit.room.thread_of.as_ref().map(|(ticket, _)| ticket.clone());
    match of_reply.or(of_thread) {
        Some(ticket) => desk.tx.ticket(&ticket).await,
        None => Ok(None),
    }
}
