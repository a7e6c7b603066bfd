//! `cargo bench`: what the secretary costs, each figure beside its goal, its baseline and the raw limit of this machine
//! measured in the same run. Arguments choose: `step receive talk flood press start idle model tickets share size due flows`; none means all.
//! `open=FILE` measures nothing and writes a database with 10,000 open tickets to a file.
//! `growth=1000000` compares a database with a million finished tickets with an empty one, which takes a while. `idle=60` measures the idle process for a minute instead of 20 s. It is a program of its own, no test harness.
#![allow(clippy::disallowed_methods, reason = "a bench measures real time and its tasks end with it")]
#![allow(
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a bench is a story told to the terminal"
)]

mod answers;
mod capacity;
mod process;
mod raw;
mod seed;
mod table;

use answers::{flood, model, press, receive, talk};
use anyhow::Context;
use capacity::{due, flows, growth, idle, share, start, step, tickets};
use std::path::Path;
use std::time::Duration;

/// Every measurement, in the order of its cost.
const ALL: [&str; 13] =
    ["size", "step", "receive", "start", "model", "press", "talk", "flood", "idle", "tickets", "due", "flows", "share"];

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

fn main() -> anyhow::Result<()> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut chosen: Vec<String> = Vec::new();
    let mut idle_for = Duration::from_secs(20);
    let mut grown_to = None;
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("growth", tickets)) => grown_to = Some(tickets.parse().context("growth=TICKETS")?),
            Some(("open", file)) => return runtime()?.block_on(start::keep_open(Path::new(file))),
            Some(("idle", seconds)) => idle_for = Duration::from_secs(seconds.parse().context("idle=SECONDS")?),
            // Cargo adds --bench by itself.
            _ if argument.starts_with("--") => {}
            _ if ALL.contains(&argument.as_str()) => chosen.push(argument),
            _ => anyhow::bail!("“{argument}” is nothing to measure; choose of: {}", ALL.join(" ")),
        }
    }
    let wanted = |name: &str| (chosen.is_empty() && grown_to.is_none()) || chosen.iter().any(|c| c == name);
    runtime()?.block_on(async {
        table::head();
        let raw = raw::measure().await?;
        for name in ALL.into_iter().filter(|name| wanted(name)) {
            match name {
                "size" => process::size()?,
                "step" => step::measure(),
                "receive" => receive::measure(&raw).await?,
                "start" => start::measure(&raw).await?,
                "model" => model::measure().await?,
                "press" => press::measure(&raw).await?,
                "talk" => talk::measure(&raw).await?,
                "flood" => flood::measure().await?,
                "idle" => idle::measure(idle_for).await?,
                "tickets" => tickets::measure().await?,
                "due" => due::measure().await?,
                "flows" => flows::measure().await?,
                "share" => share::measure().await?,
                other => anyhow::bail!("{other} is not measured"),
            }
        }
        match grown_to {
            Some(tickets) => growth::measure(tickets).await,
            None => Ok(()),
        }
    })
}
