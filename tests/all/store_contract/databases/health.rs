//! What the database tells those who watch over the program.

use crate::store_contract::*;
use secretary::ports::store::{Backlog, Hands, LaneKind, Queue, Settled};
use secretary::secretary::ticket::Status;
use secretary::secretary::ticket::event::Event;
use std::collections::BTreeMap;

#[tokio::test]
async fn an_empty_database_has_no_backlog() {
    for given in every().await {
        let backlog = given.store.read().await.unwrap().backlog(at(0)).await.unwrap();
        assert_eq!(backlog, Backlog::default(), "{}", given.name);
    }
}

#[tokio::test]
async fn what_waits_is_counted_by_kind_and_since_when() {
    for given in every().await {
        let mut tx = given.write().await;
        for (event, now) in [("e1", 1), ("e2", 2), ("e3", 3)] {
            tx.receive(&[(inbound(event), [0; 32])], at(now)).await.unwrap();
        }
        let first = tx.undecided(1).await.unwrap()[0].seq;
        tx.decided(first, &secretary::ports::store::EventOutcome::Decided(None), at(4)).await.unwrap();
        for (id, platform, chat) in [("r1", Platform::Telegram, "1"), ("r2", Platform::Discord, "2")] {
            tx.save_room(&room(id, place(platform, chat, None, ChatKind::Direct))).await.unwrap();
        }
        tx.enqueue(&post("p1", "room/r1", "r1", "a"), at(0)).await.unwrap();
        tx.enqueue(&post("p2", "room/r1", "r1", "b"), at(0)).await.unwrap();
        tx.enqueue(&post("p3", "room/r2", "r2", "c"), at(0)).await.unwrap();
        for (id, lane, due) in [
            ("m", "model/t1", 7),
            ("u", "run/t1/a/1/1", 8),
            ("t", "timer/t1/questions/0", 500),
            ("s1", "schedule/s1", 5),
            ("s2", "schedule/s2", 9),
            ("e", "edit/r1/t1/card", 2_000),
        ] {
            tx.enqueue(&row(id, lane, due), at(0)).await.unwrap();
        }
        tx.save_ticket(&ticket(1, Stage::Intake), None, &Event::IdeaReceived, None).await.unwrap();
        let backlog = tx.backlog(at(10)).await.unwrap();
        let queue = |rows, due, oldest: i64| Queue { rows, due, oldest_due: (due > 0).then(|| at(oldest)) };
        let wanted = BTreeMap::from([
            (LaneKind::Post(Platform::Telegram), queue(2, 1, 0)),
            (LaneKind::Post(Platform::Discord), queue(1, 1, 0)),
            (LaneKind::Thinking, queue(1, 1, 7)),
            (LaneKind::Run, queue(1, 1, 8)),
            (LaneKind::Timer, queue(1, 0, 0)),
            (LaneKind::Schedule, queue(2, 2, 5)),
            (LaneKind::Edit, queue(1, 0, 0)),
        ]);
        assert_eq!(backlog.lanes, wanted, "{}", given.name);
        assert_eq!((backlog.undecided, backlog.oldest_undecided), (2, Some(at(2))));
        assert_eq!((backlog.uncertain, backlog.shelved), (0, 0));
        assert_eq!(backlog.open, BTreeMap::from([(Status::New, 1)]));
    }
}

#[tokio::test]
async fn what_is_done_is_not_counted_and_what_is_uncertain_is() {
    for given in every().await {
        let mut tx = given.write().await;
        for id in ["done", "failed", "again", "unclear", "shelved", "sending"] {
            tx.enqueue(&row(id, &format!("run/{id}"), 0), at(0)).await.unwrap();
        }
        for claimed in tx.claim(at(1), 100, &Hands::All).await.unwrap() {
            let how = match claimed.row.id.as_str() {
                "done" => Settled::Done,
                "failed" => Settled::Failed("no".to_owned()),
                "again" => Settled::Retry(at(60)),
                "unclear" => Settled::Unclear(at(60)),
                "shelved" => Settled::Shelved("nobody there".to_owned()),
                _ => continue,
            };
            tx.settle(claimed.seq, &how, at(2)).await.unwrap();
        }
        let backlog = tx.backlog(at(3)).await.unwrap();
        let rows = Queue { rows: 3, due: 0, oldest_due: None };
        assert_eq!(backlog.lanes, BTreeMap::from([(LaneKind::Run, rows)]), "{}", given.name);
        assert_eq!((backlog.uncertain, backlog.shelved), (1, 1));
    }
}

#[tokio::test]
async fn a_sign_of_life_is_written_over_the_last_one() {
    for given in every().await {
        for now in [1, 2] {
            let mut tx = given.write().await;
            tx.sign(at(now)).await.unwrap();
            tx.commit().await.unwrap();
        }
        assert!(given.store.read().await.unwrap().sign(at(3)).await.is_err(), "a reader writes nothing");
    }
}

#[tokio::test]
async fn an_orderly_stop_is_found_by_the_next_start_and_nothing_is_to_be_decided_about_it() {
    for given in every().await {
        let mut tx = given.write().await;
        tx.stopped(at(5)).await.unwrap();
        tx.stopped(at(5)).await.unwrap();
        assert_eq!(tx.last_break().await.unwrap(), Some((at(5), None)), "{}", given.name);
        assert!(tx.undecided(10).await.unwrap().is_empty());
        // What arrived before and was not decided about in time changes nothing about that.
        tx.receive(&[(inbound("late"), [0; 32])], at(6)).await.unwrap();
        assert_eq!(tx.last_break().await.unwrap(), Some((at(5), None)));
    }
}
