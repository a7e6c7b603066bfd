//! The requests of the page: reading messages, writing one, pressing a button, sending a form. A repeated request
//! with the same id gets the same answer and counts once.

use super::wire::{Refused, refusal, refused};
use super::{body, upload, wire};
use crate::adapters::web::{Live, Site, inbound};
use crate::ports::inbox::Ack;
use crate::ports::web::weblog::{WebLogError, WebMessage};
use crate::secretary::inbound::{Content, Inbound};
use crate::secretary::received::{MOST_BYTES, MOST_BYTES_TOGETHER, MOST_FILES};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Messages on the first screen, and each time earlier ones are asked for.
const SCREEN: usize = 100;
/// Changes in one answer to a page that fell behind.
const CHANGES: usize = 200;
/// The longest button data passed on; ours are at most 40 bytes (`message::Button::data`).
const LONGEST_DATA: usize = 128;
/// The longest id a page may make for its requests, in bytes.
const LONGEST_ID: usize = 64;

const BROKEN: &str = "I could not store that just now; nothing is lost, the page tries again by itself.";

#[derive(Deserialize)]
pub(crate) struct Range {
    after: Option<i64>,
    before: Option<i64>,
}

#[derive(Deserialize)]
struct Said {
    text: String,
    id: String,
    #[serde(default)]
    reply_to: Option<i64>,
    /// The tokens of its files.
    #[serde(default)]
    files: Vec<String>,
    #[serde(default)]
    zone: Option<String>,
}

#[derive(Deserialize)]
struct Pressed {
    data: String,
    #[serde(default)]
    message: Option<i64>,
    id: String,
    #[serde(default)]
    zone: Option<String>,
}

#[derive(Deserialize)]
struct Filled {
    data: String,
    text: String,
    id: String,
    #[serde(default)]
    zone: Option<String>,
}

/// The newest messages; with `before=id` earlier ones; with `after=seq` what changed since.
pub(crate) async fn messages(State(site): State<Arc<Site>>, range: Result<Query<Range>, QueryRejection>) -> Response {
    let Ok(Query(range)) = range else {
        return refusal(StatusCode::BAD_REQUEST, "\"after\" and \"before\" are whole numbers.");
    };
    let log = &site.web.log;
    let (read, limit) = match range.after {
        Some(after) => (log.since(after, CHANGES).await, CHANGES),
        None => (log.latest(range.before, SCREEN).await, SCREEN),
    };
    match read {
        Ok(entries) => {
            let seq = entries.iter().map(|e| e.seq).max().or(range.after).unwrap_or(0);
            let messages: Vec<Value> = entries.iter().map(wire::entry).collect();
            Json(json!({ "seq": seq, "more": messages.len() >= limit, "messages": messages })).into_response()
        }
        Err(error) => {
            tracing::warn!(%error, "the web chat cannot read its record");
            refusal(StatusCode::SERVICE_UNAVAILABLE, "The messages cannot be read just now. Please try again.")
        }
    }
}

/// The commands to hint at, what a message may carry, and whether there is an overview and a way to log out.
pub(crate) async fn commands(State(site): State<Arc<Site>>) -> Json<Value> {
    let config = &site.web.config;
    let hint = |(name, does): &(String, String)| json!({ "name": name, "description": does });
    let hints: Vec<Value> = config.commands.iter().map(hint).collect();
    let limits = json!({ "files": MOST_FILES, "bytes": MOST_BYTES, "together": MOST_BYTES_TOGETHER });
    let (logout, overview) = (config.password.is_some(), site.web.overview.is_some());
    Json(json!({ "commands": hints, "limits": limits, "logout": logout, "overview": overview }))
}

/// The short answer to a press or form, or none if it takes longer than a person looks at a button.
async fn short(site: &Site, inbound: &Inbound) -> Ack {
    let patience = std::time::Duration::from_secs(2);
    tokio::time::timeout(patience, site.web.intake.ack(inbound)).await.unwrap_or(Ack::Defer)
}

