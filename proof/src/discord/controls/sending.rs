//! What people write: words, answers, files, voice messages, messages passed on, and changes of them. What Discord does
//! not let them do panics at the caller.

use serde_json::Value;

use crate::discord::FakeDiscord;
use crate::discord::gateway;
use crate::discord::handlers::{channels, mentions, messages};
use crate::discord::types::{Attachment, Edit, HAS_SNAPSHOT, IS_VOICE_MESSAGE, Message};
use crate::discord::world::World;

/// Most files of a message, and bytes of one of a person without a subscription (platform-facts D24).
const FILES: usize = 10;
const FILE_BYTES: usize = 10 * 1024 * 1024;

/// A file that somebody sends: its name, its media type (not told where empty), and its bytes.
pub type File<'a> = (&'a str, &'a str, &'a [u8]);

impl FakeDiscord {
    /// Writes a message; mention the bot as `<@bot_id>`. Returns the message id.
    pub fn say(&self, channel: u64, user: u64, text: &str) -> u64 {
        self.write(channel, user, text, |_, _| {})
    }

    /// Answers a message; like the real client it mentions the author of the first one.
    pub fn reply(&self, channel: u64, user: u64, to: u64, text: &str) -> u64 {
        self.write(channel, user, text, |_, message| message.reply_to = Some(to))
    }

    /// Writes a message with files.
    ///
    /// # Panics
    /// When there are more than ten, or one is larger than 10 MiB.
    #[track_caller]
    pub fn send(&self, channel: u64, user: u64, text: &str, files: &[File<'_>]) -> u64 {
        assert!((1..=FILES).contains(&files.len()), "a message has one to ten files");
        assert!(files.iter().all(|(_, _, bytes)| bytes.len() <= FILE_BYTES), "a file has at most 10 MiB");
        self.write(channel, user, text, |world, message| {
            message.attachments = files.iter().map(|file| attachment(world, *file, None)).collect();
        })
    }

    /// Speaks a voice message.
    pub fn speak(&self, channel: u64, user: u64, seconds: u32, bytes: &[u8]) -> u64 {
        self.write(channel, user, "", |world, message| {
            message.flags = IS_VOICE_MESSAGE;
            message.attachments = vec![attachment(world, ("voice-message.ogg", "audio/ogg", bytes), Some(seconds))];
        })
    }

    /// Passes a message on to a channel.
    ///
    /// # Panics
    /// When there is no such message.
    #[track_caller]
    pub fn forward(&self, channel: u64, user: u64, message: u64) -> u64 {
        let first = self.shared.look(|world| world.messages.get(&message).cloned());
        let Some(first) = first else {
            panic!("there is no message {message}");
        };
        self.write(channel, user, "", |_, message| {
            message.flags = HAS_SNAPSHOT;
            message.forwarded = Some(Box::new(first));
        })
    }

    /// Posts embeds, as only bots do (see `robot`).
    ///
    /// # Panics
    /// When the user is a person.
    #[track_caller]
    pub fn post_embeds(&self, channel: u64, robot: u64, embeds: &[Value]) -> u64 {
        let bot = self.shared.look(|world| world.users.get(&robot).is_some_and(|user| user.bot));
        assert!(bot, "people post no embeds");
        self.write(channel, robot, "", |_, message| message.embeds = embeds.to_vec())
    }

    /// Changes the words of a message, as its author does.
    ///
    /// # Panics
    /// When there is no such message, or it is a voice message.
    #[track_caller]
    pub fn amend(&self, message: u64, text: &str) {
        let before = self.shared.look(|world| world.messages.get(&message).cloned());
        let Some(mut after) = before.filter(|before| before.flags & IS_VOICE_MESSAGE == 0) else {
            panic!("message {message} cannot be changed");
        };
        self.shared.change(|world| {
            after.edits.push(Edit { content: after.content.clone(), components: after.components.clone() });
            text.clone_into(&mut after.content);
            after.edited_at_ms = Some(world.now());
            notice_mentions(world, &mut after);
            world.messages.insert(message, after.clone());
            gateway::tell_message(world, "MESSAGE_UPDATE", &after);
        });
    }

    /// Discord shows previews under a message a moment after it was written: no words change.
    pub fn unfurl(&self, message: u64, embeds: &[Value]) {
        self.shared.change(|world| {
            let Some(at) = world.messages.get_mut(&message) else {
                return;
            };
            at.embeds = embeds.to_vec();
            let after = at.clone();
            gateway::tell_message(world, "MESSAGE_UPDATE", &after);
        });
    }

    fn write(&self, channel: u64, user: u64, text: &str, shape: impl FnOnce(&mut World, &mut Message)) -> u64 {
        self.shared.change(|world| {
            let id = world.snowflake();
            let mut message = Message {
                id,
                channel,
                author: user,
                content: text.to_owned(),
                embeds: Vec::new(),
                components: Vec::new(),
                attachments: Vec::new(),
                flags: 0,
                ephemeral_for: None,
                edits: Vec::new(),
                thread: None,
                reply_to: None,
                forwarded: None,
                nonce: None,
                interaction: None,
                mentions: Vec::new(),
                pings: Vec::new(),
                created_at_ms: world.now(),
                edited_at_ms: None,
            };
            shape(world, &mut message);
            notice_mentions(world, &mut message);
            world.note("said", || serde_json::json!({"message": id, "channel": channel, "user": user, "text": text}));
            channels::unarchive(world, channel);
            messages::post(world, message);
            id
        })
    }
}

/// Whoever is named, and whoever is answered.
fn notice_mentions(world: &World, message: &mut Message) {
    message.mentions = mentions::find(&message.content).users;
    let answered = message.reply_to.and_then(|id| world.messages.get(&id)).map(|first| first.author);
    if let Some(author) = answered.filter(|author| !message.mentions.contains(author)) {
        message.mentions.push(author);
    }
}

fn attachment(world: &mut World, (name, media_type, bytes): File<'_>, seconds: Option<u32>) -> Attachment {
    Attachment {
        id: world.snowflake(),
        filename: name.to_owned(),
        description: None,
        content_type: (!media_type.is_empty()).then(|| media_type.to_owned()),
        bytes: bytes.to_vec(),
        seconds,
    }
}
