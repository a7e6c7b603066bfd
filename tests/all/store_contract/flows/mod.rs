//! Flows: kept by number, with runs, journals and tables, each in its workspace.

mod going;
mod runs;
mod tables;
mod triggers;

use crate::store_contract::*;
use secretary::secretary::flow::run::{FlowRun, Start};
use secretary::secretary::flow::tables::{Query, Row, Written};
use secretary::secretary::flow::{Draft, Flow};
use secretary::secretary::ids::{FlowId, FlowRunId};
use serde_json::{Value, json};

fn draft(word: &str) -> Draft {
    let (name, script) = (format!("{word} watch"), format!("# {word}\nnotify(fetch('x'))"));
    let may = ["fetch", "notify"].map(str::to_owned).to_vec();
    Draft { name, script, steps: vec![format!("Looks for a {word}")], may }
}

/// A flow of the house.
fn flow(number: i64, owner: &str) -> Flow {
    let (id, owner) = (FlowId::new(format!("f{number}")), person(owner, Role::Requester, &[]));
    Flow::new((id, number), &owner, RoomId::new("r"), draft(&format!("bird {number}")), at(0)).unwrap()
}

fn elsewhere(number: i64, owner: &str) -> Flow {
    Flow { id: FlowId::new(format!("far{number}")), workspace: WorkspaceId::new("far"), ..flow(number, owner) }
}

fn run(of: &Flow, number: i64) -> FlowRun {
    let id = FlowRunId::new(format!("{}/{number}", of.id));
    FlowRun::new((id, number), of, Start { event: json!({"text": ODD}), ..Start::default() }, at(number))
}

fn row(value: Value) -> Row {
    value.as_object().cloned().unwrap()
}

/// A row as a run writes it.
fn written<'a>(
    workspace: &'a WorkspaceId,
    table: &'a str,
    key: Option<&'a str>,
    row: &'a Row,
    person: &'a PersonId,
    at: DateTime<Utc>,
) -> Written<'a> {
    Written { workspace, table, key, row, person, at }
}

fn numbers<'f>(flows: impl IntoIterator<Item = &'f Flow>) -> Vec<i64> {
    flows.into_iter().map(|flow| flow.number).collect()
}

#[tokio::test]
async fn a_flow_reads_back_as_it_was_written_and_is_found_by_its_number_until_it_is_deleted() {
    for given in every().await {
        let mut tx = given.write().await;
        let mut kept = Flow { script: ODD.to_owned(), name: ODD.to_owned(), ..flow(2, "p1") };
        kept.agree(&person("p1", Role::Owner, &[]), at(1));
        for flow in [&kept, &flow(1, "p2"), &elsewhere(2, "p1")] {
            tx.save_flow(flow).await.unwrap();
        }
        assert_eq!(tx.flow(&kept.id).await.unwrap().as_ref(), Some(&kept), "{}", given.name);
        assert_eq!(tx.flow_by_number(&house(), 2).await.unwrap().as_ref(), Some(&kept));
        assert_eq!(numbers(&tx.flows(&house()).await.unwrap()), [1, 2], "{}", given.name);
        kept.delete(at(2));
        tx.save_flow(&kept).await.unwrap();
        assert_eq!(tx.flow(&kept.id).await.unwrap(), Some(kept), "{}: its runs still lead to it", given.name);
        assert_eq!(tx.flow_by_number(&house(), 2).await.unwrap(), None);
        assert_eq!(numbers(&tx.flows(&house()).await.unwrap()), [1], "{}", given.name);
    }
}

#[tokio::test]
async fn numbers_are_given_once_in_each_workspace_and_for_each_flow() {
    for given in every().await {
        let mut tx = given.write().await;
        let (here, far) = (house(), WorkspaceId::new("far"));
        for (workspace, number) in [(&here, 1), (&here, 2), (&far, 1), (&here, 3)] {
            assert_eq!(tx.next_flow_number(workspace).await.unwrap(), number, "{}", given.name);
        }
        assert_eq!(tx.next_number(&here).await.unwrap(), 1, "{}: tickets have numbers of their own", given.name);
        let (one, two) = (flow(1, "p1"), flow(2, "p1"));
        tx.save_flow(&one).await.unwrap();
        tx.save_flow(&two).await.unwrap();
        assert_eq!(tx.next_run_number(&one.id).await.unwrap(), 1);
        tx.save_flow(&one).await.unwrap();
        assert_eq!(tx.next_run_number(&one.id).await.unwrap(), 2, "{}: writing it keeps the count", given.name);
        assert_eq!(tx.next_run_number(&two.id).await.unwrap(), 1);
        assert!(tx.next_run_number(&FlowId::new("nothing")).await.is_err(), "{}", given.name);
    }
}

#[tokio::test]
async fn nothing_of_another_workspace_is_seen_or_changed() {
    for given in every().await {
        let mut tx = given.write().await;
        let (far, ann) = (WorkspaceId::new("far"), PersonId::new("p1"));
        let theirs = elsewhere(1, "p1");
        tx.save_flow(&theirs).await.unwrap();
        let red = row(json!({"a": "red"}));
        tx.insert_flow_row(written(&far, "t", Some("k"), &red, &ann, at(1))).await.unwrap().unwrap();
        assert_eq!(tx.flows(&house()).await.unwrap(), [], "{}", given.name);
        assert_eq!(tx.flow_by_number(&house(), 1).await.unwrap(), None);
        assert_eq!(tx.flow_tables(&house()).await.unwrap(), []);
        assert_eq!(tx.flow_rows(&house(), "t", &Query::newest(9)).await.unwrap(), []);
        assert_eq!(tx.flow_rows_of(&house(), &ann).await.unwrap(), []);
        assert_eq!(
            tx.update_flow_row(written(&house(), "t", Some("k"), &Row::new(), &PersonId::new("p1"), at(2)))
                .await
                .unwrap(),
            Ok(false)
        );
        assert_eq!(tx.delete_flow_rows(&house(), "t", &Row::new()).await.unwrap(), 0);
        assert_eq!(tx.rename_flow_table(&house(), "t", "t2").await.unwrap(), 0);
        // The same table and key of the house is another row.
        tx.insert_flow_row(written(&house(), "t", Some("k"), &Row::new(), &ann, at(2))).await.unwrap().unwrap();
        assert_eq!(tx.delete_flow_rows(&house(), "t", &Row::new()).await.unwrap(), 1);
        let left = tx.flow_rows(&far, "t", &Query::first(&Row::new(), 9)).await.unwrap();
        assert_eq!(left.len(), 1, "{}", given.name);
        assert_eq!((&left[0].key, &left[0].row), (&"k".to_owned(), &red));
    }
}
