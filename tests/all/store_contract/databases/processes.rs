//! Several processes on one database of a server: who lives, who holds what, who takes which work, and what each hears.

use crate::store_contract::*;
use proof::postgres::server;
use secretary::ports::store::{Changed, Changes, Hands, Processes, Settled, Standing, StoreError, WORKER};
use secretary::ports::tool::{Note, Owner, Scope, ToolError};
use secretary::secretary::ids::ScheduleId;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::collections::BTreeSet;

/// A process of its own on the database at this address.
async fn process(url: &str) -> (Database, Box<dyn Changes>) {
    let store = Database::connect(url).await.unwrap();
    let changes = store.join().await.unwrap();
    (store, changes)
}

async fn sql(url: &str, statement: &'static str) {
    run(url, statement).await;
}

async fn run(url: &str, statements: &str) {
    let mut conn = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
}

/// Time passes for all leases at once.
const LATE: &str = "UPDATE leases SET until = until - 60000000";

fn member(others: bool, took_over: u64) -> Standing {
    Standing::Member { others, took_over, worker: false }
}

async fn claimed(store: &Database, hands: &Hands) -> Vec<String> {
    let mut tx = store.beside().await.unwrap();
    let rows = tx.claim(at(0), 99, hands).await.unwrap();
    tx.commit().await.unwrap();
    rows.into_iter().map(|row| row.row.id.to_string()).collect()
}

#[tokio::test]
async fn what_somebody_else_does_is_neither_given_back_nor_ended() {
    let Some(server) = server() else { return };
    let url = server.fresh().await;
    let ((one, _one), (two, _two)) = (process(&url).await, process(&url).await);
    let mut tx = one.begin().await.unwrap();
    tx.enqueue(&row("a", "a", 0), at(0)).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = one.beside().await.unwrap();
    let mine = tx.claim(at(0), 9, &Hands::All).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = two.begin().await.unwrap();
    assert_eq!(tx.give_back(&[mine[0].seq], at(1)).await.unwrap(), 0);
    // As if it had been given back and taken by the other one meanwhile.
    assert!(tx.taken_anew(&mine[0]).await.unwrap() && !tx.still_ours(&mine[0]).await.unwrap());
    tx.commit().await.unwrap();
    let mut tx = one.begin().await.unwrap();
    assert!(!tx.taken_anew(&mine[0]).await.unwrap());
    assert_eq!(tx.give_back(&[mine[0].seq], at(1)).await.unwrap(), 1);
}

#[tokio::test]
async fn tables_are_not_changed_under_an_older_version_that_runs() {
    let Some(server) = server() else { return };
    let url = server.fresh().await;
    let (store, _changes) = process(&url).await;
    // The last change is one that this version has not made yet.
    sql(&url, "DELETE FROM _sqlx_migrations WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)").await;
    let refused = Database::connect(&url).await.expect_err("an older version runs").to_string();
    assert!(refused.contains("older version of the secretary, which is running with it. Stop it first"), "{refused}");
    sql(&url, LATE).await;
    // What comes of making a change twice is no matter here.
    let other = Database::connect(&url).await.map_or_else(|error| error.to_string(), |_| String::new());
    assert!(!other.contains("Stop it first"), "nobody runs: it goes on to make the change ({other})");
    drop(store);
}

#[tokio::test]
async fn connections_that_the_server_has_ended_are_noticed_by_nobody() {
    let Some(server) = server() else { return };
    sql(&server.fresh().await, "CREATE DATABASE lost").await;
    let url = server.fresh().await.replace("/postgres?", "/lost?").split("&options").next().unwrap().to_owned();
    let store = Database::connect(&url).await.unwrap();
    for _ in 0..2 {
        // Each of these has a connection of its own, and each of them is kept.
        let asked =
            [store.ask().await, store.ask().await, store.read().await, store.beside().await, store.begin().await];
        for tx in asked {
            tx.unwrap().undecided(1).await.unwrap();
        }
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'lost'";
        sql(&server.fresh().await, end).await;
    }
    // All readers at the same moment, each with a dead connection.
    let asked = async || store.ask().await.unwrap().undecided(1).await.unwrap();
    let all = futures_util::future::join_all([asked(), asked(), asked(), asked(), asked(), asked(), asked()]).await;
    assert!(all.iter().all(Vec::is_empty));
    for tx in [store.read().await, store.beside().await, store.begin().await] {
        tx.unwrap().undecided(1).await.unwrap();
    }
    store.close().await;
}

#[tokio::test]
async fn on_a_file_there_is_one_process_which_is_everything() {
    let store = Database::connect("sqlite::memory:").await.unwrap();
    drop(store.join().await.unwrap());
    store.works().await.unwrap();
    assert_eq!(store.live().await, Ok(Standing::Member { others: false, took_over: 0, worker: true }));
    assert_eq!(store.hold("telegram/1").await, Ok(true));
    assert_eq!(store.leave().await, Ok(()));
    assert!(store.begin().await.is_ok(), "there is nobody to make way for");
}

