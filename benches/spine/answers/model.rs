//! P6: what a clear idea costs at the model: calls before the work starts, bytes of the requests, and how much of a
//! request is the same as in the one before, read off the fake server's log. P15: how soon its answer stands in the
//! chat.

use crate::answers::press::understanding;
use crate::answers::talk;
use crate::process::{self, Secretary, World};
use crate::{seed, table};
use proof::model::{FakeModel, Reply, Request};
use proof::telegram::FakeTelegram;
use serde_json::json;
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::sleep;

const USERS: std::ops::Range<u64> = 30_000..30_003;
/// Who asks a question each for P15; the first ones warm up.
const ASKING: std::ops::Range<u64> = 30_003..30_063;
const WARM: usize = 10;

/// Measures and prints.
pub async fn measure() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    seed::prepared(folder.path(), USERS.start..ASKING.end).await?;
    let world = World::thinking().await;
    let (fake, mind) = (world.bot()?, world.mind()?);
    let secretary = Secretary::start(folder.path(), &world)?;
    secretary.polled(fake).await?;
    sleep(Duration::from_secs(2)).await;
    let probes = mind.requests().len();
    // Only now: the first requests try out what the server can do and need its own answers.
    mind.answer_with(|body| {
        let understands = body["response_format"]["json_schema"]["name"] == "understanding";
        if understands { Reply::json(&understanding()) } else { Reply::text("Fresh every day.") }
    });
    let mut ideas: Vec<Vec<Request>> = Vec::new();
    for user in USERS {
        let before = mind.requests().len();
        let chat = fake.user(i64::try_from(user)?, "Person");
        let idea = format!("Write a slogan for the bakery at number {user}, one line, for the window.");
        fake.say(chat, chat, &idea);
        let reported = || fake.bot_messages(chat).iter().any(|m| m.labels().contains(&"Revise"));
        process::until("the report", Duration::from_secs(20), reported).await?;
        ideas.push(mind.requests().split_off(before));
    }
    let (goal, peers) = ("1 call; ≤ 8 KB; ≥ 90 % identical", "33 KB … 69 KB, 1–2 calls");
    let Some([before, idea]) = ideas.last_chunk::<2>() else { anyhow::bail!("no requests were made") };
    let calls = idea.iter().take_while(|r| !with_tools(r)).count();
    table::row(
        "P6",
        "calls before the work starts; of the whole idea; at start",
        &format!("{calls}; {}; {probes}", idea.len()),
        goal,
        peers,
        "",
    );
    for (what, find) in [("the first call of an idea (with its schema)", false), ("first request with tools", true)] {
        let wanted = |requests: &[Request]| requests.iter().find(|r| with_tools(r) == find).map(|r| r.bytes.clone());
        let (Some(one), Some(other)) = (wanted(before), wanted(idea)) else { anyhow::bail!("no {what} was made") };
        let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
        let text = format!(
            "{} bytes; {} % of it the same as for the idea before",
            other.len(),
            same * 100 / other.len().max(1)
        );
        table::row("P6", what, &text, goal, peers, "");
    }
    answers(fake, mind).await
}

/// P15: questions of so many people, one after the other, that the model answers at once.
async fn answers(fake: &FakeTelegram, mind: &FakeModel) -> anyhow::Result<()> {
    let reply = json!({"why": "A question.", "intents": [{"kind": "reply", "text": "Paris."}]});
    mind.answer_with(move |_| Reply::json(&reply));
    let mut said = HashMap::new();
    for (at, user) in ASKING.enumerate() {
        let chat = fake.user(i64::try_from(user)?, "Person");
        let asked = fake.now();
        fake.say(chat, chat, "What is the capital of France?");
        process::until("the answer", Duration::from_secs(10), || !fake.bot_messages(chat).is_empty()).await?;
        if at >= WARM {
            said.insert(chat, asked);
        }
    }
    let spread = talk::waits(fake, &said)?;
    let goal = "p50 ≤ 60 ms";
    table::row("P15", "message in → answer of a model that answers at once", &spread.say(), goal, "78–134 ms", "");
    Ok(())
}

fn with_tools(request: &Request) -> bool {
    request.body["tools"].as_array().is_some_and(|tools| !tools.is_empty())
}
