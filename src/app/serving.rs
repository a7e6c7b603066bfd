//! The HTTP servers: the web chat with the other routes of its address, and the health pages at an address of their
//! own.

use super::commands::pair;
use super::settings::menus;
use super::watching::{HeardLog, Platforms, Watched};
use super::{House, files, say};
use crate::adapters::store::Database;
use crate::adapters::system_clock::System;
use crate::adapters::web::{Health, Web, WebConfig};
use crate::app::stopping::Running;
use crate::config::Config;
use crate::engine::Address;
use crate::ports::watch::Watch;
use crate::secretary::inbound::Platform;
use crate::secretary::wording::talk::help;
use anyhow::anyhow;
use futures_util::FutureExt as _;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
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

/// The addresses of this process, taken and not served yet.
pub(super) struct Listeners {
    /// For the web chat.
    chat: Option<TcpListener>,
    /// For the pages of health by themselves.
    health: Option<TcpListener>,
}

/// Takes the addresses of the settings. The start does so before it makes a file, so that a taken port leaves nothing behind;
/// whoever connects meanwhile waits until [`serve`].
///
/// # Errors
/// A sentence on which address cannot be had.
pub(super) async fn listen(config: &Config) -> anyhow::Result<Listeners> {
    let mut listeners = Listeners { chat: None, health: None };
    if config.roles.web {
        listeners.chat = Some(bind(config, config.web.addr, ("WEB_ADDR", 8787)).await?);
    }
    if let Some(addr) = config.web.health_addr {
        listeners.health = Some(bind(config, addr, ("HEALTH_ADDR", 8790)).await?);
    }
    Ok(listeners)
}

