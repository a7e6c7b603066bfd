//! Each story again with a crash at every point. The end must be the same, but for what is documented: a message
//! of Telegram whose answer was lost stands at most twice, and progress there may be missing or stale.

use super::chats::{Standing, labels};
use super::office::Office;
use futures_util::StreamExt;
use secretary::secretary::inbound::Platform;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Crash runs at the same time; each is mostly waiting for its database thread.
const AT_ONCE: usize = 4;

/// Runs the story once calmly, then once for each point with a crash there.
pub async fn every<F, Fut>(story: F)
where
    F: Fn(Office) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    crashing(false, story).await;
}

/// The same over a database file that is closed and opened again.
pub async fn every_on_file<F, Fut>(story: F)
where
    F: Fn(Office) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    crashing(true, story).await;
}

async fn office(on_file: bool) -> Office {
    if on_file { Office::on_file().await } else { Office::new().await }
}

async fn crashing<F, Fut>(on_file: bool, story: F)
where
    F: Fn(Office) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    let story = Arc::new(story);
    let calm = office(on_file).await;
    calm.0.fuse.arm(0);
    story(calm.clone()).await;
    calm.0.fuse.disarm();
    let (points, wanted, thoughts, pages) =
        (calm.0.fuse.passed(), calm.0.board.finally(), calm.thoughts(), calm.pages_opened());
    assert!(points > 20, "a story of {points} points");
    let run = |n: usize| {
        let (story, wanted) = (story.clone(), wanted.clone());
        async move {
            let office = office(on_file).await;
            office.0.fuse.arm(n);
            let ended = tokio::spawn(story(office.clone())).await;
            office.0.fuse.disarm();
            let place = office.0.fuse.place().unwrap_or("no place");
            let about = format!("with a crash at point {n} of {points} ({place})");
            if ended.is_err() {
                office.0.forgiven.store(true, Ordering::SeqCst);
                panic!("the story fails {about}");
            }
            same(&wanted, &office.0.board.finally(), &about, &office);
            assert!(office.thoughts() <= thoughts + 1, "{about}: a finished thought was thought again");
            assert!(office.pages_opened() <= pages + 1, "{about}: a finished tool call was repeated");
            office.0.restarts.load(Ordering::SeqCst)
        }
    };
    let crashes: u64 = futures_util::stream::iter(1..=points)
        .map(run)
        .buffer_unordered(AT_ONCE)
        .map(|n| n)
        .fold(0, |a, b| async move { a + b })
        .await;
    assert!(crashes as usize >= points - 2, "only {crashes} crashes in {points} runs");
}

fn same(wanted: &[Standing], got: &[Standing], about: &str, office: &Office) {
    let show = |all: &[Standing]| -> Vec<String> {
        // Progress in Telegram may be missing, stale or come anew; all else must be equal.
        let counts =
            |m: &&Standing| m.who == "Bot" && (m.place.platform != Platform::Telegram || !m.first.contains('▸'));
        let line = |m: &Standing| format!("{} in {}: {}{}", m.who, m.place.chat, m.text, labels(&m.buttons));
        all.iter().filter(counts).map(line).collect()
    };
    let (wanted, got) = (show(wanted), show(got));
    if wanted != got {
        office.0.forgiven.store(true, Ordering::SeqCst);
        panic!("{about} it ends otherwise.\nWanted {wanted:#?}\nGot {got:#?}\n{}", office.transcript());
    }
}
