//! Everything the fake knows, behind one lock. No I/O; answers and events are made elsewhere from it.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use serde_json::Value;

use super::clock::{Clock, DISCORD_EPOCH_MS};
use super::gateway::Gateway;
use super::rest::faults::Faults;
use super::rest::limits::Limits;
use super::rest::refusal::Refusal;
use super::types::{Call, InteractionState, Message, Violation};
use crate::ledger::Ledger;

/// Bot permission bits a test can take away with `bot_permissions`.
pub mod permission {
    /// See the channel at all; without it 50001.
    pub const VIEW_CHANNEL: u64 = 1 << 10;
    /// Write; without it 50013.
    pub const SEND_MESSAGES: u64 = 1 << 11;
    /// Edit and archive other people's threads, write into locked ones.
    pub const MANAGE_THREADS: u64 = 1 << 34;
    /// Delete other people's messages, change the channel.
    pub const MANAGE_MESSAGES: u64 = 1 << 13;
    /// Rename a channel.
    pub const MANAGE_CHANNELS: u64 = 1 << 4;
    /// Upload files.
    pub const ATTACH_FILES: u64 = 1 << 15;
    /// Read what was written before; without it `GET messages` gives nothing, and an answer to a message 160002.
    pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
    /// Let `@everyone` and roles that are not mentionable ring.
    pub const MENTION_EVERYONE: u64 = 1 << 17;
    /// Start threads.
    pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
    /// Write into threads.
    pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
    /// Set a reaction that nobody has set yet.
    pub const ADD_REACTIONS: u64 = 1 << 6;
    /// What the bot has in a new channel: all of the above but the MANAGE bits.
    pub const USUAL: u64 = VIEW_CHANNEL
        | SEND_MESSAGES
        | ATTACH_FILES
        | READ_MESSAGE_HISTORY
        | MENTION_EVERYONE
        | CREATE_PUBLIC_THREADS
        | SEND_MESSAGES_IN_THREADS
        | ADD_REACTIONS;
}

/// A person or the bot.
#[derive(Debug, Clone)]
pub(crate) struct User {
    pub(crate) name: String,
    pub(crate) bot: bool,
    pub(crate) dm_closed: bool,
    pub(crate) locale: String,
}

/// A server.
#[derive(Debug, Clone)]
pub(crate) struct Guild {
    pub(crate) id: u64,
    pub(crate) name: String,
    /// Per user: role ids and permission bits.
    pub(crate) members: BTreeMap<u64, (Vec<u64>, u64)>,
}

/// State of a channel that is a thread.
#[derive(Debug, Clone)]
pub(crate) struct ThreadState {
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) auto_archive: u64,
    pub(crate) owner: u64,
    pub(crate) created_ms: u64,
}

/// A guild channel (0), a DM (1) or a public thread (11).
#[derive(Debug, Clone)]
pub(crate) struct Channel {
    pub(crate) id: u64,
    pub(crate) kind: u64,
    pub(crate) guild: Option<u64>,
    pub(crate) name: String,
    pub(crate) parent: Option<u64>,
    pub(crate) recipient: Option<u64>,
    pub(crate) permissions: u64,
    pub(crate) thread: Option<ThreadState>,
}

/// Numbers a test may change.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) nonce_window: Duration,
    pub(crate) max_active_threads: usize,
    pub(crate) allow_unregistered: bool,
}

