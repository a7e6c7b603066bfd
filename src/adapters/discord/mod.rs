//! Discord: the gateway brings events in, a small REST transport carries messages out. It translates and transports;
//! `secretary` decides what to say. Names of the gateway library stay in this folder.

mod arrival;
mod commands;
mod download;
#[cfg(any(test, feature = "fuzzing"))]
#[path = "../../../fuzz/readers/adapters/discord.rs"]
pub mod fuzzing;
mod receive;
mod send;

pub use commands::{CommandSpec, OptionKind, OptionSpec};

use crate::ports::chat::{Chat, ChatError, DownloadError, Downloads, Editing, Posting, Receipts, Sent};
use crate::ports::clock::Clock;
use crate::ports::inbox::{Intake, Marks};
use crate::secretary::inbound::{Attachment, Place, Platform, Trouble};
use arrival::Arrival;
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use receive::arrivals::Arrivals;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedMutexGuard, mpsc};
use tokio_util::sync::CancellationToken;

/// Where Discord is.
const ROOT: &str = "https://discord.com";
/// Arrivals waiting before handlers have to wait themselves.
const QUEUE: usize = 1024;

/// What the adapter needs to know.
#[derive(Clone)]
pub struct DiscordConfig {
    /// The bot token.
    pub token: String,
    /// The root of another server speaking Discord's interface, without "/api/v10"; `None` for Discord.
    /// The address of the gateway comes from there, too.
    pub api_url: Option<String>,
}

impl fmt::Debug for DiscordConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiscordConfig").field("token", &"(hidden)").field("api_url", &self.api_url).finish()
    }
}

/// Why the adapter ended without being asked to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiscordError {
    /// The token is wrong or was withdrawn.
    #[error("Discord refuses the bot token; check DISCORD_TOKEN")]
    Token,
    /// The gateway refuses what we are for another reason that does not go away.
    #[error("the Discord gateway refuses the connection: {0}")]
    Gateway(String),
    /// `run` was called twice.
    #[error("the Discord connection is running already")]
    Running,
}

/// The bot on Discord.
pub struct Discord {
    core: Arc<Core>,
    arrivals: Mutex<Option<mpsc::Receiver<Arrival>>>,
}

/// What the parts of the adapter share.
struct Core {
    config: DiscordConfig,
    clock: Arc<dyn Clock>,
    intake: Arc<dyn Intake>,
    marks: Arc<dyn Marks>,
    commands: Vec<CommandSpec>,
    rest: send::rest::Rest,
    queue: mpsc::Sender<Arrival>,
    pending: send::pending::Pending,
    session: AtomicU64,
    known: Mutex<Known>,
}

/// What was learnt on the way.
#[derive(Default)]
struct Known {
    /// The bot's user id.
    bot: String,
    /// Roles that stand for the bot, by which it may be mentioned as well.
    roles: Vec<u64>,
    /// What the roles of all servers are called.
    role_names: HashMap<u64, String>,
    /// The names of channels and threads.
    titles: HashMap<u64, String>,
    /// The channels and threads of each server.
    channels: HashMap<u64, HashSet<u64>>,
    /// What people are called on each server who wrote there or were named, since the start.
    people: HashMap<u64, HashMap<u64, String>>,
    /// Gateway addresses of connections that are over, locked so that nothing connects by them again.
    retired: Vec<OwnedMutexGuard<String>>,
    /// Direct channels opened, by user.
    direct: HashMap<String, String>,
    /// Kinds of events of an unknown form that were named in the log.
    unread: HashSet<String>,
    /// The state of the connection, for people.
    state: String,
    /// Whether it stands.
    connected: bool,
    /// Since when Discord does not let us read messages that are not for us.
    content_denied: Option<DateTime<Utc>>,
}

