//! Each story again with crashes at its points: after every commit and every effect performed. The end must be the
//! same, but for what is documented: a message of Telegram whose answer was lost stands at most twice, and progress
//! there may be missing or stale.
//!
//! A run has a crash at its first point and at each `STRIDE`-th one after that, so that in between all is done again that
//! a crash cut off; the runs begin `STEP` points apart, so that a story of any length is crashed at each `STEP`-th of its
//! points, about. Which ones these are differs from story to story. With `CRASHES=all` in the environment a run begins at
//! every point; with `CRASHES=single` there is one for each point of the story, with a crash at this point alone. Both take
//! many times as long. With `CRASHES=none` stories are played calmly and no more.

use super::office::Office;
use crate::support::doubles::board::{Standing, labels};
use crate::support::doubles::fuse::Fuse;
use futures_util::{FutureExt, StreamExt};
use secretary::secretary::inbound::Platform;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

/// Runs at the same time; each is mostly waiting for its database thread.
const AT_ONCE: usize = 4;
/// Points between two crashes of a run.
const STRIDE: usize = 48;
/// Points between the beginnings of two runs.
const STEP: usize = 24;

/// Bytes for the deepest story.
const STACK: usize = 32 * 1024 * 1024;

tokio::task_local! {
    static SCENE: Arc<Scene>;
}

/// One run of a story: its fuse and the offices it opened.
#[derive(Default)]
pub struct Scene {
    pub(super) fuse: Arc<Fuse>,
    pub(super) offices: Mutex<Vec<Office>>,
}

impl Scene {
    /// The run this code is part of, if it is one with crashes.
    pub(super) fn now() -> Option<Arc<Self>> {
        SCENE.try_with(Arc::clone).ok()
    }

    /// Plays the story. Whether it came to its end.
    async fn play<F, Fut>(self: &Arc<Self>, story: &F, at: usize, stride: usize) -> bool
    where
        F: Fn() -> Fut,
        Fut: Future<Output = ()>,
    {
        self.fuse.arm(at, stride);
        // On the heap, since a story is deep and a test's stack is not.
        let told = AssertUnwindSafe(Box::pin(story())).catch_unwind();
        let played = Box::pin(SCENE.scope(self.clone(), told)).await;
        self.fuse.counts(false);
        played.is_ok()
    }

    fn offices(&self) -> Vec<Office> {
        self.offices.lock().unwrap().clone()
    }

    /// What each office has come to: what stands there, how many thoughts and pages that took.
    fn ends(&self) -> Vec<End> {
        let end = |office: &Office| (office.0.board.finally(), office.thoughts(), office.pages_opened());
        self.offices().iter().map(end).collect()
    }

    /// Ends the test with a word about the run.
    fn fails(&self, about: &str) -> ! {
        self.offices().iter().for_each(|office| office.0.forgiven.store(true, Ordering::SeqCst));
        let transcripts: Vec<String> = self.offices().iter().map(Office::transcript).collect();
        panic!("{about}\nwith crashes at {:?}\n{}", self.fuse.places(), transcripts.join("\n----\n"));
    }
}

type End = (Vec<Standing>, usize, usize);

/// A story as its module names it (`all::scenarios::tickets::spine::…`): calmly, and then with crashes, unless it may stay calm. With
/// `CRASHES` in the environment those are played with crashes, too.
pub fn story<F, Fut>(path: &str, story: F)
where
    F: Fn() -> Fut + Send + 'static,
    Fut: Future<Output = ()>,
{
    let name = path.trim_start_matches("all::scenarios::");
    let calm = match std::env::var("CRASHES") {
        Ok(how) => how == "none",
        Err(_) => calm_ones().iter().any(|(calm, _)| calm == name),
    };
    if calm { deep(story) } else { deep(move || crashing(story)) }
}

/// Plays on a thread with stack enough: a story is deep, and several runs of a long one at once are more than a test has.
fn deep<F, Fut>(played: F)
where
    F: FnOnce() -> Fut + Send + 'static,
    Fut: Future<Output = ()>,
{
    let whole = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        // On the heap, too.
        runtime.block_on(Box::pin(played()));
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(whole).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Stories that stay calm, each with the reason.
fn calm_ones() -> Vec<(String, String)> {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/scenarios/calm.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let one = |line: &str| line.split_once(": ").map(|(name, why)| (name.to_owned(), why.trim().to_owned()));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| one(line).unwrap_or_else(|| panic!("calm.txt: no reason in: {line}"))).collect()
}

/// Each story that stays calm is there, and its reason is one.
#[test]
fn calm_stories_are_stories_and_have_reasons() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/scenarios");
    for (name, why) in calm_ones() {
        let (file, story) = name.rsplit_once("::").unwrap();
        let source = std::fs::read_to_string(folder.join(format!("{}.rs", file.replace("::", "/")))).unwrap();
        assert!(source.contains(&format!("async fn {story}() {{")), "there is no story {name}");
        assert!(why.split(' ').count() > 4, "{name} has no reason");
    }
}

