//! A fake Discord: REST v10 and the gateway on one loopback port, enforcing the documented limits.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use std::time::Duration;
//! let discord = proof::discord::FakeDiscord::start().await?;
//! let guild = discord.guild(10, "Office");
//! let room = discord.channel(guild, 20, "ideas");
//! let ann = discord.user(30, "Ann");
//! // Start the bot with `discord.url()` and `discord.token()`, then:
//! let soon = Duration::from_secs(5);
//! discord.wait_ready(soon).await?;
//! discord.wait_command("idea", soon).await?;
//! let typed = discord.slash(room, ann, "idea", serde_json::json!({"text": "a lighter tent"}));
//! discord.wait_ack(typed, soon).await?;
//! let asked = discord.wait_message(room, |m| !m.buttons().is_empty(), soon).await?;
//! let pressed = discord.press(room, ann, asked.id, "Option B");
//! discord.wait_ack(pressed, soon).await?;
//! # Ok(()) }
//! ```
//!
//! Where things are: `FakeDiscord` has settings here, and in `controls` places and people (`people`), what people
//! write (`sending`) and do with the bot (`acting`), what a test sees and waits for (`observe`), and faults
//! (`trouble`). Files have addresses of their own (`cdn`). Deadlines of `wait_*` are real time; every window of the
//! platform (3 s, 15 min, nonces, rate limits, session life, addresses of files) is virtual time: real time plus
//! `advance`. Nothing here knows the product, and nothing here needs a sleep. All ids are snowflakes as `u64`.

mod cdn;
mod clock;
mod controls;
mod gateway;
mod handlers;
mod handshake;
mod json;
mod rest;
mod socket;
mod types;
mod world;

#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use controls::acting::Inputs;
pub use controls::sending::File;
pub use rest::faults::{Fault, Scope};
pub use rest::routes::Route;
pub use types::{
    Ack, Attachment, Button, Call, Connection, EPHEMERAL, Edit, HAS_SNAPSHOT, HAS_THREAD, Handle, IS_COMPONENTS_V2,
    IS_VOICE_MESSAGE, Identify, InteractionKind, InteractionState, LOADING, Message, SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS, Thread, TimedOut, Violation,
};
pub use world::permission;

use gateway::Out;
use socket::{CuttableListener, OpenConnections, Scissors};
use world::World;

/// User id of the bot.
const BOT: u64 = 1_100_000_000_000_000_001;
/// Application id; another number than the bot's, so that mixing them up fails.
const APPLICATION: u64 = 1_100_000_000_000_000_002;

/// The world behind its lock, and the bell that rings at every change.
pub(crate) struct Shared {
    world: Mutex<World>,
    bell: watch::Sender<u64>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn look<T>(&self, read: impl FnOnce(&World) -> T) -> T {
        read(&self.lock())
    }

    pub(crate) fn change<T>(&self, act: impl FnOnce(&mut World) -> T) -> T {
        let result = act(&mut self.lock());
        self.bell.send_modify(|rings| *rings += 1);
        result
    }
}

/// A running fake; stops, and cuts all connections, on drop.
pub struct FakeDiscord {
    shared: Arc<Shared>,
    address: SocketAddr,
    open: OpenConnections,
    server: JoinHandle<()>,
}

impl FakeDiscord {
    /// Listens on a free loopback port.
    ///
    /// # Errors
    /// When no port can be opened.
    pub async fn start() -> std::io::Result<Self> {
        let inner = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = inner.local_addr()?;
        // The first part of a bot token is its user id; the port makes each fake's token its own.
        let id = URL_SAFE_NO_PAD.encode(BOT.to_string());
        let token = format!("{id}.F{:05}.not-a-real-token", address.port());
        let shared = Arc::new(Shared {
            world: Mutex::new(World::new(address.port(), token, BOT, APPLICATION)),
            bell: watch::channel(0).0,
        });
        let open = OpenConnections::default();
        let listener = CuttableListener { inner, open: open.clone() };
        let service = Router::new()
            .fallback(rest::http::serve)
            .layer(DefaultBodyLimit::disable())
            .with_state(Arc::clone(&shared))
            .into_make_service_with_connect_info::<Scissors>();
        let server = tokio::spawn(async move {
            // Serving ends only with the task itself.
            drop(axum::serve(listener, service).await);
        });
        Ok(Self { shared, address, open, server })
    }

