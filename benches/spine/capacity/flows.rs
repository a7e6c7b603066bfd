//! P12: host calls of flows a second, the resume of a run with 1,000 journaled calls, and what 10,000 runs that wait cost.
//! Scripts run in child processes of the release binary, as they do for people.

use crate::capacity::{idle, start};
use crate::seed::flows::{Owner, asleep, begins, goes_on};
use crate::seed::{self, Taking};
use crate::table::{self, Spread, mib, say};
use anyhow::Context;
use chrono::{TimeDelta, Utc};
use secretary::adapters::store::Database;
use secretary::engine::home;
use secretary::ports::store::Store;
use secretary::secretary::flow::run::{FlowRun, RunState};
use secretary::secretary::flow::tables::{Row, Written};
use secretary::secretary::ids::FlowRunId;
use secretary::secretary::inbound::Platform;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

const USER: u64 = 90_000;
/// Calls of one run, one after the other or together.
const CALLS: u32 = 1_000;
/// Runs at the same time.
const RUNS: usize = 8;
/// Calls in the journal of a run that goes on, and how often that is measured.
const JOURNALED: (usize, usize) = (1_000, 20);
/// Flows that wait, and how many of them wake while it is measured.
const WAITING: (usize, usize) = (10_000, 20);
/// Between two that wake.
const APART: TimeDelta = TimeDelta::milliseconds(400);
const PATIENCE: Duration = Duration::from_secs(300);

/// Measures and prints.
pub async fn measure() -> anyhow::Result<()> {
    calls().await?;
    resume().await?;
    waiting().await
}

/// Host calls a second: those that only look, and share commits, and those that change something, with one commit each.
async fn calls() -> anyhow::Result<()> {
    let one_by_one = format!("for i in range({CALLS}):\n    now()");
    let together = format!("import asyncio\nawait asyncio.gather(*[now() for i in range({CALLS})])");
    let changes = format!("for i in range({CALLS}):\n    table_update('counts', 'one', {{'n': i}})");
    for (what, script, runs) in [
        ("looks, one after the other, one run", &one_by_one, 1),
        ("looks, one after the other, eight runs at once", &one_by_one, RUNS),
        ("looks, awaited together, one run", &together, 1),
        ("changes of a row, one after the other, one run", &changes, 1),
    ] {
        let folder = TempDir::new()?;
        let store = seed::store(folder.path()).await?;
        let owner = Owner::of(&store, USER).await?;
        let mut tx = store.begin().await?;
        let mut begun = Vec::new();
        let (workspace, person, at) = (&home(), owner.id(), Utc::now());
        let one = Written { workspace, table: "counts", key: Some("one"), row: &Row::new(), person, at };
        tx.insert_flow_row(one).await??;
        for n in 0..runs {
            let flow = owner.flow(tx.as_mut(), n, (script, &["now", "table_update"])).await?;
            begun.push(begins(tx.as_mut(), &flow).await?);
        }
        tx.commit().await?;
        let since = Instant::now();
        let (stop, running) = runs_on(&store).await?;
        for id in &begun {
            let ended = until_it(&store, id, FlowRun::ended).await?;
            anyhow::ensure!(matches!(ended.state, RunState::Completed(_)), "it ended as {:?}", ended.state);
        }
        let took = since.elapsed();
        stop.cancel();
        running.await?;
        store.close().await;
        let rate = f64::from(CALLS) * f64::from(u32::try_from(runs)?) / took.as_secs_f64();
        let measured = format!("{rate:.0} calls/s");
        table::row("P12", &format!("host calls of flows, {what}"), &measured, "≥ 2,000/s", "none", "");
    }
    Ok(())
}

/// An engine that runs on this database, with scripts.
async fn runs_on(store: &Database) -> anyhow::Result<(CancellationToken, tokio::task::JoinHandle<()>)> {
    let engine = seed::scripted(store);
    engine.prepare(false).await?;
    let stop = CancellationToken::new();
    let running = tokio::spawn(engine.run(stop.clone()));
    Ok((stop, running))
}

