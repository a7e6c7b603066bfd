//! Methods that create, change and delete messages, and the answer to a press (platform-facts T20–T28, T43, T48).

use std::time::Duration;

use serde_json::{Value, json};

use super::content::{self, Field};
use super::params::{Answer, ApiError, Params, bad, error};
use crate::telegram::observed::{CallbackAnswer, Document, Message, Violation};
use crate::telegram::state::{BOT_ID, Kind, State};

const UPLOAD_LIMIT: usize = 50 * 1024 * 1024;
/// The emoji of a `ReactionTypeEmoji`, divided by spaces.
const REACTIONS: &str = "❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 \
                         🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 \
                         🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡";
const DELETE_WINDOW: Duration = Duration::from_secs(48 * 3600);
const NOT_MODIFIED: &str = "message is not modified: specified new message content and reply markup are exactly the same \
                            as a current content and reply markup of the message";

/// A message under construction: chat, thread and reply are checked, the content is not there yet.
fn begin(state: &mut State, params: &Params) -> Result<Message, ApiError> {
    let chat = state.writable(params.int("chat_id"))?;
    let id = chat.id;
    let thread = thread(state, id, params)?;
    let reply_to = reply(state, id, params)?;
    let previews = params.json("link_preview_options")?;
    let mut message = state.draft(id, BOT_ID);
    message.thread = thread;
    message.reply_to = reply_to;
    message.silent = params.flag("disable_notification");
    message.link_preview_disabled =
        params.flag("disable_web_page_preview") || previews.is_some_and(|p| p["is_disabled"] == json!(true));
    Ok(message)
}

fn thread(state: &State, chat: i64, params: &Params) -> Result<Option<i64>, ApiError> {
    let Some(thread) = params.int("message_thread_id").filter(|t| *t != 0) else {
        return Ok(None);
    };
    let known = state.chats.get(&chat).is_some_and(|c| c.topics.contains_key(&thread));
    // T43: General has id 1 and is written to without a thread id.
    if known && thread != 1 { Ok(Some(thread)) } else { Err(bad("message thread not found")) }
}

fn reply(state: &State, chat: i64, params: &Params) -> Result<Option<i64>, ApiError> {
    let given = params.json("reply_parameters")?;
    let (wanted, lenient) = match &given {
        Some(reply) => (reply["message_id"].as_i64(), reply["allow_sending_without_reply"] == json!(true)),
        None => (params.int("reply_to_message_id"), params.flag("allow_sending_without_reply")),
    };
    let Some(wanted) = wanted else {
        return Ok(None);
    };
    let Some(replied) = state.chats.get(&chat).and_then(|c| c.message(wanted)) else {
        return if lenient { Ok(None) } else { Err(bad("message to be replied not found")) };
    };
    let quote = given.as_ref().and_then(|g| g["quote"].as_str());
    if quote.is_some_and(|q| q.chars().count() > 1024 || !replied.text.contains(q)) {
        return Err(bad("QUOTE_TEXT_INVALID"));
    }
    Ok(Some(wanted))
}

fn fill(message: &mut Message, text: content::Text) {
    message.text = text.text;
    message.entities = text.entities;
    message.source = text.source;
    message.parse_mode = text.parse_mode;
}

pub(crate) fn send_message(state: &mut State, params: &Params) -> Answer {
    state.writable(params.int("chat_id"))?;
    let text = content::text(state, params, Field::Text)?;
    let markup = content::markup(params, false)?;
    let mut message = begin(state, params)?;
    fill(&mut message, text);
    message.buttons = markup.buttons;
    message.force_reply = markup.force_reply;
    Ok(state.store(message))
}

