//! Everything the fake Telegram remembers, and the JSON it shows of it. No sockets here.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::calls::params::{ApiError, bad, error, forbidden};
use super::observed::{Call, CallbackAnswer, Document, Message, Violation};
use super::queue::Queue;
use super::rates::Rates;
use crate::clock::Clock;
use crate::fault::Fault;

pub(crate) const BOT_ID: i64 = 123_456;
pub(crate) const BOT_NAME: &str = "fake_secretary_bot";

/// The kinds of files that people send, beside documents; the words with them are a caption.
pub(crate) const MEDIA: [&str; 8] =
    ["photo", "document", "voice", "audio", "video", "video_note", "animation", "sticker"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Private,
    Group,
    Supergroup,
}

#[derive(Debug)]
pub(crate) struct Chat {
    pub id: i64,
    pub kind: Kind,
    pub title: String,
    pub forum: bool,
    pub privacy: bool,
    pub admin: bool,
    /// Private: the user pressed Start. Group: the bot is a member.
    pub open: bool,
    pub blocked: bool,
    pub migrated_to: Option<i64>,
    pub topics: BTreeMap<i64, String>,
    pub messages: Vec<Message>,
    pub bot_spoke: bool,
    next_id: i64,
}

impl Chat {
    pub(crate) fn new(id: i64, kind: Kind, title: &str) -> Self {
        Self {
            id,
            kind,
            title: title.to_owned(),
            forum: false,
            privacy: true,
            admin: false,
            open: kind != Kind::Private,
            blocked: false,
            migrated_to: None,
            topics: BTreeMap::new(),
            messages: Vec::new(),
            bot_spoke: false,
            next_id: 1,
        }
    }

    pub(crate) fn is_group(&self) -> bool {
        self.kind != Kind::Private
    }

    pub(crate) fn message(&self, id: i64) -> Option<&Message> {
        self.messages.iter().find(|m| m.id == id && !m.deleted)
    }

    pub(crate) fn message_mut(&mut self, id: i64) -> Option<&mut Message> {
        self.messages.iter_mut().find(|m| m.id == id && !m.deleted)
    }

    pub(crate) fn json(&self) -> Value {
        match self.kind {
            Kind::Private => json!({"id": self.id, "type": "private", "first_name": self.title}),
            Kind::Group => json!({"id": self.id, "type": "group", "title": self.title}),
            Kind::Supergroup => {
                let mut chat = json!({"id": self.id, "type": "supergroup", "title": self.title});
                if self.forum {
                    chat["is_forum"] = json!(true);
                }
                chat
            }
        }
    }
}

#[derive(Debug)]
pub(crate) struct Query {
    pub at: Duration,
    pub answered: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Webhook {
    pub url: String,
    pub secret: Option<String>,
    pub max_connections: i64,
    pub last_error: Option<(Duration, String)>,
    pub gone_since: Option<Duration>,
}

pub(crate) type FaultChoice = Box<dyn FnMut(&Call) -> Option<Fault> + Send>;

#[derive(Default)]
pub(crate) struct State {
    pub clock: Clock,
    pub users: BTreeMap<i64, Map<String, Value>>,
    pub deactivated: BTreeSet<i64>,
    pub chats: BTreeMap<i64, Chat>,
    pub queue: Queue,
    pub queries: BTreeMap<String, Query>,
    pub answers: Vec<CallbackAnswer>,
    pub answer_window: Duration,
    pub files: BTreeMap<String, Document>,
    /// Sizes of files that are said to be larger than what is kept of them, by file id.
    pub sizes: BTreeMap<String, u64>,
    /// Until when a file can be fetched, by the path that `getFile` gave.
    pub links: BTreeMap<String, Duration>,
    /// The server keeps files on its own disk (`--local`).
    pub local: bool,
    pub commands: BTreeMap<(String, String), Value>,
    pub texts: BTreeMap<(String, String), String>,
    pub actions: Vec<(i64, String)>,
    pub calls: Vec<Call>,
    pub violations: Vec<Violation>,
    pub rates: Rates,
    pub faults: BTreeMap<String, VecDeque<Fault>>,
    pub fault_choice: Option<FaultChoice>,
    pub webhook: Webhook,
    pub webhook_generation: u64,
    pub active_poll: Option<u64>,
    pub polls: u64,
    pub private_topics: bool,
    sequence: u64,
    pub shared_id: i64,
}

impl State {
    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }

    pub(crate) fn violate(&mut self, violation: Violation) {
        self.violations.push(violation);
    }

    pub(crate) fn bot_json() -> Value {
        json!({"id": BOT_ID, "is_bot": true, "first_name": "Fake Secretary", "username": BOT_NAME})
    }

    pub(crate) fn user_json(&self, id: i64) -> Value {
        if id == BOT_ID {
            return Self::bot_json();
        }
        self.users
            .get(&id)
            .cloned()
            .map_or_else(|| json!({"id": id, "is_bot": false, "first_name": "Unknown"}), Value::Object)
    }

