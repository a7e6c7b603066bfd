//! Running a goal: its trials, two at a time, each in a folder of its own with a seed of its own, and the line that says
//! what came of them.

use std::fmt;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::{Duration, Instant};

use futures_util::{FutureExt, StreamExt, stream};

use super::bound;
use super::trial::stage::Stage;
use super::trial::town::{FILE, Plan};
use crate::audit::Finding;

/// How long a trial usually waits for what must come.
pub const PATIENCE: Duration = Duration::from_secs(90);
/// Trials at a time, where times are judged.
pub const AT_A_TIME: usize = 2;

/// What a goal's trials are run with.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The program.
    pub program: PathBuf,
    /// The number of trials; the full number of the goal if none.
    pub trials: Option<usize>,
    /// The first seed; each trial has its own.
    pub seed: u64,
    /// Further settings of the program, such as a bug planted in it.
    pub settings: Vec<(String, String)>,
    /// Where the folders of trials are made.
    pub folder: PathBuf,
    /// The database a trial begins with.
    pub begin: Option<PathBuf>,
    /// The first failure ends the goal: it is known then.
    pub first_failure: bool,
    /// How long a trial waits for what must come.
    pub patience: Duration,
    /// Trials at a time.
    pub at_a_time: usize,
    /// Criteria of time are judged; a busy machine is judged without.
    pub clocks: bool,
}

/// A failed trial.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its seed.
    pub seed: u64,
    /// What was seen.
    pub sentence: String,
}

/// What came of a goal's trials.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How many there were.
    pub trials: usize,
    /// Those that failed.
    pub failures: Vec<Failure>,
    /// Figures worth telling.
    pub notes: Vec<String>,
    /// Real time.
    pub took: Duration,
}

/// The trials of a goal, being run.
pub type Running<'a> = Pin<Box<dyn Future<Output = Tally> + 'a>>;

/// A goal.
pub struct Goal {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it shows, one sentence.
    pub says: &'static str,
    /// Its full number of trials.
    pub full: usize,
    /// Runs its trials.
    pub run: for<'a> fn(&'a Setting) -> Running<'a>,
}

impl Goal {
    /// Runs it.
    pub async fn go(&self, setting: &Setting) -> Tally {
        let began = Instant::now();
        let setting = Setting { trials: Some(setting.trials.unwrap_or(self.full)), ..setting.clone() };
        let tally = (self.run)(&setting).await;
        Tally { took: began.elapsed(), ..tally }
    }
}

impl Setting {
    /// How many trials there are to be.
    pub fn wanted(&self) -> usize {
        self.trials.unwrap_or(1)
    }

    /// A stage with a folder of its own; the program is not started yet.
    ///
    /// # Errors
    /// The folder cannot be used.
    pub async fn stage(&self, goal: &str, seed: u64, plan: Plan) -> Result<Stage, String> {
        let folder = self.folder.join(format!("{goal}-{seed}"));
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        if folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(failed)?;
        }
        std::fs::create_dir_all(&folder).map_err(failed)?;
        if let Some(begin) = &self.begin {
            std::fs::copy(begin, folder.join(FILE)).map_err(|error| format!("{}: {error}", begin.display()))?;
        }
        let mut stage = Stage::new(&self.program, &folder, plan, seed).await?;
        (stage.patience, stage.clocks) = (self.patience, self.clocks);
        for (name, value) in &self.settings {
            stage.house.borrow_mut().set(name, value);
        }
        Ok(stage)
    }
}

/// What one trial comes to.
pub struct Trial {
    /// What was found wrong.
    pub findings: Vec<Finding>,
    /// So many trials it counts for: the faults it went through.
    pub counts: usize,
    /// Figures: a name and a value each.
    pub figures: Vec<(&'static str, f64)>,
}

impl Trial {
    /// Stops and judges a stage; it counts for so many trials.
    ///
    /// # Errors
    /// It cannot be judged, or does not stop.
    pub async fn end(stage: &Stage, counts: usize) -> Result<Self, String> {
        let findings = stage.judge().await?;
        let ready = stage.readiness.borrow().iter().map(|t| ("ready, s", t.as_secs_f64())).collect();
        Ok(Self { findings, counts, figures: ready })
    }
}

/// Runs trials, two at a time, until they count for as many as are wanted. `each` is how many one counts for.
pub async fn trials<F: Future<Output = Result<Trial, String>>>(
    setting: &Setting,
    goal: &str,
    each: usize,
    trial: impl Fn(usize, u64) -> F,
) -> Tally {
    let number = setting.wanted().div_ceil(each.max(1));
    let guarded = |index: usize| {
        let seed = setting.seed.wrapping_add(index as u64);
        let running = AssertUnwindSafe(trial(index, seed)).catch_unwind();
        async move {
            let result = running.await.unwrap_or_else(|panic| Err(words_of(panic.as_ref())));
            (seed, result)
        }
    };
    let mut running = std::pin::pin!(stream::iter(0..number).map(guarded).buffer_unordered(setting.at_a_time));
    let (mut tally, mut figures) = (Tally::default(), Vec::new());
    while let Some((seed, result)) = running.next().await {
        let sentence = match result {
            Ok(done) => {
                tally.trials += done.counts;
                figures.extend(done.figures);
                (!done.findings.is_empty()).then(|| {
                    let all: Vec<String> = done.findings.iter().map(ToString::to_string).collect();
                    all.join("; ")
                })
            }
            Err(sentence) => {
                tally.trials += each.max(1);
                Some(sentence)
            }
        };
        let folder = setting.folder.join(format!("{goal}-{seed}"));
        match sentence {
            Some(sentence) => {
                tally.failures.push(Failure { seed, sentence });
                if setting.first_failure {
                    break;
                }
            }
            // What went well needs no keeping.
            None => drop(std::fs::remove_dir_all(folder)),
        }
    }
    tally.notes = told(&mut figures);
    tally
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the driver stumbled: {}", words.unwrap_or("no words"))
}

/// Each figure's number, middle, 99th hundredth and largest value.
fn told(figures: &mut Vec<(&'static str, f64)>) -> Vec<String> {
    let mut notes = Vec::new();
    while let Some((name, _)) = figures.first().copied() {
        let mut values: Vec<f64> = figures.iter().filter(|(n, _)| *n == name).map(|(_, value)| *value).collect();
        figures.retain(|(n, _)| *n != name);
        values.sort_by(f64::total_cmp);
        let at = |hundredth: usize| values[(values.len() - 1) * hundredth / 100];
        notes.push(format!("{name}: n {}, p50 {:.2}, p99 {:.2}, most {:.2}", values.len(), at(50), at(99), at(100)));
    }
    notes
}

/// The line of a goal.
pub struct Line<'a>(pub &'a str, pub &'a Tally);

impl fmt::Display for Line<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(id, tally) = self;
        let bound = bound::upper(tally.failures.len().min(tally.trials), tally.trials);
        write!(
            out,
            "{id:<4} trials {:>6}  failures {:>4}  95 % bound {:>8.4} %  {:>7.1} s",
            tally.trials,
            tally.failures.len(),
            bound * 100.0,
            tally.took.as_secs_f64()
        )
    }
}

/// A folder for trials beside the temporary files of this machine.
pub fn folder_of(name: &str) -> PathBuf {
    let folder: &Path = &std::env::temp_dir();
    folder.join(format!("torture-{name}-{}", std::process::id()))
}
