//! Outbox rows: lanes, claims, endings.

use crate::store_contract::*;
use proptest::test_runner::{Config, TestRunner};
use secretary::ports::store::{Hands, OutboxRow, Settled};

pub(super) async fn claim(tx: &mut Box<dyn Tx>, now: i64) -> Vec<OutboxRow> {
    tx.claim(at(now), 100, &Hands::All).await.unwrap()
}

fn ids(rows: &[OutboxRow]) -> Vec<&str> {
    rows.iter().map(|row| row.row.id.as_str()).collect()
}

#[tokio::test]
async fn only_due_heads_of_lanes_are_claimed_in_order() {
    for given in every().await {
        let mut tx = given.write().await;
        for (id, lane, due) in [("a1", "a", 0), ("b1", "b", 0), ("a2", "a", 0), ("c1", "c", 50), ("c2", "c", 0)] {
            tx.enqueue(&row(id, lane, due), at(0)).await.unwrap();
        }
        let first = claim(&mut tx, 10).await;
        assert_eq!(ids(&first), ["a1", "b1"], "{}", given.name);
        assert_eq!(first[0].row, row("a1", "a", 0), "comes back as it was");
        assert_eq!((first[0].attempts, first[0].unclear, first[0].part), (0, 0, 0));
        assert!(claim(&mut tx, 10).await.is_empty(), "what is being done is not claimed again");
        assert!(tx.settle(first[0].seq, &Settled::Done, at(11)).await.unwrap());
        assert!(!tx.settle(first[0].seq, &Settled::Done, at(11)).await.unwrap(), "ends once");
        assert_eq!(ids(&claim(&mut tx, 12).await), ["a2"]);
        assert_eq!(ids(&claim(&mut tx, 49).await), [""; 0], "c2 waits behind c1");
        let c1 = claim(&mut tx, 50).await;
        assert_eq!(ids(&c1), ["c1"]);
        assert!(tx.settle(c1[0].seq, &Settled::Failed("no".to_owned()), at(50)).await.unwrap());
        assert_eq!(ids(&claim(&mut tx, 50).await), ["c2"], "a failed row lets its lane go on");
    }
}

