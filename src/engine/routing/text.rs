//! Text messages: albums, messages with files, forwarded words, and whether awaited words still fit.

use super::route;
use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::tickets::{edited_messages, new_ideas};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::message::action::Action;
use crate::secretary::message::inbound::{Content, Inbound};
use crate::secretary::message::routing;
use crate::secretary::people::permissions::Operation;
use crate::secretary::wording::talk::refusals;

/// Handles a text message of a member, perhaps with files.
pub(in crate::engine) async fn words(
    context: &mut Context<'_>,
    request: &Request,
    inbound: &Inbound,
) -> Stored<EventOutcome> {
    let Content::Text { text, attachments, .. } = &inbound.content else { return Ok(EventOutcome::Decided(None)) };
    if let Some(album) = attachments.iter().find_map(|file| file.album.as_deref())
        && edited_messages::noted_before(context, request, &format!("album/{album}")).await?
        && text.trim().is_empty()
    {
        return Ok(EventOutcome::Decided(None));
    }
    if request.room.direct() && text.trim().is_empty() {
        let why = if attachments.is_empty() { refusals::nothing_to_do() } else { refusals::only_files() };
        return say::refuse(context, request, why).await;
    }
    Box::pin(route(context, request, inbound)).await
}

/// Whether this person may steer the ticket of the thread that they write in.
pub(in crate::engine) async fn steers_here(context: &mut Context<'_>, request: &Request) -> Stored<bool> {
    let Some((id, _)) = &request.room.thread_of else { return Ok(false) };
    Ok(context.tx.ticket(id).await?.is_some_and(|ticket| audit_log::could(request, Operation::Steer(&ticket))))
}

/// The forwarded words that a button makes an idea of.
pub(in crate::engine) async fn words_of_others(
    context: &mut Context<'_>,
    request: &Request,
    text: &str,
    message: Option<&str>,
) -> Stored<EventOutcome> {
    if let Err(why) = audit_log::may(context, request, Operation::SendIdea) {
        return say::refuse(context, request, why).await;
    }
    context.passed_on = true;
    new_ideas::new_ticket(context, request, text, message, message.is_none()).await
}

/// Whether the subject of awaited words can still take them.
pub(in crate::engine) async fn still_fits(context: &mut Context<'_>, action: &Action) -> Stored<bool> {
    match action {
        Action::OnTicket { ticket, act } => {
            Ok(context.tx.ticket(ticket).await?.is_some_and(|ticket| routing::fits(&ticket, act)))
        }
        Action::OnSchedule { schedule, .. } => Ok(context.tx.schedule(schedule).await?.is_some_and(|s| !s.over())),
        Action::NewIdea { .. }
        | Action::AsMeant { .. }
        | Action::Remind { .. }
        | Action::Forget { .. }
        | Action::Leave
        | Action::KeepClock { .. }
        | Action::Erase { .. }
        | Action::CancelAll { .. }
        | Action::RemindAll { .. }
        | Action::TakeBack { .. }
        | Action::BringBack { .. }
        | Action::DropReminders { .. }
        | Action::GoOn { .. }
        | Action::TakeUpAll { .. }
        | Action::SetBack { .. }
        | Action::PutBack { .. }
        | Action::Understood { .. }
        | Action::UnderstandAgain { .. }
        | Action::OnNotes { .. }
        | Action::Command { .. }
        | Action::Page { .. }
        | Action::Zone { .. } => Ok(true),
    }
}