/// The whole fake platform.
pub(crate) struct World {
    pub(crate) clock: Clock,
    pub(crate) port: u16,
    pub(crate) token: String,
    pub(crate) bot: u64,
    pub(crate) application: u64,
    pub(crate) settings: Settings,
    pub(crate) users: BTreeMap<u64, User>,
    pub(crate) guilds: BTreeMap<u64, Guild>,
    pub(crate) channels: BTreeMap<u64, Channel>,
    pub(crate) messages: BTreeMap<u64, Message>,
    pub(crate) by_channel: HashMap<u64, Vec<u64>>,
    pub(crate) interactions: BTreeMap<u64, InteractionState>,
    pub(crate) tokens: HashMap<String, u64>,
    pub(crate) commands: BTreeMap<Option<u64>, Vec<Value>>,
    pub(crate) overwrites: usize,
    pub(crate) nonces: HashMap<String, (u64, u64)>,
    pub(crate) unintended_pings: usize,
    pub(crate) typing: Vec<u64>,
    /// The reactions of the bot by message.
    pub(crate) reactions: BTreeMap<u64, Vec<String>>,
    pub(crate) gateway: Gateway,
    pub(crate) limits: Limits,
    pub(crate) faults: Faults,
    pub(crate) calls: Vec<Call>,
    pub(crate) violations: Vec<Violation>,
    pub(crate) invalid_requests: usize,
    pub(crate) ledger: Option<Ledger>,
    last_id: u64,
}

impl World {
    pub(crate) fn new(port: u16, token: String, bot: u64, application: u64) -> Self {
        let owner = User { name: "Fake Bot".to_owned(), bot: true, dm_closed: false, locale: "en-US".to_owned() };
        Self {
            clock: Clock::start(),
            port,
            token,
            bot,
            application,
            settings: Settings {
                nonce_window: Duration::from_secs(180),
                max_active_threads: 1000,
                allow_unregistered: false,
            },
            users: BTreeMap::from([(bot, owner)]),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            by_channel: HashMap::new(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            commands: BTreeMap::new(),
            overwrites: 0,
            nonces: HashMap::new(),
            unintended_pings: 0,
            typing: Vec::new(),
            reactions: BTreeMap::new(),
            gateway: Gateway::default(),
            limits: Limits::default(),
            faults: Faults::default(),
            calls: Vec::new(),
            violations: Vec::new(),
            invalid_requests: 0,
            ledger: None,
            last_id: 0,
        }
    }

    /// Writes an entry, where a ledger is kept.
    pub(crate) fn note(&self, kind: &str, entry: impl FnOnce() -> Value) {
        if let Some(ledger) = &self.ledger {
            ledger.write(kind, entry());
        }
    }

    pub(crate) fn now(&self) -> u64 {
        self.clock.now_ms()
    }

    /// A new snowflake: the virtual time, and always above all earlier ones.
    pub(crate) fn snowflake(&mut self) -> u64 {
        let by_time = self.now().saturating_sub(DISCORD_EPOCH_MS) << 22;
        self.last_id = by_time.max(self.last_id + 1);
        self.last_id
    }

    /// The channel, if it exists and the bot may see it (10003, 50001).
    pub(crate) fn visible(&self, id: u64) -> Result<&Channel, Refusal> {
        let channel = self.channels.get(&id).ok_or(Refusal::code(10003))?;
        if self.permissions(channel) & permission::VIEW_CHANNEL == 0 {
            return Err(Refusal::code(50001));
        }
        Ok(channel)
    }

    /// Refuses with 50013 unless the bot has all of `bits` in the channel.
    pub(crate) fn require(&self, channel: &Channel, bits: u64) -> Result<(), Refusal> {
        if self.permissions(channel) & bits == bits { Ok(()) } else { Err(Refusal::code(50013)) }
    }

    /// The bot's permissions; a thread has those of its parent.
    pub(crate) fn permissions(&self, channel: &Channel) -> u64 {
        channel
            .parent
            .filter(|_| channel.thread.is_some())
            .and_then(|parent| self.channels.get(&parent))
            .unwrap_or(channel)
            .permissions
    }

    pub(crate) fn store(&mut self, message: Message) {
        let ids = self.by_channel.entry(message.channel).or_default();
        ids.push(message.id);
        self.messages.insert(message.id, message);
    }

    /// Messages of a channel, oldest first.
    pub(crate) fn history(&self, channel: u64) -> impl DoubleEndedIterator<Item = &Message> {
        self.by_channel.get(&channel).into_iter().flatten().filter_map(|id| self.messages.get(id))
    }

    pub(crate) fn user_name(&self, id: u64) -> &str {
        self.users.get(&id).map_or("?", |user| user.name.as_str())
    }
}
