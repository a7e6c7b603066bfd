//! `/flow 3 hook`, `folder`, `messages` and `finished`: what begins runs of a flow besides people and the clock.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, say};
use crate::engine::flows::line;
use crate::engine::handlers::flows::list_flows;
use crate::ports::store::{EventOutcome, Stored, TriggersOf, digest};
use crate::secretary::audit::What;
use crate::secretary::flow::Flow;
use crate::secretary::flow::trigger::{HookSecret, Kind, Trigger, TriggerKind, folder_name, wanted_words};
use crate::secretary::ids::TriggerId;
use crate::secretary::message::commands::TriggerOrder;
use crate::secretary::message::{Message, routing};
use crate::secretary::permissions::Operation;
use crate::secretary::wording::schedules::flows::triggers::{self as wording, Change, Lead};
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
        TriggerOrder::Hook => hook(context, request, flow).await,
        TriggerOrder::NewHook => ask_for_new_secret(context, request, flow).await,
        TriggerOrder::Folder(name) => folder(context, request, flow, &name).await,
        TriggerOrder::Messages(words) => messages(context, request, flow, &words).await,
        TriggerOrder::Finished => finished(context, request, flow).await,
        TriggerOrder::Off(kind) => off(context, request, flow, kind).await,
    }
}

/// Makes a webhook, or shows its address.
async fn hook(context: &mut Context<'_>, request: &Request, flow: &Flow) -> Handled {
    let Some(trigger) = there(context, request, flow, Kind::Hook).await?.into_iter().next() else {
        let secret = drawn(context);
        let trigger = made(context, request, flow, TriggerKind::Hook { secret });
        changed(context, request, flow, &trigger, Change::Set).await?;
        return show_secret(context, request, flow, &trigger, Lead::New).await;
    };
    let url = address_of(context, &trigger);
    let public = context.engine.parts.defaults.address.public;
    say::ask(context, request, |keys| hinted_at(flow, public, wording::hook_address(flow, &url, keys)).own()).await
}

/// Asks whether a webhook is to have a new secret, since what signs with the old one stops working.
async fn ask_for_new_secret(context: &mut Context<'_>, request: &Request, flow: &Flow) -> Handled {
    let there = there(context, request, flow, Kind::Hook).await?.into_iter().next();
    let mut keys = context.keys();
    let message = match there.as_ref().and_then(|trigger| Some((trigger, trigger.secret()?))) {
        Some((trigger, secret)) => wording::new_secret(flow, (&trigger.id, mark(secret)), &mut keys),
        None => return hook(context, request, flow).await,
    };
    say::say_page(context, request, message.own(), keys).await
}

/// "Replace it": a webhook has a new secret. `was`: what the one was known by that is to be replaced, so that a second
/// press replaces no other.
pub async fn new_secret(
    context: &mut Context<'_>,
    request: &Request,
    flow: &Flow,
    (hook, was): (&TriggerId, &str),
) -> Handled {
    let fits = |one: &Trigger| one.flow == flow.id && one.secret().is_some_and(|secret| mark(secret) == was);
    let Some(trigger) = context.tx.flow_trigger(hook).await?.filter(fits) else {
        return Ok(EventOutcome::Refused(wording::replaced_already(flow.number)));
    };
    let trigger = Trigger { kind: TriggerKind::Hook { secret: drawn(context) }, ..trigger };
    changed(context, request, flow, &trigger, Change::NewSecret).await?;
    show_secret(context, request, flow, &trigger, Lead::Again).await
}

/// Shows the address of a webhook with its secret, this once.
async fn show_secret(
    context: &mut Context<'_>,
    request: &Request,
    flow: &Flow,
    trigger: &Trigger,
    lead: Lead,
) -> Handled {
    let url = address_of(context, trigger);
    let message = hinted_at(flow, context.engine.parts.defaults.address.public, wording::hook(flow, &url, lead));
    let slot = routing::secret(&trigger.id, context.seq);
    let keys = context.keys();
    say::put(context, request, slot, message.own(), keys).await
}

fn address_of(context: &Context<'_>, trigger: &Trigger) -> String {
    format!("{}/hook/{}", context.engine.parts.defaults.address.url, trigger.id)
}

/// A message with the address of a webhook. `public`: programs elsewhere reach it, too.
fn hinted_at(flow: &Flow, public: bool, message: Message) -> Message {
    hinted(flow, if public { message } else { wording::not_public(message) })
}

/// What a secret is known by where it must not stand itself.
fn mark(secret: &HookSecret) -> String {
    digest(secret.reveal().as_bytes())
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
    say::answer(context, request, message.own()).await
}

async fn messages(context: &mut Context<'_>, request: &Request, flow: &Flow, words: &str) -> Handled {
    let words = match wanted_words(words) {
        Ok(words) => words,
        Err(fault) => return say::refuse(context, request, wording::fault(fault, flow.number)).await,
    };
    let kind = TriggerKind::Messages { room: request.channel().clone(), words: words.clone() };
    set(context, request, flow, kind).await?;
    say::ask(context, request, |keys| hinted(flow, wording::waits_for_messages(flow, &words, keys)).own()).await
}

async fn finished(context: &mut Context<'_>, request: &Request, flow: &Flow) -> Handled {
    set(context, request, flow, TriggerKind::Finished).await?;
    say::ask(context, request, |keys| hinted(flow, wording::waits_for_tickets(flow, keys)).own()).await
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
        changed(context, request, flow, trigger, Change::Off).await?;
    }
    let in_line = line::length(context.tx, &flow.id).await?;
    say::ask(context, request, |keys| wording::off(kind, flow, in_line, keys).own()).await
}

/// Puts a trigger in the place of the one of its kind. It is a new one, so that nothing of the former counts for it.
async fn set(context: &mut Context<'_>, request: &Request, flow: &Flow, kind: TriggerKind) -> Stored<()> {
    for former in there(context, request, flow, kind.plain()).await? {
        context.tx.drop_flow_trigger(&former.id).await?;
    }
    let trigger = made(context, request, flow, kind);
    changed(context, request, flow, &trigger, Change::Set).await
}

/// Writes a trigger, or deletes it, with an entry of the audit log. The owner of the flow hears of it if it was somebody
/// else, and the card shows it.
async fn changed(
    context: &mut Context<'_>,
    request: &Request,
    flow: &Flow,
    trigger: &Trigger,
    change: Change,
) -> Stored<()> {
    let (id, number) = (trigger.id.clone(), flow.number);
    match change {
        Change::Set | Change::NewSecret => {
            let waits_for = trigger.kind.plain().name().to_owned();
            audit_log::note(context, What::TriggerSet { trigger: id, flow: number, waits_for });
            context.tx.save_flow_trigger(trigger).await?;
        }
        Change::Off => {
            audit_log::note(context, What::TriggerRemoved { trigger: id, flow: number });
            context.tx.drop_flow_trigger(&trigger.id).await?;
        }
    }
    if request.person.id != flow.owner {
        let by = directory::called(context, &request.person).await?;
        say::tell_person(context, &flow.owner, wording::changed_by(&by, flow, trigger, change)).await?;
    }
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
