//! Databases with rows in every table, copied, kept, put back and damaged.

use super::super::Database;
use super::super::database::pool::{Connection, Pool};
use super::super::database::sqlite;
use super::copy::{commit, number, reading, run, writing};
use super::tables::{Kind, TABLES, columns};
use super::{Copied, KeepingError, Way};
use crate::ports::files::TicketFile;
use crate::ports::store::{Processes, Standing};
use sqlx::AssertSqlSafe;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Rows of each table: more than a page.
const ROWS: i64 = 205;
/// Letters that trip naive code; the NUL is one that PostgreSQL does not keep.
const ODD: &str = "Ünïcødé \u{202e}עברית 👩‍👩‍👧 e\u{301} 'quoted\" \\ % _ \u{feff} ß İ $1";

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn url(&self, name: &str) -> String {
        format!("sqlite://{}", self.file(name).display())
    }
}

async fn do_all(store: &Database, statements: &[&str]) {
    let mut conn = writing(&store.writer).await.unwrap();
    for sql in statements {
        run(&mut conn, (*sql).to_owned()).await.unwrap();
    }
    commit(&mut conn).await.unwrap();
}

/// Fills every column of every table there is. Text columns get `text` and a number.
async fn fill(store: &Database, text: &str) {
    let mut conn = writing(&store.writer).await.unwrap();
    for table in &TABLES {
        let columns = columns(&mut conn, table).await.unwrap();
        for n in 0..ROWS {
            let value = |(name, kind): (&str, Kind)| match (name, kind) {
                ("state", _) if table.name == "outbox" => "'sent'".to_owned(),
                ("state", _) => "'done'".to_owned(),
                ("kind", _) => "'group'".to_owned(),
                (name, Kind::Text) if name == "person" && table.name == "accounts" => format!("'person {n}'"),
                ("id", Kind::Text) if table.name == "people" => format!("'person {n}'"),
                ("why" | "slot" | "fate" | "actor", _)
                    if n % 2 == 0 && matches!(table.name, "inbox" | "outbox" | "events") =>
                {
                    "NULL".to_owned()
                }
                (_, Kind::Text) => format!("'{}{n}'", text.replace('\'', "''")),
                (_, Kind::Number) => (n + 7).to_string(),
                (_, Kind::Bytes) if store.is_shared() => format!("'\\x00ff{n:04x}'"),
                (_, Kind::Bytes) => format!("x'00ff{n:04x}'"),
            };
            let row: Vec<String> = columns.iter().map(|column| value((&column.name, column.kind))).collect();
            let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            let own = store.is_shared() && table.counter.is_some();
            let own = if own { "OVERRIDING SYSTEM VALUE" } else { "" };
            let sql = format!("INSERT INTO {} ({}) {own} VALUES ({})", table.name, names.join(", "), row.join(", "));
            run(&mut conn, sql).await.unwrap_or_else(|error| panic!("{}: {error}", table.name));
        }
    }
    commit(&mut conn).await.unwrap();
}

/// Every table as lines of text, by other statements than those that copy.
async fn lines(store: &Database) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut conn = reading(&store.readers).await.unwrap();
    let mut all = BTreeMap::new();
    for table in &TABLES {
        let columns = columns(&mut conn, table).await.unwrap();
        let cell = |name: &str, kind: Kind, lite: bool| match (kind, lite) {
            (Kind::Bytes, true) => format!("COALESCE('b' || lower(hex({name})), '-')"),
            (Kind::Bytes, false) => format!("COALESCE('b' || encode({name}, 'hex'), '-')"),
            (Kind::Number | Kind::Text, _) => format!("COALESCE('t' || CAST({name} AS TEXT), '-')"),
        };
        let lite = matches!(&*conn, Connection::Sqlite(_));
        let cells: Vec<String> = columns.iter().map(|column| cell(&column.name, column.kind, lite)).collect();
        let sql = AssertSqlSafe(format!("SELECT {} FROM {}", cells.join(" || '|' || "), table.name));
        let rows: Vec<(String,)> = match &mut *conn {
            Connection::Sqlite(conn) => sqlx::query_as(sql).fetch_all(&mut **conn).await.unwrap(),
            Connection::Postgres(conn) => sqlx::query_as(sql).fetch_all(&mut **conn).await.unwrap(),
        };
        all.insert(table.name, rows.into_iter().map(|(line,)| line).collect());
    }
    all
}

