//! Files that the page sent, in the storage of received files, until a message names them and is understood. What a file
//! holds is not looked at here.

use super::by_day::ByDay;
use crate::ports::chat::DownloadError;
use crate::ports::clock::Entropy;
use crate::ports::files::ReceivedFiles;
use crate::ports::tool::ToolError;
use crate::secretary::inbound::Attachment;
use crate::secretary::received::{MOST_BYTES_A_DAY, MOST_FILES_A_DAY};
use crate::text::{media_types, names};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Files in memory at the same time, each while it arrives and is written.
const AT_ONCE: usize = 3;
/// The whole days for which an upload is kept at least.
const DAYS: u16 = 1;
/// Uploads of a day for each file that a person may send on it: some are removed again or come twice.
const UPLOADS_PER_FILE: u64 = 2;
/// How long to wait when the storage cannot be read.
const AGAIN: Duration = Duration::from_secs(5);

/// Why an upload is not taken or not found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The storage does not work just now.
    Broken,
    /// Too much was sent within a day.
    DayFull,
    /// There is no such upload of this person, or no longer.
    Gone,
}

/// The uploads.
pub(super) struct Uploads {
    by_day: ByDay,
    entropy: Arc<dyn Entropy>,
    room: Semaphore,
    /// The times and bytes of the uploads of the last 24 hours, oldest first.
    taken: Mutex<VecDeque<(DateTime<Utc>, u64)>>,
}

/// What is known of an upload, kept beside its bytes.
#[derive(Serialize, Deserialize)]
struct About {
    /// The account it belongs to.
    owner: String,
    /// The file as a message has it; the handle is the token.
    file: Attachment,
}

impl Uploads {
    pub(super) fn new(files: Arc<dyn ReceivedFiles>, entropy: Arc<dyn Entropy>) -> Self {
        let by_day = ByDay::new(files, "r-web-", "removed");
        Self { by_day, entropy, room: Semaphore::new(AT_ONCE), taken: Mutex::default() }
    }

    /// Waits until one more file may be in memory.
    pub(super) async fn room(&self) -> Option<SemaphorePermit<'_>> {
        self.room.acquire().await.ok()
    }

    /// Keeps a file of `owner` and gives it as a message will have it. A repetition keeps it a second time.
    ///
    /// # Errors
    /// [`Fault::Broken`] and [`Fault::DayFull`].
    pub(super) async fn take(
        &self,
        owner: &str,
        (name, media_type): (&str, Option<&str>),
        bytes: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Attachment, Fault> {
        self.count(length(bytes), now)?;
        let token = ByDay::token(now, &self.entropy.seed().map_err(|error| broken(&error))?);
        let (name, media_type) = (names::file(name), media_type.and_then(media_types::essence));
        let kind = media_types::kind(media_type.as_deref(), &name);
        let file = Attachment {
            name,
            handle: token.clone(),
            bytes: length(bytes),
            album: None,
            kind,
            media_type,
            seconds: None,
        };
        let about = About { owner: owner.to_owned(), file };
        let written = serde_json::to_vec(&about).map_err(|error| broken(&error))?;
        self.by_day.begin(now).await.map_err(|error| broken(&error))?;
        // In this order: what is known of a file stands there only when all of it does.
        self.by_day.keep(&token, &token, bytes).await.map_err(|error| broken(&error))?;
        self.by_day.keep(&token, &about_name(&token), &written).await.map_err(|error| broken(&error))?;
        Ok(about.file)
    }

    /// The file behind a token, if `owner` uploaded it.
    ///
    /// # Errors
    /// [`Fault::Broken`] and [`Fault::Gone`].
    pub(super) async fn named(&self, owner: &str, token: &str) -> Result<Attachment, Fault> {
        let written = self.by_day.kept(token, &about_name(token)).await.map_err(|error| broken(&error))?;
        let about: About = serde_json::from_slice(&written.ok_or(Fault::Gone)?).map_err(|error| broken(&error))?;
        if about.owner == owner { Ok(about.file) } else { Err(Fault::Gone) }
    }

    /// The bytes behind a token, at most `most`.
    ///
    /// # Errors
    /// See [`DownloadError`].
    pub(super) async fn bytes(&self, token: &str, most: u64) -> Result<Vec<u8>, DownloadError> {
        let kept = self.by_day.kept(token, token).await.map_err(|error| {
            tracing::warn!(%error, "an upload of the web chat cannot be read");
            DownloadError::Retry { after: AGAIN }
        })?;
        match kept {
            Some(bytes) if length(&bytes) <= most => Ok(bytes),
            Some(_) => Err(DownloadError::TooLarge),
            None => Err(DownloadError::Gone("there is no such upload, or no longer".to_owned())),
        }
    }

    /// Removes the uploads of the days before yesterday, so that each is kept for a day at least.
    ///
    /// # Errors
    /// The storage does not work; the next call begins where this one ended.
    pub(super) async fn remove_old(&self, now: DateTime<Utc>) -> Result<(), ToolError> {
        self.by_day.remove_old(DAYS, now).await
    }

    fn count(&self, bytes: u64, now: DateTime<Utc>) -> Result<(), Fault> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|(at, _)| now - *at < TimeDelta::days(1));
        let (count, sum) = taken.iter().fold((1, bytes), |(count, sum), (_, bytes)| (count + 1, sum + bytes));
        if count > UPLOADS_PER_FILE * MOST_FILES_A_DAY || sum > UPLOADS_PER_FILE * MOST_BYTES_A_DAY {
            return Err(Fault::DayFull);
        }
        taken.push_back((now, bytes));
        Ok(())
    }
}

fn broken(error: &dyn std::fmt::Display) -> Fault {
    tracing::warn!(%error, "the web chat cannot use its storage of uploads");
    Fault::Broken
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

fn about_name(token: &str) -> String {
    format!("{token}.json")
}
