//! Tests that need the inside of the store: query plans, a full disk, unreadable rows, a file of a newer version.

use super::Database;
use super::database::connect::ConnectError;
use super::database::pool::Pool;
use super::database::processes;
use super::database::statement::Sql;
use super::erasing::{retention, thoughts};
use super::flows::{kept, runs, steps, triggers};
use super::messages::{health, outbox, outbox_care};
use super::ticket::ticket_list::{ALL, AWAITS, CHANGED, CHAT, DECIDED, NUMBER, OPEN, Pair, REQUESTER, ROOM};
use super::ticket::{counts, queue, received};
use crate::ports::store::{Arrival, EventOutcome, Hands, NewOutboxRow, Settled, Store, StoreError, Tx};
use crate::ports::tool::{Note, Notes, Owner, Scope};
use crate::secretary::effect::Effect;
use crate::secretary::flow::tables::{Query, RowFault, Written};
use crate::secretary::ids::{EffectId, NoteChangeId, PersonId, RunId, WorkspaceId};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{SqlitePool, query_as, query_scalar};
use tempfile::TempDir;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
}

fn row(id: &str, lane: &str, due: i64, text: &str) -> NewOutboxRow {
    let effect = Effect::TellRun { run: RunId::new("r"), text: text.to_owned() };
    NewOutboxRow { id: EffectId::new(id), lane: lane.to_owned(), ticket: None, effect, due_at: at(due) }
}

async fn memory() -> Database {
    Database::connect("sqlite::memory:").await.unwrap()
}

fn lite(pool: &Pool) -> &SqlitePool {
    match pool {
        Pool::Sqlite(pool) => pool,
        Pool::Postgres(_) => panic!("not a file"),
    }
}

async fn run(store: &Database, sql: &'static str) {
    sqlx::raw_sql(sql).execute(lite(&store.writer)).await.unwrap();
}

async fn plan(store: &Database, sql: impl Into<Sql>) -> String {
    let sql = sql.into().sqlite;
    let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
    let rows: Vec<(i64, i64, i64, String)> = query_as(explain).fetch_all(lite(&store.writer)).await.unwrap();
    rows.into_iter().map(|row| row.3).collect::<Vec<_>>().join("\n")
}

fn full_scan(plan: &str, table: &str) -> bool {
    plan.lines().any(|line| {
        line.starts_with(&format!("SCAN {table}")) && !line.contains("USING INDEX") && !line.contains("COVERING INDEX")
    })
}

#[tokio::test]
async fn the_outbox_is_searched_by_its_partial_indexes() {
    let store = memory().await;
    for (sql, index) in [
        (outbox::CLAIM, "outbox_ready (due_at<?)"),
        (outbox::NEXT_DUE, "outbox_ready"),
        (outbox::ENQUEUE.into(), "outbox_lane (lane=?)"),
        (outbox::PASS_ON.into(), "outbox_lane (lane=?)"),
        (processes::RECOVER.into(), "outbox_sending"),
        (outbox_care::ANEW.into(), "outbox_again (due_at>?)"),
        (outbox_care::DROP_LANE.into(), "outbox_lane (lane=?)"),
        (outbox_care::REPLACE_LANE.into(), "outbox_lane (lane=?)"),
        (outbox_care::HURRY.into(), "outbox_lane (lane=?)"),
        (outbox_care::BEHIND.into(), "outbox_lane (lane=?"),
        (outbox_care::NEWEST.into(), "outbox_lane (lane=?"),
        (outbox_care::MAY_STAND.into(), "sqlite_autoindex_outbox"),
        (outbox_care::POST_PENDING.into(), "outbox_posts (slot=? AND room=?)"),
        (outbox_care::POST_UNCLEAR.into(), "outbox_posts (slot=? AND room=?)"),
        (thoughts::ABOUT_TICKET.into(), "outbox_lane"),
        (thoughts::ABOUT_MESSAGES.into(), "outbox_lane (lane>? AND lane<?)"),
    ] {
        let plan = plan(&store, sql).await;
        assert!(plan.contains(index) && !full_scan(&plan, "outbox"), "{sql:?}\n{plan}");
    }
}

