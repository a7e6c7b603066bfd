//! Translates an update of the Bot API into exactly one `Inbound`, also an update that nobody understands. Nothing is
//! dropped, decided or fetched here.

mod files;
mod referred;
mod words;

use super::narrow;
use super::presses::QUERY;
use crate::secretary::inbound::{ChatKind, Content, Inbound, Place, Platform, Sender};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use teloxide::types::{self, MaybeInaccessibleMessage, Update, UpdateKind};

/// Raw events are kept up to this size.
const RAW_BYTES: usize = 16 * 1024;
/// The users Telegram puts into `from` for anonymous admins, channels and its own forwards (platform-facts T42).
const STAND_INS: [u64; 3] = [1_087_968_824, 136_817_688, 777_000];
/// The General topic of a forum; it is addressed without a thread (platform-facts T43).
const GENERAL: i32 = 1;

/// Who we are on Telegram.
#[derive(Clone, Debug)]
pub(crate) struct Us {
    /// The bot's user id.
    pub(crate) id: String,
    /// The bot's username, without "@".
    pub(crate) username: String,
}

/// The number of an update, if it can be read; confirming goes by it.
pub(crate) fn number(raw: &str) -> Option<i64> {
    serde_json::from_str::<Value>(raw).ok()?.get("update_id")?.as_i64()
}

/// Translates one update; `now` stands in for events without a date of their own.
pub(crate) fn read(raw: &str, us: &Us, now: DateTime<Utc>) -> Inbound {
    let value: Value = serde_json::from_str(raw).unwrap_or(Value::Null);
    let kind = value.as_object().and_then(|update| update.keys().find(|key| *key != "update_id" && !key.is_empty()));
    let kind = kind.cloned().unwrap_or_else(|| "unreadable".to_owned());
    let body = value.get(&kind).unwrap_or(&Value::Null);
    let event = event(&value, &kind, body, raw);
    let understood = match kind.as_str() {
        "message" => message(body, us),
        "edited_message" => edited(body, us),
        "callback_query" => press(body, us, now),
        "my_chat_member" => membership(body, us),
        _ => Err(Unread::Unknown(kind.clone())),
    };
    let (place, sender, content, sent_at, handle) = match understood {
        Ok(Read { place, sender, content, sent_at, handle }) => (place, sender, content, sent_at, handle),
        Err(unread) => {
            let (place, sender) = whereabouts(body, us);
            let said = kind == "message" && place.kind == ChatKind::Direct && place.chat != "0";
            let content = match unread {
                Unread::NotForUs(kind) => Content::Unsupported { kind, raw: String::new(), to_us: false },
                Unread::Unknown(kind) => Content::Unsupported { kind, raw: cut(raw).to_owned(), to_us: said },
            };
            (place, sender, content, now, None)
        }
    };
    Inbound { event, place, sender, content, sent_at, handle }
}

/// What an event is known by, so that it counts once. A message is known by itself: it may come a second time under
/// another number, and after a week of silence the numbers begin anywhere (platform-facts T5). Its content is part of
/// the name, since a message must never be taken for another one.
fn event(update: &Value, kind: &str, body: &Value, raw: &str) -> String {
    let id = |value: Option<&Value>| value.and_then(Value::as_i64);
    let query = body.get("id").and_then(Value::as_str).filter(|id| kind == "callback_query" && !id.is_empty());
    if let Some(query) = query {
        // By its query, so that it can still be answered when nothing else of it is left.
        return format!("{QUERY}{query}");
    }
    let message = (kind == "message").then(|| (id(body.pointer("/chat/id")), id(body.get("message_id"))));
    match (message, id(update.get("update_id"))) {
        (Some((Some(chat), Some(message))), _) => format!("m{chat}/{message}/{}", fingerprint(&body.to_string())),
        (_, Some(update)) => format!("u{update}"),
        (_, None) => format!("x{}", fingerprint(raw)),
    }
}

/// Why there is nothing to read in an update, with the name of its kind.
enum Unread {
    /// It is known what it is, and it says nothing to the secretary.
    NotForUs(String),
    /// It has no form that is known.
    Unknown(String),
}

/// What was understood of an update.
struct Read {
    place: Place,
    sender: Sender,
    content: Content,
    sent_at: DateTime<Utc>,
    handle: Option<String>,
}

/// The chats of business accounts and guests may carry the id of another chat (platform-facts T47).
fn is_foreign(body: &Value) -> bool {
    ["business_connection_id", "guest_query_id", "direct_messages_topic"].iter().any(|key| body.get(key).is_some())
}

fn parse(kind: &str, body: Value) -> Option<UpdateKind> {
    // teloxide reads updates from text only: from a `Value` it always gives an error.
    let text = json!({ "update_id": 0, kind: body }).to_string();
    serde_json::from_str::<Update>(&text).ok().map(|update| update.kind)
}

fn parse_message(body: &Value, kind: &str) -> Result<types::Message, Unread> {
    if is_foreign(body) {
        return Err(Unread::NotForUs(format!("foreign_{kind}")));
    }
    match parse("message", narrow::message(body)) {
        Some(UpdateKind::Message(message)) if !message.chat.is_channel() => Ok(message),
        _ => Err(Unread::Unknown(kind.to_owned())),
    }
}

