//! Telegram: its own `getUpdates` loop (or a webhook), and the outbound side over the Bot API. An update is confirmed
//! to Telegram only after the intake has stored it. Nothing is decided here.

mod fault;
#[cfg(any(test, feature = "fuzzing"))]
#[path = "../../../fuzz/readers/adapters/telegram.rs"]
pub mod fuzzing;
mod receive;
mod send;
mod start;
mod status;

use crate::ports::clock::Clock;
use crate::ports::inbox::{Intake, Marks};
use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use receive::inbound::Us;
use send::client::Client;
use send::waits::Governor;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use receive::webhook::{Webhook, WebhookError};

/// How the bot reaches Telegram.
#[derive(Clone)]
pub struct TelegramConfig {
    /// The token of BotFather (TELEGRAM_BOT_TOKEN); never shown.
    pub token: String,
    /// The root of another Bot API server, without "/bot" (TELEGRAM_API_URL).
    pub api_url: Option<String>,
    /// Receive by webhook instead of polling.
    pub webhook: Option<Webhook>,
}

impl fmt::Debug for TelegramConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("TelegramConfig");
        shown.field("api_url", &self.api_url).field("webhook", &self.webhook).finish_non_exhaustive()
    }
}

/// One bot on Telegram. Clones are the same bot.
#[derive(Clone)]
pub struct Telegram {
    inner: Arc<Inner>,
}

/// What all parts of the adapter share.
struct Inner {
    client: Client,
    clock: Arc<dyn Clock>,
    intake: Arc<dyn Intake>,
    marks: Arc<dyn Marks>,
    /// The bot's user id, from the token.
    bot: String,
    webhook: Option<Webhook>,
    commands: OnceLock<Vec<(String, String)>>,
    silence: receive::silence::Silence,
    /// Known once `getMe` has answered.
    us: OnceLock<Us>,
    status: status::Status,
    governor: Governor,
    /// The waits that hold for reactions alone.
    reactions: Governor,
    /// The waits that hold for files alone.
    downloads: Governor,
    answered: receive::presses::Answered,
    /// When Telegram was last asked whether it works, and did not answer.
    asked: tokio::sync::Mutex<Option<DateTime<Utc>>>,
    tasks: TaskTracker,
    /// How far was received, as long as that is not written down.
    unwritten: Mutex<Option<receive::drain::Offset>>,
}

impl Telegram {
    /// Puts the adapter together; nothing is sent before [`Telegram::run`] or a call of `Chat`.
    pub fn connect(
        config: TelegramConfig,
        clock: Arc<dyn Clock>,
        intake: Arc<dyn Intake>,
        marks: Arc<dyn Marks>,
    ) -> Self {
        let token = config.token.trim();
        let bot = token_id(token);
        let status = status::Status::new(config.webhook.is_some());
        if bot.is_none() {
            status.wrong_token("it does not have the form 123456:letters");
        }
        let inner = Inner {
            client: Client::new(token, config.api_url.as_deref()),
            clock,
            intake,
            marks,
            bot: bot.unwrap_or("0").to_owned(),
            webhook: config.webhook,
            commands: OnceLock::new(),
            silence: receive::silence::Silence::default(),
            us: OnceLock::new(),
            status,
            governor: Governor::default(),
            reactions: Governor::default(),
            downloads: Governor::default(),
            answered: receive::presses::Answered::default(),
            asked: tokio::sync::Mutex::default(),
            tasks: TaskTracker::new(),
            unwritten: Mutex::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The menu of commands to set at start, as (name, description): at most 100, names of 1–32 characters
    /// `a-z0-9_`, descriptions of 1–256 characters (platform-facts T44). The first list given counts.
    #[must_use]
    pub fn with_commands(self, commands: Vec<(String, String)>) -> Self {
        let _ = self.inner.commands.set(commands);
        self
    }

    /// The bot's user id, known from the token; "0" if the token has none.
    pub fn bot_id(&self) -> &str {
        &self.inner.bot
    }

    /// The bot's username without "@", once Telegram has told it.
    pub fn username(&self) -> Option<&str> {
        self.inner.us.get().map(|us| us.username.as_str())
    }

    /// How things stand, in one line for people.
    pub fn health(&self) -> String {
        self.inner.status.line(self.username())
    }

    /// Why nothing is received at the moment, in words for who runs the program; none when all is well.
    pub fn unready(&self) -> Option<String> {
        self.inner.status.unready()
    }

    /// Starts the bot and receives until `stop`, or until Telegram does not accept the token. Faults on the
    /// way are waited out and shown by [`Telegram::health`]. Stopping in the middle loses nothing: what was
    /// not confirmed comes again.
    pub fn run(&self, stop: CancellationToken) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            tokio::select! {
                biased;
                () = stop.cancelled() => {
                    self.inner.status.stopped();
                    self.inner.remember_at_the_end().await;
                    self.inner.fall_silent().await;
                }
                () = Inner::serve(&self.inner) => {}
            }
            // Answers to presses under way get a moment; nobody waits for later ones.
            let last = self.inner.clock.now() + Duration::from_secs(2);
            self.inner.tasks.close();
            tokio::select! {
                biased;
                () = self.inner.tasks.wait() => {}
                () = self.inner.clock.sleep_until(last) => {}
            }
        })
    }

    /// The route Telegram delivers to in webhook mode, `POST /telegram/webhook`; without one it is empty.
    pub fn webhook_route(&self) -> axum::Router {
        receive::webhook::route(&self.inner)
    }
}

impl Inner {
    /// The sentence about a token Telegram does not accept, if it does not.
    fn wrong_token(&self) -> Option<String> {
        self.status.token_refusal()
    }

    /// Waits on the clock of the house.
    async fn pause(&self, wait: Duration) {
        self.clock.sleep_until(self.clock.now() + wait).await;
    }
}

/// The bot's id in a well-formed token; others would also break out of the address they are put into.
fn token_id(token: &str) -> Option<&str> {
    let (id, secret) = token.split_once(':')?;
    let digits = (1..=20).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_digit());
    let plain = !secret.is_empty() && secret.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    (digits && plain).then_some(id)
}

#[cfg(test)]
mod tests {
    use crate::adapters::telegram::*;

    #[test]
    fn the_bot_is_known_by_its_token() {
        assert_eq!(token_id("123456:AA-b_c"), Some("123456"));
        for wrong in ["", "123456", "abc:def", "1:", "1:a/../b", "1:a b", ":x"] {
            assert_eq!(token_id(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn settings_do_not_show_secrets() {
        let webhook = Webhook::new("https://e.org", Some("hush-hush")).unwrap();
        let config = TelegramConfig { token: "1:SECRET".into(), api_url: None, webhook: Some(webhook) };
        let shown = format!("{config:?}");
        assert!(!shown.contains("SECRET") && !shown.contains("hush"), "{shown}");
    }
}
