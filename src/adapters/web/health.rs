//! The health pages at an address of their own: for a process without the web chat, or to separate them from it.
//! Nothing else is served there.

use super::access::connections;
use super::access::guard::Hosts;
use super::page::wire::refusal;
use super::watched::{self, Key, Watched};
use crate::ports::clock::Clock;
use crate::ports::watch::Watch;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// The pages, and who may see them.
pub struct Health {
    watched: Watched,
    clock: Arc<dyn Clock>,
}

struct Here {
    health: Health,
    hosts: Hosts,
}

impl Health {
    /// The pages of what `watch` sees. The figures need `token` (METRICS_TOKEN) where there is one; without it the address
    /// must be one that only this machine reaches, which the settings see to.
    pub fn new(watch: Arc<dyn Watch>, token: Option<&str>, clock: Arc<dyn Clock>) -> Self {
        Self { watched: Watched::new(watch, token), clock }
    }

    /// Serves them until `stop`.
    ///
    /// # Errors
    /// The listener has no local address.
    pub async fn serve(self, listener: TcpListener, stop: CancellationToken) -> std::io::Result<()> {
        let local = listener.local_addr()?;
        let here = Arc::new(Here { health: self, hosts: Hosts::new(local.ip(), local.port()) });
        let router = Router::new()
            .route(watched::ALIVE, get(watched::alive))
            .route(watched::READY, get(ready))
            .route(watched::FIGURES, get(figures))
            .fallback(nothing)
            .with_state(here);
        tokio::select! {
            () = connections::serve(listener, router, stop.clone()) => {}
            () = stop.cancelled() => {}
        }
        Ok(())
    }
}

async fn ready(State(here): State<Arc<Here>>) -> Response {
    here.health.watched.readiness().await
}

async fn figures(State(here): State<Arc<Here>>, request: Request) -> Response {
    let watched = &here.health.watched;
    match watched.key(request.headers(), None, here.health.clock.now()) {
        Key::Right => watched.rendered().await,
        Key::Refused(status) => watched.refused(status),
        // Without a token only this machine comes here, but perhaps by a page in a browser.
        Key::None if watched.open(None) && here.hosts.names(&request) => watched.rendered().await,
        Key::None if watched.open(None) => {
            let sentence =
                "The figures are shown at the address they are served on (HEALTH_ADDR), such as 127.0.0.1:8790.";
            refusal(StatusCode::MISDIRECTED_REQUEST, sentence)
        }
        Key::None => watched.refused(StatusCode::UNAUTHORIZED),
    }
}

async fn nothing() -> Response {
    refusal(StatusCode::NOT_FOUND, "Here are /healthz, /readyz and /metrics. The web chat is at WEB_ADDR.")
}
