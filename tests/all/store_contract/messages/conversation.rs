//! What was said last in each room: it is kept whole, and goes with its room, with whoever of it is erased, and in time.

use crate::store_contract::people::erasure::{CANARY, fills};
use crate::store_contract::*;
use secretary::ports::store::Transient;
use secretary::secretary::message::conversation::Said;
use secretary::secretary::ticket::Ending;
use secretary::secretary::ticket::event::Event;

fn said(by: Option<&str>, text: &str, seconds: i64) -> Said {
    Said {
        by: by.map(PersonId::new),
        who: by.map_or("Secretary", |_| "Ann").to_owned(),
        text: text.to_owned(),
        at: at(seconds),
        message: by.map(|_| "17".to_owned()),
    }
}

fn direct(id: &str) -> Room {
    room(id, place(Platform::Telegram, id, None, ChatKind::Direct))
}

fn group(id: &str) -> Room {
    room(id, place(Platform::Telegram, id, None, ChatKind::Group))
}

/// Rooms, in each of which one thing was said.
async fn talk(tx: &mut Box<dyn Tx>, rooms: &[(Room, Said)]) {
    for (room, said) in rooms {
        tx.save_room(room).await.unwrap();
        tx.save_conversation(&room.id, std::slice::from_ref(said)).await.unwrap();
    }
}

/// Those of these rooms of which something is kept.
async fn left<'a>(tx: &mut Box<dyn Tx>, rooms: &[&'a str]) -> Vec<&'a str> {
    let mut left = Vec::new();
    for id in rooms {
        if !tx.conversation(&RoomId::new(*id)).await.unwrap().is_empty() {
            left.push(*id);
        }
    }
    left
}

#[tokio::test]
async fn the_last_turns_of_a_room_are_kept_until_others_take_their_place() {
    for given in every().await {
        let mut tx = given.write().await;
        let (here, there) = (RoomId::new("here"), RoomId::new("there"));
        for room in [direct("here"), direct("there")] {
            tx.save_room(&room).await.unwrap();
        }
        assert_eq!(tx.conversation(&here).await.unwrap(), [], "{}", given.name);
        let first = [said(Some("ann"), ODD, 1), said(None, "Noted.", 2)];
        tx.save_conversation(&here, &first).await.unwrap();
        tx.save_conversation(&there, &first[1..]).await.unwrap();
        assert_eq!(tx.conversation(&here).await.unwrap(), first, "{}", given.name);
        let second = [said(None, "Which one?", 3)];
        tx.save_conversation(&here, &second).await.unwrap();
        assert_eq!(tx.conversation(&here).await.unwrap(), second, "{}", given.name);
        tx.savepoint().await.unwrap();
        tx.save_conversation(&here, &[]).await.unwrap();
        assert_eq!(tx.conversation(&here).await.unwrap(), []);
        tx.undo().await.unwrap();
        assert_eq!(tx.conversation(&here).await.unwrap(), second, "{}", given.name);
        tx.save_conversation(&here, &[]).await.unwrap();
        tx.save_conversation(&here, &[]).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = given.store.read().await.unwrap();
        assert_eq!(tx.conversation(&here).await.unwrap(), []);
        assert_eq!(tx.conversation(&there).await.unwrap(), first[1..], "{}", given.name);
    }
}

#[tokio::test]
async fn nothing_is_kept_of_a_room_that_is_closed_or_given_away() {
    for given in every().await {
        let mut tx = given.write().await;
        let turn = said(Some("ann"), "Hello", 1);
        let rooms = ["stays", "closed", "given away"];
        talk(&mut tx, &rooms.map(|id| (direct(id), turn.clone()))).await;
        tx.save_room(&Room { called: "House".to_owned(), ..direct("stays") }).await.unwrap();
        tx.save_room(&Room { closed: true, ..direct("closed") }).await.unwrap();
        tx.save_room(&Room { workspace: WorkspaceId::new("other"), ..direct("given away") }).await.unwrap();
        assert_eq!(left(&mut tx, &rooms).await, ["stays"], "{}", given.name);
        talk(&mut tx, &[(Room { closed: true, ..direct("closed") }, turn.clone())]).await;
        tx.save_conversation(&RoomId::new("unknown"), &[turn]).await.unwrap();
        assert_eq!(left(&mut tx, &["closed", "unknown"]).await, [""; 0], "{}", given.name);
    }
}

