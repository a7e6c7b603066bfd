//! A file from the page: one request each, with the bytes as its body. It is kept until a message names it.

use super::body;
use super::wire::{Refused, refused};
use crate::adapters::web::uploads::Fault;
use crate::adapters::web::{Site, inbound};
use crate::secretary::inbound::Attachment;
use crate::secretary::received::{MOST_BYTES_TOGETHER, MOST_FILES};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

#[derive(Deserialize)]
pub(crate) struct Named {
    name: String,
    /// The media type as the browser knows it; empty where it knows none.
    #[serde(default, rename = "type")]
    media_type: String,
}

/// Keeps a file and answers with its token. A repetition gets another token, and the first is removed after its day.
pub(crate) async fn upload(
    State(site): State<Arc<Site>>,
    named: Result<Query<Named>, QueryRejection>,
    request: Request,
) -> Result<Response, Refused> {
    let Ok(Query(Named { name, media_type })) = named else {
        return Err(refused(StatusCode::BAD_REQUEST, "A file needs a name."));
    };
    let uploads = &site.web.uploads;
    let _room = uploads.room().await;
    let bytes = body::file(request).await?;
    if bytes.is_empty() {
        return Err(refused(StatusCode::BAD_REQUEST, "This file is empty. Choose one with something in it."));
    }
    let now = site.web.clock.now();
    let taken = uploads.take(inbound::USER, (name.as_str(), Some(media_type.as_str())), &bytes, now).await;
    let Attachment { name, handle, bytes, .. } = taken.map_err(|fault| told(&fault))?;
    Ok(Json(json!({ "token": handle, "name": name, "bytes": bytes })).into_response())
}

/// The files behind the tokens of a message.
pub(super) async fn files(site: &Site, tokens: &[String]) -> Result<Vec<Attachment>, Refused> {
    if tokens.len() > MOST_FILES {
        let sentence = format!("A message takes at most {MOST_FILES} files. Send the others with the next one.");
        return Err(refused(StatusCode::BAD_REQUEST, &sentence));
    }
    let mut files = Vec::with_capacity(tokens.len());
    for token in tokens {
        files.push(site.web.uploads.named(inbound::USER, token).await.map_err(|fault| told(&fault))?);
    }
    if files.iter().map(|file| file.bytes).sum::<u64>() > MOST_BYTES_TOGETHER {
        let most = MOST_BYTES_TOGETHER / 1024 / 1024;
        let sentence =
            format!("The files of a message have at most {most} MB together. Send them in several messages.");
        return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, &sentence));
    }
    Ok(files)
}

fn told(fault: &Fault) -> Refused {
    match fault {
        Fault::Broken => refused(StatusCode::SERVICE_UNAVAILABLE, "I could not keep this file just now. Try again."),
        Fault::DayFull => {
            let sentence = "You sent more files within a day than I can keep. Please go on tomorrow.";
            refused(StatusCode::TOO_MANY_REQUESTS, sentence)
        }
        Fault::Gone => {
            refused(StatusCode::GONE, "An attached file is no longer here, as I keep them for a day. Attach it again.")
        }
    }
}
