//! Runs of flows and their journals.

use crate::store_contract::flows::{elsewhere, flow, run};
use crate::store_contract::*;
use secretary::secretary::flow::journal::{CallMade, EntryState, JournalEntry};
use secretary::secretary::flow::line::Place;
use secretary::secretary::flow::run::{FlowRun, Wait};
use secretary::secretary::ids::FlowRunId;
use serde_json::json;
use std::collections::BTreeMap;

fn call(index: u32, name: &str) -> JournalEntry {
    let kwargs = BTreeMap::from([(ODD.to_owned(), json!({"a": [1, null, 2.5, ODD]}))]);
    let call = CallMade { name: name.to_owned(), args: vec![json!(ODD)], kwargs };
    JournalEntry::begun(index, call, at(1))
}

fn ids(runs: &[FlowRun]) -> Vec<&str> {
    runs.iter().map(|run| run.id.as_str()).collect()
}

#[tokio::test]
async fn runs_of_a_flow_are_listed_newest_first_and_those_of_all_that_go_on_by_pages() {
    for given in every().await {
        let mut tx = given.write().await;
        let (one, two) = (flow(1, "p1"), elsewhere(2, "p2"));
        for number in 1..=3 {
            for of in [&one, &two] {
                tx.save_flow_run(&run(of, number)).await.unwrap();
            }
        }
        let mut first = tx.flow_run(&FlowRunId::new("f1/1")).await.unwrap().unwrap();
        assert_eq!(first, run(&one, 1), "{}", given.name);
        assert!(first.wait(Wait::Until(at(99))));
        tx.save_flow_run(&first).await.unwrap();
        let mut third = run(&one, 3);
        assert!(third.complete(json!({"price": 7}), ODD, at(5)));
        tx.save_flow_run(&third).await.unwrap();
        assert_eq!(tx.flow_runs(&one.id, 2).await.unwrap(), [third, run(&one, 2)], "{}", given.name);
        assert_eq!(ids(&tx.flow_runs(&one.id, 9).await.unwrap()), ["f1/3", "f1/2", "f1/1"]);
        let page = tx.running_flows(None, 3).await.unwrap();
        assert_eq!(ids(&page), ["f1/1", "f1/2", "far2/1"], "{}", given.name);
        assert_eq!(page[0], first);
        let rest = tx.running_flows(Some(&page[2].id), 3).await.unwrap();
        assert_eq!(ids(&rest), ["far2/2", "far2/3"], "{}", given.name);
        assert_eq!(tx.flow_run(&FlowRunId::new("f1/9")).await.unwrap(), None);
        let mut elsewhere = FlowRun { room: RoomId::new("r2"), ..run(&one, 4) };
        tx.save_flow_run(&elsewhere).await.unwrap();
        let open = tx.open_flow_runs(&one.id, 9).await.unwrap();
        assert_eq!(ids(&open), ["f1/1", "f1/2", "f1/4"], "{}: those that are not over", given.name);
        assert_eq!(ids(&tx.open_flow_runs(&one.id, 1).await.unwrap()), ["f1/1"], "{}", given.name);
        let there = RoomId::new("r2");
        assert_eq!(tx.asking_flow_runs(&there, 3).await.unwrap(), [], "{}: it asks nothing", given.name);
        assert!(elsewhere.wait_at(0, Wait::Decision));
        tx.save_flow_run(&elsewhere).await.unwrap();
        assert_eq!(tx.asking_flow_runs(&there, 3).await.unwrap(), [elsewhere.clone()], "{}", given.name);
        assert_eq!(tx.asking_flow_runs(&RoomId::new("r"), 3).await.unwrap(), [], "{}", given.name);
        assert!(elsewhere.cancel(at(6)));
        tx.save_flow_run(&elsewhere).await.unwrap();
        assert_eq!(tx.asking_flow_runs(&there, 3).await.unwrap(), [], "{}: it is over", given.name);
    }
}

