//! The list of methods the fake knows, and those that are neither messages nor updates.

use std::time::Duration;

use serde_json::{Value, json};

use super::content::Field;
use super::params::{Answer, Params, bad, error};
use super::sending;
use crate::telegram::observed::Violation;
use crate::telegram::polling;
use crate::telegram::state::{BOT_ID, Kind, State, document_json};

/// Documented spelling of every known method.
const METHODS: [&str; 52] = [
    "getMe",
    "getUpdates",
    "setWebhook",
    "deleteWebhook",
    "getWebhookInfo",
    "sendMessage",
    "editMessageText",
    "editMessageCaption",
    "editMessageReplyMarkup",
    "deleteMessage",
    "answerCallbackQuery",
    "sendDocument",
    "sendPhoto",
    "sendChatAction",
    "setMyCommands",
    "getMyCommands",
    "deleteMyCommands",
    "setMyDescription",
    "getMyDescription",
    "setMyShortDescription",
    "getMyShortDescription",
    "setMyName",
    "getMyName",
    "getChat",
    "getChatMember",
    "getChatAdministrators",
    "getChatMemberCount",
    "getFile",
    "setMessageReaction",
    "createForumTopic",
    "editForumTopic",
    "closeForumTopic",
    "reopenForumTopic",
    "deleteForumTopic",
    "sendMessageDraft",
    "setChatMenuButton",
    "getChatMenuButton",
    "pinChatMessage",
    "unpinChatMessage",
    "unpinAllChatMessages",
    "leaveChat",
    "logOut",
    "close",
    "setMyDefaultAdministratorRights",
    "getMyDefaultAdministratorRights",
    "deleteMessages",
    "editGeneralForumTopic",
    "closeGeneralForumTopic",
    "reopenGeneralForumTopic",
    "hideGeneralForumTopic",
    "unhideGeneralForumTopic",
    "getForumTopicIconStickers",
];

/// The largest file that `getFile` gives, in bytes, and how long it can be fetched then (T34).
const LARGEST: u64 = 20 * 1024 * 1024;
const LINK: Duration = Duration::from_secs(3_600);

const ACTIONS: [&str; 11] = [
    "typing",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "upload_voice",
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
];

/// The documented spelling of `name`, compared without case.
pub(crate) fn canonical(name: &str) -> Option<&'static str> {
    METHODS.iter().find(|m| m.eq_ignore_ascii_case(name)).copied()
}

/// Whether the flood limits for messages count for it.
pub(crate) fn is_send(method: &str) -> bool {
    matches!(method, "sendMessage" | "sendDocument" | "sendPhoto")
}

/// Performs a method at once (all but `getUpdates`).
pub(crate) fn perform(state: &mut State, method: &str, params: &Params) -> Answer {
    match method {
        "getMe" => Ok(me(state)),
        "setWebhook" => polling::set_webhook(state, params),
        "deleteWebhook" => polling::delete_webhook(state, params),
        "getWebhookInfo" => Ok(polling::webhook_info(state)),
        "sendMessage" => sending::send_message(state, params),
        "sendDocument" => sending::send_file(state, params, "document"),
        "sendPhoto" => sending::send_file(state, params, "photo"),
        "sendMessageDraft" => sending::draft(state, params),
        "editMessageText" => sending::edit_text(state, params, Field::Text),
        "editMessageCaption" => sending::edit_text(state, params, Field::Caption),
        "editMessageReplyMarkup" => sending::edit_markup(state, params),
        "deleteMessage" => sending::delete(state, params),
        "answerCallbackQuery" => sending::answer_query(state, params),
        "setMessageReaction" => sending::react(state, params),
        "createForumTopic" => sending::create_topic(state, params),
        "editForumTopic" | "closeForumTopic" | "reopenForumTopic" | "deleteForumTopic" => topic(state, method, params),
        "sendChatAction" => action(state, params),
        "setMyCommands" | "getMyCommands" | "deleteMyCommands" => commands(state, method, params),
        "setMyName" | "setMyDescription" | "setMyShortDescription" => set_text(state, method, params),
        "getMyName" | "getMyDescription" | "getMyShortDescription" => Ok(get_text(state, method, params)),
        "getChat" | "getChatMember" | "getChatAdministrators" => chat(state, method, params),
        "getFile" => file(state, params),
        "pinChatMessage" | "unpinChatMessage" | "unpinAllChatMessages" => {
            state.writable(params.int("chat_id"))?;
            Ok(json!(true))
        }
        "leaveChat" => {
            let id = state.writable(params.int("chat_id"))?.id;
            state.chat_mut(id)?.open = false;
            Ok(json!(true))
        }
        "setChatMenuButton" => Ok(json!(true)),
        "getChatMenuButton" => Ok(json!({"type": "commands"})),
        other => {
            state.violate(Violation::Unknown(other.to_owned()));
            Err(error(404, "Not Found"))
        }
    }
}

fn me(state: &State) -> Value {
    let mut me = State::bot_json();
    me["can_join_groups"] = json!(true);
    me["can_read_all_group_messages"] = json!(false);
    me["supports_inline_queries"] = json!(false);
    me["can_connect_to_business"] = json!(false);
    me["has_main_web_app"] = json!(false);
    me["has_topics_enabled"] = json!(state.private_topics);
    me
}

fn topic(state: &mut State, method: &str, params: &Params) -> Answer {
    let id = state.writable(params.int("chat_id"))?.id;
    let thread = params.int("message_thread_id").unwrap_or(0);
    let topics = &mut state.chat_mut(id)?.topics;
    let name = topics.get_mut(&thread).ok_or_else(|| bad("message thread not found"))?;
    if let (true, Some(new)) = (method == "editForumTopic", params.text("name")) {
        *name = new;
    }
    if method == "deleteForumTopic" {
        topics.remove(&thread);
    }
    Ok(json!(true))
}