#[tokio::test]
async fn what_only_one_may_do_is_held_by_one() {
    let Some(server) = server() else { return };
    let url = server.fresh().await;
    let ((one, _a), (two, _b)) = (process(&url).await, process(&url).await);
    assert_eq!(one.live().await, Ok(member(true, 0)));
    assert_eq!(one.hold("telegram/1").await, Ok(true));
    assert_eq!(two.hold("telegram/1").await, Ok(false));
    assert_eq!(two.hold("discord/2/0").await, Ok(true));
    assert_eq!(one.hold("telegram/1").await, Ok(true), "kept");
    one.leave().await.unwrap();
    assert_eq!(two.hold("telegram/1").await, Ok(true), "given up at a stop");
    assert_eq!(two.live().await, Ok(member(false, 0)));
}

#[tokio::test]
async fn whether_somebody_works_is_known_to_all() {
    let Some(server) = server() else { return };
    let url = server.fresh().await;
    let ((one, _a), (two, _b), (other, _c)) = (process(&url).await, process(&url).await, process(&url).await);
    let worker = async |store: &Database| matches!(store.live().await, Ok(Standing::Member { worker: true, .. }));
    assert!(!worker(&other).await);
    one.works().await.unwrap();
    two.works().await.unwrap();
    assert!(worker(&one).await && worker(&other).await);
    one.leave().await.unwrap();
    assert!(worker(&other).await, "there is another one");
    // It is gone without a word.
    sql(&url, LATE).await;
    assert!(!worker(&other).await);
}

#[tokio::test]
async fn the_work_of_a_process_that_is_gone_goes_to_the_others_and_it_can_write_nothing() {
    let Some(server) = server() else { return };
    let url = server.fresh().await;
    let ((gone, _a), (other, _b)) = (process(&url).await, process(&url).await);
    let mut tx = other.begin().await.unwrap();
    tx.enqueue(&row("a", "a", 0), at(0)).await.unwrap();
    tx.enqueue(&row("b", "b", 0), at(0)).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = gone.beside().await.unwrap();
    let rows = tx.claim(at(0), 1, &Hands::All).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(gone.hold("telegram/1").await, Ok(true));
    assert_eq!(claimed(&other, &Hands::All).await, ["b"]);
    assert_eq!(other.recover_all().await, 0, "what others are doing is theirs");

    sql(&url, LATE).await;
    assert_eq!(
        other.live().await,
        Ok(member(false, 1)),
        "its own lease had run out, too, but nobody had taken it away"
    );
    assert_eq!(gone.live().await, Ok(Standing::Ousted));
    for refused in [gone.begin().await.err(), gone.beside().await.err(), gone.hold("telegram/1").await.err()] {
        assert_eq!(refused, Some(StoreError::Ousted));
    }
    assert!(gone.read().await.is_ok(), "it may look");
    assert_eq!(other.hold("telegram/1").await, Ok(true));
    assert_eq!(claimed(&other, &Hands::All).await, ["a"]);
    let mut tx = other.begin().await.unwrap();
    assert!(tx.settle(rows[0].seq, &Settled::Done, at(0)).await.unwrap());
}

trait Recover {
    async fn recover_all(&self) -> u64;
}

impl Recover for Database {
    async fn recover_all(&self) -> u64 {
        let mut tx = self.begin().await.unwrap();
        let rows = tx.recover(at(0), false).await.unwrap();
        tx.commit().await.unwrap();
        rows
    }
}

#[tokio::test]
async fn a_process_in_the_middle_of_writing_is_not_ousted_before_it_has_written() {
    let Some(server) = server() else { return };
    let url = server.fresh().await;
    let ((busy, _a), (other, _b)) = (process(&url).await, process(&url).await);
    let mut tx = busy.beside().await.unwrap();
    tx.receive(&[(inbound("a"), [7; 32])], at(0)).await.unwrap();
    sql(&url, LATE).await;
    let ousting = tokio::spawn(async move {
        let standing = other.live().await;
        (other, standing)
    });
    tx.commit().await.unwrap();
    let (other, standing) = ousting.await.unwrap();
    assert_eq!(standing, Ok(member(false, 0)));
    let mut tx = other.begin().await.unwrap();
    assert_eq!(tx.undecided(9).await.unwrap().len(), 1, "what was taken in is there");
    assert_eq!(busy.live().await, Ok(Standing::Ousted));
}

