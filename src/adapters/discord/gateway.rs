//! The gateway: joins with what Discord allows us, hands every event over, and comes back after breaks.
//! Handlers translate and hand over; nothing is decided or posted here.

use super::arrivals::Arrival;
use super::rest::{Request, RestError};
use super::{Core, DiscordError, answering, backfill, budget, commands, inbound};
use crate::secretary::inbound::{ChatKind, Content, Inbound};
use reqwest::Method;
use serde_json::Value;
use serenity::all::{
    Context, EventHandler, GatewayIntents, Guild, GuildChannel, Interaction, Message, MessageUpdateEvent,
    PartialGuildChannel, Ready, ResumedEvent, ShardStageUpdateEvent,
};
use serenity::client::ClientBuilder;
use serenity::gateway::{ConnectionStage, GatewayError};
use serenity::http::HttpBuilder;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

/// Between two identifies (platform-facts D4), with a margin.
const IDENTIFY_GAP: Duration = Duration::from_millis(5_200);
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How long building a client and saying good-bye may take.
const BUILD: Duration = Duration::from_secs(20);
const GOOD_BYE: Duration = Duration::from_secs(3);
const COMMANDS_MARK: &str = "discord:commands";

/// Why one connection ended.
enum Ended {
    Stopped,
    /// The day's identifies are used up.
    Spent,
    /// Discord does not grant the message content intent.
    NoContent,
    Broken(String),
    Fatal(DiscordError),
}

/// Listens until stopped.
pub(super) async fn listen(core: &Arc<Core>, stop: &CancellationToken) -> Result<(), DiscordError> {
    let mut wait = FIRST_WAIT;
    while !stop.is_cancelled() {
        if let Some(until) = budget::spent_until(&*core.marks, core.clock.now()).await {
            core.say(format!("joined 500 times today; resting until {}", until.format("%Y-%m-%d %H:%M UTC")));
            tokio::select! { () = stop.cancelled() => break, () = core.clock.sleep_until(until) => continue }
        }
        let address = match greet(core).await {
            Ok(address) => address,
            Err(RestError::Token) => return Err(DiscordError::Token),
            Err(error) => {
                core.say(format!("{error}; trying again"));
                tracing::warn!(%error, "cannot join Discord; trying again");
                let wait_for = if let RestError::Wait(after) = error { after } else { wait };
                wait = (wait * 2).min(LONGEST_WAIT);
                tokio::select! { () = stop.cancelled() => break, () = sleep(wait_for) => continue }
            }
        };
        let gap = budget::wait(&*core.marks, core.clock.now(), IDENTIFY_GAP).await;
        tokio::select! { () = stop.cancelled() => break, () = sleep(gap) => {} }
        let began = Instant::now();
        let ended = connection(core, &address, stop).await;
        match ended {
            Ended::Stopped => break,
            Ended::Fatal(error) => return Err(error),
            Ended::Spent => {}
            Ended::NoContent => {
                tracing::warn!("Discord does not grant the message content intent; going on without it");
                core.known().content_denied = true;
            }
            Ended::Broken(why) => {
                core.say(format!("the connection broke ({why}); trying again"));
                wait = if began.elapsed() > LONGEST_WAIT { FIRST_WAIT } else { (wait * 2).min(LONGEST_WAIT) };
                tokio::select! { () = stop.cancelled() => break, () = sleep(wait) => {} }
            }
        }
    }
    Ok(())
}

/// Learns who we are and where the gateway is.
async fn greet(core: &Core) -> Result<String, RestError> {
    core.say("connecting");
    let me = core.rest.call(Request::new(Method::GET, "GET me", "@me", "/users/@me".to_owned())).await?;
    if let Some(id) = me["id"].as_str() {
        let mut known = core.known();
        if known.bot.is_empty() {
            known.bot = id.to_owned();
        }
    }
    let answer = core.rest.call(Request::new(Method::GET, "GET gateway", "", "/gateway".to_owned())).await?;
    answer["url"].as_str().map(str::to_owned).ok_or(RestError::Lost)
}

