//! What a test can see: messages, interactions, threads, calls, violations, connections.
//!
//! Plain data with public fields, cloned out of the fake; changing it changes nothing in the fake.

use std::time::Duration;

use serde_json::Value;

use super::rest::routes::Route;

/// Message flag: no link previews (platform-facts D23).
pub const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// Message flag: a thread was started from this message.
pub const HAS_THREAD: u64 = 1 << 5;
/// Message flag: only the user of the interaction sees it (D23, D31).
pub const EPHEMERAL: u64 = 1 << 6;
/// Message flag: a deferred reply that is still "thinking".
pub const LOADING: u64 = 1 << 7;
/// Message flag: posted without a notification (D23).
pub const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// Message flag: one recording and nothing else; cannot be edited.
pub const IS_VOICE_MESSAGE: u64 = 1 << 13;
/// Message flag: passes on another message.
pub const HAS_SNAPSHOT: u64 = 1 << 14;
/// Message flag: components V2 (D34).
pub const IS_COMPONENTS_V2: u64 = 1 << 15;

/// One uploaded file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Snowflake.
    pub id: u64,
    /// Name as uploaded.
    pub filename: String,
    /// Alternative text, if given.
    pub description: Option<String>,
    /// Content type of the multipart part, if given.
    pub content_type: Option<String>,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// How long a voice message plays.
    pub seconds: Option<u32>,
}

/// How a message looked before one of its edits.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// Content before the edit.
    pub content: String,
    /// Components before the edit.
    pub components: Vec<Value>,
}

/// A button on a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// What people read.
    pub label: String,
    /// Absent on link buttons.
    pub custom_id: Option<String>,
    /// Address of a link button.
    pub url: Option<String>,
    /// Greyed out: cannot be pressed.
    pub disabled: bool,
}

/// A message as it stands now.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Snowflake.
    pub id: u64,
    /// Channel, thread or DM channel it is in.
    pub channel: u64,
    /// User id; the bot's own messages carry `bot_id()`.
    pub author: u64,
    /// Text.
    pub content: String,
    /// Embeds as sent.
    pub embeds: Vec<Value>,
    /// Components as sent.
    pub components: Vec<Value>,
    /// Files with their bytes.
    pub attachments: Vec<Attachment>,
    /// Flag bits, see the constants of this module.
    pub flags: u64,
    /// The user who alone sees it, when ephemeral.
    pub ephemeral_for: Option<u64>,
    /// Earlier versions, oldest first; a deferred reply being filled in is no edit.
    pub edits: Vec<Edit>,
    /// Thread started from this message.
    pub thread: Option<u64>,
    /// Message this one replies to.
    pub reply_to: Option<u64>,
    /// Message this one passes on, as it was then.
    pub forwarded: Option<Box<Message>>,
    /// Nonce it was created with.
    pub nonce: Option<String>,
    /// Interaction it answers.
    pub interaction: Option<u64>,
    /// Users mentioned in the text.
    pub mentions: Vec<u64>,
    /// Who got notified: `user:<id>`, `role:<id>`, `everyone`.
    pub pings: Vec<String>,
    /// Virtual Unix time, milliseconds.
    pub created_at_ms: u64,
    /// Virtual Unix time of the last edit, milliseconds.
    pub edited_at_ms: Option<u64>,
}

impl Message {
    /// Seen by one user only.
    pub fn ephemeral(&self) -> bool {
        self.flags & EPHEMERAL != 0
    }

    /// A deferred reply that was not filled in yet.
    pub fn loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// All buttons, row by row.
    pub fn buttons(&self) -> Vec<Button> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        parts(&self.components)
            .into_iter()
            .filter(|part| part["type"] == 2)
            .map(|part| Button {
                label: text(&part["label"]).unwrap_or_default(),
                custom_id: text(&part["custom_id"]),
                url: text(&part["url"]),
                disabled: part["disabled"] == true,
            })
            .collect()
    }

    /// All select menus (types 3 and 5 to 8) as raw JSON.
    pub fn selects(&self) -> Vec<Value> {
        parts(&self.components)
            .into_iter()
            .filter(|part| matches!(part["type"].as_u64(), Some(3 | 5..=8)))
            .cloned()
            .collect()
    }
}

/// Every component of a tree, depth first, containers included.
pub(crate) fn parts(components: &[Value]) -> Vec<&Value> {
    let mut found = Vec::new();
    for part in components {
        found.push(part);
        if let Some(inner) = part["components"].as_array() {
            found.extend(parts(inner));
        }
        if part["accessory"].is_object() {
            found.push(&part["accessory"]);
        }
    }
    found
}

/// Refers to an interaction a test started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle(pub(crate) u64);

impl Handle {
    /// Snowflake of the interaction.
    pub fn id(self) -> u64 {
        self.0
    }
}

