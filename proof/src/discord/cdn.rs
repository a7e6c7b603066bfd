//! The file server: signed addresses of files, and what is behind them. An address works for 24 hours of virtual time;
//! after that, and with another signature, it gives 404. It needs no token, and none may be sent to it.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Response, header};
use futures_util::stream;
use serde_json::Value;

use super::Shared;
use super::rest::faults::Fault;
use super::rest::routes::Route;
use super::socket::Scissors;
use super::types::{Attachment, Call, Message, Violation};
use super::world::World;

/// How long an address works.
const LIFE_SECONDS: u64 = 24 * 60 * 60;
/// A piece of a body that has no end.
const PIECE: usize = 64 * 1024;

/// The present address of a file in a channel.
pub(crate) fn address(world: &World, channel: u64, file: &Attachment) -> String {
    let issued = world.now() / 1000;
    let expires = issued + LIFE_SECONDS;
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' };
    let name: String = file.filename.chars().map(plain).collect();
    let signature = signature(world, file.id, expires);
    let root = format!("http://127.0.0.1:{}/attachments/{channel}/{}/{name}", world.port, file.id);
    format!("{root}?ex={expires:x}&is={issued:x}&hm={signature}&")
}

fn signature(world: &World, file: u64, expires: u64) -> String {
    let mut hasher = DefaultHasher::new();
    (world.port, world.application, file, expires).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Answers a request for a file.
pub(crate) fn serve(shared: &Shared, scissors: &Scissors, request: &Request) -> Response<Body> {
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or("").to_owned();
    let told = request.headers().contains_key(header::AUTHORIZATION);
    shared.change(|world| {
        if told {
            world.violations.push(Violation::TokenGivenAway(path.clone()));
        }
        let fault = world.faults.take(Route::Attachment, &path);
        let found = found(world, request.method().as_str(), &path, &query).cloned();
        if fault == Some(Fault::Drop) {
            scissors.cut();
        }
        let answer = answer(found, fault);
        world.calls.push(Call {
            method: request.method().as_str().to_owned(),
            path,
            query,
            route: Route::Attachment,
            body: Value::Null,
            at: world.clock.elapsed(),
            status: answer.status().as_u16(),
            performed: answer.status().is_success(),
        });
        answer
    })
}

fn answer(found: Option<Attachment>, fault: Option<Fault>) -> Response<Body> {
    match (fault, found) {
        (Some(Fault::RateLimited { retry_after, .. }), _) => {
            let mut response = plain(429, "You are being rate limited.");
            set(&mut response, header::RETRY_AFTER, &retry_after.as_secs().to_string());
            response
        }
        (Some(Fault::Status(status)), _) => plain(status, "upstream"),
        (Some(Fault::Redirect(address)), _) => {
            let mut response = plain(302, "");
            set(&mut response, header::LOCATION, &address);
            response
        }
        (Some(Fault::Garbage), _) => {
            Response::new(Body::from_stream(stream::repeat(Ok::<_, Infallible>(vec![0_u8; PIECE]))))
        }
        (_, Some(file)) => {
            let mut response = Response::new(Body::from(file.bytes));
            let kind = file.content_type.as_deref().unwrap_or("application/octet-stream");
            set(&mut response, header::CONTENT_TYPE, kind);
            response
        }
        (_, None) => plain(404, "This content is no longer available."),
    }
}

fn plain(status: u16, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status.try_into().unwrap_or_default();
    response
}

fn set(response: &mut Response<Body>, name: header::HeaderName, text: &str) {
    if let Ok(value) = HeaderValue::from_str(text) {
        response.headers_mut().insert(name, value);
    }
}

/// The file behind an address that still works.
fn found<'w>(world: &'w World, method: &str, path: &str, query: &str) -> Option<&'w Attachment> {
    let mut parts = path.split('/').skip(2);
    let (channel, file) = (parts.next()?.parse::<u64>().ok()?, parts.next()?.parse::<u64>().ok()?);
    let of = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let expires = u64::from_str_radix(of("ex")?, 16).ok()?;
    let valid = method == "GET" && of("hm") == Some(signature(world, file, expires).as_str());
    if !valid || expires < world.now() / 1000 {
        return None;
    }
    let of_message = |message: &'w Message| {
        let in_place = message.channel == channel;
        message.attachments.iter().find(|one| in_place && one.id == file)
    };
    let mut all = world.messages.values();
    all.find_map(|message| of_message(message).or_else(|| message.forwarded.as_deref().and_then(of_message)))
}
