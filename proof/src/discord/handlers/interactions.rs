//! Answers to interactions: the first response within 3 s, then the webhook for 15 min (platform-facts D30, D31).

use std::time::Duration;

use serde_json::{Value, json};

use super::messages::{self, BY_INTERACTION};
use super::validate;
use crate::discord::json::{self, sid};
use crate::discord::rest::refusal::Refusal;
use crate::discord::rest::routes::{Answer, Incoming};
use crate::discord::types::{Ack, EPHEMERAL, InteractionKind, InteractionState, LOADING, Message, Violation};
use crate::discord::world::World;

const FIRST_RESPONSE_MS: u64 = 3_000;
const TOKEN_MS: u64 = 15 * 60 * 1000;

/// `POST /interactions/{id}/{token}/callback`
pub(crate) fn callback(world: &mut World, call: &Incoming) -> Answer {
    let id = call.id(0);
    let known = world.interactions.get(&id).cloned();
    let Some(state) = known.filter(|state| state.token == call.arg(1)) else {
        return Err(Refusal::code(10062));
    };
    if state.ack.is_some() {
        world.violations.push(Violation::AckedTwice { interaction: id });
        return Err(Refusal::code(40060));
    }
    let age = world.now() - state.created_ms;
    if age > FIRST_RESPONSE_MS {
        return Err(Refusal::code(10062));
    }
    let kind = call.json["type"].as_u64().unwrap_or(0);
    if !fits(&state, kind) {
        return Err(Refusal::invalid("type", "BASE_TYPE_CHOICES", "Interaction response type is invalid here"));
    }
    respond(world, call, &state, kind)?;
    if let Some(state) = world.interactions.get_mut(&id) {
        let after = Duration::from_millis(age);
        state.ack = Some(Ack { kind, after });
    }
    if call.query("with_response") != Some("true") {
        return Ok((204, Value::Null));
    }
    Ok((200, described(world, id, kind)))
}

fn described(world: &World, id: u64, kind: u64) -> Value {
    let original = world.interactions.get(&id).and_then(|state| state.original).and_then(|id| world.messages.get(&id));
    let mut out = json!({"interaction": {"id": sid(id), "type": kind}});
    if let Some(message) = original {
        out["interaction"]["response_message_id"] = sid(message.id);
        out["resource"] = json!({"type": kind, "message": json::message(world, message, true)});
    }
    out
}

fn fits(state: &InteractionState, kind: u64) -> bool {
    match state.kind {
        InteractionKind::Autocomplete => kind == 8,
        InteractionKind::Command => matches!(kind, 4 | 5 | 9),
        InteractionKind::Component => matches!(kind, 4..=7 | 9),
        InteractionKind::Modal if state.message.is_some() => matches!(kind, 4..=7),
        InteractionKind::Modal => matches!(kind, 4 | 5),
    }
}

fn respond(world: &mut World, call: &Incoming, state: &InteractionState, kind: u64) -> Result<(), Refusal> {
    let data = &call.json["data"];
    let mut next = state.clone();
    match kind {
        4 | 5 => {
            let wanted = data["flags"].as_u64().unwrap_or(0);
            let mut message = if kind == 4 {
                messages::draft(world, state.channel, data, call, BY_INTERACTION)?
            } else {
                waiting(world, state.channel, wanted & EPHEMERAL | LOADING)
            };
            next.ephemeral = Some(wanted & EPHEMERAL != 0);
            next.original = Some(message.id);
            message.interaction = Some(state.id);
            message.ephemeral_for = message.ephemeral().then_some(state.user);
            messages::post(world, message);
        }
        6 => next.original = state.message,
        7 => {
            next.original = state.message;
            let id = state.message.ok_or(Refusal::code(10008))?;
            messages::change(world, id, data, call)?;
        }
        8 => {
            let choices = validate::list(&data["choices"], "data.choices", 25)?;
            for (number, choice) in choices.iter().enumerate() {
                validate::text(&choice["name"], &format!("data.choices.{number}.name"), 1, 100)?;
                if choice["value"].is_string() {
                    validate::text(&choice["value"], &format!("data.choices.{number}.value"), 0, 100)?;
                }
            }
            next.choices = Some(choices.to_vec());
        }
        _ => {
            validate::modal(data)?;
            next.modal = Some(data.clone());
        }
    }
    world.interactions.insert(state.id, next);
    Ok(())
}