#[tokio::test]
async fn who_watches_and_what_forgets_read_nothing_that_is_done_with() {
    let store = memory().await;
    for (sql, index, table) in [
        (health::LANES, "outbox_lane", "o"),
        (health::DUE, "outbox_ready (due_at<?)", "o"),
        (health::UNCERTAIN, "outbox_ready (due_at<?)", "outbox"),
        (health::OPEN, "tickets_open", "tickets"),
        (retention::INBOX, "inbox_decided (decided_at>? AND decided_at<?)", "inbox"),
        (retention::CONVERSATIONS, "conversation_updated (updated_at<?)", "conversation"),
        (retention::LOOSE, "received_files_ticket (ticket=? AND created_at<?)", "received_files"),
        (received::SINCE, "received_files_person (person=? AND created_at>?)", "received_files"),
        (retention::ENDED_RUNS, "flow_runs_ended (ended_at<?)", "flow_runs"),
        (retention::DELETED_FLOWS, "flows_deleted (deleted_at<?)", "f"),
        (runs::OPEN, "flow_runs_open (id>?)", "flow_runs"),
        (runs::HERE, "flow_runs_room (room=?)", "flow_runs"),
        (runs::GOING, "flow_runs_going (flow=? AND ended_at=?)", "flow_runs"),
        (runs::BEGUN, "flow_runs_number (flow=?)", "flow_runs"),
        (runs::AT, "flow_runs_turn (flow=? AND turn=?)", "flow_runs"),
        (runs::LENGTH, "flow_runs_turn (flow=? AND turn=?)", "flow_runs"),
        (kept::ROWS, "flow_rows_order (workspace=? AND name=? AND seq>?)", "flow_rows"),
        (kept::NEWEST, "flow_rows_order (workspace=? AND name=? AND seq<?)", "flow_rows"),
        (retention::DELETED_ROWS, "flow_rows_deleted (name>? AND name<?)", "flow_rows"),
        (steps::NEWEST, "sqlite_autoindex_flow_steps_1 (run=?)", "flow_steps"),
        (triggers::FLOW, "flow_triggers_flow (flow=?)", "flow_triggers"),
        (triggers::ROOM, "flow_triggers_room (room=?)", "flow_triggers"),
        (triggers::PERSON, "flow_triggers_person (person=?)", "flow_triggers"),
        (triggers::KIND, "flow_triggers_kind (kind=?)", "flow_triggers"),
        (triggers::HERE, "flow_triggers_kind (kind=? AND workspace=?)", "flow_triggers"),
        (retention::CLOSED, "tickets_changed (updated_at>? AND updated_at<?)", "tickets"),
    ] {
        let plan = plan(&store, sql).await;
        assert!(plan.contains(index) && !full_scan(&plan, table), "{sql}\n{plan}");
    }
    // Walked from its old end, and only as far as rows are old.
    let plan = plan(&store, retention::OUTBOX).await;
    assert!(plan.contains("SEARCH o USING INTEGER PRIMARY KEY (rowid<?)"), "{plan}");
    assert!(plan.contains("SEARCH t USING INDEX sqlite_autoindex_tickets"), "{plan}");
}

#[tokio::test]
async fn lists_start_from_their_index() {
    let store = memory().await;
    let ways: [(Pair, [&str; 2]); 9] = [
        (OPEN, ["tickets_open", "tickets_open"]),
        (REQUESTER, ["tickets_requester (requester=?)"; 2]),
        (ROOM, ["tickets_room (room=?)"; 2]),
        (AWAITS, ["tickets_awaits"; 2]),
        (CHAT, ["tickets_room (room=?)"; 2]),
        (CHANGED, ["tickets_changed (updated_at>?)"; 2]),
        (DECIDED, ["tickets_decided (decided_at<?)"; 2]),
        (NUMBER, ["tickets_number (number>? AND number<?)"; 2]),
        (ALL, ["tickets_urgent", "tickets_newest"]),
    ];
    for (pair, indexes) in ways {
        for (sql, index) in pair.into_iter().zip(indexes) {
            let plan = plan(&store, sql).await;
            assert!(plan.contains(index) && !full_scan(&plan, "t"), "{sql:?}\n{plan}");
        }
    }
    let plan = plan(&store, counts::BY_STATUS).await;
    assert!(plan.contains("COVERING INDEX tickets_status"), "{plan}");
    let plan = self::plan(&store, counts::BY_STATUS_HERE).await;
    assert!(plan.contains("tickets_room (room=?)") && !full_scan(&plan, "t"), "{plan}");
}

