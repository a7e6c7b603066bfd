//! Starting: with nothing configured, with something wrong, and twice.

use crate::process::program::{House, LEAVES, Program, SOON, Said};
use crate::process::service::web::{Visitor, text_of};
use crate::process::town::{probed, thought_of, understanding};
use proof::discord::FakeDiscord;
use proof::model::{FakeModel, Reply};
use proof::telegram::FakeTelegram;
use secretary::adapters::store::Database;
use secretary::engine::home;
use secretary::ports::store::Store;
use serde_json::json;
use std::time::Instant;
use tokio::net::TcpListener;

#[tokio::test]
async fn with_no_configuration_in_an_empty_folder_it_says_where_it_is_and_what_is_off() {
    let house = House::new();
    let began = Instant::now();
    let program = house.run();
    let address = program.address().await;
    println!("ready after {:?}", began.elapsed());
    let out = program.line("SEARXNG_URL").await;
    assert!(out.starts_with("Web search is off."), "{out}");
    let lines = program.out();
    assert_eq!(lines.len(), 6, "{lines:#?}");
    assert!(lines[0].starts_with("A new database was made at /"), "{lines:#?}");
    assert!(lines[0].ends_with("; nothing is in it yet."), "{lines:#?}");
    for (line, what, variable) in [
        (&lines[2], "Telegram is off.", "TELEGRAM_BOT_TOKEN"),
        (&lines[3], "Discord is off.", "DISCORD_TOKEN"),
        (&lines[4], "The language model is off;", "OPENAI_API_KEY"),
        (&lines[5], "Web search is off.", "SEARXNG_URL"),
    ] {
        assert!(line.starts_with(what) && line.contains(variable), "{line}");
    }
    let visitor = Visitor::new(&address);
    assert!(visitor.get("/").await.contains("<html"));
    let began = Instant::now();
    visitor.say("read http://127.0.0.1:9/", "a-1").await;
    visitor.told("#1").await;
    println!("idea to its first message in the web chat: {:?}", began.elapsed());
    let report = visitor.told("leads into an internal network").await;
    let reports = async |visitor: &Visitor| {
        visitor.messages().await.iter().filter(|m| text_of(m).contains("leads into an internal network")).count()
    };
    let before = reports(&visitor).await;
    let answer = visitor.press(&report, "Revise", "a-3").await;
    assert_eq!(answer["ack"]["kind"], "form", "{answer}");
    println!("{}", visitor.transcript().await);

    let (status, took, printed) = program.stop().await;
    assert!(status.success() && took < LEAVES, "{status} after {took:?}\n{printed}");
    assert!(!printed.contains("ERROR") && !printed.contains("WARN"), "{printed}");
    assert!(stop_is_written(&house).await, "the next start does not know since when nobody listened");
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.say("/list all", "a-2").await;
    visitor.told("· failed").await;
    assert!(!program.out().iter().any(|line| line.contains("new database")), "it is the one of before");
    assert_eq!(reports(&visitor).await, before);
    program.stop().await;
}

#[tokio::test]
async fn a_changed_default_counts_at_the_next_start_until_somebody_chooses() {
    let mut house = House::new();
    stopped(house.run()).await;
    assert_eq!(zone_of(&house).await, "UTC");
    house.set("DEFAULT_TIMEZONE", "Europe/Lisbon");
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.say("/settings", "a-1").await;
    visitor.told("Europe/Lisbon").await;
    visitor.say("/settings timezone Asia/Tokyo", "a-2").await;
    visitor.told("Asia/Tokyo").await;
    program.stop().await;
    house.set("DEFAULT_TIMEZONE", "America/Lima");
    stopped(house.run()).await;
    assert_eq!(zone_of(&house).await, "Asia/Tokyo");
}

/// Stops a program once it is ready.
async fn stopped(program: Program) {
    program.address().await;
    program.stop().await;
}

/// The zone of the workspace as it is kept.
async fn zone_of(house: &House) -> String {
    let store = Database::connect(&house.database()).await.unwrap();
    let settings = store.read().await.unwrap().settings(&home()).await.unwrap();
    store.close().await;
    settings.unwrap().zone
}

/// Whether the last thing in the database is an orderly stop.
async fn stop_is_written(house: &House) -> bool {
    let store = Database::connect(&house.database()).await.unwrap();
    let mut tx = store.read().await.unwrap();
    let found = tx.last_break().await.unwrap();
    drop(tx);
    store.close().await;
    matches!(found, Some((_, None)))
}

