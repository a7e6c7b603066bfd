//! P4 and P10: memory of an idle process with both platforms, the web chat and SQLite, empty and with 10,000 tickets
//! waiting; and what it does while nobody wants anything.

use crate::capacity::start::OPEN;
use crate::process::{self, Secretary, World, database};
use crate::seed;
use crate::table::{self, mib};
use proof::model::FakeModel;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio::time::sleep;

/// How long a process may settle after its start.
const SETTLE: Duration = Duration::from_secs(5);
const USER: u64 = 50_000;

/// Measures and prints.
pub async fn measure(idle_for: Duration) -> anyhow::Result<()> {
    let empty = TempDir::new()?;
    once(empty.path(), Some(idle_for)).await?;
    let (rss, anonymous) = once(empty.path(), None).await?;
    let goal = "≤ 20 MiB";
    let text = format!("{} RSS, {} anonymous", mib(rss), mib(anonymous));
    table::row("P4", "memory idle, both platforms, web, SQLite", &text, goal, "49 MiB … 946 MiB", "");
    let full = TempDir::new()?;
    seed::waiting(full.path(), USER, OPEN).await?;
    let (more, more_anonymous) = once(full.path(), None).await?;
    let each = more_anonymous.saturating_sub(anonymous) / u64::try_from(OPEN)?;
    let text = format!("{each} bytes ({} RSS, {} anonymous with 10,000)", mib(more), mib(more_anonymous));
    table::row("P4", "memory per waiting ticket", &text, "≤ 2 KiB", "", "");
    Ok(())
}

/// Starts a process on this folder and gives its memory; before that watches it being idle.
pub async fn once(folder: &Path, idle_for: Option<Duration>) -> anyhow::Result<(u64, u64)> {
    let mut world = World::platforms().await?;
    if idle_for.is_some() {
        world.model = Some(FakeModel::start().await);
    }
    let secretary = Secretary::start(folder, &world)?;
    let fake = world.bot()?;
    secretary.polled(fake).await?;
    if let Some(discord) = &world.discord {
        discord.wait_ready(Duration::from_secs(20)).await.map_err(|e| anyhow::anyhow!("{e:?}"))?;
    }
    sleep(SETTLE).await;
    if let Some(wait) = idle_for {
        watch(folder, &world, &secretary, wait).await?;
    }
    secretary.memory()
}

async fn watch(folder: &Path, world: &World, secretary: &Secretary, wait: Duration) -> anyhow::Result<()> {
    let mind = world.mind()?;
    let (calls, spent) = (mind.requests().len(), secretary.processor()?);
    let (commits, log) = process::commits(folder);
    let changed = std::fs::metadata(database(folder))?.modified()?;
    sleep(wait).await;
    let per_ten = (secretary.processor()? - spent).as_secs_f64() / wait.as_secs_f64() * 10_000.0;
    let calls = mind.requests().len() - calls;
    let (later, longer) = process::commits(folder);
    let touched = std::fs::metadata(database(folder))?.modified()? != changed;
    let writes = later.saturating_sub(commits) + u64::from(longer != log && later == commits) + u64::from(touched);
    let what = format!("idle for {} s", wait.as_secs());
    let text = format!("{per_ten:.1} ms per 10 s; {calls} model calls; {writes} database writes");
    table::row("P10", &what, &text, "≤ 5 ms per 10 s; 0; 0", "0–20 ms … 140 ms; two call the model", "");
    Ok(())
}
