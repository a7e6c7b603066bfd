//! The files that people sent: known once for each ticket, and forgotten with it, with who sent them, or after a while.

use crate::store_contract::people::erasure::{CANARY, fills};
use crate::store_contract::*;
use secretary::ports::store::{Hands, ReceivedRow, SentFile, Transient};
use secretary::secretary::inbound::{Attachment, FileKind, Reference, Referred};
use secretary::secretary::intent::Spoken;
use secretary::secretary::message::action::Action;
use secretary::secretary::received::ReceivedFile;
use secretary::secretary::ticket::Ending;
use secretary::secretary::ticket::event::Event;
use serde_json::json;

fn file(home: &str, name: &str, bytes: u64) -> ReceivedFile {
    ReceivedFile { home: home.to_owned(), name: name.to_owned(), bytes, ..ReceivedFile::default() }
}

fn sent(file: ReceivedFile, by: &str, ticket: Option<i64>) -> ReceivedRow {
    let ticket = ticket.map(|number| TicketId::new(format!("t{number}")));
    ReceivedRow { file, workspace: house(), person: PersonId::new(by), room: RoomId::new("r1"), ticket }
}

async fn names(tx: &mut Box<dyn Tx>, of: &str) -> Vec<String> {
    let files = tx.received_since(&house(), &PersonId::new(of), at(-9_999_999)).await.unwrap();
    files.into_iter().map(|file| file.name).collect()
}

async fn homes(tx: &mut Box<dyn Tx>, kind: Transient, before: i64) -> Vec<String> {
    let mut homes = tx.forget(kind, at(before), 500).await.unwrap().homes;
    homes.sort();
    homes
}

async fn closed(tx: &mut Box<dyn Tx>, number: i64, on: i64) {
    let ended = Ticket { updated_at: at(on), ..ticket(number, Stage::Closed(Ending::Done)) };
    tx.save_ticket(&ended, None, &Event::IdeaReceived, None).await.unwrap();
}

#[tokio::test]
async fn a_file_keeps_its_time_and_its_sender_whoever_speaks_of_it_and_wherever_it_belongs() {
    for given in every().await {
        let mut tx = given.write().await;
        let ann = PersonId::new("p1");
        tx.save_received(&sent(file("r-1", ODD, 0), "p1", None), at(1)).await.unwrap();
        assert_eq!(tx.received_since(&house(), &ann, at(0)).await.unwrap(), [], "{}: not kept yet", given.name);
        tx.save_received(&sent(file("r-1", ODD, 10), "p1", None), at(5)).await.unwrap();
        tx.save_received(&sent(file("r-1", "b", 1), "p1", None), at(3)).await.unwrap();
        // Another one replies to it and makes two tickets of it; once it was not to be had.
        for (ticket, bytes) in [(Some(1), 10), (Some(2), 10), (None, 0)] {
            let passed_on = ReceivedFile { of_others: true, ..file("r-1", ODD, bytes) };
            tx.save_received(&sent(passed_on, "p2", ticket), at(7)).await.unwrap();
        }
        let of =
            |home: &str, name: &str, bytes, on| SentFile { home: home.into(), name: name.into(), bytes, at: at(on) };
        let both = [of("r-1", &given.column(ODD), 10, 1), of("r-1", "b", 1, 3)];
        assert_eq!(tx.received_since(&house(), &ann, at(0)).await.unwrap(), both, "{}", given.name);
        assert_eq!(tx.received_since(&house(), &ann, at(2)).await.unwrap(), both[1..], "{}", given.name);
        assert_eq!(tx.received_since(&WorkspaceId::new("other"), &ann, at(0)).await.unwrap(), []);
        assert_eq!(names(&mut tx, "p2").await, Vec::<String>::new(), "{}", given.name);
        // What was first known from others belongs to who turns out to have sent it.
        tx.save_received(&sent(ReceivedFile { of_others: true, ..file("r-2", "c", 1) }, "p2", Some(1)), at(8))
            .await
            .unwrap();
        assert_eq!(names(&mut tx, "p2").await, ["c"], "{}", given.name);
        for by in ["p1", "p2"] {
            // The second one only says that it is theirs.
            tx.save_received(&sent(file("r-2", "c", 1), by, None), at(9)).await.unwrap();
            assert_eq!(names(&mut tx, "p2").await, Vec::<String>::new(), "{}", given.name);
        }
        // Merged.
        for id in ["p1", "p2"] {
            tx.save_person(&person(id, Role::Owner, &[account(Platform::Web, id)])).await.unwrap();
        }
        tx.merge_person(&ann, &PersonId::new("p2")).await.unwrap();
        assert_eq!(names(&mut tx, "p1").await, Vec::<String>::new(), "{}", given.name);
        assert_eq!(names(&mut tx, "p2").await.len(), 3, "{}", given.name);
    }
}

