//! The HTTP side: paths, tokens, encodings, faults. What a method means is decided elsewhere.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{
    ConnectInfo, DefaultBodyLimit, FromRequest, Multipart, Request, State as Shares,
};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Form, Router};
use serde_json::{Map, Value, json};

use super::observed::{Call, Outcome, Violation};
use super::params::{Answer, ApiError, Params, Upload, bad, error, too_many};
use super::state::State;
use super::{Shared, TOKEN, methods, polling};
use crate::fault::Fault;
use crate::wire::Knife;

/// More than the largest upload, so that the limit of `sendDocument` is the one that refuses.
const BODY_LIMIT: usize = 60 * 1024 * 1024;

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .fallback(handle)
        .layer(DefaultBodyLimit::disable())
        .with_state(shared)
}

fn answered(answer: &Answer) -> Response {
    let (status, body) = match answer {
        Ok(result) => (200, json!({"ok": true, "result": result})),
        Err(error) => {
            let mut body =
                json!({"ok": false, "error_code": error.code, "description": error.description});
            if let Some(parameters) = &error.parameters {
                body["parameters"] = parameters.clone();
            }
            (error.code, body)
        }
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    (status, axum::Json(body)).into_response()
}

async fn handle(
    Shares(shared): Shares<Arc<Shared>>,
    ConnectInfo(knife): ConnectInfo<Knife>,
    request: Request,
) -> Response {
    let path = request.uri().path().to_owned();
    if let Some(rest) = path.strip_prefix("/file/bot") {
        return download(&shared, rest);
    }
    let Some((token, name)) = path
        .strip_prefix("/bot")
        .and_then(|rest| rest.split_once('/'))
    else {
        return answered(&Err(error(404, "Not Found")));
    };
    if token != TOKEN {
        shared.with(|state| state.violate(Violation::WrongToken));
        return answered(&Err(error(401, "Unauthorized")));
    }
    let Some(method) = methods::canonical(name) else {
        shared.with(|state| state.violate(Violation::Unknown(name.to_owned())));
        return answered(&Err(error(404, "Not Found: method not found")));
    };
    call(&shared, &knife, method, request).await
}

fn download(shared: &Shared, rest: &str) -> Response {
    let found = rest
        .strip_prefix(TOKEN)
        .and_then(|p| p.strip_prefix("/documents/"));
    let bytes =
        found.and_then(|id| shared.peek(|state| state.files.get(id).map(|d| d.bytes.clone())));
    match bytes {
        Some(bytes) => bytes.into_response(),
        None => answered(&Err(error(404, "Not Found"))),
    }
}

async fn call(
    shared: &Arc<Shared>,
    knife: &Knife,
    method: &'static str,
    request: Request,
) -> Response {
    let queued = shared.with(|state| take_fault(state, method));
    let index = shared.with(|state| {
        let at = state.now();
        let call = Call {
            method: method.to_owned(),
            body: Value::Null,
            at,
            outcome: Outcome::Waiting,
        };
        state.calls.push(call);
        state.calls.len() - 1
    });
    let finish = |outcome: Outcome| {
        shared.with(|state| {
            if let Some(call) = state.calls.get_mut(index) {
                call.outcome = outcome;
            }
        });
    };
    if matches!(queued, Some(Fault::DropBeforeReading)) {
        finish(Outcome::Dropped);
        knife.cut();
        return StatusCode::OK.into_response();
    }
    let params = match read(request).await {
        Ok(params) => params,
        Err(error) => {
            finish(Outcome::Refused(error.code, error.description.clone()));
            return answered(&Err(error));
        }
    };
    let fault = shared.with(|state| note_body(state, index, &params, queued));
    let mut lost = None;
    match fault {
        None => {}
        Some(Fault::Hold(gate)) => gate.pass().await,
        Some(Fault::DropBeforeReading) => {
            finish(Outcome::Dropped);
            knife.cut();
            return StatusCode::OK.into_response();
        }
        Some(Fault::ServerError { status }) => {
            finish(Outcome::ServerError(status));
            return page(status);
        }
        Some(Fault::TooManyRequests { retry_after }) => {
            shared.with(|state| {
                let until = state.now() + Duration::from_secs(retry_after);
                state.rates.hold(method, params.int("chat_id"), until);
            });
            let error = too_many(retry_after);
            finish(Outcome::Refused(429, error.description.clone()));
            return answered(&Err(error));
        }
        Some(Fault::Refuse { code, description }) => {
            finish(Outcome::Refused(code, description.clone()));
            return answered(&Err(error(code, &description)));
        }
        Some(fault @ (Fault::LoseAnswer | Fault::MalformedJson)) => lost = Some(fault),
    }
    let answer = perform(shared, method, &params).await;
    match (lost, &answer) {
        (Some(fault), Ok(result)) => {
            finish(Outcome::AnswerLost(result.clone()));
            if matches!(fault, Fault::MalformedJson) {
                return (
                    [(header::CONTENT_TYPE, "application/json")],
                    "{\"ok\":true,\"resu",
                )
                    .into_response();
            }
            knife.cut();
        }
        (_, Ok(result)) => finish(Outcome::Done(result.clone())),
        (_, Err(error)) => finish(Outcome::Refused(error.code, error.description.clone())),
    }
    answered(&answer)
}

fn take_fault(state: &mut State, method: &str) -> Option<Fault> {
    ["*", method]
        .iter()
        .find_map(|key| state.faults.get_mut(*key)?.pop_front())
}

fn note_body(
    state: &mut State,
    index: usize,
    params: &Params,
    queued: Option<Fault>,
) -> Option<Fault> {
    let call = state.calls.get_mut(index)?;
    call.body = params.log();
    let seen = call.clone();
    queued.or_else(|| state.fault_choice.as_mut().and_then(|choose| choose(&seen)))
}

fn page(status: u16) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    let html =
        format!("<html><head><title>{status}</title></head><body><h1>{status}</h1></body></html>");
    (status, [(header::CONTENT_TYPE, "text/html")], html).into_response()
}