#[tokio::test]
async fn each_takes_the_work_it_is_for_and_nobody_takes_a_row_twice() {
    let Some(server) = server() else { return };
    let url = server.fresh().await;
    let ((gateway, _a), (worker, _b)) = (process(&url).await, process(&url).await);
    let mut tx = gateway.begin().await.unwrap();
    tx.save_room(&room("r", place(Platform::Telegram, "1", None, ChatKind::Direct))).await.unwrap();
    tx.enqueue(&post("post", "post", "r", "slot"), at(0)).await.unwrap();
    let wake = Effect::WakeSchedule { schedule: ScheduleId::new("s") };
    tx.enqueue(&NewOutboxRow { effect: wake, ..row("wake", "wake", 0) }, at(0)).await.unwrap();
    tx.commit().await.unwrap();
    let only = |names: &[&str]| Hands::Only(names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>());
    let (works, sends) = (only(&[WORKER]), only(&["telegram"]));
    let mut look = worker.read().await.unwrap();
    assert_eq!(look.next_due(&works).await.unwrap(), None, "it need not wake for what it does not do");
    assert!(claimed(&worker, &works).await.is_empty());
    assert_eq!(claimed(&gateway, &sends).await, ["post"]);
    assert_eq!(claimed(&worker, &Hands::All).await, ["wake"]);

    let mut tx = gateway.begin().await.unwrap();
    for n in 0..200 {
        tx.enqueue(&row(&format!("row {n}"), &format!("lane {n}"), 0), at(0)).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..50 {
        let store = if n % 2 == 0 { gateway.clone() } else { worker.clone() };
        tasks.spawn(async move {
            let mut taken = Vec::new();
            loop {
                let mut tx = store.beside().await.unwrap();
                let rows = tx.claim(at(0), 3, &Hands::All).await.unwrap();
                tx.commit().await.unwrap();
                if rows.is_empty() {
                    return taken;
                }
                taken.extend(rows.into_iter().map(|row| row.seq));
            }
        });
    }
    let mut all: Vec<i64> = tasks.join_all().await.into_iter().flatten().collect();
    assert_eq!(all.len(), 200);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 200, "no row twice");
}

#[tokio::test]
async fn what_one_changes_the_others_hear_when_it_is_durable() {
    let Some(server) = server() else { return };
    let url = server.fresh().await;
    let ((one, _a), (_two, mut hears)) = (process(&url).await, process(&url).await);
    let mut dropped = one.begin().await.unwrap();
    dropped.receive(&[(inbound("dropped"), [7; 32])], at(0)).await.unwrap();
    drop(dropped);
    let mut tx = one.begin().await.unwrap();
    tx.stopping(&RunId::new("run")).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(hears.next().await, Changed::Stop(RunId::new("run")), "and nothing of what never was");
    let typing = Changed::Typing(Box::new(place(Platform::Discord, "ä/1", Some("2"), ChatKind::Group)));
    one.tell(&typing).await.unwrap();
    assert_eq!(hears.next().await, typing);
    let place = place(Platform::Telegram, "7", None, ChatKind::Direct);
    let seen = Changed::Seen(Box::new(place), "1/ö".to_owned());
    one.tell(&seen).await.unwrap();
    assert_eq!(hears.next().await, seen);
    let mut tx = one.begin().await.unwrap();
    tx.receive(&[(inbound("a"), [7; 32])], at(0)).await.unwrap();
    tx.enqueue(&row("a", "a", 0), at(0)).await.unwrap();
    tx.commit().await.unwrap();
    let heard = BTreeSet::from([format!("{:?}", hears.next().await), format!("{:?}", hears.next().await)]);
    assert_eq!(heard, BTreeSet::from(["Inbox".to_owned(), "Outbox".to_owned()]));
}

/// A table that takes nothing, for this reason of the server's.
fn refusing(table: &str, state: &str) -> String {
    format!(
        "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS \
           $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$; \
         CREATE TRIGGER no BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION no();"
    )
}

#[tokio::test]
async fn a_tool_tells_a_server_that_takes_nothing_now_from_one_that_does_not_take_this() {
    let Some(server) = server() else { return };
    for (state, later) in [("53100", true), ("40P01", true), ("57P03", true), ("23514", false), ("22001", false)] {
        let url = server.fresh().await;
        let (store, _changes) = process(&url).await;
        run(&url, &refusing("notes", state)).await;
        let scope = Scope::everybody(house());
        let note = Note { owner: Owner::Everybody, title: "Plan".to_owned(), text: "x".to_owned(), updated_at: at(0) };
        let error = store.write_note(&scope, note, true, "k").await.unwrap_err();
        assert_eq!(matches!(error, ToolError::Later(_)), later, "{state}: {error}");
    }
}

#[tokio::test]
async fn a_sign_of_life_is_heard_and_wakes_nobody() {
    let Some(server) = server() else { return };
    let (store, mut changes) = process(&server.fresh().await).await;
    store.live().await.unwrap();
    store.tell(&Changed::Outbox).await.unwrap();
    assert_eq!(changes.next().await, Changed::Outbox);
}
