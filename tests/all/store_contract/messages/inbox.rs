//! Inbox rows, outcomes and strangers.

use crate::store_contract::*;
use secretary::ports::store::{Arrival, EventOutcome};
use secretary::secretary::people::workspace::Guesses;

async fn seqs(tx: &mut Box<dyn Tx>) -> Vec<i64> {
    tx.undecided(100).await.unwrap().iter().map(|row| row.seq).collect()
}

#[tokio::test]
async fn what_the_engine_told_itself_is_found_by_its_key_until_it_is_decided() {
    for given in every().await {
        let mut tx = given.write().await;
        for key in ["free/1/a", "free/2/b", "freedom", "start/1"] {
            tx.tell(key, &Arrival::AgentsFree, [0; 32], at(0)).await.unwrap();
        }
        assert_eq!(tx.undecided_keys("free/").await.unwrap(), ["free/1/a", "free/2/b"], "{}", given.name);
        let first = tx.undecided(1).await.unwrap().remove(0);
        tx.decided(first.seq, &EventOutcome::Decided(None), at(1)).await.unwrap();
        assert_eq!(tx.undecided_keys("free/").await.unwrap(), ["free/2/b"], "{}", given.name);
    }
}

#[tokio::test]
async fn events_arrive_once_and_in_order() {
    for given in every().await {
        let mut tx = given.write().await;
        let batch = [(inbound("a"), [1; 32]), (inbound("b"), [2; 32]), (inbound("a"), [3; 32])];
        assert_eq!(tx.receive(&batch, at(5)).await.unwrap(), 2, "{}", given.name);
        tx.commit().await.unwrap();
        let mut other_bot = inbound("a");
        other_bot.place.bot = "second".to_owned();
        let mut tx = given.write().await;
        let batch = [(inbound("b"), [4; 32]), (other_bot.clone(), [5; 32])];
        assert_eq!(tx.receive(&batch, at(6)).await.unwrap(), 1);
        let rows = tx.undecided(100).await.unwrap();
        let got: Vec<_> = rows.iter().map(|r| (r.arrival.clone(), r.seed, r.tries, r.received_at)).collect();
        let outside = |event| Arrival::Outside(Box::new(event));
        assert_eq!(
            got,
            [
                (outside(inbound("a")), [1; 32], 0, at(5)),
                (outside(inbound("b")), [2; 32], 0, at(5)),
                (outside(other_bot), [5; 32], 0, at(6)),
            ]
        );
        assert!(rows.is_sorted_by_key(|row| row.seq));
        assert_eq!(tx.undecided(1).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn the_engine_tells_itself_once_per_key() {
    for given in every().await {
        let mut tx = given.write().await;
        tx.tell("effect-1", &Arrival::AgentsFree, [9; 32], at(1)).await.unwrap();
        tx.tell("effect-1", &Arrival::AgentsFree, [8; 32], at(2)).await.unwrap();
        tx.receive(&[(inbound("effect-1"), [7; 32])], at(3)).await.unwrap();
        let rows = tx.undecided(9).await.unwrap();
        assert_eq!(rows.len(), 2, "{}", given.name);
        assert_eq!((rows[0].arrival.clone(), rows[0].seed, rows[0].received_at), (Arrival::AgentsFree, [9; 32], at(1)));
    }
}

#[tokio::test]
async fn a_fate_ends_a_row_and_again_counts_a_try() {
    for given in every().await {
        let mut tx = given.write().await;
        let batch: Vec<_> = ["a", "b", "c"].map(|event| (inbound(event), [0; 32])).into();
        tx.receive(&batch, at(0)).await.unwrap();
        let [a, b, c] = seqs(&mut tx).await[..] else { panic!("three rows") };
        tx.decided(b, &EventOutcome::Again, at(1)).await.unwrap();
        tx.decided(b, &EventOutcome::Again, at(2)).await.unwrap();
        let tries: Vec<u32> = tx.undecided(9).await.unwrap().iter().map(|row| row.tries).collect();
        assert_eq!(tries, [0, 2, 0], "{}", given.name);
        assert_eq!(tx.outcome(Platform::Telegram, "bot", "b").await.unwrap(), None);

        tx.decided(a, &EventOutcome::Decided(Some("ok".to_owned())), at(7)).await.unwrap();
        tx.decided(b, &EventOutcome::Quarantined("odd".to_owned()), at(8)).await.unwrap();
        assert_eq!(seqs(&mut tx).await, [c]);
        tx.decided(c, &EventOutcome::Refused("no".to_owned()), at(6)).await.unwrap();
        tx.decided(c, &EventOutcome::Decided(None), at(99)).await.unwrap();
        assert_eq!(
            tx.outcome(Platform::Telegram, "bot", "a").await.unwrap(),
            Some(EventOutcome::Decided(Some("ok".to_owned())))
        );
        assert_eq!(
            tx.outcome(Platform::Telegram, "bot", "b").await.unwrap(),
            Some(EventOutcome::Quarantined("odd".to_owned()))
        );
        assert_eq!(
            tx.outcome(Platform::Telegram, "bot", "c").await.unwrap(),
            Some(EventOutcome::Refused("no".to_owned()))
        );
        assert_eq!(tx.outcome(Platform::Discord, "bot", "a").await.unwrap(), None);
        assert_eq!(tx.receive(&batch, at(20)).await.unwrap(), 0, "decided events stay known");
    }
}

#[tokio::test]
async fn a_stranger_is_told_once() {
    for given in every().await {
        let mut tx = given.write().await;
        let stranger = account(Platform::Discord, "5");
        assert!(!tx.told_before(&stranger, at(0)).await.unwrap());
        assert!(tx.told_before(&stranger, at(9)).await.unwrap());
        assert!(!tx.told_before(&account(Platform::Web, "5"), at(0)).await.unwrap(), "{}", given.name);
    }
}

#[tokio::test]
async fn what_was_begun_is_counted_until_it_is_decided() {
    for given in every().await {
        let mut tx = given.write().await;
        assert_eq!(tx.last_undecided().await.unwrap(), None, "{}", given.name);
        for n in 1..=4 {
            tx.receive(&[(inbound(&format!("e{n}")), [0; 32])], at(n)).await.unwrap();
        }
        let all = seqs(&mut tx).await;
        tx.decided(all[1], &EventOutcome::Decided(None), at(5)).await.unwrap();
        tx.begun(all[0], all[2]).await.unwrap();
        tx.begun(all[2], all[2]).await.unwrap();
        let begun: Vec<u32> = tx.undecided(9).await.unwrap().iter().map(|row| row.begun).collect();
        assert_eq!((begun, tx.last_undecided().await.unwrap()), (vec![1, 2, 0], Some(all[3])), "{}", given.name);
    }
}

#[tokio::test]
async fn wrong_codes_are_counted_by_account() {
    for given in every().await {
        let mut tx = given.write().await;
        let (one, other) = (account(Platform::Telegram, "5"), account(Platform::Web, "5"));
        assert_eq!(tx.guesses(&one).await.unwrap(), Guesses::default(), "{}", given.name);
        for n in 1..4 {
            tx.save_guesses(&one, Guesses { wrong: n, last_at: at(n.into()) }).await.unwrap();
        }
        assert_eq!(tx.guesses(&one).await.unwrap(), Guesses { wrong: 3, last_at: at(3) });
        assert_eq!(tx.guesses(&other).await.unwrap(), Guesses::default());
    }
}

#[tokio::test]
async fn a_stop_is_known_until_something_from_outside_is_decided() {
    for given in every().await {
        let mut tx = given.write().await;
        assert_eq!(tx.last_break().await.unwrap(), None);
        let tell = [("stop/1", 3), ("start/1", 5), ("start/2", 7)];
        for (n, (key, moment)) in (0..).zip(tell) {
            tx.tell(key, &Arrival::AgentsFree, [1; 32], at(moment)).await.unwrap();
            let known = tx.last_break().await.unwrap();
            assert_eq!(known.is_some(), n > 0, "{}: told, and decided only later", given.name);
            let [row] = seqs(&mut tx).await[..] else { panic!("one row") };
            tx.decided(row, &EventOutcome::Decided(None), at(moment)).await.unwrap();
        }
        assert_eq!(tx.last_break().await.unwrap(), Some((at(3), Some(at(5)))), "the first start after it");
        tx.receive(&[(inbound("stop/2"), [0; 32])], at(8)).await.unwrap();
        assert_eq!(tx.last_break().await.unwrap(), Some((at(3), Some(at(5)))), "received, not decided");
        let [next] = seqs(&mut tx).await[..] else { panic!("one row") };
        tx.decided(next, &EventOutcome::Decided(None), at(9)).await.unwrap();
        assert_eq!(tx.last_break().await.unwrap(), None, "{}", given.name);
    }
}
