//! P8: a database that has grown: finished tickets, a tenth as many schedules and a hundredth as many rooms, against an
//! empty one, by P1 and P3.

use crate::answers::talk;
use crate::capacity::start;
use crate::process::database;
use crate::seed;
use crate::table::{self, say};
use std::time::Instant;
use tempfile::TempDir;

/// The people who write while it is measured.
const USERS: std::ops::Range<u64> = 60_000..60_320;

/// Measures with so many finished tickets and prints.
pub async fn measure(tickets: usize) -> anyhow::Result<()> {
    let (empty, grown) = (TempDir::new()?, TempDir::new()?);
    seed::prepared(empty.path(), USERS).await?;
    let began = Instant::now();
    seed::grown(grown.path(), USERS, tickets).await?;
    let bytes = std::fs::metadata(database(grown.path()))?.len();
    #[allow(clippy::cast_precision_loss)] // figures for people
    let size = format!("{:.2} GB, {:.1} KB a ticket", bytes as f64 / 1e9, bytes as f64 / 1e3 / tickets as f64);
    table::row(
        "P8",
        &format!("{tickets} finished tickets"),
        &size,
        "",
        "",
        &format!("made in {} s", began.elapsed().as_secs()),
    );
    let (before, after) = (start::polls(empty.path()).await?, start::polls(grown.path()).await?);
    let times = after.at(50).as_secs_f64() / before.at(50).as_secs_f64();
    let figures = format!("{} → {}, {times:.2} ×", say(before.at(50)), say(after.at(50)));
    table::row(
        "P8",
        "P3, start → first poll, p50, empty → grown",
        &figures,
        "≤ 1.2 ×",
        "minutes of start-up reported",
        "",
    );
    let (before, after) = (talk::again(empty.path(), USERS).await?, talk::again(grown.path(), USERS).await?);
    for percent in [50, 99] {
        let times = after.at(percent).as_secs_f64() / before.at(percent).as_secs_f64();
        let figures = format!("{} → {}, {times:.2} ×", say(before.at(percent)), say(after.at(percent)));
        table::row("P8", &format!("P1, first reply, p{percent}, empty → grown"), &figures, "≤ 1.2 ×", "", "");
    }
    Ok(())
}
