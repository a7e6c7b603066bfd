//! The gateway: connects within Discord's limits and reconnects after breaks. `handler` handles the events; this file
//! handles the connection only.

use super::handler::Handler;
use super::{content_intent, identify_budget};
use crate::adapters::discord::send::rest::{Request, RestError};
use crate::adapters::discord::{Core, DiscordError};
use reqwest::Method;
use serde_json::Value;
use serenity::all::{GatewayIntents, ShardManager};
use serenity::client::{Client, ClientBuilder};
use serenity::gateway::{ConnectionStage, GatewayError};
use serenity::http::HttpBuilder;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::{CancellationToken, DropGuard};

/// Between two identifies (platform-facts D4), with a margin.
const IDENTIFY_GAP: Duration = Duration::from_millis(5_200);
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How long building a client and saying good-bye may take.
const BUILD: Duration = Duration::from_secs(20);
const GOOD_BYE: Duration = Duration::from_secs(3);
/// How long the library may try to get a session before we begin anew, asking what is left of the day.
const PATIENCE: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// Identifies Discord must have left for us today (platform-facts D4: it gives 1000 and then resets the token).
const LEFT: u64 = 500;

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
pub(crate) async fn listen(core: &Arc<Core>, stop: &CancellationToken) -> Result<(), DiscordError> {
    let mut wait = FIRST_WAIT;
    // What was logged last: a long outage is one line, not one for each try.
    let mut told: Option<String> = None;
    content_intent::recall(core).await;
    while !stop.is_cancelled() {
        if let Some(until) = identify_budget::spent_until(&*core.marks, core.clock.now()).await {
            core.say(format!("joined 500 times today; resting until {}", until.format("%Y-%m-%d %H:%M UTC")));
            tokio::select! { () = stop.cancelled() => break, () = core.clock.sleep_until(until) => continue }
        }
        let address = match greet(core).await {
            Ok(Welcome::Join(address)) => address,
            Ok(Welcome::Rest(rest)) => {
                core.say(format!("Discord has few connections left for today; resting for {} s", rest.as_secs()));
                tokio::select! { () = stop.cancelled() => break, () = sleep(rest) => continue }
            }
            Err(RestError::Token) => return Err(DiscordError::Token),
            Err(error) => {
                core.say(format!("{error}; trying again"));
                if told.as_ref() != Some(&error.to_string()) {
                    tracing::warn!("{error}; trying again");
                    told = Some(error.to_string());
                }
                let wait_for = if let RestError::Wait(after) = error { after } else { wait };
                wait = (wait * 2).min(LONGEST_WAIT);
                tokio::select! { () = stop.cancelled() => break, () = sleep(wait_for) => continue }
            }
        };
        let gap = identify_budget::wait(&*core.marks, core.clock.now(), IDENTIFY_GAP).await;
        tokio::select! { () = stop.cancelled() => break, () = sleep(gap) => {} }
        let noted = identify_budget::begin(&*core.marks, core.clock.now()).await;
        let began = Instant::now();
        let ended = connection(core, &address, stop).await;
        if !noted {
            // With a disk that is full nothing tells the next round of this one.
            tokio::select! { () = stop.cancelled() => break, () = sleep(IDENTIFY_GAP) => {} }
        }
        match ended {
            Ended::Stopped => break,
            Ended::Fatal(error) => return Err(error),
            Ended::Spent => {}
            Ended::NoContent => content_intent::refused(core).await,
            Ended::Broken(why) => {
                core.say(format!("the connection broke ({why}); trying again"));
                wait = if began.elapsed() > LONGEST_WAIT { FIRST_WAIT } else { (wait * 2).min(LONGEST_WAIT) };
                tokio::select! { () = stop.cancelled() => break, () = sleep(wait) => {} }
            }
        }
    }
    Ok(())
}

/// What Discord says before we join.
enum Welcome {
    /// The gateway is here.
    Join(String),
    /// Not for this long.
    Rest(Duration),
}

/// Learns who we are, where the gateway is, and whether we may identify.
async fn greet(core: &Core) -> Result<Welcome, RestError> {
    core.say("connecting");
    let me = core.rest.call(Request::new(Method::GET, "GET me", "@me", "/users/@me".to_owned())).await?;
    if let Some(id) = me["id"].as_str() {
        let mut known = core.known();
        if known.bot.is_empty() {
            known.bot = id.to_owned();
        }
    }
    let answer = core.rest.call(Request::new(Method::GET, "GET gateway", "", "/gateway/bot".to_owned())).await?;
    if let Some(rest) = rest_of_day(&answer) {
        return Ok(Welcome::Rest(rest));
    }
    answer["url"].as_str().map(|url| Welcome::Join(url.to_owned())).ok_or(RestError::Lost)
}

/// How long to stay away, by Discord's own count of our identifies.
fn rest_of_day(answer: &Value) -> Option<Duration> {
    let limit = &answer["session_start_limit"];
    let left = limit["remaining"].as_u64()?;
    let reset = Duration::from_millis(limit["reset_after"].as_u64()?.clamp(60_000, 86_400_000));
    (left < LEFT).then_some(reset)
}

