//! What comes of triggers: an event begins a run, and people hear what they must know of the trigger itself.

use super::line;
use super::shown::zone_of;
use crate::engine::context::{Context, Handled, say};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::flow::Flow;
use crate::secretary::flow::run::Start;
use crate::secretary::flow::trigger::came::{self, Came};
use crate::secretary::flow::trigger::{Trigger, TriggerKind};
use crate::secretary::ids::{Slot, TriggerId};
use crate::secretary::message::Message;
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::policy::Source;
use crate::secretary::wording::schedules::flows::triggers as wording;
use serde_json::Value;

/// Handles what came of a trigger. It may have been turned off since then.
pub async fn triggered(context: &mut Context<'_>, id: &TriggerId, came: &Came) -> Handled {
    let Some((trigger, flow)) = found(context, id).await? else { return Ok(EventOutcome::Decided(None)) };
    match came {
        Came::Event { event, caused_by } => {
            let by = match caused_by {
                Some(by) => context.tx.person(by).await?.filter(|person| !person.erased).map(|person| person.id),
                None => None,
            };
            // The words of somebody who was erased meanwhile begin nothing.
            if flow.runs() && by.is_some() == caused_by.is_some() {
                let read = read(&trigger, event, by.as_ref() == Some(&flow.owner));
                let said_here = matches!(&trigger.kind, TriggerKind::Messages { room, .. } if *room == flow.room);
                let order = Start { event: event.clone(), caused_by: by, read, said_here, ..Start::default() };
                line::join(context, &flow, order).await?;
            }
        }
        Came::TooMany { until } => {
            let zone = zone_of(context, &flow).await?;
            tell(context, &flow, wording::too_many(&flow, &trigger, (*until, zone))).await?;
        }
        Came::Behind => tell(context, &flow, wording::behind(&flow, &trigger)).await?,
        Came::Watched { before } => tell(context, &flow, wording::watched(&flow, &trigger, *before)).await?,
        Came::Unreadable => tell(context, &flow, wording::unreadable(&flow, &trigger)).await?,
        Came::LeftOut { names, more, why } => {
            tell(context, &flow, wording::left_out(&flow, &trigger, (names.as_slice(), *more), *why)).await?;
        }
    }
    Ok(EventOutcome::Decided(None))
}

/// Whose text an event brings. `own`: the flow's owner wrote the message.
fn read(trigger: &Trigger, event: &Value, own: bool) -> Vec<Source> {
    let source = match &trigger.kind {
        TriggerKind::Folder { .. } => {
            let name = event.get("name").and_then(Value::as_str).unwrap_or_default();
            Source::File(name.to_owned())
        }
        TriggerKind::Messages { .. } if own && !came::forwarded(event) => return Vec::new(),
        TriggerKind::Hook { .. } | TriggerKind::Messages { .. } | TriggerKind::Finished => Source::Forwarded,
    };
    vec![source]
}

/// An event could not be decided: people hear of it where the flow answers.
pub async fn stumbled(context: &mut Context<'_>, id: &TriggerId, error: &ErrorId) -> Stored<()> {
    match found(context, id).await? {
        Some((_, flow)) => tell(context, &flow, wording::stumbled(&flow, error)).await,
        None => Ok(()),
    }
}

/// The trigger and its flow, if both are there. The event then happens in their workspace.
async fn found(context: &mut Context<'_>, id: &TriggerId) -> Stored<Option<(Trigger, Flow)>> {
    let Some(trigger) = context.tx.flow_trigger(id).await? else { return Ok(None) };
    let flow = context.tx.flow(&trigger.flow).await?.filter(|flow| !flow.deleted());
    let Some(flow) = flow.filter(|flow| flow.workspace == trigger.workspace) else { return Ok(None) };
    context.here = trigger.workspace.clone();
    Ok(Some((trigger, flow)))
}

async fn tell(context: &mut Context<'_>, flow: &Flow, message: Message) -> Stored<()> {
    let slot = Slot::new(format!("flow/{}/told/{}", flow.id, context.seq));
    say::announce(context, &flow.room, slot, message).await
}
