//! Outbox rows that are shelved, shown again or tried anew.

use crate::store_contract::*;
use secretary::ports::store::{Hands, Settled};
use secretary::secretary::message::{Button, Look};

#[tokio::test]
async fn what_is_shelved_is_shown_again_once_at_the_end_of_its_lane() {
    for given in every().await {
        let mut tx = given.write().await;
        let (here, card) = (RoomId::new("here"), Slot::new("t1/card"));
        let effect = |text: &str| Effect::Post {
            room: here.clone(),
            slot: card.clone(),
            message: Message::lines([text]),
            reply: ReplyTo::default(),
            ticket: None,
            class: Class::Must,
        };
        let (mut first, mut other) = (row("p", "room/here", 0), row("q", "room/here", 0));
        first.effect = effect("first");
        other.effect = effect("other");
        tx.enqueue(&first, at(0)).await.unwrap();
        let seq = tx.claim(at(0), 9, &Hands::All).await.unwrap()[0].seq;
        tx.settle(seq, &Settled::NextPart, at(0)).await.unwrap();
        tx.claim(at(0), 9, &Hands::All).await.unwrap();
        assert!(tx.settle(seq, &Settled::Shelved("unclear".to_owned()), at(0)).await.unwrap(), "{}", given.name);
        assert!(!tx.post_pending(&here, &card).await.unwrap());
        assert!(tx.claim(at(9), 9, &Hands::All).await.unwrap().is_empty());
        assert!(!tx.reword(&RoomId::new("there"), &card, Some(&Message::lines(["x"]))).await.unwrap());
        let button = Button { label: "Go".to_owned(), data: "1.k.0".to_owned(), look: Look::Plain, form: None };
        let newer = Message::lines(["newer"]).row(vec![button]);
        assert!(tx.reword(&here, &card, Some(&newer)).await.unwrap());
        assert!(tx.reword(&here, &card, None).await.unwrap(), "its buttons have done their work");
        tx.enqueue(&other, at(1)).await.unwrap();
        assert_eq!(tx.show_again(&RoomId::new("there"), at(2)).await.unwrap(), 0);
        assert_eq!(tx.show_again(&here, at(2)).await.unwrap(), 1);
        assert_eq!(tx.show_again(&here, at(2)).await.unwrap(), 0, "once");
        let claimed = tx.claim(at(2), 9, &Hands::All).await.unwrap();
        assert_eq!(claimed.iter().map(|r| r.row.id.as_str()).collect::<Vec<_>>(), ["q"], "the lane keeps its order");
        tx.settle(claimed[0].seq, &Settled::Done, at(2)).await.unwrap();
        let again = &tx.claim(at(2), 9, &Hands::All).await.unwrap()[0];
        assert_eq!((again.row.id.as_str(), again.part, again.unclear), ("back/p", 1, 0));
        assert_eq!(again.row.effect, effect("newer"));
    }
}

#[tokio::test]
async fn what_is_settled_before_it_could_be_asked_is_dropped() {
    for given in every().await {
        let mut tx = given.write().await;
        let here = RoomId::new("here");
        let button = Button { label: "Go".to_owned(), data: "1.k.0".to_owned(), look: Look::Plain, form: None };
        // What may have arrived says there what became of it.
        for (id, unclear, shown) in [("never", false, 0), ("perhaps", true, 1)] {
            let slot = Slot::new(format!("t1/{id}"));
            let mut asked = row(id, id, 0);
            asked.effect = Effect::Post {
                room: here.clone(),
                slot: slot.clone(),
                message: Message::lines(["Shall I?"]).row(vec![button.clone()]),
                reply: ReplyTo::default(),
                ticket: None,
                class: Class::Must,
            };
            tx.enqueue(&asked, at(0)).await.unwrap();
            let seq = tx.claim(at(0), 9, &Hands::All).await.unwrap()[0].seq;
            if unclear {
                tx.settle(seq, &Settled::Unclear(at(0)), at(0)).await.unwrap();
                tx.claim(at(0), 9, &Hands::All).await.unwrap();
            }
            assert!(tx.settle(seq, &Settled::Shelved("no way there".to_owned()), at(0)).await.unwrap());
            assert!(tx.reword(&here, &slot, Some(&Message::lines(["✔ Yes"]))).await.unwrap(), "{}", given.name);
            assert_eq!(tx.show_again(&here, at(1)).await.unwrap(), shown, "{}: {id}", given.name);
        }
    }
}

