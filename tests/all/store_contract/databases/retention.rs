//! What is forgotten after a while, and what never is.

use crate::store_contract::*;
use secretary::ports::store::{EventOutcome, Forgotten, Hands, Posted, Prompt, Settled, Transient};
use secretary::ports::web::weblog::{Author, WebMessage};
use secretary::secretary::ids::{NoteChangeId, ScheduleId, Token};
use secretary::secretary::notes::Change;
use secretary::secretary::people::workspace::Guesses;
use secretary::secretary::schedule::work::WorkOrder;
use secretary::secretary::schedule::{Duty, Schedule};
use secretary::secretary::ticket::Ending;
use secretary::secretary::ticket::event::Event;
use secretary::secretary::when;
use serde_json::json;

/// The day counted from the beginning.
fn day(n: i64) -> DateTime<chrono::Utc> {
    at(n * 86_400)
}

/// Forgets all of a kind from before a day, two at a time; gives how many.
async fn forget(tx: &mut Box<dyn Tx>, kind: Transient, before: i64) -> u64 {
    let mut rows = 0;
    for _ in 0..50 {
        let Forgotten { rows: gone, more, .. } = tx.forget(kind, day(before), 2).await.unwrap();
        rows += gone;
        if !more {
            return rows;
        }
    }
    panic!("it never comes to an end");
}

async fn enqueued(tx: &mut Box<dyn Tx>, id: &str, ticket: Option<&str>, on: i64) {
    let new = NewOutboxRow { ticket: ticket.map(TicketId::new), due_at: day(on), ..row(id, id, 0) };
    tx.enqueue(&new, day(on)).await.unwrap();
}

/// Whether an id is still taken: enqueuing it again is then ignored.
async fn known(tx: &mut Box<dyn Tx>, id: &str) -> bool {
    tx.savepoint().await.unwrap();
    tx.enqueue(&row(id, "probe", 0), day(0)).await.unwrap();
    let new = tx.claim(day(900), 100, &Hands::All).await.unwrap().iter().any(|claimed| claimed.row.lane == "probe");
    tx.undo().await.unwrap();
    !new
}

async fn saved(tx: &mut Box<dyn Tx>, number: i64, stage: Stage, on: i64) {
    let saved = Ticket { updated_at: day(on), ..ticket(number, stage) };
    tx.save_ticket(&saved, None, &Event::IdeaReceived, None).await.unwrap();
}

#[tokio::test]
async fn decided_events_go_and_undecided_ones_stay_however_old_they_are() {
    for given in every().await {
        let mut tx = given.write().await;
        for event in ["a", "b", "c", "young", "odd", "new"] {
            tx.receive(&[(inbound(event), [0; 32])], day(0)).await.unwrap();
        }
        let rows = tx.undecided(10).await.unwrap();
        for (row, (on, outcome)) in rows.iter().zip([
            (0, EventOutcome::Decided(None)),
            (1, EventOutcome::Refused("no".to_owned())),
            (2, EventOutcome::Decided(None)),
            (31, EventOutcome::Decided(None)),
            (0, EventOutcome::Quarantined("odd".to_owned())),
        ]) {
            tx.decided(row.seq, &outcome, day(on)).await.unwrap();
        }
        assert_eq!(forget(&mut tx, Transient::Inbox, 30).await, 3, "{}", given.name);
        assert_eq!(forget(&mut tx, Transient::Inbox, 30).await, 0);
        let outcome = |event: &str| inbound(event).event;
        for (event, there) in [("a", false), ("c", false), ("young", true), ("odd", true)] {
            let found = tx.outcome(Platform::Telegram, "bot", &outcome(event)).await.unwrap().is_some();
            assert_eq!(found, there, "{event}");
        }
        assert_eq!(tx.undecided(10).await.unwrap().len(), 1, "nothing was decided about it yet");
        assert_eq!(forget(&mut tx, Transient::Quarantine, 30).await, 1);
    }
}

#[tokio::test]
async fn wishes_that_are_over_go_but_not_those_that_wait_and_not_those_of_open_tickets() {
    for given in every().await {
        let mut tx = given.write().await;
        saved(&mut tx, 1, Stage::Intake, 0).await;
        saved(&mut tx, 2, Stage::Closed(Ending::Done), 0).await;
        for (id, ticket, on) in [
            ("waits", None, 0),
            ("done", None, 0),
            ("failed", Some("t2"), 0),
            ("of an open ticket", Some("t1"), 0),
            ("shelved", None, 0),
            ("of a ticket that is gone", Some("t9"), 1),
            ("done late", None, 2),
            ("young", None, 40),
            ("again", None, 0),
        ] {
            enqueued(&mut tx, id, ticket, on).await;
        }
        for claimed in tx.claim(day(50), 100, &Hands::All).await.unwrap() {
            let (how, on) = match claimed.row.id.as_str() {
                "waits" => (Settled::Retry(day(400)), 1),
                "failed" => (Settled::Failed("no".to_owned()), 1),
                "shelved" => (Settled::Shelved("nobody there".to_owned()), 1),
                "done late" => (Settled::Done, 35),
                "young" => (Settled::Done, 40),
                _ => (Settled::Done, 1),
            };
            tx.settle(claimed.seq, &how, day(on)).await.unwrap();
        }
        assert_eq!(forget(&mut tx, Transient::Outbox, 30).await, 3, "{}", given.name);
        for (id, there) in [
            ("waits", true),
            ("done", false),
            ("failed", false),
            ("of an open ticket", true),
            ("shelved", true),
            ("of a ticket that is gone", false),
            ("done late", true),
            ("young", true),
        ] {
            assert_eq!(known(&mut tx, id).await, there, "{id}");
        }
    }
}

