//! The HTTP side: paths, tokens, encodings. What a method means is decided elsewhere.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, Multipart, Request, State as Shares};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Form, Router};
use serde_json::{Map, Value, json};

use super::params::{Answer, ApiError, Params, Upload, bad, error, too_many};
use super::{calling, methods};
use crate::fault::Fault;
use crate::telegram::observed::Violation;
use crate::telegram::{Shared, TOKEN};
use crate::wire::Knife;

/// What the fetching of a file is called among faults.
const FILE: &str = "file";
/// More than the largest upload, so that the limit of `sendDocument` is the one that refuses.
const BODY_LIMIT: usize = 60 * 1024 * 1024;

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new().fallback(handle).layer(DefaultBodyLimit::disable()).with_state(shared)
}

pub(crate) fn answered(answer: &Answer) -> Response {
    let (status, body) = match answer {
        Ok(result) => (200, json!({"ok": true, "result": result})),
        Err(error) => {
            let mut body = json!({"ok": false, "error_code": error.code, "description": error.description});
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
        return download(&shared, &knife, rest).await;
    }
    let Some((token, name)) = path.strip_prefix("/bot").and_then(|rest| rest.split_once('/')) else {
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
    calling::call(&shared, knife, method, request).await
}

/// A file by the path that `getFile` gave, as long as that is valid (T34). It has faults of its own under "file".
async fn download(shared: &Shared, knife: &Knife, rest: &str) -> Response {
    let Some(path) = rest.strip_prefix(TOKEN).and_then(|path| path.strip_prefix('/')) else {
        return answered(&Err(error(404, "Not Found")));
    };
    let early = shared.with(|state| {
        let early_by = state.rates.early(FILE, None, false, state.now())?;
        state.violate(Violation::BeforeRetryAfter { method: FILE.to_owned(), chat: None, early_by });
        Some(early_by.as_millis().div_ceil(1000) as u64)
    });
    if let Some(seconds) = early {
        return answered(&Err(too_many(seconds)));
    }
    match shared.with(|state| state.faults.get_mut(FILE)?.pop_front()) {
        None => {}
        Some(Fault::Hold(gate)) => gate.pass().await,
        Some(Fault::ServerError { status }) => return calling::page(status),
        Some(Fault::Refuse { code, description }) => return answered(&Err(error(code, &description))),
        Some(Fault::TooManyRequests { retry_after }) => {
            shared.with(|state| {
                let until = state.now() + Duration::from_secs(retry_after);
                state.rates.hold(FILE, None, until);
            });
            return answered(&Err(too_many(retry_after)));
        }
        Some(Fault::DropBeforeReading | Fault::LoseAnswer | Fault::MalformedJson) => {
            knife.cut();
            return StatusCode::OK.into_response();
        }
    }
    let bytes = shared.peek(|state| {
        let valid = state.links.get(path).is_some_and(|until| state.now() < *until);
        let id = path.strip_prefix("documents/").filter(|_| valid)?;
        state.files.get(id).map(|file| file.bytes.clone())
    });
    bytes.map_or_else(|| answered(&Err(error(404, "Not Found"))), IntoResponse::into_response)
}

/// Parameters of a call from its query and its body in any of the three encodings.
pub(crate) async fn read(request: Request) -> Result<Params, ApiError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
    let kind = kind.unwrap_or_default().to_ascii_lowercase();
    let mut params = Params::default();
    if let Some(query) = request.uri().query() {
        let query = Request::builder().uri(format!("/?{query}")).body(Body::empty());
        let query = query.map_err(|_| bad("can't parse the query"))?;
        params.values = form(query).await?;
    }
    if request.method() == Method::GET {
        return Ok(params);
    }
    let (mut parts, body) = request.into_parts();
    let bytes: Bytes =
        axum::body::to_bytes(body, BODY_LIMIT).await.map_err(|_| error(413, "Request Entity Too Large"))?;
    if kind.starts_with("multipart/form-data") {
        multipart(&mut params, Request::from_parts(parts, Body::from(bytes))).await?;
    } else if kind.starts_with("application/x-www-form-urlencoded") {
        parts.method = Method::POST;
        params.values.extend(form(Request::from_parts(parts, Body::from(bytes))).await?);
    } else if !bytes.is_empty() {
        let body: Value = serde_json::from_slice(&bytes).map_err(|_| bad("can't parse JSON object"))?;
        let Value::Object(body) = body else {
            return Err(bad("object expected"));
        };
        params.values.extend(body);
    }
    params.values.retain(|_, value| !value.is_null());
    Ok(params)
}

async fn form(request: Request) -> Result<Map<String, Value>, ApiError> {
    let Form(pairs) =
        Form::<Vec<(String, String)>>::from_request(request, &()).await.map_err(|_| bad("can't parse the form"))?;
    Ok(pairs.into_iter().map(|(name, value)| (name, Value::String(value))).collect())
}

async fn multipart(params: &mut Params, request: Request) -> Result<(), ApiError> {
    let broken = || bad("can't parse the multipart body");
    let mut parts = Multipart::from_request(request, &()).await.map_err(|_| broken())?;
    while let Some(part) = parts.next_field().await.map_err(|_| broken())? {
        let name = part.name().unwrap_or_default().to_owned();
        let file = part.file_name().map(str::to_owned);
        let mime = part.content_type().unwrap_or("application/octet-stream").to_owned();
        let bytes = part.bytes().await.map_err(|_| broken())?.to_vec();
        match file {
            Some(file) => params.files.push(Upload { part: name, name: file, mime, bytes }),
            None => {
                let text = String::from_utf8(bytes).map_err(|_| bad("strings must be encoded in UTF-8"))?;
                params.values.insert(name, Value::String(text));
            }
        }
    }
    Ok(())
}