/// One clear sentence on standard error, nothing else, and an exit code which says so.
#[track_caller]
fn one_sentence(said: &Said, parts: &[&str]) {
    let Said { status, out, err } = said;
    println!("{err}");
    assert_eq!(status.code(), Some(1), "{out}{err}");
    assert_eq!(err.trim_end().lines().count(), 1, "{err}");
    // Where a database was made before that is no part of it.
    let rest: Vec<&str> = out.lines().filter(|line| !line.starts_with("A new database was made at ")).collect();
    assert!(err.chars().count() < 300 && rest.is_empty(), "{out}{err}");
    for part in parts {
        assert!(err.contains(part), "{part:?} is not in: {err}");
    }
    for raw in ["Error {", "Os {", "panicked", "Some(", "src/", "hunter"] {
        assert!(!err.contains(raw), "{raw:?} is in: {err}");
    }
}

#[tokio::test]
async fn a_wrong_setting_gets_one_sentence() {
    for (name, value, parts) in [
        ("WEB_ADDR", "here", ["WEB_ADDR", "127.0.0.1:8787"]),
        ("WEB_ADDR", "127.0.0.1:99999", ["WEB_ADDR", "127.0.0.1:8787"]),
        ("WEB_ADDR", "0.0.0.0:0", ["WEB_PASSWORD", "WEB_ADDR"]),
        ("WEB_ADDR", "192.0.2.1:8787", ["WEB_PASSWORD", "WEB_ADDR"]),
        ("DEFAULT_TIMEZONE", "Europe/Berlinn", ["DEFAULT_TIMEZONE", "Europe/Berlin"]),
        ("DEFAULT_TIMEZONE", "half past nine", ["DEFAULT_TIMEZONE", "Europe/Berlin"]),
        ("DEFAULT_LANGUAGE", "xx", ["DEFAULT_LANGUAGE", "en"]),
        ("TELEGRAM_BOT_TOKEN", "hunter2", ["TELEGRAM_BOT_TOKEN", "@BotFather"]),
        ("DISCORD_TOKEN", "hunter 2", ["DISCORD_TOKEN", "copy it again"]),
        ("OPENAI_BASE_URL", "localhost:11434", ["OPENAI_BASE_URL", "http://"]),
        ("SECRETARY_OWNERS", "mara", ["SECRETARY_OWNERS", "telegram:"]),
        ("DATA_DIR", "/proc/nothing", ["/proc/nothing", "DATA_DIR=./data"]),
        ("DATABASE_URL", "mysql://x/y", ["DATABASE_URL", "sqlite:"]),
        ("DATABASE_URL", "sqlite:///proc/nothing/secretary.db", ["/proc/nothing", "cannot be created"]),
        ("RUST_LOG", "secretary=loud", ["RUST_LOG", "RUST_LOG=info"]),
        ("LOG_FORMAT", "xml", ["LOG_FORMAT", "json"]),
    ] {
        let mut house = House::new();
        house.set(name, value);
        one_sentence(&house.ask(&[]).await, &parts);
    }
}

#[tokio::test]
async fn all_wrong_settings_are_told_at_once() {
    let mut house = House::new();
    house.set("WEB_ADDR", "foo").set("DEFAULT_TIMEZONE", "Mars").set("LOG_FORMAT", "z");
    let said = house.ask(&[]).await;
    let named: Vec<&str> = said.err.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(named, ["WEB_ADDR", "LOG_FORMAT", "DEFAULT_TIMEZONE"], "{}", said.err);
}

#[tokio::test]
async fn a_broken_env_file_and_a_damaged_database_get_one_sentence() {
    let house = House::new();
    for (text, parts) in [
        (b"DEFAULT_LANGUAGE=en\nhunter2 is no setting\n".to_vec(), [".env", "at line 2", "NAME=value"]),
        (b"DISCORD_TOKEN=\"hunter2\nLOG_FORMAT=text\n".to_vec(), [".env", "at line 1", "NAME=value"]),
        (b"# \0\nDISCORD_TOKEN=hunter\x002\n".to_vec(), ["NUL", "DISCORD_TOKEN", "at line 2"]),
        (b"DISCORD_TOKEN=hunter\xff2\n".to_vec(), [".env", "is no text", "NAME=value"]),
        (b"DISCORD_TOKEN=hunter2\n".repeat(50_000), [".env", "longer than a megabyte", "NAME=value"]),
        (b"DEFAULT_TIMEZONE=Mars/Olympus\n".to_vec(), ["DEFAULT_TIMEZONE", "Mars", "Europe/Berlin"]),
    ] {
        std::fs::write(house.path().join(".env"), text).unwrap();
        one_sentence(&house.ask(&[]).await, &parts);
    }

    // A house of its own: a write-ahead log left by another start would mend the file.
    let house = House::new();
    let database = house.path().join("secretary.db");
    std::fs::write(&database, "these are no tables, although the file is there; ".repeat(100)).unwrap();
    one_sentence(&house.ask(&[]).await, &["damaged", "secretary.db"]);
}