/// The "thinking" message of a deferred reply.
fn waiting(world: &mut World, channel: u64, flags: u64) -> Message {
    Message {
        id: world.snowflake(),
        channel,
        author: world.bot,
        content: String::new(),
        embeds: Vec::new(),
        components: Vec::new(),
        attachments: Vec::new(),
        flags,
        ephemeral_for: None,
        edits: Vec::new(),
        thread: None,
        reply_to: None,
        forwarded: None,
        nonce: None,
        interaction: None,
        mentions: Vec::new(),
        pings: Vec::new(),
        created_at_ms: world.now(),
        edited_at_ms: None,
    }
}

/// The interaction a webhook address belongs to: answered once, and not older than 15 minutes.
fn live(world: &World, call: &Incoming) -> Result<InteractionState, Refusal> {
    let state = world
        .tokens
        .get(call.arg(1))
        .and_then(|id| world.interactions.get(id))
        .filter(|state| call.id(0) == world.application && state.ack.is_some())
        .ok_or(Refusal::code(10015))?;
    if world.now() - state.created_ms > TOKEN_MS {
        return Err(Refusal::code(50027));
    }
    Ok(state.clone())
}

fn target(state: &InteractionState, name: &str) -> Result<u64, Refusal> {
    if name == "@original" {
        return state.original.ok_or(Refusal::code(10008));
    }
    name.parse()
        .ok()
        .filter(|id| state.followups.contains(id) || state.original == Some(*id))
        .ok_or(Refusal::code(10008))
}

/// `GET /webhooks/{app}/{token}/messages/@original`
pub(crate) fn get_original(world: &mut World, call: &Incoming) -> Answer {
    let state = live(world, call)?;
    let id = target(&state, call.arg(2))?;
    let message = world.messages.get(&id).ok_or(Refusal::code(10008))?;
    Ok((200, json::message(world, message, true)))
}

/// `PATCH /webhooks/{app}/{token}/messages/@original`
pub(crate) fn edit_original(world: &mut World, call: &Incoming) -> Answer {
    let state = live(world, call)?;
    let id = target(&state, call.arg(2))?;
    fill(world, &state, id, call)
}

/// Edits a reply; the one that fills a deferral also rings whom it mentions.
fn fill(world: &mut World, state: &InteractionState, id: u64, call: &Incoming) -> Answer {
    let deferred = world.messages.get(&id).is_some_and(Message::loading);
    let text = call.json["content"].as_str().unwrap_or("");
    let allowed = &call.json["allowed_mentions"];
    let pings = super::mentions::pings(text, allowed, BY_INTERACTION, None)?;
    let asked = call.json["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
    let answer = messages::change(world, id, &call.json, call)?;
    if deferred {
        world.unintended_pings += pings.unintended;
        if let Some(message) = world.messages.get_mut(&id) {
            message.pings = pings.all;
        }
        if asked && state.ephemeral == Some(false) {
            let interaction = state.id;
            world.violations.push(Violation::EphemeralMismatch { interaction });
        }
    }
    Ok(answer)
}

/// `DELETE /webhooks/{app}/{token}/messages/@original`
pub(crate) fn delete_original(world: &mut World, call: &Incoming) -> Answer {
    let state = live(world, call)?;
    let id = target(&state, call.arg(2))?;
    if !world.messages.contains_key(&id) {
        return Err(Refusal::code(10008));
    }
    messages::remove(world, id);
    Ok((204, Value::Null))
}

/// `POST /webhooks/{app}/{token}`: the first one after a deferral fills the deferred message (D31).
pub(crate) fn followup(world: &mut World, call: &Incoming) -> Answer {
    let state = live(world, call)?;
    let waiting = state.original.filter(|id| world.messages.get(id).is_some_and(Message::loading));
    if let Some(id) = waiting {
        return fill(world, &state, id, call);
    }
    let mut message = messages::draft(world, state.channel, &call.json, call, BY_INTERACTION)?;
    message.interaction = Some(state.id);
    message.ephemeral_for = message.ephemeral().then_some(state.user);
    let answer = json::message(world, &message, true);
    if let Some(state) = world.interactions.get_mut(&state.id) {
        state.followups.push(message.id);
    }
    messages::post(world, message);
    Ok((200, answer))
}
