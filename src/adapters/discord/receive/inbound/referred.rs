//! What a message says besides its text: embeds, a poll, stickers; and what it refers to: the message it replies to,
//! and addresses that only its previews tell. Nothing is fetched here.

use super::files::files_of;
use super::senders::writer;
use super::{Reader, with_everyone};
use crate::secretary::inbound::{REFERRED_CHARS, Reference, Referred};
use serenity::model::channel::{Embed, Message, MessageReferenceKind, Poll};
use serenity::model::sticker::StickerItem;

/// Kinds of embeds that are previews of a page.
const PAGES: [&str; 3] = ["link", "article", "rich"];

/// The words of whoever sent this message: their text, or what they pass on.
pub(super) fn words_of(message: &Message) -> String {
    let besides = besides(message.poll.as_deref(), &message.sticker_items);
    joined([message.content.clone()].into_iter().chain(passed_on(message)).chain(besides))
}

/// The words of a message that another one refers to. Programs write in embeds.
fn words_of_another(message: &Message) -> String {
    let besides = besides(message.poll.as_deref(), &message.sticker_items);
    let own = with_embeds(&message.content, &message.embeds);
    joined([own].into_iter().chain(passed_on(message)).chain(besides))
}

/// The words of the messages that this one passes on.
fn passed_on(message: &Message) -> impl Iterator<Item = String> {
    message.message_snapshots.iter().map(|one| {
        let own = with_embeds(&one.content, &one.embeds);
        joined([own].into_iter().chain(besides(None, &one.sticker_items)))
    })
}

/// A text with its embeds. Of a text with words, previews of what stands in it say nothing new.
fn with_embeds(content: &str, embeds: &[Embed]) -> String {
    let tells = |embed: &&Embed| {
        let written = embed.kind.as_deref().is_none_or(|kind| kind == "rich");
        content.trim().is_empty() || (written && !embed.url.as_deref().is_some_and(|url| stands_in(url, content)))
    };
    let told = embeds.iter().filter(tells).map(in_lines);
    joined([content.to_owned()].into_iter().chain(told))
}

fn in_lines(embed: &Embed) -> String {
    let fields = embed.fields.iter().map(|field| format!("{}: {}", field.name, field.value));
    let head = [&embed.title, &embed.description].into_iter().flatten().cloned();
    joined(head.chain(fields).chain(embed.url.clone()))
}

/// A poll with its answers, and the names of stickers.
fn besides(poll: Option<&Poll>, stickers: &[StickerItem]) -> impl Iterator<Item = String> {
    let asked = poll.into_iter().map(|poll| {
        let answers = poll.answers.iter().filter_map(|answer| answer.poll_media.text.as_ref());
        let answers = answers.map(|answer| format!("- {answer}"));
        joined([poll.question.text.clone().unwrap_or_default()].into_iter().chain(answers))
    });
    asked.chain(stickers.iter().map(|sticker| sticker.name.clone()))
}

/// The texts that are not empty, each on a line of its own.
fn joined(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect();
    texts.join("\n")
}

/// Whether an address stands in a text; a slash at its end makes no difference.
fn stands_in(url: &str, text: &str) -> bool {
    text.contains(url.trim_end_matches('/'))
}

impl Reader<'_> {
    /// What a message refers to.
    pub(super) fn refers(&self, message: &Message) -> Vec<Referred> {
        let replies = message.message_reference.as_ref().is_some_and(|r| r.kind == MessageReferenceKind::Default);
        let first = message.referenced_message.as_deref().filter(|_| replies);
        first.and_then(|first| self.replied(message, first)).into_iter().chain(previews(message)).collect()
    }

    /// The message of somebody else than the bot that this one replies to; none where it says nothing, as without the
    /// message content intent.
    fn replied(&self, message: &Message, first: &Message) -> Option<Referred> {
        if first.author.id.to_string() == self.bot {
            return None;
        }
        let words = with_everyone(&words_of_another(first), message.guild_id);
        let text = self.called_in(first).in_words(&words).chars().take(REFERRED_CHARS).collect::<String>();
        let attachments = files_of(first);
        let who = writer(&first.author, first.member.as_deref(), message.guild_id).name;
        let own = first.author.id == message.author.id;
        let says = !text.is_empty() || !attachments.is_empty();
        says.then_some(Referred { how: Reference::Reply, who, own, text, attachments })
    }
}

/// Pages with a preview whose address does not stand in the message.
fn previews(message: &Message) -> impl Iterator<Item = Referred> {
    let page = |embed: &&Embed| embed.kind.as_deref().is_some_and(|kind| PAGES.contains(&kind));
    message.embeds.iter().filter(page).filter_map(move |embed| {
        let url = embed.url.as_deref().filter(|url| !stands_in(url, &message.content))?;
        let title = embed.title.clone().unwrap_or_default();
        let text = joined([title, url.to_owned()].into_iter()).chars().take(REFERRED_CHARS).collect();
        Some(Referred { how: Reference::Preview, who: String::new(), own: false, text, attachments: Vec::new() })
    })
}