#[tokio::test]
async fn journals_of_closed_tickets_go_once_they_are_old() {
    for given in every().await {
        let mut tx = given.write().await;
        for (number, stage, on) in [
            (1, Stage::Intake, 0),
            (2, Stage::Closed(Ending::Done), 3),
            (3, Stage::Closed(Ending::Cancelled), 3),
            (4, Stage::Closed(Ending::Done), 3),
            (10, Stage::Closed(Ending::Done), 50),
        ] {
            saved(&mut tx, number, stage, on).await;
            for run in ["t1/1/1", "t2/4/2"] {
                let run = RunId::new(format!("t{number}/{run}"));
                tx.append_step(&run, &json!({"kind": "said", "text": "hello"}), day(on)).await.unwrap();
            }
        }
        assert_eq!(forget(&mut tx, Transient::Journal, 30).await, 6, "{}", given.name);
        assert_eq!(forget(&mut tx, Transient::Journal, 30).await, 0);
        for (number, steps) in [(1, 1), (2, 0), (3, 0), (4, 0), (10, 1)] {
            let run = RunId::new(format!("t{number}/t1/1/1"));
            assert_eq!(tx.steps(&run).await.unwrap().len(), steps, "#{number}");
        }
        // One that was taken up again and closed again comes again.
        tx.append_step(&RunId::new("t2/t1/9/1"), &json!({}), day(60)).await.unwrap();
        let again = Ticket { updated_at: day(60), version: 2, ..ticket(2, Stage::Closed(Ending::Done)) };
        tx.save_ticket(&again, None, &Event::IdeaReceived, None).await.unwrap();
        assert_eq!(forget(&mut tx, Transient::Journal, 55).await, 2, "of #10");
        assert_eq!(forget(&mut tx, Transient::Journal, 95).await, 1);
    }
}

async fn chat(given: &Given, key: &str, on: i64) -> i64 {
    let message = Message::lines([key.to_owned()]);
    let (author, at) = (Author::Secretary, day(on));
    let message = WebMessage { author, message, at, reply_to: None, client: None, files: Vec::new(), seen: false };
    given.store.append(key, message).await.unwrap()
}

#[tokio::test]
async fn the_web_chat_goes_but_for_what_open_tickets_stand_in() {
    for given in every().await {
        let mut ids = Vec::new();
        for n in 0..7 {
            ids.push(chat(&given, &format!("m{n}"), n).await);
        }
        ids.push(chat(&given, "young", 40).await);
        let mut tx = given.write().await;
        saved(&mut tx, 1, Stage::Intake, 0).await;
        saved(&mut tx, 2, Stage::Closed(Ending::Done), 0).await;
        for (slot, message) in [("t1/card", ids[0]), ("t1/questions0", ids[1]), ("t2/report1", ids[2])] {
            let posted = Posted {
                slot: Slot::new(slot),
                room: RoomId::new("r1"),
                part: 0,
                place: place(Platform::Web, "web", None, ChatKind::Direct),
                message: message.to_string(),
                at: day(0),
            };
            tx.save_posted(&posted).await.unwrap();
        }
        assert_eq!(forget(&mut tx, Transient::WebChat, 30).await, 5, "{}", given.name);
        tx.commit().await.unwrap();
        let left: Vec<i64> = given.store.latest(None, 20).await.unwrap().iter().map(|entry| entry.id).collect();
        assert_eq!(left, [ids[0], ids[1], ids[7]]);
        assert!(chat(&given, "next", 41).await > ids[7], "numbers go on");
    }
}

#[tokio::test]
async fn nothing_is_written_where_nothing_is_old() {
    for given in every().await {
        let mut tx = given.write().await;
        tx.save_room(&room("r1", place(Platform::Web, "web", None, ChatKind::Direct))).await.unwrap();
        tx.enqueue(&post("p", "room/r1", "r1", "a"), day(100)).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = given.store.read().await.unwrap();
        for kind in [Transient::Journal, Transient::WebChat] {
            let gone = tx.forget(kind, day(30), 500).await.unwrap();
            assert_eq!(gone, Forgotten::default(), "{}: a reader could not write", given.name);
        }
    }
}