fn action(state: &mut State, params: &Params) -> Answer {
    let id = state.writable(params.int("chat_id"))?.id;
    let action = params.text("action").unwrap_or_default();
    if !ACTIONS.contains(&action.as_str()) {
        return Err(bad("wrong parameter action in request"));
    }
    state.actions.push((id, action));
    Ok(json!(true))
}

fn commands(state: &mut State, method: &str, params: &Params) -> Answer {
    let scope = params.json("scope")?.unwrap_or_else(|| json!({"type": "default"}));
    let kind = scope["type"].as_str().unwrap_or_default();
    let plain = ["default", "all_private_chats", "all_group_chats", "all_chat_administrators"];
    let with_chat = ["chat", "chat_administrators", "chat_member"];
    if with_chat.contains(&kind) {
        let chat = scope["chat_id"].as_i64();
        if !chat.is_some_and(|id| state.chats.contains_key(&id)) {
            return Err(bad("chat not found"));
        }
    } else if !plain.contains(&kind) {
        return Err(bad("unsupported BotCommandScope type"));
    }
    let language = params.text("language_code").unwrap_or_default();
    if !language.is_empty() && (language.len() != 2 || !language.bytes().all(|b| b.is_ascii_lowercase())) {
        return Err(bad("invalid language code specified"));
    }
    let key = (scope.to_string(), language);
    match method {
        "getMyCommands" => Ok(state.commands.get(&key).cloned().unwrap_or_else(|| json!([]))),
        "deleteMyCommands" => {
            state.commands.remove(&key);
            Ok(json!(true))
        }
        _ => {
            let list = params.json("commands")?.unwrap_or_else(|| json!([]));
            check_commands(list.as_array().ok_or_else(|| bad("expected an Array of BotCommand"))?)?;
            state.commands.insert(key, list);
            Ok(json!(true))
        }
    }
}

fn check_commands(list: &[Value]) -> Result<(), super::params::ApiError> {
    if list.len() > 100 {
        return Err(bad("BOT_COMMANDS_TOO_MUCH"));
    }
    for command in list {
        let name = command["command"].as_str().unwrap_or_default();
        let name = name.strip_prefix('/').unwrap_or(name);
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        if name.is_empty() || name.len() > 32 || !name.bytes().all(fits) {
            return Err(bad("BOT_COMMAND_INVALID"));
        }
        let length = command["description"].as_str().unwrap_or_default().chars().count();
        if !(1..=256).contains(&length) {
            return Err(bad("BOT_COMMAND_DESCRIPTION_INVALID"));
        }
    }
    Ok(())
}

/// Parameter of a text setting, from "setMyShortDescription" to "short_description".
fn setting(method: &str) -> (&'static str, usize) {
    if method.ends_with("ShortDescription") {
        ("short_description", 120)
    } else if method.ends_with("Description") {
        ("description", 512)
    } else {
        ("name", 64)
    }
}

fn set_text(state: &mut State, method: &str, params: &Params) -> Answer {
    let (name, limit) = setting(method);
    let text = params.text(name).unwrap_or_default();
    if text.chars().count() > limit {
        return Err(bad(&format!("{name} is too long")));
    }
    let language = params.text("language_code").unwrap_or_default();
    state.texts.insert((name.to_owned(), language), text);
    Ok(json!(true))
}

fn get_text(state: &State, method: &str, params: &Params) -> Value {
    let (name, _) = setting(method);
    let language = params.text("language_code").unwrap_or_default();
    let text = state.texts.get(&(name.to_owned(), language));
    let mut answer = json!({});
    answer[name] = json!(text.cloned().unwrap_or_default());
    answer
}

fn chat(state: &State, method: &str, params: &Params) -> Answer {
    let id = params.int("chat_id");
    let chat = id.and_then(|id| state.chats.get(&id)).ok_or_else(|| bad("chat not found"))?;
    match method {
        "getChat" => {
            let mut full = chat.json();
            full["accent_color_id"] = json!(0);
            full["max_reaction_count"] = json!(11);
            full["accepted_gift_types"] = json!({
                "unlimited_gifts": false, "limited_gifts": false, "unique_gifts": false, "premium_subscription": false
            });
            Ok(full)
        }
        "getChatMember" => {
            let user = params.int("user_id").unwrap_or(0);
            let status = match (user == BOT_ID, chat.admin) {
                (true, true) => "administrator",
                (true, false) | (false, _) => "member",
            };
            Ok(json!({"status": status, "user": state.user_json(user)}))
        }
        _ if chat.kind == Kind::Private => Err(bad("there are no administrators in the private chat")),
        _ if chat.admin => Ok(json!([{"status": "administrator", "user": State::bot_json()}])),
        _ => Ok(json!([])),
    }
}

/// A server of one's own (`--local`) has no limit and tells a path on its own disk (T34).
fn file(state: &mut State, params: &Params) -> Answer {
    let id = params.text("file_id").unwrap_or_default();
    let document = state.files.get(&id).ok_or_else(|| bad("wrong file_id or the file is temporarily unavailable"))?;
    let size = state.sizes.get(&id).copied().unwrap_or(document.bytes.len() as u64);
    if size > LARGEST && !state.local {
        return Err(bad("file is too big"));
    }
    let mut shown = document_json(document);
    shown["file_size"] = json!(size);
    if state.local {
        shown["file_path"] = json!(format!("/var/lib/telegram-bot-api/{BOT_ID}/documents/{id}"));
        return Ok(shown);
    }
    let path = format!("documents/{id}");
    shown["file_path"] = json!(path);
    let until = state.now() + LINK;
    state.links.insert(path, until);
    Ok(shown)
}
