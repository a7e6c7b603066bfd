//! Erasing: nothing of one person is left in any column, and everything of others is.

use crate::store_contract::people::members::schedule;
use crate::store_contract::*;
use secretary::ports::store::{Arrival, EventOutcome, Hands, Posted, Prompt, Settled};
use secretary::secretary::agent::Agent;
use secretary::secretary::budget::cost::Usage;
use secretary::secretary::ids::{NoteChangeId, Token};
use secretary::secretary::intent::{Heard, Spoken};
use secretary::secretary::message::action::{Action, ScheduleAct, TicketAct};
use secretary::secretary::message::views::{Shows, View};
use secretary::secretary::notes::{Change, Note, Owner, Scope};
use secretary::secretary::people::workspace::{Code, Grant};
use secretary::secretary::schedule::Duty;
use secretary::secretary::schedule::work::WorkOrder;
use secretary::secretary::ticket::event::Event;
use secretary::secretary::ticket::standing::{ByClock, Opener};
use serde_json::json;

pub(in crate::store_contract) const CANARY: &str = "zebrafinch";

fn canary(what: &str) -> String {
    format!("{CANARY} {what}")
}

/// Everything somebody may have, each with their word in it.
pub(in crate::store_contract) async fn fills(tx: &mut Box<dyn Tx>, id: &str, word: &str, number: i64) {
    let who = PersonId::new(id);
    let mut member = person(id, Role::Owner, &[account(Platform::Telegram, &format!("{word}-account"))]);
    member.name = format!("{word} name");
    tx.save_person(&member).await.unwrap();
    let chat = room(&format!("r-{id}"), place(Platform::Telegram, &format!("{word}-chat"), None, ChatKind::Direct));
    let chat = Room { person: Some(who.clone()), ..chat };
    tx.save_room(&chat).await.unwrap();
    let idea = Ticket {
        requester: who.clone(),
        requester_name: member.name.clone(),
        idea: format!("{word} idea"),
        title: format!("{word} title"),
        room: chat.id.clone(),
        ..ticket(number, Stage::Working)
    };
    tx.save_ticket(&idea, None, &Event::IdeaReceived, Some(&who)).await.unwrap();
    let said = Event::Added { text: format!("{word} addition") };
    tx.save_ticket(&Ticket { version: 2, ..idea.clone() }, None, &said, Some(&who)).await.unwrap();
    let run = RunId::new(format!("{}/t1/1", idea.id));
    tx.append_step(&run, &json!({"Reply": format!("{word} step")}), at(1)).await.unwrap();
    let mut waiting =
        post(&format!("e-{id}"), &format!("room/r-{id}"), &format!("r-{id}"), &format!("{}/card", idea.id));
    if let secretary::secretary::effect::Effect::Post { message, .. } = &mut waiting.effect {
        *message = secretary::secretary::message::Message::lines([format!("{word} post")]);
    }
    tx.enqueue(&waiting, at(1)).await.unwrap();
    let standing = Posted {
        slot: idea.slot("card"),
        room: chat.id.clone(),
        part: 0,
        place: chat.place.clone(),
        message: "1".to_owned(),
        at: at(1),
    };
    tx.save_posted(&standing).await.unwrap();
    let actions = vec![Action::NewIdea { text: format!("{word} button"), passed_on: false }];
    for (n, slot) in [(0, idea.slot("card")), (1, Slot::new("re/1/1"))] {
        let prompt = Prompt { rooms: vec![chat.id.clone()], actions: actions.clone(), slot: Some(slot) };
        tx.bind(&Token::new(format!("{id}{n}")), &prompt, at(1)).await.unwrap();
    }
    tx.expect(&chat.id, &who, &actions[0], at(1)).await.unwrap();
    let mut order = schedule(number, id);
    order.duty = Duty::Remind(format!("{word} reminder"));
    tx.save_schedule(&order).await.unwrap();
    let own = Scope::personal(house(), who.clone()).own();
    let note = Note {
        owner: Owner::Person(who.clone()),
        title: format!("{word} note"),
        text: format!("{word} text"),
        updated_at: at(1),
    };
    tx.save_note(&own, &note).await.unwrap();
    let change = Change {
        id: NoteChangeId::new(format!("c-{id}")),
        person: who.clone(),
        room: chat.id.clone(),
        before: None,
        after: Some(note),
        entry: format!("{word} entry"),
        at: at(1),
        undone: false,
    };
    tx.save_note_change(&change).await.unwrap();
    let mut codes = tx.codes(&house()).await.unwrap();
    codes.push(Code {
        text: format!("{word}-code"),
        grant: Grant::Link(who.clone()),
        expires_at: at(99),
        tries_left: 5,
    });
    tx.save_codes(&house(), &codes).await.unwrap();
    tx.told_before(&member.accounts[0], at(1)).await.unwrap();
}

