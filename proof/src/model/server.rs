//! The HTTP side of the fake model: keys, capabilities, plain and streamed answers.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request as HttpRequest, State as Shares};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};
use serde_json::{Value, json};

use super::reply::{Shape, error_body};
use super::{Capabilities, Reply, Request, Shared, State, Support, check, recordings, schema};
use crate::wire::Knife;

const BODY_LIMIT: usize = 32 * 1024 * 1024;
const CREATED: u64 = 1_790_000_000;
/// The time between two signs of life.
const ALIVE: Duration = Duration::from_millis(50);
/// Characters per streamed piece: small, so that text and arguments arrive in fragments.
const PIECE: usize = 7;

pub(super) fn router(shared: Arc<Shared>) -> Router {
    Router::new().fallback(handle).with_state(shared)
}

pub(super) fn refusal(status: u16, code: &str, message: &str) -> (u16, Value) {
    (status, error_body("invalid_request_error", code, message))
}

pub(super) fn plain((status, body): (u16, Value)) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, axum::Json(body)).into_response()
}

async fn handle(
    Shares(shared): Shares<Arc<Shared>>,
    ConnectInfo(knife): ConnectInfo<Knife>,
    request: HttpRequest,
) -> Response {
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, BODY_LIMIT).await.unwrap_or_default().to_vec();
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let mut seen = Request {
        method: parts.method.to_string(),
        path: parts.uri.path().to_owned(),
        headers: parts.headers.iter().map(|(n, v)| (n.to_string(), text(v))).collect(),
        body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        bytes,
        refused: None,
    };
    if seen.path == recordings::PATH {
        seen.body = recordings::fields(parts, seen.bytes.clone()).await;
    }
    let decided = shared.with(|state| {
        let decided = decide(state, &seen);
        if let Err((_, why)) = &decided {
            seen.refused = Some(why["error"]["message"].as_str().unwrap_or_default().to_owned());
        }
        if let (Some(ledger), "POST") = (&state.ledger, seen.method.as_str()) {
            let refused = decided.is_err();
            ledger.write(
                "asked",
                json!({"messages": seen.body["messages"], "tools": seen.body["tools"].is_array(),
                "schema": seen.body["response_format"].is_object(), "refused": refused}),
            );
        }
        state.requests.push(seen.clone());
        decided
    });
    match decided {
        Err(refused) => plain(refused),
        Ok(Answer::Page(list)) => plain((200, list)),
        Ok(Answer::Words(reply)) => recordings::answer(*reply, &seen.body, &knife).await,
        Ok(Answer::Completion { reply, number, streamed }) => {
            complete(*reply, number, streamed, &seen.body, &knife).await
        }
    }
}

enum Answer {
    Page(Value),
    /// Of a recording.
    Words(Box<Reply>),
    Completion {
        reply: Box<Reply>,
        number: u64,
        streamed: bool,
    },
}

fn decide(state: &mut State, request: &Request) -> Result<Answer, (u16, Value)> {
    if let Some(key) = &state.capabilities.key {
        let given = request.authorization().and_then(|a| a.strip_prefix("Bearer "));
        if given != Some(key.as_str()) {
            return Err(refusal(401, "invalid_api_key", "Incorrect API key provided."));
        }
    }
    let page = state.capabilities.pages.get(&request.path).filter(|_| request.method == "GET");
    if let Some(page) = page {
        return Ok(Answer::Page(page.clone()));
    }
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/v1/models") => {
            let model = |id: &String| json!({"id": id, "object": "model", "created": CREATED, "owned_by": "fake"});
            let list: Vec<Value> = state.capabilities.models.iter().map(model).collect();
            Ok(Answer::Page(json!({"object": "list", "data": list})))
        }
        ("POST", recordings::PATH) => {
            recordings::decide(state, &request.body).map(|reply| Answer::Words(Box::new(reply)))
        }
        ("POST", "/v1/chat/completions") => completion(state, &request.body),
        _ => Err(refusal(404, "unknown_url", "Unknown request URL")),
    }
}

