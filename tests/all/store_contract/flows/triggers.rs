//! Triggers of flows: found by what they wait for, handed over, and gone with their flow or with who set them up.

use crate::store_contract::flows::{elsewhere, flow};
use crate::store_contract::*;
use secretary::ports::store::{Arrival, Transient, TriggersOf};
use secretary::secretary::flow::Flow;
use secretary::secretary::flow::trigger::came::Came;
use secretary::secretary::flow::trigger::{HookSecret, Trigger, TriggerKind};
use secretary::secretary::ids::TriggerId;

fn trigger(id: &str, of: &Flow, by: &str, kind: TriggerKind) -> Trigger {
    let flow = (of.workspace.clone(), of.id.clone());
    Trigger::new(TriggerId::new(id), flow, PersonId::new(by), kind, at(1))
}

fn hook() -> TriggerKind {
    TriggerKind::Hook { secret: HookSecret::new(ODD) }
}

fn folder() -> TriggerKind {
    TriggerKind::Folder { folder: "in".to_owned(), seen: Some(vec!["a".to_owned()]) }
}

fn messages(room: &str) -> TriggerKind {
    TriggerKind::Messages { room: RoomId::new(room), words: ODD.to_owned() }
}

async fn ids(tx: &mut Box<dyn Tx>, of: TriggersOf<'_>) -> Vec<String> {
    tx.flow_triggers(of).await.unwrap().into_iter().map(|one| one.id.to_string()).collect()
}

#[tokio::test]
async fn a_trigger_reads_back_as_it_was_written_and_is_found_by_what_it_waits_for() {
    for given in every().await {
        let mut tx = given.write().await;
        let (one, far) = (flow(1, "p1"), elsewhere(2, "p1"));
        let mut kept = trigger("t1", &one, "p1", hook());
        for other in [
            kept.clone(),
            trigger("t2", &one, "p1", messages("r")),
            trigger("t3", &far, "p1", messages("r2")),
            trigger("t4", &one, "p1", TriggerKind::Finished),
            trigger("t5", &far, "p1", TriggerKind::Finished),
            trigger("t6", &far, "p1", folder()),
            trigger("t7", &one, "p1", folder()),
        ] {
            tx.save_flow_trigger(&other).await.unwrap();
        }
        kept.take(at(5));
        tx.save_flow_trigger(&kept).await.unwrap();
        assert_eq!(tx.flow_trigger(&kept.id).await.unwrap().as_ref(), Some(&kept), "{}", given.name);
        assert_eq!(tx.flow_trigger(&TriggerId::new("t9")).await.unwrap(), None);
        assert_eq!(ids(&mut tx, TriggersOf::Flow(&one.id)).await, ["t1", "t2", "t4", "t7"], "{}", given.name);
        assert_eq!(ids(&mut tx, TriggersOf::Room(&RoomId::new("r"))).await, ["t2"], "{}", given.name);
        assert_eq!(ids(&mut tx, TriggersOf::Finished(&house())).await, ["t4"], "{}", given.name);
        assert_eq!(ids(&mut tx, TriggersOf::Folders).await, ["t6", "t7"], "{}: of every workspace", given.name);
        tx.save_flow_trigger(&trigger("t8", &one, "p2", TriggerKind::Finished)).await.unwrap();
        assert_eq!(ids(&mut tx, TriggersOf::Person(&PersonId::new("p2"))).await, ["t8"], "{}", given.name);
        assert!(tx.drop_flow_trigger(&kept.id).await.unwrap(), "{}", given.name);
        assert!(!tx.drop_flow_trigger(&kept.id).await.unwrap(), "{}", given.name);
        assert_eq!(tx.flow_trigger(&kept.id).await.unwrap(), None);
    }
}

#[tokio::test]
async fn an_event_of_the_engine_is_known_by_its_key() {
    for given in every().await {
        let mut tx = given.write().await;
        let arrival = Arrival::Triggered { trigger: TriggerId::new("t1"), came: Came::Watched { before: 1 } };
        assert!(!tx.told("trigger/t1/a").await.unwrap(), "{}", given.name);
        for _ in 0..2 {
            tx.tell("trigger/t1/a", &arrival, [1; 32], at(1)).await.unwrap();
        }
        assert!(tx.told("trigger/t1/a").await.unwrap() && !tx.told("trigger/t1/b").await.unwrap(), "{}", given.name);
        let rows = tx.undecided(9).await.unwrap();
        assert_eq!(rows.iter().map(|row| &row.arrival).collect::<Vec<_>>(), [&arrival], "{}", given.name);
    }
}

#[tokio::test]
async fn triggers_change_hands_and_go_with_who_set_them_up() {
    for given in every().await {
        let mut tx = given.write().await;
        for id in ["p1", "p2", "p3"] {
            tx.save_person(&person(id, Role::Owner, &[account(Platform::Telegram, id)])).await.unwrap();
        }
        let (theirs, others) = (flow(1, "p1"), flow(2, "p3"));
        for flow in [&theirs, &others] {
            tx.save_flow(flow).await.unwrap();
        }
        for one in [
            trigger("t1", &theirs, "p3", hook()),
            trigger("t2", &others, "p1", messages("r")),
            trigger("t3", &others, "p3", TriggerKind::Finished),
        ] {
            tx.save_flow_trigger(&one).await.unwrap();
        }
        let (from, into) = (PersonId::new("p1"), PersonId::new("p2"));
        tx.merge_person(&from, &into).await.unwrap();
        let moved = tx.flow_trigger(&TriggerId::new("t2")).await.unwrap().unwrap();
        assert_eq!(moved.person, into, "{}", given.name);
        tx.erase_person(&into, at(9)).await.unwrap();
        assert_eq!(ids(&mut tx, TriggersOf::Flow(&theirs.id)).await, Vec::<String>::new(), "{}", given.name);
        assert_eq!(ids(&mut tx, TriggersOf::Flow(&others.id)).await, ["t3"], "{}", given.name);
    }
}

#[tokio::test]
async fn triggers_stay_with_a_deleted_flow_until_it_is_forgotten() {
    for given in every().await {
        let mut tx = given.write().await;
        let mut deleted = flow(1, "p1");
        deleted.delete(at(10));
        tx.save_flow(&deleted).await.unwrap();
        tx.save_flow_trigger(&trigger("t1", &deleted, "p1", hook())).await.unwrap();
        tx.forget(Transient::Journal, at(5), 9).await.unwrap();
        assert_eq!(ids(&mut tx, TriggersOf::Flow(&deleted.id)).await, ["t1"], "{}", given.name);
        tx.forget(Transient::Journal, at(50), 9).await.unwrap();
        assert_eq!(ids(&mut tx, TriggersOf::Flow(&deleted.id)).await, Vec::<String>::new(), "{}", given.name);
    }
}
