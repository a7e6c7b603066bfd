//! Places, people and what they may do. The messages they write are in `sending`, what they do with the bot's
//! components in `acting`.

use crate::discord::gateway::{self, intent};
use crate::discord::handlers::{channels, messages};
use crate::discord::world::{Channel, Guild, User, permission};
use crate::discord::{FakeDiscord, json};

impl FakeDiscord {
    /// A server the bot is in. Returns `id`.
    pub fn guild(&self, id: u64, name: &str) -> u64 {
        self.shared.change(|world| {
            let guild = Guild { id, name: name.to_owned(), members: std::collections::BTreeMap::new() };
            let shape = json::guild(world, &guild);
            world.guilds.insert(id, guild);
            world.dispatch("GUILD_CREATE", intent::GUILDS, |_| shape.clone());
        });
        id
    }

    /// A text channel in which the bot has `permission::USUAL`. Returns `id`.
    pub fn channel(&self, guild: u64, id: u64, name: &str) -> u64 {
        self.shared.change(|world| {
            world.channels.insert(
                id,
                Channel {
                    id,
                    kind: 0,
                    guild: Some(guild),
                    name: name.to_owned(),
                    parent: None,
                    recipient: None,
                    permissions: permission::USUAL,
                    thread: None,
                },
            );
            gateway::tell_channel(world, "CHANNEL_CREATE", id);
        });
        id
    }

    /// A person. Returns `id`.
    pub fn user(&self, id: u64, name: &str) -> u64 {
        self.shared.change(|world| {
            world
                .users
                .insert(id, User { name: name.to_owned(), bot: false, dm_closed: false, locale: "en-US".to_owned() });
        });
        id
    }

    /// Another bot. Returns `id`.
    pub fn robot(&self, id: u64, name: &str) -> u64 {
        self.user(id, name);
        self.shared.change(|world| {
            if let Some(user) = world.users.get_mut(&id) {
                user.bot = true;
            }
        });
        id
    }

    /// Language of a person's client, such as `de`; `en-US` at start.
    pub fn locale(&self, user: u64, locale: &str) {
        self.shared.change(|world| {
            if let Some(user) = world.users.get_mut(&user) {
                locale.clone_into(&mut user.locale);
            }
        });
    }

    /// Roles and permission bits of a member (told in `member` of interactions); none and USUAL at start.
    pub fn member(&self, guild: u64, user: u64, roles: &[u64], permissions: u64) {
        self.shared.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&guild) {
                guild.members.insert(user, (roles.to_vec(), permissions));
            }
        });
    }

    /// The DM channel between the bot and a person, made when there is none. Returns its id.
    pub fn dm(&self, user: u64) -> u64 {
        self.shared.change(|world| channels::dm(world, user))
    }

    /// Whether the bot may write to the person; closed, sending into the DM gives 50007.
    pub fn close_dms(&self, user: u64, closed: bool) {
        self.shared.change(|world| {
            if let Some(user) = world.users.get_mut(&user) {
                user.dm_closed = closed;
            }
        });
    }

    /// The bot's permissions in a channel (threads follow their parent): bits of `permission`.
    pub fn bot_permissions(&self, channel: u64, bits: u64) {
        self.shared.change(|world| {
            if let Some(channel) = world.channels.get_mut(&channel) {
                channel.permissions = bits;
            }
        });
    }

    /// Deletes a channel or thread; calls then get 10003.
    pub fn delete_channel(&self, channel: u64) {
        self.shared.change(|world| channels::delete(world, channel));
    }

    /// Deletes a message; calls then get 10008.
    pub fn delete_message(&self, message: u64) {
        self.shared.change(|world| messages::remove(world, message));
    }

    /// Archives and locks (or opens) a thread, as a moderator does.
    pub fn moderate_thread(&self, thread: u64, archived: bool, locked: bool) {
        self.shared.change(|world| {
            let state = world.channels.get_mut(&thread).and_then(|at| at.thread.as_mut());
            if let Some(state) = state {
                state.archived = archived;
                state.locked = locked;
            }
            gateway::tell_channel(world, "THREAD_UPDATE", thread);
        });
    }
}
