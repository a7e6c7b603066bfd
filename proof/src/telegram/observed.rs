//! What a test can see of the fake: messages, calls, answers to presses, and breaches of the rules. Data only.

use std::time::Duration;

use serde_json::{Map, Value, json};

/// One formatting entity; offset and length in UTF-16 units (platform-facts T20).
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// `type` of the Bot API: "bold", "text_link", "pre", …
    pub kind: String,
    /// First UTF-16 unit.
    pub offset: usize,
    /// Length in UTF-16 units.
    pub length: usize,
    /// The remaining fields: `url`, `language`, `unix_time`, …
    pub extra: Map<String, Value>,
}

impl Entity {
    pub(crate) fn json(&self) -> Value {
        let mut map = self.extra.clone();
        map.insert("type".to_owned(), json!(self.kind));
        map.insert("offset".to_owned(), json!(self.offset));
        map.insert("length".to_owned(), json!(self.length));
        Value::Object(map)
    }
}

/// One button of an inline keyboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// What people see.
    pub label: String,
    /// `callback_data`, 1–64 bytes (platform-facts T23).
    pub data: Option<String>,
    /// The whole button as sent (`url`, `style`, `copy_text`, …).
    pub raw: Value,
}

/// A file sent by the bot or by a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Identifier for `getFile`.
    pub file_id: String,
    /// `file_name`.
    pub name: String,
    /// `mime_type`.
    pub mime: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// A message as it is now, of the bot or of a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Chat it is in.
    pub chat: i64,
    /// `message_id`, unique in the chat.
    pub id: i64,
    /// Forum topic, `message_thread_id`.
    pub thread: Option<i64>,
    /// Author; the bot's own id for messages of the bot.
    pub from: i64,
    /// Whether the bot wrote it.
    pub by_bot: bool,
    /// The text, or the caption of a document, after parsing of markup.
    pub text: String,
    /// What the markup meant.
    pub entities: Vec<Entity>,
    /// The text exactly as the bot sent it (HTML source when `parse_mode` was HTML).
    pub source: String,
    /// `parse_mode` as sent.
    pub parse_mode: Option<String>,
    /// Rows of the inline keyboard.
    pub buttons: Vec<Vec<Button>>,
    /// Whether `reply_markup` was a ForceReply.
    pub force_reply: bool,
    /// `disable_notification`.
    pub silent: bool,
    /// `link_preview_options.is_disabled`.
    pub link_preview_disabled: bool,
    /// Message it replies to (in the same chat).
    pub reply_to: Option<i64>,
    /// Attached document.
    pub document: Option<Document>,
    /// Further fields of the Bot API's Message, as a person sent them: `photo`, `contact`, `quote`, `forward_origin`, …
    pub more: Map<String, Value>,
    /// Reaction of the bot on it.
    pub bot_reaction: Option<String>,
    /// Earlier texts, oldest first; one per edit.
    pub edits: Vec<String>,
    /// Whether it has been deleted.
    pub deleted: bool,
    /// Position in the order in which all messages of all chats came into being.
    pub sequence: u64,
    /// Creation time since the Unix epoch (virtual clock).
    pub at: Duration,
    /// Last edit, likewise.
    pub edited_at: Option<Duration>,
    /// A person writing as the group or a channel (`sender_chat`, platform-facts T42).
    pub sender_chat: Option<i64>,
}

impl Message {
    /// All buttons, row by row.
    pub fn all_buttons(&self) -> impl Iterator<Item = &Button> {
        self.buttons.iter().flatten()
    }

    /// Labels of all buttons, row by row.
    pub fn labels(&self) -> Vec<&str> {
        self.all_buttons().map(|b| b.label.as_str()).collect()
    }

    /// The button with this label, or else with this callback data.
    pub fn button(&self, label_or_data: &str) -> Option<&Button> {
        let by_label = self.all_buttons().find(|b| b.label == label_or_data);
        by_label.or_else(|| self.all_buttons().find(|b| b.data.as_deref() == Some(label_or_data)))
    }

    /// The part of the text an entity covers.
    pub fn covered(&self, entity: &Entity) -> String {
        let units = self.text.encode_utf16().skip(entity.offset).take(entity.length);
        String::from_utf16_lossy(&units.collect::<Vec<_>>())
    }
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Not answered yet (held, or a long poll), or the caller hung up before.
    Waiting,
    /// Done, with this `result`.
    Done(Value),
    /// Refused with this code and description.
    Refused(u16, String),
    /// An HTML page with this status.
    ServerError(u16),
    /// Connection closed, nothing accepted.
    Dropped,
    /// Took effect, but the caller got no readable answer.
    AnswerLost(Value),
}

/// One call of a Bot API method.
#[derive(Clone, Debug)]
pub struct Call {
    /// Name in the spelling of the documentation ("sendMessage"), whatever the spelling of the caller.
    pub method: String,
    /// Parameters as JSON; uploaded files appear as `{"file_name":…,"bytes":n}`. Null when dropped before reading.
    pub body: Value,
    /// Arrival since the Unix epoch (virtual clock).
    pub at: Duration,
    /// What became of it.
    pub outcome: Outcome,
}

/// An accepted `answerCallbackQuery`.
#[derive(Clone, Debug, PartialEq)]
pub struct CallbackAnswer {
    /// The press it answers.
    pub query_id: String,
    /// The toast, 0–200 characters.
    pub text: String,
    /// Whether it was shown as an alert.
    pub alert: bool,
}

/// A breach of a documented rule which the platform would not always report itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// A call before `retry_after` had elapsed.
    BeforeRetryAfter {
        /// The method called.
        method: String,
        /// Its chat, if any.
        chat: Option<i64>,
        /// How much too early.
        early_by: Duration,
    },
    /// A negative `offset` forgets updates (T4).
    NegativeOffset,
    /// `drop_pending_updates` discards updates (T4).
    DroppedPending,
    /// Two pollers at the same time (T6).
    PollOverlap,
    /// A press answered twice.
    AnsweredTwice(String),
    /// A parameter outside its documented range which the server silently bends.
    OutOfRange(String),
    /// More than 100 entities: the rest was dropped (T21).
    EntitiesDropped(usize),
    /// A method or mode this fake does not know.
    Unknown(String),
    /// A call with a wrong token.
    WrongToken,
}