async fn perform(shared: &Arc<Shared>, method: &'static str, params: &Params) -> Answer {
    shared.with(|state| check_rates(state, method, params))?;
    if method == "getUpdates" {
        return polling::get_updates(shared, params).await;
    }
    let (answer, generation) = shared.with(|state| {
        let before = state.webhook_generation;
        let answer = methods::perform(state, method, params);
        let started = state.webhook_generation != before && !state.webhook.url.is_empty();
        (answer, started.then_some(state.webhook_generation))
    });
    if let Some(generation) = generation {
        let task = tokio::spawn(polling::push_to_webhook(Arc::clone(shared), generation));
        shared.keep(task);
    }
    answer
}

fn check_rates(state: &mut State, method: &str, params: &Params) -> Result<(), ApiError> {
    let (now, chat, send) = (state.now(), params.int("chat_id"), methods::is_send(method));
    if let Some(early_by) = state.rates.early(method, chat, send, now) {
        let method = method.to_owned();
        state.violate(Violation::BeforeRetryAfter {
            method,
            chat,
            early_by,
        });
        return Err(too_many((early_by.as_millis().div_ceil(1000)) as u64));
    }
    let Some(chat) = chat.filter(|_| send) else {
        return Ok(());
    };
    let group = state.chats.get(&chat).is_some_and(|c| c.is_group());
    state
        .rates
        .send(chat, group, now)
        .map_or(Ok(()), |seconds| Err(too_many(seconds)))
}

async fn read(request: Request) -> Result<Params, ApiError> {
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok());
    let kind = kind.unwrap_or_default().to_ascii_lowercase();
    let mut params = Params::default();
    if let Some(query) = request.uri().query() {
        let query = Request::builder()
            .uri(format!("/?{query}"))
            .body(Body::empty());
        let query = query.map_err(|_| bad("can't parse the query"))?;
        params.values = form(query).await?;
    }
    if request.method() == Method::GET {
        return Ok(params);
    }
    let (mut parts, body) = request.into_parts();
    let bytes: Bytes = axum::body::to_bytes(body, BODY_LIMIT)
        .await
        .map_err(|_| error(413, "Request Entity Too Large"))?;
    if kind.starts_with("multipart/form-data") {
        multipart(&mut params, Request::from_parts(parts, Body::from(bytes))).await?;
    } else if kind.starts_with("application/x-www-form-urlencoded") {
        parts.method = Method::POST;
        params
            .values
            .extend(form(Request::from_parts(parts, Body::from(bytes))).await?);
    } else if !bytes.is_empty() {
        let body: Value =
            serde_json::from_slice(&bytes).map_err(|_| bad("can't parse JSON object"))?;
        let Value::Object(body) = body else {
            return Err(bad("object expected"));
        };
        params.values.extend(body);
    }
    params.values.retain(|_, value| !value.is_null());
    Ok(params)
}

async fn form(request: Request) -> Result<Map<String, Value>, ApiError> {
    let Form(pairs) = Form::<Vec<(String, String)>>::from_request(request, &())
        .await
        .map_err(|_| bad("can't parse the form"))?;
    Ok(pairs
        .into_iter()
        .map(|(name, value)| (name, Value::String(value)))
        .collect())
}

async fn multipart(params: &mut Params, request: Request) -> Result<(), ApiError> {
    let broken = || bad("can't parse the multipart body");
    let mut parts = Multipart::from_request(request, &())
        .await
        .map_err(|_| broken())?;
    while let Some(part) = parts.next_field().await.map_err(|_| broken())? {
        let name = part.name().unwrap_or_default().to_owned();
        let file = part.file_name().map(str::to_owned);
        let mime = part
            .content_type()
            .unwrap_or("application/octet-stream")
            .to_owned();
        let bytes = part.bytes().await.map_err(|_| broken())?.to_vec();
        match file {
            Some(file) => params.files.push(Upload {
                part: name,
                name: file,
                mime,
                bytes,
            }),
            None => {
                let text = String::from_utf8(bytes)
                    .map_err(|_| bad("strings must be encoded in UTF-8"))?;
                params.values.insert(name, Value::String(text));
            }
        }
    }
    Ok(())
}
