//! Channel messages: create (with nonce), edit, delete, list. Interaction replies share `draft`, `post` and `change`.

use serde_json::Value;

use super::mentions::{self, find};
use super::validate;
use crate::discord::json;
use crate::discord::rest::refusal::Refusal;
use crate::discord::rest::routes::{Answer, Incoming};
use crate::discord::types::{Attachment, Edit, IS_COMPONENTS_V2, LOADING, Message, SUPPRESS_EMBEDS};
use crate::discord::world::{World, permission};

/// The emoji this fake knows, as a path spells them.
const EMOJI: &[(&str, &str)] = &[("%F0%9F%91%80", "👀"), ("%F0%9F%91%8D", "👍")];
/// Largest file (platform-facts D24).
const FILE_BYTES: usize = 10 * 1024 * 1024;
/// What rings in an ordinary message without `allowed_mentions` (D22).
const ORDINARY: &[&str] = &["users", "roles", "everyone"];
/// The same for replies to interactions.
pub(crate) const BY_INTERACTION: &[&str] = &["users"];

/// Checks a body and makes a message of it, not stored yet.
pub(crate) fn draft(
    world: &mut World,
    channel: u64,
    body: &Value,
    call: &Incoming,
    default: &[&str],
) -> Result<Message, Refusal> {
    let flags = body["flags"].as_u64().unwrap_or(0);
    check_body(body, flags)?;
    let attachments = uploads(world, body, call)?;
    let content = body["content"].as_str().unwrap_or("").to_owned();
    let embeds = array(&body["embeds"]);
    let components = array(&body["components"]);
    let v2 = flags & IS_COMPONENTS_V2 != 0 && !components.is_empty();
    if content.trim().is_empty() && embeds.is_empty() && attachments.is_empty() && !v2 {
        return Err(Refusal::code(50006));
    }
    let reply_to = reply_target(world, channel, body)?;
    let author = reply_to.and_then(|id| world.messages.get(&id)).map(|of| of.author);
    let pings = mentions::pings(&content, &body["allowed_mentions"], default, author)?;
    world.unintended_pings += pings.unintended;
    let id = world.snowflake();
    Ok(Message {
        id,
        channel,
        author: world.bot,
        mentions: find(&content).users,
        content,
        embeds,
        components,
        attachments,
        flags,
        ephemeral_for: None,
        edits: Vec::new(),
        thread: None,
        reply_to,
        forwarded: None,
        nonce: None,
        interaction: None,
        pings: pings.all,
        created_at_ms: world.now(),
        edited_at_ms: None,
    })
}

fn check_body(body: &Value, flags: u64) -> Result<(), Refusal> {
    validate::text(&body["content"], "content", 0, 2000)?;
    validate::embeds(&body["embeds"])?;
    if flags & IS_COMPONENTS_V2 == 0 {
        return validate::components(&body["components"]);
    }
    for field in ["content", "embeds", "poll"] {
        if !body[field].is_null() && body[field] != "" && body[field] != serde_json::json!([]) {
            return Err(Refusal::invalid(
                field,
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                "The field cannot be used with IS_COMPONENTS_V2",
            ));
        }
    }
    validate::components_v2(&body["components"])
}

