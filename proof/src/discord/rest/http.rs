//! The way of a REST call: log, fault, token, limits, handler, answer. Knows no route's meaning.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, Multipart, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, Response, Uri, header};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::faults::{Fault, Scope};
use super::limits::{self, Meter, Refused};
use super::refusal::Refusal;
use super::routes::{self, Incoming, Route, Upload};
use crate::discord::socket::Scissors;
use crate::discord::types::{Call, Violation};
use crate::discord::world::World;
use crate::discord::{Shared, cdn, gateway};

/// Largest request Discord reads (platform-facts D24).
const REQUEST_BYTES: usize = 25 * 1024 * 1024;

/// A complete answer, before it is put on the wire.
struct Reply {
    status: u16,
    body: Value,
    html: Option<&'static str>,
    headers: Vec<(&'static str, String)>,
}

impl Reply {
    fn json(status: u16, body: Value) -> Self {
        Self { status, body, html: None, headers: Vec::new() }
    }

    fn html(status: u16, html: &'static str) -> Self {
        Self { status, body: Value::Null, html: Some(html), headers: Vec::new() }
    }

    fn into_response(self) -> Response<Body> {
        let body = match (self.html, &self.body) {
            (Some(html), _) => Body::from(html),
            (None, Value::Null) => Body::empty(),
            (None, json) => Body::from(json.to_string()),
        };
        let mut response = Response::new(body);
        *response.status_mut() = self.status.try_into().unwrap_or_default();
        let kind = if self.html.is_some() { "text/html" } else { "application/json" };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        for (name, text) in self.headers {
            if let Ok(value) = HeaderValue::from_str(&text) {
                headers.insert(name, value);
            }
        }
        response
    }
}

/// Entry of every request.
pub(crate) async fn serve(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(scissors): ConnectInfo<Scissors>,
    request: Request,
) -> Response<Body> {
    let path = request.uri().path().to_owned();
    if path == "/" || path.is_empty() {
        return gateway::upgrade(shared, scissors, request).await;
    }
    if path.starts_with("/attachments/") {
        return cdn::serve(&shared, &scissors, &request);
    }
    let method = request.method().as_str().to_owned();
    let rest = path.strip_prefix("/api/v10").map(str::to_owned);
    let (route, args) = rest.as_deref().map_or((Route::Unknown, Vec::new()), |rest| routes::parse(&method, rest));
    let (number, fault) = shared.change(|world| {
        if route == Route::Unknown {
            let text = format!("{method} {path}");
            world.violations.push(Violation::UnknownRoute(text));
        }
        let path = rest.unwrap_or(path);
        let fault = world.faults.take(route, &path);
        world.calls.push(Call {
            method,
            path,
            query: request.uri().query().unwrap_or("").to_owned(),
            route,
            body: Value::Null,
            at: world.clock.elapsed(),
            status: 0,
            performed: false,
        });
        (world.calls.len() - 1, fault)
    });
    if fault == Some(Fault::Drop) {
        scissors.cut();
        return Response::new(Body::empty());
    }
    let mut call = Incoming {
        route,
        args,
        query: query(request.uri()),
        json: Value::Null,
        files: Vec::new(),
        authorized: authorized(&shared, request.headers()),
    };
    let read = read_body(request, &mut call).await;
    shared.change(|world| world.calls[number].body = call.json.clone());
    if fault == Some(Fault::Hold) {
        let (send, done) = oneshot::channel();
        let held = shared.change(|world| world.faults.hold());
        // A task of its own: the effect must happen although the caller hangs up.
        tokio::spawn(async move {
            if held.await.is_ok() {
                drop(send.send(process(&shared, number, &call, read, None)));
            }
        });
        return match done.await {
            Ok(reply) => reply.into_response(),
            Err(_) => cut(&scissors),
        };
    }
    let reply = process(&shared, number, &call, read, fault.as_ref());
    if fault == Some(Fault::HoldAnswer) {
        let held = shared.change(|world| world.faults.hold());
        if held.await.is_err() {
            return cut(&scissors);
        }
    }
    if fault == Some(Fault::LoseAnswer) {
        shared.change(|world| world.calls[number].status = 0);
        return cut(&scissors);
    }
    reply.into_response()
}

/// A call as the ledger shows it.
fn entry(call: &Call, made: &Value, fault: Option<&Fault>) -> Value {
    let answered = !matches!(fault, Some(Fault::LoseAnswer | Fault::PerformedStatus(_) | Fault::Garbage));
    json!({"method": call.method, "path": call.path, "route": format!("{:?}", call.route), "body": call.body,
        "status": call.status, "performed": call.performed, "answered": answered, "fault": fault.is_some(),
        "message": made})
}

fn cut(scissors: &Scissors) -> Response<Body> {
    scissors.cut();
    Response::new(Body::empty())
}

/// Everything between reading and answering, under one lock.
fn process(shared: &Shared, number: usize, call: &Incoming, read: Result<(), Refusal>, fault: Option<&Fault>) -> Reply {
    shared.change(|world| {
        let (mut shared_scope, mut made) = (false, Value::Null);
        let mut reply = match gate(world, call, fault) {
            Err(reply) => {
                shared_scope = matches!(fault, Some(Fault::RateLimited { scope: Scope::Shared, .. }));
                reply
            }
            Ok(()) => {
                let answer = read.and_then(|()| routes::answer(world, call));
                world.calls[number].performed = answer.is_ok();
                made = answer.as_ref().map_or(Value::Null, |(_, body)| body["id"].clone());
                match (answer, fault) {
                    (Ok(_), Some(Fault::PerformedStatus(status))) => {
                        Reply::html(*status, "<html><body>upstream</body></html>")
                    }
                    (Ok(_), Some(Fault::Garbage)) => Reply::html(200, "<html>not json"),
                    (Ok((status, body)), _) => Reply::json(status, body),
                    (Err(refusal), _) => Reply::json(refusal.status, refusal.body),
                }
            }
        };
        let meter = limits::meter(world, call);
        add_meter(&mut reply, &meter);
        if matches!(reply.status, 401 | 403 | 429) && !shared_scope {
            world.invalid_requests += 1;
        }
        world.calls[number].status = reply.status;
        world.note("call", || entry(&world.calls[number], &made, fault));
        reply
    })
}

/// Faults that come first, the token, the limits.
fn gate(world: &mut World, call: &Incoming, fault: Option<&Fault>) -> Result<(), Reply> {
    limits::admit(world, call).map_err(limited)?;
    match fault {
        Some(Fault::RateLimited { retry_after, scope }) => {
            limits::block(world, call, *retry_after, *scope);
            let left_ms = u64::try_from(retry_after.as_millis()).unwrap_or(0);
            return Err(limited(Refused { left_ms, scope: *scope }));
        }
        Some(Fault::Status(status)) => {
            return Err(Reply::html(*status, "<html><body>bad gateway</body></html>"));
        }
        Some(Fault::Code(code)) => {
            let refusal = Refusal::code(*code);
            return Err(Reply::json(refusal.status, refusal.body));
        }
        _ => {}
    }
    let open = call.route.is_interaction() || call.route == Route::Gateway;
    if !open && !call.authorized {
        return Err(Reply::json(401, json!({"message": "401: Unauthorized", "code": 0})));
    }
    Ok(())
}

fn limited(refused: Refused) -> Reply {
    let seconds = refused.left_ms as f64 / 1000.0;
    let global = refused.scope == Scope::Global;
    let mut reply =
        Reply::json(429, json!({"message": "You are being rate limited.", "retry_after": seconds, "global": global}));
    let scope = match refused.scope {
        Scope::User => "user",
        Scope::Global => "global",
        Scope::Shared => "shared",
    };
    reply.headers.push(("x-ratelimit-scope", scope.to_owned()));
    let whole = refused.left_ms.div_ceil(1000).to_string();
    reply.headers.push(("retry-after", whole));
    if global {
        reply.headers.push(("x-ratelimit-global", "true".to_owned()));
    }
    reply
}

fn add_meter(reply: &mut Reply, meter: &Meter) {
    let seconds = |ms: u64| format!("{:.3}", ms as f64 / 1000.0);
    reply.headers.extend([
        ("x-ratelimit-limit", meter.limit.to_string()),
        ("x-ratelimit-remaining", meter.remaining.to_string()),
        ("x-ratelimit-reset", seconds(meter.reset_ms)),
        ("x-ratelimit-reset-after", seconds(meter.reset_after_ms)),
        ("x-ratelimit-bucket", meter.bucket.clone()),
    ]);
}

fn authorized(shared: &Shared, headers: &HeaderMap) -> bool {
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bot "));
    shared.look(|world| given == Some(world.token.as_str()))
}

fn query(uri: &Uri) -> Vec<(String, String)> {
    Query::<Vec<(String, String)>>::try_from_uri(uri).map(|Query(pairs)| pairs).unwrap_or_default()
}

async fn read_body(request: Request, call: &mut Incoming) -> Result<(), Refusal> {
    let (parts, body) = request.into_parts();
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("").to_owned();
    let bytes = to_bytes(body, REQUEST_BYTES).await.map_err(|_| Refusal::code(40005))?;
    let unreadable = |_| Refusal::new(400, 50109, "The request body contains invalid JSON.");
    if bytes.is_empty() {
        return Ok(());
    }
    if kind.starts_with("application/json") {
        call.json = serde_json::from_slice(&bytes).map_err(unreadable)?;
        return Ok(());
    }
    if !kind.starts_with("multipart/form-data") {
        return Err(Refusal::new(400, 50035, "Invalid Form Body"));
    }
    let mut request = Request::from_parts(parts, Body::from(bytes));
    DefaultBodyLimit::disable().apply(&mut request);
    let broken = || Refusal::new(400, 50035, "Invalid Form Body");
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| broken())?;
    while let Some(field) = form.next_field().await.map_err(|_| broken())? {
        let name = field.name().unwrap_or("").to_owned();
        if name == "payload_json" {
            let text = field.text().await.map_err(|_| broken())?;
            call.json = serde_json::from_str(&text).map_err(unreadable)?;
        } else {
            let index = name
                .strip_prefix("files[")
                .and_then(|rest| rest.strip_suffix(']'))
                .and_then(|index| index.parse().ok())
                .ok_or_else(broken)?;
            call.files.push(Upload {
                index,
                filename: field.file_name().unwrap_or("file").to_owned(),
                content_type: field.content_type().map(str::to_owned),
                bytes: field.bytes().await.map_err(|_| broken())?.to_vec(),
            });
        }
    }
    Ok(())
}