impl Core {
    fn root(&self) -> &str {
        self.config.api_url.as_deref().unwrap_or(ROOT)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bot(&self) -> String {
        self.known().bot.clone()
    }

    /// The connection does not stand, for this reason.
    fn say(&self, state: impl Into<String>) {
        self.now(state.into(), false);
    }

    /// The state of the connection, and whether it stands.
    fn now(&self, state: String, connected: bool) {
        let mut known = self.known();
        (known.state, known.connected) = (state, connected);
    }

    /// Lets people know of a trouble; it must not wait behind what arrives.
    async fn notice(&self, trouble: Trouble) {
        let noticed = trouble.noticed(Platform::Discord, &self.bot(), self.clock.now());
        if let Err(error) = self.intake.receive(vec![noticed]).await {
            tracing::warn!(%error, "a trouble with Discord could not be told");
        }
    }

    /// Hands something to the way in; lost only when the adapter is being stopped.
    async fn hand_in(&self, arrival: Arrival) {
        if self.queue.send(arrival).await.is_err() {
            tracing::debug!("something arrived from Discord after the end; it is fetched at the next start");
        }
    }

    /// Translates with what is known at this moment.
    fn reading<T>(&self, read: impl FnOnce(&receive::inbound::Reader<'_>) -> T) -> T {
        let known = self.known();
        let reader = receive::inbound::Reader {
            bot: &known.bot,
            roles: &known.roles,
            role_names: &known.role_names,
            titles: &known.titles,
            channels: &known.channels,
            people: &known.people,
            commands: &self.commands,
        };
        read(&reader)
    }

    fn next_session(&self) -> u64 {
        self.session.fetch_add(1, Ordering::SeqCst) + 1
    }

    fn is_session(&self, number: u64) -> bool {
        self.session.load(Ordering::SeqCst) == number
    }
}

impl Discord {
    /// Prepares the bot; nothing is sent before [`Discord::run`] or the first post.
    pub fn connect(
        config: DiscordConfig,
        clock: Arc<dyn Clock>,
        intake: Arc<dyn Intake>,
        marks: Arc<dyn Marks>,
        commands: Vec<CommandSpec>,
    ) -> Self {
        let (queue, arrivals) = mpsc::channel(QUEUE);
        let rest = send::rest::Rest::new(config.api_url.as_deref().unwrap_or(ROOT), &config.token);
        let known = Known {
            bot: id_in_token(&config.token).unwrap_or_default(),
            state: "not connected yet".to_owned(),
            ..Known::default()
        };
        let core = Core {
            config,
            clock,
            intake,
            marks,
            commands,
            rest,
            queue,
            pending: send::pending::Pending::default(),
            session: AtomicU64::new(0),
            known: Mutex::new(known),
        };
        Self { core: Arc::new(core), arrivals: Mutex::new(Some(arrivals)) }
    }

    /// Listens until stopped. Connections that break are made again; a server that cannot be reached is
    /// tried again and again.
    ///
    /// # Errors
    /// See [`DiscordError`]: what trying again cannot change.
    pub fn run(&self, stop: CancellationToken) -> BoxFuture<'_, Result<(), DiscordError>> {
        Box::pin(async move {
            let receiver = self.arrivals.lock().unwrap_or_else(PoisonError::into_inner).take();
            let receiver = receiver.ok_or(DiscordError::Running)?;
            let arrivals = Arrivals::new(
                Arc::clone(&self.core.intake),
                Arc::clone(&self.core.marks),
                Arc::clone(&self.core.clock),
            );
            let ended = CancellationToken::new();
            let listen = async {
                let result = receive::gateway::listen(&self.core, &stop).await;
                ended.cancel();
                result
            };
            let (result, ()) = tokio::join!(listen, arrivals.run(receiver, ended.clone()));
            match &result {
                Ok(()) => self.core.say("stopped"),
                Err(error) => {
                    tracing::error!("{error}");
                    self.core.say(error.to_string());
                    let trouble = if *error == DiscordError::Token { Trouble::Token } else { Trouble::Refused };
                    self.core.notice(trouble).await;
                }
            }
            result
        })
    }

    /// The state of the connection in one line, for people.
    pub fn health(&self) -> String {
        let known = self.core.known();
        if known.content_denied.is_some() {
            return format!(
                "{}; without the message content intent: in servers I read mentions, replies and commands only",
                known.state
            );
        }
        known.state.clone()
    }

    /// Why nothing is received at the moment, in words for who runs the program; none when all is well.
    pub fn unready(&self) -> Option<String> {
        let known = self.core.known();
        (!known.connected).then(|| known.state.clone())
    }

    /// The bot's own user id; empty as long as it is neither in the token nor learnt from Discord.
    pub fn bot_id(&self) -> String {
        self.core.bot()
    }
}

/// The user id in the first part of a token.
fn id_in_token(token: &str) -> Option<String> {
    let first = token.split('.').next()?.trim_end_matches('=');
    let id = String::from_utf8(URL_SAFE_NO_PAD.decode(first).ok()?).ok()?;
    (id.parse::<u64>().is_ok() && token.contains('.')).then_some(id)
}

#[async_trait]
impl Chat for Discord {
    async fn post(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        self.core.post(posting).await
    }

    async fn edit(&self, editing: Editing<'_>) -> Result<usize, ChatError> {
        self.core.edit(editing).await
    }

    async fn open_thread(&self, place: &Place, message: &str, title: &str) -> Result<Option<Place>, ChatError> {
        self.core.open_thread(place, message, title).await
    }

    async fn typing(&self, place: &Place) {
        self.core.typing(place).await;
    }
}

#[async_trait]
impl Downloads for Discord {
    async fn download(&self, file: &Attachment, most: u64) -> Result<Vec<u8>, DownloadError> {
        self.core.download(file, most).await
    }
}

#[async_trait]
impl Receipts for Discord {
    async fn seen(&self, place: &Place, message: &str) -> Result<(), ChatError> {
        self.core.seen(place, message).await
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::*;

    #[test]
    fn the_token_tells_the_bot_and_stays_hidden() {
        let token = format!("{}.Gabcde.secret", URL_SAFE_NO_PAD.encode("1234567890"));
        assert_eq!(id_in_token(&token), Some("1234567890".to_owned()));
        assert_eq!(id_in_token("nonsense"), None);
        assert_eq!(id_in_token("MTIz"), None);
        let config = DiscordConfig { token: token.clone(), api_url: None };
        assert!(!format!("{config:?}").contains("secret"));
    }
}
