//! The files of messages: `getFile` tells where a file is, then it is fetched from there. The address of a file holds
//! the token (platform-facts T34, T66): it must not get into an error or a log.
//!
//! A Bot API server of one's own that was started with `--local` tells paths on its own disk. It does not give these
//! files out, so they count as not there.

use super::client::{CALL, Client, Failure, decode};
use crate::adapters::telegram::Telegram;
use crate::ports::chat::{DownloadError, Downloads};
use crate::secretary::inbound::Attachment;
use async_trait::async_trait;
use reqwest::header::RETRY_AFTER;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use std::time::Duration;
use url::Url;

/// How long a file of 20 MB may take.
const DEADLINE: Duration = Duration::from_secs(60);
/// The wait after a failure without a figure of its own.
const SHORT: Duration = Duration::from_secs(2);
/// The wait after a 429 without a figure.
const FLOOD: Duration = Duration::from_secs(5);
/// The wait while the token is not accepted.
const TOKEN: Duration = Duration::from_secs(60);
/// A longer wait than this, in seconds, is none.
const DAY: u64 = 86_400;
/// Bytes of an answer that says why there is no file.
const REASON_BYTES: u64 = 64 * 1024;
/// Files belong to no chat, so a wait is for all of them.
const ALL: i64 = 0;

/// Where a file is.
#[derive(Deserialize)]
struct Found {
    file_path: Option<String>,
    file_size: Option<u64>,
}

#[async_trait]
impl Downloads for Telegram {
    async fn download(&self, file: &Attachment, most: u64) -> Result<Vec<u8>, DownloadError> {
        let inner = &self.inner;
        if file.bytes > most {
            return Err(DownloadError::TooLarge);
        }
        if inner.wrong_token().is_some() {
            return Err(DownloadError::Retry { after: TOKEN });
        }
        if let Some(after) = inner.downloads.wait(ALL, inner.clock.now()) {
            return Err(DownloadError::Retry { after });
        }
        let fetched = inner.client.download(&file.handle, most).await;
        if let Err(DownloadError::Retry { after }) = &fetched {
            inner.downloads.hold(ALL, *after, inner.clock.now());
        }
        fetched
    }
}

impl Client {
    async fn download(&self, handle: &str, most: u64) -> Result<Vec<u8>, DownloadError> {
        let found: Result<Found, Failure> = self.call("getFile", &json!({ "file_id": handle }), CALL).await;
        let found = found.map_err(|failure| without_place(&failure))?;
        if found.file_size.is_some_and(|size| size > most) {
            return Err(DownloadError::TooLarge);
        }
        let path =
            found.file_path.ok_or_else(|| DownloadError::Gone("Telegram does not say where it is".to_owned()))?;
        if path.starts_with('/') || path.contains(['\\', ':']) {
            let reason = "the Bot API server keeps files on its own disk (--local) and gives none out";
            return Err(DownloadError::Gone(reason.to_owned()));
        }
        self.fetch(&path, most).await
    }

    /// Gets what is at this path, in one request and without following any other address.
    async fn fetch(&self, path: &str, most: u64) -> Result<Vec<u8>, DownloadError> {
        let (Ok(http), Some(address)) = (&self.http, self.address(path)) else {
            return Err(DownloadError::Gone("it has no address".to_owned()));
        };
        let mut answer = http.get(address).timeout(DEADLINE).send().await.map_err(|error| self.broken_off(error))?;
        let status = answer.status().as_u16();
        match status {
            200 => {
                let bytes = read(&mut answer, most).await.map_err(|error| self.broken_off(error))?;
                bytes.ok_or(DownloadError::TooLarge)
            }
            429 => {
                let named =
                    answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
                let body = read(&mut answer, REASON_BYTES).await.ok().flatten().unwrap_or_default();
                let told = decode::<IgnoredAny>(status, &body).err().and_then(|failure| failure.retry_after());
                Err(DownloadError::Retry {
                    after: told.or(named.map(|wait| Duration::from_secs(wait.min(DAY)))).unwrap_or(FLOOD),
                })
            }
            500.. => Err(DownloadError::Retry { after: SHORT }),
            _ => Err(DownloadError::Gone(format!("Telegram answered {status}"))),
        }
    }

    fn address(&self, path: &str) -> Option<Url> {
        let mut address = Url::parse(&self.files).ok()?;
        address.path_segments_mut().ok()?.extend(path.split('/'));
        Some(address)
    }

    fn broken_off(&self, error: reqwest::Error) -> DownloadError {
        let reason = self.words(error);
        tracing::warn!(%reason, "a file cannot be fetched from Telegram now");
        DownloadError::Retry { after: SHORT }
    }
}

/// What it means that Telegram did not say where a file is.
fn without_place(failure: &Failure) -> DownloadError {
    if failure.says("file is too big") {
        return DownloadError::TooLarge;
    }
    if failure.is_wrong_token() {
        return DownloadError::Retry { after: TOKEN };
    }
    match failure {
        Failure::Answer { code: 429, retry_after, .. } => DownloadError::Retry { after: retry_after.unwrap_or(FLOOD) },
        Failure::Answer { code: 500.., .. } | Failure::Unsent(_) | Failure::Lost(_) => {
            DownloadError::Retry { after: SHORT }
        }
        Failure::Answer { description, .. } => DownloadError::Gone(description.clone()),
    }
}

/// The body of an answer; `None` if it has more than `most` bytes, of which no more are read then.
async fn read(answer: &mut reqwest::Response, most: u64) -> Result<Option<Vec<u8>>, reqwest::Error> {
    if answer.content_length().is_some_and(|length| length > most) {
        return Ok(None);
    }
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await? {
        if chunk.len() > most - body.len() {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Some(body))
}
