//! Translates Discord's messages and interactions into inbound events. Nothing is sent, stored or decided here.

mod files;
mod interactions;
mod referred;
mod senders;
#[cfg(test)]
pub(super) mod tests;

use super::mentions::Called;
use crate::adapters::discord::commands::CommandSpec;
use crate::secretary::inbound::{ChatKind, Content, EVERYBODY, Inbound, NamedRole, Place, Platform, Sender};
use crate::secretary::message::commands::typed;
use chrono::{DateTime, Utc};
use files::files_of;
use referred::words_of;
use senders::writer;
use serenity::model::channel::{Message, MessageReferenceKind, MessageType};
use serenity::model::event::MessageUpdateEvent;
use serenity::model::id::{ChannelId, GuildId};
use serenity::model::user::User;
use std::collections::{HashMap, HashSet};

/// Bytes kept of something we do not understand.
const RAW: usize = 16 * 1024;

/// What translation needs to know.
pub(crate) struct Reader<'a> {
    /// The bot's user id.
    pub bot: &'a str,
    /// The roles that stand for the bot, by which it may be mentioned as well.
    pub roles: &'a [u64],
    /// What roles are called, as far as their servers told.
    pub role_names: &'a HashMap<u64, String>,
    /// The names of channels and threads.
    pub titles: &'a HashMap<u64, String>,
    /// The channels and threads of each server.
    pub channels: &'a HashMap<u64, HashSet<u64>>,
    /// What people are called on each server, as far as they were heard of.
    pub people: &'a HashMap<u64, HashMap<u64, String>>,
    /// The commands registered.
    pub commands: &'a [CommandSpec],
}