#[tokio::test]
async fn who_waits_for_an_agent_and_who_is_next_in_line_are_found_by_an_index() {
    let store = memory().await;
    let plan = plan(&store, queue::WAITING).await;
    assert!(plan.contains("COVERING INDEX task_waits_turn (agent=?)") && !plan.contains("TEMP B-TREE"), "{plan}");
    let plan = self::plan(&store, queue::NEXT).await;
    assert!(plan.contains("INDEX prompt_turns_line (workspace=? AND person=? AND open=?)"), "{plan}");
}

#[tokio::test]
async fn ten_thousand_timers_and_finished_rows_cost_nothing() {
    let store = memory().await;
    let mut tx = store.begin().await.unwrap();
    for i in 0..10_000 {
        tx.enqueue(&row(&format!("timer {i}"), &format!("lane {i}"), 1_000_000 + i, ""), at(0)).await.unwrap();
    }
    for i in 0..10_000 {
        tx.enqueue(&row(&format!("post {i}"), "one long lane", 0, ""), at(0)).await.unwrap();
    }
    tx.commit().await.unwrap();
    run(&store, "UPDATE outbox SET state = 'sent', head = 0 WHERE id LIKE 'post %' AND id <> 'post 9999'").await;
    run(&store, "UPDATE outbox SET head = 1 WHERE id = 'post 9999'").await;
    let mut tx = store.begin().await.unwrap();
    for _ in 0..3 {
        let rows = tx.claim(at(5), 16, &Hands::All).await.unwrap();
        assert_eq!(rows.iter().map(|r| r.row.id.as_str()).collect::<Vec<_>>(), ["post 9999"]);
        assert_eq!(tx.next_due(&Hands::All).await.unwrap(), Some(at(1_000_000)));
        tx.settle(rows[0].seq, &Settled::Retry(at(5)), at(5)).await.unwrap();
    }
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn the_states_of_a_send_can_be_read_by_their_names() {
    let store = memory().await;
    let mut tx = store.begin().await.unwrap();
    tx.enqueue(&row("post", "room", 0, "words"), at(0)).await.unwrap();
    let mut states = vec![state(tx, &store).await];
    let sending = async |how: Option<Settled>| {
        let mut tx = store.begin().await.unwrap();
        let rows = tx.claim(at(9), 1, &Hands::All).await.unwrap();
        if let Some(how) = how {
            assert!(tx.settle(rows[0].seq, &how, at(9)).await.unwrap());
        }
        state(tx, &store).await
    };
    for how in [Settled::Retry(at(0)), Settled::Unclear(at(0)), Settled::Retry(at(0)), Settled::Anew(at(0))] {
        states.push(sending(Some(how)).await);
    }
    states.push(sending(None).await);
    let mut tx = store.begin().await.unwrap();
    tx.recover(at(9), false).await.unwrap();
    states.push(state(tx, &store).await);
    states.push(sending(Some(Settled::Done)).await);
    let names = ["pending", "pending", "uncertain", "uncertain", "pending", "sending", "uncertain", "sent"];
    assert_eq!(states, names, "an answer that was lost stays in mind until the row is certainly not done, or done");
}

/// Commits, and reads the state of the one row there is.
async fn state(tx: Box<dyn Tx>, store: &Database) -> String {
    tx.commit().await.unwrap();
    query_scalar("SELECT state FROM outbox").fetch_one(lite(&store.writer)).await.unwrap()
}

#[tokio::test]
async fn a_finished_row_keeps_no_body_but_a_failed_one_does() {
    let store = memory().await;
    let mut tx = store.begin().await.unwrap();
    for id in ["done", "failed", "dropped"] {
        tx.enqueue(&row(id, id, 0, "words"), at(0)).await.unwrap();
    }
    for row in tx.claim(at(0), 9, &Hands::All).await.unwrap() {
        match row.row.id.as_str() {
            "done" => assert!(tx.settle(row.seq, &Settled::Done, at(0)).await.unwrap()),
            "failed" => assert!(tx.settle(row.seq, &Settled::Failed("why".to_owned()), at(0)).await.unwrap()),
            _ => assert_eq!(tx.drop_lane("dropped").await.unwrap(), 1),
        }
    }
    tx.commit().await.unwrap();
    let sql = "SELECT state, body <> '', COALESCE(why, '') FROM outbox ORDER BY seq";
    let rows: Vec<(String, bool, String)> = query_as(sql).fetch_all(lite(&store.writer)).await.unwrap();
    let expected = [("sent", false, ""), ("failed", true, "why"), ("dropped", false, "")];
    assert_eq!(rows, expected.map(|(state, body, why)| (state.to_owned(), body, why.to_owned())));
}

/// A full disk ends the transaction, is said as `Later`, and the store works again once there is room.
#[tokio::test]
async fn a_full_disk_is_later_and_passes() {
    let folder = TempDir::new().unwrap();
    let file = format!("sqlite://{}", folder.path().join("s.db").display());
    for url in ["sqlite::memory:", &file] {
        let store = Database::connect(url).await.unwrap();
        run(&store, "PRAGMA max_page_count = 1").await;
        let full = StoreError::Later("the disk is full".to_owned());
        for _ in 0..2 {
            let mut tx = store.begin().await.unwrap();
            tx.savepoint().await.unwrap();
            let text = "x".repeat(1_000_000);
            assert_eq!(tx.enqueue(&row("a", "a", 0, &text), at(0)).await, Err(full.clone()), "{url}");
            assert!(matches!(tx.undo().await, Err(StoreError::Later(_))));
            assert!(matches!(tx.enqueue(&row("b", "b", 0, ""), at(0)).await, Err(StoreError::Later(_))));
            assert!(matches!(tx.commit().await, Err(StoreError::Later(_))), "nothing is half done");
        }
        run(&store, "PRAGMA max_page_count = 1000000").await;
        let mut tx = store.begin().await.unwrap();
        assert!(tx.claim(at(0), 9, &Hands::All).await.unwrap().is_empty());
        tx.enqueue(&row("a", "a", 0, ""), at(0)).await.unwrap();
        tx.commit().await.unwrap();
    }
}

#[tokio::test]
async fn unreadable_rows_are_put_aside_and_others_go_on() {
    let store = memory().await;
    let mut tx = store.begin().await.unwrap();
    for id in ["bad", "good"] {
        tx.enqueue(&row(id, "lane", 0, ""), at(0)).await.unwrap();
        tx.tell(id, &Arrival::AgentsFree, [0; 32], at(0)).await.unwrap();
    }
    tx.commit().await.unwrap();
    run(&store, "UPDATE outbox SET body = '{secret' WHERE id = 'bad'").await;
    run(&store, "UPDATE inbox SET body = '{secret' WHERE event = 'bad'").await;
    let error = store.read().await.unwrap().undecided(1).await.unwrap_err();
    assert!(matches!(&error, StoreError::Broken(why) if why.contains("inbox row 1") && !why.contains("secret")));
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.undecided(1).await.unwrap()[0].seq, 2);
    assert!(tx.claim(at(0), 9, &Hands::All).await.unwrap().is_empty());
    assert_eq!(tx.claim(at(0), 9, &Hands::All).await.unwrap()[0].row.id.as_str(), "good");
    tx.decided(2, &EventOutcome::Decided(None), at(0)).await.unwrap();
    tx.commit().await.unwrap();
    let sql = "SELECT (SELECT state FROM inbox WHERE seq = 1), (SELECT why FROM outbox WHERE id = 'bad')";
    let (state, why): (String, String) = query_as(sql).fetch_one(lite(&store.writer)).await.unwrap();
    assert_eq!(state, "quarantined");
    assert!(why.contains("outbox row 1") && !why.contains("secret"), "{why}");
}

