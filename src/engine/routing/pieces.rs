//! Pieces of one message that arrive as messages of their own: a piece joins the message that waits to be understood, and
//! what the model is thinking about it without the piece is dropped. `secretary::intent::pieces` decides what belongs
//! together.

use crate::engine::context::{Context, Request, conversation};
use crate::engine::thinking::received_files::known;
use crate::ports::store::{EventOutcome, ReceivedRow, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::ids::TicketId;
use crate::secretary::inbound::Inbound;
use crate::secretary::intent::{Spoken, lane_of, pieces};
use crate::secretary::received::ReceivedFile;

/// The message that waits to be understood and that this one is a piece of.
pub async fn waiting(context: &mut Context<'_>, request: &Request, inbound: &Inbound) -> Stored<Option<Box<Spoken>>> {
    match context.tx.newest(&lane_of(&request.room.id, &request.person.id)).await? {
        Some(Effect::Understand { spoken }) if pieces::belongs(&spoken, inbound) => Ok(Some(spoken)),
        Some(_) | None => Ok(None),
    }
}

/// Joins a message to the one that waits, or to the ticket that its words have opened. None: it is a message of its own.
pub async fn joined(
    context: &mut Context<'_>,
    request: &Request,
    inbound: &Inbound,
    waiting: Option<Box<Spoken>>,
) -> Stored<Option<EventOutcome>> {
    let whole = match waiting {
        Some(first) => {
            context.tx.drop_newest(&first.lane()).await?;
            pieces::join(*first, inbound.clone())
        }
        None => match came_late(context, request, inbound).await? {
            Some(ticket) => Spoken { ticket: Some(ticket), ..super::spoken(context, request, inbound.clone()) },
            None => return Ok(None),
        },
    };
    let piece = super::spoken(context, request, inbound.clone());
    conversation::said_by_person(context, request, &conversation::with_files(&piece)).await?;
    wait(context, whole).await?;
    Ok(Some(EventOutcome::Decided(None)))
}

/// The ticket that was opened by the words of which this is a piece. Words that did something else are done, and a piece
/// behind them is a message of its own.
async fn came_late(context: &mut Context<'_>, request: &Request, inbound: &Inbound) -> Stored<Option<TicketId>> {
    let turns = context.tx.conversation(&request.room.id).await?;
    let last = turns.iter().rev().find(|said| said.by.as_ref() == Some(&request.person.id));
    let Some(last) = last.filter(|last| pieces::follows(inbound, last.at)) else { return Ok(None) };
    let Some(message) = &last.message else { return Ok(None) };
    let posted = context.tx.posted_as(&request.room.place, message).await?;
    let opened = posted.as_ref().and_then(|posted| posted.slot.as_str().strip_suffix("/idea"));
    Ok(opened.map(TicketId::new))
}

/// Writes the effect that lets the model understand a message, once the rest of it had time to arrive. Its files are known
/// before any of them is kept, so that none is kept that nobody would erase.
pub async fn wait(context: &mut Context<'_>, spoken: Spoken) -> Stored<()> {
    for sent in spoken.sent_files() {
        let file = ReceivedFile { bytes: 0, ..known(&spoken.inbound.place, &sent) };
        let (workspace, person, room) = (spoken.workspace.clone(), spoken.person.clone(), spoken.room.clone());
        context.tx.save_received(&ReceivedRow { file, workspace, person, room, ticket: None }, context.now).await?;
    }
    let at = pieces::waits(&spoken).map_or(context.now, |wait| context.now + wait);
    let (lane, spoken) = (spoken.lane(), Box::new(spoken));
    context.enqueue_at(lane, None, Effect::Understand { spoken }, at).await
}
