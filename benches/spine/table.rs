//! How figures are printed: one row of a Markdown table each, as soon as it is known.

use std::time::Duration;

/// Prints the head of the table.
pub fn head() {
    println!("| Id | What | Measured | Goal | Best … worst peer | Beside the raw limit |");
    println!("|---|---|---|---|---|---|");
}

/// Prints a row.
pub fn row(id: &str, what: &str, measured: &str, goal: &str, peers: &str, raw: &str) {
    println!("| {id} | {what} | {measured} | {goal} | {peers} | {raw} |");
}

/// A duration for people: milliseconds with two decimals, or microseconds.
pub fn say(duration: Duration) -> String {
    let micros = duration.as_secs_f64() * 1e6;
    if micros < 1_000.0 { format!("{micros:.0} µs") } else { format!("{:.2} ms", micros / 1_000.0) }
}

/// Bytes as MiB.
pub fn mib(bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss)] // figures for people
    let mib = bytes as f64 / (1024.0 * 1024.0);
    format!("{mib:.1} MiB")
}

/// Durations in order, to read percentiles from.
pub struct Spread(Vec<Duration>);

impl Spread {
    /// Sorts them.
    pub fn of(mut all: Vec<Duration>) -> Self {
        all.sort_unstable();
        Self(all)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The value `percent` of all are not above.
    pub fn at(&self, percent: usize) -> Duration {
        let last = self.0.len().saturating_sub(1);
        self.0.get((self.0.len() * percent / 100).min(last)).copied().unwrap_or_default()
    }

    /// "p50 … , p99 …".
    pub fn say(&self) -> String {
        format!("p50 {}, p99 {}", say(self.at(50)), say(self.at(99)))
    }

    /// How many times `limit` the median is.
    pub fn times(&self, limit: Duration) -> f64 {
        self.at(50).as_secs_f64() / limit.as_secs_f64().max(f64::EPSILON)
    }
}
