//! Who the bot is and where the gateway is. Read only.

use serde_json::{Value, json};

use crate::discord::json::{self, sid, user};
use crate::discord::rest::refusal::Refusal;
use crate::discord::rest::routes::{Answer, Incoming};
use crate::discord::world::World;

pub(crate) fn gateway_url(world: &World) -> String {
    format!("ws://127.0.0.1:{}", world.port)
}

pub(crate) fn gateway(world: &World) -> Answer {
    Ok((200, json!({"url": gateway_url(world)})))
}

pub(crate) fn gateway_bot(world: &World) -> Answer {
    let day = 86_400_000;
    let used = world.gateway.identifies_within(world.clock.elapsed());
    let limit = json!({
        "total": 1000, "remaining": 1000_usize.saturating_sub(used), "reset_after": day, "max_concurrency": 1
    });
    Ok((200, json!({"url": gateway_url(world), "shards": 1, "session_start_limit": limit})))
}

pub(crate) fn me(world: &World) -> Answer {
    Ok((200, own_user(world)))
}

pub(crate) fn own_user(world: &World) -> Value {
    let mut me = user(world, world.bot);
    me["mfa_enabled"] = json!(true);
    me["verified"] = json!(true);
    me["email"] = Value::Null;
    me["locale"] = json!("en-US");
    me
}

pub(crate) fn application(world: &World) -> Answer {
    let name = world.user_name(world.bot);
    Ok((
        200,
        json!({
            "id": sid(world.application), "name": name, "icon": null, "description": "",
            "bot_public": false, "bot_require_code_grant": false, "verify_key": "00",
            "flags": application_flags(world), "owner": user(world, 1), "team": null,
            "integration_types_config": {"0": {}}, "bot": own_user(world)
        }),
    ))
}

/// `GET /guilds/{id}/members/{user}`: everybody there is is a member of every server.
pub(crate) fn member(world: &World, call: &Incoming) -> Answer {
    let (guild, user) = (call.id(0), call.id(1));
    if !world.guilds.contains_key(&guild) {
        return Err(Refusal::code(10004));
    }
    if !world.users.contains_key(&user) {
        return Err(Refusal::code(10007));
    }
    Ok((200, json::member(world, guild, user, true)))
}

/// Which privileged intents the developer portal grants, as application flags.
pub(crate) fn application_flags(world: &World) -> u64 {
    let granted = world.gateway.granted_privileged;
    let bit = |intent: u64, flag: u64| if granted & intent != 0 { flag } else { 0 };
    bit(1 << 8, 1 << 13) | bit(1 << 1, 1 << 15) | bit(1 << 15, 1 << 19)
}
