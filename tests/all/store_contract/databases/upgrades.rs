//! Programs that are killed while they bring a database up to date: afterwards it has the tables of before or of after, never
//! something between, and the next start finishes. Old versions have rows in them, which all can be read afterwards.

use crate::store_contract::*;
use secretary::secretary::ticket::event::Event;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqlSafeStr, SqlStr, SqliteConnection};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

static SQLITE: LazyLock<Migrator> = LazyLock::new(|| embedded(&include!(concat!(env!("OUT_DIR"), "/sqlite.rs"))));
static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| embedded(&include!(concat!(env!("OUT_DIR"), "/postgres.rs"))));

/// How many versions before the newest had rows to be kept.
const PREVIOUS: usize = 3;
/// Since this version the outbox says by name what may have been sent.
const STATES_NAMED: i64 = 10;
/// Who gave a plan its go is kept since this version.
const GO_KEPT: i64 = 20;

fn embedded(files: &[(i64, &'static str, &'static str)]) -> Migrator {
    let one = |(version, words, text): &(i64, &'static str, &'static str)| {
        Migration::new(*version, (*words).into(), MigrationType::Simple, SqlStr::from_static(text), false)
    };
    Migrator::with_migrations(files.iter().map(one).collect())
}

fn versions() -> Vec<i64> {
    SQLITE.iter().map(|migration| migration.version).collect()
}

fn up_to(all: &Migrator, version: i64) -> Migrator {
    let some: Vec<Migration> = all.iter().filter(|migration| migration.version <= version).cloned().collect();
    Migrator { migrations: some.into(), ..Migrator::DEFAULT }
}