/// What is in the store as far as its ports tell, as text.
async fn told(tx: &mut Box<dyn Tx>, ids: &[&str]) -> String {
    let mut all = String::new();
    for id in ids {
        let who = PersonId::new(*id);
        all.push_str(&format!("{:?}", tx.person(&who).await.unwrap()));
        let own = Scope::personal(house(), who.clone());
        all.push_str(&format!("{:?}{:?}", tx.notes(&own).await.unwrap(), tx.changes_by(&who).await.unwrap()));
        for ticket in tx.tickets_about(&house(), &who).await.unwrap() {
            all.push_str(&format!("{ticket:?}{:?}", tx.history(&ticket.id).await.unwrap()));
        }
        for n in 0..2 {
            all.push_str(&format!("{:?}", tx.prompt(&Token::new(format!("{id}{n}"))).await.unwrap()));
        }
        let kept: Vec<_> = tx.words_with(&who).await.unwrap();
        all.push_str(&format!("{kept:?}"));
    }
    for n in 1..4 {
        let run = RunId::new(format!("t{n}/t1/1"));
        all.push_str(&format!("{:?}", tx.steps(&run).await.unwrap()));
        all.push_str(&format!("{:?}", tx.ticket(&TicketId::new(format!("t{n}"))).await.unwrap()));
    }
    all.push_str(&format!("{:?}", tx.people(&house()).await.unwrap()));
    all.push_str(&format!("{:?}", tx.rooms(&house()).await.unwrap()));
    all.push_str(&format!("{:?}", tx.schedules(&house()).await.unwrap()));
    all.push_str(&format!("{:?}", tx.codes(&house()).await.unwrap()));
    all
}

#[tokio::test]
async fn nothing_of_who_is_erased_is_left_and_everything_of_others_is() {
    for Given { name, store, folder } in every().await {
        let mut tx = store.begin().await.unwrap();
        fills(&mut tx, "p1", CANARY, 1).await;
        fills(&mut tx, "p2", "blackbird", 2).await;
        let gone = PersonId::new("p1");
        // Their word in the ticket of another, and the short answer to it.
        let theirs = tx.ticket(&TicketId::new("t2")).await.unwrap().unwrap();
        let added = format!("{} in another's", canary("word"));
        let next = Ticket { version: 3, additions: vec![added.clone(), "mine".to_owned()], ..theirs };
        tx.save_ticket(&next, None, &Event::Added { text: added.clone() }, Some(&gone)).await.unwrap();
        let said = json!({"Said": {"text": added}});
        tx.append_step(&RunId::new("t2/t1/1"), &said, at(2)).await.unwrap();
        tx.receive(&[(inbound("i"), [0; 32])], at(1)).await.unwrap();
        let arrived = tx.undecided(1).await.unwrap().remove(0);
        tx.decided(arrived.seq, &EventOutcome::Decided(Some(canary("answer"))), at(1)).await.unwrap();
        // A lane in which theirs stands before that of another.
        let mut first = row("first", "shared", 0);
        first.ticket = Some(TicketId::new("t1"));
        let mut second = row("second", "shared", 0);
        second.ticket = Some(TicketId::new("t2"));
        for row in [&first, &second] {
            tx.enqueue(row, at(1)).await.unwrap();
        }
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        let before = told(&mut tx, &["p1", "p2"]).await;
        let words = ["name", "-account", "-chat", "idea", "title", "addition", "step", "post", "button", "reminder"];
        for what in words.iter().chain(&["note", "text", "entry", "-code"]) {
            assert!(before.contains(CANARY) && before.contains(what), "{name}: {what}");
        }
        let erased = tx.erase_person(&gone, at(9)).await.unwrap();
        assert_eq!(erased.tickets, [TicketId::new("t1")], "{name}");
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        let after = told(&mut tx, &["p1", "p2"]).await;
        let left = after.find(CANARY).map(|found| &after[found.saturating_sub(200)..(found + 60).min(after.len())]);
        assert_eq!(left, None, "{name}");
        for what in words.iter().chain(&["note", "text", "entry", "-code"]) {
            let wanted = if what.starts_with('-') { format!("blackbird{what}") } else { format!("blackbird {what}") };
            assert!(after.contains(&wanted), "{name}: {wanted}");
        }
        assert!(after.contains("(erased)") && after.contains("mine"), "{name}");
        let answer = tx.outcome(Platform::Telegram, "bot", "i").await.unwrap();
        assert_eq!(answer, Some(EventOutcome::Decided(None)), "{name}");
        let shared = tx.claim(at(99), 99, &secretary::ports::store::Hands::All).await.unwrap();
        assert!(shared.iter().any(|row| row.row.id.as_str() == "second"), "{name}: the next of the lane is its head");
        let nobody = tx.person(&gone).await.unwrap().unwrap();
        let here = nobody.workspace.clone();
        let Person { name: called, accounts, zone, erased, .. } = nobody;
        assert_eq!((called.as_str(), accounts.len(), zone, erased), ("a former member", 0, None, true));
        let former = tx.former_people(&here).await.unwrap();
        assert!(former.iter().any(|person| person.id == gone && person.erased), "{name}: {former:?}");
        assert_eq!(tx.erase_person(&PersonId::new("nobody"), at(9)).await.unwrap().tickets, []);
        Box::pin(only_the_erased_are(&mut tx, name)).await;
        drop(tx);
        drop(store);
        for file in folder.iter().flat_map(|folder| std::fs::read_dir(folder.path()).unwrap()) {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!String::from_utf8_lossy(&bytes).contains(CANARY), "it is still in the file");
        }
    }
}

