//! Events from outside in the same form for every platform. Adapters translate into it; no wire format is known here.

mod beside;

pub use beside::{Attachment, FileKind, REFERRED_CHARS, Reference, Referred};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Where people talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Telegram.
    Telegram,
    /// Discord.
    Discord,
    /// The local web chat.
    Web,
}

impl Platform {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Telegram, Self::Discord, Self::Web];

    /// The stable lower-case name, as in settings and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Telegram => "telegram",
            Self::Discord => "discord",
            Self::Web => "web",
        }
    }

    /// The name as people write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Telegram => "Telegram",
            Self::Discord => "Discord",
            Self::Web => "the web chat",
        }
    }

    /// The platform of a stable name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An account on a platform: the numeric user id as text, never a display name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Account {
    /// The platform.
    pub platform: Platform,
    /// The platform's own user id.
    pub user: String,
}

/// Who sent something; the default is nobody who is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    /// The platform's user id.
    pub user: String,
    /// The name to address them by; never used to authorize.
    pub name: String,
    /// Written by a bot: ignored.
    #[serde(default)]
    pub bot: bool,
    /// An anonymous admin or a channel: cannot be identified, so cannot decide (platform-facts T42).
    #[serde(default)]
    pub anonymous: bool,
    /// The language the client reports ("de"), if any.
    #[serde(default)]
    pub language: Option<String>,
    /// The zone the client reports, by its IANA name; untrusted.
    #[serde(default)]
    pub zone: Option<String>,
    /// The ids of their roles on the Discord server it was said on, as Discord tells with the event itself; else
    /// [`ROLES_UNSEEN`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
}

/// In place of roles where it was read afterwards and Discord did not tell them: they may have any or none.
pub const ROLES_UNSEEN: &str = "unseen";

impl Sender {
    /// Whether it is not known which roles they had.
    pub fn roles_unseen(&self) -> bool {
        self.roles.iter().any(|role| role == ROLES_UNSEEN)
    }
}

/// What the role is called that everybody on a Discord server has.
pub const EVERYBODY: &str = "@everyone";

/// A role of a Discord server, as a command names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedRole<'a> {
    /// One that some have.
    One {
        /// Its id.
        id: &'a str,
        /// What it is called; empty where that was not told.
        name: &'a str,
    },
    /// That of everybody, with its id where the server is known whose it is.
    Everybody(Option<&'a str>),
}

impl<'a> NamedRole<'a> {
    /// Reads `<@&ID>`, `@everyone`, or what [`Self::everybody_on`] and [`Self::called`] write; none of these is none.
    pub fn read(text: &'a str) -> Option<Self> {
        if let Some(rest) = text.strip_prefix(EVERYBODY) {
            return if rest.is_empty() {
                Some(Self::Everybody(None))
            } else {
                Some(Self::Everybody(Some(rest.strip_prefix('/')?)))
            };
        }
        let text = text.strip_prefix("<@&")?.strip_suffix('>')?;
        let (id, name) = text.split_once('/').unwrap_or((text, ""));
        Some(Self::One { id, name })
    }

    /// How the role of everybody on this server is named, so that it is known whose it is.
    pub fn everybody_on(server: &str) -> String {
        format!("{EVERYBODY}/{server}")
    }

    /// How one that some have is named, so that it is known what it is called.
    pub fn called(id: &str, name: &str) -> String {
        format!("<@&{id}/{name}>")
    }

    /// Its id, where it is known.
    pub fn id(self) -> Option<&'a str> {
        match self {
            Self::One { id, .. } => Some(id),
            Self::Everybody(id) => id,
        }
    }

    /// What it is called, where that was told.
    pub fn name(self) -> &'a str {
        match self {
            Self::One { name, .. } => name,
            Self::Everybody(_) => "",
        }
    }
}

/// The kind of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChatKind {
    /// One person and the secretary.
    Direct,
    /// A group, supergroup or server channel.
    Group,
}

/// The conversation something happened in. Its key is (platform, bot, chat, thread).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The platform.
    pub platform: Platform,
    /// The bot's own id on the platform, so that two bots never mix.
    pub bot: String,
    /// The chat or channel id. A Discord thread is a chat of its own.
    pub chat: String,
    /// A forum topic inside the chat (Telegram), if any.
    #[serde(default)]
    pub thread: Option<String>,
    /// Direct or group.
    pub kind: ChatKind,
    /// The title of the group, if known.
    #[serde(default)]
    pub title: Option<String>,
}

