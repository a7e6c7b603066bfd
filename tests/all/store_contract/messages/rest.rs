//! Schedules, posts, prompts, journals, and the transaction itself.

use crate::store_contract::people::members::schedule;
use crate::store_contract::*;
use secretary::ports::store::{Hands, Posted, Prompt, StoreError};
use secretary::secretary::ids::{DecisionId, FlowId, Token};
use secretary::secretary::message::action::{Action, TicketAct};
use secretary::secretary::message::views::{Asking, Shows, View};
use secretary::secretary::schedule::{Duty, Schedule};
use secretary::secretary::ticket::event::Event;
use serde_json::json;

#[tokio::test]
async fn schedules_are_listed_by_number() {
    for given in every().await {
        let mut tx = given.write().await;
        for number in [2, 10, 1] {
            tx.save_schedule(&schedule(number, "p")).await.unwrap();
        }
        let changed = schedule(10, "q");
        tx.save_schedule(&changed).await.unwrap();
        assert_eq!(tx.schedule(&changed.id).await.unwrap(), Some(changed.clone()), "{}", given.name);
        tx.drop_schedule(&schedule(2, "p").id).await.unwrap();
        tx.drop_schedule(&schedule(2, "p").id).await.unwrap();
        assert_eq!(tx.schedules(&house()).await.unwrap(), [schedule(1, "p"), changed]);
        assert_eq!(tx.schedule(&schedule(2, "p").id).await.unwrap(), None);
    }
}

#[tokio::test]
async fn schedules_of_a_flow_are_those_that_run_it() {
    for given in every().await {
        let mut tx = given.write().await;
        let duty = |flow: &str| Duty::Flow { flow: FlowId::new(flow), name: "f1".to_owned() };
        let runs = Schedule { duty: duty("f1"), ..schedule(3, "p") };
        let other = Schedule { duty: duty("f2"), ..schedule(1, "p") };
        for one in [&runs, &other, &schedule(2, "p")] {
            tx.save_schedule(one).await.unwrap();
        }
        let flow = FlowId::new("f1");
        assert_eq!(tx.schedules_of_flow(&house(), &flow).await.unwrap(), [runs], "{}", given.name);
        assert_eq!(tx.schedules_of_flow(&WorkspaceId::new("other"), &flow).await.unwrap(), []);
    }
}

#[tokio::test]
async fn posts_are_found_by_slot_and_by_message() {
    for given in every().await {
        let mut tx = given.write().await;
        let chat = place(Platform::Telegram, "5", None, ChatKind::Group);
        let part = |part, message: &str| Posted {
            slot: Slot::new("t1/report"),
            room: RoomId::new("r"),
            part,
            place: chat.clone(),
            message: message.to_owned(),
            at: at(i64::from(part)),
        };
        for one in [part(1, "101"), part(0, "100"), part(10, "110"), part(1, "201")] {
            tx.save_posted(&one).await.unwrap();
        }
        let slot = Slot::new("t1/report");
        let got = tx.posted(&slot, &RoomId::new("r")).await.unwrap();
        let kept = |number, message: &str| part(number, message).untitled();
        assert_eq!(got, [kept(0, "100"), kept(1, "201"), kept(10, "110")], "{}", given.name);
        assert!(tx.posted(&slot, &RoomId::new("other")).await.unwrap().is_empty());
        assert_eq!(tx.posted_as(&chat, "110").await.unwrap(), Some(kept(10, "110")));
        assert_eq!(tx.posted_as(&chat, "101").await.unwrap(), None, "it was posted anew");
        let elsewhere = place(Platform::Telegram, "6", None, ChatKind::Group);
        assert_eq!(tx.posted_as(&elsewhere, "110").await.unwrap(), None);
    }
}