#[tokio::test]
async fn the_size_of_a_file_counts_once_it_is_kept_and_only_as_long_as_it_is_known() {
    for given in every().await {
        let mut tx = given.write().await;
        tx.save_received(&sent(file("r-1", "a", 0), "p1", None), at(1)).await.unwrap();
        for bytes in [7, 0] {
            assert!(tx.note_kept(&house(), &file("r-1", "a", bytes)).await.unwrap(), "{}", given.name);
            let kept = tx.received_since(&house(), &PersonId::new("p1"), at(0)).await.unwrap();
            assert_eq!(kept.iter().map(|file| file.bytes).sum::<u64>(), 7, "{}", given.name);
        }
        assert!(tx.note_kept(&house(), &file("r-1", "b", 7)).await.unwrap(), "{}: beside a known one", given.name);
        assert!(!tx.note_kept(&house(), &file("r-2", "a", 7)).await.unwrap(), "{}", given.name);
    }
}

#[tokio::test]
async fn a_home_goes_with_the_last_ticket_of_its_files_or_after_a_while_without_one() {
    for given in every().await {
        let mut tx = given.write().await;
        closed(&mut tx, 1, 10).await;
        closed(&mut tx, 2, 30).await;
        for (home, name, ticket, on) in [
            ("r-both", "a", Some(1), 1),
            ("r-both", "a", Some(2), 1),
            ("r-one", "a", Some(1), 1),
            ("r-mixed", "a", Some(1), 1),
            ("r-mixed", "b", None, 1),
            ("r-loose", "a", None, 1),
            ("r-loose", "b", None, 1),
            ("r-young", "a", None, 50),
        ] {
            tx.save_received(&sent(file(home, name, 1), "p1", ticket), at(on)).await.unwrap();
        }
        assert_eq!(homes(&mut tx, Transient::Tickets, 20).await, ["r-one"], "{}", given.name);
        assert_eq!(homes(&mut tx, Transient::Inbox, 20).await, ["r-loose", "r-mixed"], "{}", given.name);
        assert_eq!(homes(&mut tx, Transient::Inbox, 20).await, Vec::<String>::new(), "{}", given.name);
        assert_eq!(homes(&mut tx, Transient::Tickets, 40).await, ["r-both"], "{}", given.name);
        assert_eq!(names(&mut tx, "p1").await, ["a"], "{}: the young one stays", given.name);
    }
}

fn refers(who: &str, text: &str) -> Referred {
    let attachment = Attachment {
        name: format!("{text}.jpg"),
        handle: format!("{text} handle"),
        bytes: 1,
        album: None,
        kind: FileKind::Picture,
        media_type: None,
        seconds: None,
    };
    Referred { how: Reference::Reply, who: who.into(), own: false, text: text.into(), attachments: vec![attachment] }
}