/// One thing that arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inbound {
    /// Unique per platform and bot; the same event delivered twice has the same id.
    pub event: String,
    /// Where.
    pub place: Place,
    /// Who.
    pub sender: Sender,
    /// What.
    pub content: Content,
    /// When the platform says it happened.
    pub sent_at: DateTime<Utc>,
    /// An opaque, short-lived handle by which the adapter can answer this event (a Discord interaction).
    #[serde(default)]
    pub handle: Option<String>,
}

impl Inbound {
    /// The message that somebody wrote, to reply to; none for what is no new message.
    pub fn message(&self) -> Option<&String> {
        if let Content::Command { message, .. } = &self.content {
            return message.as_ref();
        }
        // Words of a button or of a menu command stand in no message.
        let Content::Text { message, .. } = &self.content else { return None };
        Some(message).filter(|message| !message.is_empty())
    }
}

/// The event that a message answers; the message becomes a reply where the platform can.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyTo {
    /// The platform's message id.
    pub message: Option<String>,
    /// The platform's handle of the event.
    pub handle: Option<String>,
}

/// What arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Content {
    /// A text message.
    Text {
        /// The platform's id of the message.
        message: String,
        /// The text, with a mention of the bot removed.
        text: String,
        /// Meant for the secretary: a direct chat, a mention, or a reply to it.
        addressed: bool,
        /// The message it replies to.
        reply_to: Option<String>,
        /// Files with it.
        attachments: Vec<Attachment>,
        /// Somebody else's words passed on.
        forwarded: bool,
        /// What it refers to.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        refers: Vec<Referred>,
    },
    /// A command, without its slash and without "@botname".
    Command {
        /// The platform's id of the message, if it is one.
        message: Option<String>,
        /// The lower-case name.
        name: String,
        /// Everything after it, trimmed.
        args: String,
        /// The message it replies to.
        reply_to: Option<String>,
        /// Files with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attachments: Vec<Attachment>,
        /// What it refers to.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        refers: Vec<Referred>,
    },
    /// A button or a select option: the data of `message::Button`, untrusted.
    Press {
        /// The data.
        data: String,
        /// The message of the button, if known.
        message: Option<String>,
    },
    /// A form sent off: the data of the button that opened it, and the text; untrusted.
    Form {
        /// The data.
        data: String,
        /// What was typed.
        text: String,
    },
    /// A message was edited.
    Edited {
        /// The platform's id of the message.
        message: String,
        /// The new text, with a mention of the bot removed.
        text: String,
        /// The new text is meant for the secretary: a direct chat, or a mention.
        #[serde(default)]
        addressed: bool,
    },
    /// The chat got a new id (platform-facts T32).
    Moved {
        /// The new chat id.
        to: String,
    },
    /// The chat can be reached (again), or no longer (blocked, kicked, left).
    Reachable {
        /// Whether it can.
        yes: bool,
    },
    /// There is no such chat any more.
    Deleted,
    /// More was written here during an absence than can be read afterwards: the newest of it stays unread.
    Missed,
    /// Something is wrong with the connection to the platform that only a person can mend.
    Trouble(Trouble),
    /// Anything else.
    Unsupported {
        /// The kind, as the platform names it.
        kind: String,
        /// The raw event, cut to 16 KiB, where it could not be decoded: it is kept. Empty where it is known what it is.
        raw: String,
        /// Somebody sent it to the secretary, so that it gets an answer.
        #[serde(default)]
        to_us: bool,
    },
}

/// What is wrong with the connection to a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trouble {
    /// The token is not accepted.
    Token,
    /// Another program receives with the same token.
    Rival,
    /// Messages that are not for the bot may not be read.
    NoContent,
    /// The platform does not take the connection for another reason.
    Refused,
}

impl Trouble {
    /// This trouble as an event of the platform. It is told once a day, however often it is noticed; a
    /// second program, which makes messages go astray as long as it runs, once an hour.
    pub fn noticed(self, platform: Platform, bot: &str, now: DateTime<Utc>) -> Inbound {
        let place = Place {
            platform,
            bot: bot.to_owned(),
            chat: String::new(),
            thread: None,
            kind: ChatKind::Group,
            title: None,
        };
        let sender = Sender { user: bot.to_owned(), bot: true, ..Sender::default() };
        let when = if self == Self::Rival { "%Y-%m-%dT%H" } else { "%Y-%m-%d" };
        let event = format!("trouble/{self:?}/{}", now.format(when));
        Inbound { event, place, sender, content: Content::Trouble(self), sent_at: now, handle: None }
    }
}