/// Waits until something holds of a run.
async fn until_it(store: &Database, id: &FlowRunId, holds: impl Fn(&FlowRun) -> bool) -> anyhow::Result<FlowRun> {
    let began = Instant::now();
    loop {
        let run = store.ask().await?.flow_run(id).await?.context("the run is gone")?;
        if holds(&run) {
            return Ok(run);
        }
        anyhow::ensure!(began.elapsed() < PATIENCE, "waited in vain for a run: {:?}", run.state);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// From the claim of a run with a long journal until its script waits for the next call.
async fn resume() -> anyhow::Result<()> {
    let (journaled, times) = JOURNALED;
    let folder = TempDir::new()?;
    let store = seed::store(folder.path()).await?;
    let owner = Owner::of(&store, USER).await?;
    let engine = seed::scripted(&store);
    engine.prepare(false).await?;
    let script = format!("for i in range({journaled}):\n    now()\nsleep(86400)");
    let mut all = Vec::new();
    for n in 0..times {
        let mut tx = store.begin().await?;
        let flow = owner.flow(tx.as_mut(), n, (&script, &["now", "sleep"])).await?;
        let id = goes_on(tx.as_mut(), &flow, journaled).await?;
        tx.commit().await?;
        let since = Instant::now();
        engine.settle_all().await?;
        all.push(since.elapsed());
        until_it(&store, &id, |run| matches!(run.state, RunState::Waiting(_))).await?;
    }
    drop(engine);
    store.close().await;
    let spread = Spread::of(all);
    table::row("P12", "resume of a run with 1,000 journaled calls", &spread.say(), "≤ 50 ms", "none", "");
    Ok(())
}

/// What many runs that wait cost: memory, the start beside them, and how late one of them wakes.
async fn waiting() -> anyhow::Result<()> {
    let (count, woken) = WAITING;
    let (empty, full) = (TempDir::new()?, TempDir::new()?);
    with_owner(empty.path(), 0).await?;
    let owner = with_owner(full.path(), count).await?;
    let (_, before) = idle::once(empty.path(), None).await?;
    let (rss, after) = idle::once(full.path(), None).await?;
    let each = after.saturating_sub(before) / u64::try_from(count)?;
    let measured = format!("{each} bytes ({} RSS, {} anonymous with 10,000)", mib(rss), mib(after));
    table::row("P4", "memory per waiting flow", &measured, "≤ 2 KiB", "", "");
    let (before, after) = (start::polls(empty.path()).await?, start::polls(full.path()).await?);
    let measured = format!("{} → {}", say(before.at(50)), say(after.at(50)));
    table::row("P3", "start → first poll, p50, none → 10,000 flows waiting", &measured, "≤ 50 ms", "", "");
    let spread = wakes(&seed::store(full.path()).await?, &owner, (count, woken)).await?;
    table::row("P12", "one of 10,000 waiting flows wakes → its message", &spread.say(), "", "none", "");
    Ok(())
}

/// A database with somebody and so many waiting runs. It is closed, and its lock is given back.
async fn with_owner(folder: &Path, count: usize) -> anyhow::Result<Owner> {
    let store = seed::store(folder).await?;
    let owner = Owner::of(&store, USER).await?;
    owner.waiting(&store, count).await?;
    store.close().await;
    Ok(owner)
}

/// How late the messages of runs are that wake one after the other.
async fn wakes(store: &Database, owner: &Owner, (first, count): (usize, usize)) -> anyhow::Result<Spread> {
    let from = Utc::now() + TimeDelta::seconds(5);
    let mut due = Vec::new();
    let mut tx = store.begin().await?;
    for n in first..first + count {
        let flow = owner.flow(tx.as_mut(), n, ("sleep(2592000)\nnotify('on')", &["sleep", "notify"])).await?;
        let until = from + APART * i32::try_from(n - first)?;
        asleep(tx.as_mut(), &flow, until).await?;
        due.push((format!("chat{n}"), until));
    }
    tx.commit().await?;
    let engine = seed::scripted(store);
    let (heard, mut ear) = mpsc::unbounded_channel();
    engine.connect(Platform::Web, Arc::new(Taking(heard)));
    engine.prepare(false).await?;
    // Both clocks are read at the same time, to compare what the platform saw with what was due.
    let (instant, moment) = (Instant::now(), Utc::now());
    let stop = CancellationToken::new();
    let running = tokio::spawn(engine.clone().run(stop.clone()));
    let mut late = Vec::new();
    for (chat, until) in due {
        let (heard_in, at) = tokio::time::timeout(PATIENCE, ear.recv()).await?.context("the engine is gone")?;
        anyhow::ensure!(heard_in == chat, "{heard_in} came before {chat}");
        late.push((at - instant).saturating_sub((until - moment).to_std().context("writing took too long")?));
    }
    stop.cancel();
    running.await?;
    store.close().await;
    Ok(Spread::of(late))
}