impl Reader<'_> {
    pub(crate) fn place(&self, channel: ChannelId, kind: ChatKind) -> Place {
        Place {
            platform: Platform::Discord,
            bot: self.bot.to_owned(),
            chat: channel.to_string(),
            thread: None,
            kind,
            title: self.titles.get(&channel.get()).cloned(),
        }
    }

    /// A message; `kind` is known from the guild of a live message, or from the place when catching up.
    /// `None` for what bots write and for Discord's own notes about threads.
    pub(crate) fn message(&self, message: &Message, kind: ChatKind) -> Option<Inbound> {
        if message.author.bot || message.webhook_id.is_some() || message.author.id.to_string() == self.bot {
            return None;
        }
        let content = match message.kind {
            MessageType::Regular | MessageType::InlineReply => self.text(message, kind),
            MessageType::ThreadCreated | MessageType::ThreadStarterMessage => return None,
            other => {
                let kind_name = format!("message type {}", u8::from(other));
                let unknown = matches!(other, MessageType::Unknown(_));
                let to_us = unknown && kind == ChatKind::Direct;
                let raw = if unknown { raw(message) } else { String::new() };
                Content::Unsupported { kind: kind_name, raw, to_us }
            }
        };
        Some(Inbound {
            event: format!("m{}", message.id),
            place: self.place(message.channel_id, kind),
            sender: writer(&message.author, message.member.as_deref(), message.guild_id),
            content,
            sent_at: message.timestamp.with_timezone(&Utc),
            handle: None,
        })
    }

    fn text(&self, message: &Message, kind: ChatKind) -> Content {
        let forwarded = message.message_reference.as_ref().filter(|r| r.kind == MessageReferenceKind::Forward);
        let replied = message.message_reference.as_ref().filter(|r| r.kind == MessageReferenceKind::Default);
        let (text, named) = self.without_mention(&with_everyone(&words_of(message), message.guild_id));
        let called = self.called_in(message);
        let to_us = message.referenced_message.as_ref().is_some_and(|m| m.author.id.to_string() == self.bot);
        let addressed =
            kind == ChatKind::Direct || named || self.mentioned(&message.mentions) || (replied.is_some() && to_us);
        let reply_to = replied.and_then(|r| r.message_id).map(|id| id.to_string());
        let (attachments, refers) = (files_of(message), self.refers(message));
        // Typed and not chosen from the menu, as people do who know it from elsewhere.
        if addressed
            && forwarded.is_none()
            && let Some((name, args)) = typed(&text)
        {
            let args = self.with_names(&name, with_the_server(&name, args, message.guild_id), &called);
            return Content::Command {
                message: Some(message.id.to_string()),
                name,
                args,
                reply_to,
                attachments,
                refers,
            };
        }
        Content::Text {
            message: message.id.to_string(),
            text: called.in_words(&text),
            addressed,
            reply_to,
            attachments,
            forwarded: forwarded.is_some(),
            refers,
        }
    }

    /// What the numbers in a message are called, as far as Discord sends it along or told.
    fn called_in<'m>(&'m self, message: &'m Message) -> Called<'m> {
        let passed_on = message.message_snapshots.iter().fold(Called::default(), |called, snapshot| {
            called.people(&snapshot.mentions).roles(&snapshot.mention_roles, self.role_names)
        });
        passed_on
            .neighbours(message.guild_id, message.channel_id, self.channels, self.titles)
            .people(&message.mentions)
            .roles(&message.mention_roles, self.role_names)
            .channels(&message.mention_channels)
    }

    /// What a command says, with names in place of numbers; roles that it is about keep theirs.
    fn with_names(&self, command: &str, args: String, called: &Called<'_>) -> String {
        if command == "members" { self.with_the_role(args) } else { called.in_words(&args) }
    }

    /// What is said about a role also says what it is called, where that is known.
    fn with_the_role(&self, args: String) -> String {
        let named = || {
            let (before, rest) = args.split_once("<@&")?;
            let (id, behind) = rest.split_once('>')?;
            let name = self.role_names.get(&id.parse().ok()?)?;
            Some(format!("{before}{}{behind}", NamedRole::called(id, name)))
        };
        named().unwrap_or(args)
    }

    fn mentioned(&self, people: &[User]) -> bool {
        people.iter().any(|user| user.id.to_string() == self.bot)
    }

    /// The text without mentions of the bot, and whether there were any.
    fn without_mention(&self, text: &str) -> (String, bool) {
        let mut marks = vec![format!("<@{}>", self.bot), format!("<@!{}>", self.bot)];
        marks.extend(self.roles.iter().map(|role| format!("<@&{role}>")));
        let named = marks.iter().any(|mark| text.contains(mark));
        let mut text = text.to_owned();
        for mark in marks {
            text = text.replace(&format!("{mark} "), "").replace(&mark, "");
        }
        (text.trim().to_owned(), named)
    }

    /// An edit by a person; `kind` as for a message. `None` for other updates, such as an unfolded link, and for words
    /// that the missing content intent hides.
    pub(crate) fn edit(&self, update: &MessageUpdateEvent, kind: ChatKind) -> Option<Inbound> {
        let at = update.edited_timestamp.as_ref()?.with_timezone(&Utc);
        let author = update.author.as_ref().filter(|a| !a.bot && a.id.to_string() != self.bot)?;
        let written = with_everyone(update.content.as_ref()?, update.guild_id);
        let mentions = update.mentions.as_deref().unwrap_or_default();
        let (text, named) = self.without_mention(&written);
        let addressed = kind == ChatKind::Direct || named || self.mentioned(mentions);
        if text.is_empty() && !addressed {
            return None;
        }
        let called = Called::default()
            .neighbours(update.guild_id, update.channel_id, self.channels, self.titles)
            .people(mentions)
            .roles(update.mention_roles.as_deref().unwrap_or_default(), self.role_names)
            .channels(update.mention_channels.as_deref().unwrap_or_default());
        let text = called.in_words(&text);
        Some(Inbound {
            event: format!("e{}:{}", update.id, at.timestamp_micros()),
            place: self.place(update.channel_id, kind),
            sender: writer(author, update.member.as_ref().and_then(|member| member.as_deref()), update.guild_id),
            content: Content::Edited { message: update.id.to_string(), text, addressed },
            sent_at: at,
            handle: None,
        })
    }

    /// A channel or thread can be reached again, or no longer, or is deleted.
    pub(super) fn contact(&self, channel: ChannelId, content: Content, now: DateTime<Utc>) -> Inbound {
        let event = format!("r{channel}:{}", now.timestamp_millis());
        self.about(event, self.place(channel, ChatKind::Group), content, now)
    }

    /// Messages of a channel after this one were too many to be read.
    pub(super) fn missed(&self, channel: &str, kind: ChatKind, after: u64, now: DateTime<Utc>) -> Inbound {
        let place = self.place(ChannelId::new(channel.parse().unwrap_or(1).max(1)), kind);
        self.about(format!("missed{channel}:{after}"), place, Content::Missed, now)
    }

    /// What concerns a place and comes from nobody.
    fn about(&self, event: String, place: Place, content: Content, now: DateTime<Utc>) -> Inbound {
        let sender = Sender { user: self.bot.to_owned(), bot: true, ..Sender::default() };
        Inbound { event, place, sender, content, sent_at: now, handle: None }
    }
}

/// Direct where nothing says that others may read there: it names no server and no member of one, and, of an interaction, no
/// other context than the direct chat.
pub(crate) fn kind_of(shared: bool) -> ChatKind {
    if shared { ChatKind::Group } else { ChatKind::Direct }
}

/// The role that everybody on a server has is called as people call it: it has the number of the server.
fn with_everyone(text: &str, server: Option<GuildId>) -> String {
    match server {
        Some(server) => text.replace(&format!("<@&{server}>"), EVERYBODY),
        None => text.to_owned(),
    }
}

/// What a command says about the role of everybody names the server whose it is, where roles are what it is about.
fn with_the_server(command: &str, args: String, server: Option<GuildId>) -> String {
    match server {
        Some(server) if command == "members" => {
            args.replacen(EVERYBODY, &NamedRole::everybody_on(&server.to_string()), 1)
        }
        Some(_) | None => args,
    }
}

/// The raw form of something, without the token by which an interaction could be answered.
pub(crate) fn raw(value: &impl serde::Serialize) -> String {
    let mut json = serde_json::to_value(value).unwrap_or_default();
    if let Some(map) = json.as_object_mut() {
        map.remove("token");
    }
    let mut text = json.to_string();
    let end = text.floor_char_boundary(RAW);
    text.truncate(end);
    text
}
