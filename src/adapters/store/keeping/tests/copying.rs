//! Tests of copying a database into another one.

use super::{ODD, Place, ROWS, do_all, file, filled, lines, nothing, number, reading, rows_in, targets};
use crate::adapters::store::Database;
use crate::adapters::store::keeping::KeepingError;
use crate::adapters::store::keeping::tables::TABLES;
use crate::ports::store::{Processes, Standing};
use std::collections::BTreeSet;

#[tokio::test]
async fn every_row_arrives_in_the_other_database_and_back() {
    let place = Place::new();
    let store = filled(&place.url("s.db"), ODD).await;
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
        let store = filled("sqlite::memory:", "x").await;
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

/// What is written is not what was read: here a trigger of the target sees to it, elsewhere a fault of a disk.
#[tokio::test]
async fn a_copy_that_differs_does_not_count() {
    let place = Place::new();
    let store = filled("sqlite::memory:", "x").await;
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
    let store = filled("sqlite::memory:", "x").await;
    for target in targets(&place, "t.db").await {
        let broken = || Err(std::io::Error::from(std::io::ErrorKind::PermissionDenied));
        let mut files = [Ok(file("t-1", "a", b"x")), broken()].into_iter();
        let error = store.copy_into(&target, &mut files).await.unwrap_err();
        assert!(matches!(error, KeepingError::TicketFile(_)), "{error}");
        assert_eq!(rows_in(&target).await, 0);
        let url = place.address(&target, "t.db").await;
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
async fn files_that_came_along_are_unpacked_once() {
    let store = filled("sqlite::memory:", "x").await;
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