#[tokio::test]
async fn a_file_of_another_version_is_refused() {
    for (change, says) in [
        ("UPDATE _sqlx_migrations SET version = 9999 WHERE version = 1", "written by a newer version"),
        ("UPDATE _sqlx_migrations SET checksum = x'00'", "another build of the secretary: migration 1 differs"),
    ] {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("s.db").display());
        let store = Database::connect(&url).await.unwrap();
        run(&store, change).await;
        store.close().await;
        drop(store);
        let error: ConnectError = Database::connect(&url).await.unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[tokio::test]
async fn a_file_is_durable_and_checked() {
    let folder = TempDir::new().unwrap();
    let store = Database::connect(&format!("sqlite://{}", folder.path().join("s.db").display())).await.unwrap();
    let (mode,): (String,) = query_as("PRAGMA journal_mode").fetch_one(lite(&store.writer)).await.unwrap();
    let (full, keys, wait): (i64, i64, i64) = query_as(
        "SELECT (SELECT synchronous FROM pragma_synchronous), (SELECT foreign_keys FROM pragma_foreign_keys), \
         (SELECT timeout FROM pragma_busy_timeout)",
    )
    .fetch_one(lite(&store.writer))
    .await
    .unwrap();
    assert_eq!((mode.as_str(), full, keys, wait), ("wal", 2, 1, 5000));
    let error = sqlx::query("DELETE FROM marks").execute(lite(&store.readers)).await.unwrap_err();
    assert_eq!(
        super::database::fault::refused(&error),
        StoreError::Later("the database file cannot be written to".to_owned())
    );
}

/// A file as the program left it before notes had owners.
async fn before_owners(path: &std::path::Path) {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
    let old: Vec<_> =
        super::database::sqlite::MIGRATIONS.migrations.iter().filter(|m| m.version <= 4).cloned().collect();
    Migrator { migrations: old.into(), ..Migrator::DEFAULT }.run(&pool).await.unwrap();
    sqlx::raw_sql(
        r#"INSERT INTO notes (workspace, key, title, updated_at, text, words) VALUES
            ('house', 'wifi', 'Wifi', 5000000, 'hunter2', 'wifi hunter2'),
            ('house', 'äpfel', 'Äpfel', 6000000, 'rot', 'äpfel rot');
        INSERT INTO note_appends (workspace, key) VALUES ('house', 'run#1');
        INSERT INTO note_changes (id, room, person, at, body) VALUES ('c', 'room', 'kim', 5000000,
            '{"id":"c","person":"kim","room":"room","before":null,"after":{"title":"Wifi","text":"hunter2",
              "updated_at":"1970-01-01T00:00:05Z"},"entry":"hunter2","at":"1970-01-01T00:00:05Z","undone":false}');"#,
    )
    .execute(&pool)
    .await
    .unwrap();
    pool.close().await;
}