#[tokio::test]
async fn a_shelved_change_does_not_come_back_behind_a_newer_one() {
    for given in every().await {
        let (here, slot) = (RoomId::new("here"), Slot::new("t1/card"));
        let edit = |text: &str| Effect::Edit {
            room: here.clone(),
            slot: slot.clone(),
            message: Message::lines([text]),
            calm: false,
        };
        let mut tx = given.write().await;
        let (bare, copies) = (
            Effect::Bare { room: here.clone(), slot: slot.clone() },
            Effect::BareCopies { room: here.clone(), slot: slot.clone() },
        );
        for (id, newer) in [("alone", None), ("outdated", Some(("newer", bare))), ("copied", Some(("copies", copies)))]
        {
            let mut old = row(id, id, 0);
            old.effect = edit("old");
            tx.enqueue(&old, at(0)).await.unwrap();
            let seq = tx.claim(at(0), 9, &Hands::All).await.unwrap()[0].seq;
            tx.settle(seq, &Settled::Shelved("no way there".to_owned()), at(0)).await.unwrap();
            if let Some((newer, effect)) = newer {
                let mut behind = row(newer, id, 9);
                behind.effect = effect;
                tx.enqueue(&behind, at(1)).await.unwrap();
            }
        }
        assert_eq!(tx.show_again(&here, at(2)).await.unwrap(), 2, "{}", given.name);
        let shown = tx.claim(at(9), 9, &Hands::All).await.unwrap();
        assert_eq!(shown.iter().map(|r| r.row.id.as_str()).collect::<Vec<_>>(), ["newer", "copies", "back/alone"]);
        tx.settle(shown[1].seq, &Settled::Done, at(9)).await.unwrap();
        let behind = tx.claim(at(9), 9, &Hands::All).await.unwrap();
        assert_eq!(behind.iter().map(|r| r.row.id.as_str()).collect::<Vec<_>>(), ["back/copied"]);
        assert_eq!(tx.show_again(&here, at(9)).await.unwrap(), 0, "what is outdated does not come back later");
    }
}

#[tokio::test]
async fn a_shelved_change_does_not_come_back_after_a_newer_one() {
    for given in every().await {
        let (here, slot) = (RoomId::new("here"), Slot::new("t1/card"));
        let edit = |text: &str| Effect::Edit {
            room: here.clone(),
            slot: slot.clone(),
            message: Message::lines([text]),
            calm: false,
        };
        let mut tx = given.write().await;
        for (id, lane, made) in [("old", "one", 0), ("of another", "two", 0), ("newer", "one", 1)] {
            let mut change = row(id, lane, 0);
            change.effect = edit(id);
            tx.enqueue(&change, at(made)).await.unwrap();
            let seq = tx.claim(at(made), 9, &Hands::All).await.unwrap()[0].seq;
            let how = if id == "newer" { Settled::Done } else { Settled::Shelved("no way there".to_owned()) };
            assert!(tx.settle(seq, &how, at(made)).await.unwrap(), "{}", given.name);
        }
        assert_eq!(tx.show_again(&here, at(2)).await.unwrap(), 1, "{}", given.name);
        let shown = tx.claim(at(2), 9, &Hands::All).await.unwrap();
        assert_eq!(shown.iter().map(|r| r.row.id.as_str()).collect::<Vec<_>>(), ["back/of another"]);
    }
}

