//! The page: files embedded in the program. They load nothing from elsewhere and hold no inline script or style, so
//! that the content policy forbids both.

pub(super) mod api;
pub(super) mod body;
pub(super) mod events;
pub(super) mod wire;

use super::Site;
use super::page::wire::refusal;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

const INDEX: &str = include_str!("index.html");
const LOGIN: &str = include_str!("login.html");
const APP: &str = include_str!("app.js");
const RENDER: &str = include_str!("render.js");
const BUTTONS: &str = include_str!("buttons.js");
const COMPOSER: &str = include_str!("composer.js");
const STYLE: &str = include_str!("style.css");
const ICON: &str = include_str!("icon.svg");

/// The chat, with ideas to start with.
pub(super) async fn index(State(site): State<Arc<Site>>) -> Response {
    let escaped = |text: &String| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let chip = |text: &String| format!("<button type=\"button\" class=\"chip\">{}</button>", escaped(text));
    let chips: Vec<String> = site.web.config.suggestions.iter().map(chip).collect();
    let page = INDEX.replace("{{chips}}", &chips.join("\n          "));
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// The script.
pub(super) async fn app() -> Response {
    file("text/javascript; charset=utf-8", APP)
}

/// The part of the script which builds messages.
pub(super) async fn render() -> Response {
    file("text/javascript; charset=utf-8", RENDER)
}

/// The part of the script which sends presses and forms.
pub(super) async fn buttons() -> Response {
    file("text/javascript; charset=utf-8", BUTTONS)
}

/// The part of the script which keeps the message field.
pub(super) async fn composer() -> Response {
    file("text/javascript; charset=utf-8", COMPOSER)
}

/// The looks.
pub(super) async fn style() -> Response {
    file("text/css; charset=utf-8", STYLE)
}

/// The icon.
pub(super) async fn icon() -> Response {
    file("image/svg+xml", ICON)
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

fn file(kind: &'static str, content: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], content).into_response()
}
