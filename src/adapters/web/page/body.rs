//! Reads the JSON, the file or the event of a request within bounds of size and time, with a sentence for each fault.

use super::wire::{Refused, refused};
use crate::secretary::flow::run::LONGEST_EVENT;
use crate::secretary::received;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// How much of a body is read, and how long that may take.
struct Bounds {
    /// The most bytes.
    limit: usize,
    /// What is read and thrown away beyond the limit, so that a browser gets the refusal and no reset.
    discard: usize,
    /// How long all of it may take.
    deadline: Duration,
    /// The sentence for a body over the limit.
    too_large: &'static str,
}

/// Of requests with words: 100,000 characters of four bytes each fit, with their JSON around them.
const WORDS: Bounds = Bounds {
    limit: 512 * 1024,
    discard: 16 * 1024 * 1024,
    deadline: Duration::from_secs(30),
    too_large: "This message is larger than 512 KiB, more than I can take at once. Please send it in parts.",
};
/// Of a file; the limit is that of [`received::MOST_BYTES`]. A slow line needs minutes for it.
const FILE: Bounds = Bounds {
    limit: 20 * 1024 * 1024,
    discard: 36 * 1024 * 1024,
    deadline: Duration::from_secs(15 * 60),
    too_large: "This file is larger than 20 MB, more than I can take. Send a part of it, or a link to it.",
};
const _: () = assert!(FILE.limit as u64 == received::MOST_BYTES);
/// Of an event that a flow is to read.
const EVENT: Bounds = Bounds {
    limit: LONGEST_EVENT,
    discard: 1024 * 1024,
    deadline: Duration::from_secs(30),
    too_large: "This event is larger than 32 KiB, more than a flow reads. Send less, or the address of the rest.",
};
const _: () = assert!(EVENT.limit == 32 * 1024);
/// How long a body may pause.
const PAUSE: Duration = Duration::from_secs(30);

/// Why a body is not taken: the status of the answer, and a sentence.
pub(crate) type Fault = (StatusCode, &'static str);

const TOO_SLOW: Fault = (StatusCode::REQUEST_TIMEOUT, "The message took too long to arrive. Please try again.");

/// The body as `T`, or the refusal to answer with.
pub(crate) async fn json<T: DeserializeOwned>(request: Request) -> Result<T, Refused> {
    of_type(&request, "application/json", "Only application/json is understood here.")?;
    let bytes = bytes(request, &WORDS).await?;
    serde_json::from_slice(&bytes).map_err(|error| {
        refused(StatusCode::BAD_REQUEST, &format!("The request is not what this page sends: {error}."))
    })
}

/// The body of a form, as UTF-8 text.
pub(crate) async fn text(request: Request) -> Result<String, Refused> {
    let bytes = bytes(request, &WORDS).await?;
    String::from_utf8(bytes).map_err(|_| refused(StatusCode::BAD_REQUEST, "The request is not UTF-8 text."))
}

/// The body as the bytes of a file. Its type is one that no form of another page can send.
pub(crate) async fn file(request: Request) -> Result<Vec<u8>, Refused> {
    of_type(&request, "application/octet-stream", "A file comes as application/octet-stream.")?;
    bytes(request, &FILE).await
}

/// The body of a program's request, or the status and the sentence of its refusal.
pub(crate) async fn event(request: Request) -> Result<Vec<u8>, Fault> {
    within(request, &EVENT).await
}

fn of_type(request: &Request, wanted: &str, sentence: &str) -> Result<(), Refused> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(wanted) {
        return Ok(());
    }
    Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence))
}

async fn bytes(request: Request, bounds: &Bounds) -> Result<Vec<u8>, Refused> {
    within(request, bounds).await.map_err(|(status, sentence)| refused(status, sentence))
}

async fn within(request: Request, bounds: &Bounds) -> Result<Vec<u8>, Fault> {
    match tokio::time::timeout(bounds.deadline, collect(request, bounds)).await {
        Ok(read) => read,
        Err(_) => Err(TOO_SLOW),
    }
}

async fn collect(request: Request, bounds: &Bounds) -> Result<Vec<u8>, Fault> {
    let declared = request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|bytes| bytes > bounds.discard as u64) {
        return Err((StatusCode::PAYLOAD_TOO_LARGE, bounds.too_large));
    }
    let mut stream = request.into_body().into_data_stream();
    let (mut kept, mut total) = (Vec::new(), 0_usize);
    while let Some(chunk) = tokio::time::timeout(PAUSE, stream.next()).await.map_err(|_| TOO_SLOW)? {
        let Ok(chunk) = chunk else {
            return Err((StatusCode::BAD_REQUEST, "The message did not arrive whole. Please try again."));
        };
        total = total.saturating_add(chunk.len());
        if total > bounds.discard {
            break;
        }
        if total > bounds.limit {
            kept = Vec::new();
        } else {
            kept.extend_from_slice(&chunk);
        }
    }
    if total > bounds.limit {
        return Err((StatusCode::PAYLOAD_TOO_LARGE, bounds.too_large));
    }
    Ok(kept)
}