#[tokio::test]
async fn a_claim_takes_the_oldest_first_and_no_more_than_asked() {
    for given in every().await {
        let mut tx = given.write().await;
        for (id, due) in [("x", 5), ("y", 3), ("z", 1)] {
            tx.enqueue(&row(id, id, due), at(0)).await.unwrap();
        }
        assert_eq!(ids(&tx.claim(at(9), 2, &Hands::All).await.unwrap()), ["x", "y"], "{}", given.name);
        assert_eq!(ids(&tx.claim(at(9), 2, &Hands::All).await.unwrap()), ["z"]);
        assert!(tx.claim(at(9), 0, &Hands::All).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_claim_nobody_heard_of_is_given_back_as_it_was() {
    for given in every().await {
        let mut tx = given.write().await;
        for id in ["fresh", "unclear", "done"] {
            tx.enqueue(&row(id, id, 0), at(0)).await.unwrap();
        }
        let first = claim(&mut tx, 0).await;
        tx.settle(first[1].seq, &Settled::Unclear(at(1)), at(0)).await.unwrap();
        tx.settle(first[2].seq, &Settled::Done, at(0)).await.unwrap();
        let again = claim(&mut tx, 1).await;
        assert_eq!(ids(&again), ["unclear"], "{}", given.name);
        let all: Vec<i64> = first.iter().map(|row| row.seq).collect();
        assert_eq!(tx.give_back(&all, at(2)).await.unwrap(), 2, "what is done stays done");
        assert_eq!(tx.give_back(&all, at(2)).await.unwrap(), 0, "what waits goes on waiting");
        let back = claim(&mut tx, 2).await;
        assert_eq!(ids(&back), ["fresh", "unclear"]);
        let counts: Vec<_> = back.iter().map(|row| (row.attempts, row.unclear, row.cut_off)).collect();
        assert_eq!(counts, [(0, 0, 0), (1, 1, 0)], "nothing was tried");
    }
}

#[tokio::test]
async fn an_outcome_that_was_written_is_known_by_the_next_claim() {
    for given in every().await {
        for how in [
            Settled::NextPart,
            Settled::Retry(at(1)),
            Settled::Waits(at(1)),
            Settled::Anew(at(1)),
            Settled::Unclear(at(1)),
        ] {
            let mut tx = given.write().await;
            tx.enqueue(&row("a", "a", 0), at(0)).await.unwrap();
            let first = claim(&mut tx, 1).await.remove(0);
            assert!(!tx.taken_anew(&first).await.unwrap(), "it is being done as it was claimed: {}", given.name);
            assert!(tx.still_ours(&first).await.unwrap(), "{}", given.name);
            tx.settle(first.seq, &how, at(1)).await.unwrap();
            assert!(!tx.taken_anew(&first).await.unwrap(), "it waits");
            let second = claim(&mut tx, 1).await.remove(0);
            assert!(tx.taken_anew(&first).await.unwrap(), "{how:?} was written, and it is being done again");
            assert!(!tx.taken_anew(&second).await.unwrap());
            assert!(!tx.still_ours(&first).await.unwrap() && tx.still_ours(&second).await.unwrap());
            tx.drop_lane("a").await.unwrap();
            assert!(!tx.still_ours(&second).await.unwrap(), "it was dropped: {}", given.name);
            drop(tx);
        }
    }
}

#[tokio::test]
async fn the_same_id_is_enqueued_once_even_when_done() {
    for given in every().await {
        let mut tx = given.write().await;
        tx.enqueue(&row("a", "l", 0), at(0)).await.unwrap();
        tx.enqueue(&row("a", "other", 9), at(1)).await.unwrap();
        let rows = claim(&mut tx, 1).await;
        assert_eq!((rows.len(), rows[0].row.lane.as_str()), (1, "l"), "{}", given.name);
        tx.settle(rows[0].seq, &Settled::Done, at(1)).await.unwrap();
        tx.enqueue(&row("a", "l", 0), at(2)).await.unwrap();
        assert!(claim(&mut tx, 9).await.is_empty());
    }
}

#[tokio::test]
async fn attempts_are_counted_and_stay_at_the_head() {
    for given in every().await {
        let mut tx = given.write().await;
        tx.enqueue(&row("a1", "a", 0), at(0)).await.unwrap();
        tx.enqueue(&row("a2", "a", 0), at(0)).await.unwrap();
        let seq = claim(&mut tx, 0).await[0].seq;
        assert!(tx.settle(seq, &Settled::Retry(at(10)), at(1)).await.unwrap());
        assert_eq!(tx.next_due(&Hands::All).await.unwrap(), Some(at(10)), "{}", given.name);
        assert!(claim(&mut tx, 9).await.is_empty(), "a2 does not overtake");
        let again = claim(&mut tx, 10).await;
        assert_eq!((ids(&again), again[0].attempts, again[0].unclear), (vec!["a1"], 1, 0));
        assert!(tx.settle(seq, &Settled::Unclear(at(20)), at(11)).await.unwrap());
        let again = claim(&mut tx, 20).await;
        assert_eq!((again[0].attempts, again[0].unclear), (2, 1));
        assert_eq!(again[0].unclear_since, Some(at(10)), "when that attempt began");
        assert!(tx.settle(seq, &Settled::Unclear(at(20)), at(20)).await.unwrap());
        assert_eq!(claim(&mut tx, 20).await[0].unclear_since, Some(at(10)), "the first of them");
        assert!(tx.settle(seq, &Settled::NextPart, at(21)).await.unwrap());
        let next = claim(&mut tx, 21).await;
        assert_eq!((ids(&next), next[0].part, next[0].attempts, next[0].unclear), (vec!["a1"], 1, 0, 0));
        assert_eq!(next[0].unclear_since, None);
        assert_eq!(next[0].row.effect, row("a1", "a", 0).effect);
    }
}

#[tokio::test]
async fn next_due_looks_at_waiting_heads_only() {
    for given in every().await {
        let mut tx = given.write().await;
        assert_eq!(tx.next_due(&Hands::All).await.unwrap(), None, "{}", given.name);
        tx.enqueue(&row("a1", "a", 0), at(0)).await.unwrap();
        tx.enqueue(&row("a2", "a", 1), at(0)).await.unwrap();
        tx.enqueue(&row("b1", "b", 70), at(0)).await.unwrap();
        tx.enqueue(&row("b2", "b", 2), at(0)).await.unwrap();
        assert_eq!(tx.next_due(&Hands::All).await.unwrap(), Some(at(0)));
        let seq = claim(&mut tx, 0).await[0].seq;
        assert_eq!(
            tx.next_due(&Hands::All).await.unwrap(),
            Some(at(70)),
            "a2 is behind what is being done, b2 behind b1"
        );
        tx.settle(seq, &Settled::Done, at(1)).await.unwrap();
        assert_eq!(tx.next_due(&Hands::All).await.unwrap(), Some(at(1)));
    }
}

#[tokio::test]
async fn after_a_start_what_was_being_done_is_unclear_and_due() {
    for given in every().await {
        let mut tx = given.write().await;
        for (id, due) in [("a", 0), ("b", 0), ("c", 500)] {
            tx.enqueue(&row(id, id, due), at(0)).await.unwrap();
        }
        assert_eq!(claim(&mut tx, 1).await.len(), 2);
        assert_eq!(tx.recover(at(100), false).await.unwrap(), 2, "{}", given.name);
        assert_eq!(tx.recover(at(100), false).await.unwrap(), 0);
        let rows = claim(&mut tx, 100).await;
        assert_eq!(ids(&rows), ["a", "b"]);
        assert!(rows.iter().all(|row| row.unclear == 1 && row.unclear_since == Some(at(1)) && row.cut_off == 1));
        tx.recover(at(100), false).await.unwrap();
        let rows = claim(&mut tx, 100).await;
        assert!(rows.iter().all(|row| row.unclear_since == Some(at(1)) && row.cut_off == 2));
        tx.settle(rows[0].seq, &Settled::Retry(at(100)), at(100)).await.unwrap();
        assert_eq!(claim(&mut tx, 100).await[0].cut_off, 0, "the program outlived an attempt");
        tx.recover(at(100), true).await.unwrap();
        assert_eq!(claim(&mut tx, 100).await[0].cut_off, 0, "a stop on purpose");
    }
}

#[tokio::test]
async fn a_dropped_lane_is_empty_and_what_was_being_done_cannot_settle() {
    for given in every().await {
        let mut tx = given.write().await;
        for id in ["a1", "a2"] {
            tx.enqueue(&row(id, "a", 0), at(0)).await.unwrap();
        }
        tx.enqueue(&row("b1", "b", 0), at(0)).await.unwrap();
        let seq = claim(&mut tx, 0).await[0].seq;
        assert_eq!(tx.drop_lane("a").await.unwrap(), 2, "{}", given.name);
        for how in [Settled::Done, Settled::NextPart, Settled::Retry(at(1)), Settled::Unclear(at(1))] {
            assert!(!tx.settle(seq, &how, at(1)).await.unwrap());
        }
        assert!(!tx.settle(seq, &Settled::Failed(String::new()), at(1)).await.unwrap());
        assert_eq!(tx.recover(at(2), false).await.unwrap(), 1, "only b1");
        tx.enqueue(&row("a3", "a", 0), at(3)).await.unwrap();
        assert_eq!(ids(&claim(&mut tx, 3).await), ["b1", "a3"], "the lane can be used again");
        assert_eq!(tx.drop_lane("nothing").await.unwrap(), 0);
    }
}

#[tokio::test]
async fn replacing_a_lane_leaves_what_is_being_done() {
    for given in every().await {
        let mut tx = given.write().await;
        for id in ["a1", "a2", "a3"] {
            tx.enqueue(&row(id, "a", 0), at(0)).await.unwrap();
        }
        let seq = claim(&mut tx, 0).await[0].seq;
        assert_eq!(tx.replace_lane("a").await.unwrap(), 2, "{}", given.name);
        tx.enqueue(&row("a4", "a", 0), at(0)).await.unwrap();
        assert!(claim(&mut tx, 0).await.is_empty());
        assert!(tx.settle(seq, &Settled::Done, at(1)).await.unwrap());
        assert_eq!(ids(&claim(&mut tx, 1).await), ["a4"]);
        tx.enqueue(&row("b1", "b", 5), at(0)).await.unwrap();
        assert_eq!(tx.replace_lane("b").await.unwrap(), 1);
        tx.enqueue(&row("b2", "b", 0), at(0)).await.unwrap();
        assert_eq!(ids(&claim(&mut tx, 9).await), ["b2"], "a new head after all were dropped");
    }
}

#[tokio::test]
async fn hurrying_makes_waiting_rows_due_now() {
    for given in every().await {
        let mut tx = given.write().await;
        tx.enqueue(&row("a1", "a", 500), at(0)).await.unwrap();
        tx.enqueue(&row("b1", "b", 500), at(0)).await.unwrap();
        assert_eq!(tx.hurry("a", at(7)).await.unwrap(), 1, "{}", given.name);
        assert_eq!(tx.hurry("a", at(8)).await.unwrap(), 0, "it was due already");
        assert_eq!(tx.next_due(&Hands::All).await.unwrap(), Some(at(7)));
        assert_eq!(ids(&claim(&mut tx, 8).await), ["a1"]);
        assert_eq!(tx.hurry("a", at(1)).await.unwrap(), 0, "what is being done is left alone");
    }
}

#[tokio::test]
async fn a_post_is_pending_until_it_has_ended() {
    for given in every().await {
        let mut tx = given.write().await;
        let (here, card) = (RoomId::new("r"), Slot::new("t1/card"));
        assert!(!tx.post_pending(&here, &card).await.unwrap());
        tx.enqueue(&post("a", "r", "r", "t1/card"), at(0)).await.unwrap();
        assert!(tx.post_pending(&here, &card).await.unwrap(), "{}", given.name);
        assert!(!tx.post_unclear(&here, &card).await.unwrap(), "nothing was tried yet");
        assert!(!tx.post_pending(&RoomId::new("other"), &card).await.unwrap());
        assert!(!tx.post_pending(&here, &Slot::new("t1/report")).await.unwrap());
        let seq = claim(&mut tx, 0).await[0].seq;
        assert!(tx.post_pending(&here, &card).await.unwrap(), "while it is being sent");
        assert!(tx.post_unclear(&here, &card).await.unwrap(), "it may arrive any moment");
        tx.settle(seq, &Settled::Done, at(0)).await.unwrap();
        assert!(!tx.post_pending(&here, &card).await.unwrap());
    }
}

/// One row of the model: id, lane, due at, being done.
type Modelled = (String, u8, i64, bool);

fn heads(model: &[Modelled], now: i64) -> Vec<String> {
    let head = |i: &usize| !model[..*i].iter().any(|earlier| earlier.1 == model[*i].1);
    let due = |i: &usize| !model[*i].3 && model[*i].2 <= now;
    (0..model.len()).filter(head).filter(due).map(|i| model[i].0.clone()).collect()
}

/// Whatever is done to lanes in whatever order, a claim gives what a plain list of rows would.
#[test]
fn lanes_behave_like_plain_lists() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    let steps = proptest::collection::vec((0u8..8, 0u8..3, 0i64..20), 1..60);
    runner
        .run(&steps, |steps| {
            runtime.block_on(async {
                for given in every().await.into_iter().take(1) {
                    follow(&mut given.write().await, &steps).await;
                }
            });
            Ok(())
        })
        .unwrap();
}

async fn follow(tx: &mut Box<dyn Tx>, steps: &[(u8, u8, i64)]) {
    let mut model: Vec<Modelled> = Vec::new();
    let mut doing: Vec<OutboxRow> = Vec::new();
    for (now, (what, lane, due)) in (0i64..).zip(steps) {
        let name = format!("lane {lane}");
        match what {
            0..=2 => {
                let id = format!("row {now}");
                tx.enqueue(&row(&id, &name, *due), at(now)).await.unwrap();
                model.push((id, *lane, *due, false));
            }
            3 | 4 => {
                let claimed = claim(tx, now).await;
                assert_eq!(ids(&claimed), heads(&model, now));
                for row in &mut model {
                    row.3 |= ids(&claimed).contains(&row.0.as_str());
                }
                doing.extend(claimed);
            }
            5 if !doing.is_empty() => {
                let row = doing.remove(usize::from(*lane) % doing.len());
                let known = model.iter().position(|m| m.0 == row.row.id.as_str());
                assert_eq!(tx.settle(row.seq, &Settled::Done, at(now)).await.unwrap(), known.is_some());
                known.map(|i| model.remove(i));
            }
            6 => {
                let before = model.len();
                model.retain(|row| row.1 != *lane);
                assert_eq!(tx.drop_lane(&name).await.unwrap(), u64::try_from(before - model.len()).unwrap());
            }
            7 => {
                model.retain(|row| row.1 != *lane || row.3);
                tx.replace_lane(&name).await.unwrap();
            }
            _ => {}
        }
    }
}