#[tokio::test]
async fn of_two_changes_of_one_moment_the_later_one_counts() {
    for given in every().await {
        let here = RoomId::new("here");
        let mut tx = given.write().await;
        for id in ["older", "newer"] {
            let mut change = row(id, "one", 0);
            change.effect = Effect::Edit {
                room: here.clone(),
                slot: Slot::new("t1/card"),
                message: Message::lines([id]),
                calm: false,
            };
            tx.enqueue(&change, at(0)).await.unwrap();
        }
        let older = tx.claim(at(0), 9, &Hands::All).await.unwrap()[0].seq;
        assert!(tx.settle(older, &Settled::Shelved("no way there".to_owned()), at(0)).await.unwrap());
        assert_eq!(tx.show_again(&here, at(1)).await.unwrap(), 0, "{}: a newer one waits", given.name);
        let newer = tx.claim(at(1), 9, &Hands::All).await.unwrap()[0].seq;
        assert!(tx.settle(newer, &Settled::Shelved("no way there".to_owned()), at(1)).await.unwrap());
        assert_eq!(tx.show_again(&here, at(2)).await.unwrap(), 1, "{}: nothing is newer than it", given.name);
    }
}

#[tokio::test]
async fn what_may_have_arrived_is_shown_again_under_a_name_that_says_why() {
    for given in every().await {
        let here = RoomId::new("here");
        let mut tx = given.write().await;
        let mut first = row("p", "room/here", 0);
        first.effect = Effect::Post {
            room: here.clone(),
            slot: Slot::new("t1/card"),
            message: Message::lines(["first"]),
            reply: ReplyTo::default(),
            ticket: None,
            class: Class::Must,
        };
        tx.enqueue(&first, at(0)).await.unwrap();
        for id in ["again/p", "again/again/p"] {
            let row = tx.claim(at(0), 9, &Hands::All).await.unwrap().pop().expect("a row");
            tx.settle(row.seq, &Settled::Unclear(at(0)), at(0)).await.unwrap();
            tx.claim(at(0), 9, &Hands::All).await.unwrap();
            tx.settle(row.seq, &Settled::Shelved("unclear".to_owned()), at(0)).await.unwrap();
            assert_eq!(tx.show_again(&here, at(0)).await.unwrap(), 1, "{}", given.name);
            let again = tx.claim(at(0), 9, &Hands::All).await.unwrap().pop().expect("a row");
            assert_eq!((again.row.id.as_str(), again.unclear), (id, 0));
            assert_eq!(again.unclear_since, Some(at(0)), "so that it waits until the platform works");
            tx.settle(again.seq, &Settled::Retry(at(0)), at(0)).await.unwrap();
        }
    }
}

#[tokio::test]
async fn what_is_tried_anew_forgets_how_it_went_before() {
    for given in every().await {
        let mut tx = given.write().await;
        tx.enqueue(&row("p", "room/here", 0), at(0)).await.unwrap();
        let seq = tx.claim(at(0), 9, &Hands::All).await.unwrap()[0].seq;
        tx.settle(seq, &Settled::Unclear(at(1)), at(0)).await.unwrap();
        tx.claim(at(1), 9, &Hands::All).await.unwrap();
        tx.recover(at(2), false).await.unwrap();
        let claimed = tx.claim(at(2), 9, &Hands::All).await.unwrap().pop().unwrap();
        assert_eq!((claimed.unclear, claimed.cut_off), (2, 1), "{}", given.name);
        tx.settle(seq, &Settled::Waits(at(2)), at(2)).await.unwrap();
        let claimed = tx.claim(at(2), 9, &Hands::All).await.unwrap().pop().unwrap();
        let counts = (claimed.unclear, claimed.cut_off, claimed.attempts);
        assert_eq!(counts, (2, 1, 2), "waiting changes nothing: {}", given.name);
        tx.settle(seq, &Settled::Anew(at(3)), at(2)).await.unwrap();
        let again = tx.claim(at(3), 9, &Hands::All).await.unwrap().pop().unwrap();
        assert_eq!((again.unclear, again.unclear_since, again.cut_off, again.attempts), (0, None, 0, 3));
    }
}
