//! What others wait while one person floods the secretary: the first reply to 200 people, once with nobody else about and
//! once while somebody sends 10,000 messages an hour, and once while they send 50 a second. The clock of the fake takes the times.

use crate::answers::talk;
use crate::process::{Secretary, World};
use crate::seed::{self, VAGUE};
use crate::table::{self, Spread};
use proof::telegram::FakeTelegram;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// Whoever floods, and the first of the others; the ones before the measured ones warm up.
const FLOODER: u64 = 9_000;
const FIRST: u64 = 20_000;
const WARM: u64 = 20;
const OTHERS: u64 = 200;
/// 10,000 messages an hour, and 50 a second.
const AN_HOUR: Duration = Duration::from_millis(360);
const A_SECOND: Duration = Duration::from_millis(20);

/// Measures and prints.
pub async fn measure() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let all = FIRST..FIRST + WARM + 3 * OTHERS;
    seed::prepared(folder.path(), std::iter::once(FLOODER).chain(all.clone())).await?;
    let world = World::platforms().await?;
    let fake = world.bot()?;
    for user in all.clone() {
        fake.user(i64::try_from(user)?, "Person");
    }
    fake.user(i64::try_from(FLOODER)?, "Flooder");
    let secretary = Secretary::start(folder.path(), &world)?;
    secretary.polled(fake).await?;
    sleep(Duration::from_secs(2)).await;
    talk::send(fake, FIRST..FIRST + WARM).await?;
    sleep(Duration::from_secs(2)).await;
    let part = |n: u64| FIRST + WARM + n * OTHERS..FIRST + WARM + (n + 1) * OTHERS;

    let alone = others(fake, part(0)).await?;
    table::row("s09", "first reply to 200 people, nobody else about", &alone.say(), "", "", "");
    for (part, between, what) in [
        (part(1), AN_HOUR, "while one sends 10,000 messages an hour"),
        (part(2), A_SECOND, "while one sends 50 a second"),
    ] {
        let flooded = tokio::select! {
            spread = others(fake, part) => spread?,
            () = flood(fake, between) => anyhow::bail!("a flood does not end"),
        };
        let times = flooded.at(99).as_secs_f64() / alone.at(99).as_secs_f64();
        let said = format!("{}; p99 {times:.2} × of it", flooded.say());
        table::row("s09", what, &said, "p99 ≤ 2 ×", "", "");
        sleep(Duration::from_secs(3)).await;
    }
    Ok(())
}

/// How long these wait for their first reply.
async fn others(fake: &FakeTelegram, users: std::ops::Range<u64>) -> anyhow::Result<Spread> {
    let said = talk::send(fake, users).await?;
    sleep(Duration::from_secs(2)).await;
    talk::waits(fake, &said)
}

/// Somebody who never stops.
async fn flood(fake: &FakeTelegram, between: Duration) {
    let user = i64::try_from(FLOODER).unwrap_or(i64::MAX);
    let mut pace = interval(between);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for n in 0_u64.. {
        pace.tick().await;
        fake.say(user, user, &format!("{VAGUE} for {n} people"));
    }
}
