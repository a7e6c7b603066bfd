//! Posts and edits through the Bot API. One call is one request, except after four refusals with which nothing was sent
//! and a simpler request helps: markup, topic, reply, picture. Rate limits and repetition belong to the engine.

use super::client::Failure;
use super::render::Mention;
use super::{keyboard, render};
use crate::adapters::telegram::{Inner, Telegram, fault};
use crate::ports::chat::{Change, Chat, ChatError, Editing, Posting, Sent};
use crate::secretary::ids::PersonId;
use crate::secretary::inbound::{Account, ChatKind, Place, Platform};
use crate::secretary::message::{Block, Button, Message, Span};
use crate::secretary::ticket::task::{Attached, FileAt};
use crate::text::names;
use async_trait::async_trait;
use reqwest::multipart::{Form, Part};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::time::Duration;
use teloxide::payloads::{DeleteMessage, EditMessageReplyMarkup, EditMessageText, SendChatAction, SendMessage};
use teloxide::requests::Payload;
use teloxide::types::{
    ChatAction, ChatId, LinkPreviewOptions, MessageId, ParseMode, Recipient, ReplyParameters, ThreadId,
};

/// How long Telegram may take to say that it works, and when it is asked again at the earliest.
const ASKING: Duration = Duration::from_secs(5);
const ASKED_AGAIN: Duration = Duration::from_secs(2);

/// What a PNG begins with, and the most bytes of a picture (platform-facts T34); a larger one goes as a document.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const PICTURE_BYTES: usize = 10 * 1024 * 1024;

/// The only field read of a sent message.
#[derive(Deserialize)]
struct SentMessage {
    message_id: i64,
}

/// Where a part goes, and how far it has been simplified.
struct Route {
    chat: i64,
    thread: Option<i32>,
    reply_to: Option<i32>,
    plain: bool,
    /// A picture goes as one, not as a document.
    picture: bool,
}

impl Route {
    fn of(place: &Place, reply_to: Option<&str>) -> Result<Self, ChatError> {
        let thread = place.thread.as_deref().and_then(|thread| thread.parse().ok());
        let reply_to = reply_to.and_then(|id| id.parse().ok()).filter(|id| *id != 0);
        Ok(Self { chat: chat_id(place)?, thread, reply_to, plain: false, picture: true })
    }

    /// Leaves away what was refused; false if that is not the reason or was left away before.
    fn simplify(&mut self, failure: &Failure) -> bool {
        if fault::is_markup(failure) && !self.plain {
            tracing::warn!(%failure, "Telegram refused the markup; the message goes out as plain text");
            self.plain = true;
            return true;
        }
        if fault::is_no_picture(failure) && self.picture {
            self.picture = false;
            return true;
        }
        if fault::is_thread_gone(failure) {
            // A reply leads into the topic of what it replies to, also without a thread.
            let (thread, reply_to) = (self.thread.take(), self.reply_to.take());
            return thread.is_some() || reply_to.is_some();
        }
        fault::is_reply_gone(failure) && self.reply_to.take().is_some()
    }

    fn reply_parameters(&self) -> Option<ReplyParameters> {
        self.reply_to.map(|id| ReplyParameters::new(MessageId(id)).allow_sending_without_reply())
    }

    fn thread_id(&self) -> Option<ThreadId> {
        self.thread.map(|id| ThreadId(MessageId(id)))
    }
}