/// One client, until it ends or must end.
async fn connection(core: &Arc<Core>, address: &str, stop: &CancellationToken) -> Ended {
    let mut intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    if !core.known().content_denied {
        intents |= GatewayIntents::MESSAGE_CONTENT;
    }
    // Its limiter ignores the root given here and waits without a deadline; it makes one call only.
    let http = HttpBuilder::new(&core.config.token).proxy(core.root()).ratelimiter_disabled(true).build();
    let spent = CancellationToken::new();
    let handler = Handler { core: Arc::clone(core), spent: spent.clone() };
    let building = ClientBuilder::new_with_http(http, intents).event_handler(handler);
    let mut client = match timeout(BUILD, building).await {
        Ok(Ok(client)) => client,
        Ok(Err(error)) => return Ended::Broken(error.to_string()),
        Err(_) => return Ended::Broken("the gateway address was not told".to_owned()),
    };
    // The library would fall back to the real gateway if its own request for the address failed.
    address.clone_into(&mut *client.ws_url.lock().await);
    let shards = Arc::clone(&client.shard_manager);
    let ended = tokio::select! {
        result = client.start() => match result {
            Ok(()) => Ended::Broken("it ended".to_owned()),
            Err(error) => meaning(core, &error).await,
        },
        () = stop.cancelled() => Ended::Stopped,
        () = core.rest.refused().cancelled() => Ended::Fatal(DiscordError::Token),
        () = spent.cancelled() => Ended::Spent,
    };
    if timeout(GOOD_BYE, shards.shutdown_all()).await.is_err() {
        tracing::debug!("the Discord gateway did not say good-bye");
    }
    ended
}

async fn meaning(core: &Core, error: &serenity::Error) -> Ended {
    let serenity::Error::Gateway(gateway) = error else { return Ended::Broken(error.to_string()) };
    match gateway {
        GatewayError::InvalidAuthentication | GatewayError::NoAuthentication => Ended::Fatal(DiscordError::Token),
        GatewayError::DisallowedGatewayIntents if !core.known().content_denied => {
            budget::spend(&*core.marks, core.clock.now()).await;
            Ended::NoContent
        }
        GatewayError::DisallowedGatewayIntents
        | GatewayError::InvalidGatewayIntents
        | GatewayError::InvalidShardData
        | GatewayError::OverloadedShard => Ended::Fatal(DiscordError::Gateway(gateway.to_string())),
        other => Ended::Broken(other.to_string()),
    }
}

/// Takes the events of one client.
struct Handler {
    core: Arc<Core>,
    spent: CancellationToken,
}

impl Handler {
    async fn hand_in(&self, order: u64, inbound: Inbound) {
        self.core.hand_in(Arrival::Event { order, inbound: Box::new(inbound), stored: None }).await;
    }
}