fn nothing() -> std::iter::Empty<std::io::Result<TicketFile>> {
    std::iter::empty()
}

fn file(home: &str, path: &str, bytes: &[u8]) -> TicketFile {
    TicketFile { home: home.to_owned(), path: path.to_owned(), bytes: bytes.to_vec() }
}

/// An empty database of every kind that can be filled.
async fn targets(place: &Place, name: &str) -> Vec<Database> {
    let mut targets = vec![Database::connect(&place.url(name)).await.unwrap()];
    if let Some(server) = proof::postgres::server() {
        targets.push(Database::connect(&server.fresh().await).await.unwrap());
    }
    targets
}

async fn rows_in(store: &Database) -> i64 {
    let mut conn = reading(&store.readers).await.unwrap();
    let mut rows = 0;
    for table in &TABLES {
        rows += number(&mut conn, format!("SELECT CAST(COUNT(*) AS BIGINT) FROM {}", table.name)).await.unwrap();
    }
    rows
}

#[tokio::test]
async fn every_row_arrives_in_the_other_database_and_back() {
    let place = Place::new();
    let store = Database::connect(&place.url("s.db")).await.unwrap();
    fill(&store, ODD).await;
    let before = lines(&store).await;
    store.close().await;
    drop(store);
    let bytes = std::fs::read(place.file("s.db")).unwrap();
    for target in targets(&place, "t.db").await {
        let from = Database::look_alone(&place.url("s.db")).await.unwrap();
        let ticket_files = [file("t-x", "a/b.md", b"new"), file("t-x", "c.md", "\u{0}ä".as_bytes())];
        let copied = from.copy_into(&target, &mut ticket_files.clone().into_iter().map(Ok)).await.unwrap();
        assert_eq!(copied.len(), TABLES.len());
        let rows = |table: &str| ROWS as u64 + if table == "files" { 2 } else { 0 };
        assert!(copied.iter().all(|copied| copied.rows == rows(copied.table)), "{copied:?}");
        from.close().await;

        let back = Database::connect("sqlite::memory:").await.unwrap();
        target.copy_into(&back, &mut nothing()).await.unwrap();
        let mut after = lines(&back).await;
        let files = after.get_mut("files").unwrap();
        assert!(files.remove("b6e6577|tt-x|ta/b.md") && files.remove("b00c3a4|tt-x|tc.md"), "{files:?}");
        assert_eq!(after, before);
    }
    assert_eq!(std::fs::read(place.file("s.db")).unwrap(), bytes, "the source is as it was");
}

#[tokio::test]
async fn a_nul_in_a_text_is_the_only_thing_a_server_keeps_otherwise() {
    let Some(server) = proof::postgres::server() else { return };
    let store = Database::connect("sqlite::memory:").await.unwrap();
    do_all(&store, &["INSERT INTO marks (name, value) VALUES ('n', 'a' || char(0) || 'b')"]).await;
    let target = Database::connect(&server.fresh().await).await.unwrap();
    store.copy_into(&target, &mut nothing()).await.unwrap();
    assert_eq!(lines(&target).await["marks"], ["tn|ta\u{fffd}b".to_owned()].into());
}