#[async_trait]
impl Chat for Telegram {
    async fn post(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        let message = posting.message;
        let texts = text_parts(message);
        let total = texts.len() + usize::from(message.file.is_some());
        let first = posting.part == 0;
        let mut route = Route::of(posting.to, posting.reply_to.filter(|_| first))?;
        let mut without_file = false;
        self.inner.may_call(route.chat)?;
        if posting.unclear_since.is_some() && !self.inner.works().await {
            return Err(ChatError::Retry { after: ASKED_AGAIN });
        }
        loop {
            let sent = match (texts.get(posting.part), &message.file) {
                (Some(part), _) => {
                    let last = posting.part + 1 == texts.len();
                    self.inner.send_text(&route, &posting, part, last).await
                }
                (None, Some(_)) if without_file => self.inner.send_text(&route, &posting, &no_file(), false).await,
                (None, Some(file)) if posting.part == texts.len() => self.inner.send_file(&route, &posting, file).await,
                (None, _) => return Err(ChatError::Refused("the message has no such part".to_owned())),
            };
            match sent {
                Ok(sent) => return Ok(Sent { id: sent.message_id.to_string(), more: posting.part + 1 < total }),
                Err(failure) if posting.part == texts.len() && !without_file && fault::is_no_file(&failure) => {
                    tracing::warn!(%failure, "files may not be sent here; words stand in the place of this one");
                    without_file = true;
                }
                Err(failure) if route.simplify(&failure) => {}
                Err(failure) => return Err(self.inner.chat_error(route.chat, &failure)),
            }
        }
    }

    async fn edit(&self, editing: Editing<'_>) -> Result<usize, ChatError> {
        // A message is found without its topic, so nothing is left to try where that is closed.
        let mut route = Route { thread: None, ..Route::of(editing.place, None)? };
        let Some(id) = editing.id.parse().ok().filter(|id| *id != 0) else { return Err(ChatError::MessageGone) };
        let id = MessageId(id);
        self.inner.may_call(route.chat)?;
        let Change::Part(message, at) = editing.change else {
            let bare = self.inner.take_buttons(&route, id).await;
            return bare.map(|()| 1).map_err(|failure| self.inner.edit_error(route.chat, &failure));
        };
        let texts = text_parts(message);
        let total = texts.len() + usize::from(message.file.is_some());
        let Some(part) = texts.get(at) else {
            // A file that goes with the message stays as it is.
            if at >= total {
                let gone = self.inner.take_away(&route, id).await;
                gone.map_err(|failure| self.inner.edit_error(route.chat, &failure))?;
            }
            return Ok(total);
        };
        let buttons: &[_] = if at + 1 == texts.len() { &message.buttons } else { &[] };
        loop {
            match self.inner.edit_text(&route, id, body(&route, part, &|_| None), buttons).await {
                Ok(()) => return Ok(total),
                Err(failure) if fault::is_unchanged(&failure) || fault::has_no_text(&failure) => return Ok(total),
                Err(failure) if route.simplify(&failure) => {}
                Err(failure) => return Err(self.inner.edit_error(route.chat, &failure)),
            }
        }
    }

    async fn open_thread(&self, _: &Place, _: &str, _: &str) -> Result<Option<Place>, ChatError> {
        Ok(None)
    }

    async fn typing(&self, place: &Place) {
        let Ok(route) = Route::of(place, None) else { return };
        if self.inner.may_call(route.chat).is_err() {
            return;
        }
        let mut action = SendChatAction::new(recipient(route.chat), ChatAction::Typing);
        action.message_thread_id = route.thread_id();
        if let Err(failure) = self.inner.client.send::<_, IgnoredAny>(&action).await {
            let _ = self.inner.chat_error(route.chat, &failure);
            tracing::debug!(%failure, "no typing sign");
        }
    }
}

impl Inner {
    /// Whether Telegram lets us call about this chat now.
    pub(super) fn may_call(&self, chat: i64) -> Result<(), ChatError> {
        if let Some(reason) = self.wrong_token() {
            return Err(ChatError::Barred(reason));
        }
        self.governor.wait(chat, self.clock.now()).map_or(Ok(()), |after| Err(ChatError::Retry { after }))
    }

    /// Whether Telegram works: it answered something after the last trouble, or does so now (platform-facts T28).
    async fn works(&self) -> bool {
        if self.client.works() {
            return true;
        }
        let mut asked = self.asked.lock().await;
        if self.client.works() {
            return true;
        }
        let now = self.clock.now();
        if asked.is_some_and(|at| at <= now && now < at + ASKED_AGAIN) {
            return false;
        }
        let answer: Result<IgnoredAny, _> = self.client.call("getMe", &json!({}), ASKING).await;
        *asked = answer.is_err().then(|| self.clock.now());
        answer.is_ok()
    }

