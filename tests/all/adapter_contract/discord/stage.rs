//! A bot on a fake Discord with one server, one room and two people.

use super::desk::Desk;
use proof::discord::FakeDiscord;
use secretary::adapters::discord::{CommandSpec, Discord, DiscordConfig, DiscordError, OptionKind, OptionSpec};
use secretary::ports::chat::{Chat, ChatError, Posting, Sent};
use secretary::secretary::inbound::{ChatKind, Place, Platform};
use secretary::secretary::message::{Button, Message};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub const SOON: Duration = Duration::from_secs(60);
pub const ANN: u64 = 30;
pub const BOB: u64 = 31;
pub const ROOM: u64 = 20;
pub const GUILD: u64 = 10;

/// The fake, the bot, and what the bot handed in.
pub struct Stage {
    pub fake: FakeDiscord,
    pub desk: Arc<Desk>,
    pub bot: Arc<Discord>,
    stop: CancellationToken,
    running: Option<JoinHandle<Result<(), DiscordError>>>,
}

/// A fake with its people, before any bot.
pub async fn town() -> FakeDiscord {
    let fake = FakeDiscord::start().await.unwrap();
    fake.message_content(true);
    fake.guild(GUILD, "Office");
    fake.channel(GUILD, ROOM, "ideas");
    fake.user(ANN, "Ann");
    fake.user(BOB, "Bob");
    fake
}

impl Stage {
    /// A bot that is connected and has its commands registered.
    pub async fn open() -> Self {
        let stage = Self::with(town().await, Arc::new(Desk::new()));
        stage.ready().await;
        stage
    }

    /// A bot on this fake, with this memory; perhaps not connected yet.
    pub fn with(fake: FakeDiscord, desk: Arc<Desk>) -> Self {
        let token = fake.token();
        Self::with_token(fake, desk, &token)
    }

    pub fn with_token(fake: FakeDiscord, desk: Arc<Desk>, token: &str) -> Self {
        let mut stage = Self {
            bot: Arc::new(connect(&fake, &desk, token)),
            fake,
            desk,
            stop: CancellationToken::new(),
            running: None,
        };
        stage.run();
        stage
    }

    fn run(&mut self) {
        let (bot, stop) = (Arc::clone(&self.bot), self.stop.clone());
        self.running = Some(tokio::spawn(async move { bot.run(stop).await }));
    }

    pub async fn ready(&self) {
        self.fake.wait_ready(SOON).await.unwrap();
        self.fake.wait_command("revise", SOON).await.unwrap();
    }

    /// Stops the bot as at a shutdown.
    pub async fn stop(&mut self) -> Result<(), DiscordError> {
        self.stop.cancel();
        self.ended().await
    }

    /// Waits for the end of `run`.
    pub async fn ended(&mut self) -> Result<(), DiscordError> {
        let running = self.running.take().unwrap();
        tokio::time::timeout(SOON, running).await.expect("run does not end").unwrap()
    }

    /// Starts another bot with the same memory.
    pub fn restart(&mut self) {
        self.stop = CancellationToken::new();
        self.bot = Arc::new(connect(&self.fake, &self.desk, &self.fake.token()));
        self.run();
    }

    pub fn place(&self, chat: u64, kind: ChatKind) -> Place {
        Place {
            platform: Platform::Discord,
            bot: self.fake.bot_id().to_string(),
            chat: chat.to_string(),
            thread: None,
            kind,
            title: None,
        }
    }

    pub fn room(&self) -> Place {
        Place { title: Some("#ideas".to_owned()), ..self.place(ROOM, ChatKind::Group) }
    }

    /// Posts the first part of a message.
    pub async fn post(&self, to: &Place, message: &Message, key: &str) -> Result<Sent, ChatError> {
        self.bot.post(posting(to, message, key)).await
    }

    /// Posts buttons into the room and gives the message's id.
    pub async fn offer(&self, labels: &[&str]) -> u64 {
        let message =
            Message::lines(["Which one?"]).row(labels.iter().enumerate().map(|(n, l)| button(l, n)).collect());
        self.post(&self.room(), &message, "offer").await.unwrap().id.parse().unwrap()
    }

    /// Mentions the bot.
    pub fn mention(&self, words: &str) -> String {
        format!("<@{}> {words}", self.fake.bot_id())
    }

    /// Nothing happened that the real platform would punish.
    #[track_caller]
    pub fn behaved(&self) {
        assert_eq!(self.fake.violations(), vec![]);
        assert_eq!(self.fake.unintended_pings(), 0);
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

fn connect(fake: &FakeDiscord, desk: &Arc<Desk>, token: &str) -> Discord {
    let config = DiscordConfig { token: token.to_owned(), api_url: Some(fake.url()) };
    let wall = Arc::clone(&desk.wall);
    Discord::connect(config, wall, Arc::clone(desk) as _, Arc::clone(desk) as _, commands())
}

pub fn posting<'a>(to: &'a Place, message: &'a Message, key: &'a str) -> Posting<'a> {
    Posting { to, message, part: 0, key, reply_to: None, handle: None, unclear_since: None, file: None, people: &[] }
}

pub fn button(label: &str, n: usize) -> Button {
    Button { label: label.to_owned(), data: format!("1.token.{n}"), look: Default::default(), form: None }
}

fn commands() -> Vec<CommandSpec> {
    let option = |name: &str, required, kind| OptionSpec {
        name: name.to_owned(),
        description: "What it is".to_owned(),
        required,
        kind,
        choices: vec![],
    };
    vec![
        CommandSpec {
            name: "new".to_owned(),
            description: "A new idea".to_owned(),
            options: vec![option("idea", true, OptionKind::Text)],
        },
        CommandSpec {
            name: "start".to_owned(),
            description: "Begin".to_owned(),
            options: vec![option("code", false, OptionKind::Text)],
        },
        CommandSpec {
            name: "revise".to_owned(),
            description: "Change a report".to_owned(),
            options: vec![option("ticket", true, OptionKind::Ticket), option("wish", false, OptionKind::Text)],
        },
    ]
}
