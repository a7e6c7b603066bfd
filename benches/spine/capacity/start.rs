//! P3: from starting the process to the first poll, with both platforms and the web chat; and to the first answer with
//! 10,000 tickets open.

use crate::process::{self, Secretary, World, database};
use crate::raw::Raw;
use crate::seed;
use crate::table::{self, Spread};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

const STARTS: usize = 7;
const USER: u64 = 40_000;
/// Tickets open in the second measurement.
pub const OPEN: usize = 10_000;

/// Measures and prints.
pub async fn measure(raw: &Raw) -> anyhow::Result<()> {
    let (goal, peers) = ("≤ 50 ms", "110–230 ms … 11–25 s");
    let fresh = TempDir::new()?;
    let new = once(fresh.path(), false).await?;
    let beside = |spread: &Spread| format!("{:.0} × a commit", spread.times(raw.commit));
    let all = many(fresh.path(), false).await?;
    table::row("P3", "start → first request (new database)", &table::say(new.request), "", peers, "");
    table::row("P3", "start → first poll (new database, migrated)", &table::say(new.poll), goal, peers, "");
    let session = new.session.unwrap_or_default();
    table::row("P3", "start → Discord session (new database)", &table::say(session), "", peers, "");
    for (what, pick) in [
        ("start → first request", (|s: &Start| s.request) as fn(&Start) -> Duration),
        ("start → first poll", |s| s.poll),
    ] {
        let spread = Spread::of(all.iter().map(pick).collect());
        table::row("P3", what, &spread.say(), if what.ends_with("poll") { goal } else { "" }, peers, &beside(&spread));
    }
    let full = TempDir::new()?;
    seed::waiting(full.path(), USER, OPEN).await?;
    let all = many(full.path(), true).await?;
    let spread = Spread::of(all.iter().map(|s| s.poll).collect());
    table::row("P3", "start → first poll, 10,000 tickets open", &spread.say(), "", peers, &beside(&spread));
    let spread = Spread::of(all.iter().filter_map(|s| s.answer).collect());
    table::row(
        "P3",
        "start → a waiting message answered, 10,000 tickets open",
        &spread.say(),
        "≤ 500 ms",
        peers,
        &beside(&spread),
    );
    Ok(())
}

/// Writes the database of the second measurement to a file, for the torture (docs/torture.md).
pub async fn keep_open(file: &Path) -> anyhow::Result<()> {
    let full = TempDir::new()?;
    seed::waiting(full.path(), USER, OPEN).await?;
    std::fs::copy(database(full.path()), file)?;
    Ok(())
}

/// By then an answer is settled in the database.
const SETTLES: Duration = Duration::from_millis(500);

/// One start.
struct Start {
    request: Duration,
    poll: Duration,
    /// Until Discord has given a session, at the first start: two identifies are kept 5 s apart (platform-facts D4).
    session: Option<Duration>,
    /// The answer to a message that was waiting, if one was.
    answer: Option<Duration>,
}

/// From start to the first poll over a database as it stands in this folder, several times.
pub async fn polls(folder: &Path) -> anyhow::Result<Spread> {
    Ok(Spread::of(many(folder, false).await?.iter().map(|start| start.poll).collect()))
}

/// `answered`: the person of [`USER`] is a member there, and has said something before each start.
async fn many(folder: &Path, answered: bool) -> anyhow::Result<Vec<Start>> {
    let mut all = Vec::new();
    for _ in 0..STARTS {
        all.push(once(folder, answered).await?);
    }
    Ok(all)
}

async fn once(folder: &Path, answered: bool) -> anyhow::Result<Start> {
    let new = std::fs::metadata(database(folder)).is_err();
    let world = World::platforms().await?;
    let fake = world.bot()?;
    let Some(discord) = &world.discord else { anyhow::bail!("no Discord") };
    // New runs of numbers, so that this is not taken for the message of an earlier start.
    fake.jump_update_ids(i64::from(rand()));
    fake.jump_message_ids(i64::from(rand()));
    let chat = fake.user(i64::try_from(USER)?, "Person");
    if answered {
        fake.say(chat, chat, "/list");
    }
    let at = fake.now();
    let secretary = Secretary::start(folder, &world)?;
    let since = |method: &str| {
        fake.calls().iter().find(|c| method.is_empty() || c.method == method).map(|c| c.at.saturating_sub(at))
    };
    let mut session = None;
    if new {
        discord.wait_ready(Duration::from_secs(20)).await.map_err(|e| anyhow::anyhow!("{e:?}"))?;
        session = Some(secretary.began.elapsed());
    }
    process::until("the first poll", Duration::from_secs(20), || since("getUpdates").is_some()).await?;
    if answered {
        process::until("the answer", Duration::from_secs(20), || since("sendMessage").is_some()).await?;
        // Killed at once, the next start would have to find out whether this answer arrived.
        tokio::time::sleep(SETTLES).await;
    }
    let get = |method: &str| since(method).unwrap_or_default();
    Ok(Start { request: get(""), poll: get("getUpdates"), session, answer: answered.then(|| get("sendMessage")) })
}

/// A number for a run of updates, later ones higher.
fn rand() -> i32 {
    let seconds = chrono::Utc::now().timestamp_millis() / 10 % 1_000_000_000;
    i32::try_from(seconds).unwrap_or(1)
}