#[tokio::test]
async fn tokens_keep_their_meaning_and_words_are_awaited_once() {
    for given in every().await {
        let mut tx = given.write().await;
        let token = Token::new("AAAAAAAAAAAAAAAAAAAAAA");
        assert_eq!(tx.prompt(&token).await.unwrap(), None, "{}", given.name);
        let idea = Action::NewIdea { text: ODD.to_owned(), passed_on: false };
        let edit = TicketAct::Edit.on(&TicketId::new("t"));
        let rooms = [RoomId::new("a"), RoomId::new("b")];
        let first = Prompt { rooms: rooms.to_vec(), actions: vec![idea.clone()], slot: None };
        tx.bind(&token, &first, at(0)).await.unwrap();
        let actions = vec![idea.clone(), edit.clone()];
        let second = Prompt { rooms: rooms[..1].to_vec(), actions, slot: Some(Slot::new("t/card")) };
        tx.bind(&token, &second, at(1)).await.unwrap();
        assert_eq!(tx.prompt(&token).await.unwrap(), Some(second.clone()));
        let newer = Prompt { rooms: rooms.to_vec(), actions: vec![idea.clone()], slot: None };
        tx.bind(&Token::new("newer"), &newer, at(2)).await.unwrap();
        let newest = [newer.clone(), second.clone()];
        assert_eq!(tx.newest_prompts(&rooms[0], at(1), 9).await.unwrap(), newest, "{}", given.name);
        assert_eq!(tx.newest_prompts(&rooms[0], at(1), 1).await.unwrap(), newest[..1]);
        assert_eq!(tx.newest_prompts(&rooms[1], at(0), 9).await.unwrap(), newest[..1]);
        assert_eq!(tx.newest_prompts(&rooms[0], at(3), 9).await.unwrap(), []);

        let (a, ann, bob) = (RoomId::new("a"), PersonId::new("ann"), PersonId::new("bob"));
        tx.expect(&a, &ann, &idea, at(2)).await.unwrap();
        tx.expect(&a, &ann, &edit, at(3)).await.unwrap();
        assert_eq!(tx.expected(&a, &bob).await.unwrap(), None);
        assert_eq!(tx.expected(&RoomId::new("b"), &ann).await.unwrap(), None);
        assert_eq!(tx.expected(&a, &ann).await.unwrap(), Some((edit, at(3))));
        assert_eq!(tx.expected(&a, &ann).await.unwrap(), None);
    }
}

#[tokio::test]
async fn journals_count_from_nought_for_each_run() {
    for given in every().await {
        let mut tx = given.write().await;
        let (one, two) = (RunId::new("one"), RunId::new("two"));
        assert!(tx.steps(&one).await.unwrap().is_empty());
        for number in 0..12 {
            let record = json!({"n": number, "text": ODD});
            assert_eq!(tx.append_step(&one, &record, at(0)).await.unwrap(), number, "{}", given.name);
        }
        assert_eq!(tx.append_step(&two, &json!(null), at(0)).await.unwrap(), 0);
        let steps = tx.steps(&one).await.unwrap();
        assert_eq!((steps.len(), &steps[11]), (12, &json!({"n": 11, "text": ODD})));
        assert_eq!(tx.steps(&two).await.unwrap(), [json!(null)]);
    }
}

#[tokio::test]
async fn without_a_commit_nothing_has_happened() {
    for given in every().await {
        for _ in 0..3 {
            let mut tx = given.write().await;
            tx.receive(&[(inbound("a"), [0; 32])], at(0)).await.unwrap();
            assert_eq!(tx.undecided(9).await.unwrap().len(), 1);
            drop(tx);
            assert!(given.write().await.undecided(9).await.unwrap().is_empty(), "{}", given.name);
        }
    }
}

#[tokio::test]
async fn a_savepoint_can_be_undone_also_after_a_failure() {
    for given in every().await {
        let mut tx = given.write().await;
        tx.enqueue(&row("kept", "a", 0), at(0)).await.unwrap();
        tx.savepoint().await.unwrap();
        tx.enqueue(&row("undone", "b", 0), at(0)).await.unwrap();
        tx.save_ticket(&ticket(1, Stage::Intake), None, &Event::IdeaReceived, None).await.unwrap();
        assert!(tx.save_ticket(&ticket(1, Stage::Intake), None, &Event::IdeaReceived, None).await.is_err());
        tx.undo().await.unwrap();
        tx.savepoint().await.unwrap();
        tx.enqueue(&row("released", "c", 0), at(0)).await.unwrap();
        tx.release().await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = given.write().await;
        let rows = tx.claim(at(0), 9, &Hands::All).await.unwrap();
        let ids: Vec<&str> = rows.iter().map(|row| row.row.id.as_str()).collect();
        assert_eq!(ids, ["kept", "released"], "{}", given.name);
        assert_eq!(tx.ticket_numbered(&house(), 1).await.unwrap(), None);
        assert!(tx.undo().await.is_err(), "there is nothing to come back to");
    }
}

