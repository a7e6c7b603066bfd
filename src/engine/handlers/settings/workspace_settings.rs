//! `/settings`: what holds for everybody in the workspace is shown and changed, and the answer says what that means
//! for open tickets.

use crate::engine::context::audit_log;
use crate::engine::context::directory;
use crate::engine::context::say;
use crate::engine::context::visibility;
use crate::engine::context::{Context, Request};
use crate::engine::routing::commands;
use crate::engine::routing::undo::undo_buttons;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::decision::deadline;
use crate::secretary::decision::votes::Quorum;
use crate::secretary::message::{Message, undo_order};
use crate::secretary::people::visibility::Visibility;
use crate::secretary::people::workspace::language_code;
use crate::secretary::ticket::Ticket;
use crate::secretary::{when, wording};

/// Shows or changes a setting of the workspace.
pub(in crate::engine) async fn change_settings(
    context: &mut Context<'_>,
    request: &Request,
    change: Option<(String, String)>,
) -> Stored<EventOutcome> {
    let mut settings = context.settings().await?;
    if let Some((name, value)) = change {
        let former = undo_order::order(&settings, &name);
        if name == "model" && value.is_empty() {
            if !context.engine.thinks() {
                return commands::answer(context, request, wording::settings::models::elsewhere()).await;
            }
            let zone = context.zone_of(&request.person).await?;
            let capabilities = context.engine.parts.model.capabilities();
            return commands::answer(
                context,
                request,
                wording::settings::models::capabilities(&capabilities, zone, context.now),
            )
            .await;
        }
        if value.is_empty() {
            return match wording::people::setting(&settings, &name) {
                Some(line) => commands::answer(context, request, Message::lines([line])).await,
                None => say::refuse(context, request, wording::people::bad_setting(&name)).await,
            };
        }
        let switch = match value.to_ascii_lowercase().as_str() {
            "on" | "yes" => Some(true),
            "off" | "no" => Some(false),
            _ => None,
        };
        let was = settings.clone();
        match (name.as_str(), switch, language_code(&value)) {
            ("auto_clarify", Some(on), _) => settings.auto_clarify = on,
            ("auto_dispatch", Some(on), _) => settings.auto_dispatch = on,
            ("four_eyes", Some(on), _) => settings.four_eyes = on,
            ("quorum", _, _) if Quorum::read(&value).is_some() => {
                settings.quorum = Quorum::read(&value).unwrap_or_default();
            }
            ("threshold" | "decision_threshold", _, _) if deadline::threshold(&value).is_some() => {
                settings.threshold = deadline::threshold(&value).unwrap_or_default();
            }
            ("language", _, Some(code)) => {
                settings.language = code;
                settings.language_chosen = true;
            }
            ("timezone", _, _) => match when::parse_zone(&value) {
                Ok(_) if when::is_abbreviation(&value) => {
                    return say::refuse(context, request, wording::people::zones::abbreviated(&value)).await;
                }
                Ok(zone) => {
                    zone.name().clone_into(&mut settings.zone);
                    settings.zone_chosen = true;
                }
                Err(why) => return say::refuse(context, request, why.to_string()).await,
            },
            _ => return say::refuse(context, request, wording::people::bad_setting(&name)).await,
        }
        audit_log::note(context, What::setting(&name, &was, &settings));
        context.tx.save_settings(&settings).await?;
        let deciders = Box::pin(directory::directory(context)).await?.deciders.len();
        let few = wording::decision::voting::too_few(&settings, &name, deciders);
        let open = Box::pin(visibility::awaiting(context, Visibility::Everything)).await?;
        let mut open = open.iter().flat_map(Ticket::open_decisions);
        let held = open.any(|decision| wording::decision::voting::still_holds(&settings, &name, decision));
        let stays = held.then(|| wording::decision::voting::STAYS.to_owned());
        let said = std::iter::once(wording::people::changed(&settings, &name));
        let message = Message::lines(said.chain(stays).chain(few));
        return undo_buttons::set(context, request, message, former).await;
    }
    let thinks = context.engine.thinks();
    let model = if thinks { context.engine.parts.model.describe() } else { wording::settings::models::AWAY.to_owned() };
    let message = wording::people::settings(&settings, &model, &context.engine.parts.defaults.version);
    commands::answer(context, request, message).await
}