#[tokio::test]
async fn a_second_one_on_the_same_database_is_refused() {
    let house = House::new();
    let first = house.run();
    let visitor = Visitor::new(&first.address().await);
    one_sentence(&house.ask(&[]).await, &["already running", "secretary.db"]);
    visitor.say("/calc 2 + 3", "b-1").await;
    visitor.told("2 + 3 = 5").await;
    first.kill().await;
    let again = house.run();
    again.address().await;
    again.stop().await;
}

/// The lines about a platform in everything printed.
fn about(program: &Program, name: &str) -> Vec<String> {
    let lines = program.out().into_iter().chain(program.err());
    lines.filter(|line| line.contains(name)).collect()
}

#[tokio::test]
async fn tokens_and_servers_which_are_wrong_get_a_sentence_and_the_web_chat_works() {
    let (telegram, discord) = (FakeTelegram::start().await, FakeDiscord::start().await.unwrap());
    let model = FakeModel::start().await;
    model.capabilities(|able| able.key = Some("the right key".to_owned()));
    let mut house = House::new();
    house.set("TELEGRAM_BOT_TOKEN", "123456:AAwrong").set("TELEGRAM_API_URL", &telegram.url());
    house.set("DISCORD_TOKEN", "MTIz.wrong.token").set("DISCORD_API_URL", &discord.url());
    house.set("OPENAI_BASE_URL", &model.url()).set("OPENAI_API_KEY", "canary-key");
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    program.line("TELEGRAM_BOT_TOKEN").await;
    program.line("DISCORD_TOKEN").await;
    assert_eq!(about(&program, "TELEGRAM_BOT_TOKEN").len(), 1, "{}", program.printed());
    assert_eq!(about(&program, "DISCORD_TOKEN").len(), 1, "{}", program.printed());
    program.line("OPENAI_API_KEY").await;
    visitor.say("compare three hosting offers", "c-1").await;
    visitor.told("language model").await;
    visitor.told("Your message is kept.").await;
    println!("{}{}", program.printed(), visitor.transcript().await);
    for hidden in ["AAwrong", "wrong.token", "canary-key"] {
        assert!(!program.printed().contains(hidden), "{}", program.printed());
    }
    let (status, took, _) = program.stop().await;
    assert!(status.success() && took < LEAVES, "{status} after {took:?}");
}

#[tokio::test]
async fn servers_out_of_reach_are_named_once_and_found_when_they_come_back() {
    let (telegram, discord) = (FakeTelegram::start().await, FakeDiscord::start().await.unwrap());
    let model = FakeModel::start().await;
    model.answer_with(|body| match thought_of(body) {
        Some(_) => Reply::json(&understanding(body, json!({"kind": "reply", "text": "Offer C fits."}))),
        None => probed(body),
    });
    telegram.go_down().await;
    model.go_down().await;
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let mut house = House::new();
    house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
    house.set("DISCORD_TOKEN", &discord.token()).set("DISCORD_API_URL", &format!("http://{closed}"));
    house.set("OPENAI_BASE_URL", &model.url());
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    program.line("Telegram: ").await;
    program.line("Discord cannot be reached").await;
    visitor.say("compare three hosting offers", "d-1").await;
    let down = visitor.told("language model does not answer").await;
    telegram.come_up().await;
    model.come_up().await;
    visitor.press(&down, "Try now", "d-2").await;
    visitor.told("Offer C fits.").await;
    telegram.wait_calls("setMyCommands", 1, SOON).await.unwrap();
    println!("{}{}", program.printed(), visitor.transcript().await);
    let log = program.err();
    // Each says what to look at.
    for name in ["TELEGRAM_API_URL", "DISCORD_API_URL", "OPENAI_BASE_URL"] {
        assert!(log.iter().any(|line| line.contains(name)), "{name}: {log:#?}");
    }
    for (name, most) in [("Telegram", 2), ("Discord", 1)] {
        let warned = log.iter().filter(|line| line.contains("WARN") && line.contains(name)).count();
        assert!((1..=most).contains(&warned), "{log:#?}");
    }
    let (status, took, _) = program.stop().await;
    assert!(status.success() && took < LEAVES, "{status} after {took:?}");
}
