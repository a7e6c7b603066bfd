//! Runs Python scripts in a child process, with limits on time, memory and output. No line of a script is read in this
//! process, and a script that breaks breaks nothing else.

mod calls;
pub mod child;
mod names;
mod play;
mod values;

use crate::ports::child::{Children, Ended, Errand};
use crate::ports::scripts::{MOST_BYTES, Progress, ScriptFault, ScriptRun, Scripts};
use async_trait::async_trait;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// The hidden command of the program that runs one script.
pub const COMMAND: &str = "run-script";
/// Seconds of the processor that a script may take.
pub const SECONDS: u64 = 10;
/// It may take one second more for so many answers, since each play takes all of them again.
const ANSWERS_A_SECOND: usize = 500;
/// The most megabytes of a script with everything that it depends on.
const MOST_MEGABYTES: usize = 64;
const MOST_INPUT: usize = MOST_MEGABYTES * 1024 * 1024;
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
}

impl ChildScripts {
    /// An interpreter whose children know [`COMMAND`].
    pub fn new(children: Arc<dyn Children>) -> Self {
        Self { children, seconds: SECONDS }
    }

    /// The same with another time of the processor for a script, in seconds.
    pub fn within(self, seconds: u64) -> Self {
        Self { seconds, ..self }
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        script: &str,
        question: &Question<'_>,
        seconds: u64,
    ) -> Result<T, ScriptFault> {
        if script.len() > MOST_BYTES {
            let message = format!("it has {} bytes, and {MOST_BYTES} are the most", script.len());
            return Err(ScriptFault::Syntax { line: 1, column: 1, message, source_line: String::new() });
        }
        let input = serde_json::to_vec(question).map_err(|_| broken())?;
        if input.len() > MOST_INPUT {
            return Err(ScriptFault::TooManyAnswers(MOST_MEGABYTES));
        }
        let errand = Errand {
            command: COMMAND,
            argument: seconds.to_string(),
            input,
            most_output: MOST_OUTPUT,
            longest: Duration::from_secs(2 * seconds),
        };
        let line = self.children.answer(errand).await.map_err(|ended| match ended {
            Ended::NotStarted => ScriptFault::NotNow,
            Ended::TooLong => ScriptFault::TooLong,
            Ended::TooMuch => ScriptFault::TooMuchMemory,
            Ended::Broken => broken(),
        })?;
        serde_json::from_slice(&line).unwrap_or_else(|_| Err(broken()))
    }
}

#[async_trait]
impl Scripts for ChildScripts {
    async fn check(&self, script: &str) -> Result<Vec<String>, ScriptFault> {
        self.ask(script, &Question::Check(Cow::Borrowed(script)), self.seconds).await
    }

    async fn resume(&self, run: &ScriptRun) -> Result<Progress, ScriptFault> {
        let more = u64::try_from(run.answers.len() / ANSWERS_A_SECOND).unwrap_or_default();
        self.ask(&run.script, &Question::Resume(Cow::Borrowed(run)), self.seconds.saturating_add(more)).await
    }
}

/// The interpreter itself failed. Another try would fail as well.
fn broken() -> ScriptFault {
    let message = "the interpreter cannot run this script".to_owned();
    ScriptFault::Raised { line: None, message, printed: String::new() }
}
