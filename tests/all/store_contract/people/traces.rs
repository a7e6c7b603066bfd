//! What is left of somebody in what belongs to others: parts and shortened copies of their words, and messages to others about
//! their tickets. Nothing of it outlives erasing.

use crate::store_contract::people::erasure::{CANARY, fills};
use crate::store_contract::*;
use secretary::ports::store::Posted;
use secretary::ports::web::weblog::{Author, WebMessage};
use secretary::secretary::ids::Token;
use secretary::secretary::message::views::{Shows, View};
use secretary::secretary::message::{Block, Span};
use secretary::secretary::ticket::event::Event;
use secretary::secretary::ticket::round::question::Question;
use secretary::secretary::ticket::{Round, Task, plan_edit};
use secretary::secretary::wording::ticket::tickets::revision;
use serde_json::json;

/// Erases `p1` and gives what the file then holds, where there is one.
async fn erased(given: Given) -> Option<String> {
    let mut tx = given.store.begin().await.unwrap();
    tx.erase_person(&PersonId::new("p1"), at(9)).await.unwrap();
    tx.commit().await.unwrap();
    drop(given.store);
    let files = std::fs::read_dir(given.folder.as_ref()?.path()).unwrap();
    let bytes: Vec<u8> = files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect();
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn question(text: &str) -> Question {
    serde_json::from_value(json!({"text": text, "why": "", "options": []})).unwrap()
}

async fn says(tx: &mut Box<dyn Tx>, ticket: &mut Ticket, event: Event) {
    ticket.version += 1;
    tx.save_ticket(ticket, None, &event, Some(&PersonId::new("p1"))).await.unwrap();
}

#[tokio::test]
async fn parts_and_shortened_copies_of_what_somebody_typed_go() {
    for given in every().await {
        let mut tx = given.write().await;
        fills(&mut tx, "p1", "chaffinch", 1).await;
        fills(&mut tx, "p2", "blackbird", 2).await;
        let mut theirs = tx.ticket(&TicketId::new("t2")).await.unwrap().unwrap();
        theirs.tasks = vec![Task::new("t1", "Look", "Look around"), Task::new("t2", "Ask", "Ask around")];
        let round = Round::new(vec![question("Which bird?"), question("Which street?")], Token::new("k"), at(1));
        theirs.rounds.push(round);
        // Two answers in one message.
        let text = format!("wren\n{CANARY} street");
        for (index, words) in text.lines().enumerate() {
            theirs.rounds[0].answers[index] = Some(words.to_owned());
        }
        says(&mut tx, &mut theirs, Event::AnswersReceived { text }).await;
        // A plan edited to the letter, in two lines.
        let text = format!("title: {CANARY}\n2: call {CANARY} again");
        plan_edit::apply(&mut theirs, &plan_edit::read(&text).unwrap()).unwrap();
        says(&mut tx, &mut theirs, Event::Corrected { text }).await;
        // A request that is too long for a title.
        let wish = format!(
            "much, much shorter, only about the {CANARY}, and without any of the figures of the years before it"
        );
        assert!(wish.chars().count() > 90);
        let (title, instruction) = revision(&wish, "The report.");
        assert!(title.contains(CANARY) && !title.contains(&wish));
        theirs.tasks.push(Task::new("t3", title, instruction));
        says(&mut tx, &mut theirs, Event::ReviseRequested { text: wish }).await;
        tx.commit().await.unwrap();
        let (name, stays) = (given.name, given.folder.is_none());
        let file = erased(given).await;
        assert!(stays || file.is_some(), "{name}");
        let Some(file) = file else { continue };
        for word in [CANARY, "chaffinch", "wren", "much, much shorter"] {
            let at = file.find(word).map(|at| &file[file.floor_char_boundary(at.saturating_sub(200))..at]);
            assert_eq!(at, None, "{name}: {word}");
        }
        for word in ["blackbird idea", "Look around", "Which street?", "The report.", "(erased)"] {
            assert!(file.contains(word), "{name}: {word}");
        }
    }
}

fn said(text: &str) -> Message {
    Message::lines([text])
}

/// A list of both tickets, as `/list` writes it.
fn list() -> Message {
    let line = |number: &str, text: &str| Block::Line(vec![Span::strong(number), Span::text(text)]);
    Message {
        blocks: vec![line("#1", &format!(" ● {CANARY}-…")), line("#2", " ● of somebody else")],
        ..Message::default()
    }
}

#[tokio::test]
async fn messages_to_others_about_their_tickets_go() {
    for given in every().await {
        let mut ids = Vec::new();
        let texts = [
            said(&format!("a decision about {CANARY}")),
            said(&format!("shown: {CANARY}")),
            list(),
            said(&format!("history: {CANARY} addition, chaffinch name and others")),
            said("chaffinch name decided: yes"),
            said("elsewhere: chaffinch name"),
        ];
        for (n, message) in texts.into_iter().enumerate() {
            let (author, at) = (Author::Secretary, at(5));
            let web = WebMessage { author, message, at, reply_to: None, client: None, files: Vec::new(), seen: false };
            ids.push(given.store.append(&format!("k{n}"), web).await.unwrap().to_string());
        }
        let mut tx = given.write().await;
        fills(&mut tx, "p1", CANARY, 1).await;
        fills(&mut tx, "p2", "blackbird", 2).await;
        let mut named = tx.person(&PersonId::new("p1")).await.unwrap().unwrap();
        named.name = "chaffinch name".to_owned();
        tx.save_person(&named).await.unwrap();
        let owner = person("p3", Role::Owner, &[account(Platform::Web, "page")]);
        tx.save_person(&owner).await.unwrap();
        let page = room("web", place(Platform::Web, "page", None, ChatKind::Direct));
        tx.save_room(&Room { person: Some(owner.id.clone()), ..page.clone() }).await.unwrap();
        let far = room("far", place(Platform::Web, "far", None, ChatKind::Direct));
        tx.save_room(&Room { workspace: secretary::secretary::ids::WorkspaceId::new("far"), ..far }).await.unwrap();
        let slots = ["t1/d1", "re/1", "re/2", "re/3", "t2/d1", "re/4"];
        for (message, slot) in ids.iter().zip(slots) {
            let room = RoomId::new(if slot == "re/4" { "far" } else { "web" });
            let (place, message) = (page.place.clone(), message.clone());
            let posted = Posted { slot: Slot::new(slot), room, part: 0, place, message, at: at(1) };
            tx.save_posted(&posted).await.unwrap();
        }
        let view = View {
            room: page.id.clone(),
            slot: Slot::new("re/1"),
            reader: owner.id.clone(),
            direct: true,
            shows: Shows::Ticket(TicketId::new("t1")),
        };
        tx.save_view(&view).await.unwrap();
        // What waits in rooms of others, of no ticket and of another's.
        for (id, slot, text) in
            [("e1", "re/7", format!("about {CANARY} title")), ("e2", "t2/d2", "chaffinch name: no".to_owned())]
        {
            let mut row = post(id, &format!("room/{id}"), "web", slot);
            row.ticket = slot.starts_with("t2").then(|| TicketId::new("t2"));
            if let Effect::Post { message, .. } = &mut row.effect {
                *message = Message { blocks: [said(&text).blocks, list().blocks].concat(), ..Message::default() };
            }
            tx.enqueue(&row, at(1)).await.unwrap();
        }
        tx.save_ticket(&ticket(3, Stage::Intake), None, &Event::IdeaReceived, None).await.unwrap();
        tx.commit().await.unwrap();
        let name = given.name;
        let mut tx = given.write().await;
        tx.erase_person(&PersonId::new("p1"), at(9)).await.unwrap();
        tx.commit().await.unwrap();
        let web = given.store.latest(None, 99).await.unwrap();
        let text = |message: &Message| serde_json::to_string(&message.blocks).unwrap();
        let web: Vec<String> = web.iter().map(|entry| text(&entry.message.message)).collect();
        assert_eq!(web[0], text(&said("(erased)")), "{name}");
        assert_eq!(web[1], text(&said("(erased)")), "{name}");
        assert!(web[2].contains("(erased)") && web[2].contains("of somebody else"), "{name}: {}", web[2]);
        assert_eq!(web[3], text(&said("history: (erased), a former member and others")), "{name}");
        assert_eq!(web[4], text(&said("a former member decided: yes")), "{name}");
        assert_eq!(web[5], text(&said("elsewhere: chaffinch name")), "{name}: what is of another workspace stays");
        let mut tx = given.write().await;
        let kept = tx.words_with(&owner.id).await.unwrap();
        assert!(kept.len() >= 5, "{name}");
        let waiting = tx.claim(at(99), 99, &secretary::ports::store::Hands::All).await.unwrap();
        let waiting = format!("{waiting:?}");
        assert!(waiting.contains("a former member: no") && waiting.contains("about (erased)"), "{name}: {waiting}");
        assert!(!waiting.contains("chaffinch") && waiting.contains("of somebody else"), "{name}: {waiting}");
    }
}

#[tokio::test]
async fn words_in_files_that_agents_wrote_for_others_go() {
    for given in every().await {
        let (name, theirs) = (given.name, TicketId::new("t2"));
        let mut tx = given.write().await;
        fills(&mut tx, "p1", "chaffinch", 1).await;
        fills(&mut tx, "p2", "blackbird", 2).await;
        let mut ticket = tx.ticket(&theirs).await.unwrap().unwrap();
        says(&mut tx, &mut ticket, Event::Added { text: format!("the {CANARY} by all means") }).await;
        tx.commit().await.unwrap();
        let text = format!("As was said: the {CANARY} by all means.\nAnd a blackbird idea.");
        let left = "As was said: (erased).\nAnd a blackbird idea.";
        let who = PersonId::new("p1");
        // Of a file in a folder it is only told what becomes of it.
        let mut tx = given.write().await;
        let out = tx.out_of_file(&who, &theirs, &text).await.unwrap();
        assert_eq!(out.as_deref(), Some(left), "{name}");
        assert_eq!(tx.out_of_file(&who, &theirs, "And a blackbird idea.").await.unwrap(), None, "{name}");
        drop(tx);
        for (path, text) in [("a/offers.md", text.as_str()), ("other.md", "Two offers.")] {
            given.store.write_file(&theirs, path, text, "k").await.unwrap();
        }
        let mut tx = given.write().await;
        assert_eq!(tx.out_of_file(&who, &theirs, &text).await.unwrap(), None, "{name}: it stands here");
        tx.erase_person(&who, at(9)).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(given.store.read_file(&theirs, "a/offers.md").await.unwrap(), left, "{name}");
        assert_eq!(given.store.read_file(&theirs, "other.md").await.unwrap(), "Two offers.", "{name}");
    }
}