#[tokio::test]
async fn numbers_go_on_behind_the_highest_that_was_ever_given() {
    let place = Place::new();
    for target in targets(&place, "t.db").await {
        let store = Database::connect("sqlite::memory:").await.unwrap();
        fill(&store, "x").await;
        // The highest is gone, as after retention.
        do_all(&store, &["DELETE FROM inbox WHERE seq > 100", "DELETE FROM web_log"]).await;
        store.copy_into(&target, &mut nothing()).await.unwrap();
        let insert = "INSERT INTO inbox (platform, bot, event, body, seed, received_at) VALUES ('p', 'b', 'e', '', ";
        let seed = if target.is_shared() { "'\\x00'" } else { "x'00'" };
        do_all(
            &target,
            &[
                &format!("{insert}{seed}, 0)"),
                "INSERT INTO web_log (seq, key, body) VALUES (1, 'k', '')",
                "INSERT INTO prompts (token, rooms, actions, bound_at) VALUES ('new', '', '', 0)",
            ],
        )
        .await;
        let mut conn = reading(&target.writer).await.unwrap();
        let most = ROWS + 6;
        for (sql, expected) in [
            ("SELECT MAX(seq) FROM inbox", most + 1),
            ("SELECT MAX(id) FROM web_log", most + 1),
            ("SELECT rowid FROM prompts WHERE token = 'new'", most + 1),
        ] {
            assert_eq!(number(&mut conn, sql.to_owned()).await.unwrap(), expected, "{sql} {target:?}");
        }
    }
}

#[tokio::test]
async fn what_is_in_the_way_is_said_and_nothing_is_touched() {
    let place = Place::new();
    let store = Database::connect("sqlite::memory:").await.unwrap();
    do_all(&store, &["INSERT INTO marks (name, value) VALUES ('a', 'b')"]).await;
    for target in targets(&place, "t.db").await {
        do_all(&target, &["INSERT INTO counters (workspace, name, value) VALUES ('w', 'ticket', 3)"]).await;
        let error = store.copy_into(&target, &mut nothing()).await.unwrap_err();
        assert!(error.to_string().contains("is not empty: its table “counters” has rows"), "{error}");
        assert_eq!(rows_in(&target).await, 1);
    }
}

#[tokio::test]
async fn a_database_with_anything_in_it_is_not_filled() {
    let place = Place::new();
    Database::vacant(&place.url("none.db")).await.unwrap();
    assert!(!place.file("none.db").exists(), "looking makes nothing");
    for store in targets(&place, "t.db").await {
        let url = if store.is_shared() { address(&store).await } else { place.url("t.db") };
        Database::vacant(&url).await.unwrap();
        do_all(&store, &["CREATE TABLE recipes (name TEXT)"]).await;
        let error = Database::vacant(&url).await.unwrap_err();
        assert!(error.to_string().contains("a table of another program (“recipes”)"), "{error}");
        let row = "INSERT INTO counters (workspace, name, value) VALUES ('w', 'ticket', 3)";
        do_all(&store, &["DROP TABLE recipes", row]).await;
        let error = Database::vacant(&url).await.unwrap_err();
        assert!(matches!(error, KeepingError::NotEmpty("counters")), "{error}");
        // Names like ours that others gave.
        do_all(&store, &["DELETE FROM counters", "DROP TABLE _sqlx_migrations"]).await;
        let error = Database::vacant(&url).await.unwrap_err();
        assert!(matches!(error, KeepingError::Strangers(_)), "{error}");
    }
}

/// What is written is not what was read: here a trigger of the target sees to it, elsewhere a fault of a disk.
#[tokio::test]
async fn a_copy_that_differs_does_not_count() {
    let place = Place::new();
    let store = Database::connect("sqlite::memory:").await.unwrap();
    fill(&store, "x").await;
    let target = Database::connect(&place.url("t.db")).await.unwrap();
    do_all(
        &target,
        &["CREATE TRIGGER spoil AFTER INSERT ON marks WHEN new.name = 'x7' \
           BEGIN UPDATE marks SET value = 'spoilt' WHERE name = 'x7'; END"],
    )
    .await;
    let error = store.copy_into(&target, &mut nothing()).await.unwrap_err();
    assert!(matches!(error, KeepingError::Unlike { table: "marks", read: 205, written: 205 }), "{error}");
    assert_eq!(rows_in(&target).await, 0);
}