#[tokio::test]
async fn words_in_the_plan_of_anothers_work_by_the_clock_go_from_it_and_from_each_time() {
    for Given { name, store, folder: _folder } in every().await {
        let mut tx = store.begin().await.unwrap();
        fills(&mut tx, "p1", CANARY, 1).await;
        fills(&mut tx, "p2", "blackbird", 2).await;
        // What they added to the plan of another one, before it was agreed on.
        let (gone, word) = (PersonId::new("p1"), canary("in another's plan"));
        let agreed = tx.ticket(&TicketId::new("t2")).await.unwrap().unwrap();
        let agreed = Ticket { version: 3, additions: vec![word.clone(), "mine".to_owned()], ..agreed };
        tx.save_ticket(&agreed, None, &Event::Added { text: word.clone() }, Some(&gone)).await.unwrap();
        let mut order = schedule(3, "p2");
        let work = WorkOrder { only_if: format!("it is not {word}"), ..WorkOrder::new(&agreed) };
        order.duty = Duty::Work(Box::new(work));
        tx.save_schedule(&order).await.unwrap();
        let by = ByClock { by: Opener::Schedule(order.id.clone()), late: None, only_if: String::new() };
        let time = Ticket::of_template(&agreed.template(), (TicketId::new("t3"), 3), by, at(5));
        tx.save_ticket(&time, None, &Event::WorkDue, None).await.unwrap();
        let undo = ScheduleAct::Undo { kept: Box::new(order.clone()), listed: false }.on(&order.id);
        let slot = Some(Slot::new("schedule/s3/gone"));
        let prompt = Prompt { rooms: vec![RoomId::new("r-p2")], actions: vec![undo], slot };
        tx.bind(&Token::new("undo"), &prompt, at(1)).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        tx.erase_person(&gone, at(9)).await.unwrap();
        let kept = tx.schedule(&order.id).await.unwrap().unwrap();
        let Duty::Work(work) = &kept.duty else { panic!("{name}: {kept:?}") };
        assert_eq!(work.template.additions, ["(erased)", "mine"], "{name}");
        assert_eq!(work.only_if, "it is not (erased)", "{name}");
        assert_eq!(work.template.idea, "blackbird idea", "{name}: what others said stays");
        let time = tx.ticket(&time.id).await.unwrap().unwrap();
        assert_eq!(time.additions, ["(erased)", "mine"], "{name}");
        let undo = format!("{:?}", tx.prompt(&Token::new("undo")).await.unwrap());
        assert!(undo.contains("(erased)") && !undo.contains(CANARY), "{name}: {undo}");
    }
}

