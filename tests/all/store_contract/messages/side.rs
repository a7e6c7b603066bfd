//! Notes, marks and the record of the web chat.

use crate::store_contract::*;
use secretary::ports::store::StoreError;
use secretary::ports::tool::{Note, Owner, Scope, ToolError};
use secretary::ports::web::weblog::{Author, EntryChange, WebMessage};
use secretary::secretary::ids::NoteChangeId;
use secretary::secretary::message::{Block, Span};
use secretary::secretary::notes::Change;

fn note(title: &str, text: &str, when: i64) -> Note {
    Note { owner: Owner::Everybody, title: title.to_owned(), text: text.to_owned(), updated_at: at(when) }
}

fn whole() -> Scope {
    Scope::everybody(house())
}

fn of(person: &str) -> Scope {
    Scope::personal(house(), PersonId::new(person))
}

fn owned(person: &str, note: Note) -> Note {
    Note { owner: of(person).owner().clone(), ..note }
}

fn said(text: &str) -> Message {
    Message { blocks: vec![Block::Line(vec![Span::Text(text.to_owned())])], ..Message::default() }
}

fn web(text: &str) -> WebMessage {
    let (author, message, client) = (Author::Person, said(text), Some(ODD.to_owned()));
    WebMessage { author, message, at: at(0), reply_to: None, client, files: Vec::new(), seen: false }
}

#[tokio::test]
async fn a_session_lasts_until_its_end_and_the_oldest_make_room() {
    for given in every().await {
        let store = &given.store;
        assert!(!store.in_session("a", at(0)).await.unwrap(), "{}", given.name);
        store.begin_session("a", at(10), at(0), 3).await.unwrap();
        assert!(store.in_session("a", at(9)).await.unwrap() && !store.in_session("a", at(10)).await.unwrap());
        for (key, ends) in [("b", 20), ("c", 30), ("d", 40)] {
            store.begin_session(key, at(ends), at(1), 3).await.unwrap();
        }
        assert!(!store.in_session("a", at(2)).await.unwrap(), "three at once");
        assert!(store.in_session("b", at(2)).await.unwrap() && store.in_session("d", at(2)).await.unwrap());
        store.end_session("c").await.unwrap();
        store.end_session("nobody's").await.unwrap();
        assert!(!store.in_session("c", at(2)).await.unwrap() && store.in_session("b", at(2)).await.unwrap());
    }
}

