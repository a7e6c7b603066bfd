//! Tests of opening a database without changing it.

use super::{Place, do_all, targets};
use crate::adapters::store::Database;
use crate::adapters::store::keeping::KeepingError;

#[tokio::test]
async fn a_database_with_anything_in_it_is_not_filled() {
    let place = Place::new();
    Database::vacant(&place.url("none.db")).await.unwrap();
    assert!(!place.file("none.db").exists(), "looking makes nothing");
    for store in targets(&place, "t.db").await {
        let url = place.address(&store, "t.db").await;
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
