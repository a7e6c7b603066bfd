//! Connects Telegram and Discord. Of several processes on one database only the holder of a bot's lease receives and
//! sends for it. The others wait for the lease.

use super::House;
use super::settings::menus;
use super::watching::{Bot, Ours};
use crate::adapters::discord::{Discord, DiscordConfig};
use crate::adapters::store::Database;
use crate::adapters::system_clock::System;
use crate::adapters::telegram::{Telegram, TelegramConfig, Webhook};
use crate::config::Config;
use crate::engine::Engine;
use crate::ports::chat::Chat;
use crate::ports::clock::Clock;
use crate::ports::inbox::{Marks, PRESSES_KEPT, Tenure};
use crate::ports::store::{self, Processes, SCHEDULER, SIGN_OF_LIFE, WORKER};
use crate::ports::trial::planted;
use crate::secretary::inbound::Platform;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// The work this process takes from the outbox; it grows with the bots it holds.
pub(super) struct Hands {
    engine: Arc<Engine>,
    /// None where one process does everything.
    some: Option<Mutex<BTreeSet<String>>>,
}

impl Hands {
    /// What the roles give from the beginning.
    pub(super) fn of(config: &Config, engine: &Arc<Engine>) -> Self {
        let roles = config.roles;
        let parts = [(roles.worker, WORKER), (roles.scheduler, SCHEDULER), (roles.web, Platform::Web.name())];
        let first: BTreeSet<String> =
            parts.into_iter().filter(|(has, _)| *has).map(|(_, name)| name.to_owned()).collect();
        let hands = Self { engine: engine.clone(), some: config.storage.on_a_server().then(|| Mutex::new(first)) };
        hands.tell();
        hands
    }

    fn add(&self, platform: Platform) {
        if let Some(some) = &self.some {
            some.lock().unwrap_or_else(PoisonError::into_inner).insert(platform.name().to_owned());
        }
        self.tell();
    }

    fn tell(&self) {
        let some = self.some.as_ref().map(|some| some.lock().unwrap_or_else(PoisonError::into_inner).clone());
        self.engine.take(some.map_or(store::Hands::All, store::Hands::Only));
    }
}

/// Telegram, and the route of its webhook if it is to have one.
pub(super) fn telegram(
    house: &House,
    stop: &CancellationToken,
    tasks: &mut JoinSet<()>,
) -> anyhow::Result<(Bot<Telegram>, Option<axum::Router>)> {
    let House { config, engine, store, .. } = house;
    let Some(settings) = config.telegram.as_ref().filter(|_| config.roles.gateway) else {
        return Ok((None, None));
    };
    let webhook = match &settings.webhook_url {
        Some(url) => Some(Webhook::new(url, settings.webhook_secret.as_ref().map(|s| s.reveal()))?),
        None => None,
    };
    let hooked = webhook.is_some();
    let parts =
        TelegramConfig { token: settings.token.reveal().to_owned(), api_url: settings.api_url.clone(), webhook };
    let telegram = Telegram::connect(parts, Arc::new(System), engine.clone(), Arc::new(store.clone()))
        .with_commands(menus::plain());
    let route = hooked.then(|| telegram.webhook_route());
    let lease = format!("telegram/{}", telegram.bot_id());
    let (chat, bot, stopped) = (Arc::new(telegram.clone()), telegram.clone(), stop.clone());
    let (ours, receiving) = as_the_one(house, lease, (Platform::Telegram, chat), stop.clone(), async move {
        bot.run(stopped).await;
    });
    tasks.spawn(receiving);
    Ok((Some((telegram, ours)), route))
}

/// Discord. It has one shard.
pub(super) fn discord(house: &House, stop: &CancellationToken, tasks: &mut JoinSet<()>) -> Bot<Arc<Discord>> {
    let House { config, engine, store, .. } = house;
    let settings = config.discord.as_ref().filter(|_| config.roles.gateway)?;
    let parts = DiscordConfig { token: settings.token.reveal().to_owned(), api_url: settings.api_url.clone() };
    let marks = Arc::new(store.clone());
    let discord = Arc::new(Discord::connect(parts, Arc::new(System), engine.clone(), marks, menus::slash()));
    let lease = format!("discord/{}/0", discord.bot_id());
    let (chat, bot, stopped) = (discord.clone(), discord.clone(), stop.clone());
    let (ours, receiving) = as_the_one(house, lease, (Platform::Discord, chat), stop.clone(), async move {
        // What is wrong stands in the log already.
        let _ = bot.run(stopped).await;
    });
    tasks.spawn(receiving);
    Some((discord, ours))
}