/// What a person reads, without what another seed makes differ, and without the words that there was a restart. A prompt
/// that came alive again after one says so, and says the next reminder and not the one it was written with.
fn comparable(text: &str) -> String {
    let coded = |word: &str| {
        let core = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let (one, other) = core.split_once('-').unwrap_or_default();
        let code = |part: &str| part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-');
        if (one == "E" || one.len() == 4) && other.len() >= 4 && code(one) && code(other) {
            word.replace(core, "CODE")
        } else {
            word.to_owned()
        }
    };
    let restart = |line: &&str| !line.ends_with("” went on after a restart") && !line.starts_with("I was away until ");
    let lines = text.lines().filter(restart).map(|line| {
        let line = line.split_once(", went on after ").map_or(line, |(before, _)| before);
        let line = match line.split_once("remind you on ") {
            Some((before, after)) => {
                let after = after.split_once(". ").map_or("", |(_, after)| after);
                format!("{before}remind you. {after}")
            }
            None => line.to_owned(),
        };
        line.split(' ').map(coded).collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Runs the story once calmly, then with crashes at all its points.
async fn crashing<F, Fut>(story: F)
where
    F: Fn() -> Fut,
    Fut: Future<Output = ()>,
{
    let calm = Arc::new(Scene::default());
    if !calm.play(&story, 0, 0).await {
        calm.fails("the story fails without any crash");
    }
    let (points, wanted) = (calm.fuse.passed(), calm.ends());
    assert!(points > 0, "nothing happens in this story");
    let how = std::env::var("CRASHES").unwrap_or_default();
    let (first, last, step, stride) = match how.as_str() {
        "single" => (1, points, 1, 0),
        "all" => (1, points.min(STRIDE), 1, STRIDE),
        _ => (1 + points % STEP, points.min(STRIDE), STEP, STRIDE),
    };
    let run = |first: usize| {
        let (story, wanted) = (&story, &wanted);
        Box::pin(async move {
            let scene = Arc::new(Scene::default());
            if !scene.play(story, first, stride).await {
                scene.fails("the story fails");
            }
            same(wanted, &scene);
            scene.fuse.blown()
        })
    };
    let runs: Vec<usize> = (first..=last).step_by(step).collect();
    let most = runs.len().max(1);
    let crashes: usize =
        futures_util::stream::iter(runs).map(run).buffer_unordered(AT_ONCE).fold(0, async |a, b| a + b).await;
    // What a crash made needless has no points of its own any more, such as progress in Telegram.
    assert!(crashes + most >= points * 3 / 4 / step, "only {crashes} crashes at {points} points");
}

/// The same for a story that begins in an office with a scripted mind.
pub async fn every<F, Fut>(story: F)
where
    F: Fn(Office) -> Fut,
    Fut: Future<Output = ()>,
{
    crashing(async || story(Office::new().await).await).await;
}

/// The same over a database file that is closed and opened again.
pub async fn every_on_file<F, Fut>(story: F)
where
    F: Fn(Office) -> Fut,
    Fut: Future<Output = ()>,
{
    crashing(async || story(Office::on_file().await).await).await;
}

/// Everything stands as it does without a crash, everything was read, and nothing finished was thought or read again.
fn same(wanted: &[End], scene: &Scene) {
    let show = |all: &[Standing]| -> Vec<String> {
        // Progress in Telegram may be missing or stale; all else must be equal.
        let counts =
            |m: &&Standing| m.who == "Bot" && (m.place.platform != Platform::Telegram || !m.first.contains('▸'));
        let line =
            |m: &Standing| format!("{} in {}: {}{}", m.who, m.place_name(), comparable(&m.text), labels(&m.buttons));
        all.iter().filter(counts).map(line).collect()
    };
    let got = scene.ends();
    if wanted.len() != got.len() {
        scene.fails(&format!("{} offices instead of {}", got.len(), wanted.len()));
    }
    for (((wanted, thoughts, pages), (got, thought, opened)), office) in wanted.iter().zip(&got).zip(scene.offices()) {
        let told = |all: &[Standing]| {
            let progress = |m: &&Standing| m.place.platform == Platform::Telegram && m.first.contains("▸");
            all.iter().filter(|m| m.who == "Bot").filter(progress).count()
        };
        if told(got) > told(wanted) {
            scene.fails(&format!("{} messages of progress in Telegram instead of {}", told(got), told(wanted)));
        }
        let (wanted, got) = (show(wanted), show(got));
        if wanted != got {
            scene.fails(&format!("it ends otherwise.\nWanted {wanted:#?}\nGot {got:#?}"));
        }
        let unread = office.0.unread();
        if !unread.is_empty() {
            scene.fails(&format!("nobody read: {unread:#?}"));
        }
        if thought > thoughts || opened > pages {
            scene.fails(&format!(
                "a finished thought or call was repeated: {thought} of {thoughts}, {opened} of {pages}"
            ));
        }
    }
}

/// Plays a story calmly, and then once for each of its points with a crash at this point alone. What must hold in each of
/// these is asserted by the story itself; how it ends may differ.
pub async fn at_each_point<F, Fut>(story: F)
where
    F: Fn(Office) -> Fut,
    Fut: Future<Output = ()>,
{
    let begins = async || story(Office::new().await).await;
    let calm = Arc::new(Scene::default());
    if !calm.play(&begins, 0, 0).await {
        calm.fails("the story fails without any crash");
    }
    let points = calm.fuse.passed();
    let run = |point: usize| {
        let begins = &begins;
        Box::pin(async move {
            let scene = Arc::new(Scene::default());
            if !scene.play(begins, point, 0).await {
                scene.fails("the story fails");
            }
            scene.fuse.blown()
        })
    };
    let crashes: usize =
        futures_util::stream::iter(1..=points).map(run).buffer_unordered(AT_ONCE).fold(0, async |a, b| a + b).await;
    assert_eq!(crashes, points);
}