#[tokio::test]
async fn runs_that_wait_for_their_turn_stand_apart_from_those_that_have_begun() {
    for given in every().await {
        let mut tx = given.write().await;
        let one = flow(1, "p1");
        let of_event = |number| FlowRun { event: json!({"trigger": "webhook", "body": ODD}), ..run(&one, number) };
        let mut runs: Vec<FlowRun> = (1..=6).map(of_event).collect();
        assert!(runs[1].wait(Wait::Turn) && runs[3].wait(Wait::Turn));
        assert!(runs[2].wait_at(0, Wait::Decision) && runs[4].wait_at(0, Wait::Turn));
        assert!(runs[5].wait(Wait::Until(at(99))));
        for run in &runs {
            tx.save_flow_run(run).await.unwrap();
        }
        tx.save_flow_run(&run(&flow(2, "p1"), 1)).await.unwrap();
        for (place, wanted) in [
            (Place::Works, vec!["f1/1"]),
            (Place::Asks, vec!["f1/3"]),
            (Place::ToAsk, vec!["f1/5"]),
            (Place::InLine, vec!["f1/2", "f1/4"]),
        ] {
            assert_eq!(ids(&tx.flow_runs_at(&one.id, place, 9).await.unwrap()), wanted, "{}: {place:?}", given.name);
            let counted = tx.count_flow_runs_at(&one.id, place).await.unwrap();
            assert_eq!(counted as usize, wanted.len(), "{}: {place:?}", given.name);
        }
        assert_eq!(ids(&tx.flow_runs_at(&one.id, Place::InLine, 1).await.unwrap()), ["f1/2"], "{}", given.name);
        let begun = ["f1/1", "f1/3", "f1/5", "f1/6"];
        assert_eq!(ids(&tx.open_flow_runs(&one.id, 9).await.unwrap()), begun, "{}", given.name);
        assert_eq!(ids(&tx.flow_runs(&one.id, 3).await.unwrap()), ["f1/6", "f1/5", "f1/3"], "{}", given.name);
        assert!(runs[1].wake() && runs[3].cancel(at(6)));
        tx.save_flow_run(&runs[1]).await.unwrap();
        tx.save_flow_run(&runs[3]).await.unwrap();
        assert_eq!(tx.flow_runs_at(&one.id, Place::InLine, 9).await.unwrap(), [], "{}", given.name);
        assert_eq!(tx.count_flow_runs_at(&one.id, Place::Works).await.unwrap(), 2, "{}", given.name);
    }
}

#[tokio::test]
async fn a_call_has_one_place_and_its_first_answer_stands() {
    for given in every().await {
        let mut tx = given.write().await;
        let (id, other) = (FlowRunId::new("f1/1"), FlowRunId::new("f1/10"));
        for index in [1, 0, 2] {
            assert!(tx.append_flow_step(&id, &call(index, "fetch")).await.unwrap(), "{}", given.name);
        }
        assert!(tx.append_flow_step(&other, &call(0, "ask")).await.unwrap(), "{}", given.name);
        assert!(!tx.append_flow_step(&id, &call(1, "notify")).await.unwrap(), "{}: it is taken", given.name);
        let page = EntryState::Answered(json!({"page": ODD}));
        assert!(!tx.answer_flow_step(&id, 1, &EntryState::Begun).await.unwrap(), "{}: no answer", given.name);
        assert!(tx.answer_flow_step(&id, 1, &page).await.unwrap());
        for late in [EntryState::Answered(json!("late")), EntryState::Failed("late".to_owned()), page.clone()] {
            assert!(!tx.answer_flow_step(&id, 1, &late).await.unwrap(), "{}", given.name);
        }
        assert!(tx.answer_flow_step(&id, 2, &EntryState::Failed(ODD.to_owned())).await.unwrap());
        assert!(!tx.answer_flow_step(&id, 7, &page).await.unwrap(), "{}: there is none", given.name);
        let wanted = [
            call(0, "fetch"),
            JournalEntry { state: page, ..call(1, "fetch") },
            JournalEntry { state: EntryState::Failed(ODD.to_owned()), ..call(2, "fetch") },
        ];
        assert_eq!(tx.flow_steps(&id).await.unwrap(), wanted, "{}", given.name);
        let newest = tx.newest_flow_steps(&id, 2).await.unwrap();
        assert_eq!(newest, [wanted[2].clone(), wanted[1].clone()], "{}", given.name);
        assert_eq!(tx.newest_flow_steps(&other, 2).await.unwrap(), [call(0, "ask")]);
        assert_eq!(tx.flow_steps(&other).await.unwrap(), [call(0, "ask")]);
        assert_eq!(tx.flow_steps(&FlowRunId::new("f1")).await.unwrap(), []);
        let at_once = JournalEntry { state: EntryState::Answered(json!(ODD)), ..call(3, "now") };
        assert!(tx.append_flow_step(&id, &at_once).await.unwrap(), "{}: with its answer", given.name);
        assert!(!tx.answer_flow_step(&id, 3, &EntryState::Answered(json!("late"))).await.unwrap(), "{}", given.name);
        assert_eq!(tx.newest_flow_steps(&id, 1).await.unwrap(), [at_once], "{}", given.name);
    }
}

#[tokio::test]
async fn an_answer_that_is_not_committed_never_was() {
    for given in every().await {
        let id = FlowRunId::new("f1/1");
        let mut tx = given.write().await;
        tx.append_flow_step(&id, &call(0, "fetch")).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = given.write().await;
        assert!(tx.answer_flow_step(&id, 0, &EntryState::Answered(json!(1))).await.unwrap());
        drop(tx);
        let mut tx = given.write().await;
        assert!(tx.answer_flow_step(&id, 0, &EntryState::Answered(json!(2))).await.unwrap(), "{}", given.name);
        assert_eq!(tx.flow_steps(&id).await.unwrap()[0].state, EntryState::Answered(json!(2)));
    }
}