    /// Root address without `/api/v10`, such as `http://127.0.0.1:4711`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The bot token that is accepted now.
    pub fn token(&self) -> String {
        self.shared.look(|world| world.token.clone())
    }

    /// Replaces the token, as when it was reset in the portal; calls with the old one get 401.
    pub fn set_token(&self, token: &str) {
        self.shared.change(|world| token.clone_into(&mut world.token));
    }

    /// Writes what happens from now on into a ledger: what people say and do, and REST calls.
    pub fn keep_ledger(&self, ledger: crate::ledger::Ledger) {
        self.shared.change(|world| world.ledger = Some(ledger));
    }

    /// User id of the bot; it is mentioned as `<@id>`.
    pub fn bot_id(&self) -> u64 {
        BOT
    }

    /// Application id; differs from `bot_id`.
    pub fn application_id(&self) -> u64 {
        APPLICATION
    }

    /// Moves the virtual clock.
    pub fn advance(&self, by: Duration) {
        self.shared.change(|world| world.clock.advance(by));
    }

    /// From now on virtual time moves only by `advance`.
    pub fn freeze_clock(&self) {
        self.shared.change(|world| world.clock.freeze());
    }

    /// Virtual Unix time, milliseconds.
    pub fn now_ms(&self) -> u64 {
        self.shared.look(World::now)
    }

    /// Grants (or withdraws) the message-content intent in the developer portal; withdrawn at start.
    /// Identifying with it while withdrawn closes with 4014; content reaches sessions that asked for it only.
    pub fn message_content(&self, granted: bool) {
        let bit = gateway::intent::MESSAGE_CONTENT;
        self.shared.change(|world| {
            let mask = &mut world.gateway.granted_privileged;
            *mask = if granted { *mask | bit } else { *mask & !bit };
        });
    }

    /// What HELLO says from now on; 41.25 s at start.
    pub fn heartbeat_interval(&self, interval: Duration) {
        self.shared.change(|world| world.gateway.heartbeat_interval = interval);
    }

    /// How long a session without a connection can be resumed (virtual), and how many events it keeps;
    /// 180 s and 10 000 at start.
    pub fn session_keeps(&self, life: Duration, events: usize) {
        self.shared.change(|world| {
            world.gateway.session_life = life;
            world.gateway.buffer_size = events;
        });
    }

    /// How long a nonce is remembered (virtual); 180 s at start ("the past few minutes", D21).
    pub fn nonce_window(&self, window: Duration) {
        self.shared.change(|world| world.settings.nonce_window = window);
    }

    /// Active threads per guild before 160006; 1000 at start.
    pub fn max_active_threads(&self, most: usize) {
        self.shared.change(|world| world.settings.max_active_threads = most);
    }

    /// Limits a route to this many calls per window and major parameter; 10 000 per second at start.
    pub fn limit(&self, route: Route, calls: u32, window: Duration) {
        self.shared.change(|world| world.limits.set(route, calls, window));
    }

    /// Limits all routes together but the interaction ones; the real value is 50 per second (D10).
    pub fn global_limit(&self, calls: u32, window: Duration) {
        self.shared.change(|world| world.limits.set_global(calls, window));
    }

    /// Lets `slash` and `autocomplete` use commands that were never registered.
    pub fn allow_unregistered_commands(&self) {
        self.shared.change(|world| world.settings.allow_unregistered = true);
    }
}

impl Drop for FakeDiscord {
    fn drop(&mut self) {
        self.server.abort();
        self.shared.change(|world| {
            for link in &world.gateway.links {
                drop(link.out.send(Out::Cut));
            }
            world.faults.abandon();
        });
        self.open.cut_all();
    }
}
