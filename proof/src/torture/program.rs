//! The program under trial, as a process in a folder: started with settings in its environment, killed, stopped, frozen.
//! Nothing of what it is made of is known here.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

use super::power;

/// The longest an orderly stop may take before it counts as none.
const LONGEST_STOP: Duration = Duration::from_secs(30);

/// The longest a command may take.
const LONGEST_COMMAND: Duration = Duration::from_secs(120);

/// What a watched process may write at once, in bytes.
const LONGEST_WRITE: &str = "1048576";

/// A process.
pub struct Program {
    child: Child,
    /// When it was started.
    pub started: Instant,
}

/// What to start, where, and with which settings.
#[derive(Clone, Debug)]
pub struct House {
    /// The program.
    pub program: PathBuf,
    /// Its working folder; what it prints is kept there in `printed.log`.
    pub folder: PathBuf,
    /// Its whole environment.
    pub settings: Vec<(String, String)>,
    /// Where what it writes to files is put down (`power`), if that is watched.
    pub watched: Option<PathBuf>,
}

impl House {
    /// Sets a variable, or sets it anew.
    pub fn set(&mut self, name: &str, value: &str) {
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.to_owned()));
    }

    /// Takes a variable away.
    pub fn unset(&mut self, name: &str) {
        self.settings.retain(|(known, _)| known != name);
    }

    /// Starts the program. A file that may not grow fails a write instead of ending it.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(&self) -> Result<Program, String> {
        let log = |error: std::io::Error| format!("{}: {error}", self.folder.display());
        let out = File::options().create(true).append(true).open(self.folder.join("printed.log")).map_err(log)?;
        let err = out.try_clone().map_err(log)?;
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]);
        if let Some(trace) = &self.watched {
            // The watcher stands aside: the process started here is the program.
            let each = ["-D", "-f", "--seccomp-bpf", "-qq", "-ttt", "-xx", "-y", "-s", LONGEST_WRITE];
            command.arg("strace").args(each).args(["-e", "signal=KILL", "-e", power::CALLS, "-o"]).arg(trace);
        }
        command.arg(&self.program);
        command.current_dir(&self.folder).env_clear().envs(self.settings.iter().cloned());
        command.stdin(Stdio::null()).stdout(out).stderr(err).kill_on_drop(true);
        let child =
            command.spawn().map_err(|error| format!("{} cannot be started: {error}", self.program.display()))?;
        Ok(Program { child, started: Instant::now() })
    }
}

/// What a command of the program came to.
#[derive(Clone, Debug)]
pub struct Said {
    /// It ended well.
    pub well: bool,
    /// What it printed.
    pub text: String,
}

impl House {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(&self.folder).env_clear().envs(self.settings.iter().cloned());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        command
    }

    /// Runs a command of the program, with the same settings and in the same folder.
    ///
    /// # Errors
    /// It cannot be run, or does not end.
    pub async fn ask(&self, arguments: &[&str]) -> Result<Said, String> {
        let failed = |why: String| format!("{} {arguments:?}: {why}", self.program.display());
        let output = tokio::time::timeout(LONGEST_COMMAND, self.command(arguments).output()).await;
        let output = output.map_err(|_| failed("it does not end".to_owned()))?.map_err(|e| failed(e.to_string()))?;
        let text = [output.stdout, output.stderr].concat();
        Ok(Said { well: output.status.success(), text: String::from_utf8_lossy(&text).into_owned() })
    }

    /// Runs a command of the program and kills it after this time, if it has not ended by then. Gives whether it had not.
    ///
    /// # Errors
    /// It cannot be run.
    pub async fn cut_off(&self, arguments: &[&str], after: Duration) -> Result<bool, String> {
        let failed = |error: std::io::Error| format!("{} {arguments:?}: {error}", self.program.display());
        let mut child = self.command(arguments).spawn().map_err(failed)?;
        if tokio::time::timeout(after, child.wait()).await.is_ok() {
            return Ok(false);
        }
        child.kill().await.map_err(failed)?;
        Ok(true)
    }
}

impl Program {
    /// SIGKILL, and waits until it is gone.
    pub async fn kill(mut self) {
        // A program that has ended by itself cannot be killed, which is as good.
        drop(self.child.start_kill());
        drop(self.child.wait().await);
    }

    /// SIGTERM, and waits until it is gone. Gives how long that took.
    ///
    /// # Errors
    /// It did not end, or not well.
    pub async fn stop(mut self) -> Result<Duration, String> {
        let began = Instant::now();
        self.signal("-TERM").await?;
        match tokio::time::timeout(LONGEST_STOP, self.child.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(began.elapsed()),
            Ok(Ok(status)) => Err(format!("the program ended its orderly stop with {status}")),
            Ok(Err(error)) => Err(format!("the end of the program cannot be seen: {error}")),
            Err(_) => Err("SIGTERM does not end the program".to_owned()),
        }
    }

    /// Waits until it ends by itself, for this long. Gives whether it ended well; none if it lives on.
    pub async fn end(&mut self, within: Duration) -> Option<bool> {
        let status = tokio::time::timeout(within, self.child.wait()).await.ok()?;
        Some(status.is_ok_and(|status| status.success()))
    }

    /// Its number, while it lives.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Sends a signal by its option of `kill`.
    ///
    /// # Errors
    /// The process is gone.
    pub async fn signal(&self, option: &str) -> Result<(), String> {
        let pid = self.child.id().ok_or("the program has ended by itself")?;
        run("kill", &[option, &pid.to_string()]).await
    }

    /// From now on no file of the program can grow, or all can again.
    ///
    /// # Errors
    /// The process is gone.
    pub async fn full_disk(&self, full: bool) -> Result<(), String> {
        let pid = self.child.id().ok_or("the program has ended by itself")?.to_string();
        let limit = if full { "--fsize=1:unlimited" } else { "--fsize=unlimited:unlimited" };
        run("prlimit", &["--pid", &pid, limit]).await
    }

    /// Whether it has ended by itself.
    pub fn ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

async fn run(tool: &str, arguments: &[&str]) -> Result<(), String> {
    let status = Command::new(tool).args(arguments).stderr(Stdio::null()).status().await;
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{tool} failed with {status}")),
        Err(error) => Err(format!("{tool} cannot be run: {error}")),
    }
}

/// What a command of the program prints.
///
/// # Errors
/// It cannot be run, or says no.
pub async fn ask(program: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).env_clear().output().await;
    let output = output.map_err(|error| format!("{} cannot be run: {error}", program.display()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
