//! The page: files embedded in the program. They load nothing from elsewhere and hold no inline script or style, so
//! that the content policy forbids both.

pub(super) mod api;
pub(super) mod body;
pub(super) mod download;
pub(super) mod events;
pub(super) mod overview;
pub(super) mod upload;
pub(super) mod wire;

use super::Site;
use super::page::wire::refusal;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;

const INDEX: &str = include_str!("assets/index.html");
const LOGIN: &str = include_str!("assets/login.html");
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// What the chat loads, as (path, content type, content): the script, its parts that build messages, send presses, keep
/// the message field, take files and show what goes on by itself, the looks and the icon.
const FILES: [(&str, &str, &str); 8] = [
    ("/app.js", SCRIPT, include_str!("assets/app.js")),
    ("/render.js", SCRIPT, include_str!("assets/render.js")),
    ("/buttons.js", SCRIPT, include_str!("assets/buttons.js")),
    ("/composer.js", SCRIPT, include_str!("assets/composer.js")),
    ("/files.js", SCRIPT, include_str!("assets/files.js")),
    ("/overview.js", SCRIPT, include_str!("assets/overview.js")),
    ("/style.css", "text/css; charset=utf-8", include_str!("assets/style.css")),
    ("/icon.svg", "image/svg+xml", include_str!("assets/icon.svg")),
];

/// The routes of these files.
pub(super) fn files() -> Router<Arc<Site>> {
    FILES.into_iter().fold(Router::new(), |router, (path, kind, content)| {
        router.route(path, get(move || async move { ([(header::CONTENT_TYPE, kind)], content) }))
    })
}

/// The chat, with ideas to start with.
pub(super) async fn index(State(site): State<Arc<Site>>) -> Response {
    let escaped = |text: &String| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let chip = |text: &String| format!("<button type=\"button\" class=\"chip\">{}</button>", escaped(text));
    let chips: Vec<String> = site.web.config.suggestions.iter().map(chip).collect();
    let page = INDEX.replace("{{chips}}", &chips.join("\n          "));
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// Anything else.
pub(super) async fn nothing() -> Response {
    refusal(StatusCode::NOT_FOUND, "There is nothing here. The chat is at /.")
}

/// The login page with a note, one of our own sentences.
pub(super) fn login(status: StatusCode, note: &'static str) -> Response {
    let page = LOGIN.replace("{{note}}", note);
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}
