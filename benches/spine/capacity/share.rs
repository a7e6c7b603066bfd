//! P11: several worker processes over one PostgreSQL database. One process receives, decides and sends; so many workers
//! think and work, bound by a model that takes its time. What counts is the time from the first call of the model to the
//! last one's answer.

use crate::answers::press::understanding;
use crate::process::{self, Secretary, World};
use crate::table;
use anyhow::Context;
use proof::model::Reply;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// People, each with one idea, for each call a worker may have under way.
const USERS_A_CALL: i64 = 15;
/// How long the model thinks.
const THINKS: Duration = Duration::from_millis(500);
/// Understanding, work, report.
const CALLS: usize = 3;

/// Measures and prints; says so where there is no PostgreSQL. With few calls at once from each process the model is what is
/// waited for, as P11 wants it; with the usual number the processor is, on a small machine.
pub async fn measure() -> anyhow::Result<()> {
    for (calls, goals) in [(4, ["", "≥ 1.9 ×", "≥ 3.7 ×"]), (16, ["", "", ""])] {
        let mut alone = 0.0;
        for (workers, goal) in [1_u32, 2, 4].into_iter().zip(goals) {
            let Some(rate) = once(workers, calls).await? else {
                println!("P11 is not measured: PostgreSQL is not installed.");
                return Ok(());
            };
            if workers == 1 {
                alone = rate;
            }
            let measured = format!("{rate:.1} ideas a second, {:.2} × one worker", rate / alone);
            let what = format!("{workers} worker processes, {calls} calls at once each");
            table::row("P11", &what, &measured, goal, "none scales out", "");
        }
    }
    Ok(())
}

/// When the model was asked first, how often, and when it has answered last.
#[derive(Default)]
struct Asked {
    first: Option<Instant>,
    calls: usize,
}

/// Ideas a second.
async fn once(workers: u32, calls: u16) -> anyhow::Result<Option<f64>> {
    let Some(server) = proof::postgres::server() else { return Ok(None) };
    let url = server.fresh().await;
    let world = World::thinking().await;
    let fake = world.bot()?;
    let users = 50_000..50_000 + USERS_A_CALL * i64::from(calls);
    let owners: Vec<String> = users.clone().map(|user| format!("telegram:{user}")).collect();
    let owners = owners.join(",");
    let settings = |roles: &'static str| {
        [
            ("DATABASE_URL", url.clone()),
            ("SECRETARY_OWNERS", owners.clone()),
            ("ROLES", roles.to_owned()),
            ("OPENAI_CALLS_AT_ONCE", calls.to_string()),
        ]
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
        } else {
            process.tried_out().await?;
        }
        house.push((process, folder));
    }
    let number = users.clone().count() as f64;
    let ideas = Ideas { users, understood: understanding(), thinks: THINKS, calls: CALLS };
    let took = ideas.answered(&world).await?;
    Ok(Some(number / took.as_secs_f64()))
}

/// Ideas that are all said at once, and what each takes.
pub struct Ideas {
    /// Who has them, each one.
    pub users: std::ops::Range<i64>,
    /// What the model understands each to be.
    pub understood: Value,
    /// How long the model thinks.
    pub thinks: Duration,
    /// Calls of the model for each.
    pub calls: usize,
}

impl Ideas {
    /// From the first call of the model to the last one's answer.
    pub async fn answered(self, world: &World) -> anyhow::Result<Duration> {
        let Self { users, understood, thinks, calls } = self;
        let (fake, mind) = (world.bot()?, world.mind()?);
        let asked = Arc::new(Mutex::new(Asked::default()));
        let counted = asked.clone();
        mind.answer_with(move |body| {
            let mut asked = counted.lock().unwrap();
            asked.first.get_or_insert_with(Instant::now);
            asked.calls += 1;
            let understands = body["response_format"]["json_schema"]["name"] == "understanding";
            let reply = if understands { Reply::json(&understood) } else { Reply::text("Fresh every day.") };
            reply.after(thinks)
        });
        let wanted = users.clone().count() * calls;
        for user in users {
            fake.user(user, "Person");
            fake.say(user, user, &format!("Write a slogan for the bakery at number {user}, one line, for the window."));
        }
        process::until("all calls", Duration::from_secs(120), || asked.lock().unwrap().calls >= wanted).await?;
        let first = asked.lock().unwrap().first.context("nothing was asked")?;
        Ok(first.elapsed() + thinks)
    }
}

/// The agents of the house, who may be at many tasks at once: here the model is what is waited for.
pub fn busy_agents(folder: &Path) -> anyhow::Result<()> {
    let agents = folder.join("agents");
    fs::create_dir(&agents)?;
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("agents"))? {
        let file = file?;
        let text = fs::read_to_string(file.path())?.replace("capacity: 3", "capacity: 100");
        fs::write(agents.join(file.file_name()), text)?;
    }
    Ok(())
}
