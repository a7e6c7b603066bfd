//! The release binary as a process: started over the fakes in a folder of its own, looked at through /proc (Linux).

use crate::table;
use anyhow::{Context, bail};
use proof::discord::FakeDiscord;
use proof::model::FakeModel;
use proof::telegram::FakeTelegram;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The binary, built by cargo with the optimisations of a release.
pub const BINARY: &str = env!("CARGO_BIN_EXE_secretary");

/// The servers a process talks to.
#[derive(Default)]
pub struct World {
    /// The Bot API.
    pub telegram: Option<FakeTelegram>,
    /// Discord.
    pub discord: Option<FakeDiscord>,
    /// The model server; without one the built-in rules think.
    pub model: Option<FakeModel>,
}

impl World {
    /// Telegram alone.
    pub async fn telegram() -> Self {
        Self { telegram: Some(FakeTelegram::start().await), ..Self::default() }
    }

    /// Telegram and Discord.
    pub async fn platforms() -> anyhow::Result<Self> {
        Ok(Self { discord: Some(FakeDiscord::start().await?), ..Self::telegram().await })
    }

    /// Telegram and a model server.
    pub async fn thinking() -> Self {
        Self { model: Some(FakeModel::start().await), ..Self::telegram().await }
    }

    /// The fake Bot API.
    pub fn bot(&self) -> anyhow::Result<&FakeTelegram> {
        self.telegram.as_ref().context("this world has no Telegram")
    }

    /// The fake model server.
    pub fn mind(&self) -> anyhow::Result<&FakeModel> {
        self.model.as_ref().context("this world has no model")
    }
}

/// The address of a database in a folder.
pub fn database(folder: &Path) -> PathBuf {
    folder.join("secretary.db")
}

/// What the program logs: what is wrong, and that the model was tried out.
const LOG: &str = "warn,secretary::app=info";

/// A running secretary; killed when dropped.
pub struct Secretary {
    child: Child,
    errors: PathBuf,
    /// When it was started.
    pub began: Instant,
}

impl Secretary {
    /// Starts the program in this folder; nothing of our own environment reaches it.
    pub fn start(folder: &Path, world: &World) -> anyhow::Result<Self> {
        Self::start_with(folder, world, &[])
    }

    /// The same with further settings.
    pub fn start_with(folder: &Path, world: &World, settings: &[(&str, &str)]) -> anyhow::Result<Self> {
        let mut command = Command::new(BINARY);
        command.current_dir(folder).env_clear().env("WEB_ADDR", "127.0.0.1:0").env("RUST_LOG", LOG);
        if let Some(telegram) = &world.telegram {
            command.env("TELEGRAM_API_URL", telegram.url()).env("TELEGRAM_BOT_TOKEN", telegram.token());
        }
        if let Some(discord) = &world.discord {
            command.env("DISCORD_API_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
        }
        if let Some(model) = &world.model {
            command.env("OPENAI_BASE_URL", model.url()).env("OPENAI_MODEL", "fake-model");
        }
        command.envs(settings.iter().copied());
        let errors = folder.join("errors.txt");
        let log = fs::File::create(&errors)?;
        let out = fs::File::create(folder.join("out.txt"))?;
        command.stdin(Stdio::null()).stdout(out).stderr(Stdio::from(log));
        let began = Instant::now();
        let child = command.spawn().with_context(|| format!("{BINARY} cannot be started"))?;
        Ok(Self { child, errors, began })
    }

    /// Waits for the first poll; without one, says what the process complained of.
    pub async fn polled(&self, fake: &FakeTelegram) -> anyhow::Result<()> {
        let polled = until("the first poll", Duration::from_secs(20), || fake.is_polled()).await;
        polled.with_context(|| fs::read_to_string(&self.errors).unwrap_or_default())
    }

    /// Waits until the program has tried out what the model server can do, for which it needs answers of its own.
    pub async fn tried_out(&self) -> anyhow::Result<()> {
        let said = || fs::read_to_string(&self.errors).is_ok_and(|log| log.contains("was tried out"));
        until("the model to be tried out", Duration::from_secs(60), said).await
    }

    fn proc(&self, file: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/{file}", self.child.id()))
    }

    /// Resident bytes, and those of them that are anonymous.
    pub fn memory(&self) -> anyhow::Result<(u64, u64)> {
        let text = fs::read_to_string(self.proc("status"))?;
        Ok((field(&text, "VmRSS:")?, field(&text, "RssAnon:")?))
    }

    /// Processor time of all threads so far.
    pub fn processor(&self) -> anyhow::Result<Duration> {
        let mut nanos = 0_u64;
        for task in fs::read_dir(self.proc("task"))? {
            let text = fs::read_to_string(task?.path().join("schedstat")).unwrap_or_default();
            nanos += text.split_whitespace().next().and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
        }
        Ok(Duration::from_nanos(nanos))
    }
}

impl Drop for Secretary {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn field(text: &str, name: &str) -> anyhow::Result<u64> {
    let line = text.lines().find(|line| line.starts_with(name)).with_context(|| format!("no {name} in /proc"))?;
    let kib: u64 = line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).context("an odd /proc")?;
    Ok(kib * 1024)
}

/// Waits until something holds, looking every few milliseconds.
pub async fn until(what: &str, patience: Duration, holds: impl Fn() -> bool) -> anyhow::Result<()> {
    let began = Instant::now();
    while !holds() {
        if began.elapsed() > patience {
            bail!("waited {} s in vain: {what}", patience.as_secs());
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}

/// Commits in the write-ahead log of a database, and its length: frames that carry the size of the database end a
/// transaction (sqlite.org/fileformat2.html, section 4.1). Older frames left from before a restart of the log differ
/// in their salt.
pub fn commits(folder: &Path) -> (u64, u64) {
    let mut name = database(folder).into_os_string();
    name.push("-wal");
    let log = fs::read(name).unwrap_or_default();
    let number = |at: usize| log.get(at..at + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_be_bytes);
    let page = usize::try_from(number(8)).unwrap_or(0);
    let mut count = 0;
    let mut at = 32;
    while page > 0 && at + 24 + page <= log.len() && log[at + 8..at + 16] == log[16..24] {
        count += u64::from(number(at + 4) > 0);
        at += 24 + page;
    }
    (count, u64::try_from(at).unwrap_or(0))
}

/// P5: the size of the stripped binary.
pub fn size() -> anyhow::Result<()> {
    let bytes = fs::metadata(BINARY)?.len();
    #[allow(clippy::cast_precision_loss)] // a figure for people
    let mb = bytes as f64 / 1e6;
    table::row("P5", "release binary, stripped", &format!("{mb:.1} MB"), "≤ 40 MB", "63 MB … 647 MB", "");
    Ok(())
}
