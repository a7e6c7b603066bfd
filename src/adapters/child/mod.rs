//! The own program as a child process: a hidden command, an empty environment, pipes, and limits on time and output. It
//! knows nothing of what is asked. The child limits itself with [`limits`].

pub mod limits;

use crate::ports::child::{Children, Ended, Errand};
use async_trait::async_trait;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::Semaphore;

/// Children at the same time.
const CHILDREN: usize = 2;
/// The exit code of a child that the system refused something before it began: another try may go well.
pub const NOT_NOW: u8 = 75;

/// Starts the own program.
#[derive(Debug)]
pub struct OwnProgram {
    program: PathBuf,
    turns: Semaphore,
}

impl OwnProgram {
    /// Runs this program, which must know the commands of the errands.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), turns: Semaphore::new(CHILDREN) }
    }

    async fn ask(&self, errand: Errand) -> Result<Vec<u8>, Ended> {
        let mut command = Command::new(&self.program);
        command.args([errand.command, "--", errand.argument.as_str()]).env_clear().kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // What a terminal sends to its group when somebody stops the program is not for its children.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| {
            tracing::warn!(%error, command = errand.command, "a child process could not be started");
            Ended::NotStarted
        })?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Ended::NotStarted);
        };
        let input = errand.input;
        let send = async move {
            // A child that has ended takes no more; how it ended is seen below.
            let _ = stdin.write_all(&input).await;
        };
        let mut answer = Vec::new();
        let mut stdout = stdout.take(errand.most_output);
        let ((), received) = tokio::join!(send, stdout.read_to_end(&mut answer));
        // The pipe closes, so that a child with more to say ends.
        drop(stdout);
        let ended = child.wait().await.map_err(|_| Ended::NotStarted)?;
        received.map_err(|_| Ended::NotStarted)?;
        if let Some(why) = why(ended) {
            if why == Ended::NotStarted {
                tracing::warn!(%ended, command = errand.command, "a child process was ended from outside");
            }
            return Err(why);
        }
        // Libraries may have printed something before.
        let line = answer.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty()).unwrap_or_default();
        Ok(line.to_vec())
    }
}

#[async_trait]
impl Children for OwnProgram {
    async fn answer(&self, errand: Errand) -> Result<Vec<u8>, Ended> {
        let _turn = self.turns.acquire().await.map_err(|_| Ended::NotStarted)?;
        let longest = errand.longest;
        tokio::time::timeout(longest, self.ask(errand)).await.unwrap_or(Err(Ended::TooLong))
    }
}

/// Why a child that has ended so gives no answer. What ends it from outside (somebody who stops the program, or the system
/// where memory is short) is not its own fault, and another try may go well.
fn why(ended: ExitStatus) -> Option<Ended> {
    match ended.code() {
        Some(0) => None,
        Some(code) if code == i32::from(NOT_NOW) => Some(Ended::NotStarted),
        Some(_) => Some(Ended::Broken),
        None => Some(signalled(ended)),
    }
}

/// Why a child was ended by a signal: SIGXCPU comes at its limit of the processor. SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV
/// and SIGXFSZ come of what it did itself, at its limit of memory, or on a stack too small for what is nested in it.
#[cfg(unix)]
fn signalled(ended: ExitStatus) -> Ended {
    use std::os::unix::process::ExitStatusExt;
    match ended.signal() {
        Some(24) => Ended::TooLong,
        Some(4 | 6 | 7 | 8 | 11 | 25) => Ended::TooMuch,
        Some(_) | None => Ended::NotStarted,
    }
}

#[cfg(not(unix))]
fn signalled(_ended: ExitStatus) -> Ended {
    Ended::NotStarted
}

#[cfg(all(test, unix))]
mod tests {
    use crate::adapters::child::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn only_what_a_child_did_itself_is_its_fault() {
        let signal = |number: i32| why(ExitStatus::from_raw(number));
        let code = |number: i32| why(ExitStatus::from_raw(number << 8));
        assert_eq!((code(0), code(1), code(101)), (None, Some(Ended::Broken), Some(Ended::Broken)));
        assert_eq!(code(i32::from(NOT_NOW)), Some(Ended::NotStarted));
        // SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM.
        for outside in [1, 2, 3, 9, 15] {
            assert_eq!(signal(outside), Some(Ended::NotStarted), "{outside}");
        }
        assert_eq!(
            (signal(24), signal(6), signal(11)),
            (Some(Ended::TooLong), Some(Ended::TooMuch), Some(Ended::TooMuch))
        );
    }
}
