//! Reduces the JSON of an update to the fields that are read, before it is parsed. teloxide knows Bot API 9.1 and
//! rejects a whole message over one unknown entity or file (platform-facts T64); removed fields cannot fail. Nothing
//! is interpreted here. Files are listed apart, since only their handles matter.

use crate::secretary::inbound::Attachment;
use serde_json::{Map, Value, json};

/// The entities that are read; all others are only decoration.
const ENTITIES: [&str; 2] = ["mention", "text_mention"];
/// What stands around the content of a message.
const FRAME: [&str; 20] = [
    "message_id",
    "message_thread_id",
    "is_topic_message",
    "from",
    "sender_chat",
    "sender_business_bot",
    "sender_boost_count",
    "sender_tag",
    "date",
    "edit_date",
    "chat",
    "reply_to_message",
    "external_reply",
    "quote",
    "via_bot",
    "forward_origin",
    "media_group_id",
    "has_protected_content",
    "is_automatic_forward",
    "effect_id",
];
/// The notes Telegram itself puts into a chat; a person said nothing. Everything else was sent by somebody.
const NOTES: [&str; 31] = [
    "new_chat_members",
    "left_chat_member",
    "new_chat_title",
    "new_chat_photo",
    "delete_chat_photo",
    "group_chat_created",
    "supergroup_chat_created",
    "channel_chat_created",
    "message_auto_delete_timer_changed",
    "migrate_to_chat_id",
    "migrate_from_chat_id",
    "pinned_message",
    "successful_payment",
    "refunded_payment",
    "connected_website",
    "write_access_allowed",
    "passport_data",
    "proximity_alert_triggered",
    "boost_added",
    "chat_background_set",
    "checklist_tasks_done",
    "checklist_tasks_added",
    "direct_message_price_changed",
    "paid_message_price_changed",
    "general_forum_topic_hidden",
    "general_forum_topic_unhidden",
    "giveaway_created",
    "giveaway_completed",
    "gift",
    "unique_gift",
    "gift_upgrade_sent",
];
/// Notes that come in families.
const NOTE_FAMILIES: [&str; 4] = ["forum_topic_", "video_chat_", "suggested_post_", "chat_owner_"];
/// The fields of a message that are kept as they are.
const PLAIN: [&str; 6] =
    ["message_id", "date", "edit_date", "message_thread_id", "is_topic_message", "is_automatic_forward"];
/// The fields of a chat.
const CHAT: [&str; 6] = ["id", "type", "title", "username", "first_name", "last_name"];
/// The fields of a user.
const USER: [&str; 6] = ["id", "is_bot", "first_name", "last_name", "username", "language_code"];

/// A message as text: a caption counts as the text, a message of another kind has the empty one.
pub(crate) fn message(raw: &Value) -> Value {
    let mut kept = shallow(raw);
    if let Some(replied) = raw.get("reply_to_message") {
        kept.insert("reply_to_message".to_owned(), Value::Object(shallow(replied)));
    }
    Value::Object(kept)
}

/// A pressed button, with the message it stands under.
pub(super) fn callback_query(raw: &Value) -> Value {
    let mut kept = pick(raw, &["id", "chat_instance", "data"]);
    insert_picked(&mut kept, raw, "from", &USER);
    if let Some(under) = raw.get("message") {
        kept.insert("message".to_owned(), Value::Object(shallow(under)));
    }
    kept.entry("chat_instance").or_insert_with(|| json!(""));
    Value::Object(kept)
}

/// The files of a message: of a photo the largest size only.
pub(super) fn attachments(raw: &Value) -> Vec<Attachment> {
    let mut found = Vec::new();
    let largest = raw.get("photo").and_then(Value::as_array).and_then(|sizes| {
        let area = |size: &Value| number(size, "width").saturating_mul(number(size, "height"));
        sizes.iter().max_by_key(|size| area(size))
    });
    found.extend(largest.and_then(|size| attachment(size, "photo.jpg")));
    let kinds = [
        ("document", "document"),
        ("voice", "voice.ogg"),
        ("audio", "audio"),
        ("video", "video.mp4"),
        ("video_note", "video.mp4"),
    ];
    for (kind, name) in kinds {
        found.extend(raw.get(kind).and_then(|file| attachment(file, name)));
    }
    let album = raw.get("media_group_id").and_then(Value::as_str);
    for file in &mut found {
        file.album = album.map(str::to_owned);
    }
    found
}

/// The kind of a message without words, as Telegram names it ("sticker", "new_chat_members").
pub(crate) fn kind_of(raw: &Value) -> Option<&str> {
    let kinds = raw.as_object()?.keys().map(String::as_str).filter(|key| !FRAME.contains(key));
    kinds.clone().find(|kind| is_note(kind)).or_else(|| kinds.clone().next())
}

/// Whether this kind of message is a note of Telegram's own.
pub(super) fn is_note(kind: &str) -> bool {
    NOTES.contains(&kind) || NOTE_FAMILIES.iter().any(|family| kind.starts_with(family))
}

fn attachment(file: &Value, name: &str) -> Option<Attachment> {
    let handle = file.get("file_id")?.as_str()?.to_owned();
    let name = file.get("file_name").and_then(Value::as_str).unwrap_or(name).to_owned();
    Some(Attachment { name, handle, bytes: number(file, "file_size"), album: None })
}

fn number(value: &Value, field: &str) -> u64 {
    value.get(field).and_then(Value::as_u64).unwrap_or(0)
}

fn shallow(raw: &Value) -> Map<String, Value> {
    let mut kept = pick(raw, &PLAIN);
    insert_picked(&mut kept, raw, "chat", &CHAT);
    insert_picked(&mut kept, raw, "sender_chat", &CHAT);
    insert_picked(&mut kept, raw, "from", &USER);
    let (text, entities) = match raw.get("text") {
        Some(text) => (Some(text), raw.get("entities")),
        None => (raw.get("caption"), raw.get("caption_entities")),
    };
    kept.insert("text".to_owned(), text.filter(|text| text.is_string()).cloned().unwrap_or_else(|| json!("")));
    let entities = entities.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    kept.insert("entities".to_owned(), entities.iter().filter_map(entity).collect());
    kept
}

fn entity(raw: &Value) -> Option<Value> {
    let kind = raw.get("type")?.as_str()?;
    if !ENTITIES.contains(&kind) {
        return None;
    }
    let mut kept = pick(raw, &["type", "offset", "length"]);
    insert_picked(&mut kept, raw, "user", &USER);
    Some(Value::Object(kept))
}

fn pick(raw: &Value, fields: &[&str]) -> Map<String, Value> {
    let field = |name: &&str| Some(((*name).to_owned(), raw.get(*name)?.clone()));
    fields.iter().filter_map(field).collect()
}

fn insert_picked(kept: &mut Map<String, Value>, raw: &Value, name: &str, fields: &[&str]) {
    if let Some(inner) = raw.get(name).filter(|inner| inner.is_object()) {
        kept.insert(name.to_owned(), Value::Object(pick(inner, fields)));
    }
}
