//! `/v1/audio/transcriptions` of the fake model: the documented rules for a recording (platform-facts L15), and answers by
//! script. It hears nothing.

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request as HttpRequest};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::reply::{Reply, Shape, error_body};
use super::{State, Support, server};
use crate::wire::Knife;

/// The path.
pub(super) const PATH: &str = "/v1/audio/transcriptions";
/// The most bytes of a file.
const MOST: usize = 25 * 1024 * 1024;
/// The endings of files it reads.
const ENDINGS: [&str; 9] = ["flac", "mp3", "mp4", "mpeg", "mpga", "m4a", "ogg", "wav", "webm"];
/// The forms of answers.
const FORMS: [&str; 5] = ["json", "text", "srt", "verbose_json", "vtt"];

/// The fields of a form by name; of its file the name, the type, and how many bytes it has.
pub(super) async fn fields(parts: Parts, bytes: Vec<u8>) -> Value {
    let mut request = HttpRequest::from_parts(parts, Body::from(bytes));
    DefaultBodyLimit::disable().apply(&mut request);
    let Ok(mut form) = Multipart::from_request(request, &()).await else { return Value::Null };
    let mut read = json!({});
    while let Ok(Some(field)) = form.next_field().await {
        let name = field.name().unwrap_or_default().to_owned();
        let file = field.file_name().map(str::to_owned);
        let kind = field.content_type().map(str::to_owned);
        let Ok(bytes) = field.bytes().await else { return Value::Null };
        read[name] = match file {
            Some(file) => json!({"name": file, "type": kind, "bytes": bytes.len()}),
            None => json!(String::from_utf8_lossy(&bytes)),
        };
    }
    read
}

/// The answer to a recording, or a refusal by the documented rules.
pub(super) fn decide(state: &mut State, form: &Value) -> Result<Reply, (u16, Value)> {
    if state.capabilities.recordings != Support::Honoured {
        return Err(server::refusal(404, "unknown_url", "Unknown request URL"));
    }
    check(form)?;
    if let Some(reply) = state.recordings.pop_front() {
        return Ok(reply);
    }
    if state.strict {
        state.unscripted += 1;
        return Err((500, error_body("server_error", "unscripted", "the script has no answer for this recording")));
    }
    Ok(Reply::text("ok"))
}

fn check(form: &Value) -> Result<(), (u16, Value)> {
    let refused = |why: &str| Err(server::refusal(400, "invalid_request", why));
    if !form.is_object() {
        return refused("Could not parse multipart form");
    }
    let (Some(name), Some(bytes)) = (form["file"]["name"].as_str(), form["file"]["bytes"].as_u64()) else {
        return refused("[{'type': 'missing', 'loc': ('body', 'file'), 'msg': 'Field required'}]");
    };
    if form["model"].as_str().is_none_or(str::is_empty) {
        return refused("you must provide a model parameter");
    }
    if form["response_format"].as_str().is_some_and(|form| !FORMS.contains(&form)) {
        return refused("Invalid value for 'response_format'");
    }
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if !ENDINGS.contains(&ending) {
        return refused(&format!("Unrecognized file format. Supported formats: {ENDINGS:?}"));
    }
    if bytes == 0 {
        return refused("Audio file is too short. Minimum audio length is 0.1 seconds.");
    }
    if bytes > MOST as u64 {
        let why = format!("Maximum content size limit ({MOST}) exceeded ({bytes} bytes read)");
        return Err(server::refusal(413, "invalid_request", &why));
    }
    Ok(())
}

/// How a reply travels.
pub(super) async fn answer(reply: Reply, form: &Value, knife: &Knife) -> Response {
    if let Some(gate) = &reply.gate {
        gate.pass().await;
    }
    match &reply.shape {
        Shape::Hang | Shape::HangAfter(_) | Shape::AliveAfter(_) => std::future::pending().await,
        Shape::Drop | Shape::CutAfter(_) => {
            knife.cut();
            ().into_response()
        }
        Shape::Raw { status, headers, body } => server::raw(*status, headers, body),
        Shape::ErrorAfter(_, error) => server::plain((200, json!({"error": error}))),
        Shape::Completion => {
            let text = reply.content.clone().unwrap_or_default();
            if form["response_format"] == "text" {
                return text.into_response();
            }
            let mut body = json!({"text": text});
            if let Some(usage) = &reply.usage {
                let (sent, received) = (&usage["prompt_tokens"], &usage["completion_tokens"]);
                body["usage"] = json!({"type": "tokens", "input_tokens": sent, "output_tokens": received,
                    "total_tokens": usage["total_tokens"]});
            }
            server::plain((200, body))
        }
    }
}