/// Gives whether this process receives from a platform, and the task that connects it and receives from it, as soon as no
/// other process does. What is held is held until this process ends: one that has lost it can write nothing any more, and
/// ends.
fn as_the_one(
    house: &House,
    lease: String,
    (platform, chat): (Platform, Arc<dyn Chat>),
    stop: CancellationToken,
    receive: impl Future<Output = ()> + Send + 'static,
) -> (Ours, impl Future<Output = ()> + Send + 'static) {
    let (engine, store, hands) = (house.engine.clone(), house.store.clone(), house.hands.clone());
    let alone = !house.config.storage.on_a_server();
    if alone {
        // At once: what is due must find its platform connected.
        engine.connect(platform, chat.clone());
    }
    let ours = Ours::new(alone.into());
    let held_now = ours.clone();
    let receiving = async move {
        if !alone {
            tokio::select! {
                () = stop.cancelled() => return,
                () = held(&store, &lease, platform) => {}
            }
            tracing::info!(%platform, "this process receives for this bot");
            engine.connect(platform, chat);
            hands.add(platform);
            held_now.store(true, Ordering::SeqCst);
        }
        // Presses that were forgotten meanwhile concern Telegram alone: Discord tells whoever presses at once.
        if alone || platform != Platform::Telegram {
            return receive.await;
        }
        let mark = format!("attended/{lease}");
        tokio::select! {
            () = receive => {}
            () = attend(&engine, &store, &mark) => {}
        }
    };
    (ours, receiving)
}

/// How often it is written down that somebody receives for a bot that others may take over.
const ATTENDED_EVERY: TimeDelta = TimeDelta::minutes(1);

/// Writes down again and again that somebody receives for a bot; first it is told if nobody did for so long that presses are
/// forgotten, for a process that joins others cannot know it from anything else.
async fn attend(engine: &Engine, store: &Database, mark: &str) {
    match store.mark(mark).await {
        Ok(last) if unattended(last.as_deref(), System.now()) => {
            tracing::info!("nobody has received for this bot for a while: open prompts are shown anew");
            engine.back().await;
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "since when nobody has received for this bot could not be read"),
    }
    loop {
        if let Err(error) = store.set_mark(mark, &System.now().timestamp().to_string()).await {
            tracing::warn!(%error, "that this process receives for a bot could not be written down");
        }
        System.sleep_until(System.now() + ATTENDED_EVERY).await;
    }
}

/// Whether nobody has received since so long ago, by the last time it was written down that somebody does, that presses are
/// forgotten. Without any there is nothing to press yet.
fn unattended(last: Option<&str>, now: DateTime<Utc>) -> bool {
    let last = last.and_then(|at| DateTime::from_timestamp(at.parse().ok()?, 0));
    last.is_some_and(|at| now - at >= PRESSES_KEPT)
}

/// Waits until a lease is ours.
async fn held(store: &Database, lease: &str, platform: Platform) {
    let mut waits = false;
    loop {
        match store.hold(lease).await {
            _ if planted::is("no-lease") => return,
            Ok(true) => return,
            Ok(false) if waits => {}
            Ok(false) => {
                waits = true;
                tracing::info!(%platform, "another process receives for this bot; this one stands by");
            }
            Err(error) => tracing::warn!(%error, %platform, "the lease of this bot could not be asked for"),
        }
        let pause = TimeDelta::from_std(SIGN_OF_LIFE).unwrap_or(TimeDelta::seconds(2));
        System.sleep_until(System.now() + pause).await;
    }
}

#[cfg(test)]
mod tests {
    use crate::app::gateways::*;

    #[test]
    fn presses_are_forgotten_while_nobody_receives() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap_or_default();
        for (last, expected) in
            [(None, false), (Some("soon"), false), (Some("1799999851"), false), (Some("1799999850"), true)]
        {
            assert_eq!(unattended(last, now), expected, "{last:?}");
        }
    }
}
