//! P9: 10,000 reminders that are due at the same moment, inside one process over a database file: how late each message is
//! at a platform that takes everything at once and asks for no distance.

use crate::seed::flows::Owner;
use crate::seed::{self, Taking};
use crate::table::{self, Spread};
use anyhow::Context;
use chrono::{TimeDelta, Utc};
use secretary::secretary::inbound::Platform;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

const REMINDERS: usize = 10_000;
const USER: u64 = 80_000;
/// How long before they are due they begin to be written.
const BEFORE: TimeDelta = TimeDelta::seconds(60);
/// The longest that one may be late.
const PATIENCE: Duration = Duration::from_secs(120);

/// Measures and prints.
pub async fn measure() -> anyhow::Result<()> {
    let folder = TempDir::new()?;
    let store = seed::store(folder.path()).await?;
    let owner = Owner::of(&store, USER).await?;
    let due = Utc::now() + BEFORE;
    owner.reminders(&store, REMINDERS, due).await?;
    let engine = seed::engine(&store);
    let (heard, mut ear) = mpsc::unbounded_channel();
    engine.connect(Platform::Web, Arc::new(Taking(heard)));
    engine.prepare(false).await?;
    let ahead = due - Utc::now();
    anyhow::ensure!(ahead > TimeDelta::seconds(1), "writing the reminders took too long");
    let due = Instant::now() + ahead.to_std()?;
    let stop = CancellationToken::new();
    let running = tokio::spawn(engine.clone().run(stop.clone()));
    let mut late = Vec::new();
    while late.len() < REMINDERS {
        let posted = tokio::time::timeout_at((due + PATIENCE).into(), ear.recv()).await;
        let (_, at) = posted.with_context(|| format!("only {} came", late.len()))?.context("the engine is gone")?;
        late.push(at.saturating_duration_since(due));
    }
    stop.cancel();
    running.await?;
    store.close().await;
    let spread = Spread::of(late);
    let rate = f64::from(u32::try_from(REMINDERS)?) / spread.at(100).as_secs_f64();
    table::row(
        "P9",
        "10,000 reminders due at the same moment: how late each is at the platform",
        &format!("{}; {rate:.0}/s", spread.say()),
        "p99 ≤ 1 s",
        "not published",
        "",
    );
    Ok(())
}
