//! How flows change hands, and what goes of them: with who is erased, with time, and what stays.

use crate::store_contract::flows::{draft, flow, numbers, row, run, written};
use crate::store_contract::people::erasure::{CANARY, fills};
use crate::store_contract::*;
use secretary::ports::store::Transient;
use secretary::secretary::flow::Flow;
use secretary::secretary::flow::journal::{CallMade, EntryState, JournalEntry};
use secretary::secretary::flow::run::{FlowRun, RunState};
use secretary::secretary::flow::tables::{Query, Row, kept_as};
use secretary::secretary::ids::FlowRunId;
use secretary::secretary::ticket::event::Event;
use serde_json::json;
use std::collections::BTreeMap;

fn told(index: u32, words: &str) -> JournalEntry {
    let call = CallMade { name: "notify".to_owned(), args: vec![json!(words)], kwargs: BTreeMap::new() };
    JournalEntry { state: EntryState::Answered(json!({"said": words})), ..JournalEntry::begun(index, call, at(1)) }
}

async fn save(tx: &mut Box<dyn Tx>, flow: &Flow, runs: &[FlowRun]) {
    tx.save_flow(flow).await.unwrap();
    for run in runs {
        tx.save_flow_run(run).await.unwrap();
        tx.append_flow_step(&run.id, &told(0, "hello")).await.unwrap();
    }
}

/// The runs that are there with a step, by the ids of all.
async fn left(tx: &mut Box<dyn Tx>, ids: &[&str]) -> Vec<String> {
    let mut left = Vec::new();
    for id in ids {
        let run = FlowRunId::new(*id);
        let (there, steps) = (tx.flow_run(&run).await.unwrap().is_some(), tx.flow_steps(&run).await.unwrap().len());
        assert_eq!(there, steps > 0, "{id}: a run goes with its steps");
        if there {
            left.push((*id).to_owned());
        }
    }
    left
}

#[tokio::test]
async fn flows_runs_and_rows_change_hands_when_two_members_are_one() {
    for given in every().await {
        let mut tx = given.write().await;
        for id in ["p1", "p2", "p3"] {
            tx.save_person(&person(id, Role::Owner, &[account(Platform::Telegram, id)])).await.unwrap();
        }
        let (mut theirs, others) = (flow(1, "p1"), flow(2, "p3"));
        theirs.agree(&person("p1", Role::Owner, &[]), at(1));
        let caused = FlowRun { caused_by: Some(PersonId::new("p1")), ..run(&others, 1) };
        save(&mut tx, &theirs, &[run(&theirs, 1)]).await;
        save(&mut tx, &others, &[caused]).await;
        let mut deleted = flow(3, "p1");
        deleted.delete(at(2));
        tx.save_flow(&deleted).await.unwrap();
        for by in ["p1", "p3"] {
            tx.insert_flow_row(written(&house(), "t", Some(by), &Row::new(), &PersonId::new(by), at(1)))
                .await
                .unwrap()
                .unwrap();
        }
        let (from, into) = (PersonId::new("p1"), PersonId::new("p2"));
        tx.merge_person(&from, &into).await.unwrap();
        let theirs = tx.flow(&theirs.id).await.unwrap().unwrap();
        assert_eq!((&theirs.owner, &theirs.agreed.unwrap().by), (&into, &into), "{}", given.name);
        assert_eq!(tx.flow(&deleted.id).await.unwrap().unwrap().owner, into, "{}", given.name);
        assert_eq!(tx.flow(&others.id).await.unwrap().unwrap().owner, PersonId::new("p3"));
        assert_eq!(tx.flow_run(&FlowRunId::new("f1/1")).await.unwrap().unwrap().person, into);
        let caused = tx.flow_run(&FlowRunId::new("f2/1")).await.unwrap().unwrap();
        assert_eq!((caused.person, caused.caused_by), (PersonId::new("p3"), Some(into.clone())), "{}", given.name);
        assert_eq!(tx.flow_rows_of(&house(), &from).await.unwrap(), []);
        let rows = tx.flow_rows_of(&house(), &into).await.unwrap();
        assert_eq!(rows.iter().map(|row| row.key.as_str()).collect::<Vec<_>>(), ["p1"], "{}", given.name);
        // What is erased later is what was handed over.
        tx.erase_person(&into, at(9)).await.unwrap();
        assert_eq!(numbers(&tx.flows(&house()).await.unwrap()), [2], "{}", given.name);
        assert_eq!(left(&mut tx, &["f1/1", "f2/1"]).await, Vec::<String>::new(), "{}", given.name);
    }
}

