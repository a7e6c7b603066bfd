//! The events of the gateway: each is translated and handed over in its order. `answering` answers interactions;
//! `backfill` fetches what a new session missed. Both run on other tasks, as does everything that asks the database
//! or Discord.

use super::{answering, backfill, identify_budget, inbound, mentions};
use crate::adapters::discord::arrival::Arrival;
use crate::adapters::discord::send::look_for_lost::snowflake_at;
use crate::adapters::discord::send::rest::{Request, RestError};
use crate::adapters::discord::{Core, commands};
use crate::secretary::inbound::{ChatKind, Content, Inbound, Platform};
use reqwest::Method;
use serde_json::Value;
use serenity::all::{
    ChannelId, Context, EventHandler, Guild, GuildChannel, GuildId, GuildMemberUpdateEvent, Interaction, Member,
    Message, MessageUpdateEvent, PartialGuildChannel, Ready, ResumedEvent, Role, ShardStageUpdateEvent,
    UnavailableGuild,
};
use serenity::gateway::ConnectionStage;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// People of a server whose names are kept.
const PEOPLE: usize = 2_000;
const COMMANDS_MARK: &str = "discord:commands";

/// Takes the events of one client. What the library cannot decode comes to `unread`.
#[derive(Clone)]
pub(crate) struct Handler {
    /// What the adapter shares.
    pub core: Arc<Core>,
    /// The threads of everybody else; events come on a thread of their own.
    pub home: Handle,
    /// Cancelled when the day's identifies are used up.
    pub spent: CancellationToken,
    /// Cancelled when this client is given up; the library may still finish a connection.
    pub over: CancellationToken,
}

impl Handler {
    /// Somebody wrote something; `order` is its snowflake.
    pub(crate) async fn said(&self, order: u64, inbound: Inbound) {
        if let Content::Text { text, addressed, attachments, .. } = &inbound.content {
            // What the missing content intent leaves of other people's messages.
            if text.is_empty() && attachments.is_empty() && !addressed && inbound.place.kind == ChatKind::Group {
                return;
            }
        }
        self.core.rest.limits().reopen(&inbound.place.chat);
        self.hand_in(order, inbound).await;
    }

    /// Somebody changed their words: in the order of the edits, not of the messages.
    pub(super) async fn changed(&self, inbound: Inbound) {
        self.hand_in(snowflake_at(inbound.sent_at), inbound).await;
    }

    /// What takes its time, beside the events that follow.
    pub(super) async fn at_home<Out: Send + 'static>(&self, work: impl Future<Output = Out> + Send + 'static) {
        if let Err(error) = self.home.spawn(work).await {
            tracing::error!(%error, "an event of Discord was not dealt with");
        }
    }

    async fn hand_in(&self, order: u64, inbound: Inbound) {
        self.core.hand_in(Arrival::Event { order, inbound: Box::new(inbound), stored: None }).await;
    }
}

#[serenity::async_trait]
impl EventHandler for Handler {
    async fn ready(&self, context: Context, ready: Ready) {
        if self.over.is_cancelled() {
            context.shard.shutdown_clean();
            return;
        }
        let core = &self.core;
        let number = core.next_session();
        core.hand_in(Arrival::NewSession(number)).await;
        core.now(format!("connected as {}", ready.user.name), true);
        let (core, spent) = (Arc::clone(core), self.spent.clone());
        self.at_home(async move {
            identify_budget::spend(&*core.marks, core.clock.now()).await;
            if identify_budget::spent_until(&*core.marks, core.clock.now()).await.is_some() {
                spent.cancel();
            }
            tokio::join!(backfill::run(&core, number), register(&core, number, ready.application.id.get()));
        })
        .await;
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.core.now("connected again".to_owned(), true);
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        if event.old == ConnectionStage::Connected {
            self.core.say("the connection broke; joining again");
        }
    }

    async fn message(&self, _: Context, message: Message) {
        self.meet(&message);
        let kind = inbound::kind_of(message.guild_id.is_some() || message.member.is_some());
        let Some(inbound) = self.core.reading(|r| r.message(&message, kind)) else { return };
        self.said(message.id.get(), inbound).await;
    }

    async fn message_update(&self, _: Context, _: Option<Message>, _: Option<Message>, update: MessageUpdateEvent) {
        let kind = inbound::kind_of(update.guild_id.is_some() || update.member.as_ref().is_some_and(Option::is_some));
        let Some(inbound) = self.core.reading(|r| r.edit(&update, kind)) else { return };
        self.changed(inbound).await;
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let core = Arc::clone(&self.core);
        self.at_home(async move { answering::answer(&core, &interaction).await }).await;
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        self.learn(&guild);
        // We joined it, or what we were refused was granted while we were away.
        self.open_again(guild.id).await;
    }

    async fn guild_delete(&self, _: Context, guild: UnavailableGuild, _: Option<Guild>) {
        // An outage of Discord is no good-bye.
        if !guild.unavailable {
            let this = self.clone();
            self.at_home(async move { this.reachable(guild.id, false).await }).await;
        }
    }

