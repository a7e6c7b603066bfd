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
use serde::Deserialize;
use serde_json::{Map, Value, json};
use serenity::all::{Context, Event, RawEventHandler};
use serenity::model::channel::{Embed, Message};
use serenity::model::event::MessageUpdateEvent;
use serenity::model::id::{ChannelId, InteractionId};
use std::sync::Arc;

/// Kinds named in the log; each is named once.
const KINDS: usize = 200;
/// What is read of a message, and what the library wants besides.
const MESSAGE: [&str; 13] = [
    "id",
    "channel_id",
    "guild_id",
    "content",
    "timestamp",
    "edited_timestamp",
    "type",
    "flags",
    "message_reference",
    "webhook_id",
    "mention_roles",
    "tts",
    "mention_everyone",
];
/// What is read of a user, of a file and of an embed.
const USER: [&str; 5] = ["id", "username", "discriminator", "global_name", "bot"];
const FILE: [&str; 7] = ["id", "filename", "size", "url", "proxy_url", "content_type", "duration_secs"];
const EMBED: [&str; 5] = ["type", "title", "description", "url", "fields"];

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
            "MESSAGE_UPDATE" => {
                let kind = kind_of(&unknown.value);
                if let Some(inbound) = self.core.reading(|r| edit(r, &unknown.value, kind)) {
                    self.changed(inbound).await;
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

/// Changed words of a message as Discord sent it; `None` where nobody changed any.
pub(crate) fn edit(reader: &Reader<'_>, raw: &Value, kind: ChatKind) -> Option<Inbound> {
    // An update without words is one of something else.
    raw["content"].as_str()?;
    let read =
        serde_json::from_value::<MessageUpdateEvent>(raw.clone()).or_else(|_| serde_json::from_value(narrowed(raw)));
    reader.edit(&read.ok()?, kind)
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
    // Of words in a form of their own only those are missing.
    let embeds = list("embeds", &EMBED);
    let embeds = embeds.as_array().into_iter().flatten().filter(|one| Embed::deserialize(*one).is_ok());
    kept.insert("embeds".to_owned(), embeds.cloned().collect());
    if let Some(passed_on) = raw["message_snapshots"].as_array() {
        let passed_on = passed_on.iter().map(|one| json!({"message": narrowed(&one["message"])}));
        kept.insert("message_snapshots".to_owned(), passed_on.collect());
    }
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

    #[test]
    fn what_is_read_in_part_keeps_files_embeds_and_words_passed_on() {
        let titles = HashMap::new();
        let reader = reader(&titles);
        let file = json!({"id": "77", "filename": "v.ogg", "size": 9, "url": "u", "proxy_url": "u", "duration_secs": 2.0,
            "height": "new"});
        let snapshot = json!({"content": "", "timestamp": "2026-01-02T03:04:05+00:00", "edited_timestamp": null,
            "attachments": [file], "flags": 1 << 13,
            "embeds": [{"title": "Offer", "color": "new"}, {"title": {"new": 1}}]});
        let raw = json!({
            "id": "900", "channel_id": "20", "content": "", "type": 0, "timestamp": "2026-01-02T03:04:05+00:00",
            "author": {"id": "30", "username": "ann", "discriminator": "0"},
            "message_reference": {"type": 1, "channel_id": "20", "message_id": "5"},
            "message_snapshots": [{"message": snapshot}],
        });
        let Content::Text { text, attachments, .. } = message(&reader, &raw, ChatKind::Direct).unwrap().1.content
        else {
            panic!()
        };
        assert_eq!((text.as_str(), attachments[0].seconds), ("Offer", Some(2)));
        // An edit of an unknown form is one.
        let mut changed = raw.clone();
        changed["edited_timestamp"] = json!("2026-01-02T03:04:09+00:00");
        changed["content"] = json!("a logo");
        changed["attachments"] = json!([file]);
        let edited = edit(&reader, &changed, ChatKind::Direct).unwrap().content;
        assert_eq!(edited, Content::Edited { message: "900".into(), text: "a logo".into(), addressed: true });
        changed["content"] = Value::Null;
        assert_eq!(edit(&reader, &changed, ChatKind::Direct), None);
    }
}