/// Words of the person, or files, or both.
pub(crate) async fn say(State(site): State<Arc<Site>>, request: Request) -> Result<Response, Refused> {
    let language = inbound::language(request.headers());
    let said: Said = body::json(request).await?;
    checked_id(&said.id)?;
    let wordless = said.text.trim().is_empty();
    if wordless && said.files.is_empty() {
        return Err(refused(StatusCode::BAD_REQUEST, "The message is empty. Write a few words and send it again."));
    }
    let files = upload::files(&site, &said.files).await?;
    let (text, at) = (if wordless { String::new() } else { storable(&said.text) }, site.web.clock.now());
    let reply_to = said.reply_to.filter(|id| *id > 0);
    let refers = site.web.referred(reply_to).await.map_err(|error| unrecorded(&error))?;
    let words = WebMessage { files: files.clone(), ..inbound::words(&text, &said.id, reply_to, at) };
    let id = site.web.log.append(&format!("say:{}", said.id), words).await.map_err(|error| unrecorded(&error))?;
    site.web.tell(Live::Changed);
    let mut inbound = inbound::event("say", &said.id, inbound::said(id, &text, reply_to, files, refers), at);
    inbound.sender.zone = inbound::zone(said.zone.as_deref());
    inbound.sender.language = language;
    received(&site, &inbound).await?;
    // What is said to a message or a command comes as a message; only presses and forms have short answers.
    Ok(Json(json!({ "id": id, "ack": wire::ack(&Ack::Defer) })).into_response())
}

/// A button pressed. One that asks for text answers with its form and is not received.
pub(crate) async fn press(State(site): State<Arc<Site>>, request: Request) -> Result<Response, Refused> {
    let language = inbound::language(request.headers());
    let pressed: Pressed = body::json(request).await?;
    checked_id(&pressed.id)?;
    checked_data(&pressed.data)?;
    let message = pressed.message.map(|id| id.to_string());
    let content = Content::Press { data: pressed.data, message };
    let mut inbound = inbound::event("press", &pressed.id, content, site.web.clock.now());
    inbound.sender.zone = inbound::zone(pressed.zone.as_deref());
    inbound.sender.language = language;
    if let Some(form) = site.web.intake.form(&inbound).await {
        return Ok(Json(json!({ "ack": wire::ack(&form) })).into_response());
    }
    received_and_answered(&site, &inbound).await
}

/// A form sent off.
pub(crate) async fn form(State(site): State<Arc<Site>>, request: Request) -> Result<Response, Refused> {
    let language = inbound::language(request.headers());
    let filled: Filled = body::json(request).await?;
    checked_id(&filled.id)?;
    checked_data(&filled.data)?;
    if filled.text.trim().is_empty() {
        return Err(refused(StatusCode::BAD_REQUEST, "The field is empty. Write a few words and send it again."));
    }
    let content = Content::Form { data: filled.data, text: storable(&filled.text) };
    let mut inbound = inbound::event("form", &filled.id, content, site.web.clock.now());
    inbound.sender.zone = inbound::zone(filled.zone.as_deref());
    inbound.sender.language = language;
    received_and_answered(&site, &inbound).await
}

async fn received_and_answered(site: &Site, inbound: &Inbound) -> Result<Response, Refused> {
    received(site, inbound).await?;
    Ok(Json(json!({ "ack": wire::ack(&short(site, inbound).await) })).into_response())
}

async fn received(site: &Site, inbound: &Inbound) -> Result<(), Refused> {
    site.web.intake.receive(vec![inbound.clone()]).await.map_err(|error| {
        tracing::warn!(%error, event = %inbound.event, "the web chat cannot hand over an event");
        refused(StatusCode::SERVICE_UNAVAILABLE, BROKEN)
    })
}

fn unrecorded(error: &WebLogError) -> Refused {
    tracing::warn!(%error, "the web chat cannot use its record");
    refused(StatusCode::SERVICE_UNAVAILABLE, BROKEN)
}

fn checked_id(id: &str) -> Result<(), Refused> {
    let plain = id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if plain && !id.is_empty() && id.len() <= LONGEST_ID {
        return Ok(());
    }
    let sentence = "The id of a request is 1 to 64 letters, digits, \"-\" or \"_\".";
    Err(refused(StatusCode::BAD_REQUEST, sentence))
}

fn checked_data(data: &str) -> Result<(), Refused> {
    if !data.is_empty() && data.len() <= LONGEST_DATA && data.bytes().all(|b| b.is_ascii_graphic()) {
        return Ok(());
    }
    Err(refused(StatusCode::BAD_REQUEST, "This is not one of my buttons. Please reload the page."))
}

/// The text without NUL characters, which not every database can store.
fn storable(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\0', "\u{fffd}")
}
