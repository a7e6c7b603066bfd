//! `/settings`: what holds for everybody in the workspace is shown and changed, and the answer says what that means
//! for open tickets.

use crate::engine::context::{Context, Handled, Request, directory, say, visibility};
use crate::engine::handlers::settings::undo_settings;
use crate::secretary::message::{Message, undo_order};
use crate::secretary::orders::settings;
use crate::secretary::people::workspace::Settings;
use crate::secretary::permissions::visibility::Visibility;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording;
use crate::secretary::wording::decision::voting;
use crate::secretary::wording::settings::models;

/// Shows or changes a setting of the workspace.
pub async fn change_settings(
    context: &mut Context<'_>,
    request: &Request,
    change: Option<(String, String)>,
) -> Handled {
    let mut settings = context.settings().await?;
    let Some((name, value)) = change else {
        let parts = &context.engine.parts;
        let model = if context.engine.thinks() { parts.model.describe() } else { models::AWAY.to_owned() };
        let message = wording::settings::workspace::settings(&settings, &model, &parts.defaults.version);
        return say::answer(context, request, message).await;
    };
    if value.is_empty() {
        return show_setting(context, request, &settings, &name).await;
    }
    let (former, was) = (undo_order::order(&settings, &name), settings.clone());
    if let Err(why) = settings::set(&mut settings, &name, &value) {
        return say::refuse(context, request, why).await;
    }
    context.save_settings(&name, &was, &settings).await?;
    let deciders = Box::pin(directory::directory(context)).await?.deciders.len();
    let few = voting::too_few(&settings, &name, deciders);
    let open = Box::pin(visibility::awaiting(context, Visibility::Everything)).await?;
    let mut open = open.iter().flat_map(Ticket::open_decisions);
    let held = open.any(|decision| voting::still_holds(&settings, &name, decision));
    let stays = held.then(|| voting::STAYS.to_owned());
    let said = std::iter::once(wording::settings::workspace::changed(&settings, &name));
    let message = Message::lines(said.chain(stays).chain(few));
    undo_settings::set(context, request, message, former).await
}

/// Shows one setting, or what the language model can do.
async fn show_setting(context: &mut Context<'_>, request: &Request, settings: &Settings, name: &str) -> Handled {
    if name == "model" {
        if !context.engine.thinks() {
            return say::answer(context, request, models::elsewhere()).await;
        }
        let zone = context.zone_of(&request.person).await?;
        let capabilities = context.engine.parts.model.capabilities();
        return say::answer(context, request, models::capabilities(&capabilities, zone, context.now)).await;
    }
    match wording::settings::workspace::setting(settings, name) {
        Some(line) => say::answer(context, request, Message::lines([line])).await,
        None => say::refuse(context, request, wording::settings::workspace::bad_setting(name)).await,
    }
}