#[tokio::test]
async fn closed_tickets_go_whole_and_old_buttons_and_changes_with_them() {
    for given in every().await {
        let mut tx = given.write().await;
        for (number, stage, on) in [
            (1, Stage::Intake, 0),
            (2, Stage::Closed(Ending::Done), 3),
            (10, Stage::Closed(Ending::Failed), 4),
            (20, Stage::Closed(Ending::Done), 50),
        ] {
            saved(&mut tx, number, stage, on).await;
            tx.append_step(&RunId::new(format!("t{number}/t1/1")), &json!({}), day(on)).await.unwrap();
            let prompt = Prompt {
                rooms: vec![RoomId::new("r1")],
                actions: Vec::new(),
                slot: Some(Slot::new(format!("t{number}/card"))),
            };
            tx.bind(&Token::new(format!("k{number}")), &prompt, day(on)).await.unwrap();
            let change = Change {
                id: NoteChangeId::new(format!("c{number}")),
                person: PersonId::new("p1"),
                room: RoomId::new("r1"),
                before: None,
                after: None,
                entry: String::new(),
                at: day(on),
                undone: false,
            };
            tx.save_note_change(&change).await.unwrap();
        }
        assert_eq!(forget(&mut tx, Transient::Undo, 30).await, 3, "{}", given.name);
        assert_eq!(tx.changes_by(&PersonId::new("p1")).await.unwrap().len(), 1);
        assert_eq!(forget(&mut tx, Transient::Buttons, 30).await, 2, "those of an open ticket stay");
        let known =
            async |tx: &mut Box<dyn Tx>, n: i64| tx.prompt(&Token::new(format!("k{n}"))).await.unwrap().is_some();
        for (number, there) in [(1, true), (2, false), (10, false), (20, true)] {
            assert_eq!(known(&mut tx, number).await, there, "#{number}");
        }
        assert_eq!(forget(&mut tx, Transient::Tickets, 30).await, 2);
        assert_eq!(forget(&mut tx, Transient::Tickets, 30).await, 0);
        for (number, steps) in [(1, 1), (2, 0), (10, 0), (20, 1)] {
            let id = TicketId::new(format!("t{number}"));
            assert_eq!(tx.ticket(&id).await.unwrap().is_some(), steps == 1, "#{number}");
            assert_eq!(tx.history(&id).await.unwrap().len(), steps);
            assert_eq!(tx.steps(&RunId::new(format!("t{number}/t1/1"))).await.unwrap().len(), steps);
        }
    }
}

#[tokio::test]
async fn a_ticket_stays_with_its_files_as_long_as_a_schedule_carries_out_its_plan() {
    for given in every().await {
        let mut tx = given.write().await;
        for number in [1, 2] {
            saved(&mut tx, number, Stage::Closed(Ending::Folded), 3).await;
        }
        let agreed = ticket(2, Stage::Confirming);
        let owner = Person::new(PersonId::new("p1"), agreed.workspace.clone(), "Ann", Role::Owner, day(0));
        let duty = Duty::Work(Box::new(WorkOrder::new(&agreed)));
        let order = (duty, when::of_cron("0 9 * * 1").unwrap(), chrono_tz::Tz::UTC);
        let schedule = Schedule::new(ScheduleId::new("s1"), 1, &owner, RoomId::new("r1"), order, day(3));
        tx.save_schedule(&schedule).await.unwrap();
        assert_eq!(forget(&mut tx, Transient::Tickets, 30).await, 1, "{}", given.name);
        let there = async |tx: &mut Box<dyn Tx>, id: &str| tx.ticket(&TicketId::new(id)).await.unwrap().is_some();
        assert_eq!((there(&mut tx, "t1").await, there(&mut tx, "t2").await), (false, true));
        tx.drop_schedule(&schedule.id).await.unwrap();
        assert_eq!(forget(&mut tx, Transient::Tickets, 30).await, 1);
    }
}

#[tokio::test]
async fn strangers_and_their_wrong_codes_are_forgotten() {
    for given in every().await {
        let mut tx = given.write().await;
        let account = |user: &str| Account { platform: Platform::Telegram, user: user.to_owned() };
        for (user, on) in [("old", 3), ("young", 50)] {
            assert!(!tx.told_before(&account(user), day(on)).await.unwrap());
            tx.save_guesses(&account(user), Guesses { wrong: 5, last_at: day(on) }).await.unwrap();
        }
        assert_eq!(forget(&mut tx, Transient::Strangers, 30).await, 2, "{}", given.name);
        assert_eq!(forget(&mut tx, Transient::Strangers, 30).await, 0);
        assert!(!tx.told_before(&account("old"), day(51)).await.unwrap(), "told anew");
        assert!(tx.told_before(&account("young"), day(51)).await.unwrap());
        assert_eq!(tx.guesses(&account("old")).await.unwrap(), Guesses::default());
        assert_eq!(tx.guesses(&account("young")).await.unwrap().wrong, 5);
    }
}
