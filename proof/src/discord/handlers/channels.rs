//! Channels, threads, typing and DMs over REST.

use serde_json::{Value, json};

use super::validate;
use crate::discord::gateway::{self, intent};
use crate::discord::json;
use crate::discord::rest::refusal::Refusal;
use crate::discord::rest::routes::{Answer, Incoming};
use crate::discord::types::HAS_THREAD;
use crate::discord::world::{Channel, ThreadState, World, permission};

/// Minutes a thread may stay quiet (platform-facts D38).
const AUTO_ARCHIVE: [u64; 4] = [60, 1440, 4320, 10080];
const DAY_MINUTES: u64 = 1440;

/// `GET /channels/{id}`
pub(crate) fn get(world: &mut World, call: &Incoming) -> Answer {
    let place = world.visible(call.id(0))?;
    Ok((200, json::channel(world, place)))
}

/// `PATCH /channels/{id}`: name; for threads also archived, locked, auto_archive_duration.
pub(crate) fn patch(world: &mut World, call: &Incoming) -> Answer {
    let (id, body) = (call.id(0), &call.json);
    let place = world.visible(id)?.clone();
    if !body["name"].is_null() {
        validate::text(&body["name"], "name", 1, 100)?;
    }
    let Some(thread) = &place.thread else {
        world.require(&place, permission::MANAGE_CHANNELS)?;
        rename(world, id, body);
        gateway::tell_channel(world, "CHANNEL_UPDATE", id);
        return get(world, call);
    };
    let moderator = world.permissions(&place) & permission::MANAGE_THREADS != 0;
    let mine = thread.owner == world.bot;
    let mut next = thread.clone();
    if let Some(locked) = body["locked"].as_bool() {
        if !moderator && !mine {
            return Err(Refusal::code(50013));
        }
        next.locked = locked;
    }
    if let Some(archived) = body["archived"].as_bool() {
        if !moderator && !mine {
            return Err(Refusal::code(50013));
        }
        if !archived && thread.locked && !moderator {
            return Err(Refusal::code(160_005));
        }
        next.archived = archived;
    }
    let only_opening = body["archived"] == false;
    if thread.archived && !only_opening && body.get("archived").is_none() {
        return Err(Refusal::code(50083));
    }
    if !body["auto_archive_duration"].is_null() {
        next.auto_archive = auto_archive(body)?;
    }
    if let Some(place) = world.channels.get_mut(&id) {
        place.thread = Some(next);
    }
    rename(world, id, body);
    gateway::tell_channel(world, "THREAD_UPDATE", id);
    get(world, call)
}

fn rename(world: &mut World, id: u64, body: &Value) {
    if let (Some(name), Some(place)) = (body["name"].as_str(), world.channels.get_mut(&id)) {
        place.name = name.to_owned();
    }
}

fn auto_archive(body: &Value) -> Result<u64, Refusal> {
    match &body["auto_archive_duration"] {
        Value::Null => Ok(DAY_MINUTES),
        given => given.as_u64().filter(|minutes| AUTO_ARCHIVE.contains(minutes)).ok_or_else(|| {
            Refusal::invalid(
                "auto_archive_duration",
                "BASE_TYPE_CHOICES",
                "Value must be one of (60, 1440, 4320, 10080).",
            )
        }),
    }
}

/// `POST /channels/{id}/typing`
pub(crate) fn typing(world: &mut World, call: &Incoming) -> Answer {
    let place = world.visible(call.id(0))?;
    let write = if place.thread.is_some() { permission::SEND_MESSAGES_IN_THREADS } else { permission::SEND_MESSAGES };
    world.require(place, write)?;
    world.typing.push(call.id(0));
    Ok((204, Value::Null))
}

