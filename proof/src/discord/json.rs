//! Wire shapes of users, members, guilds, channels and messages, as Discord v10 sends them. Decides nothing.

use serde_json::{Value, json};

use super::cdn;
use super::clock::iso;
use super::types::{Attachment, HAS_THREAD, Message};
use super::world::{Channel, Guild, World};

/// A snowflake as Discord writes it.
pub(crate) fn sid(id: u64) -> Value {
    Value::String(id.to_string())
}

pub(crate) fn opt(id: Option<u64>) -> Value {
    id.map_or(Value::Null, sid)
}

pub(crate) fn user(world: &World, id: u64) -> Value {
    let (name, bot) = world.users.get(&id).map_or(("unknown", false), |user| (user.name.as_str(), user.bot));
    json!({
        "id": sid(id), "username": name.to_lowercase(), "discriminator": "0", "global_name": name,
        "avatar": null, "bot": bot, "system": false, "public_flags": 0, "flags": 0,
        "banner": null, "accent_color": null, "avatar_decoration_data": null,
        "collectibles": null, "primary_guild": null
    })
}

/// A guild member; `with_user` as in interactions, without as in messages.
pub(crate) fn member(world: &World, guild: u64, id: u64, with_user: bool) -> Value {
    let known = world.guilds.get(&guild).and_then(|guild| guild.members.get(&id));
    let roles: Vec<Value> = known.into_iter().flat_map(|(roles, _)| roles.iter().copied().map(sid)).collect();
    let mut member = json!({
        "roles": roles, "nick": null, "avatar": null, "banner": null, "joined_at": iso(1_700_000_000_000),
        "premium_since": null, "deaf": false, "mute": false, "flags": 0, "pending": false,
        "communication_disabled_until": null, "unusual_dm_activity_until": null
    });
    if with_user {
        let bits = known.map_or(0, |(_, bits)| *bits);
        member["user"] = user(world, id);
        member["permissions"] = Value::String(bits.to_string());
    }
    member
}

pub(crate) fn role(id: u64, name: &str, permissions: u64) -> Value {
    json!({
        "id": sid(id), "name": name, "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "hoist": false, "managed": false, "mentionable": false, "permissions": permissions.to_string(),
        "position": 0, "icon": null, "unicode_emoji": null, "flags": 0
    })
}

pub(crate) fn guild(world: &World, guild: &Guild) -> Value {
    let here = |thread: bool| {
        world
            .channels
            .values()
            .filter(|channel| channel.guild == Some(guild.id) && channel.thread.is_some() == thread)
            .filter(|of| of.thread.as_ref().is_none_or(|thread| !thread.archived))
            .filter(|of| world.visible(of.id).is_ok())
            .map(|of| channel(world, of))
            .collect::<Vec<_>>()
    };
    let everyone = role(guild.id, "@everyone", super::world::permission::USUAL);
    let mut out = json!({
        "id": sid(guild.id), "name": guild.name, "icon": null, "icon_hash": null, "splash": null,
        "discovery_splash": null, "owner_id": "1", "afk_channel_id": null, "afk_timeout": 300,
        "verification_level": 0, "default_message_notifications": 1, "explicit_content_filter": 0,
        "roles": [everyone], "emojis": [], "features": [], "mfa_level": 0, "application_id": null,
        "system_channel_id": null, "system_channel_flags": 0, "rules_channel_id": null,
        "max_members": 500_000, "vanity_url_code": null, "description": null, "banner": null,
        "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US",
        "public_updates_channel_id": null, "nsfw_level": 0, "stickers": []
    });
    let present = json!({
        "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null,
        "joined_at": iso(1_700_000_000_000), "large": false, "unavailable": false,
        "member_count": guild.members.len() + 1, "voice_states": [],
        "members": [member(world, guild.id, world.bot, true)],
        "channels": here(false), "threads": here(true), "presences": [], "stage_instances": [],
        "guild_scheduled_events": [], "soundboard_sounds": []
    });
    if let (Value::Object(out), Value::Object(present)) = (&mut out, present) {
        out.extend(present);
    }
    out
}

pub(crate) fn channel(world: &World, channel: &Channel) -> Value {
    let last = world.history(channel.id).next_back().map(|last| last.id);
    let mut out = json!({
        "id": sid(channel.id), "type": channel.kind, "last_message_id": opt(last), "flags": 0
    });
    if let Some(recipient) = channel.recipient {
        out["recipients"] = json!([user(world, recipient)]);
        return out;
    }
    out["guild_id"] = opt(channel.guild);
    out["name"] = json!(channel.name);
    out["parent_id"] = opt(channel.parent);
    if let Some(thread) = &channel.thread {
        let count = world.history(channel.id).count();
        out["owner_id"] = sid(thread.owner);
        out["message_count"] = json!(count);
        out["total_message_sent"] = json!(count);
        out["member_count"] = json!(1);
        out["rate_limit_per_user"] = json!(0);
        out["thread_metadata"] = json!({
            "archived": thread.archived, "locked": thread.locked,
            "auto_archive_duration": thread.auto_archive,
            "archive_timestamp": iso(thread.created_ms), "create_timestamp": iso(thread.created_ms)
        });
    } else {
        out["position"] = json!(0);
        out["topic"] = Value::Null;
        out["nsfw"] = json!(false);
        out["rate_limit_per_user"] = json!(0);
        out["permission_overwrites"] = json!([]);
    }
    out
}

