//! The tables that flows keep: keys, order, queries and bounds.

use crate::store_contract::flows::{row, written};
use crate::store_contract::*;
use secretary::secretary::flow::tables::{FlowRow, FlowTable, LONGEST_ROW, MOST_TABLES, Query, Row, RowFault, kept_as};
use serde_json::json;

async fn insert(tx: &mut Box<dyn Tx>, table: &str, key: Option<&str>, fields: &Row) -> Result<String, RowFault> {
    tx.insert_flow_row(written(&house(), table, key, fields, &PersonId::new("p1"), at(1))).await.unwrap()
}

async fn update(tx: &mut Box<dyn Tx>, key: &str, fields: &Row, moment: i64) -> Result<bool, RowFault> {
    tx.update_flow_row(written(&house(), "t", Some(key), fields, &PersonId::new("p1"), at(moment))).await.unwrap()
}

fn keys(rows: &[FlowRow]) -> Vec<&str> {
    rows.iter().map(|row| row.key.as_str()).collect()
}

#[tokio::test]
async fn rows_keep_their_order_and_get_a_key_where_none_is_given() {
    for given in every().await {
        let mut tx = given.write().await;
        let fields = row(json!({"n": 1}));
        for (key, got) in [(None, "1"), (Some("3"), "3"), (None, "4"), (Some("a/b c"), "a/b c"), (None, "6")] {
            assert_eq!(insert(&mut tx, "t", key, &fields).await, Ok(got.to_owned()), "{}", given.name);
        }
        // The next free number is the place of the row, unless somebody took it as a key.
        assert_eq!(insert(&mut tx, "t", Some("8"), &fields).await, Ok("8".to_owned()));
        assert_eq!(insert(&mut tx, "t", None, &fields).await, Ok("9".to_owned()), "{}", given.name);
        let taken = Err(RowFault::Taken("t".to_owned(), "a/b c".to_owned()));
        assert_eq!(insert(&mut tx, "t", Some("a/b c"), &fields).await, taken, "{}", given.name);
        let rows = tx.flow_rows(&house(), "t", &Query::first(&Row::new(), 99)).await.unwrap();
        assert_eq!(keys(&rows), ["1", "3", "4", "a/b c", "6", "8", "9"], "{}", given.name);
        for (query, wanted) in [
            (Query::first(&Row::new(), 2), vec!["1", "3"]),
            (Query { skip: 5, ..Query::first(&Row::new(), 9) }, vec!["8", "9"]),
            (Query::newest(3), vec!["9", "8", "6"]),
            (Query { skip: 2, ..Query::newest(2) }, vec!["6", "a/b c"]),
            (Query { skip: 9, ..Query::newest(2) }, vec![]),
            (Query::newest(0), vec![]),
        ] {
            assert_eq!(keys(&tx.flow_rows(&house(), "t", &query).await.unwrap()), wanted, "{}: {query:?}", given.name);
        }
        assert_eq!(tx.flow_rows(&house(), "t2", &Query::newest(3)).await.unwrap(), []);
    }
}

#[tokio::test]
async fn a_query_finds_rows_by_whole_fields_and_an_update_keeps_who_wrote_first() {
    for given in every().await {
        let mut tx = given.write().await;
        for (n, colour) in [(1, "red"), (2, ODD), (3, "red")] {
            insert(&mut tx, "t", None, &row(json!({"n": n, "colour": colour, "more": {"a": [n]}}))).await.unwrap();
        }
        insert(&mut tx, "t2", None, &row(json!({"colour": "red"}))).await.unwrap();
        for (only, wanted) in [
            (json!({"colour": "red"}), vec!["1", "3"]),
            (json!({"colour": ODD, "n": 2}), vec!["2"]),
            (json!({"more": {"a": [3]}}), vec!["3"]),
            (json!({"n": "1"}), vec![]),
            (json!({"n": 2.0}), vec!["2"]),
            (json!({"key": "2"}), vec!["2"]),
            (json!({"key": "2", "colour": "red"}), vec![]),
            (json!({"key": "9"}), vec![]),
            (json!({"gone": null, "n": 1}), vec!["1"]),
        ] {
            let rows = tx.flow_rows(&house(), "t", &Query::first(&row(only), 9)).await.unwrap();
            assert_eq!(keys(&rows), wanted, "{}", given.name);
        }
        let blue = row(json!({"colour": "blue"}));
        assert_eq!(update(&mut tx, "3", &blue, 7).await, Ok(true));
        assert_eq!(update(&mut tx, "9", &blue, 7).await, Ok(false), "{}", given.name);
        let third = FlowRow {
            table: "t".to_owned(),
            key: "3".to_owned(),
            row: row(json!({"n": 3, "colour": "blue", "more": {"a": [3]}})),
            person: PersonId::new("p1"),
            created_at: at(1),
            changed_at: at(7),
        };
        let found = tx.flow_rows(&house(), "t", &Query::first(&blue, 9)).await.unwrap();
        assert_eq!(found, [third], "{}: other fields stay", given.name);
        let table = |name: &str, rows| FlowTable { name: name.to_owned(), rows };
        assert_eq!(tx.flow_tables(&house()).await.unwrap(), [table("t", 3), table("t2", 1)]);
        assert_eq!(tx.delete_flow_rows(&house(), "t", &row(json!({"colour": "red"}))).await.unwrap(), 1);
        assert_eq!(tx.delete_flow_rows(&house(), "t", &row(json!({"key": "3", "n": 4}))).await.unwrap(), 0);
        let left = tx.flow_rows(&house(), "t", &Query::newest(9)).await.unwrap();
        assert_eq!(keys(&left), ["3", "2"], "{}", given.name);
        assert_eq!(tx.delete_flow_rows(&house(), "t", &Row::new()).await.unwrap(), 2);
        assert_eq!(tx.flow_tables(&house()).await.unwrap(), [table("t2", 1)], "{}", given.name);
    }
}