#[tokio::test]
async fn notes_of_an_older_file_are_everybodys() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("s.db");
    before_owners(&path).await;
    let store = Database::connect(&format!("sqlite://{}", path.display())).await.unwrap();
    let everybody = Scope::everybody(WorkspaceId::new("house"));
    let kim = Scope::personal(WorkspaceId::new("house"), PersonId::new("kim"));
    let wifi = Note { owner: Owner::Everybody, title: "Wifi".into(), text: "hunter2".into(), updated_at: at(5) };
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.note(&everybody, "WIFI").await.unwrap(), Some(wifi.clone()));
    assert_eq!(tx.notes(&everybody).await.unwrap().len(), 2);
    assert_eq!(tx.notes(&kim.own()).await.unwrap(), []);
    let change = tx.note_change(&NoteChangeId::new("c")).await.unwrap().unwrap();
    assert_eq!((change.owner(), change.taken_back(Some(&wifi))), (&Owner::Everybody, Ok(None)));
    let owned = Note { owner: kim.owner().clone(), ..wifi.clone() };
    tx.save_note(&kim, &owned).await.unwrap();
    assert_eq!(tx.notes(&kim).await.unwrap().len(), 3);
    tx.commit().await.unwrap();
    store.write_note(&everybody, wifi.clone(), true, "run#1").await.unwrap();
    assert_eq!(Notes::note(&store, &everybody, "wifi").await.unwrap(), Some(wifi), "appended before");
}

#[tokio::test]
async fn a_full_table_of_flows_takes_no_row_and_a_query_reads_all_of_it() {
    let store = memory().await;
    run(
        &store,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) INSERT INTO flow_rows \
         (workspace, name, key, seq, person, created_at, changed_at, body) \
         SELECT 'main', 't', CAST(i AS TEXT), i, 'p', 0, 0, '{\"n\":' || i || '}' FROM n",
    )
    .await;
    let mut tx = store.begin().await.unwrap();
    let (here, person) = (WorkspaceId::home(), PersonId::new("p"));
    let row = |n: i64| serde_json::json!({"n": n}).as_object().cloned().unwrap();
    let first = row(0);
    let to = |table| Written { workspace: &here, table, key: None, row: &first, person: &person, at: at(1) };
    let full = tx.insert_flow_row(to("t")).await.unwrap();
    assert_eq!(full, Err(RowFault::Full("t".to_owned())));
    let last = tx.flow_rows(&here, "t", &Query::first(&row(10_000), 9)).await.unwrap();
    assert_eq!(last.iter().map(|row| row.key.as_str()).collect::<Vec<_>>(), ["10000"]);
    assert_eq!(tx.flow_rows(&here, "t", &Query::newest(777)).await.unwrap().len(), 777);
    let other = tx.insert_flow_row(to("t2")).await.unwrap();
    assert_eq!(other, Ok("1".to_owned()));
}