#[tokio::test]
async fn notes_are_written_over_whatever_the_case_of_the_title() {
    for given in every().await {
        let store = &given.store;
        assert_eq!(store.note(&whole(), "Äpfel").await.unwrap(), None, "{}", given.name);
        store.write_note(&whole(), note("Äpfel", "rot", 1), false, "k1").await.unwrap();
        store.write_note(&whole(), note("ÄPFEL ", "grün", 2), false, "k2").await.unwrap();
        assert_eq!(store.note(&whole(), " äpfel").await.unwrap(), Some(note("ÄPFEL ", "grün", 2)));
        assert_eq!(store.note(&Scope::everybody(WorkspaceId::new("other")), "äpfel").await.unwrap(), None);
        assert_eq!(store.find_notes(&whole(), "", 9).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn what_people_wrote_is_kept_when_a_tool_writes_over_it() {
    for given in every().await {
        let store = &given.store;
        let write = async |text: &str, key: &str| {
            store.write_note(&whole(), note("Plan", text, 2), false, key).await.unwrap().kept
        };
        let reads = async |title: &str| store.note(&whole(), title).await.unwrap().map(|n| n.text);
        let says = async |text: &str| {
            let mut tx = given.write().await;
            tx.save_note(&whole(), &note("Plan", text, 1)).await.unwrap();
            tx.commit().await.unwrap();
        };
        says("by train").await;
        for _ in 0..2 {
            let kept = write("by bike", "k1").await;
            assert_eq!(kept.as_deref(), Some("Plan (earlier)"), "{}: also when it is repeated", given.name);
        }
        assert_eq!(reads("plan").await.as_deref(), Some("by bike"));
        assert_eq!(reads("Plan (earlier)").await.as_deref(), Some("by train"));
        assert_eq!(write("by car", "k2").await, None, "nobody but the tool wrote that");
        says("by car, if it rains").await;
        assert_eq!(write("on foot", "k3").await.as_deref(), Some("Plan (earlier 2)"));
        assert_eq!(reads("plan (earlier)").await.as_deref(), Some("by train"));
        assert_eq!(reads("plan (earlier 2)").await.as_deref(), Some("by car, if it rains"));
        says("on foot").await;
        store.write_note(&whole(), note("Plan", "slowly", 3), true, "k4").await.unwrap();
        assert_eq!(reads("plan").await.as_deref(), Some("on foot\nslowly"));
        assert_eq!(write("x", "k5").await, None, "all of it was written by the tool");
        let list = store.write_note(&whole(), note("Gifts", "tea", 3), true, "k6").await.unwrap();
        assert_eq!(list.kept, None);
    }
}

#[tokio::test]
async fn appending_adds_a_line_once_per_key() {
    for given in every().await {
        let store = &given.store;
        store.write_note(&whole(), note("List", "one", 1), true, "k1").await.unwrap();
        for _ in 0..2 {
            store.write_note(&whole(), note("LIST", "two", 2), true, "k2").await.unwrap();
        }
        store.write_note(&whole(), note("list", "two", 3), true, "k3").await.unwrap();
        let got = store.note(&whole(), "list").await.unwrap();
        assert_eq!(got, Some(note("List", "one\ntwo\ntwo", 3)), "{}", given.name);
    }
}

#[tokio::test]
async fn notes_are_found_by_every_word_newest_first() {
    for given in every().await {
        let store = &given.store;
        for (title, text, when) in [("Garten", "Äpfel pflücken 100%", 1), ("Küche", "ÄPFEL waschen", 3), (ODD, "", 2)]
        {
            store.write_note(&whole(), note(title, text, when), false, "k").await.unwrap();
        }
        let found = async |words: &str, limit| -> Vec<String> {
            let notes = store.find_notes(&whole(), words, limit).await.unwrap();
            notes.into_iter().map(|note| note.title).collect()
        };
        let odd = given.column(ODD);
        assert_eq!(found("", 9).await, ["Küche", &odd, "Garten"], "{}", given.name);
        assert_eq!(found("äpfel", 9).await, ["Küche", "Garten"]);
        assert_eq!(found("äpfel", 1).await, ["Küche"]);
        assert_eq!(found("  GARTEN äpfel ", 9).await, ["Garten"]);
        assert_eq!(found("100%", 9).await, ["Garten"], "no wildcards");
        assert_eq!(found("עברית $1", 9).await, [odd]);
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
        tx.save_note(&whole(), &note("Wifi", "hunter2", 1)).await.unwrap();
        tx.save_note(&whole(), &note("WIFI", "hunter3", 2)).await.unwrap();
        tx.save_note(&whole(), &note("Garden", "beans", 3)).await.unwrap();
        for (id, when) in [("a", 1), ("b", 3), ("c", 2)] {
            tx.save_note_change(&change(id, when)).await.unwrap();
        }
        let undone = Change { undone: true, ..change("b", 3) };
        tx.save_note_change(&undone).await.unwrap();
        tx.drop_note(&whole(), &note("garden", "", 0)).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = given.store.read().await.unwrap();
        assert_eq!(tx.notes(&whole()).await.unwrap(), [note("WIFI", "hunter3", 2)], "{}", given.name);
        assert_eq!(tx.note(&whole(), "wifi").await.unwrap(), Some(note("WIFI", "hunter3", 2)));
        assert_eq!(tx.note(&Scope::everybody(WorkspaceId::new("other")), "wifi").await.unwrap(), None);
        assert_eq!(tx.note_change(&NoteChangeId::new("b")).await.unwrap(), Some(undone.clone()));
        assert_eq!(tx.note_change(&NoteChangeId::new("x")).await.unwrap(), None);
        assert_eq!(tx.note_changes(&room, &mara, 2).await.unwrap(), [undone, change("c", 2)]);
        assert_eq!(tx.note_changes(&RoomId::new("other"), &mara, 2).await.unwrap(), []);
    }
}

#[tokio::test]
async fn a_note_is_there_for_its_owner_alone() {
    for given in every().await {
        let mut tx = given.write().await;
        let (kims, jos) = (owned("kim", note("Wifi", "kim's", 3)), owned("jo", note("WIFI", "jo's", 2)));
        let shared = note("wifi", "all", 1);
        tx.save_note(&of("kim"), &kims).await.unwrap();
        tx.save_note(&of("jo"), &jos).await.unwrap();
        tx.save_note(&of("jo"), &shared).await.unwrap();
        for (scope, foreign) in [(of("jo"), &kims), (whole(), &kims), (of("kim").own(), &shared)] {
            assert!(matches!(tx.save_note(&scope, foreign).await, Err(StoreError::Broken(_))), "{}", given.name);
            assert!(matches!(tx.drop_note(&scope, foreign).await, Err(StoreError::Broken(_))));
        }
        tx.commit().await.unwrap();
        let mut tx = given.write().await;
        for (scope, first, all) in [
            (of("kim"), &kims, vec![&kims, &shared]),
            (of("kim").own(), &kims, vec![&kims]),
            (of("jo"), &jos, vec![&jos, &shared]),
            (of("eve"), &shared, vec![&shared]),
            (whole(), &shared, vec![&shared]),
        ] {
            assert_eq!(tx.note(&scope, "wifi").await.unwrap().as_ref(), Some(first), "{}", given.name);
            assert_eq!(tx.notes(&scope).await.unwrap().iter().collect::<Vec<_>>(), all);
        }
        tx.drop_note(&of("kim"), &kims).await.unwrap();
        assert_eq!(tx.note(&of("kim"), "wifi").await.unwrap(), Some(shared.clone()));
        assert_eq!(tx.note(&of("jo"), "wifi").await.unwrap(), Some(jos));
    }
}

#[tokio::test]
async fn a_written_note_belongs_to_its_scope_and_things_go_on_the_list_that_is_there() {
    for given in every().await {
        let store = &given.store;
        let owner = async |scope: Scope, title: &str, append| {
            store.write_note(&scope, note(title, "more", 2), append, title).await.unwrap().owner
        };
        let kim = of("kim").owner().clone();
        let gone = store.write_note(&of("gone"), note("Plan", "lost", 1), false, "k").await;
        assert!(matches!(gone, Err(ToolError::Fatal(_))), "{}: nobody would find it", given.name);
        let mut tx = given.write().await;
        tx.save_person(&person("kim", Role::Requester, &[])).await.unwrap();
        tx.commit().await.unwrap();
        store.write_note(&whole(), note("Plan", "all", 1), false, "k1").await.unwrap();
        store.write_note(&whole(), note("Shopping list", "- milk", 1), false, "k2").await.unwrap();
        assert_eq!(owner(of("kim"), "plan", false).await, kim, "{}", given.name);
        assert_eq!(owner(of("kim"), "PLAN", true).await, kim);
        assert_eq!(owner(of("kim"), "shopping list", true).await, Owner::Everybody);
        assert_eq!(owner(of("kim"), "party list", true).await, kim);
        assert_eq!(owner(whole(), "party list", false).await, Owner::Everybody);
        assert_eq!(owner(of("kim"), "party LIST", true).await, kim, "the own one first");
        let text = async |scope: Scope, title: &str| store.note(&scope, title).await.unwrap().map(|n| n.text);
        assert_eq!(text(whole(), "Plan").await.as_deref(), Some("all"));
        assert_eq!(text(of("kim"), "Plan").await.as_deref(), Some("more\nmore"));
        assert_eq!(text(whole(), "Shopping list").await.as_deref(), Some("- milk\nmore"));
        assert_eq!(store.find_notes(&of("kim"), "more", 9).await.unwrap().len(), 4);
        assert_eq!(store.find_notes(&of("jo"), "more", 9).await.unwrap().len(), 2);
    }
}

#[tokio::test]
async fn the_notes_of_two_who_are_one_are_joined() {
    for given in every().await {
        let mut tx = given.write().await;
        for name in ["ann", "bob"] {
            let account = Account { platform: Platform::Telegram, user: name.to_owned() };
            tx.save_person(&person(name, Role::Requester, &[account])).await.unwrap();
        }
        let (ann, bob) = (PersonId::new("ann"), PersonId::new("bob"));
        for (title, own, other) in
            [("Wifi", "hunter2", "guests: 1234"), ("Same", "as is", "as is"), ("A list", "- milk", "- milk\n- tea")]
        {
            tx.save_note(&of("ann"), &owned("ann", note(title, own, 1))).await.unwrap();
            tx.save_note(&of("bob"), &owned("bob", note(title, other, 2))).await.unwrap();
        }
        tx.save_note(&of("bob"), &owned("bob", note("Rent", "900", 3))).await.unwrap();
        tx.save_note(&whole(), &note("Rent", "all", 3)).await.unwrap();
        let change = Change {
            id: NoteChangeId::new("c"),
            person: bob.clone(),
            room: RoomId::new("room"),
            before: Some(owned("bob", note("Rent", "800", 1))),
            after: Some(owned("bob", note("Rent", "900", 3))),
            entry: "900".to_owned(),
            at: at(3),
            undone: false,
        };
        tx.save_note_change(&change).await.unwrap();
        tx.merge_person(&bob, &ann).await.unwrap();
        assert_eq!(tx.notes(&of("bob").own()).await.unwrap(), [], "{}", given.name);
        let texts =
            [("Wifi", "hunter2\nguests: 1234"), ("Same", "as is"), ("A list", "- milk\n- tea"), ("Rent", "900")];
        for (title, text) in texts {
            let note = tx.note(&of("ann").own(), title).await.unwrap().unwrap();
            assert_eq!((note.text.as_str(), &note.owner), (text, of("ann").owner()), "{title}");
        }
        assert_eq!(tx.note(&whole(), "Rent").await.unwrap(), Some(note("Rent", "all", 3)));
        let changes = tx.note_changes(&change.room, &ann, 9).await.unwrap();
        assert_eq!((changes[0].owner(), changes.len()), (of("ann").owner(), 1));
        assert_eq!(changes[0].before, Some(owned("ann", note("Rent", "800", 1))));
    }
}

#[tokio::test]
async fn marks_are_kept_and_places_are_open() {
    for given in every().await {
        let store = &given.store;
        assert_eq!(store.mark("offset").await.unwrap(), None, "{}", given.name);
        for value in ["1", ODD] {
            store.set_mark("offset", value).await.unwrap();
            assert_eq!(store.mark("offset").await.unwrap(), Some(given.column(value)));
        }
        let mut tx = given.write().await;
        let group = place(Platform::Discord, "1", None, ChatKind::Group);
        let mut thread = room("b", place(Platform::Discord, "2", None, ChatKind::Group));
        thread.thread_of = Some((TicketId::new("t"), RoomId::new("a")));
        let mut closed = room("c", place(Platform::Discord, "3", None, ChatKind::Group));
        closed.closed = true;
        let beyond = closed.place.clone();
        let direct = place(Platform::Discord, "4", None, ChatKind::Direct);
        for one in [
            room("a", group.clone()),
            thread.clone(),
            closed,
            room("d", direct.clone()),
            room("e", place(Platform::Telegram, "5", None, ChatKind::Group)),
        ] {
            tx.save_room(&one).await.unwrap();
        }
        tx.commit().await.unwrap();
        assert_eq!(store.places(Platform::Discord, true).await.unwrap(), [group, thread.place, direct]);
        assert_eq!(store.places(Platform::Discord, false).await.unwrap(), [beyond]);
        assert!(store.places(Platform::Web, true).await.unwrap().is_empty());
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

        let new = EntryChange::Content(Box::new(said("new")));
        assert!(store.change(a, new.clone()).await.unwrap());
        assert!(store.change(a, new.clone()).await.unwrap(), "an equal content");
        assert!(!store.change(b + 1, new).await.unwrap());
        let changed = store.since(seen, 9).await.unwrap();
        assert_eq!(changed.iter().map(|e| e.id).collect::<Vec<_>>(), [a], "keeps its number");
        assert_eq!(changed[0].message, WebMessage { message: said("new"), ..web(ODD) });
        let ticked = changed[0].seq;
        for _ in 0..2 {
            assert!(store.change(a, EntryChange::Seen).await.unwrap());
        }
        let changed = store.since(ticked, 9).await.unwrap();
        assert_eq!(changed.iter().map(|e| (e.seq, e.id)).collect::<Vec<_>>(), [(ticked + 1, a)], "one tick");
        assert_eq!(changed[0].message, WebMessage { message: said("new"), seen: true, ..web(ODD) });

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
