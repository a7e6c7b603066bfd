//! Files that the secretary sent and whose bytes lie elsewhere. A ticket may change or lose a file, so that what was sent
//! is kept here; the record of the chat says under which token. Nothing here decides who may have it.

use super::by_day::ByDay;
use crate::ports::chat::Posting;
use crate::ports::files::ReceivedFiles;
use crate::ports::tool::ToolError;
use crate::ports::web::weblog::{Author, WebMessage};
use crate::secretary::inbound::{Attachment, FileKind};
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The days for which a file is kept at least; fewer where the messages of the chat are.
const DAYS: u16 = 90;

/// The files.
pub(super) struct SentFiles {
    by_day: ByDay,
    days: u16,
}

impl SentFiles {
    pub(super) fn new(files: Arc<dyn ReceivedFiles>) -> Self {
        Self { by_day: ByDay::new(files, "r-web-sent-", "sent"), days: DAYS }
    }

    /// Keeps files no longer than the messages of the chat.
    pub(super) fn keep_for(&mut self, days: Option<u16>) {
        self.days = days.map_or(DAYS, |days| days.min(DAYS));
    }

    /// Keeps the bytes that go with a message, if there are any, and tells as what. A repetition of the same posting
    /// writes over the first one, or on another day leaves it to its day.
    ///
    /// # Errors
    /// The storage does not work; the posting may be repeated.
    pub(super) async fn keep(
        &self,
        posting: &Posting<'_>,
        now: DateTime<Utc>,
    ) -> Result<Option<Attachment>, ToolError> {
        let Some(bytes) = posting.file else { return Ok(None) };
        let token = ByDay::token(now, &Sha256::digest(posting.key.as_bytes()));
        self.by_day.begin(now).await?;
        self.by_day.keep(&token, &token, bytes).await?;
        Ok(Some(Attachment {
            // It stands in the message.
            name: String::new(),
            handle: token,
            bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            album: None,
            kind: FileKind::Document,
            media_type: None,
            seconds: None,
        }))
    }

    /// The name and the bytes of the file that went with a message; none where none went, or it was removed.
    ///
    /// # Errors
    /// The storage does not work.
    pub(super) async fn of(&self, message: &WebMessage) -> Result<Option<(String, Vec<u8>)>, ToolError> {
        let file = message.message.file.as_ref().filter(|file| file.at.is_some());
        let (Author::Secretary, Some(file), Some(kept)) = (message.author, file, message.files.first()) else {
            return Ok(None);
        };
        let bytes = self.by_day.kept(&kept.handle, &kept.handle).await?;
        Ok(bytes.map(|bytes| (file.name.clone(), bytes)))
    }

    /// Removes what was kept long enough.
    ///
    /// # Errors
    /// The storage does not work; the next call begins where this one ended.
    pub(super) async fn remove_old(&self, now: DateTime<Utc>) -> Result<(), ToolError> {
        self.by_day.remove_old(self.days, now).await
    }
}