/// `POST /channels/{id}/messages/{id}/threads`, or without a message.
pub(crate) fn start_thread(world: &mut World, call: &Incoming) -> Answer {
    let parent = call.id(0);
    let from = (call.args.len() > 1).then(|| call.id(1));
    let place = world.visible(parent)?.clone();
    let Some(guild) = place.guild.filter(|_| place.thread.is_none()) else {
        return Err(Refusal::code(50024));
    };
    world.require(&place, permission::CREATE_PUBLIC_THREADS)?;
    validate::text(&call.json["name"], "name", 1, 100)?;
    let minutes = auto_archive(&call.json)?;
    if let Some(message) = from {
        let known = world.messages.get(&message);
        let Some(message) = known.filter(|of| of.channel == parent && !of.ephemeral()) else {
            return Err(Refusal::code(10008));
        };
        if message.thread.is_some() {
            return Err(Refusal::code(160_004));
        }
    }
    if active_threads(world, guild) >= world.settings.max_active_threads {
        return Err(Refusal::code(160_006));
    }
    let id = from.unwrap_or_else(|| world.snowflake());
    let name = call.json["name"].as_str().unwrap_or("").to_owned();
    let owner = world.bot;
    add_thread(world, &place, id, name, owner, minutes);
    world.channels.get(&id).map(|thread| (201, json::channel(world, thread))).ok_or(Refusal::code(10003))
}

fn active_threads(world: &World, guild: u64) -> usize {
    world
        .channels
        .values()
        .filter(|channel| channel.guild == Some(guild))
        .filter(|channel| channel.thread.as_ref().is_some_and(|of| !of.archived))
        .count()
}

/// Makes a thread, marks its message and tells the gateway.
pub(crate) fn add_thread(world: &mut World, parent: &Channel, id: u64, name: String, owner: u64, minutes: u64) {
    let state = ThreadState { archived: false, locked: false, auto_archive: minutes, owner, created_ms: world.now() };
    world
        .channels
        .insert(id, Channel { id, kind: 11, name, parent: Some(parent.id), thread: Some(state), ..parent.clone() });
    if let Some(message) = world.messages.get_mut(&id) {
        message.thread = Some(id);
        message.flags |= HAS_THREAD;
    }
    gateway::tell_channel(world, "THREAD_CREATE", id);
}

/// A message into an archived thread opens it again (platform-facts D38); a locked one was refused before.
pub(crate) fn unarchive(world: &mut World, id: u64) {
    let thread = world.channels.get_mut(&id).and_then(|channel| channel.thread.as_mut());
    if let Some(thread) = thread.filter(|thread| thread.archived) {
        thread.archived = false;
        gateway::tell_channel(world, "THREAD_UPDATE", id);
    }
}

/// `POST /users/@me/channels`
pub(crate) fn open_dm(world: &mut World, call: &Incoming) -> Answer {
    let recipient = &call.json["recipient_id"];
    let user = recipient
        .as_u64()
        .or_else(|| recipient.as_str().and_then(|text| text.parse().ok()))
        .filter(|id| *id != world.bot && world.users.contains_key(id))
        .ok_or(Refusal::code(50033))?;
    let id = dm(world, user);
    let channel = world.channels.get(&id).ok_or(Refusal::code(10003))?;
    Ok((200, json::channel(world, channel)))
}

/// The DM channel with a user, made when there is none.
pub(crate) fn dm(world: &mut World, user: u64) -> u64 {
    let known = world.channels.values().find(|channel| channel.recipient == Some(user));
    if let Some(channel) = known {
        return channel.id;
    }
    let id = world.snowflake();
    world.channels.insert(
        id,
        Channel {
            id,
            kind: 1,
            guild: None,
            name: String::new(),
            parent: None,
            recipient: Some(user),
            permissions: permission::USUAL,
            thread: None,
        },
    );
    id
}

/// Deletes a channel with all in it and tells the gateway.
pub(crate) fn delete(world: &mut World, id: u64) {
    let Some(channel) = world.channels.remove(&id) else {
        return;
    };
    let shape = json::channel(world, &channel);
    for message in world.by_channel.remove(&id).unwrap_or_default() {
        world.messages.remove(&message);
    }
    let event = if channel.thread.is_some() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
    if channel.guild.is_some() {
        world.dispatch(event, intent::GUILDS, |_| shape.clone());
    }
}

/// Ids as JSON, for answers that list channels.
pub(crate) fn partial(world: &World, id: u64) -> Value {
    let Some(channel) = world.channels.get(&id) else {
        return json!({"id": json::sid(id), "type": 0});
    };
    let mut shape = json::channel(world, channel);
    shape["permissions"] = json!(world.permissions(channel).to_string());
    shape
}
