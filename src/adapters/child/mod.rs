//! The own program as a child process: a hidden command, an empty environment, pipes, and limits on time and output. It
//! knows nothing of what is asked. The child limits itself with [`limits`].

pub mod limits;

use crate::ports::child::{Children, Ended, Errand, MARK, Talk};
use async_trait::async_trait;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Children that work at the same time.
const CHILDREN: usize = 2;
/// The exit code of a child that the system refused something before it began: another try may go well.
pub const NOT_NOW: u8 = 75;

/// Starts the own program.
#[derive(Debug)]
pub struct OwnProgram {
    program: PathBuf,
    turns: Arc<Semaphore>,
}

impl OwnProgram {
    /// Runs this program, which must know the commands of the errands.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), turns: Arc::new(Semaphore::new(CHILDREN)) }
    }

    /// A child with its pipes. It is ended when it is dropped.
    fn start(&self, name: &'static str, argument: &str) -> Result<(Child, ChildStdin, ChildStdout), Ended> {
        let mut command = Command::new(&self.program);
        command.args([name, "--", argument]).env_clear().kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // What a terminal sends to its group when somebody stops the program is not for its children.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| {
            tracing::warn!(%error, command = name, "a child process could not be started");
            Ended::NotStarted
        })?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Ended::NotStarted);
        };
        Ok((child, stdin, stdout))
    }

    async fn ask(&self, errand: Errand) -> Result<Vec<u8>, Ended> {
        let (mut child, mut stdin, stdout) = self.start(errand.command, &errand.argument)?;
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
        ended(&mut child, errand.command).await?;
        received.map_err(|_| Ended::NotStarted)?;
        // Libraries may have printed something before.
        let line = answer.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty()).unwrap_or_default();
        Ok(line.strip_prefix(&[MARK]).unwrap_or(line).to_vec())
    }
}

#[async_trait]
impl Children for OwnProgram {
    async fn answer(&self, errand: Errand) -> Result<Vec<u8>, Ended> {
        let _turn = self.turns.acquire().await.map_err(|_| Ended::NotStarted)?;
        let longest = errand.longest;
        timeout(longest, self.ask(errand)).await.unwrap_or(Err(Ended::TooLong))
    }

    async fn begin(&self, errand: Errand) -> Result<(Vec<u8>, Box<dyn Talk>), Ended> {
        let Errand { command, argument, input, most_output, longest } = errand;
        let _turn = self.turns.acquire().await.map_err(|_| Ended::NotStarted)?;
        let (child, stdin, stdout) = self.start(command, &argument)?;
        let turns = Arc::clone(&self.turns);
        let mut talk = Started { command, child, stdin, stdout: BufReader::new(stdout), most_output, longest, turns };
        let line = talk.answered(input).await?;
        Ok((line, Box::new(talk)))
    }
}

/// A child that was started and may be asked more. It is ended when it is dropped.
struct Started {
    command: &'static str,
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    most_output: u64,
    longest: Duration,
    turns: Arc<Semaphore>,
}

impl Started {
    /// What the child answers to a line in its time. Its turn must have come.
    async fn answered(&mut self, line: Vec<u8>) -> Result<Vec<u8>, Ended> {
        timeout(self.longest, self.exchange(line)).await.unwrap_or(Err(Ended::TooLong))
    }

    async fn exchange(&mut self, mut line: Vec<u8>) -> Result<Vec<u8>, Ended> {
        line.push(b'\n');
        let (stdin, stdout, most) = (&mut self.stdin, &mut self.stdout, self.most_output);
        let send = async move {
            // A child that has ended takes no more; how it ended is seen below.
            let _ = stdin.write_all(&line).await;
        };
        let ((), received) = tokio::join!(send, marked(stdout, most));
        match received? {
            Some(line) => Ok(line),
            None => {
                ended(&mut self.child, self.command).await?;
                Err(Ended::Broken)
            }
        }
    }
}

#[async_trait]
impl Talk for Started {
    async fn ask(&mut self, line: Vec<u8>) -> Result<Vec<u8>, Ended> {
        let turns = Arc::clone(&self.turns);
        let _turn = turns.acquire().await.map_err(|_| Ended::NotStarted)?;
        self.answered(line).await
    }
}

/// The next line with a mark, without it; none if the output ends before.
async fn marked(stdout: &mut BufReader<ChildStdout>, most: u64) -> Result<Option<Vec<u8>>, Ended> {
    let mut output = stdout.take(most);
    loop {
        let mut line = Vec::new();
        output.read_until(b'\n', &mut line).await.map_err(|_| Ended::NotStarted)?;
        if line.pop() != Some(b'\n') {
            return if output.limit() == 0 { Err(Ended::Broken) } else { Ok(None) };
        }
        if let Some(answer) = line.strip_prefix(&[MARK]) {
            return Ok(Some(answer.to_vec()));
        }
    }
}

/// Waits for the end of a child, which must have ended well.
async fn ended(child: &mut Child, command: &'static str) -> Result<(), Ended> {
    let status = child.wait().await.map_err(|_| Ended::NotStarted)?;
    let Some(why) = why(status) else { return Ok(()) };
    if why == Ended::NotStarted {
        tracing::warn!(ended = %status, command, "a child process was ended from outside");
    }
    Err(why)
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
