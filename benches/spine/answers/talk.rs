//! P1 and the memory of 1,000 tickets: 1,000 messages from 1,000 chats at 50 a second over the fake Bot API, to the
//! release binary with both platforms and the web chat, durable, warm. The clock of the fake takes both times.

use crate::process::{self, Secretary, World};
use crate::raw::Raw;
use crate::seed::{self, VAGUE};
use crate::table::{self, Spread, mib};
use proof::telegram::FakeTelegram;
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// The first user; the ones before the measured ones warm up.
const FIRST: u64 = 10_000;
const WARM: u64 = 20;
const CHATS: u64 = 1_000;
/// Between two messages: 50 a second.
const PACE: Duration = Duration::from_millis(20);

/// Measures and prints.
pub async fn measure(raw: &Raw) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    seed::prepared(folder.path(), FIRST..FIRST + WARM + CHATS).await?;
    let world = World::platforms().await?;
    let fake = world.bot()?;
    for user in FIRST..FIRST + WARM + CHATS {
        fake.user(i64::try_from(user)?, "Person");
    }
    let secretary = Secretary::start(folder.path(), &world)?;
    secretary.polled(fake).await?;
    sleep(Duration::from_secs(2)).await;
    send(fake, FIRST..FIRST + 1).await?;
    sleep(Duration::from_secs(1)).await;
    cost_of_one(folder.path(), fake).await?;
    send(fake, FIRST + 2..FIRST + WARM).await?;
    sleep(Duration::from_secs(1)).await;

    let before = secretary.processor()?;
    let said = send(fake, FIRST + WARM..FIRST + WARM + CHATS).await?;
    let answers =
        |wanted: usize| move || fake.bot_messages(last()).len() >= wanted && fake.pending_updates().is_empty();
    process::until("an answer in the last chat", Duration::from_secs(60), answers(1)).await?;
    sleep(Duration::from_secs(2)).await;
    let spent = (secretary.processor()? - before) / u32::try_from(CHATS)?;
    report(fake, &said, raw)?;
    table::row("", "processor time of an idea up to its questions", &table::say(spent), "", "", "");
    sleep(Duration::from_secs(5)).await;
    let (rss, anonymous) = secretary.memory()?;
    table::row(
        "P4",
        "memory after 1,000 tickets",
        &format!("{} RSS, {} anonymous", mib(rss), mib(anonymous)),
        "≤ 40 MiB",
        "1.3 GiB after one turn",
        "",
    );
    Ok(())
}

fn last() -> i64 {
    i64::try_from(FIRST + WARM + CHATS - 1).unwrap_or(i64::MAX)
}

/// One message from each of these users; when each was sent, by the fake's clock.
pub async fn send(fake: &FakeTelegram, users: std::ops::Range<u64>) -> anyhow::Result<HashMap<i64, Duration>> {
    let mut said = HashMap::new();
    let mut pace = interval(PACE);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for user in users {
        pace.tick().await;
        let user = i64::try_from(user)?;
        said.insert(user, fake.now());
        fake.say(user, user, VAGUE);
    }
    Ok(said)
}

/// The commits of one idea up to its questions, with nothing else going on.
async fn cost_of_one(folder: &std::path::Path, fake: &FakeTelegram) -> anyhow::Result<()> {
    let (before, bytes) = process::commits(folder);
    let user = i64::try_from(FIRST + 1)?;
    fake.say(user, user, VAGUE);
    process::until("the questions", Duration::from_secs(10), || !fake.bot_messages(user).is_empty()).await?;
    sleep(Duration::from_millis(500)).await;
    let (after, more) = process::commits(folder);
    let written = more.saturating_sub(bytes);
    let text = format!("{} commits, {} KiB of log", after.saturating_sub(before), written / 1024);
    table::row("", "one idea up to its questions (understood by rules, questions)", &text, "", "", "");
    Ok(())
}

/// P1 over a database as it stands in this folder, from so many chats whose people are members, the first ones to warm up.
pub async fn again(folder: &std::path::Path, users: std::ops::Range<u64>) -> anyhow::Result<Spread> {
    let world = World::platforms().await?;
    let fake = world.bot()?;
    for user in users.clone() {
        fake.user(i64::try_from(user)?, "Person");
    }
    let secretary = Secretary::start(folder, &world)?;
    secretary.polled(fake).await?;
    sleep(Duration::from_secs(2)).await;
    let measured = users.start + WARM;
    send(fake, users.start..measured).await?;
    sleep(Duration::from_secs(2)).await;
    let said = send(fake, measured..users.end).await?;
    let last = i64::try_from(users.end - 1)?;
    process::until("the last answer", Duration::from_secs(60), || !fake.bot_messages(last).is_empty()).await?;
    sleep(Duration::from_secs(2)).await;
    waits(fake, &said)
}

/// How long each of these waited for the first message to them.
pub fn waits(fake: &FakeTelegram, said: &HashMap<i64, Duration>) -> anyhow::Result<Spread> {
    let mut first: HashMap<i64, Duration> = HashMap::new();
    for call in fake.calls().iter().filter(|c| c.method == "sendMessage") {
        let chat = call.body["chat_id"].as_i64().or_else(|| call.body["chat_id"].as_str()?.parse().ok());
        if let Some(chat) = chat {
            first.entry(chat).or_insert(call.at);
        }
    }
    let waits: Vec<Duration> =
        said.iter().filter_map(|(chat, at)| Some(first.get(chat)?.saturating_sub(*at))).collect();
    anyhow::ensure!(waits.len() == said.len(), "{} of {} messages were answered", waits.len(), said.len());
    anyhow::ensure!(fake.violations().is_empty(), "{:?}", fake.violations());
    Ok(Spread::of(waits))
}

fn report(fake: &FakeTelegram, said: &HashMap<i64, Duration>, raw: &Raw) -> anyhow::Result<()> {
    let spread = waits(fake, said)?;
    let times = spread.times(raw.floor());
    table::row(
        "P1",
        "message in → first reply out, 1,000 chats at 50/s",
        &spread.say(),
        "p50 ≤ 10 ms, p99 ≤ 50 ms",
        "78–134 ms … 1,399–1,893 ms",
        &format!("{times:.1} × two commits and a round trip"),
    );
    Ok(())
}
