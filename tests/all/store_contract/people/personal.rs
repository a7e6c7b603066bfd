//! What there is of one person, and of nobody else.

use crate::store_contract::people::members::schedule;
use crate::store_contract::*;
use secretary::ports::store::{Hands, Posted, Settled, digest};
use secretary::ports::web::weblog::{Author, WebMessage};
use secretary::secretary::audit::chain::{End, Sealed};
use secretary::secretary::ids::NoteChangeId;
use secretary::secretary::notes::Change;
use secretary::secretary::ticket::event::Event;

#[tokio::test]
async fn what_there_is_of_somebody_is_found_and_nothing_of_others() {
    for given in every().await {
        let web = WebMessage {
            author: Author::Person,
            message: Message::lines(["of the page"]),
            at: at(5),
            reply_to: None,
            client: None,
            files: Vec::new(),
            seen: false,
        };
        let answer = WebMessage { author: Author::Secretary, ..web.clone() };
        given.store.append("k", web).await.unwrap();
        let elsewhere = given.store.append("l", answer).await.unwrap();
        let mut tx = given.write().await;
        for (id, platform) in [("p1", Platform::Telegram), ("p2", Platform::Web)] {
            tx.save_person(&person(id, Role::Owner, &[account(platform, id)])).await.unwrap();
            let chat = room(&format!("r-{id}"), place(platform, id, None, ChatKind::Direct));
            tx.save_room(&Room { person: Some(PersonId::new(id)), ..chat }).await.unwrap();
            tx.save_schedule(&schedule(if id == "p1" { 1 } else { 2 }, id)).await.unwrap();
        }
        // Their own, one they did something in, one of somebody else, and one of another workspace.
        let of = |number, requester: &str, workspace: &str| Ticket {
            requester: PersonId::new(requester),
            workspace: WorkspaceId::new(workspace),
            ..ticket(number, Stage::Intake)
        };
        for (ticket, actor) in [
            (of(1, "p1", "house"), "p1"),
            (of(2, "p2", "house"), "p1"),
            (of(3, "p2", "house"), "p2"),
            (of(4, "p1", "far"), "p1"),
        ] {
            tx.save_ticket(&ticket, None, &Event::IdeaReceived, Some(&PersonId::new(actor))).await.unwrap();
        }
        for (id, by, on) in [("c2", "p1", 2), ("c1", "p1", 1), ("c3", "p2", 0)] {
            let change = Change {
                id: NoteChangeId::new(id),
                person: PersonId::new(by),
                room: RoomId::new("r"),
                before: None,
                after: None,
                entry: id.to_owned(),
                at: at(on),
                undone: false,
            };
            tx.save_note_change(&change).await.unwrap();
        }
        tx.enqueue(&post("e1", "post/r-p1", "r-p1", "s1"), at(1)).await.unwrap();
        tx.enqueue(&post("e2", "post/r-p2", "r-p2", "s2"), at(2)).await.unwrap();
        // Of what was sent no words are kept.
        tx.enqueue(&post("e3", "post/sent", "r-p1", "s3"), at(3)).await.unwrap();
        let claimed = tx.claim(at(9), 9, &Hands::All).await.unwrap();
        let sent = claimed.iter().find(|row| row.row.lane == "post/sent").unwrap();
        tx.settle(sent.seq, &Settled::Done, at(9)).await.unwrap();
        let bodies = [r#"{"person":"p1"}"#, r#"{"person":"p11"}"#, r#"{"what":{"person":"p1"}}"#];
        let mut rows: Vec<Sealed> = Vec::new();
        for body in bodies {
            let end = rows.last().map_or_else(End::default, Sealed::end);
            rows.push(Sealed::after(&end, "house", 1, body.to_owned(), digest));
        }
        tx.append_audit(&End::default(), &rows).await.unwrap();
        let (ann, bob) = (PersonId::new("p1"), PersonId::new("p2"));
        let numbers: Vec<i64> =
            tx.tickets_about(&house(), &ann).await.unwrap().iter().map(|ticket| ticket.number).collect();
        assert_eq!(numbers, [1, 2], "{}", given.name);
        let changes: Vec<String> = tx.changes_by(&ann).await.unwrap().into_iter().map(|change| change.entry).collect();
        assert_eq!(changes, ["c1", "c2"]);
        let words = tx.words_with(&ann).await.unwrap();
        assert_eq!(words.iter().map(|kept| (kept.at, kept.theirs)).collect::<Vec<_>>(), [(at(1), false)]);
        let words = tx.words_with(&bob).await.unwrap();
        assert_eq!(
            words.iter().map(|kept| (kept.at, kept.theirs)).collect::<Vec<_>>(),
            [(at(5), true), (at(5), false)]
        );
        // What shows a secret is no part of it.
        let (slot, chat) = (Slot::new("secret/hook/1"), place(Platform::Web, "p2", None, ChatKind::Direct));
        let shown =
            Posted { slot, room: RoomId::new("r-p2"), part: 0, place: chat, message: elsewhere.to_string(), at: at(1) };
        tx.save_posted(&shown).await.unwrap();
        assert_eq!(tx.words_with(&bob).await.unwrap().len(), 1, "{}", given.name);
        tx.forget_part(&shown).await.unwrap();
        // In the web chat, what was said in another workspace is no part of it.
        let far = Room {
            workspace: WorkspaceId::new("far"),
            ..room("r-far", place(Platform::Web, "far", None, ChatKind::Direct))
        };
        tx.save_room(&far).await.unwrap();
        let (place, room) = (far.place.clone(), far.id.clone());
        let posted =
            Posted { slot: Slot::new("re/1"), room, part: 0, place, message: elsewhere.to_string(), at: at(1) };
        tx.save_posted(&posted).await.unwrap();
        assert_eq!(tx.words_with(&bob).await.unwrap().len(), 1, "{}", given.name);
        let log: Vec<i64> = tx.audit_about(&ann).await.unwrap().iter().map(|row| row.seq).collect();
        assert_eq!(log, [1, 3]);
    }
}
