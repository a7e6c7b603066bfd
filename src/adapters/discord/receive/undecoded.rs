//! Events that the gateway library cannot decode, since Discord adds types faster: they come as raw JSON
//! (platform-facts D54). A message is reduced to the fields that are read and parsed again; an interaction is
//! answered; everything else is named in the log.

use super::answering;
use super::handler::Handler;
use super::inbound::{self, Reader};
use crate::adapters::discord::Core;
use crate::adapters::discord::send::handles::handle;
use crate::secretary::inbound::{ChatKind, Content, Inbound, Sender};
use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};
use serenity::all::{Context, Event, RawEventHandler};
use serenity::model::channel::Message;
use serenity::model::id::{ChannelId, InteractionId};
use std::sync::Arc;

/// Kinds named in the log; each is named once.
const KINDS: usize = 200;
/// What is read of a message, and what the library wants besides.
const MESSAGE: [&str; 12] = [
    "id",
    "channel_id",
    "guild_id",
    "content",
    "timestamp",
    "edited_timestamp",
    "type",
    "message_reference",
    "webhook_id",
    "mention_roles",
    "tts",
    "mention_everyone",
];
/// What is read of a user, of a member and of a file.
const USER: [&str; 5] = ["id", "username", "discriminator", "global_name", "bot"];
const FILE: [&str; 6] = ["id", "filename", "size", "url", "proxy_url", "content_type"];

#[serenity::async_trait]
impl RawEventHandler for Handler {
    async fn raw_event(&self, _: Context, event: Event) {
        // The library reads an event of a known kind and an unknown form as one of an unknown kind.
        let Event::Unknown(unknown) = event else { return };
        if named_first(&self.core, &unknown.kind) {
            tracing::warn!(kind = unknown.kind, "Discord sent an event in a form that is not known here");
        }
        match unknown.kind.as_str() {
            "MESSAGE_CREATE" => {
                let kind = kind_of(&unknown.value);
                if let Some((order, inbound)) = self.core.reading(|r| message(r, &unknown.value, kind)) {
                    self.said(order, inbound).await;
                }
            }
            "INTERACTION_CREATE" => {
                let core = Arc::clone(&self.core);
                self.at_home(async move { answering::answer_unread(&core, &unknown.value).await }).await;
            }
            _ => {}
        }
    }
}

fn named_first(core: &Core, kind: &str) -> bool {
    let mut known = core.known();
    known.unread.len() < KINDS && known.unread.insert(kind.to_owned())
}

fn kind_of(raw: &Value) -> ChatKind {
    let elsewhere = !raw["context"].is_null() && raw["context"] != 1;
    inbound::kind_of(!raw["guild_id"].is_null() || raw["member"].is_object() || elsewhere)
}

/// A message as Discord sent it and its place in the order; `None` for what bots write. What cannot be read in any way is
/// kept as it came.
pub(crate) fn message(reader: &Reader<'_>, raw: &Value, kind: ChatKind) -> Option<(u64, Inbound)> {
    let order = raw["id"].as_str()?.parse().ok()?;
    let read = serde_json::from_value::<Message>(raw.clone()).or_else(|_| serde_json::from_value(narrowed(raw)));
    if let Ok(message) = read {
        return reader.message(&message, kind).map(|inbound| (order, inbound));
    }
    let author = &raw["author"];
    if author["bot"] == true || author["id"] == reader.bot || !raw["webhook_id"].is_null() {
        return None;
    }
    let content =
        Content::Unsupported { kind: "message".to_owned(), raw: inbound::raw(raw), to_us: kind == ChatKind::Direct };
    let sent_at = raw["timestamp"].as_str().and_then(|at| DateTime::parse_from_rfc3339(at).ok())?;
    let place = reader.place(ChannelId::new(number(&raw["channel_id"])?), kind);
    let inbound = Inbound {
        event: format!("m{order}"),
        place,
        sender: sender(author, &raw["member"])?,
        content,
        sent_at: sent_at.with_timezone(&Utc),
        handle: None,
    };
    Some((order, inbound))
}

