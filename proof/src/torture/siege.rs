//! The goals of the siege: attacks on the product's own parts, which are tests of the product (`tests/all/siege`). Here they are
//! run at their full size. What came of them is judged there, against what is written down apart from the code.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// One goal: what it is called here, by which name its tests begin, how many attacks it has in full, and what they try.
pub struct Attack {
    /// As in "s7".
    pub id: &'static str,
    /// As in "s07"; empty for all.
    tests: &'static str,
    /// Attacks in full.
    pub full: &'static str,
    /// What is attacked.
    pub says: &'static str,
}

const fn attack(id: &'static str, tests: &'static str, full: &'static str, says: &'static str) -> Attack {
    Attack { id, tests, full, says }
}

/// Every goal.
pub const ATTACKS: [Attack; 17] = [
    attack("s1", "s01", "100,000", "presses and typed decisions by everybody from everywhere"),
    attack("s2", "s02", "10,000", "every kind of event, by people nobody knows"),
    attack(
        "s3",
        "s03",
        "10,000",
        "buttons that are forged, stale, of another chat or bot; and races with the loss of a role",
    ),
    attack("s4", "s04", "2,000", "what belongs to another workspace"),
    attack("s5", "s05", "10,000", "posts to the webhook without its secret"),
    attack("s6", "s06", "2,500", "secrets on their way out"),
    attack("s7", "s07", "4,000", "links that lead into the own network"),
    attack("s8", "s08", "3,000", "names, links and backups that lead out of a folder"),
    attack("s9", "s09", "10,000", "budgets, and what others still get"),
    attack("s10", "s10", "20,000", "texts that ring, hide, break out of markup or are cut"),
    attack("s11", "s11", "1,000", "a model that always obeys the attacker"),
    attack("s12", "s12", "500", "questions that want the wrong button pressed"),
    attack("s15", "s15", "10,000", "other pages in the browser of whoever uses the web chat"),
    attack("s16", "s16", "3,000", "pages, JSON and words made to be too much"),
    attack("s17", "s17", "1,000,000", "guesses at one-time codes"),
    attack("s18", "s18", "20,000", "changes of the audit log"),
    attack("siege", "", "", "all of these"),
];

/// Runs the tests of a goal at full size, or with one seed alone, and prints the lines it counts by. Whether it holds.
///
/// # Errors
/// Cargo cannot be run, or there is no test of the goal.
pub fn holds(attack: &Attack, seed: Option<u64>) -> Result<bool, String> {
    // The tests of a goal stand in a file whose name begins with its own.
    let filter = if attack.id == "siege" { "siege::".to_owned() } else { format!("::{}_", attack.tests) };
    let mut cargo = Command::new("cargo");
    cargo.args([
        "test",
        "--profile",
        "torture",
        "-p",
        "secretary",
        "--test",
        "all",
        "--",
        "--nocapture",
        "--test-threads=1",
    ]);
    cargo.arg(&filter).env("SIEGE", "full").stdout(Stdio::piped());
    if let Some(seed) = seed {
        cargo.env("SIEGE_SEED", seed.to_string());
    }
    let mut running = cargo.spawn().map_err(|error| format!("cargo cannot be run: {error}"))?;
    let mut tests = 0;
    if let Some(said) = running.stdout.take() {
        for line in BufReader::new(said).lines().map_while(Result::ok) {
            // The first of a test stands behind its name.
            let counted = line.split_once(" ... ").map_or(line.as_str(), |(_, counted)| counted);
            if counted.as_bytes().first() == Some(&b's') && counted.get(3..5) == Some(": ") {
                println!("{counted}");
            } else if line.contains("SIEGE_SEED=") || line.contains("panicked") || line.contains("FAILED") {
                println!("{line}");
            }
            let begun = line.strip_prefix("running ").and_then(|rest| rest.split(' ').next()?.parse::<usize>().ok());
            tests += begun.unwrap_or(0);
        }
    }
    let ended = running.wait().map_err(|error| format!("cargo cannot be waited for: {error}"))?;
    if ended.success() && tests == 0 {
        return Err(format!("There is no test named {filter}."));
    }
    Ok(ended.success())
}