fn completion(state: &mut State, body: &Value) -> Result<Answer, (u16, Value)> {
    check::request(body).map_err(|why| refusal(400, "invalid_request", &why))?;
    capabilities(&state.capabilities, body)?;
    let queued = state.queue.pop_front();
    let scripted = queued.or_else(|| state.script.as_mut().map(|script| script(body)));
    let reply = match scripted {
        Some(reply) => reply,
        None if state.strict => {
            state.unscripted += 1;
            return Err((500, error_body("server_error", "unscripted", "the script has no answer for this request")));
        }
        None => automatic(&state.capabilities, body),
    };
    state.completions += 1;
    let streamed = body["stream"] == json!(true) && state.capabilities.streaming == Support::Honoured;
    Ok(Answer::Completion { reply: Box::new(reply), number: state.completions, streamed })
}

fn capabilities(able: &Capabilities, body: &Value) -> Result<(), (u16, Value)> {
    let schema = body["response_format"]["type"] == "json_schema";
    let asked = [
        (able.json_schema, schema, "response_format"),
        (able.tool_choice, !body["tool_choice"].is_null(), "tool_choice"),
        (able.tools, !body["tools"].is_null(), "tools"),
        (able.streaming, body["stream"] == json!(true), "stream"),
        (able.pictures, check::has_picture(body), "image input"),
    ];
    turns(able, body)?;
    match asked.iter().find(|(support, used, _)| *used && *support == Support::Refused) {
        Some((_, _, name)) => Err(refusal(400, "unsupported_parameter", &format!("{name} not supported"))),
        None => able.context.map_or(Ok(()), |context| room(context, body)),
    }
}

/// Refuses the forms of turns that the server or the template of its model does not know.
fn turns(able: &Capabilities, body: &Value) -> Result<(), (u16, Value)> {
    let list = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let has = |role: &str| list.iter().any(|message| message["role"] == role);
    let calls = || list.iter().filter(|message| message["tool_calls"].is_array());
    let long =
        |id: &Value| id.as_str().is_some_and(|id| id.len() != 9 || !id.bytes().all(|b| b.is_ascii_alphanumeric()));
    let ids = || calls().flat_map(|message| message["tool_calls"].as_array().into_iter().flatten());
    let used = [
        (able.system, has("system"), "System role not supported"),
        (able.results, has("tool"), "Unexpected role 'tool' after role 'assistant'"),
        (
            able.null_content,
            calls().any(|message| message["content"].is_null()),
            "Invalid type for 'messages[2].content': expected a string, but got null",
        ),
        (
            able.empty_content,
            calls().any(|message| message["content"] == ""),
            "messages.2.content is required and cannot be empty",
        ),
        (
            able.long_ids,
            ids().any(|call| long(&call["id"])),
            "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
        ),
    ];
    match used.iter().find(|(support, used, _)| *used && *support == Support::Refused) {
        Some((_, _, why)) => Err(refusal(400, "invalid_request_error", why)),
        None => Ok(()),
    }
}

/// Refuses what is longer than the room of the model, in the words of vLLM.
fn room(context: u64, body: &Value) -> Result<(), (u16, Value)> {
    let limit = ["max_tokens", "max_completion_tokens"].iter().find_map(|name| body[*name].as_u64()).unwrap_or(0);
    let sent = body["messages"].to_string().chars().count() as u64 / 4;
    if sent + limit <= context {
        return Ok(());
    }
    let why = format!(
        "'max_tokens' or 'max_completion_tokens' is too large: {limit}. This model's maximum context length is {context} \
         tokens and your request has {sent} input tokens ({limit} > {context} - {sent})."
    );
    Err((400, error_body("BadRequestError", "400", &why)))
}

