//! Notes, marks and the record of the web chat.

use super::{ODD, at, every, house, place, room};
use secretary::ports::tool::Note;
use secretary::ports::weblog::{Author, WebMessage};
use secretary::secretary::ids::{NoteChangeId, PersonId, RoomId, WorkspaceId};
use secretary::secretary::inbound::{ChatKind, Platform};
use secretary::secretary::message::{Block, Message, Span};
use secretary::secretary::notes::Change;

fn note(title: &str, text: &str, when: i64) -> Note {
    Note { title: title.to_owned(), text: text.to_owned(), updated_at: at(when) }
}

fn said(text: &str) -> Message {
    Message { blocks: vec![Block::Line(vec![Span::Text(text.to_owned())])], ..Message::default() }
}

fn web(text: &str) -> WebMessage {
    WebMessage { author: Author::Person, message: said(text), at: at(0), reply_to: None, client: Some(ODD.to_owned()) }
}

#[tokio::test]
async fn notes_are_written_over_whatever_the_case_of_the_title() {
    for given in every().await {
        let store = &given.store;
        assert_eq!(store.note(&house(), "Äpfel").await.unwrap(), None, "{}", given.name);
        store.write_note(&house(), note("Äpfel", "rot", 1), false, "k1").await.unwrap();
        store.write_note(&house(), note("ÄPFEL ", "grün", 2), false, "k2").await.unwrap();
        assert_eq!(store.note(&house(), " äpfel").await.unwrap(), Some(note("ÄPFEL ", "grün", 2)));
        assert_eq!(store.note(&WorkspaceId::new("other"), "äpfel").await.unwrap(), None);
        assert_eq!(store.find_notes(&house(), "", 9).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn appending_adds_a_line_once_per_key() {
    for given in every().await {
        let store = &given.store;
        store.write_note(&house(), note("List", "one", 1), true, "k1").await.unwrap();
        for _ in 0..2 {
            store.write_note(&house(), note("LIST", "two", 2), true, "k2").await.unwrap();
        }
        store.write_note(&house(), note("list", "two", 3), true, "k3").await.unwrap();
        let got = store.note(&house(), "list").await.unwrap();
        assert_eq!(got, Some(note("List", "one\ntwo\ntwo", 3)), "{}", given.name);
    }
}

#[tokio::test]
async fn notes_are_found_by_every_word_newest_first() {
    for given in every().await {
        let store = &given.store;
        for (title, text, when) in [("Garten", "Äpfel pflücken 100%", 1), ("Küche", "ÄPFEL waschen", 3), (ODD, "", 2)]
        {
            store.write_note(&house(), note(title, text, when), false, "k").await.unwrap();
        }
        let found = async |words: &str, limit| -> Vec<String> {
            let notes = store.find_notes(&house(), words, limit).await.unwrap();
            notes.into_iter().map(|note| note.title).collect()
        };
        assert_eq!(found("", 9).await, ["Küche", ODD, "Garten"], "{}", given.name);
        assert_eq!(found("äpfel", 9).await, ["Küche", "Garten"]);
        assert_eq!(found("äpfel", 1).await, ["Küche"]);
        assert_eq!(found("  GARTEN äpfel ", 9).await, ["Garten"]);
        assert_eq!(found("100%", 9).await, ["Garten"], "no wildcards");
        assert_eq!(found("עברית $1", 9).await, [ODD]);
        assert!(found("äpfel birnen", 9).await.is_empty());
        assert!(found("' OR 1=1", 9).await.is_empty());
    }
}

#[tokio::test]
async fn notes_and_their_changes_are_rows_of_a_transaction() {
    for given in every().await {
        let (mara, room) = (PersonId::new("mara"), RoomId::new("room"));
        let change = |id: &str, when: i64| Change {
            id: NoteChangeId::new(id),
            person: mara.clone(),
            room: room.clone(),
            before: None,
            after: Some(note("Wifi", "hunter2", when)),
            entry: "hunter2".to_owned(),
            at: at(when),
            undone: false,
        };
        let mut tx = given.store.begin().await.unwrap();
        tx.save_note(&house(), &note("Wifi", "hunter2", 1)).await.unwrap();
        tx.save_note(&house(), &note("WIFI", "hunter3", 2)).await.unwrap();
        tx.save_note(&house(), &note("Garden", "beans", 3)).await.unwrap();
        for (id, when) in [("a", 1), ("b", 3), ("c", 2)] {
            tx.save_note_change(&change(id, when)).await.unwrap();
        }
        let undone = Change { undone: true, ..change("b", 3) };
        tx.save_note_change(&undone).await.unwrap();
        tx.drop_note(&house(), "garden").await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = given.store.read().await.unwrap();
        assert_eq!(tx.notes(&house()).await.unwrap(), [note("WIFI", "hunter3", 2)], "{}", given.name);
        assert_eq!(tx.note(&house(), "wifi").await.unwrap(), Some(note("WIFI", "hunter3", 2)));
        assert_eq!(tx.note(&WorkspaceId::new("other"), "wifi").await.unwrap(), None);
        assert_eq!(tx.note_change(&NoteChangeId::new("b")).await.unwrap(), Some(undone.clone()));
        assert_eq!(tx.note_change(&NoteChangeId::new("x")).await.unwrap(), None);
        assert_eq!(tx.note_changes(&room, &mara, 2).await.unwrap(), [undone, change("c", 2)]);
        assert_eq!(tx.note_changes(&RoomId::new("other"), &mara, 2).await.unwrap(), []);
    }
}

#[tokio::test]
async fn marks_are_kept_and_places_are_open_groups() {
    for given in every().await {
        let store = &given.store;
        assert_eq!(store.mark("offset").await.unwrap(), None, "{}", given.name);
        for value in ["1", ODD] {
            store.set_mark("offset", value).await.unwrap();
            assert_eq!(store.mark("offset").await.unwrap().as_deref(), Some(value));
        }
        let mut tx = given.write().await;
        let group = place(Platform::Discord, "1", None, ChatKind::Group);
        let mut thread = room("b", place(Platform::Discord, "2", None, ChatKind::Group));
        thread.thread_of = Some((super::TicketId::new("t"), super::RoomId::new("a")));
        let mut closed = room("c", place(Platform::Discord, "3", None, ChatKind::Group));
        closed.closed = true;
        for one in [
            room("a", group.clone()),
            thread.clone(),
            closed,
            room("d", place(Platform::Discord, "4", None, ChatKind::Direct)),
            room("e", place(Platform::Telegram, "5", None, ChatKind::Group)),
        ] {
            tx.save_room(&one).await.unwrap();
        }
        tx.commit().await.unwrap();
        assert_eq!(store.places(Platform::Discord).await.unwrap(), [group, thread.place]);
        assert!(store.places(Platform::Web).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn the_web_record_numbers_every_change() {
    for given in every().await {
        let store = &given.store;
        let a = store.append("a", web(ODD)).await.unwrap();
        let b = store.append("b", web("b")).await.unwrap();
        assert!(0 < a && a < b, "{}", given.name);
        assert_eq!(store.append("a", web("again")).await.unwrap(), a);
        let all = store.since(0, 9).await.unwrap();
        assert_eq!(all.iter().map(|e| (e.id, e.message.clone())).collect::<Vec<_>>(), [(a, web(ODD)), (b, web("b"))]);
        let seen = all[1].seq;
        assert!(store.since(seen, 9).await.unwrap().is_empty());

        assert!(store.change(a, said("new")).await.unwrap());
        assert!(store.change(a, said("new")).await.unwrap(), "an equal content");
        assert!(!store.change(b + 1, said("new")).await.unwrap());
        let changed = store.since(seen, 9).await.unwrap();
        assert_eq!(changed.iter().map(|e| e.id).collect::<Vec<_>>(), [a], "keeps its number");
        assert_eq!(changed[0].message, WebMessage { message: said("new"), ..web(ODD) });

        let c = store.append("c", web("c")).await.unwrap();
        let ids = async |before, limit| -> Vec<i64> {
            store.latest(before, limit).await.unwrap().iter().map(|e| e.id).collect()
        };
        assert_eq!(ids(None, 9).await, [a, b, c]);
        assert_eq!(ids(None, 2).await, [b, c]);
        assert_eq!(ids(Some(c), 1).await, [b]);
        assert!(ids(Some(a), usize::MAX).await.is_empty());
        assert_eq!(store.since(0, 1).await.unwrap()[0].id, b, "by rising number");
    }
}
