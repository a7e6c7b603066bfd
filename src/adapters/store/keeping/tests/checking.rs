//! Tests of `check` on damaged databases.

use super::{ODD, Place, do_all, filled, spoilt, targets};
use crate::adapters::store::Database;
use crate::adapters::store::database::pool::Pool;
use crate::adapters::store::database::sqlite;

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
    let store = filled(&place.url("s.db"), ODD).await;
    store.close().await;
    drop(store);
    let whole = std::fs::read(place.file("s.db")).unwrap();
    let orphaned = sqlite::plain(&place.file("s.db")).await.unwrap();
    let Pool::Sqlite(pool) = &orphaned.writer else { panic!("a server") };
    sqlx::raw_sql("PRAGMA foreign_keys = OFF; DELETE FROM people WHERE id = 'person 3'").execute(pool).await.unwrap();
    orphaned.close().await;
    let look = Database::look(&place.url("s.db")).await.unwrap();
    let faults = look.damage().await.unwrap();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("1 rows of the table “accounts” belong to something that is not in “people”"));
    look.close().await;
    std::fs::write(place.file("s.db"), spoilt(&whole)).unwrap();
    let look = Database::look(&place.url("s.db")).await.unwrap();
    let faults = look.check().await.unwrap().faults;
    assert!(faults[0].contains("The file is damaged") && faults[0].contains("restore the newest backup"), "{faults:?}");
}