#[tokio::test]
async fn what_is_shown_beside_others_and_is_still_to_be_said_goes_as_well() {
    for Given { name, store, folder: _folder } in every().await {
        let mut tx = store.begin().await.unwrap();
        fills(&mut tx, "p1", CANARY, 1).await;
        fills(&mut tx, "p2", "blackbird", 2).await;
        // Which of several things a word of another meant.
        let (one, two) = (TicketId::new("t1"), TicketId::new("t2"));
        let offers = vec![
            (format!("Stop {}", canary("title")), TicketAct::Cancel.on(&one)),
            ("Stop #2 blackbird".to_owned(), TicketAct::Cancel.on(&two)),
            (format!("#1 yes: {}", canary("question")), Action::Command { line: "decide 1.1 yes".to_owned() }),
        ];
        let view = View {
            room: RoomId::new("r-p2"),
            slot: Slot::new("re/1/0"),
            reader: PersonId::new("p2"),
            direct: true,
            shows: Shows::Which { offers, more: false },
        };
        tx.save_view(&view).await.unwrap();
        // Their reminder, on its way to a group.
        tx.save_room(&room("r-team", place(Platform::Telegram, "team", None, ChatKind::Group))).await.unwrap();
        let mut reminder = post("e-team", "room/r-team", "r-team", "schedule/s1/1");
        reminder.ticket = None;
        if let Effect::Post { message, .. } = &mut reminder.effect {
            *message = Message::lines([format!("Reminder: {}", canary("reminder"))]);
        }
        tx.enqueue(&reminder, at(1)).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        tx.erase_person(&PersonId::new("p1"), at(9)).await.unwrap();
        let left = format!("{:?}", tx.views_of(&two).await.unwrap());
        assert!(left.contains("Stop #2 blackbird") && !left.contains(CANARY), "{name}: {left}");
        let said = format!("{:?}", tx.claim(at(99), 99, &Hands::All).await.unwrap());
        assert!(said.contains("Reminder: (erased)") && !said.contains(CANARY), "{name}: {said}");
    }
}

/// It may have read what they said.
#[tokio::test]
async fn what_is_thought_meanwhile_for_others_is_thought_anew() {
    for Given { name, store, folder: _folder } in every().await {
        let mut tx = store.begin().await.unwrap();
        fills(&mut tx, "p1", CANARY, 1).await;
        fills(&mut tx, "p2", "blackbird", 2).await;
        let (inbound, room, person) = (inbound("i"), RoomId::new("r-p2"), PersonId::new("p2"));
        let spoken = Spoken::new(inbound, room, person, house());
        let lane = spoken.lane();
        let effect = Effect::Understand { spoken: Box::new(spoken.clone()) };
        for (id, effect) in [("said", effect.clone()), ("behind", effect)] {
            tx.enqueue(&NewOutboxRow { ticket: None, effect, ..row(id, &lane, 0) }, at(1)).await.unwrap();
        }
        // Work on a ticket in which they have their say, and what came of such thoughts and is not decided yet.
        let (two, word) = (TicketId::new("t2"), canary("word"));
        let theirs = Ticket { version: 3, ..tx.ticket(&two).await.unwrap().unwrap() };
        let (added, by) = (Event::Added { text: word.clone() }, PersonId::new("p1"));
        tx.save_ticket(&theirs, None, &added, Some(&by)).await.unwrap();
        let input = json!({"agent": Agent::gone("a"), "title": "", "instruction": "", "said": [&word], "results": [],
            "requirement": {"title": "", "summary": ""}, "steps": [], "now": ""});
        let work = json!({"StartRun": {"run": "t2/t1/1", "task": "t1", "input": input, "extended": 0, "answer": null}});
        let effect = serde_json::from_value(work).unwrap();
        let work = NewOutboxRow { ticket: Some(two.clone()), effect, ..row("work", "run/t2", 0) };
        tx.enqueue(&work, at(1)).await.unwrap();
        let event = Event::TaskProgressed { task: "t1".to_owned(), run: RunId::new("t2/t1/1"), line: word };
        let (spoken, heard) = (Box::new(spoken), Box::new(Heard::TooWeak { items: Vec::new() }));
        let understood = Arrival::Understood { spoken, heard, usage: Usage::default() };
        for (key, arrival) in [("1", understood), ("2", Arrival::Ticket { ticket: two, event: Box::new(event) })] {
            tx.tell(key, &arrival, [0; 32], at(1)).await.unwrap();
        }
        let begun = tx.claim(at(9), 99, &Hands::All).await.unwrap();
        let said = begun.iter().find(|row| row.row.lane == lane).unwrap();
        tx.erase_person(&PersonId::new("p1"), at(9)).await.unwrap();
        assert!(!tx.settle(said.seq, &Settled::Done, at(9)).await.unwrap(), "{name}");
        let left = format!("{:?}", tx.undecided(9).await.unwrap());
        assert!(left.contains("(erased)") && !left.contains("Understood") && !left.contains(CANARY), "{name}: {left}");
        let mut anew = Vec::new();
        for now in [9, 9, 12] {
            for row in tx.claim(at(now), 99, &Hands::All).await.unwrap() {
                assert!(!format!("{row:?}").contains(CANARY), "{name}: {row:?}");
                tx.settle(row.seq, &Settled::Done, at(now)).await.unwrap();
                anew.push(row.row.id.to_string());
            }
        }
        assert_eq!(anew, ["anew/understood/1", "anew/said", "anew/work", "anew/behind"], "{name}");
    }
}

