//! The command line: help, version, usage errors, and what the program leaves in its folder when it cannot start.

use crate::process::program::{House, Said};
use tokio::net::TcpListener;

/// What lies in the folder, sorted.
fn files(house: &House) -> Vec<String> {
    let entries = std::fs::read_dir(house.path()).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// It ended with this code, and only one side was written to: standard output for 0, standard error otherwise.
#[track_caller]
fn ended(said: Said, code: i32) -> String {
    let Said { status, out, err } = said;
    println!("{out}{err}");
    assert_eq!(status.code(), Some(code), "{out}{err}");
    let (text, silent) = if code == 0 { (out, err) } else { (err, out) };
    assert!(silent.is_empty() && text.ends_with('\n'), "{silent:?} beside {text:?}");
    text
}

#[tokio::test]
async fn help_and_version_need_no_settings_and_make_no_file() {
    let mut house = House::new();
    // No command could be done with these.
    house.set("WEB_ADDR", "nowhere").set("DATABASE_URL", "mysql://x");
    for words in [&["--help"] as &[&str], &["-h"], &["help"]] {
        let said = ended(house.ask(words).await, 0);
        for command in ["run", "pair", "backup", "restore", "check", "audit", "move", "version"] {
            assert!(
                said.lines().any(|line| line.trim_start().starts_with(&format!("{command} "))),
                "{command}: {said}"
            );
        }
        assert!(!said.contains("planted") && !said.contains("failpoints"), "{said}");
    }
    for words in [&["restore", "--help"] as &[&str], &["help", "restore"], &["restore", "x.db", "--help"]] {
        let said = ended(house.ask(words).await, 0);
        assert!(said.contains("Usage: secretary restore") && said.contains("--replace"), "{said}");
    }
    for word in ["--version", "-V", "version"] {
        assert_eq!(ended(house.ask(&[word]).await, 0), format!("secretary {}\n", env!("CARGO_PKG_VERSION")));
    }
    assert_eq!(files(&house), [""; 0]);
}

#[tokio::test]
async fn a_usage_error_exits_with_2_and_suggests_what_was_meant() {
    let house = House::new();
    for (words, parts) in [
        (&["bakup"] as &[&str], ["'bakup'", "'backup'"]),
        (&["audit", "verfy"], ["'verfy'", "'verify'"]),
        (&["restore", "x.db", "--replaec"], ["'--replaec'", "'--replace'"]),
        (&["--frobnicate"], ["'--frobnicate'", "--help"]),
        (&["restore"], ["<FILE>", "Usage: secretary restore"]),
        (&["move", "sqlite:x.db"], ["Usage: secretary move --to <ADDRESS>", "--help"]),
        (&["audit"], ["verify", "show"]),
        (&["audit", "verify", "abc"], ["'abc'", "64 characters"]),
        (&["audit", "show", "none"], ["'none'", "a whole number from 1"]),
    ] {
        let said = ended(house.ask(words).await, 2);
        for part in parts {
            assert!(said.contains(part), "{part:?} is not in: {said}");
        }
        assert!(!said.contains("panicked") && !said.contains("src/"), "{said}");
    }
    assert_eq!(files(&house), [""; 0]);
}

#[tokio::test]
async fn a_taken_port_is_said_before_a_file_is_made() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for setting in ["WEB_ADDR", "HEALTH_ADDR"] {
        let mut house = House::new();
        house.set(setting, &address);
        let said = ended(house.ask(&[]).await, 1);
        assert_eq!(said.lines().count(), 1, "{said}");
        let wanted = format!("Another program uses {address} ({setting}). ");
        assert!(said.starts_with(&wanted) && said.contains(&format!("{setting}=127.0.0.1:")), "{said}");
        assert_eq!(files(&house), [""; 0]);
    }
}

#[tokio::test]
async fn a_second_start_in_one_folder_is_told_that_the_first_one_runs() {
    let mut house = House::new();
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().to_string();
    house.set("WEB_ADDR", &free);
    let first = house.run();
    first.address().await;
    let said = ended(house.ask(&[]).await, 1);
    assert!(said.starts_with("The secretary is already running with this database (secretary.db)."), "{said}");
    first.stop().await;
}

#[tokio::test]
async fn a_command_without_a_database_or_a_backup_makes_nothing() {
    let house = House::new();
    for words in [&["check"] as &[&str], &["backup"], &["pair"], &["audit", "verify"], &["restore", "kept.db"]] {
        ended(house.ask(words).await, 1);
        assert_eq!(files(&house), [""; 0], "{words:?}");
    }
}

#[tokio::test]
async fn a_start_makes_its_files_in_the_working_folder_only() {
    let house = House::new();
    let program = house.run();
    program.address().await;
    program.stop().await;
    let made = files(&house);
    let known = ["data", "secretary.db", "secretary.db.audit-key", "secretary.db.key", "secretary.db.lock"];
    assert_eq!(made, known);
    assert_eq!(std::fs::read_dir(house.path().join("data")).unwrap().count(), 0);
}