    fn chat_error(&self, chat: i64, failure: &Failure) -> ChatError {
        if let Some(wait) = failure.retry_after() {
            self.governor.hold(chat, wait, self.clock.now());
        }
        fault::chat_error(failure)
    }

    /// A topic that takes no change closes no chat: posts still find their way past it.
    fn edit_error(&self, chat: i64, failure: &Failure) -> ChatError {
        match self.chat_error(chat, failure) {
            ChatError::Gone(why) if fault::is_thread_gone(failure) => ChatError::Refused(why),
            error => error,
        }
    }

    async fn send_text(
        &self,
        route: &Route,
        posting: &Posting<'_>,
        part: &[Block],
        last: bool,
    ) -> Result<SentMessage, Failure> {
        let group = posting.to.kind == ChatKind::Group;
        let mention =
            |id: &PersonId| account_of(posting.people, id).filter(|_| group && posting.message.mentions.contains(id));
        let mut send = SendMessage::new(recipient(route.chat), body(route, part, &mention));
        send.parse_mode = (!route.plain).then_some(ParseMode::Html);
        send.message_thread_id = route.thread_id();
        send.link_preview_options = Some(no_preview());
        send.disable_notification = posting.message.silent.then_some(true);
        send.reply_parameters = route.reply_parameters();
        let under = if last { keyboard::inline(&posting.message.buttons) } else { None };
        let asks = last && posting.message.asks_text && posting.message.buttons.is_empty();
        let somebody = route.reply_to.is_some() || (!route.plain && mentions_somebody(part, &mention));
        let under = under.or_else(|| asks.then(|| keyboard::reply_box(group && somebody)));
        self.call_with_markup(&send, under).await
    }

    async fn edit_text(
        &self,
        route: &Route,
        id: MessageId,
        text: String,
        buttons: &[Vec<Button>],
    ) -> Result<(), Failure> {
        let mut edit = EditMessageText::new(recipient(route.chat), id, text);
        edit.parse_mode = (!route.plain).then_some(ParseMode::Html);
        edit.link_preview_options = Some(no_preview());
        let _: IgnoredAny = self.call_with_markup(&edit, keyboard::inline(buttons)).await?;
        Ok(())
    }