#[tokio::test]
async fn a_copy_that_is_cut_off_leaves_the_target_empty() {
    let place = Place::new();
    let store = Database::connect("sqlite::memory:").await.unwrap();
    fill(&store, "x").await;
    for target in targets(&place, "t.db").await {
        let broken = || Err(std::io::Error::from(std::io::ErrorKind::PermissionDenied));
        let mut files = [Ok(file("t-1", "a", b"x")), broken()].into_iter();
        let error = store.copy_into(&target, &mut files).await.unwrap_err();
        assert!(matches!(error, KeepingError::TicketFile(_)), "{error}");
        assert_eq!(rows_in(&target).await, 0);
        let url = if target.is_shared() { address(&target).await } else { place.url("t.db") };
        target.close().await;
        drop(target);
        let target = Database::connect(&url).await.unwrap();
        store.copy_into(&target, &mut nothing()).await.unwrap();
    }
}

#[tokio::test]
async fn a_server_somebody_uses_is_not_moved_from_or_to() {
    let Some(server) = proof::postgres::server() else { return };
    let url = server.fresh().await;
    let running = Database::connect(&url).await.unwrap();
    let _changes = running.join().await.unwrap();
    let error = Database::look_alone(&url).await.unwrap_err();
    assert!(error.to_string().starts_with("The secretary is running with this database (1 process)."), "{error}");
    Database::look(&url).await.unwrap();
    let store = Database::connect("sqlite::memory:").await.unwrap();
    let target = Database::connect(&url).await.unwrap();
    let error = store.copy_into(&target, &mut nothing()).await.unwrap_err();
    assert!(matches!(error, KeepingError::Running(1)), "{error}");
    // One that was killed is given up after a while.
    do_all(&target, &["UPDATE leases SET until = 0"]).await;
    store.copy_into(&target, &mut nothing()).await.unwrap();
    assert_eq!(running.live().await.unwrap(), Standing::Ousted, "should it wake up, it can do nothing");
}