#[tokio::test]
async fn what_somebody_said_and_what_was_said_of_theirs_is_erased_with_them() {
    for given in every().await {
        let (name, folder) = (given.name, given.folder);
        let mut tx = given.store.begin().await.unwrap();
        fills(&mut tx, "p1", CANARY, 1).await;
        fills(&mut tx, "p2", "blackbird", 2).await;
        let elsewhere = Room { workspace: WorkspaceId::new("other"), ..direct("elsewhere") };
        talk(
            &mut tx,
            &[
                (direct("of them"), said(Some("p1"), CANARY, 1)),
                (group("group"), said(None, &format!("Never to be found by its words: {CANARY}"), 1)),
                (direct("words"), said(None, &format!("Ann wants this: {CANARY} idea"), 1)),
                (direct("others"), said(Some("p2"), "I look at #12, \"by\":\"p1\"", 1)),
                (elsewhere, said(Some("p3"), "What about #1?", 1)),
            ],
        )
        .await;
        tx.save_conversation(&RoomId::new("r-p1"), &[said(None, CANARY, 1)]).await.unwrap();
        tx.save_conversation(&RoomId::new("r-p2"), &[said(None, "blackbird", 1)]).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = given.store.begin().await.unwrap();
        tx.erase_person(&PersonId::new("p1"), at(9)).await.unwrap();
        // Of the last turns of a workspace nobody can say whose words they repeat.
        let rooms = ["r-p1", "of them", "group", "words", "r-p2", "others", "elsewhere"];
        assert_eq!(left(&mut tx, &rooms).await, ["elsewhere"], "{name}");
        // Who says a last word to them keeps nothing of it: their chat is gone.
        tx.save_conversation(&RoomId::new("r-p1"), &[said(Some("p1"), CANARY, 9)]).await.unwrap();
        assert_eq!(left(&mut tx, &["r-p1"]).await, [""; 0], "{name}");
        tx.commit().await.unwrap();
        drop(given.store);
        for file in folder.iter().flat_map(|folder| std::fs::read_dir(folder.path()).unwrap()) {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!String::from_utf8_lossy(&bytes).contains(CANARY), "it is still in the file");
        }
    }
}

#[tokio::test]
async fn who_is_joined_with_another_has_said_it() {
    for given in every().await {
        let mut tx = given.write().await;
        for (id, platform) in [("ann", Platform::Telegram), ("bob", Platform::Discord)] {
            tx.save_person(&person(id, Role::Approver, &[account(platform, id)])).await.unwrap();
        }
        let before =
            [said(Some("bob"), "I am \"bob\", \"by\":\"bob\"", 1), said(Some("bobby"), "bob", 2), said(None, "", 3)];
        let own = Room { person: Some(PersonId::new("bob")), ..direct("own") };
        for room in [&own, &group("all")] {
            tx.save_room(room).await.unwrap();
            tx.save_conversation(&room.id, &before).await.unwrap();
        }
        tx.merge_person(&PersonId::new("bob"), &PersonId::new("ann")).await.unwrap();
        let mut after = before.clone();
        after[0].by = Some(PersonId::new("ann"));
        for room in ["own", "all"] {
            assert_eq!(tx.conversation(&RoomId::new(room)).await.unwrap(), after, "{}: {room}", given.name);
        }
        tx.erase_person(&PersonId::new("ann"), at(9)).await.unwrap();
        assert_eq!(left(&mut tx, &["own", "all"]).await, [""; 0], "{}", given.name);
    }
}

#[tokio::test]
async fn rooms_that_fell_silent_and_those_of_forgotten_tickets_are_forgotten() {
    for given in every().await {
        let mut tx = given.write().await;
        let day = |n: i64| n * 86_400;
        let turns = |first, last| [said(None, "First", day(first)), said(Some("ann"), "Last", day(last))];
        let rooms = ["a", "b", "c", "talks", "young", "r1", "thread"];
        for (id, turns) in rooms.iter().zip([
            turns(0, 1),
            turns(0, 0),
            turns(2, 29),
            turns(0, 31),
            turns(40, 41),
            turns(60, 60),
            turns(60, 60),
        ]) {
            let thread_of = (*id == "thread").then(|| (TicketId::new("t1"), RoomId::new("r1")));
            tx.save_room(&Room { thread_of, ..group(id) }).await.unwrap();
            tx.save_conversation(&RoomId::new(*id), &turns).await.unwrap();
        }
        let mut gone = 0;
        for _ in 0..3 {
            gone += tx.forget(Transient::Inbox, at(day(30)), 2).await.unwrap().rows;
        }
        assert_eq!(gone, 3, "{}", given.name);
        assert_eq!(left(&mut tx, &rooms).await, rooms[3..], "{}", given.name);
        let over = Ticket { updated_at: at(day(3)), ..ticket(1, Stage::Closed(Ending::Done)) };
        tx.save_ticket(&over, None, &Event::IdeaReceived, None).await.unwrap();
        assert_eq!(tx.forget(Transient::Tickets, at(day(30)), 20).await.unwrap().rows, 1);
        assert_eq!(left(&mut tx, &rooms).await, ["talks", "young"], "{}", given.name);
    }
}