/// Nobody counts as erased for what they call themself; rows of older versions, which do not say it, still do.
async fn only_the_erased_are(tx: &mut Box<dyn Tx>, store: &str) {
    let (own, old) = (PersonId::new("p8"), PersonId::new("p9"));
    for (id, accounts) in [(&own, vec![account(Platform::Telegram, "88")]), (&old, Vec::new())] {
        let member = Person { name: "a former member".to_owned(), ..person(id.as_str(), Role::Observer, &accounts) };
        tx.save_person(&member).await.unwrap();
    }
    assert!(!tx.person(&own).await.unwrap().unwrap().erased, "{store}");
    for id in [&own, &old] {
        tx.remove_person(id).await.unwrap();
    }
    for (id, erased) in [(&own, false), (&old, true)] {
        let alone = tx.person(id).await.unwrap().unwrap();
        let former = tx.former_people(&alone.workspace).await.unwrap().into_iter().find(|one| one.id == *id).unwrap();
        assert_eq!((alone.erased, former.erased), (erased, erased), "{store}: {id}");
    }
}

/// Of a message in a direct chat on Telegram, and of a press there.
const NAMES: [&str; 2] = ["m8043709155/5/ab", "q8043709155776655443"];

#[tokio::test]
async fn names_of_events_lead_to_nobody_any_more_and_the_events_are_known_again() {
    for Given { name, store, folder } in every().await {
        let mut tx = store.begin().await.unwrap();
        let user = [account(Platform::Telegram, "8043709155")];
        tx.save_person(&person("p1", Role::Approver, &user)).await.unwrap();
        let batch = NAMES.map(|event| (inbound(event), [0; 32]));
        assert_eq!(tx.receive(&batch, at(1)).await.unwrap(), 2, "{name}");
        for row in tx.undecided(9).await.unwrap() {
            tx.decided(row.seq, &EventOutcome::Refused("no".to_owned()), at(1)).await.unwrap();
        }
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        tx.erase_person(&PersonId::new("p1"), at(9)).await.unwrap();
        assert_eq!(tx.receive(&batch, at(10)).await.unwrap(), 0, "{name}: a platform repeats what it is not sure of");
        for event in NAMES {
            let outcome = tx.outcome(Platform::Telegram, "bot", event).await.unwrap();
            assert_eq!(outcome, Some(EventOutcome::Decided(None)), "{name}: {event}");
        }
        // Whoever is erased next changes nothing about these.
        tx.save_person(&person("p2", Role::Approver, &[account(Platform::Telegram, "77")])).await.unwrap();
        tx.erase_person(&PersonId::new("p2"), at(11)).await.unwrap();
        assert_eq!(tx.receive(&batch, at(12)).await.unwrap(), 0, "{name}");
        assert_eq!(tx.receive(&[(inbound("m1/1/cd"), [0; 32])], at(12)).await.unwrap(), 1, "{name}");
        tx.commit().await.unwrap();
        drop(store);
        for file in folder.iter().flat_map(|folder| std::fs::read_dir(folder.path()).unwrap()) {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!String::from_utf8_lossy(&bytes).contains("8043709155"), "it is still in the file");
        }
    }
}
