//! What is served by HTTP: the web chat with what else comes to its address, and the pages of health by themselves.

use super::watching::{HeardLog, Platforms, Watched};
use super::{House, menus, pair, say};
use crate::adapters::system_clock::System;
use crate::adapters::web::{Health, Web, WebConfig};
use crate::app::stopping::Running;
use crate::ports::watch::Watch;
use crate::secretary::inbound::Platform;
use crate::secretary::wording::help;
use anyhow::{Context, bail};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// What is served where.
#[derive(Default)]
pub(super) struct Served {
    /// The web chat.
    pub(super) web: Option<Arc<Web>>,
    /// Where.
    pub(super) at: Addresses,
}

/// Addresses as they came to be.
#[derive(Default)]
pub(super) struct Addresses {
    /// Of the web chat.
    pub(super) chat: Option<SocketAddr>,
    /// Of the pages of health by themselves.
    pub(super) health: Option<SocketAddr>,
}

/// Serves what this process is to serve.
///
/// # Errors
/// A sentence on which address cannot be had.
pub(super) async fn serve(
    house: &House,
    webhook: Option<axum::Router>,
    platforms: Platforms,
    running: &mut Running,
) -> anyhow::Result<Served> {
    let config = &house.config;
    let health = config.web.health_addr;
    if !config.roles.web && health.is_none() {
        return Ok(Served::default());
    }
    let watched = Watched::new(house.engine.clone(), platforms, &System, running.stop.clone())?;
    running.tasks.spawn(watched.gather());
    let watched: Arc<dyn Watch> = Arc::new(watched);
    let mut served = Served::default();
    if config.roles.web {
        let (web, address) = chat(house, webhook, watched.clone(), running).await?;
        served.web = Some(web);
        served.at.chat = Some(address);
    }
    if let Some(addr) = health {
        let listener = listen(addr, "HEALTH_ADDR", "127.0.0.1:8791").await?;
        served.at.health = Some(listener.local_addr()?);
        let token = config.web.metrics_token.as_ref().map(|token| token.reveal());
        let pages = Health::new(watched, token, Arc::new(System));
        let close = running.close.clone();
        running.web.spawn(async move {
            if let Err(error) = pages.serve(listener, close).await {
                say(&format!("The pages of health stopped: {error}"));
            }
        });
    }
    Ok(served)
}

/// Serves the web chat and what else comes to its address; tells where.
async fn chat(
    house: &House,
    webhook: Option<axum::Router>,
    watched: Arc<dyn Watch>,
    running: &mut Running,
) -> anyhow::Result<(Arc<Web>, SocketAddr)> {
    let House { config, engine, store, .. } = house;
    let listener = listen(config.web.addr, "WEB_ADDR", "127.0.0.1:8788").await?;
    let address = listener.local_addr()?;
    let pair = pair::route(config.storage.database_url.reveal(), address, engine.clone())?;
    let extra = match (pair, webhook) {
        (Some(pair), Some(webhook)) => Some(pair.merge(webhook)),
        (pair, webhook) => pair.or(webhook),
    };
    let parts = WebConfig {
        addr: config.web.addr,
        password: config.web.password.as_ref().map(|p| p.reveal().to_owned()),
        commands: menus::plain(),
        suggestions: help::examples(config.model.is_some()).map(str::to_owned).to_vec(),
    };
    let log = Arc::new(HeardLog { log: store.clone(), engine: engine.clone() });
    let web = Web::new(parts, engine.clone(), log, Arc::new(System), Arc::new(System), Arc::new(store.clone()))?;
    let token = config.web.metrics_token.as_ref().map(|token| token.reveal());
    let web = Arc::new(web.watched_by(watched, token));
    engine.connect(Platform::Web, web.clone());
    let (close, serving) = (running.close.clone(), web.clone());
    running.web.spawn(async move {
        if let Err(error) = serving.serve(listener, extra, close).await {
            say(&format!("The web chat stopped: {error}"));
        }
    });
    Ok((web, address))
}

/// Takes an address; `setting` named it, and `other` is one it could be instead.
async fn listen(addr: SocketAddr, setting: &str, other: &str) -> anyhow::Result<TcpListener> {
    match TcpListener::bind(addr).await {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            bail!("Another program uses {addr}. Stop it, or choose another address with {setting}={other}")
        }
        Err(error) => Err(error).with_context(|| format!("The secretary cannot listen on {addr} ({setting})")),
    }
}
