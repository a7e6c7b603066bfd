//! The planted bugs of a program, and whether the goal that must find each does. The program itself tells their names.

use std::time::{Duration, Instant};

use super::run::Setting;
use super::{GOALS, program};

/// How long a trial waits here: what is lost does not come later either.
const PATIENCE: Duration = Duration::from_secs(25);

/// Trials of a goal in which a bug must show, by the goal: what one or a few folders come to.
const ENOUGH: [(&str, usize); 14] = [
    ("r1", 24),
    ("r2", 400),
    ("r3", 360),
    ("r4", 18),
    ("r5", 400),
    ("r6", 32),
    ("r7", 20),
    ("r8", 40),
    ("r8p", 100),
    ("r10", 60),
    ("r13", 140),
    ("r14", 12),
    ("r17", 16),
    ("r148", 60),
];

/// One bug of a program.
#[derive(Clone, Debug)]
pub struct Bug {
    /// Its name.
    pub name: String,
    /// The goal that must find it.
    pub goal: String,
    /// What goes wrong.
    pub what: String,
}

/// The bugs a program knows.
///
/// # Errors
/// It knows none.
pub async fn of(setting: &Setting) -> Result<Vec<Bug>, String> {
    let list = program::ask(&setting.program, &["planted-bugs"]).await?;
    let bug = |line: &str| {
        let mut parts = line.split('\t').map(str::to_owned);
        Some(Bug { name: parts.next()?, goal: parts.next()?, what: parts.next()? })
    };
    Ok(list.lines().filter_map(bug).collect())
}

/// Runs, for each bug (or those named), the goal that must find it. Prints a line for each; gives how many were not found.
///
/// # Errors
/// The program knows no bugs, or a name is unknown.
pub async fn hunt(setting: &Setting, only: &[String]) -> Result<usize, String> {
    let mut bugs = of(setting).await?;
    if let Some(unknown) = only.iter().find(|name| bugs.iter().all(|bug| bug.name != **name)) {
        return Err(format!("there is no planted bug {unknown:?}"));
    }
    bugs.retain(|bug| only.is_empty() || only.contains(&bug.name));
    let mut missed = 0;
    for bug in &bugs {
        let began = Instant::now();
        let Some(goal) = GOALS.iter().find(|goal| goal.id == bug.goal) else {
            return Err(format!("{} is to be found by {}, which is no goal", bug.name, bug.goal));
        };
        let enough = ENOUGH.iter().find(|(id, _)| *id == goal.id).map_or(20, |(_, trials)| *trials);
        // Where the model fails, what ends well takes its time, too.
        let patience = if goal.id == "r10" { PATIENCE * 4 } else { PATIENCE };
        let mut setting = Setting { trials: Some(enough), first_failure: true, patience, ..setting.clone() };
        setting.settings.push(("PLANTED_BUG".to_owned(), bug.name.clone()));
        let tally = goal.go(&setting).await;
        let seconds = began.elapsed().as_secs_f64();
        match tally.failures.first() {
            Some(failure) => {
                let sentence: String = failure.sentence.chars().take(140).collect();
                println!(
                    "{:<24} found by {:<4} {seconds:>6.1} s  seed {}: {sentence}",
                    bug.name, goal.id, failure.seed
                );
            }
            None => {
                missed += 1;
                println!(
                    "{:<24} NOT FOUND by {} in {} trials, {seconds:.1} s: {}",
                    bug.name, goal.id, tally.trials, bug.what
                );
            }
        }
    }
    println!("{} of {} planted bugs found", bugs.len() - missed, bugs.len());
    Ok(missed)
}
