//! Scripts for flows that come as files: behind `/flow new`, or as what was asked for.

use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::handlers::flows::new_flow;
use crate::engine::routing::{EXPECTED_FOR, commands};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::flow::submitted::{Source, called, script_in};
use crate::secretary::inbound::{Attachment, Platform};
use crate::secretary::message::action::Action;
use crate::secretary::wording;
use crate::secretary::wording::schedules::flows::commands::{cut, how_to_make};

/// `/flow new` that came as the caption of a file, or with a text that the app may have cut.
pub async fn with_command(
    context: &mut Context<'_>,
    request: &Request,
    (name, script): (&str, &str),
    files: &[Attachment],
) -> Handled {
    if !commands::known(request) {
        return say::refuse(context, request, wording::people::unknown_room(request.room.topic())).await;
    }
    let platform = request.room.place.platform;
    let own = script_in(files).map(called).unwrap_or_default();
    let name = if name.is_empty() { own.as_str() } else { name };
    if name.is_empty() {
        return say::ask(context, request, |keys| how_to_make(keys).own()).await;
    }
    match script_in(files).filter(|_| script.trim().is_empty()) {
        Some(file) => new_flow::sent(context, request, name, source(platform, file)).await,
        // Without a file it is here because the app may have cut it.
        None if files.is_empty() => say::refuse(context, request, cut()).await,
        None => new_flow::make(context, request, name, script).await,
    }
}

/// A file that comes while the script of a flow is awaited. None: none is, or there is no such file.
pub async fn asked_for(
    context: &mut Context<'_>,
    request: &Request,
    files: &[Attachment],
) -> Stored<Option<EventOutcome>> {
    let Some(file) = script_in(files) else { return Ok(None) };
    let Some((action, since)) = context.tx.expected(&request.room.id, &request.person.id).await? else {
        return Ok(None);
    };
    if let Action::NewFlow { name, .. } = &action
        && context.now - since <= EXPECTED_FOR
    {
        let source = source(request.room.place.platform, file);
        return new_flow::sent(context, request, name, source).await.map(Some);
    }
    context.tx.expect(&request.room.id, &request.person.id, &action, since).await?;
    Ok(None)
}

fn source(platform: Platform, file: &Attachment) -> Source {
    Source::File { platform, file: file.clone() }
}
