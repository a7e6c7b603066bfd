//! Tests of backups: their content, their file permissions, and restoring.

use super::{ODD, Place, ROWS, do_all, file, fill, filled, lines, nothing, run, spoilt, targets, writing};
use crate::adapters::store::Database;
use crate::adapters::store::database::pool::Pool;
use crate::adapters::store::database::sqlite;
use crate::adapters::store::keeping::tables::TABLES;
use crate::adapters::store::keeping::{Copied, KeepingError, Way};
use crate::ports::files::TicketFile;
use std::collections::BTreeSet;
use std::path::Path;

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
        let backup = format!("backup{n}.db");
        let url = place.address(&store, "s.db").await;
        // While it is open for writing.
        let copied = backed_up(&url, &place.file(&backup), &[file("t-x", "n.md", b"n")]).await;
        assert_eq!(copied.iter().map(|copied| copied.rows).sum::<u64>(), TABLES.len() as u64 * ROWS as u64 + 1);
        let beside: BTreeSet<_> =
            std::fs::read_dir(place.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(beside.iter().all(|name| !name.to_string_lossy().contains(".part")), "{beside:?}");

        let mut urls = vec![place.url(&format!("deep/r{n}.db"))];
        if let Some(server) = proof::postgres::server() {
            urls.push(server.fresh().await);
        }
        for url in urls {
            let restored = place.restore(&backup, &url, &Way::Fresh).await.unwrap();
            assert_eq!(restored.before, None);
            let store = Database::connect(&url).await.unwrap();
            let mut after = lines(&store).await;
            assert!(after.get_mut("files").unwrap().remove("b6e|tt-x|tn.md"));
            assert_eq!(after, before);
            store.close().await;
            drop(store);
            let error = place.restore(&backup, &url, &Way::Fresh).await.unwrap_err();
            assert!(matches!(error, KeepingError::Exists(_) | KeepingError::NotEmpty("inbox")), "{error}");
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_on_the_machine_can_read_a_database_or_a_backup() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let store = filled(&place.url("home.db"), ODD).await;
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
    place.restore("kept.db", &place.url("home.db"), &way).await.unwrap();
    assert_eq!((mode("home.db"), mode("kept.db")), (0o600, 0o644));
}

#[tokio::test]
async fn a_backup_is_never_written_over_and_is_whole_or_not_there() {
    let place = Place::new();
    let _store = filled(&place.url("s.db"), "x").await;
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
        let restored = place.restore("kept.db", &place.url("home.db"), &way).await.unwrap();
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
    let store = filled(&place.url("s.db"), "old").await;
    backed_up(&place.url("s.db"), &place.file("b.db"), &[]).await;
    do_all(&store, &["UPDATE marks SET value = 'newer'"]).await;
    let now = lines(&store).await;
    let way = Way::Replace(".before".to_owned());
    let error = place.restore("b.db", &place.url("s.db"), &way).await.unwrap_err();
    assert!(error.to_string().starts_with("The secretary is already running with this database"), "{error}");
    // As after a kill: what was written last stands in the log beside the file alone.
    let Pool::Sqlite(pool) = &store.writer else { panic!("a server") };
    assert!(pool.size() == 1 && place.file("s.db-wal").metadata().unwrap().len() > 0);
    store.close().await;
    drop(store);
    let error = place.restore("s.db", &place.url("s.db"), &way).await.unwrap_err();
    assert!(matches!(error, KeepingError::Itself(_)), "{error}");
    std::fs::write(place.file("s.db.restoring"), "half of a copy that was cut off").unwrap();
    let restored = place.restore("b.db", &place.url("s.db"), &way).await.unwrap();
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
    let restored = place.restore("b.db", &place.url("s.db"), &way).await.unwrap();
    assert_eq!(restored.before, Some(place.file("s.db.before-2")));
    let kept = Database::connect(&place.url("s.db.before")).await.unwrap();
    assert_eq!(lines(&kept).await, now, "what was kept first");
}

#[tokio::test]
async fn a_backup_that_is_not_whole_is_not_put_back() {
    let place = Place::new();
    let _store = filled(&place.url("s.db"), ODD).await;
    backed_up(&place.url("s.db"), &place.file("b.db"), &[]).await;
    let whole = std::fs::read(place.file("b.db")).unwrap();
    let to = place.url("r.db");
    let restore = async |file: &str| {
        let error = place.restore(file, &to, &Way::Fresh).await.unwrap_err().to_string();
        assert!(!place.file("r.db").exists(), "{error}");
        error
    };
    assert!(restore("nothing").await.starts_with("There is no file"));
    // A disk that lost the end of the file, and one that wrote over its middle.
    std::fs::write(place.file("b.db"), &whole[..whole.len() / 2]).unwrap();
    assert!(restore("b.db").await.contains("damaged"));
    std::fs::write(place.file("b.db"), spoilt(&whole)).unwrap();
    assert!(restore("b.db").await.starts_with("The backup is damaged"));
    std::fs::write(place.file("b.db"), "some text").unwrap();
    assert!(restore("b.db").await.contains("is no database of the secretary"));
}