/// Serves what this process is to serve.
///
/// # Errors
/// A part cannot be set up.
pub(super) fn serve(
    house: &House,
    listeners: Listeners,
    webhook: Option<axum::Router>,
    platforms: Platforms,
    running: &mut Running,
) -> anyhow::Result<Served> {
    let config = &house.config;
    let heard = platforms.clone().heard(house.engine.clone());
    running.tasks.spawn(running.stop.clone().run_until_cancelled_owned(heard).map(drop));
    let Listeners { chat: for_chat, health } = listeners;
    if for_chat.is_none() && health.is_none() {
        return Ok(Served::default());
    }
    let watched = Watched::new(house.engine.clone(), platforms, &System, running.stop.clone())?;
    running.tasks.spawn(watched.gather());
    let watched: Arc<dyn Watch> = Arc::new(watched);
    let mut served = Served::default();
    if let Some(listener) = for_chat {
        let (web, address) = chat(house, listener, webhook, watched.clone(), running)?;
        served.web = Some(web);
        served.at.chat = Some(address);
    }
    if let Some(listener) = health {
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

/// Where other programs reach the web address: as the settings say it, or as far as this machine goes.
pub(super) fn address(config: &Config) -> Address {
    match &config.web.public_url {
        Some(url) => Address { url: url.clone(), public: true },
        None => {
            let mut addr = config.web.addr;
            if addr.ip().is_unspecified() {
                addr.set_ip(Ipv4Addr::LOCALHOST.into());
            }
            Address { url: format!("http://{addr}"), public: false }
        }
    }
}

/// Serves the web chat and what else comes to its address; tells where.
fn chat(
    house: &House,
    listener: TcpListener,
    webhook: Option<axum::Router>,
    watched: Arc<dyn Watch>,
    running: &mut Running,
) -> anyhow::Result<(Arc<Web>, SocketAddr)> {
    let House { config, engine, store, .. } = house;
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
    let log = HeardLog { log: store.clone(), engine: engine.clone() };
    let log = Arc::new(engine.redacted(log));
    let (sessions, files) = (Arc::new(store.clone()), files(config, store));
    let web = Web::new(parts, engine.clone(), log, Arc::new(System), Arc::new(System), sessions, files)?;
    let token = config.web.metrics_token.as_ref().map(|token| token.reveal());
    let web = web.watched_by(watched, token).showing(engine.clone()).keeping(config.retention.web);
    let web = Arc::new(web.hooked_by(engine.clone()));
    engine.connect(Platform::Web, web.clone());
    let (close, serving) = (running.close.clone(), web.clone());
    running.web.spawn(async move {
        if let Err(error) = serving.serve(listener, extra, close).await {
            say(&format!("The web chat stopped: {error}"));
        }
    });
    Ok((web, address))
}

/// Takes an address; named with it are its setting and the port it usually has. Where the other program is a secretary with
/// this database, another port would not help.
async fn bind(config: &Config, addr: SocketAddr, named: (&str, u16)) -> anyhow::Result<TcpListener> {
    let error = match TcpListener::bind(addr).await {
        Ok(listener) => return Ok(listener),
        Err(error) => error,
    };
    if error.kind() == io::ErrorKind::AddrInUse {
        Database::not_running(config.storage.database_url.reveal())?;
    }
    Err(anyhow!(not_had(addr, named, &error)))
}

/// The lowest port that needs no right of its own.
const FREE: u16 = 1024;

/// Why an address cannot be had, and what to do.
fn not_had(addr: SocketAddr, (setting, usual): (&str, u16), error: &io::Error) -> String {
    let low = addr.port() < FREE;
    let next = addr.port().checked_add(1).filter(|_| !low);
    let other = SocketAddr::new(addr.ip(), next.unwrap_or(usual));
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("Another program uses {addr} ({setting}). Stop it, or choose another port with {setting}={other}")
        }
        io::ErrorKind::PermissionDenied if low => format!(
            "The secretary has no right to listen on {addr} ({setting}). Give it the right to ports below {FREE} \
             (CAP_NET_BIND_SERVICE), or choose another port with {setting}={other}"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "The system does not let the secretary listen on {addr} ({setting}). Choose another port with {setting}={other}"
        ),
        io::ErrorKind::AddrNotAvailable => format!(
            "This machine has no address {} to listen on ({setting}). Choose one it has, or be reached from this machine \
             alone with {setting}=127.0.0.1:{usual}",
            addr.ip()
        ),
        _ => format!("The secretary cannot listen on {addr} ({setting}): {error}. Choose another address."),
    }
}

#[cfg(test)]
mod tests {
    use crate::app::serving::*;

    #[test]
    fn an_address_that_cannot_be_had_is_named_with_its_setting_and_what_to_do() {
        let (web, health) = (("WEB_ADDR", 8787), ("HEALTH_ADDR", 8790));
        let (denied, used) = (io::ErrorKind::PermissionDenied, io::ErrorKind::AddrInUse);
        for (addr, named, kind, parts) in [
            ("0.0.0.0:80", web, denied, ["no right to listen on 0.0.0.0:80", "WEB_ADDR=0.0.0.0:8787"]),
            ("[::1]:443", health, denied, ["CAP_NET_BIND_SERVICE", "HEALTH_ADDR=[::1]:8790"]),
            ("127.0.0.1:8787", web, denied, ["does not let", "WEB_ADDR=127.0.0.1:8788"]),
            ("127.0.0.1:8790", health, used, ["Another program", "HEALTH_ADDR=127.0.0.1:8791"]),
            ("127.0.0.1:65535", web, used, ["127.0.0.1:65535 (WEB_ADDR)", "WEB_ADDR=127.0.0.1:8787"]),
            ("192.0.2.1:90", web, io::ErrorKind::AddrNotAvailable, ["no address 192.0.2.1", "WEB_ADDR=127.0.0.1:8787"]),
        ] {
            let said = not_had(addr.parse().unwrap(), named, &kind.into());
            assert!(parts.iter().all(|part| said.contains(part)), "{said}");
            assert!(!said.contains("os error"), "{said}");
        }
    }
}