fn message(body: &Value, us: &Us) -> Result<Read, Unread> {
    let kind = "message";
    let msg = parse_message(body, kind)?;
    let mut place = place(&msg, us);
    let sender = sender(&msg);
    let read = |place, content| Ok(Read { place, sender: sender.clone(), content, sent_at: msg.date, handle: None });
    if let Some(to) = body.get("migrate_to_chat_id").and_then(Value::as_i64) {
        return read(place, Content::Moved { to: to.to_string() });
    }
    if let Some(from) = body.get("migrate_from_chat_id").and_then(Value::as_i64) {
        let to = std::mem::replace(&mut place.chat, from.to_string());
        return read(place, Content::Moved { to });
    }
    let attachments = files::of(body);
    let said = words::of(body, Some(us));
    let replied = replied_to(body);
    let addressed = said.mentioned || replied.is_some_and(|reply| is_ours(reply, us)) || place.kind == ChatKind::Direct;
    let instead = words::instead(body);
    if said.text.is_empty() && instead.is_none() && !said.mentioned && attachments.is_empty() {
        let kind = narrow::kind_of(body);
        // Nothing that is sent to us goes without an answer, also what Telegram invents tomorrow.
        let Some(kind) = kind.filter(|kind| addressed && !narrow::is_note(kind)) else {
            return Err(Unread::NotForUs(format!("message:{}", kind.unwrap_or("nothing"))));
        };
        return read(place, Content::Unsupported { kind: kind.to_owned(), raw: String::new(), to_us: true });
    }
    let reply_to = replied.and_then(|reply| reply.get("message_id")?.as_i64()).map(|id| id.to_string());
    let id = msg.id.0.to_string();
    let forwarded = of_others(body) || msg.is_automatic_forward();
    let refers = referred::of(body, &said.text, &sender, us);
    // A command in somebody else's words is no command of whoever passes them on.
    if let Some(command) = command(&said.text).filter(|_| !forwarded) {
        if command.bot.is_some_and(|bot| !bot.eq_ignore_ascii_case(&us.username)) {
            return Err(Unread::NotForUs("command_for_another_bot".to_owned()));
        }
        let (message, name) = (Some(id), command.name.to_ascii_lowercase());
        let args = command.args.to_owned();
        return read(place, Content::Command { message, name, args, reply_to, attachments, refers });
    }
    let text = instead.filter(|_| said.text.is_empty()).unwrap_or(said.text);
    read(place, Content::Text { message: id, text, addressed, reply_to, attachments, forwarded, refers })
}

/// Whether somebody else wrote it: it was passed on, or another bot wrote what is sent by way of it.
fn of_others(body: &Value) -> bool {
    body.get("forward_origin").is_some() || body.get("via_bot").is_some()
}

fn edited(body: &Value, us: &Us) -> Result<Read, Unread> {
    let kind = "edited_message";
    let msg = parse_message(body, kind)?;
    let said = words::of(body, Some(us));
    // A live location that moved, for example; and what another bot wrote is that bot's to change, and no correction of
    // whoever sent it.
    if said.text.is_empty() || of_others(body) {
        return Err(Unread::NotForUs(kind.to_owned()));
    }
    let sent_at = msg.edit_date().copied().unwrap_or(msg.date);
    let place = place(&msg, us);
    let addressed = said.mentioned || place.kind == ChatKind::Direct;
    let content = Content::Edited { message: msg.id.0.to_string(), text: said.text, addressed };
    Ok(Read { place, sender: sender(&msg), content, sent_at, handle: None })
}

fn press(body: &Value, us: &Us, now: DateTime<Utc>) -> Result<Read, Unread> {
    let kind = "callback_query";
    if body.get("message").is_none_or(is_foreign) {
        return Err(Unread::NotForUs(format!("foreign_{kind}")));
    }
    let Some(UpdateKind::CallbackQuery(query)) = parse(kind, narrow::callback_query(body)) else {
        return Err(Unread::Unknown(kind.to_owned()));
    };
    let (Some(under), Some(data)) = (&query.message, query.data) else {
        return Err(Unread::NotForUs(kind.to_owned()));
    };
    if under.chat().is_channel() {
        return Err(Unread::NotForUs(kind.to_owned()));
    }
    let place = match under {
        MaybeInaccessibleMessage::Regular(message) => place(message, us),
        MaybeInaccessibleMessage::Inaccessible(message) => chat_place(&message.chat, us),
    };
    let message = Some(under.id().0).filter(|id| *id != 0).map(|id| id.to_string());
    let content = Content::Press { data, message };
    Ok(Read { place, sender: named(&query.from), content, sent_at: now, handle: Some(query.id.0) })
}

