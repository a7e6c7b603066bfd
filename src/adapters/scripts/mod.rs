//! Runs Python scripts in a child process, with limits on time, memory and output. No line of a script is read in this
//! process, and a script that breaks breaks nothing else. The child of a run with an id is kept for a short time while its
//! script waits, and goes on where it stands. Whatever is odd about that is left to a new child.

mod calls;
pub mod child;
mod parked;
mod play;
mod reading;
mod standing;
mod values;

use crate::ports::child::{Children, Ended, Errand};
use crate::ports::scripts::{HostCall, MOST_BYTES, Outlined, Progress, ScriptFault, ScriptRun, Scripts};
use async_trait::async_trait;
use calls::goes_on;
use parked::Parked;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use standing::Standing;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// The hidden command of the program that runs one script.
pub const COMMAND: &str = "run-script";
/// Seconds of the processor that a script may take.
pub const SECONDS: u64 = 10;
/// It may take one second more for so many answers, since each play takes all of them again. A child is kept for no more
/// further ones, so that its time never differs by more than that second.
const ANSWERS_A_SECOND: usize = 500;
/// The most megabytes of a script with everything that it depends on.
const MOST_MEGABYTES: usize = 64;
const MOST_INPUT: usize = MOST_MEGABYTES * 1024 * 1024;
/// The time for which a child is kept that waits for answers.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most bytes of an answer: what is given and what is printed may each be written longer.
const MOST_OUTPUT: u64 = 4 * 1024 * 1024;

/// What a child is asked.
#[derive(Serialize, Deserialize)]
enum Question<'a> {
    /// What a script calls.
    Check(Cow<'a, str>),
    /// How far a script comes.
    Resume(Cow<'a, ScriptRun>),
}

/// An interpreter that starts a child process for each run.
pub struct ChildScripts {
    children: Arc<dyn Children>,
    seconds: u64,
    parked: Parked,
}

impl ChildScripts {
    /// An interpreter whose children know [`COMMAND`].
    pub fn new(children: Arc<dyn Children>) -> Self {
        Self { children, seconds: SECONDS, parked: Parked::within(PATIENCE) }
    }

    /// The same with another time of the processor for a script, in seconds.
    pub fn within(self, seconds: u64) -> Self {
        Self { seconds, ..self }
    }

    /// The same with another time for which a child is kept that waits.
    pub fn patient(self, patience: Duration) -> Self {
        Self { parked: Parked::within(patience), ..self }
    }

    fn errand(script: &str, question: &Question<'_>, seconds: u64) -> Result<Errand, ScriptFault> {
        if script.len() > MOST_BYTES {
            let message = format!("it has {} bytes, and {MOST_BYTES} are the most", script.len());
            return Err(ScriptFault::Syntax { line: 1, column: 1, message, source_line: String::new() });
        }
        let input = serde_json::to_vec(question).map_err(|_| broken())?;
        if input.len() > MOST_INPUT {
            return Err(ScriptFault::TooManyAnswers(MOST_MEGABYTES));
        }
        Ok(Errand {
            command: COMMAND,
            argument: seconds.to_string(),
            input,
            most_output: MOST_OUTPUT,
            longest: Duration::from_secs(2 * seconds),
        })
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        script: &str,
        question: &Question<'_>,
        seconds: u64,
    ) -> Result<T, ScriptFault> {
        let errand = Self::errand(script, question, seconds)?;
        let line = self.children.answer(errand).await.map_err(|ended| fault(ended, seconds))?;
        serde_json::from_slice(&line).unwrap_or_else(|_| Err(broken()))
    }

    /// Begins a run in a child that may go on.
    async fn begin(&self, run: &ScriptRun, seconds: u64) -> Result<Progress, ScriptFault> {
        let errand = Self::errand(&run.script, &Question::Resume(Cow::Borrowed(run)), seconds)?;
        let asked = errand.input.len();
        let (line, talk) = self.children.begin(errand).await.map_err(|ended| fault(ended, seconds))?;
        let outcome: Result<Progress, ScriptFault> = serde_json::from_slice(&line).unwrap_or_else(|_| Err(broken()));
        if let Some(calls) = stands_at(&outcome) {
            self.parked.keep(Standing::new(talk, run, seconds, asked.saturating_add(line.len())).at(calls));
        }
        outcome
    }

    /// Goes on with a child that stands at its calls; nothing where only a new one can tell.
    async fn go_on(&self, mut child: Standing, run: &ScriptRun, seconds: u64) -> Option<Result<Progress, ScriptFault>> {
        let news = child.news(run)?;
        let outcome: Result<Progress, ScriptFault> = match child.ask(news).await {
            Ok(line) => serde_json::from_slice(&line).ok()?,
            Err(Ended::TooLong) => Err(ScriptFault::TooLong(child.seconds)),
            Err(Ended::NotStarted | Ended::TooMuch | Ended::Broken) => return None,
        };
        if matches!(outcome, Err(ScriptFault::TooLong(_))) && child.seconds < seconds {
            return None;
        }
        if let Some(calls) = stands_at(&outcome) {
            self.parked.keep(child.at(calls));
        }
        Some(outcome)
    }
}

#[async_trait]
impl Scripts for ChildScripts {
    async fn check(&self, script: &str) -> Result<Outlined, ScriptFault> {
        self.ask(script, &Question::Check(Cow::Borrowed(script)), self.seconds).await
    }

    async fn resume(&self, run: &ScriptRun) -> Result<Progress, ScriptFault> {
        let more = u64::try_from(run.answers.len() / ANSWERS_A_SECOND).unwrap_or_default();
        let seconds = self.seconds.saturating_add(more);
        if run.id.is_empty() {
            return self.ask(&run.script, &Question::Resume(Cow::Borrowed(run)), seconds).await;
        }
        if let Some(child) = self.parked.take(&run.id)
            && let Some(outcome) = self.go_on(child, run, seconds).await
        {
            return outcome;
        }
        self.begin(run, seconds).await
    }
}

/// The calls at which a script stands, if it may go on.
fn stands_at(outcome: &Result<Progress, ScriptFault>) -> Option<&[HostCall]> {
    match outcome {
        Ok(Progress::Calls(calls)) if goes_on(calls) => Some(calls),
        Ok(Progress::Calls(_) | Progress::Done { .. }) | Err(_) => None,
    }
}

/// What it means for a script how its child ended, which could take these seconds.
fn fault(ended: Ended, seconds: u64) -> ScriptFault {
    match ended {
        Ended::NotStarted => ScriptFault::NotNow,
        Ended::TooLong => ScriptFault::TooLong(seconds),
        Ended::TooMuch => ScriptFault::TooMuchMemory,
        Ended::Broken => broken(),
    }
}

/// The interpreter itself failed. Another try would fail as well.
fn broken() -> ScriptFault {
    let message = "the interpreter cannot run this script".to_owned();
    ScriptFault::Raised { line: None, message, printed: String::new() }
}