/// Which interaction it is (the numbers are Discord's).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InteractionKind {
    /// Slash command.
    Command = 2,
    /// Button or select menu.
    Component = 3,
    /// Autocomplete of an option.
    Autocomplete = 4,
    /// Submitted modal.
    Modal = 5,
}

/// The first response to an interaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ack {
    /// Callback type: 4 message, 5 deferred, 6 deferred update, 7 update, 8 autocomplete, 9 modal.
    pub kind: u64,
    /// Virtual time from the interaction to the response.
    pub after: Duration,
}

/// What became of an interaction.
#[derive(Debug, Clone)]
pub struct InteractionState {
    /// Snowflake.
    pub id: u64,
    /// The secret part of its webhook address.
    pub token: String,
    /// Command, component, autocomplete or modal.
    pub kind: InteractionKind,
    /// Who acted.
    pub user: u64,
    /// Where.
    pub channel: u64,
    /// Message that carried the pressed component.
    pub message: Option<u64>,
    /// First response, if any.
    pub ack: Option<Ack>,
    /// Whether the reply is ephemeral; fixed by the first response.
    pub ephemeral: Option<bool>,
    /// The modal that was opened (`title`, `custom_id`, `components`).
    pub modal: Option<Value>,
    /// Autocomplete choices (`name`, `value`).
    pub choices: Option<Vec<Value>>,
    /// The message created or changed by the first response.
    pub original: Option<u64>,
    /// Further messages, in order.
    pub followups: Vec<u64>,
    pub(crate) created_ms: u64,
}

/// A thread as it stands now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// Snowflake; equal to the message it was started from.
    pub id: u64,
    /// Channel it hangs under.
    pub parent: u64,
    /// Its title.
    pub name: String,
    /// Closed for now; a new message opens it again unless locked.
    pub archived: bool,
    /// Nobody but moderators may write.
    pub locked: bool,
    /// Minutes: 60, 1440, 4320 or 10080 (D38).
    pub auto_archive_minutes: u64,
}

/// One REST call as it arrived.
#[derive(Debug, Clone)]
pub struct Call {
    /// `GET`, `POST`, …
    pub method: String,
    /// Path without `/api/v10`.
    pub path: String,
    /// Query text, without `?`.
    pub query: String,
    /// Which route, `Route::Unknown` when there is none.
    pub route: Route,
    /// JSON body (`payload_json` of a multipart body); null when absent or dropped unread.
    pub body: Value,
    /// Virtual time since the fake started.
    pub at: Duration,
    /// Status answered; 0 while unanswered or when the connection was dropped.
    pub status: u16,
    /// Whether the effect took place, even when the answer was lost.
    pub performed: bool,
}

/// Something the real platform punishes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// A call before `retry_after` of its bucket (or the global one) had passed.
    BeforeRetryAfter {
        /// The route called too early.
        route: Route,
        /// How much was left.
        left: Duration,
    },
    /// Two identifies within 5 s (D4).
    IdentifyTooSoon {
        /// Virtual time between the two.
        gap: Duration,
    },
    /// More than 1000 identifies in 24 h: the real platform resets the token (D4).
    IdentifyQuota,
    /// More than 120 gateway sends in 60 s, or a payload over 4096 bytes (D5).
    GatewayMisuse(String),
    /// A follow-up asked for another visibility than the deferral fixed (D31).
    EphemeralMismatch {
        /// The interaction.
        interaction: u64,
    },
    /// A path this fake does not know.
    UnknownRoute(String),
    /// The file server was told the token: its addresses may be anybody's.
    TokenGivenAway(String),
    /// A second first-response to one interaction.
    AckedTwice {
        /// The interaction.
        interaction: u64,
    },
}

/// One IDENTIFY that was received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identify {
    /// Virtual time since the fake started.
    pub at: Duration,
    /// Time since the identify before; `None` for the first.
    pub gap: Option<Duration>,
    /// Intents asked for.
    pub intents: u64,
    /// Whether READY followed.
    pub accepted: bool,
}

/// One gateway connection, open or closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    /// Number in order of arrival, from 0.
    pub number: usize,
    /// Still there.
    pub open: bool,
    /// Has a session (READY or RESUMED sent).
    pub ready: bool,
    /// The session was taken over by RESUME.
    pub resumed: bool,
    /// Heartbeats received.
    pub heartbeats: u64,
    /// Close code, if closed by one: ours or the client's.
    pub close_code: Option<u16>,
}

/// A wait ended without what it waited for; `Debug` tells what there was instead.
pub struct TimedOut(pub(crate) String);

impl std::fmt::Debug for TimedOut {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "timed out: {}", self.0)
    }
}

impl std::fmt::Display for TimedOut {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "timed out: {}", self.0)
    }
}

impl std::error::Error for TimedOut {}
