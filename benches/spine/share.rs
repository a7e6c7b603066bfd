//! P11: several worker processes over one PostgreSQL database. One process receives, decides and sends; so many workers
//! think and work, bound by a model that takes its time. What counts is the time from the first call of the model to the
//! last one's answer.

use crate::press::triage;
use crate::process::{self, Secretary, World};
use crate::table;
use anyhow::Context;
use proof::model::Reply;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// People, each with one idea.
const USERS: std::ops::Range<i64> = 50_000..50_240;
/// How long the model thinks.
const THINKS: Duration = Duration::from_millis(500);
/// Triage, work, report.
const CALLS: usize = 3;

/// Measures and prints; says so where there is no PostgreSQL.
pub async fn measure() -> anyhow::Result<()> {
    let mut alone = Duration::ZERO;
    for (workers, goal) in [(1_u32, ""), (2, "≥ 1.9 ×"), (4, "≥ 3.7 ×")] {
        let Some(took) = once(workers).await? else {
            println!("P11 is not measured: PostgreSQL is not installed.");
            return Ok(());
        };
        if workers == 1 {
            alone = took;
        }
        let rate = USERS.count() as f64 / took.as_secs_f64();
        let times = alone.as_secs_f64() / took.as_secs_f64();
        let measured = format!("{rate:.1} ideas a second, {times:.2} × one worker");
        table::row("P11", &format!("{workers} worker processes"), &measured, goal, "none scales out", "");
    }
    Ok(())
}

/// When the model was asked first, how often, and when it has answered last.
#[derive(Default)]
struct Asked {
    first: Option<Instant>,
    calls: usize,
}

async fn once(workers: u32) -> anyhow::Result<Option<Duration>> {
    let Some(server) = proof::postgres::server() else { return Ok(None) };
    let url = server.fresh().await;
    let world = World::thinking().await;
    let (fake, mind) = (world.bot()?, world.mind()?);
    let owners: Vec<String> = USERS.map(|user| format!("telegram:{user}")).collect();
    let owners = owners.join(",");
    let settings = |roles: &'static str| {
        [("DATABASE_URL", url.clone()), ("SECRETARY_OWNERS", owners.clone()), ("ROLES", roles.to_owned())]
    };
    let mut house = Vec::new();
    for n in 0..=workers {
        let folder = TempDir::new()?;
        busy_agents(folder.path())?;
        let settings = settings(if n == 0 { "gateway,scheduler,web" } else { "worker" });
        let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let process = Secretary::start_with(folder.path(), &world, &settings)?;
        if n == 0 {
            process.polled(fake).await?;
        }
        house.push((process, folder));
    }
    // The workers try out what the server can do, and need its own answers for that.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let asked = Arc::new(Mutex::new(Asked::default()));
    let counted = asked.clone();
    mind.answer_with(move |body| {
        let mut asked = counted.lock().unwrap();
        asked.first.get_or_insert_with(Instant::now);
        asked.calls += 1;
        let triaging = body["response_format"]["json_schema"]["name"] == "triage";
        if triaging { Reply::json(&triage()).after(THINKS) } else { Reply::text("Fresh every day.").after(THINKS) }
    });
    for user in USERS {
        fake.user(user, "Person");
        fake.say(user, user, &format!("Write a slogan for the bakery at number {user}, one line, for the window."));
    }
    let wanted = USERS.count() * CALLS;
    process::until("all calls", Duration::from_secs(120), || asked.lock().unwrap().calls >= wanted).await?;
    let first = asked.lock().unwrap().first.context("nothing was asked")?;
    Ok(Some(first.elapsed() + THINKS))
}

/// The agents of the house, who may be at many tasks at once: here the model is what is waited for.
fn busy_agents(folder: &Path) -> anyhow::Result<()> {
    let agents = folder.join("agents");
    fs::create_dir(&agents)?;
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("agents"))? {
        let file = file?;
        let text = fs::read_to_string(file.path())?.replace("capacity: 3", "capacity: 100");
        fs::write(agents.join(file.file_name()), text)?;
    }
    Ok(())
}