/// Read by hand: the rights listed with a membership grow with every Bot API, and only the status matters.
fn membership(body: &Value, us: &Us) -> Result<Read, Unread> {
    let kind = "my_chat_member";
    let unknown = || Unread::Unknown(kind.to_owned());
    let new = body.get("new_chat_member").ok_or_else(unknown)?;
    let yes = match new.get("status").and_then(Value::as_str).ok_or_else(unknown)? {
        "left" | "kicked" => false,
        "restricted" => new.get("is_member").and_then(Value::as_bool).unwrap_or(false),
        _ => true,
    };
    let date = body.get("date").and_then(Value::as_i64).and_then(|at| DateTime::from_timestamp(at, 0));
    let date = date.ok_or_else(unknown)?;
    let known =
        |chat: &&Value| matches!(chat.get("type").and_then(Value::as_str), Some("private" | "group" | "supergroup"));
    let chat = body.get("chat").filter(known);
    if chat.is_none() {
        return Err(Unread::NotForUs(kind.to_owned()));
    }
    let (place, sender) = whereabouts(body, us);
    Ok(Read { place, sender, content: Content::Reachable { yes }, sent_at: date, handle: None })
}

fn place(msg: &types::Message, us: &Us) -> Place {
    let thread = msg.thread_id.filter(|_| msg.is_topic_message).map(|thread| thread.0.0);
    let thread = thread.filter(|thread| *thread != GENERAL).map(|thread| thread.to_string());
    Place { thread, ..chat_place(&msg.chat, us) }
}

fn chat_place(chat: &types::Chat, us: &Us) -> Place {
    Place {
        platform: Platform::Telegram,
        bot: us.id.clone(),
        chat: chat.id.0.to_string(),
        thread: None,
        kind: if chat.is_private() { ChatKind::Direct } else { ChatKind::Group },
        title: chat.title().map(str::to_owned),
    }
}

fn sender(msg: &types::Message) -> Sender {
    if let Some(chat) = &msg.sender_chat {
        let name = chat.title().unwrap_or_default().to_owned();
        return Sender { user: chat.id.0.to_string(), name, anonymous: true, ..Sender::default() };
    }
    msg.from.as_ref().map_or_else(nobody, named)
}

fn named(user: &types::User) -> Sender {
    let anonymous = STAND_INS.contains(&user.id.0);
    Sender {
        user: user.id.0.to_string(),
        name: user.full_name(),
        bot: user.is_bot && !anonymous,
        anonymous,
        language: user.language_code.clone(),
        ..Sender::default()
    }
}

fn nobody() -> Sender {
    Sender { user: "0".to_owned(), anonymous: true, ..Sender::default() }
}

/// Chat and sender of something not understood, as far as they are plainly there. Foreign chats are not
/// named, because their ids may be those of ordinary ones.
fn whereabouts(body: &Value, us: &Us) -> (Place, Sender) {
    let known = |name: &str| body.get(name).filter(|_| !is_foreign(body));
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let id = |value: &Value| value.get("id").and_then(Value::as_i64);
    let chat = known("chat");
    // A chat that does not say what it is counts as one in which others read along.
    let private = chat.is_none_or(|chat| text(chat, "type").as_deref() == Some("private"));
    let place = Place {
        platform: Platform::Telegram,
        bot: us.id.clone(),
        chat: chat.and_then(id).unwrap_or(0).to_string(),
        thread: None,
        kind: if private { ChatKind::Direct } else { ChatKind::Group },
        title: chat.and_then(|chat| text(chat, "title")),
    };
    let sender = body.get("from").and_then(|from| {
        let name = text(from, "first_name").unwrap_or_default();
        let bot = from.get("is_bot").and_then(Value::as_bool).unwrap_or(false);
        let user = id(from)?.to_string();
        Some(Sender { user, name, bot, language: text(from, "language_code"), ..Sender::default() })
    });
    (place, sender.unwrap_or_else(nobody))
}

/// The message replied to. Inside a topic every message "replies" to the topic's first one.
fn replied_to(body: &Value) -> Option<&Value> {
    body.get("reply_to_message").filter(|reply| reply.get("forum_topic_created").is_none())
}

/// Whether the bot wrote this message.
fn is_ours(message: &Value, us: &Us) -> bool {
    message.pointer("/from/id").and_then(Value::as_i64).is_some_and(|id| id.to_string() == us.id)
}

struct Command<'a> {
    name: &'a str,
    bot: Option<&'a str>,
    args: &'a str,
}

/// "/name", "/name@bot" or either with arguments; "/usr/bin" is none.
fn command(text: &str) -> Option<Command<'_>> {
    let line = text.strip_prefix('/')?;
    let (word, args) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (name, bot) = word.split_once('@').map_or((word, None), |(name, bot)| (name, Some(bot)));
    let plain = |word: &str| word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let fits = (1..=32).contains(&name.len()) && plain(name) && bot.is_none_or(|bot| !bot.is_empty() && plain(bot));
    fits.then(|| Command { name, bot, args: args.trim() })
}

fn fingerprint(raw: &str) -> String {
    Sha256::digest(raw.as_bytes()).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn cut(raw: &str) -> &str {
    let end = (0..=RAW_BYTES.min(raw.len())).rev().find(|end| raw.is_char_boundary(*end)).unwrap_or(0);
    &raw[..end]
}

#[cfg(test)]
mod tests;
