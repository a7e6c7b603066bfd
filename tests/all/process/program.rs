//! A folder with settings, and the program running in it.

use proof::telegram::FakeTelegram;
use sqlx::Connection;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The longest a test waits for something that should happen soon; the machine may be busy.
pub const SOON: Duration = Duration::from_secs(60);
/// The longest a program may take to end after SIGTERM here; the 5 s it may take are judged on a quiet machine.
pub const LEAVES: Duration = Duration::from_secs(20);

/// A folder and the settings the program gets there; nothing else of the environment reaches it.
pub struct House {
    folder: TempDir,
    settings: Vec<(String, String)>,
}

/// What a program that ended by itself left behind.
pub struct Said {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

/// What was printed so far, line by line.
#[derive(Clone, Default)]
struct Heard {
    out: Vec<String>,
    err: Vec<String>,
}

/// The program, running.
pub struct Program {
    child: Child,
    heard: watch::Sender<Heard>,
    /// They end with its pipes.
    ears: JoinSet<()>,
}

impl House {
    /// The address of the database in this folder.
    pub fn database(&self) -> String {
        format!("sqlite://{}", self.path().join("secretary.db").display())
    }

    /// An empty folder; the web chat takes a free port.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder, settings: vec![("WEB_ADDR".to_owned(), "127.0.0.1:0".to_owned())] }
    }

    /// The orderly stop the database ends with was so many seconds earlier, and so was all before it.
    pub async fn was_stopped_earlier(&self, seconds: i64) {
        let mut file = sqlx::SqliteConnection::connect(&self.database()).await.unwrap();
        let sql = "UPDATE inbox SET decided_at = decided_at - $1 WHERE decided_at IS NOT NULL";
        let done = sqlx::query(sql).bind(seconds * 1_000_000).execute(&mut file).await.unwrap();
        assert!(done.rows_affected() > 0, "nothing was stopped");
        file.close().await.unwrap();
    }

    /// A folder whose program is on this Telegram, with Ann (7) as its owner.
    pub fn of_ann(telegram: &FakeTelegram) -> Self {
        telegram.user(7, "Ann");
        let mut house = Self::new();
        house.set("SECRETARY_OWNERS", "telegram:7");
        house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
        house
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Sets a variable, or sets it anew.
    pub fn set(&mut self, name: &str, value: &str) -> &mut Self {
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.to_owned()));
        self
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secretary"));
        command.args(arguments);
        self.furnish(command)
    }

    /// The folder, the settings and the pipes.
    fn furnish(&self, mut command: Command) -> Command {
        command.current_dir(self.path()).env_clear().envs(self.settings.iter().cloned());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        command
    }

    /// Starts the program.
    pub fn run(&self) -> Program {
        Program::spawn(self.command(&[]))
    }

    /// Starts the program so that a file at its limit ([`Program::full_disk`]) fails a write instead of ending it.
    pub fn run_on_a_small_disk(&self) -> Program {
        let program = self.command(&[]);
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$0\""]).arg(program.as_std().get_program());
        Program::spawn(self.furnish(shell))
    }

    /// Starts the program with these arguments, to be killed.
    pub fn begin(&self, arguments: &[&str]) -> Child {
        self.command(arguments).spawn().unwrap()
    }

    /// Runs the program until it ends by itself, where no file may have more than this many KiB.
    pub async fn ask_on_a_full_disk(&self, arguments: &[&str], most: u32) -> Said {
        let program = self.command(&[]);
        let mut shell = Command::new("bash");
        let script = format!("trap '' XFSZ; ulimit -f {most}; exec \"$0\" \"$@\"");
        shell.args(["-c", &script]).arg(program.as_std().get_program()).args(arguments);
        Self::said(self.furnish(shell)).await
    }

    /// Runs the program until it ends by itself.
    pub async fn ask(&self, arguments: &[&str]) -> Said {
        Self::said(self.command(arguments)).await
    }

    async fn said(mut command: Command) -> Said {
        let ended = tokio::time::timeout(SOON, command.output()).await;
        let output = ended.unwrap_or_else(|_| panic!("{command:?} does not end")).unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Said { status: output.status, out: text(&output.stdout), err: text(&output.stderr) }
    }
}

