//! The torture at a small size: every goal at a hundredth of its full number of trials, ten at least, against the
//! program as people get it. Times are not judged here. The points and the planted bugs need a build of their own
//! (docs/torture.md); that their names stand where they must is looked up here.

use futures_util::stream::{self, StreamExt};
use proof::postgres;
use proof::torture::run::{Line, PATIENCE, Setting, folder_of};
use proof::torture::{GOALS, Tally, power};
use secretary::ports::trial::{failpoint, planted};
use std::path::{Path, PathBuf};

/// Goals that need a program with features, or minutes.
const APART: [&str; 3] = ["r1p", "r2p", "r148"];
/// The goal that needs a server, and mostly waits: its trials run at once.
const ON_A_SERVER: &str = "r14";
/// The goal that watches what is written.
const WATCHING: &str = "r8p";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_goal_holds_at_a_hundredth_of_its_size() {
    let setting = |id: &str, full: usize| Setting {
        program: PathBuf::from(env!("CARGO_BIN_EXE_secretary")),
        trials: Some((full / 100).max(10)),
        seed: 1_000,
        settings: Vec::new(),
        folder: folder_of("small"),
        first_failure: false,
        patience: PATIENCE * 2,
        begin: None,
        at_a_time: if id == ON_A_SERVER { 8 } else { 3 },
        clocks: false,
    };
    let watching = power::can_watch();
    if !watching {
        eprintln!("SKIPPED {WATCHING}: strace is not installed, or may not watch processes here.");
    }
    let here = |id: &str| {
        !APART.contains(&id) && (id != ON_A_SERVER || postgres::server().is_some()) && (id != WATCHING || watching)
    };
    let goals = GOALS.iter().filter(|goal| here(goal.id));
    let small: Vec<_> = goals.map(|goal| (goal, setting(goal.id, goal.full))).collect();
    // A few programs at a time: the platforms' own deadlines hold here, too, on a machine that does other things.
    let going = small.iter().map(|(goal, setting)| goal.go(setting));
    let tallies: Vec<Tally> = stream::iter(going).buffered(3).collect().await;
    for ((goal, setting), tally) in small.iter().zip(&tallies) {
        println!("{}", Line(goal.id, tally));
        assert!(tally.trials >= setting.wanted(), "{}: {} trials", goal.id, tally.trials);
    }
    let failures: Vec<String> = small
        .iter()
        .zip(&tallies)
        .flat_map(|((goal, _), tally)| {
            tally.failures.iter().map(|f| format!("{} seed {}: {}", goal.id, f.seed, f.sentence))
        })
        .collect();
    for ((goal, setting), tally) in small.iter().zip(&tallies) {
        tally.failures.iter().for_each(|failure| tell(&setting.folder.join(format!("{}-{}", goal.id, failure.seed))));
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Prints the last warnings of the program in a failed trial: its folder is gone when somebody reads of it elsewhere.
fn tell(folder: &Path) {
    let printed = std::fs::read_to_string(folder.join("printed.log")).unwrap_or_default();
    let odd: Vec<&str> = printed.lines().filter(|line| line.contains(" WARN ") || line.contains("ERROR")).collect();
    println!("{}, the last warnings:", folder.display());
    odd[odd.len().saturating_sub(20)..].iter().for_each(|line| println!("  {line}"));
}

/// The text of every file of the program.
fn sources(folder: &Path, all: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs")
            && !path.ends_with("planted.rs")
            && !path.ends_with("failpoint.rs")
        {
            all.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_planted_bug_and_every_point_is_where_it_would_happen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut code = String::new();
    sources(&root.join("src"), &mut code);
    let pages = std::fs::read_to_string(root.join("docs/torture.md")).unwrap();
    for (name, goal, _) in planted::BUGS {
        assert!(code.contains(&format!("planted::is(\"{name}\")")), "{name} is planted nowhere");
        assert!(pages.contains(&format!("| `{name}` | {goal} |")), "{name} is not in docs/torture.md");
        assert!(GOALS.iter().any(|known| known.id == goal), "{name} is to be found by {goal}, which is no goal");
    }
    let planted = code.matches("planted::is(\"").count();
    assert!(planted >= planted::BUGS.len(), "{planted}");
    for place in failpoint::PLACES {
        let said = |text: &str| code.contains(&format!("\"{text}\"")) || code.contains(&format!("{text}::new("));
        let (kind, detail) = place.split_once('/').unwrap_or((place, place));
        assert!(said(place) || (said(kind) && said(detail)), "nothing is called {place}");
    }
}

#[test]
fn a_program_for_people_has_no_points_and_no_bugs() {
    for (name, _, _) in planted::BUGS {
        assert!(cfg!(feature = "planted-bugs") || !planted::is(name), "{name}");
    }
    let cargo = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    assert!(!cargo.contains("default = ["), "no feature is on by itself");
}