#[tokio::test]
async fn what_flows_keep_of_somebody_goes_with_them_and_what_they_keep_of_others_stays() {
    for Given { name, store, folder } in every().await {
        let mut tx = store.begin().await.unwrap();
        fills(&mut tx, "p1", CANARY, 1).await;
        fills(&mut tx, "p2", "blackbird", 2).await;
        let (gone, word) = (PersonId::new("p1"), format!("{CANARY} in another's ticket"));
        // Their words in the ticket of another one, whose flow reads it.
        let theirs = tx.ticket(&TicketId::new("t2")).await.unwrap().unwrap();
        let said = Event::Added { text: word.clone() };
        tx.save_ticket(&Ticket { version: 3, ..theirs }, None, &said, Some(&gone)).await.unwrap();
        let mut own = flow(1, "p1");
        own.change(draft(CANARY)).unwrap();
        let mut others = flow(2, "p2");
        others.agree(&tx.person(&gone).await.unwrap().unwrap(), at(1));
        let caused = FlowRun { caused_by: Some(gone.clone()), event: json!({"text": CANARY}), ..run(&others, 1) };
        let mut reads = FlowRun { event: json!({"text": word, "n": 1}), ..run(&others, 2) };
        reads.complete(json!(format!("It says: {word}")), &word, at(3));
        save(&mut tx, &own, &[run(&own, 1)]).await;
        // It may have read them by now, although nothing of it is written down.
        let goes = run(&others, 3);
        save(&mut tx, &others, &[caused, reads.clone(), goes.clone()]).await;
        tx.append_flow_step(&reads.id, &told(1, &format!("Look: {word}"))).await.unwrap();
        for (key, by, fields) in [
            ("own", "p1", json!({"a": CANARY})),
            ("read", "p2", json!({"text": word, "n": 7})),
            ("plain", "p2", json!({"text": "blackbird row"})),
        ] {
            tx.insert_flow_row(written(&house(), "t", Some(key), &row(fields), &PersonId::new(by), at(1)))
                .await
                .unwrap()
                .unwrap();
        }
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        tx.erase_person(&gone, at(9)).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        assert_eq!(numbers(&tx.flows(&house()).await.unwrap()), [2], "{name}");
        assert_eq!(left(&mut tx, &["f1/1", "f2/1", "f2/2"]).await, ["f2/2"], "{name}");
        let agreed = tx.flow(&others.id).await.unwrap().unwrap().agreed.unwrap();
        assert_eq!((agreed.name.as_str(), agreed.by), ("a former member", gone), "{name}");
        let kept = tx.flow_run(&reads.id).await.unwrap().unwrap();
        assert_eq!(kept.event, json!({"text": "(erased)", "n": 1}), "{name}");
        let goes = FlowRun { erasures: 1, ..goes };
        assert_eq!(tx.flow_run(&goes.id).await.unwrap(), Some(goes), "{name}: its journal is read again");
        assert_eq!(kept.state, RunState::Completed(json!("It says: (erased)")), "{name}");
        let steps = tx.flow_steps(&reads.id).await.unwrap();
        assert_eq!(steps, [told(0, "hello"), told(1, "Look: (erased)")], "{name}");
        let rows = tx.flow_rows(&house(), "t", &Query::first(&Row::new(), 9)).await.unwrap();
        let rows: Vec<_> = rows.iter().map(|row| (row.key.as_str(), json!(row.row))).collect();
        let read = ("read", json!({"text": "(erased)", "n": 7}));
        assert_eq!(rows, [read, ("plain", json!({"text": "blackbird row"}))], "{name}");
        drop(tx);
        drop(store);
        for file in folder.iter().flat_map(|folder| std::fs::read_dir(folder.path()).unwrap()) {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!String::from_utf8_lossy(&bytes).contains(CANARY), "it is still in the file");
        }
    }
}

#[tokio::test]
async fn runs_that_are_over_go_with_time_and_a_flow_only_once_it_is_deleted_and_has_none() {
    for given in every().await {
        let mut tx = given.write().await;
        let ended = |of: &Flow, number: i64, on: i64| {
            let mut run = run(of, number);
            run.cancel(at(on));
            run
        };
        let (kept, mut deleted, mut young) = (flow(1, "p1"), flow(2, "p1"), flow(3, "p1"));
        deleted.delete(at(10));
        young.delete(at(90));
        save(&mut tx, &kept, &[ended(&kept, 1, 10), run(&kept, 2), ended(&kept, 3, 80)]).await;
        save(&mut tx, &deleted, &[ended(&deleted, 1, 20), ended(&deleted, 2, 60)]).await;
        save(&mut tx, &young, &[ended(&young, 1, 5)]).await;
        tx.insert_flow_row(written(&house(), "t", None, &Row::new(), &PersonId::new("p1"), at(1)))
            .await
            .unwrap()
            .unwrap();
        let deleted_table = kept_as("t2", at(20));
        tx.insert_flow_row(written(&house(), "t2", None, &Row::new(), &PersonId::new("p1"), at(1)))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(tx.rename_flow_table(&house(), "t2", &deleted_table).await.unwrap(), 1);
        let all = ["f1/1", "f1/2", "f1/3", "f2/1", "f2/2", "f3/1"];
        let mut forgotten = Vec::new();
        for before in [50, 70, 1_000] {
            let mut rows = 0;
            loop {
                let gone = tx.forget(Transient::Journal, at(before), 2).await.unwrap();
                rows += gone.rows;
                if !gone.more {
                    break;
                }
            }
            forgotten.push(rows);
            let there = async |tx: &mut Box<dyn Tx>, flow: &Flow| tx.flow(&flow.id).await.unwrap().is_some();
            assert!(there(&mut tx, &kept).await, "{}: a flow that is not deleted stays", given.name);
            let (runs, flows) = match before {
                50 => (vec!["f1/2", "f1/3", "f2/2"], (true, true)),
                70 => (vec!["f1/2", "f1/3"], (false, true)),
                _ => (vec!["f1/2"], (false, false)),
            };
            assert_eq!(left(&mut tx, &all).await, runs, "{}: before {before}", given.name);
            assert_eq!((there(&mut tx, &deleted).await, there(&mut tx, &young).await), flows, "{}", given.name);
        }
        // Runs with a step each, flows, and the row of a deleted table.
        assert_eq!(forgotten, [7, 3, 3], "{}", given.name);
        assert_eq!(tx.flow_rows(&house(), &deleted_table, &Query::newest(1)).await.unwrap(), [], "{}", given.name);
        assert_eq!(tx.flow_tables(&house()).await.unwrap().len(), 1, "{}: rows stay", given.name);
    }
}
