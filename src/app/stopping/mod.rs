//! The stop of the program: first nothing more is received, then running work gets a moment, then the web address is
//! closed, last the database. It takes less than five seconds in any case; unfinished work continues at the next
//! start. A second signal ends the program at once.

pub(super) mod signals;

use super::say;
use super::stopping::signals::Signals;
use crate::adapters::store::Database;
use crate::engine::Engine;
use crate::ports::store::{LIFE, Processes};
use crate::ports::trial::planted;
use anyhow::bail;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// How long platforms and the engine may take: a little more than they give themselves.
const WORK: Duration = Duration::from_millis(3_500);
/// How long requests at the web address may take after that.
const WEB: Duration = Duration::from_millis(400);
/// How long leaving the other processes, and closing the database, may take each.
const STORE: Duration = Duration::from_millis(250);

/// What is stopped, in this order.
#[derive(Default)]
pub(super) struct Running {
    /// Tells platforms, engine and everything else to stop.
    pub(super) stop: CancellationToken,
    /// Platforms and the engine.
    pub(super) tasks: JoinSet<()>,
    /// Tells the web address to close.
    pub(super) close: CancellationToken,
    /// The web address.
    pub(super) web: JoinSet<()>,
}

/// Others have taken over the work of this process, and the log says so already.
#[derive(Debug, thiserror::Error)]
#[error(
    "For more than {} seconds this process stood still or could not reach the database, and others took over its work. \
     Nothing is lost. It ends now; start it again.",
    LIFE.as_secs()
)]
pub struct Replaced;

/// Waits for the signal, unless it came already (`asked`), and ends.
///
/// # Errors
/// A second signal came: what was under way was cut off. Or other processes have taken over the work of this one.
pub(super) async fn when_asked(
    mut signals: Signals,
    asked: bool,
    ousted: CancellationToken,
    running: Running,
    engine: &Engine,
    store: &Database,
) -> anyhow::Result<()> {
    let taken_over = tokio::select! {
        () = std::future::ready(()), if asked => false,
        () = signals.stop() => false,
        () = ousted.cancelled() => true,
    };
    if taken_over {
        let replaced = Replaced;
        // Whoever looks for the reason of an end reads the log. Where that is silent, it is said all the same.
        if tracing::enabled!(tracing::Level::ERROR) {
            tracing::error!(event = "ousted", "{replaced}");
            return Err(replaced.into());
        }
        bail!("{replaced}");
    }
    // Whoever reads that it ends finds it ending.
    let at_work = engine.at_work();
    running.stop.cancel();
    say(&format!("Shutting down, {at_work} running. What is unfinished goes on at the next start."));
    tracing::info!(event = "stopping", running = at_work);
    if planted::is("slow-stop") {
        let _ = tokio::time::timeout(Duration::from_secs(7), std::future::pending::<()>()).await;
    }
    tokio::select! {
        () = in_order(running, store) => Ok(()),
        () = signals.stop() => bail!("Stopped at once. What was cut off goes on at the next start."),
    }
}

async fn in_order(mut running: Running, store: &Database) {
    running.stop.cancel();
    ended(&mut running.tasks, WORK).await;
    running.close.cancel();
    ended(&mut running.web, WEB).await;
    if let Ok(Err(error)) = tokio::time::timeout(STORE, store.leave()).await {
        tracing::warn!(%error, "others could not be told that this process ends; they notice by themselves");
    }
    let _ = tokio::time::timeout(STORE, store.close()).await;
}

/// Waits for tasks to end, and ends those that do not.
async fn ended(tasks: &mut JoinSet<()>, within: Duration) {
    let all = async { while tasks.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(within, all).await;
    tasks.abort_all();
}