#[tokio::test]
async fn looking_is_refused_in_plain_words() {
    let place = Place::new();
    let text = |error: KeepingError| error.to_string();
    let error = text(Database::look(&place.url("no.db")).await.unwrap_err());
    assert_eq!(error, format!("There is no database at {}.", place.file("no.db").display()));
    assert!(!place.file("no.db").exists(), "looking makes nothing");
    assert!(text(Database::look("sqlite::memory:").await.unwrap_err()).contains("nothing to keep"));
    std::fs::write(place.file("text.db"), "no database, but long enough to be read as a header").unwrap();
    std::fs::write(place.file("empty.db"), "").unwrap();
    for name in ["text.db", "empty.db"] {
        let error = text(Database::look(&place.url(name)).await.unwrap_err());
        assert!(error.contains("is no database of the secretary"), "{name}: {error}");
    }
    for (change, says) in [
        ("UPDATE _sqlx_migrations SET version = 9999 WHERE version = 1", "written by a newer version"),
        ("UPDATE _sqlx_migrations SET checksum = x'00'", "another build of the secretary: migration 1 differs"),
        ("DELETE FROM _sqlx_migrations WHERE version > 3", "Start this version once"),
    ] {
        let place = Place::new();
        let store = Database::connect(&place.url("s.db")).await.unwrap();
        do_all(&store, &[change]).await;
        store.close().await;
        let error = text(Database::look(&place.url("s.db")).await.unwrap_err());
        assert!(error.contains(says), "{error}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_that_may_not_be_read_is_not_said_to_be_missing() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    Database::connect(&place.url("home/s.db")).await.unwrap().close().await;
    for (shut, mode) in [("home/s.db", 0o600), ("home", 0o700)] {
        let rights = |mode| std::fs::set_permissions(place.file(shut), std::fs::Permissions::from_mode(mode)).unwrap();
        rights(0);
        let looked = Database::look(&place.url("home/s.db")).await;
        // Root may read whatever there is.
        let all = std::fs::File::open(place.file("home/s.db")).is_ok();
        rights(mode);
        match looked {
            Ok(_) => assert!(all),
            Err(error) => {
                let says = format!("This user may not read {}. Run", place.file("home/s.db").display());
                assert!(error.to_string().starts_with(&says), "{error}");
            }
        }
    }
}

async fn backed_up(url: &str, to: &Path, files: &[TicketFile]) -> Vec<Copied> {
    let look = Database::look(url).await.unwrap();
    let copied = look.backup(to, &mut files.iter().cloned().map(Ok)).await.unwrap();
    look.close().await;
    copied
}

#[tokio::test]
async fn a_backup_of_any_database_goes_back_into_any_database() {
    let place = Place::new();
    for (n, store) in targets(&place, "s.db").await.into_iter().enumerate() {
        fill(&store, ODD).await;
        let before = lines(&store).await;
        let backup = place.file(&format!("backup{n}.db"));
        let url = if n == 0 { place.url("s.db") } else { address(&store).await };
        // While it is open for writing.
        let copied = backed_up(&url, &backup, &[file("t-x", "n.md", b"n")]).await;
        assert_eq!(copied.iter().map(|copied| copied.rows).sum::<u64>(), TABLES.len() as u64 * ROWS as u64 + 1);
        let beside: BTreeSet<_> =
            std::fs::read_dir(place.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(beside.iter().all(|name| !name.to_string_lossy().contains(".part")), "{beside:?}");

        let mut urls = vec![place.url(&format!("deep/r{n}.db"))];
        if let Some(server) = proof::postgres::server() {
            urls.push(server.fresh().await);
        }
        for url in urls {
            let restored = Database::restore(&backup, &url, &Way::Fresh, place.folder.path()).await.unwrap();
            assert_eq!(restored.before, None);
            let store = Database::connect(&url).await.unwrap();
            let mut after = lines(&store).await;
            assert!(after.get_mut("files").unwrap().remove("b6e|tt-x|tn.md"));
            assert_eq!(after, before);
            store.close().await;
            drop(store);
            let error = Database::restore(&backup, &url, &Way::Fresh, place.folder.path()).await.unwrap_err();
            assert!(matches!(error, KeepingError::Exists(_) | KeepingError::NotEmpty("inbox")), "{error}");
        }
    }
}

/// The address of a server's database, from its connection.
async fn address(store: &Database) -> String {
    let Pool::Postgres(pool) = &store.writer else { panic!("a file") };
    let mut conn = pool.acquire().await.unwrap();
    let sql = "SELECT current_schema()::text, current_setting('unix_socket_directories')";
    let (schema, socket): (String, String) = sqlx::query_as(sql).fetch_one(&mut *conn).await.unwrap();
    format!("postgres:///postgres?host={socket}&user=tester&options[search_path]={schema}")
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_on_the_machine_can_read_a_database_or_a_backup() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let store = Database::connect(&place.url("home.db")).await.unwrap();
    fill(&store, ODD).await;
    store.backup(&place.file("kept.db"), &mut nothing()).await.unwrap();
    let mode = |name: &str| std::fs::metadata(place.file(name)).unwrap().permissions().mode() & 0o777;
    for name in ["home.db", "home.db-wal", "kept.db"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }
    store.close().await;
    drop(store);
    // A backup of an older version, or one that was handed around.
    std::fs::set_permissions(place.file("kept.db"), std::fs::Permissions::from_mode(0o644)).unwrap();
    let way = Way::Replace(".before".to_owned());
    Database::restore(&place.file("kept.db"), &place.url("home.db"), &way, place.folder.path()).await.unwrap();
    assert_eq!((mode("home.db"), mode("kept.db")), (0o600, 0o644));
}

#[tokio::test]
async fn a_backup_is_never_written_over_and_is_whole_or_not_there() {
    let place = Place::new();
    let store = Database::connect(&place.url("s.db")).await.unwrap();
    fill(&store, "x").await;
    let look = Database::look(&place.url("s.db")).await.unwrap();
    std::fs::write(place.file("taken"), "mine").unwrap();
    let error = look.backup(&place.file("taken"), &mut nothing()).await.unwrap_err();
    assert!(error.to_string().ends_with("taken is there already and is not written over."), "{error}");
    assert_eq!(std::fs::read(place.file("taken")).unwrap(), b"mine");
    let broken = || Err(std::io::Error::from(std::io::ErrorKind::PermissionDenied));
    let error = look.backup(&place.file("b.db"), &mut [broken()].into_iter()).await.unwrap_err();
    assert!(matches!(error, KeepingError::TicketFile(_)), "{error}");
    let error = look.backup(&place.file("no/folder/b.db"), &mut nothing()).await.unwrap_err();
    assert!(error.to_string().ends_with("no/folder for the backup. Make it first, or name another place."), "{error}");
    let names: Vec<_> = std::fs::read_dir(place.folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().starts_with("b.db")), "{names:?}");
}

/// Makes a file in which a change was cut off in the middle, and beside it what undoes the change. Gives its rows before.
async fn cut_off(place: &Place, name: &str) -> Vec<Copied> {
    let first = place.file("first.db");
    let store = sqlite::plain(&first).await.unwrap();
    fill(&store, ODD).await;
    let rows = store.counted().await.unwrap();
    let mut conn = writing(&store.writer).await.unwrap();
    for sql in ["PRAGMA cache_size = 1", "PRAGMA defer_foreign_keys = ON"] {
        run(&mut conn, sql.to_owned()).await.unwrap();
    }
    for table in &TABLES {
        run(&mut conn, format!("DELETE FROM {}", table.name)).await.unwrap();
    }
    let undoing = sqlite::undoing(&first);
    assert!(std::fs::metadata(&undoing).unwrap().len() > 512, "some of it is written already");
    std::fs::copy(&first, place.file(name)).unwrap();
    std::fs::copy(&undoing, sqlite::undoing(&place.file(name))).unwrap();
    drop(conn);
    store.close().await;
    rows
}

#[tokio::test]
async fn a_file_in_which_a_change_was_cut_off_is_whole() {
    let place = Place::new();
    let rows = cut_off(&place, "cut.db").await;
    let store = Database::look(&place.url("cut.db")).await.unwrap();
    assert_eq!((store.damage().await.unwrap(), store.counted().await.unwrap()), (vec![], rows));
}

#[tokio::test]
async fn what_undoes_a_change_of_a_database_that_is_gone_does_not_spoil_a_restored_one() {
    let place = Place::new();
    let store = Database::connect(&place.url("whole.db")).await.unwrap();
    let rows = store.backup(&place.file("kept.db"), &mut std::iter::empty()).await.unwrap();
    store.close().await;
    for way in [Way::Fresh, Way::Replace(".before".to_owned())] {
        cut_off(&place, "home.db").await;
        if way == Way::Fresh {
            std::fs::remove_file(place.file("home.db")).unwrap();
        } else {
            std::fs::write(place.file("home.db"), "no database any more").unwrap();
        }
        let restored =
            Database::restore(&place.file("kept.db"), &place.url("home.db"), &way, place.folder.path()).await.unwrap();
        let store = Database::connect(&place.url("home.db")).await.unwrap();
        assert_eq!((store.damage().await.unwrap(), store.counted().await.unwrap()), (vec![], restored.tables));
        store.close().await;
        for name in ["first.db", "home.db"] {
            std::fs::remove_file(place.file(name)).unwrap();
        }
    }
    assert!(rows.iter().all(|copied| copied.rows < 200), "{rows:?}");
}

#[tokio::test]
async fn what_was_there_before_a_restore_is_kept() {
    let place = Place::new();
    let store = Database::connect(&place.url("s.db")).await.unwrap();
    fill(&store, "old").await;
    backed_up(&place.url("s.db"), &place.file("b.db"), &[]).await;
    do_all(&store, &["UPDATE marks SET value = 'newer'"]).await;
    let now = lines(&store).await;
    let way = Way::Replace(".before".to_owned());
    let error =
        Database::restore(&place.file("b.db"), &place.url("s.db"), &way, place.folder.path()).await.unwrap_err();
    assert!(error.to_string().starts_with("The secretary is already running with this database"), "{error}");
    // As after a kill: what was written last stands in the log beside the file alone.
    let Pool::Sqlite(pool) = &store.writer else { panic!("a server") };
    assert!(pool.size() == 1 && place.file("s.db-wal").metadata().unwrap().len() > 0);
    store.close().await;
    drop(store);
    let error =
        Database::restore(&place.file("s.db"), &place.url("s.db"), &way, place.folder.path()).await.unwrap_err();
    assert!(matches!(error, KeepingError::Itself(_)), "{error}");
    std::fs::write(place.file("s.db.restoring"), "half of a copy that was cut off").unwrap();
    let restored = Database::restore(&place.file("b.db"), &place.url("s.db"), &way, place.folder.path()).await.unwrap();
    assert_eq!(restored.before, Some(place.file("s.db.before")));
    assert!(!place.file("s.db.restoring").exists());
    let kept = Database::connect(&place.url("s.db.before")).await.unwrap();
    assert_eq!(lines(&kept).await, now);
    let store = Database::connect(&place.url("s.db")).await.unwrap();
    assert!(lines(&store).await["marks"].contains("told7|told7"), "as in the backup");
    for store in [kept, store] {
        store.close().await;
    }
    // Once more in the same second.
    let restored = Database::restore(&place.file("b.db"), &place.url("s.db"), &way, place.folder.path()).await.unwrap();
    assert_eq!(restored.before, Some(place.file("s.db.before-2")));
    let kept = Database::connect(&place.url("s.db.before")).await.unwrap();
    assert_eq!(lines(&kept).await, now, "what was kept first");
}

#[tokio::test]
async fn a_backup_that_is_not_whole_is_not_put_back() {
    let place = Place::new();
    let store = Database::connect(&place.url("s.db")).await.unwrap();
    fill(&store, ODD).await;
    backed_up(&place.url("s.db"), &place.file("b.db"), &[]).await;
    let whole = std::fs::read(place.file("b.db")).unwrap();
    let to = place.url("r.db");
    let restore = async |file: &Path| {
        let error = Database::restore(file, &to, &Way::Fresh, place.folder.path()).await.unwrap_err().to_string();
        assert!(!place.file("r.db").exists(), "{error}");
        error
    };
    assert!(restore(&place.file("nothing")).await.starts_with("There is no file"));
    // A disk that lost the end of the file, and one that wrote over its middle.
    std::fs::write(place.file("b.db"), &whole[..whole.len() / 2]).unwrap();
    assert!(restore(&place.file("b.db")).await.contains("damaged"));
    let mut spoilt = whole.clone();
    let middle = spoilt.len() / 2 / 4096 * 4096;
    spoilt[middle..middle + 4096].fill(0xa5);
    std::fs::write(place.file("b.db"), &spoilt).unwrap();
    assert!(restore(&place.file("b.db")).await.starts_with("The backup is damaged"));
    std::fs::write(place.file("b.db"), "some text").unwrap();
    assert!(restore(&place.file("b.db")).await.contains("is no database of the secretary"));
}

#[tokio::test]
async fn a_check_finds_what_is_wrong_and_says_what_to_do() {
    let place = Place::new();
    for store in targets(&place, "s.db").await {
        let checked = store.check().await.unwrap();
        assert_eq!((checked.rows, checked.faults), (0, vec![]));
        let row = |id: &str, lane: &str, head: i64, state: &str| {
            format!(
                "INSERT INTO outbox (id, lane, due_at, created_at, changed_at, head, state, body) \
                 VALUES ('{id}', '{lane}', 0, 0, 0, {head}, '{state}', '{{\"TellRun\":{{\"run\":\"r\",\"text\":\"\"}}}}')"
            )
        };
        do_all(&store, &[&row("1", "a", 1, "pending"), &row("2", "a", 0, "pending"), &row("3", "b", 1, "sending")])
            .await;
        let checked = store.check().await.unwrap();
        assert_eq!((checked.rows, checked.faults), (3, vec![]));
        do_all(
            &store,
            &[
                &row("4", "c", 0, "pending"),
                &row("5", "d", 0, "pending"),
                &row("6", "d", 1, "pending"),
                &row("7", "e", 1, "sent"),
                "UPDATE outbox SET body = '{hush' WHERE id = '2'",
                "INSERT INTO settings (workspace, body) VALUES ('w', '[]')",
            ],
        )
        .await;
        let checked = store.check().await.unwrap();
        let [unreadable, settings, heads, finished] = checked.faults.as_slice() else { panic!("{checked:#?}") };
        assert!(unreadable.starts_with("1 of 6 entries in “outbox” cannot be read back (body of 2)."), "{unreadable}");
        assert!(settings.contains("“settings” cannot be read back (body of w)"), "{settings}");
        assert!(heads.starts_with("2 queues") && finished.starts_with("1 finished"), "{checked:#?}");
        assert!(!checked.faults.concat().contains("hush"), "contents are not told");
        assert!(checked.faults.iter().all(|fault| fault.contains("estore the newest backup")));
    }
}

#[tokio::test]
async fn a_check_sees_damaged_pages_and_what_points_to_nothing() {
    let place = Place::new();
    let store = Database::connect(&place.url("s.db")).await.unwrap();
    fill(&store, ODD).await;
    store.close().await;
    drop(store);
    let whole = std::fs::read(place.file("s.db")).unwrap();
    let orphaned = super::super::database::sqlite::plain(&place.file("s.db")).await.unwrap();
    let Pool::Sqlite(pool) = &orphaned.writer else { panic!("a server") };
    sqlx::raw_sql("PRAGMA foreign_keys = OFF; DELETE FROM people WHERE id = 'person 3'").execute(pool).await.unwrap();
    orphaned.close().await;
    let look = Database::look(&place.url("s.db")).await.unwrap();
    let faults = look.damage().await.unwrap();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("1 rows of the table “accounts” belong to something that is not in “people”"));
    look.close().await;
    let mut spoilt = whole;
    let middle = spoilt.len() / 2 / 4096 * 4096;
    spoilt[middle..middle + 4096].fill(0xa5);
    std::fs::write(place.file("s.db"), &spoilt).unwrap();
    let look = Database::look(&place.url("s.db")).await.unwrap();
    let faults = look.check().await.unwrap().faults;
    assert!(faults[0].contains("The file is damaged") && faults[0].contains("restore the newest backup"), "{faults:?}");
}

#[tokio::test]
async fn files_that_came_along_are_unpacked_once() {
    let store = Database::connect("sqlite::memory:").await.unwrap();
    fill(&store, "x").await;
    let mut put = BTreeSet::new();
    let error = store
        .unpack(|file| {
            if put.len() == 30 {
                return Err(std::io::ErrorKind::StorageFull.into());
            }
            put.insert(file.path.clone());
            Ok(())
        })
        .await
        .unwrap_err();
    assert!(matches!(error, KeepingError::TicketFile(_)), "{error}");
    // What was not finished comes again.
    let again = store
        .unpack(|file| {
            put.insert(file.path.clone());
            Ok(())
        })
        .await
        .unwrap();
    assert_eq!((again, put.len() as u64), (ROWS as u64 - 20, ROWS as u64));
    assert_eq!(store.unpack(|_| panic!("nothing is left")).await.unwrap(), 0);
}