    async fn take_buttons(&self, route: &Route, id: MessageId) -> Result<(), Failure> {
        let edit = EditMessageReplyMarkup::new(recipient(route.chat), id);
        match self.client.send::<_, IgnoredAny>(&edit).await {
            Err(failure) if !fault::is_unchanged(&failure) => Err(failure),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Deletes a message of ours; one of two days ago can only be emptied (platform-facts T27).
    async fn take_away(&self, route: &Route, id: MessageId) -> Result<(), Failure> {
        let gone = DeleteMessage::new(recipient(route.chat), id);
        let emptied = match self.client.send::<_, IgnoredAny>(&gone).await {
            Ok(_) => return Ok(()),
            Err(failure) if fault::is_deleted(&failure) => return Ok(()),
            Err(failure) if fault::cannot_be_deleted(&failure) => self.edit_text(route, id, "…".to_owned(), &[]).await,
            Err(failure) => Err(failure),
        };
        match emptied {
            Err(failure) if !fault::is_unchanged(&failure) && !fault::has_no_text(&failure) => Err(failure),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    async fn call_with_markup<P, T>(&self, payload: &P, markup: Option<Value>) -> Result<T, Failure>
    where
        P: Payload + serde::Serialize,
        T: serde::de::DeserializeOwned,
    {
        let mut parameters = serde_json::to_value(payload).map_err(|error| Failure::Unsent(error.to_string()))?;
        if let (Some(markup), Some(fields)) = (markup, parameters.as_object_mut()) {
            fields.insert("reply_markup".to_owned(), markup);
        }
        self.client.call(P::NAME, &parameters, super::client::CALL).await
    }

    async fn send_file(&self, route: &Route, posting: &Posting<'_>, file: &Attached) -> Result<SentMessage, Failure> {
        let (message, text) = (posting.message, file.text.as_bytes());
        let bytes = Part::bytes(posting.file.unwrap_or(text).to_vec()).file_name(names::file(&file.name));
        let (method, field, kind) = match posting.file {
            Some(bytes) if route.picture && is_picture(file, bytes) => ("SendPhoto", "photo", "image/png"),
            Some(_) => ("SendDocument", "document", "application/octet-stream"),
            None => ("SendDocument", "document", "text/plain"),
        };
        let bytes = bytes.mime_str(kind).map_err(|error| Failure::Unsent(error.to_string()))?;
        let mut form = Form::new().text("chat_id", route.chat.to_string()).part(field, bytes);
        if let Some(thread) = route.thread {
            form = form.text("message_thread_id", thread.to_string());
        }
        if message.silent {
            form = form.text("disable_notification", "true");
        }
        if let Some(id) = route.reply_to {
            let reply = json!({ "message_id": id, "allow_sending_without_reply": true });
            form = form.text("reply_parameters", reply.to_string());
        }
        self.client.upload(method, form).await
    }
}

/// Whether a file is shown as a picture: a PNG of ours that Telegram takes as one. What people sent goes back as it came.
fn is_picture(file: &Attached, bytes: &[u8]) -> bool {
    let ours = !matches!(file.at, Some(FileAt::Received { .. }));
    ours && bytes.starts_with(PNG) && bytes.len() <= PICTURE_BYTES
}

/// What stands in the place of a file that may not be sent: the words before it must not close the chat with it.
fn no_file() -> Vec<Block> {
    let words = "The file could not be attached: files may not be sent here. An admin of this chat can allow them.";
    vec![Block::Line(vec![Span::text(words)])]
}

/// The text parts. Buttons need a message to stand under, even if it says nothing.
fn text_parts(message: &Message) -> Vec<Vec<Block>> {
    let parts = render::parts(&message.blocks);
    if parts.is_empty() && !message.buttons.is_empty() {
        return vec![vec![Block::Line(vec![Span::text("…")])]];
    }
    parts
}

fn body(route: &Route, part: &[Block], mention: Mention<'_>) -> String {
    if route.plain { render::plain_text(part) } else { render::html(part, mention) }
}

fn mentions_somebody(part: &[Block], mention: Mention<'_>) -> bool {
    let is_mention = |span: &Span| matches!(span, Span::Person { id, .. } if mention(id).is_some());
    part.iter().any(|block| match block {
        Block::Line(spans) | Block::Heading(spans) | Block::Quote(spans) | Block::Item { spans, .. } => {
            spans.iter().any(is_mention)
        }
        Block::Code { .. } | Block::Table(_) | Block::Gap | Block::Markdown(_) => false,
    })
}

fn account_of(people: &[(PersonId, Account)], id: &PersonId) -> Option<u64> {
    let ours = |(person, account): &&(PersonId, Account)| person == id && account.platform == Platform::Telegram;
    people.iter().find(ours)?.1.user.parse().ok()
}

/// Previews are off, because fetching one can leak data (platform-facts T36).
fn no_preview() -> LinkPreviewOptions {
    LinkPreviewOptions {
        is_disabled: true,
        url: None,
        prefer_small_media: false,
        prefer_large_media: false,
        show_above_text: false,
    }
}

fn recipient(chat: i64) -> Recipient {
    Recipient::Id(ChatId(chat))
}

/// The number of a chat.
pub(super) fn chat_id(place: &Place) -> Result<i64, ChatError> {
    let id = place.chat.parse().ok().filter(|id| *id != 0);
    id.ok_or_else(|| ChatError::Refused(format!("{:?} is no chat of Telegram", place.chat)))
}
