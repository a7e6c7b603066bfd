//! The audit log: added to from where it ends, and nowhere else.

use crate::store_contract::*;
use secretary::ports::store::{StoreError, digest};
use secretary::secretary::audit::chain::{End, Sealed};

/// Entries behind an end.
fn behind(end: &End, bodies: &[&str]) -> Vec<Sealed> {
    let mut rows: Vec<Sealed> = Vec::new();
    for body in bodies {
        let end = rows.last().map_or_else(|| end.clone(), Sealed::end);
        // As everything that is written as JSON, a body has no NUL of its own.
        let body = serde_json::to_string(body).unwrap();
        rows.push(Sealed::after(&end, "house", at(end.seq).timestamp_micros(), body, digest));
    }
    rows
}

#[tokio::test]
async fn the_audit_log_is_read_as_it_was_written() {
    for given in every().await {
        let mut tx = given.write().await;
        assert_eq!(tx.audit_end().await.unwrap(), End::default(), "{}", given.name);
        assert!(tx.audit_page(i64::MIN, 9).await.unwrap().is_empty());
        let first = behind(&End::default(), &[ODD, "", "\\u0000 \\\\ \"", "c"]);
        tx.append_audit(&End::default(), &first).await.unwrap();
        assert_eq!(tx.audit_end().await.unwrap(), first[3].end());
        let then = behind(&first[3].end(), &["d"]);
        tx.append_audit(&first[3].end(), &then).await.unwrap();
        tx.append_audit(&then[0].end(), &[]).await.unwrap();
        tx.commit().await.unwrap();
        let all = [first, then].concat();
        let mut tx = given.store.read().await.unwrap();
        assert_eq!(tx.audit_end().await.unwrap(), all[4].end());
        assert_eq!(tx.audit_page(i64::MIN, 9).await.unwrap(), all, "{}", given.name);
        assert_eq!(tx.audit_page(2, 2).await.unwrap(), all[1..3]);
        assert!(tx.audit_page(6, 9).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn the_audit_log_goes_on_only_from_its_end() {
    for given in every().await {
        let rows = behind(&End::default(), &["a", "b"]);
        let mut tx = given.write().await;
        tx.append_audit(&End::default(), &rows).await.unwrap();
        tx.commit().await.unwrap();
        let wrong = [End::default(), rows[0].end(), End { hash: rows[0].hash.clone(), ..rows[1].end() }];
        for end in wrong {
            let mut tx = given.write().await;
            tx.savepoint().await.unwrap();
            let refused = tx.append_audit(&end, &behind(&end, &["c", "d"])).await;
            assert!(
                matches!(refused, Err(StoreError::Refused(_) | StoreError::Broken(_))),
                "{}: {refused:?}",
                given.name
            );
            // An event that fails by this is undone, and what comes next goes on from the end as it is.
            tx.undo().await.unwrap();
            assert_eq!(tx.audit_end().await.unwrap(), rows[1].end(), "{}", given.name);
            assert_eq!(tx.audit_page(1, 9).await.unwrap(), rows);
            tx.append_audit(&rows[1].end(), &behind(&rows[1].end(), &["c"])).await.unwrap();
        }
        let mut tx = given.store.read().await.unwrap();
        assert!(tx.append_audit(&rows[1].end(), &behind(&rows[1].end(), &["c"])).await.is_err());
    }
}

#[tokio::test]
async fn what_is_undone_leaves_no_gap_in_the_audit_log() {
    for given in every().await {
        let mut tx = given.write().await;
        let rows = behind(&End::default(), &["a", "b"]);
        tx.append_audit(&End::default(), &rows[..1]).await.unwrap();
        tx.savepoint().await.unwrap();
        tx.append_audit(&rows[0].end(), &behind(&rows[0].end(), &["x", "y"])).await.unwrap();
        tx.undo().await.unwrap();
        assert_eq!(tx.audit_end().await.unwrap(), rows[0].end(), "{}", given.name);
        tx.append_audit(&rows[0].end(), &rows[1..]).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = given.store.read().await.unwrap();
        assert_eq!(tx.audit_page(1, 9).await.unwrap(), rows, "{}", given.name);
    }
}

#[tokio::test]
async fn two_who_become_one_rewrite_nothing_in_the_audit_log() {
    for given in every().await {
        let mut tx = given.write().await;
        for (name, platform) in [("ann", Platform::Telegram), ("anna", Platform::Discord)] {
            tx.save_person(&person(name, Role::Approver, &[account(platform, "1")])).await.unwrap();
        }
        let rows = behind(&End::default(), &["anna", "ann"]);
        tx.append_audit(&End::default(), &rows).await.unwrap();
        tx.merge_person(&PersonId::new("anna"), &PersonId::new("ann")).await.unwrap();
        tx.remove_person(&PersonId::new("ann")).await.unwrap();
        assert_eq!(tx.audit_page(1, 9).await.unwrap(), rows, "{}", given.name);
    }
}
