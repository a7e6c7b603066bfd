//! P7: whole tickets, from the idea over a plan of three tasks to the report, with a model that answers at once, on
//! both databases. The measured time goes from the first call of the model to the last one: the posts of so many
//! chats would measure Telegram's rate limit.

use crate::answers::press::understanding;
use crate::capacity::share::{Ideas, busy_agents};
use crate::process::{Secretary, World};
use crate::table;
use serde_json::json;
use std::time::Duration;
use tempfile::TempDir;

/// People, each with one idea.
const USERS: std::ops::Range<i64> = 70_000..70_300;
/// Understanding, three tasks, report.
const CALLS: usize = 5;

/// Measures and prints; on PostgreSQL where it is installed.
pub async fn measure() -> anyhow::Result<()> {
    let server = proof::postgres::server();
    let postgres = match &server {
        Some(server) => Some(server.fresh().await),
        None => None,
    };
    for (name, url) in [("SQLite", Some("sqlite://secretary.db".to_owned())), ("PostgreSQL", postgres)] {
        let Some(url) = url else {
            println!("{name} is not measured: it is not installed.");
            continue;
        };
        let folder = TempDir::new()?;
        busy_agents(folder.path())?;
        let world = World::thinking().await;
        let owners: Vec<String> = USERS.map(|user| format!("telegram:{user}")).collect();
        let settings = [("DATABASE_URL", url.as_str()), ("SECRETARY_OWNERS", &owners.join(","))];
        let process = Secretary::start_with(folder.path(), &world, &settings)?;
        process.polled(world.bot()?).await?;
        process.tried_out().await?;
        let ideas = Ideas { users: USERS, understood: plan(), thinks: Duration::ZERO, calls: CALLS };
        let took = ideas.answered(&world).await?;
        let rate = USERS.count() as f64 / took.as_secs_f64();
        let what = format!("whole tickets (plan, three tasks, report), {name}");
        table::row(
            "P7",
            &what,
            &format!("{rate:.1} tickets/s, {:.0} calls/s", rate * CALLS as f64),
            "",
            "not published",
            "",
        );
    }
    Ok(())
}

/// A clear idea of three tasks that can be done at the same time.
fn plan() -> serde_json::Value {
    let mut understood = understanding();
    let task = |n: usize| {
        json!({"key": format!("t{n}"), "title": format!("Slogan {n}"), "instruction": "Write a slogan.", "agent": null,
               "capabilities": ["writing"], "needs": []})
    };
    understood["intents"][0]["tasks"] = (1..=3).map(task).collect();
    understood
}
