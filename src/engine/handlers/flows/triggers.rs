//! `/flow 3 hook`, `folder`, `messages` and `finished`: what begins runs of a flow besides people and the clock.

use crate::engine::context::conversation::SECRET;
use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::engine::handlers::flows::list_flows;
use crate::ports::store::{Stored, TriggersOf};
use crate::secretary::flow::Flow;
use crate::secretary::flow::trigger::{HookSecret, Kind, Trigger, TriggerKind, folder_name, wanted_words};
use crate::secretary::ids::{Slot, TriggerId};
use crate::secretary::message::Message;
use crate::secretary::message::commands::TriggerOrder;
use crate::secretary::permissions::Operation;
use crate::secretary::wording::schedules::flows::triggers::{self as wording, Lead};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Carries out an order about what begins runs of a flow.
pub async fn order(context: &mut Context<'_>, request: &Request, flow: &Flow, order: TriggerOrder) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::SteerFlow(flow)) {
        return say::refuse(context, request, why).await;
    }
    match order {
        TriggerOrder::Hook | TriggerOrder::NewHook if !request.room.direct() => {
            say::refuse(context, request, wording::ask_directly(flow.number)).await
        }
        TriggerOrder::Hook => hook(context, request, flow, false).await,
        TriggerOrder::NewHook => hook(context, request, flow, true).await,
        TriggerOrder::Folder(name) => folder(context, request, flow, &name).await,
        TriggerOrder::Messages(words) => messages(context, request, flow, &words).await,
        TriggerOrder::Finished => finished(context, request, flow).await,
        TriggerOrder::Off(kind) => off(context, request, flow, kind).await,
    }
}

/// Makes a webhook, gives it a new secret, or shows its address.
async fn hook(context: &mut Context<'_>, request: &Request, flow: &Flow, anew: bool) -> Handled {
    let there = there(context, request, flow, Kind::Hook).await?.into_iter().next();
    let lead = if there.is_some() { Lead::Again } else { Lead::New };
    let (trigger, shows) = match there {
        Some(trigger) if !anew => (trigger, None),
        Some(trigger) => {
            let secret = drawn(context);
            (Trigger { kind: TriggerKind::Hook { secret: secret.clone() }, ..trigger }, Some(secret))
        }
        None => {
            let secret = drawn(context);
            (made(context, request, flow, TriggerKind::Hook { secret: secret.clone() }), Some(secret))
        }
    };
    let address = context.engine.parts.defaults.address.clone();
    let url = format!("{}/hook/{}", address.url, trigger.id);
    let hints = |message: Message| {
        let message = if address.public { message } else { wording::not_public(message) };
        if flow.runs() { message } else { wording::not_agreed(message) }
    };
    let Some(secret) = shows else {
        return say::ask(context, request, |keys| hints(wording::hook_address(flow, &url, keys))).await;
    };
    context.tx.save_flow_trigger(&trigger).await?;
    let message = hints(wording::hook(flow, &url, secret.reveal(), lead));
    // Its slot keeps the secret out of what models read later.
    let slot = Slot::new(format!("{SECRET}hook/{}/{}", trigger.id, context.seq));
    let keys = context.keys();
    let shown = say::put(context, request, slot, message, keys).await?;
    list_flows::refresh(context, request, flow).await?;
    Ok(shown)
}

/// The secret of a webhook: 32 random bytes of the event.
fn drawn(context: &Context<'_>) -> HookSecret {
    HookSecret::new(URL_SAFE_NO_PAD.encode(context.seed.further("hook/secret")))
}

async fn folder(context: &mut Context<'_>, request: &Request, flow: &Flow, name: &str) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::WatchFolders) {
        return say::refuse(context, request, why).await;
    }
    let folder = match folder_name(name) {
        Ok(folder) => folder,
        Err(fault) => return say::refuse(context, request, wording::fault(fault, flow.number)).await,
    };
    if context.engine.parts.folders.is_none() {
        return say::refuse(context, request, wording::no_folders()).await;
    }
    // What others put into their folder is not for this workspace.
    let watched = context.tx.flow_triggers(TriggersOf::Folders).await?;
    if watched.iter().any(|one| one.workspace != flow.workspace && one.folder() == Some(&folder)) {
        return say::refuse(context, request, wording::folder_taken(&folder)).await;
    }
    let message = wording::looks(&folder);
    set(context, request, flow, TriggerKind::Folder { folder, seen: None }).await?;
    say::answer(context, request, message).await
}

async fn messages(context: &mut Context<'_>, request: &Request, flow: &Flow, words: &str) -> Handled {
    let words = match wanted_words(words) {
        Ok(words) => words,
        Err(fault) => return say::refuse(context, request, wording::fault(fault, flow.number)).await,
    };
    let kind = TriggerKind::Messages { room: request.channel().clone(), words: words.clone() };
    set(context, request, flow, kind).await?;
    say::ask(context, request, |keys| hinted(flow, wording::waits_for_messages(flow, &words, keys))).await
}

async fn finished(context: &mut Context<'_>, request: &Request, flow: &Flow) -> Handled {
    set(context, request, flow, TriggerKind::Finished).await?;
    say::ask(context, request, |keys| hinted(flow, wording::waits_for_tickets(flow, keys))).await
}

fn hinted(flow: &Flow, message: Message) -> Message {
    if flow.runs() { message } else { wording::not_agreed(message) }
}

async fn off(context: &mut Context<'_>, request: &Request, flow: &Flow, kind: Kind) -> Handled {
    let there = there(context, request, flow, kind).await?;
    if there.is_empty() {
        return say::refuse(context, request, wording::off_already(kind, flow.number)).await;
    }
    for trigger in &there {
        context.tx.drop_flow_trigger(&trigger.id).await?;
    }
    list_flows::refresh(context, request, flow).await?;
    say::answer(context, request, wording::off(kind, flow.number)).await
}

/// Puts a trigger in the place of the one of its kind. It is a new one, so that nothing of the former counts for it.
async fn set(context: &mut Context<'_>, request: &Request, flow: &Flow, kind: TriggerKind) -> Stored<()> {
    for former in there(context, request, flow, kind.plain()).await? {
        context.tx.drop_flow_trigger(&former.id).await?;
    }
    let trigger = made(context, request, flow, kind);
    context.tx.save_flow_trigger(&trigger).await?;
    list_flows::refresh(context, request, flow).await.map(drop)
}

fn made(context: &Context<'_>, request: &Request, flow: &Flow, kind: TriggerKind) -> Trigger {
    let id = TriggerId::new(context.seed.id("trigger"));
    let of = (flow.workspace.clone(), flow.id.clone());
    Trigger::new(id, of, request.person.id.clone(), kind, context.now)
}

/// The triggers of a flow of this kind; of those that wait for messages the one in this room.
async fn there(context: &mut Context<'_>, request: &Request, flow: &Flow, kind: Kind) -> Stored<Vec<Trigger>> {
    let mut all = context.tx.flow_triggers(TriggersOf::Flow(&flow.id)).await?;
    all.retain(|one| one.kind.plain() == kind && one.room().is_none_or(|room| room == request.channel()));
    Ok(all)
}