/// The answer to a request nobody scripted: what a server with these capabilities can be relied on to do.
fn automatic(able: &Capabilities, body: &Value) -> Reply {
    let tools = body["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    let wanted = match &body["tool_choice"] {
        Value::Object(named) => named.get("function").map(|f| f["name"].clone()),
        Value::String(word) if word == "required" => tools.first().map(|t| t["function"]["name"].clone()),
        _ => None,
    };
    let usable = able.tools == Support::Honoured && able.tool_choice == Support::Honoured;
    if let (true, Some(name)) = (usable, wanted) {
        let tool = tools.iter().find(|t| t["function"]["name"] == name);
        let parameters = tool.map_or(&Value::Null, |t| &t["function"]["parameters"]);
        let arguments = schema::minimal(parameters, parameters, 0).to_string();
        return Reply::tools(&[(name.as_str().unwrap_or_default(), &arguments)]);
    }
    let format = &body["response_format"];
    match format["type"].as_str() {
        Some("json_schema") if able.json_schema == Support::Honoured => {
            let schema = &format["json_schema"]["schema"];
            Reply::json(&schema::minimal(schema, schema, 0))
        }
        Some("json_object") => Reply::text("{\"ok\":true}"),
        _ => Reply::text("ok"),
    }
}

async fn complete(reply: Reply, number: u64, streamed: bool, body: &Value, knife: &Knife) -> Response {
    // A model takes its time: this runs out.
    let _ = tokio::time::timeout(reply.after, std::future::pending::<()>()).await;
    if let Some(gate) = &reply.gate {
        gate.pass().await;
    }
    match &reply.shape {
        Shape::Hang => std::future::pending().await,
        Shape::Drop => {
            knife.cut();
            StatusCode::OK.into_response()
        }
        Shape::Raw { status, headers, body } => raw(*status, headers, body),
        _ if streamed => sse(&reply, number, body),
        Shape::CutAfter(_) => {
            knife.cut();
            StatusCode::OK.into_response()
        }
        Shape::HangAfter(_) | Shape::AliveAfter(_) => std::future::pending().await,
        Shape::ErrorAfter(_, error) => plain((200, json!({"error": error}))),
        Shape::Completion => plain((200, whole(&reply, number, body))),
    }
}

