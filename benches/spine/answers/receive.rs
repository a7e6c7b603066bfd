//! The way in, inside one process: an event to its durable acknowledgement, and on to the first answer, on SQLite with
//! synchronous=FULL, and on PostgreSQL, beside the raw commits of the very same database.

use crate::process::database;
use crate::raw::{Commits, Raw};
use crate::seed::{self, Taking, VAGUE};
use crate::table::{self, Spread};
use anyhow::Context;
use secretary::adapters::store::Database;
use secretary::engine::Engine;
use secretary::ports::inbox::Intake;
use secretary::secretary::inbound::Platform;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Events one after the other.
const ALONE: u64 = 1_000;
/// Senders at the same time, and events of each.
const CROWD: (u64, u64) = (64, 50);
/// Ideas followed to their first answer, which are the questions about them.
const ANSWERED: u64 = 60;

/// Measures and prints.
pub async fn measure(raw: &Raw) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let store = seed::store(folder.path()).await?;
    seed::members(&store, 1..=ANSWERED).await?;
    let engine = seed::engine(&store);
    engine.prepare(true).await?;
    let mut commits = Commits::of(&database(folder.path())).await?;
    alone(&engine, &mut commits, "SQLite").await?;
    crowd(&engine, &mut commits, "SQLite").await?;
    drop(engine);
    answered(raw).await?;
    store.close().await;
    on_a_server().await
}

/// The same over PostgreSQL with every commit on disk.
async fn on_a_server() -> anyhow::Result<()> {
    let Some(server) = proof::postgres::durable() else { return Ok(()) };
    let url = server.fresh().await;
    let store = Database::connect(&url).await?;
    let _changes = store.join().await?;
    seed::members(&store, 1..=ANSWERED).await?;
    let engine = seed::engine(&store);
    engine.prepare(true).await?;
    let mut commits = Commits::on(&url).await?;
    let spread = commits.many(300).await?;
    table::row("raw", "PostgreSQL commit of one row over a socket file", &spread.say(), "", "", "");
    alone(&engine, &mut commits, "PostgreSQL").await?;
    crowd(&engine, &mut commits, "PostgreSQL").await?;
    store.close().await;
    Ok(())
}

/// One writer at a time. Raw commits take turns with the events, so that both meet the same machine.
async fn alone(engine: &Arc<Engine>, commits: &mut Commits, on: &str) -> anyhow::Result<()> {
    let (mut all, mut raw) = (Vec::new(), Duration::ZERO);
    for n in 0..ALONE {
        let event = seed::says(1, &format!("a{n}"), VAGUE);
        let since = Instant::now();
        engine.receive(vec![event]).await?;
        all.push(since.elapsed());
        raw += commits.one().await?;
    }
    let whole: Duration = all.iter().sum();
    let rate = f64::from(u32::try_from(ALONE)?) / whole.as_secs_f64();
    let (spread, share) = (Spread::of(all), raw.as_secs_f64() / whole.as_secs_f64() * 100.0);
    table::row(
        "P7",
        &format!("event in → durable acknowledgement, one at a time, {on}"),
        &format!("{}; {rate:.0} events/s", spread.say()),
        "≥ 50 % of raw commits",
        "not published",
        &format!("{share:.0} % of the raw commit rate"),
    );
    Ok(())
}

/// Many at once share commits.
async fn crowd(engine: &Arc<Engine>, commits: &mut Commits, on: &str) -> anyhow::Result<()> {
    let commit = commits.many(300).await?.at(50);
    let (senders, each) = CROWD;
    let began = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for sender in 0..senders {
        let engine = engine.clone();
        tasks.spawn(async move {
            let mut all = Vec::new();
            for n in 0..each {
                let since = Instant::now();
                engine.receive(vec![seed::says(sender + 1, &format!("c{sender}.{n}"), VAGUE)]).await?;
                all.push(since.elapsed());
            }
            Ok::<_, anyhow::Error>(all)
        });
    }
    let mut all = Vec::new();
    while let Some(done) = tasks.join_next().await {
        all.extend(done??);
    }
    let spread = Spread::of(all);
    let rate = f64::from(u32::try_from(spread.len())?) / began.elapsed().as_secs_f64();
    let per = rate * commit.as_secs_f64();
    table::row(
        "P7",
        &format!("the same from 64 senders at once (group commit), {on}"),
        &format!("{}; {rate:.0} events/s", spread.say()),
        "p99 ≤ 50 ms; ≥ 5 per raw commit of ≥ 1 ms",
        "not published",
        &format!("{per:.1} events per raw commit"),
    );
    Ok(())
}

/// An idea to its first answer, without sockets: what is left of P1 besides the network.
async fn answered(raw: &Raw) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let store = seed::store(folder.path()).await?;
    seed::members(&store, 1..=ANSWERED).await?;
    let engine = seed::engine(&store);
    engine.prepare(true).await?;
    let (heard, mut ear) = mpsc::unbounded_channel();
    engine.connect(Platform::Telegram, Arc::new(Taking(heard)));
    let stop = CancellationToken::new();
    let running = tokio::spawn(engine.clone().run(stop.clone()));
    let mut all = Vec::new();
    for user in 1..=ANSWERED {
        let since = Instant::now();
        engine.receive(vec![seed::says(user, &format!("m{user}"), VAGUE)]).await?;
        let (_, at) = tokio::time::timeout(Duration::from_secs(10), ear.recv()).await?.context("no answer")?;
        all.push(at - since);
    }
    stop.cancel();
    running.await?;
    store.close().await;
    let spread = Spread::of(all);
    let times = spread.times(raw.commit * 2);
    table::row(
        "P1",
        "message in → first answer, inside the process, one at a time",
        &spread.say(),
        "",
        "",
        &format!("{times:.1} × two commits"),
    );
    Ok(())
}
