//! `secretary pair`: makes a pairing code, by the running program if there is one, else in the database. Both know
//! each other by a key in a file beside the database that only this user can read.

use crate::adapters::store::{ConnectError, Database, KeepingError};
use crate::adapters::system_clock::System;
use crate::app::settings::audit_key;
use crate::app::settings::key_files::{beside, write_private};
use crate::config::Config;
use crate::engine::Engine;
use crate::ports::clock::Entropy;
use anyhow::{Context, bail};
use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// The path of the running program's route.
const ROUTE: &str = "/local/pair";
/// The header the key is sent in.
const HEADER: &str = "x-secretary-key";

/// Prints a fresh pairing code and what to do with it.
///
/// # Errors
/// Neither the running program nor the database can be reached.
pub async fn print_code(config: &Config) -> anyhow::Result<()> {
    let url = config.storage.database_url.reveal();
    match Database::look(url).await {
        Err(KeepingError::Missing(place)) => bail!(
            "There is no database {} here. Start the secretary, which makes one and prints a code, or go to its folder.",
            place.display()
        ),
        Err(error @ KeepingError::Shut(_)) => bail!(error),
        Ok(_) | Err(_) => {}
    }
    let code = match Database::connect(url).await {
        Ok(store) => {
            audit_key::begin(config, &store).await?;
            let engine = crate::app::engine(config, &store, Arc::new(crate::adapters::offline::Offline::default()))?;
            engine.pairing_code().await?
        }
        Err(ConnectError::Running(_)) => ask_running(config).await?,
        Err(error) => bail!(error),
    };
    println!("{}", invitation(&code));
    Ok(())
}

/// What is printed for the first owner.
pub fn invitation(code: &str) -> String {
    format!("To become the owner, send the bot within 10 minutes: /start {code}")
}

async fn ask_running(config: &Config) -> anyhow::Result<String> {
    let file = key_file(config.storage.database_url.reveal()).context("the database is not a file")?;
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("The secretary is running, but its key file {} cannot be read", file.display()))?;
    let (address, key) = text.trim().split_once(' ').context("The key file of the running secretary is damaged")?;
    let url = format!("http://{address}{ROUTE}");
    let client = reqwest::Client::builder().no_proxy().timeout(std::time::Duration::from_secs(5)).build()?;
    let Ok(answer) = client.post(&url).header(HEADER, key).send().await else {
        bail!("The secretary is running, but does not answer on {address}. Restart it and try again.");
    };
    if !answer.status().is_success() {
        bail!("The running secretary refused to make a code ({}). Restart it and try again.", answer.status());
    }
    Ok(answer.text().await?)
}

/// Writes a fresh key and where to send it beside the database and returns the route that honours it; none for a
/// database without a file.
///
/// # Errors
/// The file cannot be written.
pub fn route(database_url: &str, address: SocketAddr, engine: Arc<Engine>) -> anyhow::Result<Option<Router>> {
    let Some(file) = key_file(database_url) else { return Ok(None) };
    let key = URL_SAFE_NO_PAD.encode(System.seed().context("no randomness")?);
    write_private(&file, &format!("{} {key}", reachable(address)))
        .with_context(|| format!("The file {} cannot be written", file.display()))?;
    let handler = move |headers: HeaderMap| async move {
        let given = headers.get(HEADER).map(|v| v.as_bytes()).unwrap_or_default();
        if !bool::from(given.ct_eq(key.as_bytes())) {
            return Err(StatusCode::FORBIDDEN);
        }
        engine.pairing_code().await.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)
    };
    Ok(Some(Router::new().route(ROUTE, post(handler))))
}

/// Where this machine reaches a listener that perhaps listens on every address.
fn reachable(address: SocketAddr) -> SocketAddr {
    let home = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        other => other,
    };
    SocketAddr::new(home, address.port())
}

fn key_file(database_url: &str) -> Option<PathBuf> {
    beside(database_url, "key")
}