fn uploads(world: &mut World, body: &Value, call: &Incoming) -> Result<Vec<Attachment>, Refusal> {
    let described = validate::list(&body["attachments"], "attachments", 10)?;
    let of = |entry: &Value| entry["id"].as_u64().or_else(|| entry["id"].as_str().and_then(|text| text.parse().ok()));
    if call.files.len() > 10 {
        return Err(Refusal::invalid("files", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length."));
    }
    let mut out = Vec::new();
    for upload in &call.files {
        if upload.bytes.len() > FILE_BYTES {
            return Err(Refusal::code(40005));
        }
        let entry = described.iter().find(|entry| of(entry) == Some(upload.index));
        let told = |field: &str| entry.and_then(|entry| entry[field].as_str()).map(str::to_owned);
        out.push(Attachment {
            id: world.snowflake(),
            filename: told("filename").unwrap_or_else(|| upload.filename.clone()),
            description: told("description"),
            content_type: upload.content_type.clone(),
            bytes: upload.bytes.clone(),
            seconds: None,
        });
    }
    Ok(out)
}

fn reply_target(world: &World, channel: u64, body: &Value) -> Result<Option<u64>, Refusal> {
    let reference = &body["message_reference"];
    let id = &reference["message_id"];
    let Some(id) = id.as_u64().or_else(|| id.as_str().and_then(|text| text.parse().ok())) else {
        return Ok(None);
    };
    let there = world.messages.get(&id).is_some_and(|message| message.channel == channel && !message.ephemeral());
    if there {
        Ok(Some(id))
    } else if reference["fail_if_not_exists"] == false {
        Ok(None)
    } else {
        Err(Refusal::invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message"))
    }
}

fn array(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// Refuses what the channel forbids: closed DM, missing permission, locked thread.
fn may_write(world: &World, channel: u64, with_files: bool) -> Result<(), Refusal> {
    let place = world.visible(channel)?;
    let closed = place.recipient.and_then(|user| world.users.get(&user));
    if closed.is_some_and(|user| user.dm_closed) {
        return Err(Refusal::code(50007));
    }
    let write = match &place.thread {
        Some(thread) => {
            let moderator = world.permissions(place) & permission::MANAGE_THREADS != 0;
            if thread.locked && !moderator {
                return Err(Refusal::code(160_005));
            }
            permission::SEND_MESSAGES_IN_THREADS
        }
        None => permission::SEND_MESSAGES,
    };
    world.require(place, write)?;
    if with_files {
        world.require(place, permission::ATTACH_FILES)?;
    }
    Ok(())
}

/// Refuses an answer to an earlier message where those may not be read.
fn may_answer(world: &World, channel: u64, body: &Value) -> Result<(), Refusal> {
    let place = world.visible(channel)?;
    let reads = world.permissions(place) & permission::READ_MESSAGE_HISTORY != 0;
    if reads || body["message_reference"].is_null() { Ok(()) } else { Err(Refusal::code(160_002)) }
}

/// `POST /channels/{id}/messages`
pub(crate) fn create(world: &mut World, call: &Incoming) -> Answer {
    let channel = call.id(0);
    may_write(world, channel, !call.files.is_empty())?;
    may_answer(world, channel, &call.json)?;
    let nonce = match &call.json["nonce"] {
        Value::Number(number) => Some(number.to_string()),
        other => other.as_str().map(str::to_owned),
    };
    if nonce.as_ref().is_some_and(|nonce| nonce.chars().count() > 25) {
        return Err(Refusal::invalid("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length."));
    }
    if call.json["enforce_nonce"] == true
        && let Some(existing) = nonce.as_ref().and_then(|nonce| repeated(world, nonce))
    {
        return Ok((200, json::message(world, &existing, true)));
    }
    let mut message = draft(world, channel, &call.json, call, ORDINARY)?;
    message.flags &= !(crate::discord::types::EPHEMERAL | LOADING);
    message.nonce = nonce.clone();
    if let Some(nonce) = nonce {
        world.nonces.insert(nonce, (message.id, world.now()));
    }
    super::channels::unarchive(world, channel);
    let answer = json::message(world, &message, true);
    post(world, message);
    Ok((200, answer))
}

fn repeated(world: &World, nonce: &str) -> Option<Message> {
    let (id, at) = world.nonces.get(nonce)?;
    let window = world.settings.nonce_window.as_millis();
    if u128::from(world.now() - at) > window {
        return None;
    }
    world.messages.get(id).cloned()
}

/// Stores a message and tells the gateway, unless it is ephemeral.
pub(crate) fn post(world: &mut World, message: Message) {
    world.store(message.clone());
    if !message.ephemeral() {
        crate::discord::gateway::tell_message(world, "MESSAGE_CREATE", &message);
    }
}

/// `PATCH /channels/{id}/messages/{id}`
pub(crate) fn edit(world: &mut World, call: &Incoming) -> Answer {
    let (channel, id) = (call.id(0), call.id(1));
    let place = world.visible(channel)?;
    if place.thread.as_ref().is_some_and(|thread| thread.archived) {
        return Err(Refusal::code(50083));
    }
    let message = in_channel(world, channel, id)?;
    if message.author != world.bot {
        return Err(Refusal::code(50005));
    }
    let closed = place.recipient.and_then(|user| world.users.get(&user));
    if closed.is_some_and(|user| user.dm_closed) {
        return Err(Refusal::code(50007));
    }
    change(world, id, &call.json, call)
}

fn in_channel(world: &World, channel: u64, id: u64) -> Result<&Message, Refusal> {
    world
        .messages
        .get(&id)
        .filter(|message| message.channel == channel && !message.ephemeral())
        .ok_or(Refusal::code(10008))
}

/// Applies an edit: absent fields stay, `null` empties; filling in a deferred reply is no edit.
pub(crate) fn change(world: &mut World, id: u64, body: &Value, call: &Incoming) -> Answer {
    let Some(before) = world.messages.get(&id).cloned() else {
        return Err(Refusal::code(10008));
    };
    let flags = before.flags | (body["flags"].as_u64().unwrap_or(0) & IS_COMPONENTS_V2);
    check_body(body, flags)?;
    let mut after = before.clone();
    after.flags = flags & !LOADING;
    if let Some(asked) = body["flags"].as_u64() {
        after.flags = (after.flags & !SUPPRESS_EMBEDS) | (asked & SUPPRESS_EMBEDS);
    }
    if let Some(content) = body.get("content") {
        after.content = content.as_str().unwrap_or("").to_owned();
        after.mentions = find(&after.content).users;
    }
    if let Some(embeds) = body.get("embeds") {
        after.embeds = array(embeds);
    }
    if let Some(components) = body.get("components") {
        after.components = array(components);
    }
    if let Some(Value::Array(kept)) = body.get("attachments") {
        after.attachments.retain(|file| {
            let id = file.id.to_string();
            kept.iter().any(|entry| entry["id"] == id.as_str())
        });
    }
    after.attachments.extend(uploads(world, body, call)?);
    let bare = after.content.trim().is_empty() && after.embeds.is_empty();
    let v2 = flags & IS_COMPONENTS_V2 != 0 && !after.components.is_empty();
    if bare && after.attachments.is_empty() && !v2 {
        return Err(Refusal::code(50006));
    }
    if !before.loading() {
        after.edits.push(Edit { content: before.content, components: before.components });
        after.edited_at_ms = Some(world.now());
    }
    world.messages.insert(id, after.clone());
    if !after.ephemeral() {
        crate::discord::gateway::tell_message(world, "MESSAGE_UPDATE", &after);
    }
    Ok((200, json::message(world, &after, true)))
}

/// `GET /channels/{id}/messages/{id}`
pub(crate) fn get(world: &mut World, call: &Incoming) -> Answer {
    let place = world.visible(call.id(0))?;
    world.require(place, permission::READ_MESSAGE_HISTORY)?;
    let message = in_channel(world, call.id(0), call.id(1))?;
    let readable = world.gateway.portal_content();
    Ok((200, json::message(world, message, readable)))
}

/// `PUT /channels/{id}/messages/{id}/reactions/{emoji}/@me`; a repetition changes nothing.
pub(crate) fn react(world: &mut World, call: &Incoming) -> Answer {
    let (channel, id) = (call.id(0), call.id(1));
    let place = world.visible(channel)?;
    world.require(place, permission::READ_MESSAGE_HISTORY)?;
    if place.thread.as_ref().is_some_and(|thread| thread.archived) {
        return Err(Refusal::code(50083));
    }
    let known = EMOJI.iter().find(|(spelt, _)| *spelt == call.arg(2));
    let (_, emoji) = known.ok_or(Refusal::code(10014))?;
    in_channel(world, channel, id)?;
    // Without it a reaction of others may be joined; the fake's people set none.
    world.require(place, permission::ADD_REACTIONS)?;
    let set = world.reactions.entry(id).or_default();
    if !set.iter().any(|one| one == emoji) {
        set.push((*emoji).to_owned());
    }
    Ok((204, Value::Null))
}

/// `DELETE /channels/{id}/messages/{id}`
pub(crate) fn delete(world: &mut World, call: &Incoming) -> Answer {
    let (channel, id) = (call.id(0), call.id(1));
    let place = world.visible(channel)?;
    let message = in_channel(world, channel, id)?;
    if message.author != world.bot {
        world.require(place, permission::MANAGE_MESSAGES)?;
    }
    remove(world, id);
    Ok((204, Value::Null))
}

/// Deletes a message and tells the gateway.
pub(crate) fn remove(world: &mut World, id: u64) {
    let Some(message) = world.messages.remove(&id) else {
        return;
    };
    world.reactions.remove(&id);
    if let Some(ids) = world.by_channel.get_mut(&message.channel) {
        ids.retain(|other| *other != id);
    }
    if !message.ephemeral() {
        crate::discord::gateway::tell_deleted(world, &message);
    }
}

/// `GET /channels/{id}/messages`: `after`, `before`, `limit`; newest first (D8).
pub(crate) fn list(world: &mut World, call: &Incoming) -> Answer {
    let channel = call.id(0);
    let place = world.visible(channel)?;
    let limit: usize = match call.query("limit").map(str::parse) {
        None => 50,
        Some(Ok(limit)) if (1..=100).contains(&limit) => limit,
        Some(_) => {
            return Err(Refusal::invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100."));
        }
    };
    if world.permissions(place) & permission::READ_MESSAGE_HISTORY == 0 {
        return Ok((200, serde_json::json!([])));
    }
    let bound = |name: &str| call.query(name).and_then(|id| id.parse::<u64>().ok());
    let (after, before) = (bound("after"), bound("before"));
    let readable = world.gateway.portal_content();
    let fitting = world
        .history(channel)
        .filter(|message| !message.ephemeral())
        .filter(|message| after.is_none_or(|id| message.id > id))
        .filter(|message| before.is_none_or(|id| message.id < id));
    // After an id come the oldest first pages, otherwise the newest; either way newest first in the answer.
    let mut chosen: Vec<&Message> = if after.is_some() {
        fitting.take(limit).collect()
    } else {
        let mut newest: Vec<_> = fitting.rev().take(limit).collect();
        newest.reverse();
        newest
    };
    chosen.reverse();
    let out: Vec<Value> = chosen.into_iter().map(|message| json::message(world, message, readable)).collect();
    Ok((200, Value::Array(out)))
}