/// Some of what people leave behind.
async fn live(store: &Database) {
    let mut tx = store.begin().await.unwrap();
    for number in 1..=3 {
        tx.save_ticket(&ticket(number, Stage::Intake), None, &Event::IdeaReceived, None).await.unwrap();
    }
    let ann = account(Platform::Telegram, "7");
    tx.save_person(&person("p1", Role::Owner, &[ann])).await.unwrap();
    tx.save_room(&room("r1", place(Platform::Telegram, "7", None, ChatKind::Direct))).await.unwrap();
    tx.receive(&[(inbound("a"), [1; 32]), (inbound("b"), [2; 32])], at(0)).await.unwrap();
    tx.enqueue(&row("o1", "lane", 5), at(0)).await.unwrap();
    tx.enqueue(&row("o2", "lane", 5), at(0)).await.unwrap();
    tx.enqueue(&post("o3", "room", "r1", "s"), at(0)).await.unwrap();
    tx.next_number(&house()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn whole(url: &str) -> u64 {
    let store = Database::connect(url).await.unwrap();
    let checked = store.check().await.unwrap();
    assert!(checked.faults.is_empty(), "{checked:#?}");
    store.close().await;
    checked.rows
}

fn url(path: &Path) -> String {
    format!("sqlite://{}", path.display())
}

/// The tables and what was run to make them.
async fn schema(conn: &mut SqliteConnection) -> String {
    let sql = "SELECT COALESCE(group_concat(sql, '; '), '') FROM \
               (SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%' AND name NOT LIKE '_sqlx%' ORDER BY name)";
    sqlx::query_scalar(sql).fetch_one(conn).await.unwrap()
}

async fn opened(path: &Path) -> SqliteConnection {
    let file = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    SqliteConnection::connect_with(&file.journal_mode(SqliteJournalMode::Wal)).await.unwrap()
}

/// What is read of a table of today for one of this version. Rows of the outbox got the names of their states later.
fn in_words_of(version: i64, table: &str, columns: &str) -> String {
    if table != "outbox" || version >= STATES_NAMED {
        return columns.to_owned();
    }
    let older =
        "CASE state WHEN 'pending' THEN 'due' WHEN 'uncertain' THEN 'due' WHEN 'sent' THEN 'done' ELSE state END";
    let named = |name: &str| if name == "state" { older.to_owned() } else { name.to_owned() };
    columns.split(", ").map(named).collect::<Vec<_>>().join(", ")
}

/// The names of columns both have, of each table both have.
async fn fill_from(conn: &mut SqliteConnection, full: &Path, version: i64) {
    let attach = AssertSqlSafe(format!("ATTACH '{}' AS full", full.display()));
    sqlx::raw_sql(attach).execute(&mut *conn).await.unwrap();
    let sql = "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' \
               AND name NOT LIKE '_sqlx%' AND name IN (SELECT name FROM full.sqlite_master) ORDER BY name = 'accounts'";
    let tables: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut *conn).await.unwrap();
    assert!(tables.len() > 20);
    for table in tables {
        let sql = "SELECT group_concat(name, ', ') FROM pragma_table_info($1, 'main') \
                   WHERE name IN (SELECT name FROM pragma_table_info($1, 'full'))";
        let columns: String = sqlx::query_scalar(sql).bind(&table).fetch_one(&mut *conn).await.unwrap();
        let read = in_words_of(version, &table, &columns);
        let copy = format!("INSERT INTO main.{table} ({columns}) SELECT {read} FROM full.{table}");
        sqlx::raw_sql(AssertSqlSafe(copy)).execute(&mut *conn).await.unwrap();
    }
    sqlx::raw_sql("DETACH full").execute(&mut *conn).await.unwrap();
}

/// The files of a database as they are at one moment, which is what a kill at that moment leaves.
fn image(of: &Path, to: &Path) {
    for ending in ["", "-wal"] {
        let from = PathBuf::from(format!("{}{ending}", of.display()));
        if from.exists() {
            std::fs::copy(&from, format!("{}{ending}", to.display())).unwrap();
        }
    }
}

/// Changes when anything was written.
fn stamp(of: &Path) -> Vec<(u64, Option<std::time::SystemTime>)> {
    let about = |ending: &str| std::fs::metadata(format!("{}{ending}", of.display())).ok();
    ["", "-wal"].map(|ending| about(ending).map_or((0, None), |m| (m.len(), m.modified().ok()))).to_vec()
}

#[tokio::test]
async fn a_file_killed_at_any_step_of_its_upgrade_is_old_or_new() {
    let all = versions();
    let folder = TempDir::new().unwrap();
    let full = folder.path().join("full.db");
    let store = Database::connect(&url(&full)).await.unwrap();
    live(&store).await;
    store.close().await;
    drop(store);
    let rows = whole(&url(&full)).await;
    let mut known = BTreeSet::new();
    for version in all.iter().chain([&0]) {
        let mut conn = opened(&folder.path().join(format!("known{version}.db"))).await;
        up_to(&SQLITE, *version).run(&mut conn).await.unwrap();
        known.insert((*version, schema(&mut conn).await));
    }
    let old = all[all.len() - 1 - PREVIOUS..all.len() - 1].iter().copied().chain([0]);
    for from in old {
        let path = folder.path().join(format!("from{from}.db"));
        let mut conn = opened(&path).await;
        if from > 0 {
            up_to(&SQLITE, from).run(&mut conn).await.unwrap();
            fill_from(&mut conn, &full, from).await;
        }
        let images = Arc::new(Mutex::new((0_u32, 0_u32, Vec::new())));
        let (taken, source, into) = (images.clone(), path.clone(), folder.path().to_owned());
        conn.lock_handle().await.unwrap().set_progress_handler(1, move || {
            let mut taken = taken.lock().unwrap();
            let now = stamp(&source);
            taken.0 += 1;
            if taken.2 != now {
                taken.1 += 1;
                image(&source, &into.join(format!("image{from}-{}.db", taken.1)));
                taken.2 = now;
            }
            true
        });
        SQLITE.run(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        let (steps, taken) = {
            let images = images.lock().unwrap();
            (images.0, images.1)
        };
        println!("from version {from}: {taken} different states on disk at {steps} steps");
        assert!(steps > 100 && i64::from(taken) >= (all[all.len() - 1] - from).min(2), "{steps} {taken}");
        for n in 1..=taken {
            let killed = folder.path().join(format!("image{from}-{n}.db"));
            let mut conn = opened(&killed).await;
            let run = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations";
            let version: i64 = sqlx::query_scalar(run).fetch_one(&mut conn).await.unwrap_or(0);
            let state = (version, schema(&mut conn).await);
            assert!(known.contains(&state), "from {from}, image {n}: between two versions: {state:?}");
            conn.close().await.unwrap();
            let readable = whole(&url(&killed)).await;
            assert_eq!(readable, if from > 0 { rows } else { 0 }, "from {from}, image {n}");
        }
    }
}

/// The statements of a migration; none of ours has a semicolon in a text.
fn statements(sql: &str) -> Vec<String> {
    let code: Vec<&str> = sql.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
    code.join("\n").split(';').map(str::trim).filter(|one| !one.is_empty()).map(str::to_owned).collect()
}

async fn server_schema(conn: &mut PgConnection) -> String {
    let sql = "SELECT COALESCE(string_agg(one, '; ' ORDER BY one), '') FROM ( \
               SELECT table_name || '.' || column_name || ' ' || data_type AS one FROM information_schema.columns \
               WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations' \
               UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename <> '_sqlx_migrations' \
               ) AS all_of_it";
    sqlx::query_scalar(sql).fetch_one(conn).await.unwrap()
}

/// The same on a server: rows of one schema into the older tables of another.
async fn fill_server_from(conn: &mut PgConnection, full: &str, version: i64) {
    let sql = "SELECT a.table_name::text, string_agg(a.column_name::text, ', ' ORDER BY a.column_name) \
               FROM information_schema.columns AS a JOIN information_schema.columns AS b \
               ON b.table_name = a.table_name AND b.column_name = a.column_name AND b.table_schema = $1 \
               WHERE a.table_schema = current_schema() AND a.table_name <> '_sqlx_migrations' \
               GROUP BY a.table_name ORDER BY a.table_name = 'accounts'";
    let tables: Vec<(String, String)> = sqlx::query_as(sql).bind(full).fetch_all(&mut *conn).await.unwrap();
    assert!(tables.len() > 20);
    for (table, columns) in tables {
        let counts = columns.split(", ").any(|name| matches!(name, "rowid" | "seq"));
        let given = if counts && table != "steps" { " OVERRIDING SYSTEM VALUE" } else { "" };
        let read = in_words_of(version, &table, &columns);
        let copy = format!("INSERT INTO {table} ({columns}){given} SELECT {read} FROM {full}.{table}");
        sqlx::raw_sql(AssertSqlSafe(copy)).execute(&mut *conn).await.unwrap();
    }
}

fn schema_of(url: &str) -> &str {
    url.rsplit('=').next().unwrap()
}

#[tokio::test]
async fn a_server_whose_client_dies_at_any_statement_of_an_upgrade_has_the_old_tables() {
    let Some(server) = proof::postgres::server() else { return };
    let full = server.fresh().await;
    let store = Database::connect(&full).await.unwrap();
    live(&store).await;
    store.close().await;
    drop(store);
    let rows = whole(&full).await;
    let all = versions();
    let with_rows: BTreeSet<i64> = all[all.len() - PREVIOUS..].iter().copied().collect();
    let mut deaths = 0;
    for migration in POSTGRES.iter() {
        let url = server.fresh().await;
        let mut conn = PgConnection::connect(&url).await.unwrap();
        let before = up_to(&POSTGRES, migration.version - 1);
        before.run(&mut conn).await.unwrap();
        if with_rows.contains(&migration.version) {
            fill_server_from(&mut conn, schema_of(&full), migration.version - 1).await;
        }
        let old = server_schema(&mut conn).await;
        let all = statements(migration.sql.as_str());
        for done in 0..=all.len() {
            let mut sql = all[..done].iter().map(|one| format!("{one};\n")).collect::<String>();
            sql.push_str("SELECT pg_terminate_backend(pg_backend_pid());");
            let name = migration.description.clone();
            let sql = AssertSqlSafe(sql).into_sql_str();
            let cut = Migration::new(migration.version, name, migration.migration_type, sql, false);
            let mut some: Vec<Migration> = before.iter().cloned().collect();
            some.push(cut);
            let some = Migrator { migrations: some.into(), ..Migrator::DEFAULT };
            let mut dying = PgConnection::connect(&url).await.unwrap();
            some.run(&mut dying).await.unwrap_err();
            deaths += 1;
            assert_eq!(server_schema(&mut conn).await, old, "migration {} after {done} statements", migration.version);
        }
        let readable = whole(&url).await;
        assert_eq!(readable, if with_rows.contains(&migration.version) { rows } else { 0 });
    }
    println!("{deaths} deaths in {} migrations", all.len());
    assert!(deaths > 80, "{deaths}");
}

/// The rows of an outbox before its states had names: state, how often unclear, and what the state is called since.
const BEFORE: [(&str, i64, &str); 7] = [
    ("due", 0, "pending"),
    ("due", 2, "uncertain"),
    ("sending", 1, "sending"),
    ("done", 0, "sent"),
    ("failed", 1, "failed"),
    ("dropped", 0, "dropped"),
    ("shelved", 2, "shelved"),
];

fn rows_before() -> String {
    let row = |(n, (state, unclear, _)): (usize, &(&str, i64, &str))| {
        format!(
            "INSERT INTO outbox (id, lane, due_at, state, head, unclear, created_at, changed_at, body) \
             VALUES ('{n}', '{n}', 0, '{state}', 0, {unclear}, 0, 0, 'x'); "
        )
    };
    BEFORE.iter().enumerate().map(row).collect()
}

#[tokio::test]
async fn what_may_have_been_sent_before_an_upgrade_is_uncertain_after_it() {
    let expected: Vec<String> = BEFORE.iter().map(|(_, _, name)| (*name).to_owned()).collect();
    let states = "SELECT state FROM outbox ORDER BY seq";
    let further = "INSERT INTO outbox (id, lane, due_at, head, created_at, changed_at, body) VALUES ('z', 'z', 0, 1, 0, 0, 'x') RETURNING seq";
    let folder = TempDir::new().unwrap();
    let mut file = opened(&folder.path().join("s.db")).await;
    up_to(&SQLITE, STATES_NAMED - 1).run(&mut file).await.unwrap();
    let forgotten = "; INSERT INTO outbox (seq, id, lane, due_at, head, created_at, changed_at, body) VALUES (99, 'y', 'y', 0, 0, 0, 0, 'x'); \
                     DELETE FROM outbox WHERE seq = 99";
    sqlx::raw_sql(AssertSqlSafe(rows_before() + forgotten)).execute(&mut file).await.unwrap();
    SQLITE.run(&mut file).await.unwrap();
    let now: Vec<String> = sqlx::query_scalar(states).fetch_all(&mut file).await.unwrap();
    assert_eq!(now, expected);
    let next: i64 = sqlx::query_scalar(further).fetch_one(&mut file).await.unwrap();
    assert_eq!(next, 100, "the number of a row that was forgotten is not given again");

    let Some(server) = proof::postgres::server() else { return };
    let mut conn = PgConnection::connect(&server.fresh().await).await.unwrap();
    up_to(&POSTGRES, STATES_NAMED - 1).run(&mut conn).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(rows_before())).execute(&mut conn).await.unwrap();
    POSTGRES.run(&mut conn).await.unwrap();
    let now: Vec<String> = sqlx::query_scalar(states).fetch_all(&mut conn).await.unwrap();
    assert_eq!(now, expected);
}

/// What is kept of tickets from before the go of a plan was kept whole: the status, the body, and what becomes of it.
const AGREED: [(&str, &str, &str); 3] = [
    (
        "confirming",
        r#"{"a":1,"agreed_by":"Ma \"r\" \\","words":"\u0000 \"agreed_by\":\"no\""}"#,
        r#"{"a":1,"go":{"option":null,"text":"Start","by":null,"name":"Ma \"r\" \\","platform":null,"at":"2027-01-15T08:00:00Z"},"words":"\u0000 \"agreed_by\":\"no\""}"#,
    ),
    ("done", r#"{"agreed_by":"Kim","a":2}"#, r#"{"a":2}"#),
    ("done", r#"{"words":"\"agreed_by\":\"no\","}"#, r#"{"words":"\"agreed_by\":\"no\","}"#),
];

fn agreed_before() -> String {
    let row = |(n, (status, body, _)): (usize, &(&str, &str, &str))| {
        format!(
            "INSERT INTO tickets (id, workspace, number, requester, room, direct, status, priority, created_at, updated_at, folded, body) \
             VALUES ('{n}', 'w', {n}, 'p', 'r', 0, '{status}', 2, 0, 1800000000123456, 0, '{body}'); "
        )
    };
    AGREED.iter().enumerate().map(row).collect()
}

#[tokio::test]
async fn who_agreed_before_an_upgrade_gave_the_go() {
    let bodies = "SELECT body FROM tickets ORDER BY number";
    let same = |found: Vec<String>| {
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        let found: Vec<serde_json::Value> = found.iter().map(|body| read(body)).collect();
        let wanted: Vec<serde_json::Value> = AGREED.iter().map(|(_, _, body)| read(body)).collect();
        assert_eq!(found, wanted);
    };
    let folder = TempDir::new().unwrap();
    let mut file = opened(&folder.path().join("s.db")).await;
    up_to(&SQLITE, GO_KEPT - 1).run(&mut file).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(agreed_before())).execute(&mut file).await.unwrap();
    SQLITE.run(&mut file).await.unwrap();
    same(sqlx::query_scalar(bodies).fetch_all(&mut file).await.unwrap());

    let Some(server) = proof::postgres::server() else { return };
    let mut conn = PgConnection::connect(&server.fresh().await).await.unwrap();
    up_to(&POSTGRES, GO_KEPT - 1).run(&mut conn).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(agreed_before())).execute(&mut conn).await.unwrap();
    POSTGRES.run(&mut conn).await.unwrap();
    same(sqlx::query_scalar(bodies).fetch_all(&mut conn).await.unwrap());
}
