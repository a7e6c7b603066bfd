//! The way out: a post appends to the log of the chat, an edit or a receipt changes it, and open pages are told of
//! each. The bytes of what a person sent come from the uploads; those of what the secretary sends are kept here.

use super::{Live, Web, inbound};
use crate::ports::chat::{Change, Chat, ChatError, DownloadError, Downloads, Editing, Posting, Receipts, Sent};
use crate::ports::web::weblog::{Author, Entry, EntryChange, WebLogError, WebMessage};
use crate::secretary::inbound::{Attachment, Place};
use crate::secretary::message::Message;
use async_trait::async_trait;
use std::time::Duration;

/// How long to wait when the record cannot be written.
const AGAIN: Duration = Duration::from_secs(1);

fn later(error: &dyn std::fmt::Display) -> ChatError {
    tracing::warn!(%error, "the web chat cannot use its storage");
    ChatError::Retry { after: AGAIN }
}

/// Whether a place is the web chat; a place remembered from elsewhere must not end up on this page.
fn ours(place: &Place) -> Result<(), ChatError> {
    let here = inbound::place();
    let same = place.platform == here.platform && place.bot == here.bot && place.chat == here.chat;
    if same { Ok(()) } else { Err(ChatError::Refused("this is not a place of the web chat".into())) }
}

impl Web {
    /// The message with this id.
    pub(super) async fn entry(&self, id: i64) -> Result<Option<Entry>, WebLogError> {
        let newest = self.log.latest(id.checked_add(1), 1).await?.pop();
        Ok(newest.filter(|entry| entry.id == id))
    }
}

#[async_trait]
impl Chat for Web {
    async fn post(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        ours(posting.to)?;
        if posting.part > 0 {
            return Err(ChatError::Refused("a message of the web chat has one part".into()));
        }
        let at = self.clock.now();
        // Before the message is there: whoever sees it can have its file.
        let kept = self.sent.keep(&posting, at).await.map_err(|e| later(&e))?;
        let message = WebMessage {
            author: Author::Secretary,
            message: posting.message.clone(),
            at,
            reply_to: posting.reply_to.and_then(|id| id.parse().ok()),
            client: None,
            files: kept.into_iter().collect(),
            seen: false,
        };
        let id = self.log.append(&format!("post:{}", posting.key), message).await.map_err(|e| later(&e))?;
        self.tell(Live::Changed);
        Ok(Sent { id: id.to_string(), more: false })
    }

    async fn edit(&self, editing: Editing<'_>) -> Result<usize, ChatError> {
        ours(editing.place)?;
        let id: i64 = editing.id.parse().map_err(|_| ChatError::MessageGone)?;
        let message = match editing.change {
            Change::Part(message, 0) => message.clone(),
            // A message has one part here.
            Change::Part(_, _) => return Ok(1),
            Change::NoButtons => {
                let found = self.entry(id).await.map_err(|e| later(&e))?;
                let stands = found.ok_or(ChatError::MessageGone)?;
                Message { buttons: Vec::new(), ..stands.message.message }
            }
        };
        if !self.log.change(id, EntryChange::Content(Box::new(message))).await.map_err(|e| later(&e))? {
            return Err(ChatError::MessageGone);
        }
        self.tell(Live::Changed);
        Ok(1)
    }

    async fn open_thread(&self, _: &Place, _: &str, _: &str) -> Result<Option<Place>, ChatError> {
        Ok(None)
    }

    async fn typing(&self, place: &Place) {
        if ours(place).is_ok() {
            self.tell(Live::Typing);
        }
    }
}

#[async_trait]
impl Downloads for Web {
    async fn download(&self, file: &Attachment, most: u64) -> Result<Vec<u8>, DownloadError> {
        self.uploads.bytes(&file.handle, most).await
    }
}

#[async_trait]
impl Receipts for Web {
    async fn seen(&self, place: &Place, message: &str) -> Result<(), ChatError> {
        ours(place)?;
        let id: i64 = message.parse().map_err(|_| ChatError::MessageGone)?;
        if !self.log.change(id, EntryChange::Seen).await.map_err(|e| later(&e))? {
            return Err(ChatError::MessageGone);
        }
        self.tell(Live::Changed);
        Ok(())
    }
}