pub(super) fn raw(status: u16, headers: &[(String, String)], body: &str) -> Response {
    let mut response = Response::new(Body::from(body.to_owned()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn envelope(reply: &Reply, number: u64, body: &Value, object: &str) -> Value {
    let created = if reply.float_created { json!(CREATED as f64 + 0.25) } else { json!(CREATED) };
    json!({"id": format!("chatcmpl-{number}"), "object": object, "created": created, "model": body["model"]})
}

fn whole(reply: &Reply, number: u64, body: &Value) -> Value {
    let mut message = json!({"role": "assistant", "content": reply.content, "refusal": reply.refusal});
    if !reply.tool_calls.is_empty() {
        let call = |c: &super::ToolCall| json!({"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}});
        message["tool_calls"] = reply.tool_calls.iter().map(call).collect();
    }
    if let Some(thoughts) = &reply.thoughts {
        message["reasoning_content"] = json!(thoughts);
    }
    let mut answer = envelope(reply, number, body, "chat.completion");
    answer["choices"] = if reply.no_choices {
        json!([])
    } else {
        json!([{"index": 0, "message": message, "logprobs": null, "finish_reason": reply.finish}])
    };
    if let Some(usage) = &reply.usage {
        answer["usage"] = usage.clone();
    }
    answer
}

fn pieces(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(PIECE).map(|piece| piece.iter().collect()).collect()
}

/// The `data:` payloads of a stream, without `[DONE]`.
fn events(reply: &Reply, number: u64, body: &Value) -> Vec<Value> {
    let include_usage = body["stream_options"]["include_usage"] == json!(true);
    let chunk = |delta: Value, finish: Value| {
        let mut event = envelope(reply, number, body, "chat.completion.chunk");
        event["choices"] = json!([{"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish}]);
        if include_usage {
            event["usage"] = Value::Null;
        }
        event
    };
    let mut events = Vec::new();
    if !reply.no_choices {
        events.push(chunk(json!({"role": "assistant", "content": ""}), Value::Null));
        for piece in pieces(reply.thoughts.as_deref().unwrap_or_default()) {
            events.push(chunk(json!({"reasoning_content": piece}), Value::Null));
        }
        for piece in pieces(reply.content.as_deref().unwrap_or_default()) {
            events.push(chunk(json!({"content": piece}), Value::Null));
        }
        for piece in pieces(reply.refusal.as_deref().unwrap_or_default()) {
            events.push(chunk(json!({"refusal": piece}), Value::Null));
        }
        for (index, call) in reply.tool_calls.iter().enumerate() {
            let first = json!({"tool_calls": [{
                "index": index, "id": call.id, "type": "function", "function": {"name": call.name, "arguments": ""}
            }]});
            events.push(chunk(first, Value::Null));
            for piece in pieces(&call.arguments) {
                let more = json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]});
                events.push(chunk(more, Value::Null));
            }
        }
        if let Some(finish) = &reply.finish {
            events.push(chunk(json!({}), json!(finish)));
        }
    }
    if let (true, Some(usage)) = (include_usage, &reply.usage) {
        let mut event = envelope(reply, number, body, "chat.completion.chunk");
        event["choices"] = json!([]);
        event["usage"] = usage.clone();
        events.push(event);
    }
    events
}

fn sse(reply: &Reply, number: u64, body: &Value) -> Response {
    let mut lines: Vec<String> = events(reply, number, body).iter().map(|e| format!("data: {e}\n\n")).collect();
    if reply.comments {
        lines = lines.into_iter().map(|line| format!(": PROCESSING\n\n{line}")).collect();
    }
    let body = match &reply.shape {
        Shape::CutAfter(count) => {
            lines.truncate(*count);
            let sent = lines.into_iter().map(|line| Ok(Bytes::from(line)));
            let broken = std::iter::once(Err(io::Error::from(io::ErrorKind::ConnectionReset)));
            // Yielding between the pieces lets what was sent leave before the connection breaks.
            Body::from_stream(stream::iter(sent.chain(broken)).then(|piece| async {
                tokio::task::yield_now().await;
                piece
            }))
        }
        Shape::HangAfter(count) => {
            lines.truncate(*count);
            let sent = lines.into_iter().map(|line| Ok::<_, Infallible>(Bytes::from(line)));
            Body::from_stream(stream::iter(sent).chain(stream::pending()))
        }
        Shape::AliveAfter(count) => {
            lines.truncate(*count);
            let empty = json!({"choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": null}]});
            let alive = Bytes::from(format!(": keep-alive\n\ndata: {empty}\n\n"));
            let sent = lines.into_iter().map(|line| Ok::<_, Infallible>(Bytes::from(line)));
            let more = stream::repeat_with(move || Ok(alive.clone())).then(|line| async move {
                // A sign of life comes now and then: this runs out.
                let _ = tokio::time::timeout(ALIVE, std::future::pending::<()>()).await;
                line
            });
            Body::from_stream(stream::iter(sent).chain(more))
        }
        other => {
            if let Shape::ErrorAfter(count, error) = other {
                lines.truncate(*count);
                lines.push(format!("data: {}\n\n", json!({"error": error})));
            }
            lines.push("data: [DONE]\n\n".to_owned());
            let sent = lines.into_iter().map(|line| Ok::<_, Infallible>(Bytes::from(line)));
            let pace = reply.pace;
            Body::from_stream(stream::iter(sent).then(move |line| async move {
                if !pace.is_zero() {
                    // A model takes its time for each word: this runs out.
                    let _ = tokio::time::timeout(pace, std::future::pending::<()>()).await;
                }
                line
            }))
        }
    };
    ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response()
}
