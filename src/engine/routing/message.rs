//! Messages of a member: hands text to `routing`, presses to `presses`, commands to `commands`. Says so when
//! something in the message was hidden.

use crate::engine::context::{Context, Handled, Request, conversation, kept_if_unknown, say};
use crate::engine::handlers::tickets::edited_messages;
use crate::engine::routing::understanding::edited_words;
use crate::engine::routing::{self, commands, presses, route};
use crate::ports::store::EventOutcome;
use crate::secretary::inbound::{Content, Inbound};
use crate::secretary::intent::pieces;
use crate::secretary::message::{Message, routing as names};
use crate::secretary::redaction::{marked, unmarked};
use crate::secretary::wording::hidden_credentials;
use crate::secretary::wording::talk::refusals;

pub async fn heard(context: &mut Context<'_>, request: &Request, inbound: &Inbound) -> Handled {
    let said = said_to_us(request, &inbound.content).unwrap_or_default();
    if marked(said) {
        if !names::has_words(&unmarked(said)) {
            return say::refuse(context, request, hidden_credentials::only_hidden().to_owned()).await;
        }
        context.notice = Some(Message::lines([hidden_credentials::hidden()]).silently());
    }
    let outcome = read(context, request, inbound).await?;
    // The receipt of an idea says so; anything else gets a line of its own.
    if let Some(notice) = context.notice.take()
        && matches!(outcome, EventOutcome::Decided(_) | EventOutcome::Refused(_))
    {
        say::say(context, request, notice).await?;
    }
    Ok(outcome)
}

async fn read(context: &mut Context<'_>, request: &Request, inbound: &Inbound) -> Handled {
    match &inbound.content {
        Content::Text { message, text, attachments, refers, .. } => {
            if request.room.direct() && text.trim().is_empty() && attachments.is_empty() && refers.is_empty() {
                return say::refuse(context, request, refusals::nothing_to_do()).await;
            }
            let moved = context.trail.len();
            let outcome = Box::pin(route(context, request, inbound)).await?;
            if context.trail.len() > moved {
                edited_messages::words_did(context, request, message).await?;
            }
            Ok(outcome)
        }
        Content::Command { name, args, attachments, refers, .. }
            if !attachments.is_empty() || !refers.is_empty() || pieces::cut(inbound.place.platform, args) =>
        {
            Box::pin(routing::ordered_with_more(context, request, inbound, (name, args))).await
        }
        Content::Command { name, args, .. } => Box::pin(commands::command(context, request, name, args)).await,
        Content::Press { data, message } => {
            // After a chat moved, message ids are not those of the former chat.
            let under = message.as_deref().filter(|_| request.room.place.chat == inbound.place.chat);
            Box::pin(presses::pressed(context, request, data, under, None)).await
        }
        Content::Form { data, text } => {
            conversation::said_by_person(context, request, text).await?;
            Box::pin(presses::pressed(context, request, data, None, Some(text))).await
        }
        Content::Edited { message, text, addressed } => {
            let anew = Box::pin(edited_words::said_anew(context, request, inbound, (message, text))).await?;
            if let Some(outcome) = anew {
                return Ok(outcome);
            }
            if let Some(outcome) = Box::pin(routing::edited_in_time(context, request, (message, text))).await? {
                return Ok(outcome);
            }
            if *addressed && edited_messages::addressed_by_edit(context, request, message).await? {
                return Box::pin(routing::addressed_by_edit(context, request, inbound, (message, text))).await;
            }
            edited_messages::edited(context, request, message, text).await
        }
        Content::Unsupported { kind, raw, .. } => {
            say::say(context, request, Message::lines([refusals::unreadable()])).await?;
            Ok(kept_if_unknown(kind, raw, EventOutcome::Refused(refusals::unreadable())))
        }
        Content::Moved { .. }
        | Content::Reachable { .. }
        | Content::Deleted
        | Content::Missed
        | Content::Trouble(_) => Ok(EventOutcome::Decided(None)),
    }
}

/// The words that were said to the secretary and not to other people.
fn said_to_us<'c>(request: &Request, content: &'c Content) -> Option<&'c str> {
    let (direct, every) = (request.room.direct(), request.room.purposes.every_message);
    match content {
        Content::Text { text, addressed, .. } => (direct || every || *addressed).then_some(text),
        Content::Edited { text, addressed, .. } => (direct || *addressed).then_some(text),
        Content::Command { args, .. } => Some(args),
        Content::Form { text, .. } => Some(text),
        Content::Press { .. }
        | Content::Moved { .. }
        | Content::Reachable { .. }
        | Content::Deleted
        | Content::Missed
        | Content::Trouble(_)
        | Content::Unsupported { .. } => None,
    }
}
