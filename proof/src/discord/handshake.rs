//! What a client says on the gateway: IDENTIFY, RESUME, heartbeats; and when its session ends.

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Value, json};

use super::gateway::{Out, Session, intent, misuse};
use super::handlers::info;
use super::json::{self, sid};
use super::types::{Identify, Violation};
use super::world::World;

const IDENTIFY_GAP: Duration = Duration::from_secs(5);
const IDENTIFIES_PER_DAY: usize = 1000;
const SENDS_PER_MINUTE: usize = 120;
const SEND_BYTES: usize = 4096;

/// One text frame of a client.
pub(crate) fn hear(world: &mut World, number: usize, text: &str) {
    if text.len() > SEND_BYTES {
        misuse(world, "a payload over 4096 bytes");
        world.gateway.tell(number, Out::Close(4002));
        return;
    }
    let now = world.clock.elapsed();
    if let Some(link) = world.gateway.links.get_mut(number) {
        link.sends.push_back(now);
        link.sends.retain(|at| now.saturating_sub(*at) < Duration::from_secs(60));
        if link.sends.len() > SENDS_PER_MINUTE {
            misuse(world, "more than 120 sends in 60 s");
            world.gateway.tell(number, Out::Close(4008));
            return;
        }
    }
    let Ok(said) = serde_json::from_str::<Value>(text) else {
        world.gateway.tell(number, Out::Close(4002));
        return;
    };
    let has_session = world.gateway.links[number].session.is_some();
    match said["op"].as_u64() {
        Some(1) => heartbeat(world, number),
        Some(2 | 6) if has_session => world.gateway.tell(number, Out::Close(4005)),
        Some(2) => identify(world, number, &said["d"]),
        Some(6) => resume(world, number, &said["d"]),
        Some(3 | 4 | 8 | 31) if has_session => {}
        Some(3 | 4 | 8 | 31) => world.gateway.tell(number, Out::Close(4003)),
        _ => world.gateway.tell(number, Out::Close(4001)),
    }
}

fn heartbeat(world: &mut World, number: usize) {
    let link = &mut world.gateway.links[number];
    link.seen.heartbeats += 1;
    if !link.zombie {
        let ack = json!({"op": 11, "t": null, "s": null, "d": null});
        world.gateway.tell(number, Out::Text(ack.to_string()));
    }
}

fn token_fits(world: &World, data: &Value) -> bool {
    data["token"].as_str().is_some_and(|token| token.strip_prefix("Bot ").unwrap_or(token) == world.token)
}

fn identify(world: &mut World, number: usize, data: &Value) {
    let now = world.clock.elapsed();
    let gap = world.gateway.identifies.last().map(|last| now.saturating_sub(last.at));
    let intents = data["intents"].as_u64().unwrap_or(0);
    if let Some(gap) = gap.filter(|gap| *gap < IDENTIFY_GAP) {
        world.violations.push(Violation::IdentifyTooSoon { gap });
    }
    if world.gateway.identifies_within(now) >= IDENTIFIES_PER_DAY {
        world.violations.push(Violation::IdentifyQuota);
        // The real platform resets the token; so whatever the client tries next is refused too.
        world.token.push_str("-reset");
    }
    let on_demand = world.gateway.refuse_identify.pop_front();
    let refused = if on_demand.is_some() {
        on_demand
    } else if !token_fits(world, data) {
        Some(4004)
    } else if intents & !intent::KNOWN != 0 || data["intents"].as_u64().is_none() {
        Some(4013)
    } else if intents & intent::PRIVILEGED & !world.gateway.granted_privileged != 0 {
        Some(4014)
    } else {
        None
    };
    world.gateway.identifies.push(Identify { at: now, gap, intents, accepted: refused.is_none() });
    match refused {
        Some(code) => world.gateway.tell(number, Out::Close(code)),
        None => ready(world, number, intents, &data["shard"]),
    }
}