#[tokio::test]
async fn a_reading_transaction_reads_and_does_not_write() {
    for given in every().await {
        let mut tx = given.write().await;
        tx.save_ticket(&ticket(1, Stage::Intake), None, &Event::IdeaReceived, None).await.unwrap();
        tx.commit().await.unwrap();
        for asks in [false, true] {
            let mut tx = if asks { given.store.ask().await.unwrap() } else { given.store.read().await.unwrap() };
            assert_eq!(tx.ticket_numbered(&house(), 1).await.unwrap().map(|t| t.number), Some(1), "{}", given.name);
            for error in [
                tx.next_number(&house()).await.unwrap_err(),
                tx.claim(at(0), 1, &Hands::All).await.unwrap_err(),
                tx.expected(&RoomId::new("r"), &PersonId::new("p")).await.unwrap_err(),
            ] {
                assert!(matches!(error, StoreError::Refused(_)), "{error}");
            }
        }
    }
}

#[tokio::test]
async fn further_copies_are_known_until_they_are_the_message_itself() {
    for given in every().await {
        let mut tx = given.write().await;
        let (slot, room) = (Slot::new("t/card"), RoomId::new("r"));
        let here = place(Platform::Telegram, "7", None, ChatKind::Direct);
        let posted = |part, message: &str| Posted {
            slot: slot.clone(),
            room: room.clone(),
            part,
            place: here.clone(),
            message: message.to_owned(),
            at: at(part.into()),
        };
        let kept = |part, message: &str| posted(part, message).untitled();
        tx.save_posted(&posted(0, "10")).await.unwrap();
        tx.save_copy(&posted(1, "11")).await.unwrap();
        tx.save_copy(&posted(1, "11")).await.unwrap();
        assert_eq!(tx.copies(&slot, &room).await.unwrap(), [kept(1, "11")], "{}", given.name);
        assert_eq!(tx.posted_as(&here, "11").await.unwrap(), Some(kept(1, "11")));
        assert_eq!(tx.posted(&slot, &room).await.unwrap(), [kept(0, "10")], "a copy is no part");
        tx.save_posted(&posted(1, "11")).await.unwrap();
        assert_eq!(tx.copies(&slot, &room).await.unwrap(), []);
        tx.forget_part(&posted(1, "other")).await.unwrap();
        assert_eq!(tx.posted(&slot, &room).await.unwrap().len(), 2);
        tx.forget_part(&posted(1, "11")).await.unwrap();
        assert_eq!(tx.posted(&slot, &room).await.unwrap(), [kept(0, "10")]);
        assert_eq!(tx.rooms_with(&slot).await.unwrap(), std::slice::from_ref(&room), "{}", given.name);
        assert_eq!(tx.rooms_with(&Slot::new("other")).await.unwrap(), []);
        tx.enqueue(&post("soon", "post/soon", "elsewhere", "other"), at(1)).await.unwrap();
        assert_eq!(tx.rooms_with(&Slot::new("other")).await.unwrap(), [RoomId::new("elsewhere")], "it waits");
    }
}

#[tokio::test]
async fn views_are_found_by_each_ticket_they_show_until_they_are_dropped() {
    for given in every().await {
        let mut tx = given.write().await;
        let (one, two) = (TicketId::new("t1"), TicketId::new("t2"));
        let view = |slot: &str, shows: Shows| View {
            room: RoomId::new("r"),
            slot: Slot::new(slot),
            reader: PersonId::new("p"),
            direct: true,
            shows,
        };
        let of = vec![(one.clone(), DecisionId::new("d1")), (two.clone(), DecisionId::new("d1"))];
        let list = view("re/1/0", Shows::Decisions { asking: Asking::Listed(false), of, more: false });
        let shown = view("t1/shown2", Shows::Ticket(one.clone()));
        tx.save_view(&list).await.unwrap();
        tx.save_view(&shown).await.unwrap();
        assert_eq!(tx.views_of(&one).await.unwrap(), [list.clone(), shown.clone()], "{}", given.name);
        assert_eq!(tx.views_of(&two).await.unwrap(), std::slice::from_ref(&list));
        // The page was turned: it shows something else now.
        let turned = View {
            shows: Shows::Which { offers: vec![(ODD.to_owned(), TicketAct::Show.on(&two))], more: false },
            ..list
        };
        tx.save_view(&turned).await.unwrap();
        assert_eq!(tx.views_of(&one).await.unwrap(), std::slice::from_ref(&shown));
        assert_eq!(tx.views_of(&two).await.unwrap(), std::slice::from_ref(&turned));
        tx.drop_view(&turned.slot, &RoomId::new("elsewhere")).await.unwrap();
        tx.drop_view(&shown.slot, &shown.room).await.unwrap();
        assert!(tx.views_of(&one).await.unwrap().is_empty());
        assert_eq!(tx.views_of(&two).await.unwrap(), [turned]);
    }
}