    /// A fresh message id: supergroups count for themselves, private chats and basic groups share one counter.
    pub(crate) fn take_id(&mut self, chat: i64) -> i64 {
        match self.chats.get_mut(&chat) {
            Some(chat) if chat.kind == Kind::Supergroup => {
                chat.next_id += 1;
                chat.next_id
            }
            _ => {
                self.shared_id += 1;
                self.shared_id
            }
        }
    }

    /// An empty message with fresh id and time, not yet stored.
    pub(crate) fn draft(&mut self, chat: i64, from: i64) -> Message {
        self.sequence += 1;
        Message {
            chat,
            id: self.take_id(chat),
            thread: None,
            from,
            by_bot: from == BOT_ID,
            text: String::new(),
            entities: Vec::new(),
            source: String::new(),
            parse_mode: None,
            buttons: Vec::new(),
            force_reply: false,
            silent: false,
            link_preview_disabled: false,
            reply_to: None,
            document: None,
            more: Map::new(),
            bot_reaction: None,
            edits: Vec::new(),
            deleted: false,
            sequence: self.sequence,
            at: self.now(),
            edited_at: None,
            sender_chat: None,
        }
    }

    /// Stores a message and shows it as JSON.
    pub(crate) fn store(&mut self, message: Message) -> Value {
        let shown = self.message_json(&message, true);
        if let Some(chat) = self.chats.get_mut(&message.chat) {
            chat.bot_spoke |= message.by_bot;
            chat.messages.push(message);
        }
        shown
    }

    /// The chat a bot may write to.
    pub(crate) fn writable(&self, id: Option<i64>) -> Result<&Chat, ApiError> {
        let chat = id.and_then(|id| self.chats.get(&id)).ok_or_else(|| bad("chat not found"))?;
        if let Some(new) = chat.migrated_to {
            let mut gone = bad("group chat was upgraded to a supergroup chat");
            gone.parameters = Some(json!({"migrate_to_chat_id": new}));
            return Err(gone);
        }
        match chat.kind {
            Kind::Private if self.deactivated.contains(&chat.id) => Err(forbidden("user is deactivated")),
            Kind::Private if chat.blocked => Err(forbidden("bot was blocked by the user")),
            Kind::Private if !chat.open => Err(forbidden("bot can't initiate conversation with a user")),
            Kind::Group if !chat.open => Err(forbidden("bot was kicked from the group chat")),
            Kind::Supergroup if !chat.open => Err(forbidden("bot was kicked from the supergroup chat")),
            Kind::Private | Kind::Group | Kind::Supergroup => Ok(chat),
        }
    }

    pub(crate) fn chat_mut(&mut self, id: i64) -> Result<&mut Chat, ApiError> {
        self.chats.get_mut(&id).ok_or_else(|| error(400, "Bad Request: chat not found"))
    }

    /// The Bot API's view of a message; `deep` includes the message it replies to.
    pub(crate) fn message_json(&self, message: &Message, deep: bool) -> Value {
        let chat = self.chats.get(&message.chat);
        let mut shown = json!({
            "message_id": message.id,
            "date": message.at.as_secs(),
            "chat": chat.map(Chat::json),
            "from": self.user_json(message.from),
        });
        let entities: Vec<Value> = message.entities.iter().map(super::observed::Entity::json).collect();
        let media = message.document.is_some() || MEDIA.iter().any(|kind| message.more.contains_key(*kind));
        let (text, marks) = if media { ("caption", "caption_entities") } else { ("text", "entities") };
        if !message.text.is_empty() {
            shown[text] = json!(message.text);
        }
        if !entities.is_empty() {
            shown[marks] = Value::Array(entities);
        }
        if let Some(document) = &message.document {
            shown["document"] = document_json(document);
        }
        for (field, value) in &message.more {
            shown[field] = value.clone();
        }
        if !message.buttons.is_empty() {
            let row = |row: &Vec<super::Button>| Value::Array(row.iter().map(|b| b.raw.clone()).collect());
            let rows: Vec<Value> = message.buttons.iter().map(row).collect();
            shown["reply_markup"] = json!({"inline_keyboard": rows});
        }
        if let Some(thread) = message.thread {
            shown["message_thread_id"] = json!(thread);
            shown["is_topic_message"] = json!(true);
        }
        if let Some(at) = message.edited_at {
            shown["edit_date"] = json!(at.as_secs());
        }
        if let Some(sender) = message.sender_chat.and_then(|id| self.chats.get(&id)) {
            shown["sender_chat"] = sender.json();
        }
        let replied = message.reply_to.and_then(|id| chat?.message(id));
        if let (true, Some(replied)) = (deep, replied) {
            shown["reply_to_message"] = self.message_json(replied, false);
        }
        shown
    }
}

pub(crate) fn document_json(document: &Document) -> Value {
    json!({
        "file_id": document.file_id,
        "file_unique_id": format!("u{}", document.file_id),
        "file_name": document.name,
        "mime_type": document.mime,
        "file_size": document.bytes.len(),
    })
}