/// One client, until it ends or must end.
async fn connection(core: &Arc<Core>, address: &str, stop: &CancellationToken) -> Ended {
    let mut intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    if content_intent::is_asked_for(core) {
        intents |= GatewayIntents::MESSAGE_CONTENT;
    }
    // Its limiter ignores the root given here and waits without a deadline; it makes one call only.
    let http = HttpBuilder::new(&core.config.token).proxy(core.root()).ratelimiter_disabled(true).build();
    let spent = CancellationToken::new();
    let over = CancellationToken::new();
    let (own, home) = (Arc::clone(core), Handle::current());
    let handler = Handler { core: own, home, spent: spent.clone(), over: over.clone() };
    let building =
        ClientBuilder::new_with_http(http, intents).event_handler(handler.clone()).raw_event_handler(handler);
    let alone = match Alone::new() {
        Ok(alone) => alone,
        Err(error) => return Ended::Broken(error.to_string()),
    };
    // Already here the library starts the task that will start all others.
    let client = match timeout(BUILD, alone.run(building.into_future())).await {
        Ok(Ok(client)) => client,
        Ok(Err(error)) => return Ended::Broken(error.to_string()),
        Err(_) => return Ended::Broken("the gateway address was not told".to_owned()),
    };
    // The library would fall back to the real gateway if its own request for the address failed.
    address.clone_into(&mut *client.ws_url.lock().await);
    let (shards, gate) = (Arc::clone(&client.shard_manager), Arc::clone(&client.ws_url));
    let ended = tokio::select! {
        result = alone.run(started(client)) => match result {
            Ok(()) => Ended::Broken("it ended".to_owned()),
            Err(error) => meaning(core, &error).await,
        },
        () = stop.cancelled() => Ended::Stopped,
        () = core.rest.refused().cancelled() => Ended::Fatal(DiscordError::Token),
        () = spent.cancelled() => Ended::Spent,
        () = no_session(&shards) => Ended::Broken("no session".to_owned()),
    };
    over.cancel();
    // A library task that is still trying would go on for ever beside the next client: no address, no connection.
    let retired = gate.lock_owned().await;
    core.known().retired.push(retired);
    if timeout(GOOD_BYE, shards.shutdown_all()).await.is_err() {
        tracing::debug!("the Discord gateway did not say good-bye");
    }
    ended
}

/// A thread for one client. The library starts a task for each event; only where all of them run on a single thread do these
/// begin in the order in which Discord sent the events. It ends with this value, and with it whatever still goes on there.
struct Alone {
    thread: Handle,
    _ends: DropGuard,
}

impl Alone {
    fn new() -> std::io::Result<Self> {
        let alone = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (thread, until) = (alone.handle().clone(), CancellationToken::new());
        let ends = until.clone().drop_guard();
        tokio::task::spawn_blocking(move || alone.block_on(until.cancelled()));
        Ok(Self { thread, _ends: ends })
    }

    /// Runs this on the thread. It goes on there when the future that waits for it is dropped.
    async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = serenity::Result<T>> + Send + 'static,
    ) -> Result<T, Box<serenity::Error>> {
        let done = self.thread.spawn(work).await;
        match done {
            Ok(result) => result.map_err(Box::new),
            Err(error) => Err(Box::new(std::io::Error::other(error).into())),
        }
    }
}

async fn started(mut client: Client) -> serenity::Result<()> {
    client.start().await
}

/// Returns when there was no session for too long.
async fn no_session(shards: &ShardManager) {
    let mut since = Instant::now();
    while since.elapsed() < PATIENCE {
        sleep(LOOK_EVERY).await;
        if shards.runners.lock().await.values().any(|shard| shard.stage == ConnectionStage::Connected) {
            since = Instant::now();
        }
    }
}

async fn meaning(core: &Core, error: &serenity::Error) -> Ended {
    let serenity::Error::Gateway(gateway) = error else { return Ended::Broken(error.to_string()) };
    match gateway {
        GatewayError::InvalidAuthentication | GatewayError::NoAuthentication => Ended::Fatal(DiscordError::Token),
        GatewayError::DisallowedGatewayIntents if core.known().content_denied.is_none() => {
            identify_budget::spend(&*core.marks, core.clock.now()).await;
            Ended::NoContent
        }
        GatewayError::DisallowedGatewayIntents
        | GatewayError::InvalidGatewayIntents
        | GatewayError::InvalidShardData
        | GatewayError::OverloadedShard => Ended::Fatal(DiscordError::Gateway(gateway.to_string())),
        other => Ended::Broken(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::receive::gateway::*;
    use serde_json::json;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_a_client_starts_begins_in_that_order() {
        let alone = Alone::new().unwrap();
        let (note, mut noted) = tokio::sync::mpsc::unbounded_channel();
        // As the library does: a task that starts the one that starts a task for each event.
        let started = alone.run(async move {
            let runner = Handle::current().spawn(async move {
                for event in 0..100 {
                    let note = note.clone();
                    Handle::current().spawn(async move { note.send(event) });
                }
            });
            runner.await.map_err(|error| std::io::Error::other(error).into())
        });
        started.await.unwrap();
        for event in 0..100 {
            assert_eq!(noted.recv().await, Some(event));
        }
        assert_eq!(noted.recv().await, None, "the thread has nothing left of it");
    }

    #[test]
    fn discord_s_own_count_is_kept() {
        let limit = |left: u64| json!({"session_start_limit": {"remaining": left, "reset_after": 3_600_000}});
        assert_eq!(rest_of_day(&limit(900)), None);
        assert_eq!(rest_of_day(&limit(499)), Some(Duration::from_secs(3600)));
        assert_eq!(rest_of_day(&json!({"url": "wss://example.org"})), None);
    }
}
