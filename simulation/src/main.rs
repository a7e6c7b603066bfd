//! The command: so many lives on all cores, or one life with its story. It judges nothing itself.

use simulation::{Life, Wanted, live};
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What is asked for on the command line.
struct Asked {
    from: u64,
    seeds: u64,
    one: Option<u64>,
    events: u64,
}

/// How it is called.
const USAGE: &str =
    "usage: simulation --seeds 20000 [--from 0] [--events 200], or: simulation --seed 4711 [--events 200]";

fn read(args: impl Iterator<Item = String>) -> Option<Asked> {
    let mut asked = Asked { from: 0, seeds: 1_000, one: None, events: 200 };
    let mut args = args.skip(1);
    while let Some(name) = args.next() {
        let value = args.next()?.parse().ok()?;
        match name.as_str() {
            "--from" => asked.from = value,
            "--seeds" => asked.seeds = value,
            "--seed" => asked.one = Some(value),
            "--events" => asked.events = value,
            _ => return None,
        }
    }
    Some(asked)
}

/// Panics inside of the engine are caught by it and judged here; only a fault of the simulation itself is of interest.
fn main() -> ExitCode {
    let Some(asked) = read(std::env::args()) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match asked.one {
        Some(seed) => tell(seed, asked.events),
        None => many(&asked),
    }
}

fn tell(seed: u64, events: u64) -> ExitCode {
    let life = live(seed, &Wanted { story: true, ..Wanted::sound(events) });
    let mut out = std::io::stdout().lock();
    for line in &life.story {
        if writeln!(out, "{line}").is_err() {
            return ExitCode::FAILURE;
        }
    }
    println!("seed {seed}: {} events, {} violations, trace {:016x}", life.events, life.violations.len(), life.hash);
    if life.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn many(asked: &Asked) -> ExitCode {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let (next, events) = (AtomicU64::new(asked.from), AtomicU64::new(0));
    let failed: Mutex<Vec<Life>> = Mutex::default();
    let wanted = Wanted::sound(asked.events);
    let until = asked.from.saturating_add(asked.seeds);
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= until {
                        return;
                    }
                    let life = live(seed, &wanted);
                    events.fetch_add(life.events, Ordering::Relaxed);
                    if let Some(first) = life.violations.first() {
                        println!(
                            "seed {seed}: {}: {} · replay: --seed {seed} --events {}",
                            first.invariant, first.what, asked.events
                        );
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(life);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    report(asked.seeds, events.into_inner(), cores, began.elapsed().as_secs_f64(), failed.len())
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn report(seeds: u64, events: u64, cores: usize, seconds: f64, failed: usize) -> ExitCode {
    let speed = events as f64 / seconds.max(0.001) / cores as f64;
    println!(
        "{seeds} seeds, {events} events in {seconds:.1} s, {speed:.0} events a second and core, {failed} seeds with violations"
    );
    if failed > 0 {
        return ExitCode::FAILURE;
    }
    println!("no violation in {seeds} lives: at most {:.1e} of all lives have one (95 %)", 3.0 / seeds.max(1) as f64);
    ExitCode::SUCCESS
}
