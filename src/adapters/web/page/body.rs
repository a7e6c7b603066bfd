//! Reads the JSON of a request within bounds of size and time, with a sentence for each fault.

use super::wire::{Refused, refused};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The most bytes of a request: 100,000 characters of four bytes each fit, with their JSON around them.
pub(super) const LIMIT: usize = 512 * 1024;
/// What is read and thrown away beyond the limit, so that a browser gets the refusal and no reset.
const DISCARD: usize = 16 * 1024 * 1024;
/// How long a body may take.
const DEADLINE: Duration = Duration::from_secs(30);

/// The body as `T`, or the refusal to answer with.
pub(crate) async fn json<T: DeserializeOwned>(request: Request) -> Result<T, Refused> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Only application/json is understood here."));
    }
    let bytes = bytes(request).await?;
    serde_json::from_slice(&bytes).map_err(|error| {
        refused(StatusCode::BAD_REQUEST, &format!("The request is not what this page sends: {error}."))
    })
}

/// The body of a form, as UTF-8 text.
pub(crate) async fn text(request: Request) -> Result<String, Refused> {
    let bytes = bytes(request).await?;
    String::from_utf8(bytes).map_err(|_| refused(StatusCode::BAD_REQUEST, "The request is not UTF-8 text."))
}

async fn bytes(request: Request) -> Result<Vec<u8>, Refused> {
    match tokio::time::timeout(DEADLINE, collect(request)).await {
        Ok(read) => read,
        Err(_) => Err(refused(StatusCode::REQUEST_TIMEOUT, "The message took too long to arrive. Please try again.")),
    }
}

async fn collect(request: Request) -> Result<Vec<u8>, Refused> {
    let declared = request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|bytes| bytes > DISCARD as u64) {
        return Err(too_large());
    }
    let mut stream = request.into_body().into_data_stream();
    let (mut kept, mut total) = (Vec::new(), 0_usize);
    while let Some(chunk) = stream.next().await {
        let Ok(chunk) = chunk else {
            return Err(refused(StatusCode::BAD_REQUEST, "The message did not arrive whole. Please try again."));
        };
        total = total.saturating_add(chunk.len());
        if total > DISCARD {
            break;
        }
        if total > LIMIT {
            kept = Vec::new();
        } else {
            kept.extend_from_slice(&chunk);
        }
    }
    if total > LIMIT {
        return Err(too_large());
    }
    Ok(kept)
}

fn too_large() -> Refused {
    let sentence = "This message is larger than 512 KiB, more than I can take at once. Please send it in parts.";
    refused(StatusCode::PAYLOAD_TOO_LARGE, sentence)
}