/// Sends a document or a photo, which is kept in the same way.
pub(crate) fn send_file(state: &mut State, params: &Params, field: &str) -> Answer {
    state.writable(params.int("chat_id"))?;
    let known = params.text(field).and_then(|id| state.files.get(&id).cloned());
    let document = match (params.file(field), known) {
        (Some(file), _) if field == "photo" && !file.bytes.starts_with(b"\x89PNG\r\n\x1a\n") => {
            return Err(bad("IMAGE_PROCESS_FAILED"));
        }
        (Some(file), _) if file.bytes.len() > UPLOAD_LIMIT => {
            return Err(error(413, "Request Entity Too Large"));
        }
        (Some(file), _) if file.bytes.is_empty() => return Err(bad("file must be non-empty")),
        (Some(file), _) => state.keep_file(&file.name, &file.mime, file.bytes.clone()),
        (None, Some(known)) => known,
        (None, None) => return Err(bad(&format!("there is no {field} in the request"))),
    };
    let caption = content::text(state, params, Field::Caption)?;
    let markup = content::markup(params, false)?;
    let mut message = begin(state, params)?;
    fill(&mut message, caption);
    message.buttons = markup.buttons;
    message.force_reply = markup.force_reply;
    message.document = Some(document);
    Ok(state.store(message))
}

impl State {
    pub(crate) fn keep_file(&mut self, name: &str, mime: &str, bytes: Vec<u8>) -> Document {
        let document = Document {
            file_id: format!("FILE{:06}", self.files.len() + 1),
            name: name.to_owned(),
            mime: mime.to_owned(),
            bytes,
        };
        self.files.insert(document.file_id.clone(), document.clone());
        document
    }
}

/// The own message an edit is for; "to edit" and "to delete" appear in the error text.
fn own<'a>(state: &'a mut State, params: &Params) -> Result<&'a mut Message, ApiError> {
    let chat = state.writable(params.int("chat_id"))?.id;
    let id = params.int("message_id").ok_or_else(|| bad("message identifier is not specified"))?;
    let message = state.chat_mut(chat)?.message_mut(id).ok_or_else(|| bad("message to edit not found"))?;
    if message.by_bot { Ok(message) } else { Err(bad("message can't be edited")) }
}

pub(crate) fn edit_text(state: &mut State, params: &Params, field: Field) -> Answer {
    own(state, params)?;
    let text = content::text(state, params, field)?;
    let markup = content::markup(params, true)?;
    let now = state.now();
    let message = own(state, params)?;
    match (field, &message.document) {
        (Field::Text, Some(_)) => return Err(bad("there is no text in the message to edit")),
        (Field::Caption, None) => return Err(bad("there is no caption in the message to edit")),
        (Field::Text, None) | (Field::Caption, Some(_)) => {}
    }
    if message.text == text.text && message.entities == text.entities && message.buttons == markup.buttons {
        return Err(bad(NOT_MODIFIED));
    }
    message.edits.push(message.text.clone());
    fill(message, text);
    message.buttons = markup.buttons;
    message.edited_at = Some(now);
    let message = message.clone();
    Ok(state.message_json(&message, true))
}

pub(crate) fn edit_markup(state: &mut State, params: &Params) -> Answer {
    let markup = content::markup(params, true)?;
    let now = state.now();
    let message = own(state, params)?;
    if message.buttons == markup.buttons {
        return Err(bad(NOT_MODIFIED));
    }
    message.edits.push(message.text.clone());
    message.buttons = markup.buttons;
    message.edited_at = Some(now);
    let message = message.clone();
    Ok(state.message_json(&message, true))
}

pub(crate) fn delete(state: &mut State, params: &Params) -> Answer {
    let now = state.now();
    let chat = state.writable(params.int("chat_id"))?;
    let (id, may_delete_others) = (chat.id, chat.kind == Kind::Private || chat.admin);
    let missing = || bad("message to delete not found");
    let message =
        params.int("message_id").and_then(|m| state.chats.get_mut(&id)?.message_mut(m)).ok_or_else(missing)?;
    let allowed = message.by_bot || may_delete_others;
    if !allowed || now.saturating_sub(message.at) >= DELETE_WINDOW {
        return Err(bad("message can't be deleted for everyone"));
    }
    message.deleted = true;
    Ok(json!(true))
}