/// An interaction of an unknown form: kept, and answered by its handle.
pub(crate) fn interaction(reader: &Reader<'_>, raw: &Value) -> Option<Inbound> {
    let id = InteractionId::new(number(&raw["id"])?);
    let kind = kind_of(raw);
    let user = if raw["member"]["user"].is_object() { &raw["member"]["user"] } else { &raw["user"] };
    let content = Content::Unsupported { kind: "interaction".to_owned(), raw: inbound::raw(raw), to_us: true };
    Some(Inbound {
        event: format!("i{id}"),
        place: reader.place(ChannelId::new(number(&raw["channel_id"])?), kind),
        sender: sender(user, &raw["member"])?,
        content,
        sent_at: id.created_at().with_timezone(&Utc),
        handle: Some(handle(number(&raw["application_id"])?.into(), raw["token"].as_str()?, id)),
    })
}

/// A user, with what a server says about them.
fn sender(user: &Value, member: &Value) -> Option<Sender> {
    let names = [&member["nick"], &user["global_name"], &user["username"]];
    let name = names.into_iter().find_map(Value::as_str).unwrap_or_default();
    Some(Sender {
        user: number(&user["id"])?.to_string(),
        name: name.to_owned(),
        bot: user["bot"] == true,
        roles: roles(member),
        ..Sender::default()
    })
}

/// The ids of the roles of a member.
pub(crate) fn roles(member: &Value) -> Vec<String> {
    let all = member["roles"].as_array().map(Vec::as_slice).unwrap_or_default();
    all.iter().filter_map(number).map(|role| role.to_string()).collect()
}

/// An id that is one.
pub(crate) fn number(id: &Value) -> Option<u64> {
    id.as_str()?.parse().ok().filter(|id| *id != 0)
}

/// The part of a message that is read, with what the library cannot do without.
fn narrowed(raw: &Value) -> Value {
    let mut kept = pick(raw, &MESSAGE);
    let list = |name: &str, fields: &[&str]| -> Value {
        let all = raw[name].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|one| one.is_object()).map(|one| Value::Object(pick(one, fields))).collect()
    };
    kept.insert("author".to_owned(), Value::Object(pick(&raw["author"], &USER)));
    kept.insert("mentions".to_owned(), list("mentions", &USER));
    kept.insert("attachments".to_owned(), list("attachments", &FILE));
    let member = &raw["member"];
    if member.is_object() {
        kept.insert("member".to_owned(), json!({"nick": member["nick"].as_str(), "roles": roles(member)}));
    }
    if raw["referenced_message"].is_object() {
        kept.insert("referenced_message".to_owned(), narrowed(&raw["referenced_message"]));
    }
    let wanted = [
        ("content", json!("")),
        ("type", json!(0)),
        ("tts", json!(false)),
        ("mention_everyone", json!(false)),
        ("mention_roles", json!([])),
        ("edited_timestamp", Value::Null),
        ("embeds", json!([])),
        ("pinned", json!(false)),
    ];
    for (name, value) in wanted {
        kept.entry(name).or_insert(value);
    }
    Value::Object(kept)
}

fn pick(raw: &Value, fields: &[&str]) -> Map<String, Value> {
    let field = |name: &&str| Some(((*name).to_owned(), raw.get(*name)?.clone()));
    fields.iter().filter_map(field).collect()
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::receive::inbound::tests::reader;
    use crate::adapters::discord::receive::undecoded::*;
    use std::collections::HashMap;

    #[test]
    fn what_is_not_understood_still_tells_who_has_which_role() {
        let titles = HashMap::new();
        let reader = reader(&titles);
        let user = json!({"id": "30", "username": "ann", "discriminator": "0"});
        let member = json!({"nick": "Annie", "roles": ["42", 43, "x"], "joined_at": "some day"});
        let mut raw = json!({
            "id": "900", "channel_id": "20", "guild_id": "10", "content": "hi", "type": 0, "author": user,
            "timestamp": "2026-01-02T03:04:05+00:00", "member": member,
        });
        let mut read = Vec::new();
        // Once it is read in part, once only kept.
        for (kind, in_part) in [(json!(0), true), (json!("new"), false)] {
            raw["type"] = kind;
            let inbound = message(&reader, &raw, ChatKind::Group).unwrap().1;
            assert_eq!(matches!(inbound.content, Content::Text { .. }), in_part);
            read.push(inbound);
        }
        let mut acted = json!({"id": "901", "channel_id": "20", "application_id": "2", "token": "t", "member": member});
        acted["member"]["user"] = user;
        read.push(interaction(&reader, &acted).unwrap());
        for inbound in read {
            assert_eq!((inbound.sender.name.as_str(), inbound.sender.roles), ("Annie", vec!["42".to_owned()]));
        }
    }
}
