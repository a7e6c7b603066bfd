//! The siege: what attackers try, one file for each goal, a generator of attacks and somebody else's judgement of what came of
//! them (docs/defence.md). The ordinary run tries at least a hundredth of each goal's full number and never under twenty;
//! `SIEGE=full` tries all. An attack that got through is named with its seed, and `SIEGE_SEED` tries that one alone.

mod engine;
mod parts;

use proof::torture::bound;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub use proof::torture::chance::Chance;

/// Least trials of the ordinary run.
const LEAST: usize = 20;

/// How long an answer of a server is waited for: it answers and hangs up at once, so this is only reached when it hangs.
const ANSWER: Duration = Duration::from_secs(20);

/// What the siege is set to by the environment.
fn wish(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Whether everything is to be tried, and times and memory are judged.
pub fn full() -> bool {
    wish("SIEGE").is_some_and(|size| size == "full")
}

/// One goal being tried.
pub struct Siege {
    goal: &'static str,
    began: Instant,
    tried: usize,
    through: Vec<(u64, String)>,
}

impl Siege {
    /// Begins a goal, such as "s07".
    pub fn of(goal: &'static str) -> Self {
        Self { goal, began: Instant::now(), tried: 0, through: Vec::new() }
    }

    /// How many trials there are to be, of so many in full.
    pub fn trials(full_count: usize) -> usize {
        if full() { full_count } else { full_count.div_ceil(100).max(LEAST).min(full_count) }
    }

    /// The one seed that is to be tried, if it is one alone.
    pub fn alone() -> Option<u64> {
        wish("SIEGE_SEED").and_then(|seed| seed.parse().ok())
    }

    /// The seeds of the trials, of so many in full.
    pub fn seeds(full_count: usize) -> Vec<u64> {
        match Self::alone() {
            Some(seed) => vec![seed],
            None => (1..).take(Self::trials(full_count)).collect(),
        }
    }

    /// The seeds of worlds in each of which so many attacks are tried, of so many attacks in full.
    pub fn worlds(full_count: usize, in_one: usize) -> Vec<u64> {
        match Self::alone() {
            Some(seed) => vec![seed],
            None => (1..).take(Self::trials(full_count).div_ceil(in_one)).collect(),
        }
    }

    /// One got through.
    pub fn through(&mut self, seed: u64, sentence: impl Into<String>) {
        self.through.push((seed, sentence.into()));
    }

    /// Whether anything got through so far.
    pub fn broken(&self) -> bool {
        !self.through.is_empty()
    }

    /// One was tried, and must have come to nothing.
    pub fn judge(&mut self, seed: u64, holds: bool, sentence: impl FnOnce() -> String) {
        self.tried += 1;
        if !holds {
            self.through(seed, sentence());
        }
    }

    /// The end: prints the count, as in "s07: 412 targets, 0 connections", and fails if anything got through.
    #[track_caller]
    pub fn holds(self, attacks: &str, harm: &str) {
        let Self { goal, began, tried, through } = self;
        let rate = 100.0 * bound::upper(through.len(), tried);
        let seconds = began.elapsed().as_secs_f64();
        println!("{goal}: {tried} {attacks}, {} {harm} (95 %: below {rate:.3} %), {seconds:.1} s", through.len());
        let mut told = String::new();
        for (seed, sentence) in through.iter().take(20) {
            let _ = writeln!(told, "{goal} SIEGE_SEED={seed}: {sentence}");
        }
        assert!(through.is_empty(), "{} got through:\n{told}", through.len());
        assert!(tried >= LEAST || wish("SIEGE_SEED").is_some(), "{goal}: only {tried} {attacks}");
    }
}

/// The most memory this process had at any moment so far, in MiB; 0 where the system does not tell.
pub fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kib| kib / 1024)
}

/// Sends bytes to a server as they are, and gives what it says until it hangs up or has said a whole head and nothing follows.
pub async fn raw(addr: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    // Whoever was refused early has hung up before all was said.
    let _ = stream.write_all(bytes).await;
    let mut said = Vec::new();
    let _ = tokio::time::timeout(ANSWER, stream.read_to_end(&mut said)).await;
    String::from_utf8_lossy(&said).into_owned()
}

/// The status of an answer; 0 where there is none.
pub fn status(answer: &str) -> u16 {
    answer.split_whitespace().nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

/// One of several.
pub fn one_of<'a, T>(chance: &mut Chance, all: &'a [T]) -> &'a T {
    let at = usize::try_from(chance.below(all.len() as u64)).unwrap();
    &all[at]
}