#[tokio::test]
async fn names_sizes_and_numbers_are_bounded_and_nothing_is_written_beyond() {
    for given in every().await {
        let mut tx = given.write().await;
        let small = row(json!({"n": 1}));
        for name in ["", "a b", "x/y", &"x".repeat(41)] {
            assert_eq!(insert(&mut tx, name, None, &small).await, Err(RowFault::Name), "{}: {name}", given.name);
        }
        assert_eq!(insert(&mut tx, "t", Some(""), &small).await, Err(RowFault::Key));
        let large = row(json!({"text": "x".repeat(LONGEST_ROW)}));
        let bytes = LONGEST_ROW + r#"{"text":""}"#.len();
        assert_eq!(insert(&mut tx, "t", None, &large).await, Err(RowFault::Large(bytes)), "{}", given.name);
        insert(&mut tx, "t", Some("k"), &small).await.unwrap();
        let changed = update(&mut tx, "k", &large, 2).await;
        assert!(matches!(changed, Err(RowFault::Large(_))), "{}: {changed:?}", given.name);
        // What is changed and what stays must fit together.
        let half = |field: &str| row(json!({field: "x".repeat(LONGEST_ROW / 2)}));
        assert_eq!(update(&mut tx, "k", &half("a"), 2).await, Ok(true));
        let both = update(&mut tx, "k", &half("b"), 2).await;
        assert!(matches!(both, Err(RowFault::Large(_))), "{}: {both:?}", given.name);
        let found = tx.flow_rows(&house(), "t", &Query::first(&small, 9)).await.unwrap();
        assert!(found.len() == 1 && !found[0].row.contains_key("b"), "{}", given.name);
        for n in 1..MOST_TABLES {
            insert(&mut tx, &format!("t{n}"), None, &small).await.unwrap();
        }
        assert_eq!(insert(&mut tx, "one_more", None, &small).await, Err(RowFault::Tables), "{}", given.name);
        assert_eq!(insert(&mut tx, "t", None, &small).await, Ok("2".to_owned()), "{}: it is there", given.name);
        assert_eq!(tx.flow_tables(&house()).await.unwrap().len(), MOST_TABLES);
    }
}

#[tokio::test]
async fn a_deleted_table_is_kept_under_a_name_that_counts_for_nothing() {
    for given in every().await {
        let mut tx = given.write().await;
        for n in 0..MOST_TABLES {
            insert(&mut tx, &format!("t{n}"), Some("k"), &row(json!({"n": n}))).await.unwrap();
        }
        let kept = kept_as("t0", at(5));
        assert_eq!(tx.rename_flow_table(&house(), "t0", "t1").await.unwrap(), 0, "{}: it has rows", given.name);
        assert_eq!(tx.rename_flow_table(&house(), "t0", &kept).await.unwrap(), 1, "{}", given.name);
        assert_eq!(tx.flow_tables(&house()).await.unwrap().len(), MOST_TABLES - 1, "{}", given.name);
        assert_eq!(insert(&mut tx, "new", None, &Row::new()).await, Ok("1".to_owned()), "{}", given.name);
        assert_eq!(tx.rename_flow_table(&house(), &kept, "t0").await.unwrap(), 1, "{}", given.name);
        let back = tx.flow_rows(&house(), "t0", &Query::newest(9)).await.unwrap();
        assert_eq!((keys(&back), &back[0].row), (vec!["k"], &row(json!({"n": 0}))), "{}", given.name);
    }
}