fn attachment(world: &World, channel: u64, file: &Attachment) -> Value {
    let url = cdn::address(world, channel, file);
    let mut out = json!({
        "id": sid(file.id), "filename": file.filename, "description": file.description,
        "size": file.bytes.len(), "url": url, "proxy_url": url, "content_type": file.content_type,
        "height": null, "width": null
    });
    if let Some(seconds) = file.seconds {
        out["duration_secs"] = json!(f64::from(seconds));
        out["waveform"] = json!("AAAA");
    }
    out
}

fn attachments(world: &World, message: &Message) -> Vec<Value> {
    message.attachments.iter().map(|file| attachment(world, message.channel, file)).collect()
}

/// What is passed on of a message: nobody learns who wrote it.
fn snapshot(world: &World, message: &Message) -> Value {
    let mentions: Vec<Value> = message.mentions.iter().map(|&id| user(world, id)).collect();
    json!({"message": {
        "type": kind(message), "content": message.content, "embeds": message.embeds,
        "attachments": attachments(world, message), "timestamp": iso(message.created_at_ms),
        "edited_timestamp": message.edited_at_ms.map(iso), "flags": message.flags, "mentions": mentions,
        "mention_roles": [], "components": []
    }})
}

/// A message; `readable` false blanks what the message-content intent hides (platform-facts D7).
pub(crate) fn message(world: &World, message: &Message, readable: bool) -> Value {
    let place = world.channels.get(&message.channel);
    let shown = readable
        || place.is_none_or(|channel| channel.guild.is_none())
        || message.author == world.bot
        || message.mentions.contains(&world.bot);
    let hidden = |value: Value| if shown { value } else { json!([]) };
    let files = attachments(world, message);
    let mentions: Vec<Value> = message.mentions.iter().map(|&id| user(world, id)).collect();
    let everyone = message.pings.iter().any(|ping| ping == "everyone");
    let edited = message.edited_at_ms.map(iso);
    let mut out = json!({
        "id": sid(message.id), "channel_id": sid(message.channel), "author": user(world, message.author),
        "content": if shown { message.content.as_str() } else { "" },
        "timestamp": iso(message.created_at_ms), "edited_timestamp": edited, "tts": false,
        "mention_everyone": everyone, "mentions": mentions, "mention_roles": [],
        "attachments": hidden(json!(files)), "embeds": hidden(json!(message.embeds)),
        "components": hidden(json!(message.components)), "pinned": false, "flags": message.flags,
        "type": kind(message)
    });
    if let Some(nonce) = &message.nonce {
        out["nonce"] = json!(nonce);
    }
    if let Some(reply_to) = message.reply_to {
        let guild = place.and_then(|channel| channel.guild);
        out["message_reference"] = json!({"type": 0, "message_id": sid(reply_to), "channel_id": sid(message.channel)});
        if let Some(guild) = guild {
            out["message_reference"]["guild_id"] = sid(guild);
        }
        out["referenced_message"] =
            world.messages.get(&reply_to).map_or(Value::Null, |first| self::message(world, &flat(first), readable));
    }
    if let Some(first) = &message.forwarded {
        out["message_reference"] = json!({"type": 1, "message_id": sid(first.id), "channel_id": sid(first.channel)});
        out["message_snapshots"] = hidden(json!([snapshot(world, first)]));
    }
    if let Some(thread) = message.thread.and_then(|id| world.channels.get(&id)) {
        out["thread"] = channel(world, thread);
        out["flags"] = json!(message.flags | HAS_THREAD);
    }
    if message.interaction.is_some() {
        out["application_id"] = sid(world.application);
        out["webhook_id"] = sid(world.application);
    }
    out
}

fn kind(message: &Message) -> u64 {
    match (message.interaction, message.reply_to) {
        (Some(_), _) => 20,
        (None, Some(_)) => 19,
        (None, None) => 0,
    }
}

/// A referenced message is sent without its own reference.
fn flat(message: &Message) -> Message {
    Message { reply_to: None, ..message.clone() }
}

/// The same with what only gateway events carry: guild and member.
pub(crate) fn event_message(world: &World, of: &Message, readable: bool) -> Value {
    let mut out = message(world, of, readable);
    let guild = world.channels.get(&of.channel).and_then(|at| at.guild);
    if let Some(guild) = guild {
        out["guild_id"] = sid(guild);
        out["member"] = member(world, guild, of.author, false);
    }
    out
}
