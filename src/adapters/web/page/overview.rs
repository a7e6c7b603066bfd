//! What goes on by itself, for the panel of the page: schedules and flows, read anew at each request. Which of them whoever
//! looks may see is decided behind the port, and so is what is said of them.

use super::wire::{self, Refused, refused};
use crate::adapters::web::{Site, inbound};
use crate::secretary::inbound::Content;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;

const NONE: &str = "There is no such overview here.";
const BROKEN: &str = "The schedules and flows cannot be read just now. Please try again.";

/// The sections of the panel.
pub(crate) async fn overview(State(site): State<Arc<Site>>) -> Result<Json<Value>, Refused> {
    let Some(overview) = &site.web.overview else { return Err(refused(StatusCode::NOT_FOUND, NONE)) };
    let asker = inbound::event("look", "", Content::Reachable { yes: true }, site.web.clock.now());
    let sections = overview.overview(&asker).await.map_err(|error| {
        tracing::warn!(%error, "the web chat cannot read what goes on by itself");
        refused(StatusCode::SERVICE_UNAVAILABLE, BROKEN)
    })?;
    let sections: Vec<Value> = sections.into_iter().map(wire::section).collect();
    Ok(Json(json!({ "sections": sections })))
}