fn ready(world: &mut World, number: usize, intents: u64, shard: &Value) {
    world.gateway.sessions_made += 1;
    let name = format!("session-{}", world.gateway.sessions_made);
    world
        .gateway
        .sessions
        .insert(name.clone(), Session { intents, seq: 0, buffer: VecDeque::new(), link: Some(number), detached_ms: 0 });
    let link = &mut world.gateway.links[number];
    link.session = Some(name.clone());
    link.seen.ready = true;
    let stubs: Vec<Value> = world.guilds.keys().map(|&id| json!({"id": sid(id), "unavailable": true})).collect();
    let application = json!({"id": sid(world.application), "flags": info::application_flags(world)});
    let mut data = json!({
        "v": 10, "user": info::own_user(world), "guilds": stubs, "session_id": name,
        "resume_gateway_url": info::gateway_url(world), "session_type": "normal",
        "application": application, "private_channels": [], "relationships": [], "_trace": []
    });
    data["shard"] = if shard.is_array() { shard.clone() } else { json!([0, 1]) };
    world.dispatch_to(&name, "READY", intent::NONE, &|_| data.clone());
    let guilds: Vec<Value> = world.guilds.values().map(|guild| json::guild(world, guild)).collect();
    for guild in guilds {
        world.dispatch_to(&name, "GUILD_CREATE", intent::GUILDS, &|_| guild.clone());
    }
}

fn resume(world: &mut World, number: usize, data: &Value) {
    if !token_fits(world, data) {
        world.gateway.tell(number, Out::Close(4004));
        return;
    }
    let name = data["session_id"].as_str().unwrap_or("").to_owned();
    let (seq, now) = (data["seq"].as_u64().unwrap_or(0), world.now());
    let life = u64::try_from(world.gateway.session_life.as_millis()).unwrap_or(u64::MAX);
    let usable = world.gateway.sessions.get(&name).is_some_and(|session| {
        let first = session.buffer.front().map_or(session.seq + 1, |(at, _)| *at);
        let fresh = session.link.is_some() || now - session.detached_ms <= life;
        fresh && seq <= session.seq && seq + 1 >= first
    });
    if !usable {
        world.gateway.sessions.remove(&name);
        let invalid = json!({"op": 9, "t": null, "s": null, "d": false});
        world.gateway.tell(number, Out::Text(invalid.to_string()));
        return;
    }
    let Some(session) = world.gateway.sessions.get_mut(&name) else {
        return;
    };
    let before = session.link.replace(number);
    let missed: Vec<String> = session.buffer.iter().filter(|(at, _)| *at > seq).map(|(_, text)| text.clone()).collect();
    if let Some(before) = before {
        world.gateway.links[before].session = None;
        world.gateway.tell(before, Out::Cut);
    }
    for text in missed {
        world.gateway.tell(number, Out::Text(text));
    }
    world.gateway.resumes += 1;
    let link = &mut world.gateway.links[number];
    link.session = Some(name.clone());
    link.seen.ready = true;
    link.seen.resumed = true;
    world.dispatch_to(&name, "RESUMED", intent::NONE, &|_| json!({"_trace": []}));
}

/// The connection is gone. Codes that end the session end it; otherwise it waits for RESUME.
pub(crate) fn detach(world: &mut World, number: usize, code: Option<u16>) {
    let now = world.now();
    let link = &mut world.gateway.links[number];
    link.seen.open = false;
    link.seen.ready = false;
    link.seen.close_code = code;
    let Some(name) = link.session.take() else {
        return;
    };
    // 1000 and 1001 are the client's goodbye (D1); 4007 and 4009 want a new session, the rest refuse (D3).
    let over = matches!(code, Some(1000 | 1001 | 4004 | 4006 | 4007 | 4009..=4014));
    if over {
        world.gateway.sessions.remove(&name);
    } else if let Some(session) = world.gateway.sessions.get_mut(&name) {
        session.link = None;
        session.detached_ms = now;
    }
}