#[serenity::async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, ready: Ready) {
        let core = &self.core;
        let number = core.next_session();
        core.hand_in(Arrival::NewSession(number)).await;
        core.say(format!("connected as {}", ready.user.name));
        budget::spend(&*core.marks, core.clock.now()).await;
        if budget::spent_until(&*core.marks, core.clock.now()).await.is_some() {
            self.spent.cancel();
        }
        tokio::join!(backfill::run(core, number), register(core, number, ready.application.id.get()));
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.core.say("connected again");
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        if event.old == ConnectionStage::Connected {
            self.core.say("the connection broke; joining again");
        }
    }

    async fn message(&self, _: Context, message: Message) {
        let kind = inbound::kind_of(message.guild_id);
        let Some(inbound) = self.core.reading(|r| r.message(&message, kind)) else { return };
        if let Content::Text { text, addressed, attachments, .. } = &inbound.content {
            if *addressed {
                self.core.rest.limits().reopen(&inbound.place.chat);
            }
            // What the missing content intent leaves of other people's messages.
            if text.is_empty() && attachments.is_empty() && !addressed && kind == ChatKind::Group {
                return;
            }
        }
        self.hand_in(message.id.get(), inbound).await;
    }

    async fn message_update(&self, _: Context, _: Option<Message>, _: Option<Message>, update: MessageUpdateEvent) {
        let Some(inbound) = self.core.reading(|r| r.edit(&update)) else { return };
        // In the order of the edits, not of the messages.
        let order = snowflake_at(inbound.sent_at.timestamp_millis());
        self.hand_in(order, inbound).await;
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        answering::answer(&self.core, &interaction).await;
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        let bot = self.core.bot();
        let ours = |role: &serenity::all::Role| role.tags.bot_id.is_some_and(|id| id.to_string() == bot);
        let found: Vec<u64> = guild.roles.values().filter(|role| ours(role)).map(|role| role.id.get()).collect();
        let mut known = self.core.known();
        for role in found {
            if !known.roles.contains(&role) {
                known.roles.push(role);
            }
        }
        let channels = guild.channels.values().map(|channel| (channel.id, format!("#{}", channel.name)));
        let threads = guild.threads.iter().map(|thread| (thread.id, thread.name.clone()));
        known.titles.extend(channels.chain(threads).map(|(id, title)| (id.get(), title)));
    }

    async fn channel_create(&self, _: Context, channel: GuildChannel) {
        self.core.known().titles.insert(channel.id.get(), format!("#{}", channel.name));
    }

    async fn channel_update(&self, _: Context, _: Option<GuildChannel>, channel: GuildChannel) {
        self.core.known().titles.insert(channel.id.get(), format!("#{}", channel.name));
    }

    async fn thread_create(&self, _: Context, thread: GuildChannel) {
        self.core.known().titles.insert(thread.id.get(), thread.name);
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        self.gone(channel.id).await;
    }

    async fn thread_delete(&self, _: Context, thread: PartialGuildChannel, _: Option<GuildChannel>) {
        self.gone(thread.id).await;
    }
}

impl Handler {
    async fn gone(&self, channel: serenity::all::ChannelId) {
        let now = self.core.clock.now();
        let inbound = self.core.reading(|r| r.gone(channel, now));
        self.core.known().titles.remove(&channel.get());
        self.hand_in(snowflake_at(now.timestamp_millis()), inbound).await;
    }
}

/// The smallest snowflake of a moment.
fn snowflake_at(unix_millis: i64) -> u64 {
    const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;
    u64::try_from(unix_millis.saturating_sub(DISCORD_EPOCH_MS)).unwrap_or(0) << 22
}

/// Tells Discord our commands if they changed (platform-facts D36).
async fn register(core: &Core, number: u64, application: u64) {
    let definition: Value = commands::definition(&core.commands);
    let fingerprint = commands::fingerprint(application, &definition);
    let mut wait = FIRST_WAIT;
    while core.is_session(number) && !core.queue.is_closed() {
        if core.marks.mark(COMMANDS_MARK).await.is_ok_and(|mark| mark.as_ref() == Some(&fingerprint)) {
            return;
        }
        let request = Request::new(Method::PUT, "PUT commands", "@me", format!("/applications/{application}/commands"))
            .json(definition.clone());
        let pause = match core.rest.call(request).await {
            Ok(_) => {
                if let Err(error) = core.marks.set_mark(COMMANDS_MARK, &fingerprint).await {
                    tracing::warn!(%error, "cannot remember that the Discord commands are registered");
                }
                return;
            }
            Err(RestError::Wait(after)) => after,
            Err(RestError::Unreachable | RestError::Lost) => wait,
            Err(error @ (RestError::Token | RestError::Paused(_) | RestError::Refused { .. })) => {
                tracing::error!(%error, "Discord does not take our slash commands");
                return;
            }
        };
        sleep(pause).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}