/// Files of two people in the ticket of the second, and in what waits for that one.
async fn sends(tx: &mut Box<dyn Tx>) {
    let line = format!("The {CANARY} pays 300 a month for its nest.");
    let contract = ReceivedFile { beginning: format!("{line}\nOr not"), ..file("r-1", &format!("{CANARY}.pdf"), 9) };
    let list = ReceivedFile { beginning: "ten chairs for the blackbird".into(), ..file("r-2", "blackbird.pdf", 9) };
    for row in [
        sent(contract.clone(), "p1", Some(2)),
        sent(list.clone(), "p2", Some(2)),
        sent(file("r-3", &format!("{CANARY}.txt"), 9), "p1", None),
        sent(file("r-4", "nest.txt", 9), "p2", Some(1)),
    ] {
        tx.save_received(&row, at(1)).await.unwrap();
    }
    let (files, words) = (vec![contract, list], vec![refers("chaffinch name", CANARY), refers("Otto", "ask me")]);
    let mut theirs = tx.ticket(&TicketId::new("t2")).await.unwrap().unwrap();
    theirs.receive(&files, &words);
    theirs.version += 1;
    let brought = Event::FilesReceived { files: files.clone(), refers: words.clone() };
    tx.save_ticket(&theirs, None, &brought, None).await.unwrap();
    theirs.doing = format!("Reads: {line}");
    theirs.version += 1;
    let progress = Event::TaskProgressed { task: "t1".into(), run: RunId::new("t2/t1/1"), line: theirs.doing.clone() };
    tx.save_ticket(&theirs, None, &progress, None).await.unwrap();
    for (path, text) in [(&files[0].name, format!("{CANARY}, page 2")), (&files[1].name, "ten chairs".to_owned())] {
        let arguments = json!({"path": format!("received/{path}"), "from": 9}).to_string();
        let call = json!({"kind": "call", "call": {"id": "c", "name": "read_file", "arguments": arguments}});
        for record in [call, json!({"kind": "result", "text": text, "failed": false})] {
            tx.append_step(&RunId::new("t2/t1/1"), &record, at(1)).await.unwrap();
        }
    }
    let (room, person) = (RoomId::new("r-p2"), PersonId::new("p2"));
    let about = Action::WithFiles { text: "sum it up".into(), files: files.clone(), by: Some(person.clone()) };
    tx.expect(&room, &person, &about, at(1)).await.unwrap();
    let text = Content::Text {
        message: "7".into(),
        text: "what of this?".into(),
        addressed: true,
        reply_to: None,
        attachments: Vec::new(),
        forwarded: false,
        refers: words,
    };
    let spoken = Spoken { files, ..Spoken::new(Inbound { content: text, ..inbound("i") }, room, person, house()) };
    let lane = spoken.lane();
    let effect = Effect::Understand { spoken: Box::new(spoken) };
    tx.enqueue(&NewOutboxRow { ticket: None, effect, ..row("said", &lane, 0) }, at(1)).await.unwrap();
}

#[tokio::test]
async fn nothing_is_left_of_the_files_that_somebody_sent() {
    for Given { name, store, folder } in every().await {
        let mut tx = store.begin().await.unwrap();
        fills(&mut tx, "p1", "chaffinch", 1).await;
        fills(&mut tx, "p2", "blackbird", 2).await;
        sends(&mut tx).await;
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        let mut erased = tx.erase_person(&PersonId::new("p1"), at(9)).await.unwrap();
        erased.homes.sort();
        assert_eq!(erased.homes, ["r-1", "r-3", "r-4"], "{name}");
        assert_eq!(erased.tickets, [TicketId::new("t1")], "{name}");
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        assert_eq!(names(&mut tx, "p1").await, Vec::<String>::new(), "{name}");
        assert_eq!(names(&mut tx, "p2").await, ["blackbird.pdf"], "{name}");
        let theirs = tx.ticket(&TicketId::new("t2")).await.unwrap().unwrap();
        let kept: Vec<&str> = theirs.received.iter().map(|file| file.name.as_str()).collect();
        assert_eq!((kept, theirs.doing.as_str()), (vec!["blackbird.pdf"], "Reads: (erased)"), "{name}");
        let who: Vec<_> = theirs.refers.iter().map(|words| (words.who.as_str(), words.text.as_str())).collect();
        assert_eq!(who, [("a former member", "(erased)"), ("Otto", "ask me")], "{name}");
        let steps = format!("{:?}", tx.steps(&RunId::new("t2/t1/1")).await.unwrap());
        assert!(
            steps.contains("ten chairs") && steps.contains("(erased)") && !steps.contains(CANARY),
            "{name}: {steps}"
        );
        let (awaited, _) = tx.expected(&RoomId::new("r-p2"), &PersonId::new("p2")).await.unwrap().unwrap();
        let Action::WithFiles { files, .. } = awaited else { panic!("{name}: {awaited:?}") };
        assert_eq!(files.len(), 1, "{name}");
        let claimed = tx.claim(at(99), 99, &Hands::All).await.unwrap();
        let spoken = claimed.into_iter().find_map(|row| match row.row.effect {
            Effect::Understand { spoken } => Some(spoken),
            _ => None,
        });
        let spoken = spoken.unwrap();
        assert_eq!((spoken.files.len(), spoken.refers()[0].text.as_str()), (1, "(erased)"), "{name}");
        drop(tx);
        drop(store);
        for file in folder.iter().flat_map(|folder| std::fs::read_dir(folder.path()).unwrap()) {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!String::from_utf8_lossy(&bytes).contains(CANARY), "it is still in the file");
        }
    }
}