    async fn channel_create(&self, _: Context, channel: GuildChannel) {
        self.named(channel.guild_id, channel.id, format!("#{}", channel.name));
    }

    async fn channel_update(&self, _: Context, _: Option<GuildChannel>, channel: GuildChannel) {
        self.named(channel.guild_id, channel.id, format!("#{}", channel.name));
        // Perhaps what we were refused is granted now; if not, one call tells.
        let refused = self.core.rest.limits().reopen(&channel.id.to_string());
        if refused {
            self.tell(channel.id, Content::Reachable { yes: true }).await;
        }
        self.open_again(channel.guild_id).await;
    }

    async fn guild_role_create(&self, _: Context, role: Role) {
        self.core.known().role_names.insert(role.id.get(), role.name);
    }

    async fn guild_role_update(&self, _: Context, _: Option<Role>, role: Role) {
        self.core.known().role_names.insert(role.id.get(), role.name.clone());
        // Ours, or everybody's (platform-facts D40).
        if self.core.known().roles.contains(&role.id.get()) || role.id.get() == role.guild_id.get() {
            self.open_again(role.guild_id).await;
        }
    }

    async fn guild_member_update(
        &self,
        _: Context,
        _: Option<Member>,
        _: Option<Member>,
        member: GuildMemberUpdateEvent,
    ) {
        if member.user.id.to_string() == self.core.known().bot {
            self.open_again(member.guild_id).await;
        }
    }

    async fn thread_create(&self, _: Context, thread: GuildChannel) {
        self.named(thread.guild_id, thread.id, thread.name);
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        self.gone(channel.id).await;
    }

    async fn thread_delete(&self, _: Context, thread: PartialGuildChannel, _: Option<GuildChannel>) {
        self.gone(thread.id).await;
    }
}

impl Handler {
    /// Learns a server's channels and roles, and which of these are ours.
    fn learn(&self, guild: &Guild) {
        let mut known = self.core.known();
        let ours = |role: &&Role| role.tags.bot_id.is_some_and(|id| id.to_string() == known.bot);
        let roles: Vec<u64> = guild.roles.values().filter(ours).map(|role| role.id.get()).collect();
        for role in roles {
            if !known.roles.contains(&role) {
                known.roles.push(role);
            }
        }
        known.role_names.extend(guild.roles.values().map(|role| (role.id.get(), role.name.clone())));
        let channels = guild.channels.values().map(|channel| (channel.id, format!("#{}", channel.name)));
        let threads = guild.threads.iter().map(|thread| (thread.id, thread.name.clone()));
        let titles: Vec<(u64, String)> = channels.chain(threads).map(|(id, title)| (id.get(), title)).collect();
        let ids = titles.iter().map(|(id, _)| *id).collect();
        known.channels.insert(guild.id.get(), ids);
        known.titles.extend(titles);
    }

    /// Learns what people on a server are called, for words with which Discord does not tell it.
    fn meet(&self, message: &Message) {
        let Some(server) = message.guild_id else { return };
        let mut known = self.core.known();
        let people = known.people.entry(server.get()).or_default();
        if people.len() > PEOPLE {
            people.clear();
        }
        people.extend(mentions::met(message).map(|(id, name)| (id, name.to_owned())));
    }

    fn named(&self, server: GuildId, channel: ChannelId, title: String) {
        let mut known = self.core.known();
        known.titles.insert(channel.get(), title);
        known.channels.entry(server.get()).or_default().insert(channel.get());
    }

    async fn gone(&self, channel: ChannelId) {
        self.tell(channel, Content::Deleted).await;
        self.core.known().titles.remove(&channel.get());
    }

    /// What refused us in a server is tried once more; if it still does, one call tells.
    async fn open_again(&self, server: GuildId) {
        let this = self.clone();
        self.at_home(async move { this.reachable(server, true).await }).await;
    }

    /// Tells of the places in a server: all can be reached that could not, or none can any more.
    async fn reachable(&self, server: GuildId, yes: bool) {
        let Ok(places) = self.core.marks.places(Platform::Discord, !yes).await else { return };
        let inside: Vec<u64> = {
            let known = self.core.known();
            let channels = known.channels.get(&server.get());
            let of = |chat: &str| chat.parse::<u64>().ok().filter(|id| channels.is_some_and(|c| c.contains(id)));
            places.iter().filter_map(|place| of(&place.chat)).collect()
        };
        for channel in inside {
            if yes {
                self.core.rest.limits().reopen(&channel.to_string());
            }
            self.tell(ChannelId::new(channel), Content::Reachable { yes }).await;
        }
    }

    async fn tell(&self, channel: ChannelId, content: Content) {
        let now = self.core.clock.now();
        let inbound = self.core.reading(|r| r.contact(channel, content, now));
        self.hand_in(snowflake_at(now), inbound).await;
    }
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
