//! Reduces the JSON of an update to the fields that are read, before it is parsed. teloxide knows Bot API 9.1 and
//! rejects a whole message over one unknown entity or file (platform-facts T64); removed fields cannot fail. Nothing
//! is interpreted here. Words, files and what a message refers to are read from the JSON itself.

use serde_json::{Map, Value, json};

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

/// A message as one of words, whatever it holds.
pub(crate) fn message(raw: &Value) -> Value {
    Value::Object(shallow(raw))
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

/// The kind of a message without words, as Telegram names it ("sticker", "new_chat_members").
pub(crate) fn kind_of(raw: &Value) -> Option<&str> {
    let kinds = raw.as_object()?.keys().map(String::as_str).filter(|key| !FRAME.contains(key));
    kinds.clone().find(|kind| is_note(kind)).or_else(|| kinds.clone().next())
}

/// Whether this kind of message is a note of Telegram's own.
pub(super) fn is_note(kind: &str) -> bool {
    NOTES.contains(&kind) || NOTE_FAMILIES.iter().any(|family| kind.starts_with(family))
}

fn shallow(raw: &Value) -> Map<String, Value> {
    let mut kept = pick(raw, &PLAIN);
    insert_picked(&mut kept, raw, "chat", &CHAT);
    insert_picked(&mut kept, raw, "sender_chat", &CHAT);
    insert_picked(&mut kept, raw, "from", &USER);
    kept.insert("text".to_owned(), json!(""));
    kept
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