pub(crate) fn answer_query(state: &mut State, params: &Params) -> Answer {
    let id = params.text("callback_query_id").unwrap_or_default();
    let text = params.text("text").unwrap_or_default();
    if text.chars().count() > 200 {
        return Err(bad("MESSAGE_TOO_LONG"));
    }
    let (now, window) = (state.now(), state.answer_window);
    let late = || bad("query is too old and response timeout expired or query ID is invalid");
    let query = state.queries.get_mut(&id).ok_or_else(late)?;
    if now.saturating_sub(query.at) > window {
        return Err(late());
    }
    if std::mem::replace(&mut query.answered, true) {
        state.violate(Violation::AnsweredTwice(id));
        return Ok(json!(true));
    }
    state.answers.push(CallbackAnswer { query_id: id, text, alert: params.flag("show_alert") });
    Ok(json!(true))
}

/// Sets the one reaction a bot may have on a message, or takes it away (platform-facts T48).
pub(crate) fn react(state: &mut State, params: &Params) -> Answer {
    let list = params.json("reaction")?.unwrap_or_else(|| json!([]));
    let list = list.as_array().ok_or_else(|| bad("expected an Array of ReactionType"))?;
    let shown = reaction(list)?;
    let chat = state.writable(params.int("chat_id"))?.id;
    let id = params.int("message_id").ok_or_else(|| bad("message identifier is not specified"))?;
    let message = state.chat_mut(chat)?.message_mut(id).ok_or_else(|| bad("message to react not found"))?;
    message.bot_reaction = shown;
    Ok(json!(true))
}

/// Reads the list of reactions: a bot may set one, and no paid one.
fn reaction(list: &[Value]) -> Result<Option<String>, ApiError> {
    let wanted = match list {
        [] => return Ok(None),
        [wanted] => wanted,
        [_, _, ..] => return Err(bad("REACTIONS_TOO_MANY")),
    };
    match wanted["type"].as_str() {
        Some("emoji") => {
            let emoji = wanted["emoji"].as_str().filter(|emoji| REACTIONS.split(' ').any(|one| one == *emoji));
            emoji.map(|emoji| Some(emoji.to_owned())).ok_or_else(|| bad("REACTION_INVALID"))
        }
        Some("custom_emoji") if wanted["custom_emoji_id"].is_string() => Ok(Some("custom".to_owned())),
        Some(_) | None => Err(bad("invalid reaction type specified")),
    }
}

pub(crate) fn create_topic(state: &mut State, params: &Params) -> Answer {
    let name = params.text("name").unwrap_or_default();
    let chat = state.writable(params.int("chat_id"))?;
    let allowed = chat.forum || (chat.kind == Kind::Private && state.private_topics);
    let id = chat.id;
    if !allowed {
        return Err(bad("the chat is not a forum"));
    }
    if name.is_empty() || name.chars().count() > 128 {
        return Err(bad("TOPIC_TITLE_INVALID"));
    }
    let thread = state.take_id(id);
    state.chat_mut(id)?.topics.insert(thread, name.clone());
    Ok(json!({"message_thread_id": thread, "name": name, "icon_color": 7_322_096}))
}

/// Private chats only; the text may be empty, the id may not be zero (platform-facts T54).
pub(crate) fn draft(state: &mut State, params: &Params) -> Answer {
    let chat = state.writable(params.int("chat_id"))?;
    if chat.kind != Kind::Private {
        return Err(bad("the method is available only in private chats"));
    }
    if params.int("draft_id").unwrap_or(0) == 0 {
        return Err(bad("draft identifier must be non-zero"));
    }
    if params.text("text").is_some_and(|text| !text.trim().is_empty()) {
        content::text(state, params, Field::Text)?;
    }
    Ok(Value::Bool(true))
}
