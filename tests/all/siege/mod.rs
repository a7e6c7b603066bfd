//! The siege: what attackers try, one file for each goal, a generator of attacks and somebody else's judgement of what came of
//! them (docs/defence.md). The ordinary run tries at least a hundredth of each goal's full number and never under twenty;
//! `SIEGE=full` tries all. An attack that got through is named with its seed, and `SIEGE_SEED` tries that one alone.

mod s01_deciders;
mod s03_stale;
mod s04_tenants;
mod s11_hostile;
mod s12_trust;

use proof::torture::bound;
use std::fmt::Write as _;
use std::time::Instant;

pub use proof::torture::chance::Chance;

/// Least trials of the ordinary run.
const LEAST: usize = 20;

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

    /// The seeds of the trials, of so many in full.
    pub fn seeds(full_count: usize) -> Vec<u64> {
        match wish("SIEGE_SEED").and_then(|seed| seed.parse().ok()) {
            Some(seed) => vec![seed],
            None => (1..).take(Self::trials(full_count)).collect(),
        }
    }

    /// The seeds of worlds in each of which so many attacks are tried, of so many attacks in full.
    pub fn worlds(full_count: usize, in_one: usize) -> Vec<u64> {
        match wish("SIEGE_SEED").and_then(|seed| seed.parse().ok()) {
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

/// One of several.
pub fn one_of<'a, T>(chance: &mut Chance, all: &'a [T]) -> &'a T {
    let at = usize::try_from(chance.below(all.len() as u64)).unwrap();
    &all[at]
}