fn listen(
    pipe: impl AsyncRead + Unpin + Send + 'static,
    heard: watch::Sender<Heard>,
    side: fn(&mut Heard) -> &mut Vec<String>,
    ears: &mut JoinSet<()>,
) {
    ears.spawn(async move {
        let mut lines = BufReader::new(pipe).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            heard.send_modify(|heard| side(heard).push(line));
        }
    });
}

impl Program {
    fn spawn(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let heard = watch::Sender::new(Heard::default());
        let mut ears = JoinSet::new();
        listen(child.stdout.take().unwrap(), heard.clone(), |heard| &mut heard.out, &mut ears);
        listen(child.stderr.take().unwrap(), heard.clone(), |heard| &mut heard.err, &mut ears);
        Self { child, heard, ears }
    }

    /// Waits until it is gone and its last words are heard, which may still lie in the pipes then.
    async fn gone(&mut self, patience: &str) -> ExitStatus {
        let end = async {
            let status = self.child.wait().await.unwrap();
            while self.ears.join_next().await.is_some() {}
            status
        };
        tokio::time::timeout(SOON, end).await.expect(patience)
    }

    /// From now on no file can grow, or all can again.
    pub async fn full_disk(&self, full: bool) {
        let pid = self.child.id().expect("it runs");
        let limit = if full { "--fsize=1:unlimited" } else { "--fsize=unlimited:unlimited" };
        let set = Command::new("prlimit").args(["--pid", &pid.to_string(), limit]).status().await;
        assert!(set.expect("prlimit of util-linux is needed").success());
    }

    /// The first line printed (to either side) that contains this, as soon as there is one.
    pub async fn line(&self, part: &str) -> String {
        let mut watcher = self.heard.subscribe();
        let wait = async {
            loop {
                let found = watcher.borrow_and_update().all().find(|line| line.contains(part)).cloned();
                match found {
                    Some(line) => return line,
                    None => watcher.changed().await.expect("the program has closed its mouth"),
                }
            }
        };
        let found = tokio::time::timeout(SOON, wait).await;
        found.unwrap_or_else(|_| panic!("no line with {part:?} among:\n{}", self.printed()))
    }

    /// Where the web chat is, as "127.0.0.1:port".
    pub async fn address(&self) -> String {
        let line = self.line("Web chat: http://").await;
        line.split("http://").nth(1).unwrap().trim().to_owned()
    }

    /// Everything printed so far.
    pub fn printed(&self) -> String {
        self.heard.borrow().all().map(|line| format!("    {line}\n")).collect()
    }

    /// What was printed for people, without the log.
    pub fn out(&self) -> Vec<String> {
        self.heard.borrow().out.clone()
    }

    /// The log so far.
    pub fn err(&self) -> Vec<String> {
        self.heard.borrow().err.clone()
    }

    /// SIGKILL, and waits until it is gone.
    pub async fn kill(mut self) -> String {
        self.child.start_kill().unwrap();
        self.gone("it outlives SIGKILL").await;
        self.printed()
    }

    /// Sends it this signal, such as STOP.
    pub async fn signal(&self, name: &str) {
        let pid = self.child.id().expect("it runs");
        let sent = Command::new("sh").args(["-c", &format!("kill -{name} {pid}")]).status().await.unwrap();
        assert!(sent.success());
    }

    /// Waits until it ends by itself; how, and everything it printed.
    pub async fn ended(mut self) -> (ExitStatus, String) {
        let status = self.gone("it does not end").await;
        (status, self.printed())
    }

    /// SIGTERM; gives how it ended, how long that took, and everything it printed.
    pub async fn stop(mut self) -> (ExitStatus, Duration, String) {
        let began = Instant::now();
        self.signal("TERM").await;
        let status = self.gone("SIGTERM does nothing").await;
        (status, began.elapsed(), self.printed())
    }
}

impl Heard {
    fn all(&self) -> impl Iterator<Item = &String> {
        self.out.iter().chain(&self.err)
    }
}
